"""MOJO, the binary format of austin: events, of which those of a sample follow the name of its thread.

Described in austin's wiki, "The MOJO file format"; versions 1 to 4. What was read before a file is cut off,
or before an event that no version has, is kept.
"""

from __future__ import annotations

import proftui_parsers.messages as messages
from proftui_parsers.profile import Profile, ProfileError
from proftui_parsers.stacks.austin_samples import GC, MODES, Frames, Samples
from proftui_parsers.stacks.building import DEEPEST, counted
from proftui_parsers.stacks.deriving import profile_of, taking
from proftui_parsers.stacks.mojo_keys import LONGEST_NUMBER, SIGN, BadBytes, Keys, MojoBytes
from proftui_parsers.stacks.mojo_samples import LONGEST, NOTHING, Head, KnownSamples, Sample
from proftui_parsers.stacks.recording import Track

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from proftui_parsers.files import Progress
    from proftui_parsers.stacks.mojo_samples import Base, Counted, Row

_MAGIC = b"MOJ"
_VERSIONS = range(1, 5)
_WITH_COLUMNS, _WITH_INTERPRETER = 2, 3
"""Versions from which on frames have columns, and threads the number of their interpreter."""
_THREAD, _FRAME_REFERENCE, _REPEAT = 2, 5, 13
_LARGEST_PID = 1 << 32
_HEX_DIGITS = "0123456789abcdef"
_MODE = b"mode\0"
_REFERENCES = bytes([_FRAME_REFERENCE]) * SIGN
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
        self.bases: dict[int, Base] = {}
        """By thread, its last stack without what is not of Python at its end: that may be repeated."""
        self.samples: Samples | None = None
        self.known: KnownSamples | None = None
        self.sample = _no_sample()
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
            if kind == _THREAD and self._take_known():
                continue
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
        source, is_mode = self.source, self.source.data.startswith(_MODE, self.source.at)
        source.text_at()
        value_at = source.text_at()
        if is_mode and self.samples is None:
            self.mode = source.decoded(value_at)

    def _take_thread(self) -> None:
        source, (key, pid, track) = self.source, self.thread
        # Most samples are of the thread of the one before.
        if key and source.data.startswith(key, source.at):
            source.at += len(key)
        else:
            key, (pid, track) = self._other_thread()
            self.thread = key, pid, track
        if pid != self.pid:
            self.keys.turn_to(pid)
            self.pid = pid
        self.sample = Sample(track, source.at - len(key) - 1, self._counted())

    def _other_thread(self) -> tuple[bytes, tuple[int, int]]:
        """The bytes of an event that names a thread, its process and its track."""
        source, begin = self.source, self.source.at
        source.raw_number()
        if self.version >= _WITH_INTERPRETER:
            source.raw_number()
        name_at = source.text_at()
        key = source.data[begin : source.at]
        thread = self.threads.get(key)
        if thread is None:
            thread = self.threads[key] = self._thread(MojoBytes(key, 0))
        if self.known is not None:
            self.known.begins(source.data[begin - 1 : name_at])
        return key, thread

    def _take_frame(self) -> None:
        if self.keys.take_frame(has_columns=self.version >= _WITH_COLUMNS) and self.known is not None:
            self.known.forget()

    def _take_invalid_frame(self) -> None:
        self._push(self.keys.invalid_frame())

    def _take_kernel_frame(self) -> None:
        self._push(self.keys.kernel_frame(self.source.text()))

    def _take_gc(self) -> None:
        self.sample.gc = True

    def _take_idle(self) -> None:
        self.sample.idle = True

    def _take_time(self) -> None:
        self._is_weighed()
        self.sample.time = self.source.number()

    def _take_memory(self) -> None:
        self._is_weighed()
        self.sample.memory = self.source.number()

    def _is_weighed(self) -> None:
        if self.sample.weighed_at < 0:
            self.sample.weighed_at = self.source.at - 1

    def _take_repeat(self) -> None:
        self.sample.repeats = True
        # To say it twice is to say it once.
        self.source.pass_all(_REPEAT)

    def _take_task(self) -> None:
        """Where a task of asyncio waits, its name and how many frames: that is no stack of a thread."""
        source, data, at = self.source, self.source.data, self.source.at
        self.tasks += 1
        head = data[at : at + 3]
        if head.isascii() and head[2] < SIGN:
            # Each of the three is one byte, as is what refers to frames mostly.
            left, at = head[2], at + 3
            refers = data[at : at + 2 * left]
            if refers[::2] == _REFERENCES[:left] and refers[1::2].isascii():
                left, at = 0, at + 2 * left
            source.at = at
        else:
            source.raw_number()
            source.raw_number()
            left = max(0, source.number())
        self.sample.of_task = left

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
            self.known = KnownSamples(self.samples)
        return pid, self.samples.collector.track(Track("", pid, _tid(interpreter, source.text())))

    def _take_known(self) -> bool:
        """End the sample before the name of a thread that begins here; take those that are known.

        Returns:
            Whether there were any.
        """
        source = self.source
        if not self._end_sample():
            self.unweighed += 1
        self.sample = _no_sample()
        if self.known is None or not source.data.startswith(self.known.processes, source.at):
            return False
        rows, source.at = self.known.rows(source.data, source.at)
        if not rows:
            return False
        if any(row.odd is not None for row in rows):
            for row in rows:
                self._add_row(row)
        else:
            self._add_rows(rows)
        return True

    def _add_rows(self, rows: Sequence[Row]) -> None:
        """Samples of which none repeats another."""
        assert self.samples is not None
        records = [row.record for row in rows if row.record is not None]
        self.samples.collector.extend(records)
        self.unweighed += len(rows) - len(records)
        self.bases.update([row.base for row in rows])

    def _add_row(self, row: Row) -> None:
        """Any known sample."""
        odd = row.odd
        if odd is None:
            self._add_rows((row,))
            return
        if odd.counted is not None:
            self.keys.unknown += odd.counted[0]
            self.tasks += odd.counted[1]
        node = self._node(odd.sample)
        if odd.weights is None or self.samples is None:
            self.unweighed += 1
        else:
            self.samples.collector.add(node, odd.sample.track, odd.weights)

    def _counted(self) -> Counted:
        """What was counted so far."""
        return self.keys.unknown, self.tasks, self.keys.told

    def _end_sample(self) -> bool:
        """Add the sample whose events were taken; whether all of it is there."""
        sample = self.sample
        if sample.track < 0 or self.samples is None:
            return True
        node, is_whole = self._node(sample), sample.is_whole(self.mode)
        if is_whole:
            self.samples.add(node, sample.track, sample.time or 0, sample.memory or 0, idle=sample.idle)
        self._learn(sample, node)
        return is_whole

    def _learn(self, sample: Sample, node: int) -> None:
        """Keep what the bytes of a sample say that has ended here, if that is all that they do."""
        source, before, now = self.source, sample.counted, self._counted()
        weighed = source.at if sample.weighed_at < 0 else sample.weighed_at
        if self.known is None or source.at - sample.at > LONGEST or now[2] > before[2]:
            return
        more = None if now == before else (now[0] - before[0], now[1] - before[1], 0)
        self.known.learn(
            source.data[sample.at : weighed],
            source.data[weighed : source.at],
            Head(sample, node, self.bases[sample.track], more),
        )

    def _node(self, sample: Sample) -> int:
        """The stack of a sample; keeps what the next of its thread may repeat of it."""
        base = self.bases.get(sample.track, NOTHING) if sample.repeats else NOTHING
        node, self.bases[sample.track] = self._grown(base, sample.stack)
        return self.frames.builder.node(node, self.frames.number("", 0, GC)) if sample.gc else node

    def _grown(self, base: Base, frames: list[int]) -> tuple[int, Base]:
        """The stack of these frames below another one; the same without what is not of Python at its end."""
        node_of, native = self.frames.builder.node, self.keys.native
        (node, depth), of_python = base, 0
        kept = node
        if depth + len(frames) > DEEPEST:
            raise ProfileError(messages.STACK_TOO_DEEP.format(DEEPEST))
        for number, frame in enumerate(frames, 1):
            node = node_of(node, frame)
            if frame not in native:
                kept, of_python = node, number
        return node, (kept, depth + of_python)

    def profile(self, path: str, progress: Progress | None) -> Profile:
        """What the file says."""
        samples = self.samples
        if samples is None or not len(samples.collector):
            raise ProfileError(messages.NO_STACKS if self.cut < 0 else messages.IS_CUT_OFF.format(self.cut))
        remarks = self.remarks + counted(
            (messages.EVENTS_DO_NOT_FIT, self.unweighed),
            (messages.UNKNOWN_KEYS, self.keys.unknown),
            (messages.TASKS_LEFT_OUT, self.tasks),
        )
        del self.keys, self.source, self.events, self.known
        recording = samples.recording(path, "mojo", self.frames.builder, remarks, self.cut)
        return profile_of(recording, progress=progress)


def _no_sample() -> Sample:
    """What events before the name of a thread are of."""
    return Sample(-1, 0, (0, 0, 0))


def _tid(interpreter: int, name: str) -> str:
    """The thread as austin's text has it: its number in decimal digits, after that of another interpreter."""
    if 0 < len(name) <= len(_HEX_DIGITS) and not name.strip(_HEX_DIGITS):
        name = str(int(name, 16))
    # The first interpreter is the only one in nearly all programs.
    return f"{interpreter}:{name}" if interpreter else name
