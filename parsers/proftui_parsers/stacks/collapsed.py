"""Collapsed stacks: a line for each, ``frame;frame;frame 42``, the outermost frame first.

What a frame says depends on who wrote it: py-spy, Tachyon and torch name file and line, others a function
alone. One file is of one of these dialects, told by its first frames.
"""

from __future__ import annotations

from array import array
from sys import getsizeof

import proftui_parsers.messages as messages
from proftui_parsers.measure import COUNTS, SAMPLES
from proftui_parsers.profile import Profile, ProfileError
from proftui_parsers.stacks.building import DEEPEST, OF_RECORD, Builder
from proftui_parsers.stacks.collecting import MOST_TRACKS
from proftui_parsers.stacks.deriving import profile_of, taking
from proftui_parsers.stacks.recording import NO_NODE, Recording, Records, Track
from proftui_parsers.stacks.text import decoded, lines_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from proftui_parsers.files import Progress

    Frame = tuple[str, int, str]
    """File, line that was executing (0: not known), name."""
    Dialect = Callable[[str], Frame | None]

_LOOKED_AT = 50
"""Lines that tell whether a text is of stacks."""
_TELLING = 200
"""Frames that tell the dialect."""
_ROOM, _OF_KEY = 16 << 20, 160
"""Bytes that texts of whole stacks may take, and those of each beside its characters."""
_DIGITS = 18
"""Of a number that any recording has."""
_BITS, _MASK = 16, 0xFFFF
"""Of the number of a thread."""


def matches(head: bytes) -> bool:
    """Whether most lines of a text that begins like this are stacks, some of them of several frames."""
    text = decoded(head, cut=True)
    if text is None or text.lstrip()[:1] in ("{", "["):
        return False
    if "\n" not in text:
        text = text.replace("\r", "\n")
    lines = text.split("\n", _LOOKED_AT + 1)[: _LOOKED_AT + 1]
    whole = [line for line in lines[:-1] or lines if line.strip() and not _is_comment(line)]
    stacks = [stack for stack in map(_parts, whole) if stack is not None]
    several = any(_is_several(frames) for frames, _ in stacks)
    return 2 * len(stacks) > len(whole) and (several or len(whole) < len(lines) == 2)


def _is_several(frames: str) -> bool:
    first, semicolon, second = frames.partition(";")
    return bool(semicolon and first.strip() and second.strip() and second[:1] not in (" ", "\t"))


def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
    """The profile of all stacks; ProfileError: there is none."""
    data = pieces[0] if len(pieces) == 1 else b"".join(pieces)
    pieces.clear()
    return profile_of(_Reading(data).recording(path, taking(progress)), progress=progress)


def _is_comment(line: str) -> bool:
    return line[:1] == "#" or line[:2] == "//"


def _parts(line: str) -> tuple[str, float] | None:
    """The frames and the weight of a line; ``None``: it is no stack."""
    parts = line.rsplit(None, 1)
    if len(parts) == 2:
        frames, number = parts
    elif parts and line[:1] in (" ", "\t"):
        # py-spy writes a thread that has ended as one frame without a name.
        frames, number = "", parts[0]
    else:
        return None
    if number.isdecimal() and number.isascii():
        # More digits than any count has are no number to make.
        return (frames, int(number)) if len(number) < 300 else None
    whole, dot, rest = number.partition(".")
    if dot and (whole + rest).isdecimal() and number.isascii() and len(whole) < 300:
        return frames, float(number)
    return None


class _Reading:
    """One text on its way to a recording."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.builder = Builder(size=len(data))
        self.dialect: Dialect = plain_frame
        self.tracks: dict[Track, int] = {}
        self.weights: dict[int, float] = {}
        """By stack and thread, which are one number."""
        self.junk = 0
        self._frames: dict[str, int] = {}
        """By text."""
        self._keys: dict[str, int] = {}
        """Stack and thread by the text of whole stacks, as many as there is room for."""
        self._room = _ROOM
        self._begins: dict[str, tuple[int, int]] = {}
        """By the text of a first frame, the thread that it names, and 1; 0 where it names none."""

    def recording(self, path: str, progress: Progress | None) -> Recording:
        """All of it."""
        producer = ""
        for some, part in lines_of(self.data):
            if not producer:
                self.dialect, producer = told_by(some)
            self._take(some)
            if progress is not None:
                progress(part)
        if not self.weights:
            raise ProfileError(messages.NO_STACKS)
        return self._made(path, producer)

    def _take(self, lines: Iterable[str]) -> None:
        """Some lines, of which one may come again and again, as may its stack with another weight."""
        times: dict[str, int] = {}
        for line in lines:
            times[line] = times.get(line, 0) + 1
        for line, number in times.items():
            stack, space, weight = line.rpartition(" ")
            key = self._keys.get(stack) if space else None
            if key is not None and weight.isdecimal() and weight.isascii() and len(weight) < _DIGITS:
                self.weights[key] += number * int(weight)
                continue
            parts = None if _is_comment(line) else _parts(line)
            if parts is None:
                self.junk += number * bool(line.strip())
            else:
                self._add(parts[0], number * parts[1])

    def _add(self, stack: str, weight: float) -> None:
        """Another stack."""
        if stack.count(";") >= DEEPEST:
            raise ProfileError(messages.STACK_TOO_DEEP.format(DEEPEST))
        texts, known = stack.split(";"), self._frames
        track, first = self._track(texts)
        if first:
            del texts[:first]
        try:
            frames = list(map(known.__getitem__, texts))
        except KeyError:
            frames = [known[text] if text in known else self._frame(text) for text in texts]
        # Of a very deep stack, they take much.
        texts = []
        key = (self.builder.stack(frames) if frames else NO_NODE) << _BITS | track
        before = self.weights.get(key)
        if before is None:
            self.builder.take(OF_RECORD)
            self.weights[key] = weight
        else:
            self.weights[key] = before + weight
        self._room -= getsizeof(stack) + _OF_KEY
        if self._room < 0:
            self._keys, self._room = {}, _ROOM
        self._keys[stack] = key

    def _frame(self, text: str) -> int:
        self.builder.take(len(text))
        file, line, name = self.dialect(text) or ("", 0, text)
        made = self._frames[text] = self.builder.frame(self.builder.function(file, line, name), line)
        return made

    def _track(self, texts: Sequence[str]) -> tuple[int, int]:
        """The thread of a stack, and how many of the frames say which it is."""
        first, known = texts[0] if texts else "", self._begins
        if first in known:
            return known[first]
        # A process is followed by a thread of its own.
        said, pid, name, tid = 0, 0, "", ""
        for text in texts[:2]:
            track = track_of(text)
            if track is None or (said and not (pid and not tid)):
                break
            said += 1
            pid, name, tid = track.pid or pid, track.name or name, track.tid or tid
        number = self.tracks.setdefault(Track(name, pid, tid), len(self.tracks))
        if number >= MOST_TRACKS:
            raise ProfileError(messages.TOO_MANY_THREADS.format(MOST_TRACKS))
        if said < 2 and not pid:
            known[first] = number, said
        return number, said

    def _made(self, path: str, producer: str) -> Recording:
        builder, weights = self.builder, self.weights.values()
        is_whole = all(weight == int(weight) for weight in weights)
        remarks = [messages.LINES_LEFT_OUT.format(self.junk)] if self.junk else []
        records = Records(
            array("i", [key >> _BITS for key in self.weights]),
            array("H", [key & _MASK for key in self.weights]),
            (array("d", weights),),
        )
        self.weights, self._keys = {}, {}
        return Recording(
            path=path,
            paths=(path,),
            format="collapsed",
            producer=producer,
            stacks=builder.stacks(),
            files=builder.files,
            linenos=builder.linenos,
            names=builder.names,
            measures=(SAMPLES if is_whole else COUNTS,),
            tracks=tuple(self.tracks),
            records=records,
            remarks=tuple(remarks),
        )


def track_of(text: str) -> Track | None:
    """The process or thread that a frame names: ``thread (17): main``, ``tid:17``, ``process 17:"cmd"``."""
    if text[:8] == "thread (":
        tid, close, rest = text[8:].partition(")")
        return Track(rest.removeprefix(":").strip(), tid=tid) if close else None
    if text[:4] == "tid:":
        return Track("", tid=text[4:]) if text[4:].isalnum() else None
    if text[:8] == "process ":
        number, colon, _ = text[8:].partition(":")
        return Track("", pid=int(number)) if colon and _is_number(number) else None
    return None


def told_by(lines: Iterable[str]) -> tuple[Dialect, str]:
    """How frames are written, and by whom, by what most of the first frames look like."""
    frames: dict[str, None] = {}
    for line in lines:
        parts = _parts(line)
        if parts is not None:
            frames |= dict.fromkeys(text for text in parts[0].split(";") if track_of(text) is None)
        if len(frames) >= _TELLING:
            break
    for dialect, producer in (
        (pyspy_frame, "py-spy"),
        (tachyon_frame, messages.PYTHONS_SAMPLER),
        (torch_frame, "torch"),
    ):
        told = sum(dialect(frame) is not None for frame in frames)
        if 2 * told > len(frames):
            return dialect, producer
    return plain_frame, "collapsed stacks"


def _is_number(text: str) -> bool:
    return text.isdecimal() and text.isascii() and len(text) < 10


def pyspy_frame(text: str) -> Frame | None:
    """``name (file.py:12)``, ``name (file.py)``, ``name (lib.so)``."""
    if text[-1:] != ")":
        return None
    name, opened, place = text[:-1].rpartition(" (")
    if not opened:
        return None
    file, colon, line = place.rpartition(":")
    return (file, int(line), name) if colon and _is_number(line) else (place, 0, name)


def tachyon_frame(text: str) -> Frame | None:
    """``file.py:name:12``; ``<task>:Task-1:0`` is of no file."""
    rest, colon, line = text.rpartition(":")
    if not colon or not _is_number(line):
        return None
    file, colon, name = rest.rpartition(":")
    if not colon:
        return None
    return file, int(line), name


def torch_frame(text: str) -> Frame | None:
    """``file.py(12): name``."""
    place, colon, name = text.partition("): ")
    file, opened, line = place.rpartition("(")
    return (file, int(line), name) if colon and opened and _is_number(line) else None


def plain_frame(text: str) -> Frame | None:
    """A name alone."""
    return "", 0, text
