"""MOJO, the binary format of austin: events, of which those of a sample follow the name of its thread.

Described in austin's wiki, "The MOJO file format"; versions 1 to 4. What was read before a file is cut off,
or before an event that no version has, is kept. Each process tells its names and frames once, and has a
number for each.
"""

from __future__ import annotations

import proftui_parsers.messages as messages
from proftui_parsers.files import whole
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.profile import Profile, ProfileError
from proftui_parsers.stacks.austin import GC, INVALID, MODES, Samples
from proftui_parsers.stacks.building import DEEPEST, LONGEST_NAME, Builder, counted
from proftui_parsers.stacks.deriving import profile_of, taking
from proftui_parsers.stacks.recording import NO_NODE, Track

if TYPE_CHECKING:
    from proftui_parsers.files import Progress

_MAGIC = b"MOJ"
_VERSIONS = range(1, 5)
_WITH_COLUMNS, _WITH_INTERPRETER = 2, 3
"""Versions from which on frames have columns, and threads the number of their interpreter."""
_REPEAT = b"\x0d"
_LONGEST_NUMBER = 10
"""Bytes of a number that has 64 bits."""
_SIGN = 0x40
"""In the first byte of a number that is below 0."""
_LARGEST_PID, _LARGEST_LINE = 1 << 32, 1 << 31
_HEX_DIGITS = "0123456789abcdef"
_UNKNOWN = "<unknown>"
_FIXED_NAMES = {b"\x00": "", b"\x01": _UNKNOWN}
"""Names that have a number without being told."""
_KERNEL = "kernel"
"""As austin's text has the file of frames of the system."""
_MOST_KEYS = 500_000
_STEP = 1 << 16
"""Bytes between two words about progress."""


class _BadBytes(Exception):
    """Something that no MOJO file has there, or its end."""


def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
    """The profile of all threads; ProfileError: there are no samples."""
    data = whole(pieces)
    made = _Reading(data)
    del data
    made.read(taking(progress))
    return made.profile(path, progress)


class _Reading:
    """One file on its way to a recording."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, len(_MAGIC)
        self.version = 0
        self.mode = ""
        self.builder = Builder(size=len(data))
        self.samples: Samples | None = None
        self.threads: dict[bytes, tuple[int, int]] = {}
        """Processes and tracks of threads, by the bytes of their event."""
        self.thread = b""
        """The bytes of the last such event."""
        self.processes: dict[int, tuple[dict[bytes, int], dict[bytes, str]]] = {}
        self.frames: dict[bytes, int] = {}
        """Of the process whose turn it is, by number."""
        self.names: dict[bytes, str] = {}
        self.native: set[int] = set()
        """Frames that are not of Python."""
        self.stacks: dict[int, tuple[int, int, list[int]]] = {}
        """By track the last stack: one that it repeats, how many frames that has, and what is below it."""
        self.told = self.unknown = self.unweighed = self.tasks = 0
        self.cut = -1
        self.track = -1
        """Of the sample that is read; below 0: there is none yet."""
        self.time: int | None = None
        self.memory: int | None = None
        self._begin_sample()
        self.events = {
            1: self._take_metadata,
            2: self._take_thread,
            3: self._take_frame,
            4: lambda: self._push(self._numbered("", 0, INVALID)),
            5: self._take_reference,
            6: lambda: self._push(self._numbered(_KERNEL, 0, self._text())),
            7: self._take_gc,
            8: self._take_idle,
            9: self._take_time,
            10: self._take_memory,
            11: self._take_name,
            12: self._raw_number,
            13: self._take_repeat,
            14: self._take_task,
            15: self._take_waiter,
            16: self._raw_number,
        }
        """By kind; 12 refers to a name, 16 names the task that is running."""

    def read(self, progress: Progress | None) -> None:
        """All events, or those before the first that cannot be read."""
        try:
            self.version = self._number()
        except _BadBytes:
            raise ProfileError(messages.IS_CUT_OFF.format(len(self.data))) from None
        if self.version not in _VERSIONS:
            raise ProfileError(messages.NO_SUCH_MOJO.format(self.version))
        try:
            self._take_events(progress)
        except _BadBytes as fault:
            self.cut = fault.args[0]
        if not self._end_sample() and self.cut < 0:
            self.cut = len(self.data)

    def _take_events(self, progress: Progress | None) -> None:
        data, events, told = self.data, self.events, 0
        while (at := self.at) < len(data):
            if progress is not None and at >= told:
                progress(at / len(data))
                told = at + _STEP
            self.at = at + 1
            event = events.get(data[at])
            try:
                if event is None:
                    raise _BadBytes
                event()
            except _BadBytes:
                raise _BadBytes(at) from None

    # What events are made of

    def _raw_number(self) -> bytes:
        """The bytes of a number: enough where it only tells things apart."""
        data, begin = self.data, self.at
        end = begin
        try:
            while data[end] & 0x80:
                end += 1
        except IndexError:
            raise _BadBytes from None
        if end - begin >= _LONGEST_NUMBER:
            raise _BadBytes
        self.at = end + 1
        return data[begin : end + 1]

    def _number(self) -> int:
        """A number: its lowest six bits and its sign first, then seven bits a byte."""
        raw = self._raw_number()
        value, shift = raw[0] & 0x3F, 6
        for byte in raw[1:]:
            value |= (byte & 0x7F) << shift
            shift += 7
        return -value if raw[0] & _SIGN else value

    def _text(self) -> str:
        """A text, as much of it as is kept of a name."""
        begin, end = self.at, self.data.find(b"\0", self.at)
        if end < 0:
            raise _BadBytes
        self.at = end + 1
        # No character has more bytes than four.
        return self.data[begin : min(end, begin + 4 * LONGEST_NAME)].decode("utf-8", "replace")[:LONGEST_NAME]

    def _numbered(self, file: str, line: int, name: str) -> int:
        """The number of a frame."""
        frame = self.builder.frame(self.builder.function(file, line, name), line)
        if not file.endswith(".py") and not (file[:1] == "<" and file[-1:] == ">"):
            self.native.add(frame)
        return frame

    def _push(self, frame: int) -> None:
        self.stack.append(frame)
        if len(self.stack) > DEEPEST:
            raise ProfileError(messages.STACK_TOO_DEEP.format(DEEPEST))

    def _count(self) -> None:
        self.told += 1
        if self.told > _MOST_KEYS:
            raise ProfileError(messages.TOO_MANY_KEYS.format(_MOST_KEYS))

    # Events

    def _take_metadata(self) -> None:
        key, value = self._text(), self._text()
        if key == "mode" and self.samples is None:
            self.mode = value

    def _take_name(self) -> None:
        key = self._raw_number()
        self._count()
        self.names[key] = self._text()

    def _take_frame(self) -> None:
        """A frame with its number: file, function, line, and where that ends and its columns."""
        key, file, name, line = self._raw_number(), self._name(), self._name(), self._number()
        for _ in range(3 if self.version >= _WITH_COLUMNS else 0):
            self._raw_number()
        self._count()
        self.frames[key] = self._numbered(file, line if 0 < line < _LARGEST_LINE else 0, name)

    def _name(self) -> str:
        """The name that the next number stands for."""
        name = self.names.get(self._raw_number())
        self.unknown += name is None
        return _UNKNOWN if name is None else name

    def _take_reference(self) -> None:
        key = self._raw_number()
        if self.of_task:
            self.of_task -= 1
            return
        frame = self.frames.get(key)
        if frame is None:
            self.unknown += 1
            frame = self.builder.frame(self.builder.function("", 0, _UNKNOWN), 0)
        self._push(frame)

    def _take_gc(self) -> None:
        self.gc = True

    def _take_idle(self) -> None:
        self.idle = True

    def _take_time(self) -> None:
        self.time = self._number()

    def _take_memory(self) -> None:
        self.memory = self._number()

    def _take_repeat(self) -> None:
        self.repeats = True
        # To say it twice is to say it once.
        while self.data.startswith(_REPEAT, self.at):
            self.at += 1

    def _take_task(self) -> None:
        """Where a task of asyncio waits, its name and how many frames: that is no stack of a thread."""
        self.tasks += 1
        self._raw_number()
        self._raw_number()
        self.of_task = max(0, self._number())

    def _take_waiter(self) -> None:
        """Which task waits for which."""
        self._raw_number()
        self._raw_number()

    # Samples

    def _take_thread(self) -> None:
        if not self._end_sample():
            self.unweighed += 1
        self._begin_sample()
        # Most samples are of the thread of the one before.
        if self.thread and self.data.startswith(self.thread, self.at):
            self.at += len(self.thread)
            return
        begin, self.track = self.at, -1
        pid = self._number()
        interpreter = self._number() if self.version >= _WITH_INTERPRETER else 0
        name = self._text()
        self.thread = self.data[begin : self.at]
        if self.thread not in self.threads:
            if not 0 <= pid < _LARGEST_PID:
                raise _BadBytes
            track = Track("", pid, _tid(interpreter, name))
            self.threads[self.thread] = pid, self._samples().collector.track(track)
        pid, self.track = self.threads[self.thread]
        self.frames, self.names = self.processes.setdefault(pid, ({}, {**_FIXED_NAMES}))

    def _samples(self) -> Samples:
        """What was sampled, of which the file has said by now what it is."""
        if self.samples is None:
            is_said, self.mode = self.mode in MODES, self.mode if self.mode in MODES else "wall"
            self.samples = Samples(self.mode)
            self.samples.remarks += [] if is_said else [messages.NOT_SAID_WHAT]
        return self.samples

    def _begin_sample(self) -> None:
        self.stack: list[int] = []
        """Frames, the outermost first, without those that are repeated."""
        self.time = self.memory = None
        self.idle = self.gc = self.repeats = False
        self.of_task = 0
        """How many of the next frames are those of a task."""

    def _end_sample(self) -> bool:
        """Add the sample whose events were taken; whether all of it is there."""
        time, memory = self.time, self.memory
        if self.track < 0 or self.samples is None:
            return True
        node = self._node()
        if time is memory is None or (self.mode == "full" and None in (time, memory)):
            return False
        weights = self.samples.weights(time or 0, memory or 0, idle=self.idle)
        self.samples.collector.add(node, self.track, weights)
        return True

    def _node(self) -> int:
        """The stack of the sample; keeps what the next of its thread may repeat of it."""
        builder, stack, above, depth = self.builder, self.stack, NO_NODE, 0
        if self.repeats and self.track in self.stacks:
            # What is not of Python at the end of the one before is not repeated.
            above, depth, last = self.stacks[self.track]
            while last and last[-1] in self.native:
                last.pop()
            above, depth = builder.below(above, last), depth + len(last)
        if depth + len(stack) > DEEPEST:
            raise ProfileError(messages.STACK_TOO_DEEP.format(DEEPEST))
        self.stacks[self.track] = above, depth, stack
        node = builder.below(above, stack) if depth else builder.stack(stack)
        return builder.node(node, builder.frame(builder.function("", 0, GC), 0)) if self.gc else node

    def profile(self, path: str, progress: Progress | None) -> Profile:
        """What the file says."""
        samples = self.samples
        if samples is None or not len(samples.collector):
            raise ProfileError(messages.NO_STACKS if self.cut < 0 else messages.IS_CUT_OFF.format(self.cut))
        samples.remarks += counted(
            (messages.EVENTS_DO_NOT_FIT, self.unweighed),
            (messages.UNKNOWN_KEYS, self.unknown),
            (messages.TASKS_LEFT_OUT, self.tasks),
        )
        recording = samples.recording(path, "mojo", self.builder, self.cut)
        self.__dict__.clear()
        return profile_of(recording, progress=progress)


def _tid(interpreter: int, name: str) -> str:
    """The thread as austin's text has it: its number in decimal digits, after that of another interpreter."""
    if 0 < len(name) <= len(_HEX_DIGITS) and not name.strip(_HEX_DIGITS):
        name = str(int(name, 16))
    # The first interpreter is the only one in nearly all programs.
    return f"{interpreter}:{name}" if interpreter else name
