"""The text of austin: ``P123;T0:456;file:function:12;... 1042``, a line a sample, the outermost frame first.

Described in the README of austin 3. Comments, ``# mode: wall``, say what the number is: microseconds,
bytes that were added, or in mode ``full`` three of them, ``time,idle,bytes``. Threads are ``T456``, from
austin 3.5 on ``T0:456`` with the number of the interpreter. Files without comments come of other tools.
"""

from __future__ import annotations

import proftui_parsers.messages as messages
from proftui_parsers.files import UTF16, whole
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.measure import SAMPLES, Measure
from proftui_parsers.profile import Profile, ProfileError
from proftui_parsers.stacks.building import DEEPEST, Builder, counted
from proftui_parsers.stacks.collecting import Collector
from proftui_parsers.stacks.deriving import profile_of, telling
from proftui_parsers.stacks.recording import ORDER, REAL, Track
from proftui_parsers.stacks.text import lines_of, text_of

if TYPE_CHECKING:
    from proftui_parsers.files import Progress
    from proftui_parsers.stacks.collecting import Record
    from proftui_parsers.stacks.recording import Recording

    Place = tuple[int, int]
    """A stack and its thread."""

_WALL = Measure("seconds", "s", "wall time", key="wall")
_CPU = Measure("seconds", "s", "cpu time", key="cpu")
_ALLOCATED = Measure("bytes", "B", "allocated memory", key="allocated")
"""What was added: a sum over samples in which memory grew."""
_NET = Measure("bytes", "B", "net memory", key="net")
"""What was added less what was given back; functions that give back more have less than nothing."""
MODES = {
    "wall": (_WALL, SAMPLES),
    "cpu": (_CPU, SAMPLES),
    "memory": (_ALLOCATED, _NET, SAMPLES),
    "full": (_WALL, _CPU, _ALLOCATED, _NET, SAMPLES),
}
"""By austin's word for what it samples, the measures."""
INVALID, GC = ":INVALID:", ":GC:"
"""As the text calls a frame that could not be read, and what is innermost while garbage is collected."""
_MICROSECOND = 1e-6
_BEGINS = "# austin: "
_LOOKED_AT = 50
"""Lines that tell whether a text without comments is austin's."""
_DIGITS = 18
"""Of a number that any recording has."""
_ROOM, _OF_PLACE = 8 << 20, 300
"""Bytes that texts of which the stack is kept may take, and those of each beside its text."""


def matches(head: bytes) -> bool:
    """Whether a text that begins like this says that it is austin's, or most of its lines are samples."""
    text = text_of(head, cut=True)
    lines = text.split("\n")[: _LOOKED_AT + 1]
    told = [line for line in lines[:-1] or lines if line.strip() and line[:1] != "#"]
    return text.startswith(_BEGINS) or 2 * sum(map(_is_sample, told)) > len(told)


def _is_sample(line: str) -> bool:
    pid, _, rest = line.partition(";")
    return pid[:1] == "P" and pid[1:].isdecimal() and rest[:1] == "T" and rest[1:2] not in ("", " ", ";")


def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
    """The profile of all threads; ProfileError: there are no samples."""
    data = whole(pieces)
    if data[:2] in UTF16:
        data = text_of(data).encode("utf-8", "replace")
    made, cut, end = _Reading(len(data)), -1, data.rfind(b"\n") + 1
    if end < len(data) and (b"\n#" in data or data.startswith((b"#", b"\xef\xbb\xbf#"))):
        # austin writes comments, and ends each line: of this one, digits may be missing.
        data, cut = data[:end], end
    for lines in telling(lines_of(data), progress):
        made.take(lines)
    del data
    return profile_of(made.recording(path, cut), progress=progress)


class Samples:
    """What was sampled in one of austin's modes, in the order of the file."""

    def __init__(self, mode: str, *, is_counted: bool = True) -> None:
        """``mode``: a key of :data:`MODES`. ``is_counted``: each is one sample, not a sum of some."""
        self.mode, self._counted = mode, is_counted
        self.measures = MODES[mode] if is_counted else MODES[mode][:-1]
        self.collector = Collector(len(self.measures))
        self.negative = 0
        self.remarks: list[str] = []

    def weights(self, time: int, memory: int, *, idle: bool = False) -> tuple[float, ...]:
        """What microseconds and bytes weigh in each measure; a negative time is none, and is counted."""
        weights: tuple[float, ...]
        if self.mode == "memory":
            weights = max(0, memory), memory, 1
        else:
            if time < 0:
                self.negative, time = self.negative + 1, 0
            seconds = time * _MICROSECOND
            weights = seconds, 1
            if self.mode == "full":
                weights = seconds, 0.0 if idle else seconds, max(0, memory), memory, 1
        return weights if self._counted else weights[:-1]

    def recording(self, path: str, kind: str, builder: Builder, cut: int) -> Recording:
        """All of them as a recording of a format; ``cut``: where the file ends to be read, if not below 0."""
        said = [messages.CUT_OFF_AT.format(cut)] if cut >= 0 else []
        return builder.collected(
            path,
            kind,
            "austin",
            self.collector,
            measures=self.measures,
            clock=REAL if _WALL in self.measures else ORDER,
            remarks=(*self.remarks, *said, *counted((messages.NEGATIVE_TIMES, self.negative))),
            badges=(messages.CUT_OFF,) if cut >= 0 else (),
        )


class _Reading:
    """One text on its way to a recording."""

    def __init__(self, size: int) -> None:
        self.mode = ""
        """As the last comment before the first sample says."""
        self.builder = Builder(size=size)
        self.frames: dict[str, int] = {}
        """By their text."""
        self.samples: Samples | None = None
        self.fields = 1
        """How many numbers a sample has."""
        self.places: dict[str, Place] = {}
        """By the text before the numbers of some samples."""
        self.room = _ROOM
        self.junk = 0

    def take(self, lines: list[str]) -> None:
        """Some lines."""
        records = []
        for raw in lines:
            line = raw.strip()
            if line[:1] == "#":
                key, _, value = line[1:100].partition(":")
                if self.samples is None and key.strip() == "mode":
                    self.mode = value.strip()
            elif line:
                record = self._record(line) if line[0] == "P" else None
                if record is None:
                    self.junk += 1
                else:
                    records.append(record)
        if self.samples is not None:
            self.samples.collector.extend(records)

    def _record(self, line: str) -> Record | None:
        """What a line says; ``None``: it is no sample."""
        text, _, numbers = line.rpartition(" ")
        values = _numbers(numbers)
        if values is None or (self.samples is not None and len(values) != self.fields):
            return None
        # Most samples have the stack of one before.
        place = self.places.get(text) or self._place(text, len(values))
        if place is None or self.samples is None:
            return None
        idle = len(values) > 1 and values[1] != 0
        return *place, self.samples.weights(values[0], values[-1], idle=idle)

    def _place(self, before: str, fields: int) -> Place | None:
        """The stack and the thread that stand before some numbers; ``None``: there is no thread."""
        process, _, rest = before.partition(";")
        thread, _, stack = rest.partition(";")
        track = _track(process, thread)
        if track is None or stack.count(";") >= DEEPEST:
            return None
        self.samples = self.samples or self._begun(fields)
        known = self.frames
        frames = [
            known[frame] if frame in known else self._frame(frame) for frame in stack.split(";") if frame
        ]
        place = self.builder.known_stack(frames), self.samples.collector.track(track)
        self.room -= len(before) + _OF_PLACE
        if self.room < 0:
            self.places, self.room = {}, _ROOM
        self.places[before] = place
        return place

    def _begun(self, fields: int) -> Samples:
        """Samples of what the comments and the first line say is measured."""
        self.fields = fields
        is_said = fields == 3 or self.mode in MODES
        # One number of all that was measured is time.
        one = self.mode if is_said and self.mode != "full" else "wall"
        # Without comments, lines may be sums of some samples.
        samples = Samples("full" if fields == 3 else one, is_counted=is_said)
        if not is_said:
            samples.remarks.append(messages.NOT_SAID_WHAT)
        return samples

    def _frame(self, text: str) -> int:
        file, line, name = _frame(text)
        frame = self.frames[text] = self.builder.frame(self.builder.function(file, line, name), line)
        return frame

    def recording(self, path: str, cut: int) -> Recording:
        """What the text says; ``cut``: where it ends within a line, if not below 0."""
        if self.samples is None:
            raise ProfileError(messages.NO_STACKS if cut < 0 else messages.IS_CUT_OFF.format(cut))
        self.frames, self.places = {}, {}
        self.samples.remarks += counted((messages.LINES_LEFT_OUT, self.junk))
        return self.samples.recording(path, "austin", self.builder, cut)


def _numbers(text: str) -> list[int] | None:
    """One number, or time, whether the thread was idle, and bytes; ``None``: it is neither."""
    if not text.isascii() or len(text) > 3 * (_DIGITS + 2):
        return None
    parts = text.split(",")
    digits = [part.removeprefix("-") for part in parts]
    if len(parts) not in (1, 3) or not all(part.isdecimal() and len(part) <= _DIGITS for part in digits):
        return None
    return list(map(int, parts))


def _track(process: str, thread: str) -> Track | None:
    """The thread of ``P123``, ``T456`` or ``T0:456``; ``None``: it is none."""
    pid = process[1:]
    # The first interpreter is the only one in nearly all programs.
    tid = thread[1:200].removeprefix("0:")
    is_one = process[:1] == "P" and thread[:1] == "T" and pid.isdecimal() and pid.isascii() and len(pid) < 11
    return Track("", int(pid), tid) if is_one and tid else None


def _frame(text: str) -> tuple[str, int, str]:
    """File, line and function of ``file:function:12``, where a file may have colons; others are names."""
    place, _, line = text.rpartition(":")
    file, colon, name = place.rpartition(":")
    digits = line.removeprefix("-")
    if not colon or not file or not (digits.isdecimal() and digits.isascii() and len(digits) < 10):
        return "", 0, text
    return file, max(0, int(line)), name
