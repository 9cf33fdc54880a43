"""The text of austin: ``P123;T0:456;file:function:12;... 1042``, a line a sample, the outermost frame first.

Described in the README of austin 3. Comments, ``# mode: wall``, say what the number is: microseconds,
bytes that were added, or in mode ``full`` three of them, ``time,idle,bytes``. Threads are ``T456``, from
austin 3.5 on ``T0:456`` with the number of the interpreter. Files without comments come of other tools.
"""

from __future__ import annotations

import proftui_parsers.messages as messages
from proftui_parsers.files import UTF16
from proftui_parsers.profile import Profile, ProfileError
from proftui_parsers.stacks.austin_samples import MODES, Frames, Samples
from proftui_parsers.stacks.building import DEEPEST, counted
from proftui_parsers.stacks.deriving import profile_of, taking
from proftui_parsers.stacks.recording import Track
from proftui_parsers.stacks.text import decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui_parsers.files import Progress
    from proftui_parsers.stacks.collecting import Record

    Place = tuple[int, int]
    """A stack and its thread."""

_BEGINS, _MARK = b"# austin: ", b"\xef\xbb\xbf"
_LOOKED_AT = 50
"""Lines that tell whether a text without comments is austin's."""
_LONGEST_NUMBERS = 60
_DIGITS = 18
"""Of a number that any recording has."""
_WINDOW = 256 << 10
"""Bytes of lines that are told apart at once."""
_ROOM, _OF_PLACE = 8 << 20, 300
"""Bytes that texts of which the stack is kept may take, and those of each beside its text."""
_MOST_WEIGHTS, _FEW = 1 << 14, 1000


def matches(head: bytes) -> bool:
    """Whether a text that begins like this says that it is austin's, or most of its lines are samples."""
    if head.removeprefix(_MARK).startswith(_BEGINS):
        return True
    text = decoded(head, cut=True)
    if text.startswith(_BEGINS.decode()):
        return True
    lines = text.split("\n")[: _LOOKED_AT + 1]
    whole = [line for line in lines[:-1] or lines if line.strip() and line[:1] != "#"]
    return 2 * sum(map(_is_sample, whole)) > len(whole)


def _is_sample(line: str) -> bool:
    pid, _, rest = line.partition(";")
    return pid[:1] == "P" and pid[1:].isdecimal() and rest[:1] == "T" and rest[1:2] not in ("", " ", ";")


def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
    """The profile of all threads; ProfileError: there are no samples."""
    data = b"".join(pieces)
    pieces.clear()
    if data[:2] in UTF16:
        data = decoded(data).encode("utf-8", "replace")
    made = _Reading(data.removeprefix(_MARK))
    del data
    made.read(taking(progress))
    return made.profile(path, progress)


class _Reading:
    """One text on its way to a recording."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.mode = ""
        """As the last comment before the first sample says."""
        self.frames = Frames(len(data))
        self.known: dict[bytes, int] = {}
        """Frames by their text."""
        self.tracks: dict[bytes, int] = {}
        """Threads by their text."""
        self.samples: Samples | None = None
        self.fields = 1
        """How many numbers a sample has."""
        self.places: dict[bytes, Place] = {}
        """By the text before the numbers of some samples."""
        self._room = _ROOM
        self.weights: dict[bytes, tuple[float, ...]] = {}
        """What some numbers weigh."""
        self.others: set[bytes] = set()
        """Some short lines that are no samples."""
        self.remarks: list[str] = []
        self.junk = 0
        self.has_comments = False
        self.cut = -1

    def read(self, progress: Progress | None) -> None:
        """All lines."""
        data, at = self.data, 0
        while at < len(data):
            if progress is not None:
                progress(at / len(data))
            end = data.rfind(b"\n", at, at + _WINDOW)
            if end < 0:
                end = data.find(b"\n", at)
            if end < 0:
                end = len(data)
                if self.has_comments or data[at:].lstrip().startswith(b"#"):
                    # austin ends each line: of this one, digits may be missing.
                    self.cut = at
                    return
            self._take_lines(data[at:end].split(b"\n"))
            at = end + 1

    def _take_lines(self, lines: list[bytes]) -> None:
        others, records = self.others, []
        for raw in lines:
            if raw in others:
                self.junk += 1
                continue
            line = raw.strip()
            if line.startswith(b"P"):
                record = self._record(line)
                if record is not None:
                    records.append(record)
                    continue
            elif line.startswith(b"#"):
                self._take_comment(line)
                continue
            elif not line:
                continue
            self.junk += 1
            if len(others) < _FEW and len(raw) < _FEW:
                others.add(raw)
        if self.samples is not None:
            self.samples.collector.extend(records)

    def _take_comment(self, line: bytes) -> None:
        self.has_comments = True
        key, _, value = line[1:100].partition(b":")
        if self.samples is None and key.strip() == b"mode":
            self.mode = value.strip().decode("ascii", "replace")

    def _record(self, line: bytes) -> Record | None:
        """What a line says; ``None``: it is no sample. Most have the stack of one before, or its numbers."""
        text, _, numbers = line.rpartition(b" ")
        weights, values = self.weights.get(numbers), None
        if weights is None:
            values = _numbers(numbers)
            if values is None or (self.samples is not None and len(values) != self.fields):
                return None
        place = self.places.get(text) or self._place(text, self.fields if values is None else len(values))
        if place is None:
            return None
        if weights is None and values is not None:
            weights = self._weights(values)
            # Samples with negative numbers may be counted.
            if b"-" not in numbers and len(self.weights) < _MOST_WEIGHTS:
                self.weights[numbers] = weights
        return *place, weights or ()

    def _place(self, text: bytes, fields: int) -> Place | None:
        """The stack and the thread that stand before some numbers; ``None``: there is no thread."""
        semicolon = text.find(b";", text.find(b";") + 1)
        thread, stack = (text, b"") if semicolon < 0 else (text[:semicolon], text[semicolon + 1 :])
        is_known = thread in self.tracks or _track(thread) is not None
        if not is_known or stack.count(b";") >= DEEPEST:
            return None
        samples = self.samples or self._begun(fields)
        place = self._node(stack), self._track_number(samples, thread)
        self._room -= len(text) + _OF_PLACE
        if self._room < 0:
            self.places, self._room = {}, _ROOM
        self.places[text] = place
        return place

    def _weights(self, values: tuple[int, ...]) -> tuple[float, ...]:
        """What the numbers of a sample weigh."""
        assert self.samples is not None
        if self.fields == 3:
            return self.samples.weights(values[0], values[2], idle=values[1] != 0)
        return self.samples.weights(values[0], values[0])

    def _begun(self, fields: int) -> Samples:
        """Samples of what the comments and the first line say is measured."""
        is_said = self.mode in MODES
        mode = self.mode if is_said else "wall"
        if fields == 3:
            mode = "full"
        elif mode == "full":
            # mojo2austin leaves all but the time out.
            mode = "wall"
        elif not is_said:
            self.remarks.append(messages.NOT_SAID_WHAT)
        self.fields = fields
        # Without comments, lines may be sums of some samples.
        self.samples = Samples(mode, is_counted=is_said or fields == 3)
        return self.samples

    def _track_number(self, samples: Samples, thread: bytes) -> int:
        number = self.tracks.get(thread)
        if number is None:
            number = self.tracks[thread] = samples.collector.track(_track(thread) or Track(""))
        return number

    def _node(self, stack: bytes) -> int:
        texts, known = stack.split(b";"), self.known
        if b"" in texts:
            texts = [text for text in texts if text]
        if b";L" in stack:
            texts = _with_lines(texts)
        try:
            frames = tuple(map(known.__getitem__, texts))
        except KeyError:
            frames = tuple([known[text] if text in known else self._frame(text) for text in texts])
        return self.frames.builder.known_stack(frames)

    def _frame(self, text: bytes) -> int:
        frame = self.known[text] = self.frames.number(*_frame(text.decode("utf-8", "replace")))
        return frame

    def profile(self, path: str, progress: Progress | None) -> Profile:
        """What the file says."""
        self.data = b""
        if self.samples is None:
            raise ProfileError(messages.NO_STACKS if self.cut < 0 else messages.IS_CUT_OFF.format(self.cut))
        self.known.clear()
        self.places.clear()
        remarks = [*self.remarks, *counted((messages.LINES_LEFT_OUT, self.junk))]
        recording = self.samples.recording(path, "austin", self.frames.builder, remarks, self.cut)
        return profile_of(recording, progress=progress)


def _with_lines(texts: list[bytes]) -> list[bytes]:
    """Frames with lines that follow as frames of their own, ``file:function;L12``: ``-a`` of austin 3.4."""
    joined: list[bytes] = []
    for text in texts:
        if joined and text[:1] == b"L" and text[1:].isdigit():
            joined[-1] += b":" + text[1:]
        else:
            joined.append(text)
    return joined


def _numbers(text: bytes) -> tuple[int, ...] | None:
    """One number, or time, whether the thread was idle, and bytes; ``None``: it is neither."""
    if len(text) > _LONGEST_NUMBERS:
        return None
    parts = text.split(b",")
    if len(parts) not in (1, 3) or not all(map(_is_number, parts)):
        return None
    return tuple(map(int, parts))


def _is_number(text: bytes) -> bool:
    digits = text.removeprefix(b"-")
    return digits.isdigit() and len(digits) <= _DIGITS


def _track(text: bytes) -> Track | None:
    """The thread of ``P123;T456`` or ``P123;T0:456``; ``None``: it is none."""
    process, _, thread = text[:200].decode("utf-8", "replace").partition(";")
    pid = process[1:]
    if process[:1] != "P" or not (pid.isdecimal() and pid.isascii() and len(pid) < 11) or thread[:1] != "T":
        return None
    # The first interpreter is the only one in nearly all programs.
    tid = thread[1:].removeprefix("0:")
    return Track("", int(pid), tid) if tid else None


def _frame(text: str) -> tuple[str, int, str]:
    """File, line and function of ``file:function:12``, where a file may have colons; others are names."""
    place, _, line = text.rpartition(":")
    file, colon, name = place.rpartition(":")
    digits = line.removeprefix("-")
    if not colon or not file or not (digits.isdecimal() and digits.isascii() and len(digits) < 10):
        return "", 0, text
    return file, max(0, int(line)), name
