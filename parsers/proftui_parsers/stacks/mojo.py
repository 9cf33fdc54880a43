"""MOJO, the binary format of austin: events, of which those of a sample follow the name of its thread.

Described in austin's wiki, "The MOJO file format"; versions 1 to 4. What was read before a file is cut off,
or before an event that no version has, is kept.
"""

from __future__ import annotations

import proftui_parsers.messages as messages
from proftui_parsers.profile import Profile, ProfileError
from proftui_parsers.stacks.austin_samples import GC, MODES, Frames, Samples
from proftui_parsers.stacks.building import DEEPEST
from proftui_parsers.stacks.deriving import profile_of, taking
from proftui_parsers.stacks.mojo_bytes import LONGEST_NUMBER, BadBytes, MojoBytes
from proftui_parsers.stacks.mojo_keys import Keys
from proftui_parsers.stacks.recording import NO_NODE, Track

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui_parsers.files import Progress

_MAGIC = b"MOJ"
_VERSIONS = range(1, 5)
_WITH_COLUMNS, _WITH_INTERPRETER = 2, 3
"""Versions from which on frames have columns, and threads the number of their interpreter."""
_FRAME_REFERENCE = 5
_DEEPEST_KEPT, _KEPT = 500, 100
"""Frames of stacks that are kept to compare the next of their thread with, and for how many threads."""
_LARGEST_PID = 1 << 32
_HEX_DIGITS = "0123456789abcdef"
_STEP = 1 << 16
"""Bytes between two words about progress."""


def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
    """The profile of all threads; ProfileError: there are no samples."""
    data = b"".join(pieces)
    pieces.clear()
    made = _Reading(MojoBytes(data, len(_MAGIC)))
    del data
    made.read(taking(progress))
    return made.profile(path, progress)


class _Sample:
    """What the events since the name of a thread say."""

    time: int | None = None
    memory: int | None = None
    idle = gc = False
    repeats = False
    """Whether the last stack of the thread goes on with these frames."""
    of_task = 0
    """How many of the next frames are those of a task."""

    def __init__(self, track: int) -> None:
        self.track = track
        self.stack: list[int] = []
        """Frames, the outermost first, without those that are repeated."""

    def is_whole(self, mode: str) -> bool:
        """Whether it has all numbers that a sample of this mode has."""
        if mode == "full":
            return self.time is not None and self.memory is not None
        return self.time is not None or self.memory is not None


class _Reading:
    """One file on its way to a recording."""

    def __init__(self, source: MojoBytes) -> None:
        self.source = source
        self.version = 0
        self.mode = ""
        self.frames = Frames(len(source.data))
        self.keys = Keys(source, self.frames)
        self.threads: dict[bytes, tuple[int, int]] = {}
        """Processes and tracks of threads, by the bytes of their event."""
        self.thread = b"", -1, -1
        """The bytes of the last such event, process and track."""
        self.pid = -1
        self.bases: dict[int, int] = {}
        """By thread, its last stack without what is not of Python at its end: that may be repeated."""
        self.stacks: dict[int, tuple[list[int], int, int]] = {}
        """By thread, frames of its last stack that repeats none, what it became, and what its base."""
        self.samples: Samples | None = None
        self.sample = _Sample(-1)
        self.remarks: list[str] = []
        self.unweighed = self.tasks = 0
        self.cut = -1
        self.events = {
            1: self._take_metadata,
            2: self._take_thread,
            3: self._take_frame,
            4: self._take_invalid_frame,
            6: self._take_kernel_frame,
            7: self._take_gc,
            8: self._take_idle,
            9: self._take_time,
            10: self._take_memory,
            11: self.keys.take_name,
            12: source.raw_number,
            13: self._take_repeat,
            14: self._take_task,
            15: self._take_waiter,
            16: source.raw_number,
        }
        """By kind, all but references to frames; 12 refers to a name, 16 names the task that is running."""

    def read(self, progress: Progress | None) -> None:
        """All events, or those before the first that cannot be read."""
        try:
            self.version = self.source.number()
        except BadBytes:
            raise ProfileError(messages.IS_CUT_OFF.format(len(self.source.data))) from None
        if self.version not in _VERSIONS:
            raise ProfileError(messages.NO_SUCH_MOJO.format(self.version))
        try:
            self._take_events(progress)
        except BadBytes as fault:
            self.cut = fault.args[0]
        if not self._end_sample() and self.cut < 0:
            self.cut = len(self.source.data)

    def _take_events(self, progress: Progress | None) -> None:
        source, events, told = self.source, self.events, 0
        data, size = source.data, len(source.data)
        while (at := source.at) < size:
            if progress is not None and at >= told:
                progress(at / size)
                told = at + _STEP
            kind = data[at]
            source.at = at + 1
            try:
                if kind == _FRAME_REFERENCE:
                    end = at + 1
                    while data[end] & 0x80:
                        end += 1
                    source.at = end + 1
                    self._take_reference(data[at + 1 : end + 1])
                elif kind in events:
                    events[kind]()
                else:
                    raise BadBytes
            except (BadBytes, IndexError):
                raise BadBytes(at) from None

    # Events

    def _take_reference(self, key: bytes) -> None:
        sample = self.sample
        if len(key) > LONGEST_NUMBER:
            raise BadBytes
        if sample.of_task:
            sample.of_task -= 1
            return
        frame = self.keys.known.get(key)
        self._push(self.keys.unknown_frame() if frame is None else frame)

    def _push(self, frame: int) -> None:
        stack = self.sample.stack
        stack.append(frame)
        if len(stack) > DEEPEST:
            raise ProfileError(messages.STACK_TOO_DEEP.format(DEEPEST))

    def _take_metadata(self) -> None:
        key, value = self.source.text(), self.source.text()
        if key == "mode" and self.samples is None:
            self.mode = value

    def _take_thread(self) -> None:
        source, (key, pid, track) = self.source, self.thread
        # Most samples are of the thread of the one before.
        if key and source.data.startswith(key, source.at):
            source.at += len(key)
        else:
            key, (pid, track) = self._other_thread()
            self.thread = key, pid, track
        if not self._end_sample():
            self.unweighed += 1
        if pid != self.pid:
            self.keys.turn_to(pid)
            self.pid = pid
        self.sample = _Sample(track)

    def _other_thread(self) -> tuple[bytes, tuple[int, int]]:
        """The bytes of an event that names a thread, its process and its track."""
        source, begin = self.source, self.source.at
        source.raw_number()
        if self.version >= _WITH_INTERPRETER:
            source.raw_number()
        source.text_at()
        key = source.data[begin : source.at]
        thread = self.threads.get(key)
        if thread is None:
            thread = self.threads[key] = self._thread(MojoBytes(key, 0))
        return key, thread

    def _take_frame(self) -> None:
        self.keys.take_frame(has_columns=self.version >= _WITH_COLUMNS)

    def _take_invalid_frame(self) -> None:
        self._push(self.keys.invalid_frame())

    def _take_kernel_frame(self) -> None:
        self._push(self.keys.kernel_frame(self.source.text()))

    def _take_gc(self) -> None:
        self.sample.gc = True

    def _take_idle(self) -> None:
        self.sample.idle = True

    def _take_time(self) -> None:
        self.sample.time = self.source.number()

    def _take_memory(self) -> None:
        self.sample.memory = self.source.number()

    def _take_repeat(self) -> None:
        self.sample.repeats = True

    def _take_task(self) -> None:
        """Where a task of asyncio waits, its name and how many frames: that is no stack of a thread."""
        self.source.raw_number()
        self.source.raw_number()
        self.sample.of_task = max(0, self.source.number())
        self.tasks += 1

    def _take_waiter(self) -> None:
        """Which task waits for which."""
        self.source.raw_number()
        self.source.raw_number()

    # Samples

    def _thread(self, source: MojoBytes) -> tuple[int, int]:
        """Process and track of the thread that the bytes of an event name."""
        pid = source.number()
        interpreter = source.number() if self.version >= _WITH_INTERPRETER else 0
        if not 0 <= pid < _LARGEST_PID:
            raise BadBytes
        if self.samples is None:
            if self.mode not in MODES:
                self.remarks.append(messages.NOT_SAID_WHAT)
                self.mode = "wall"
            self.samples = Samples(self.mode)
        return pid, self.samples.collector.track(Track("", pid, _tid(interpreter, source.text())))

    def _end_sample(self) -> bool:
        """Add the sample whose events were taken; whether all of it is there."""
        sample = self.sample
        if sample.track < 0 or self.samples is None:
            return True
        node = self._node(sample)
        if sample.is_whole(self.mode):
            self.samples.add(node, sample.track, sample.time or 0, sample.memory or 0, idle=sample.idle)
            return True
        return False

    def _node(self, sample: _Sample) -> int:
        """The stack of a sample; keeps what the next of its thread may repeat of it."""
        frames = sample.stack
        known = self.stacks.get(sample.track)
        if sample.repeats:
            node, base = self._grown(self.bases.get(sample.track, NO_NODE), frames)
        elif known is not None and known[0] == frames:
            # Most are the one before.
            _, node, base = known
        else:
            node, base = self._grown(NO_NODE, frames)
            if len(frames) <= _DEEPEST_KEPT and (sample.track in self.stacks or len(self.stacks) < _KEPT):
                self.stacks[sample.track] = frames, node, base
        self.bases[sample.track] = base
        return self.frames.builder.node(node, self.frames.number("", 0, GC)) if sample.gc else node

    def _grown(self, node: int, frames: list[int]) -> tuple[int, int]:
        """The stack of these frames below another one; the same without what is not of Python at its end."""
        node_of, native, base = self.frames.builder.node, self.keys.native, node
        for frame in frames:
            node = node_of(node, frame)
            if frame not in native:
                base = node
        return node, base

    def profile(self, path: str, progress: Progress | None) -> Profile:
        """What the file says."""
        samples, remarks = self.samples, self.remarks
        if samples is None or not len(samples.collector):
            raise ProfileError(messages.NO_STACKS if self.cut < 0 else messages.IS_CUT_OFF.format(self.cut))
        for sentence, number in (
            (messages.EVENTS_DO_NOT_FIT, self.unweighed),
            (messages.UNKNOWN_KEYS, self.keys.unknown),
            (messages.TASKS_LEFT_OUT, self.tasks),
        ):
            if number:
                remarks.append(sentence.format(number))
        del self.keys, self.source, self.events
        recording = samples.recording(path, "mojo", self.frames.builder, remarks, self.cut)
        return profile_of(recording, progress=progress)


def _tid(interpreter: int, name: str) -> str:
    """The thread as austin's text has it: its number in decimal digits, after that of another interpreter."""
    if 0 < len(name) <= len(_HEX_DIGITS) and not name.strip(_HEX_DIGITS):
        name = str(int(name, 16))
    # The first interpreter is the only one in nearly all programs.
    return f"{interpreter}:{name}" if interpreter else name
