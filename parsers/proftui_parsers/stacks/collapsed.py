"""Collapsed stacks: a line for each, ``frame;frame;frame 42``, the outermost frame first.

What a weight is, the form does not say: samples where it is known who wrote the text, or where all frames
have file and line as py-spy writes them.
"""

from __future__ import annotations

from array import array
from sys import getsizeof

import proftui_parsers.messages as messages
from proftui_parsers.files import whole
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.measure import COUNTS, SAMPLES, Measure
from proftui_parsers.profile import Profile, ProfileError
from proftui_parsers.stacks.building import DEEPEST, OF_RECORD, Builder, counted
from proftui_parsers.stacks.collecting import MOST_TRACKS
from proftui_parsers.stacks.deriving import profile_of, taking
from proftui_parsers.stacks.frame_texts import (
    Told,
    defined_line,
    joined,
    leading,
    parts_of,
    plain_frame,
    pyspy_frame,
    told_by,
    track_of,
    whole_names,
)
from proftui_parsers.stacks.recording import NO_NODE, Records, Track
from proftui_parsers.stacks.text import lines_of, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from proftui_parsers.files import Progress
    from proftui_parsers.stacks.recording import Recording

_LOOKED_AT = 50
"""Lines that tell whether a text is of stacks."""
_MOST_COMMENTS = 1 << 16
"""Bytes of comments after which it is not asked any more what follows."""
_ROOM, _OF_KEY = 16 << 20, 160
"""Bytes that texts of whole stacks may take, and those of each beside its characters."""
_DIGITS = 18
"""Of a number that any recording has."""
_BITS, _MASK = 16, 0xFFFF
"""Of the number of a thread."""


def matches(head: bytes) -> bool:
    """Whether most lines of a text that begins like this are stacks, some of them of several frames."""
    text = text_of(head, cut=True)
    if text[:8] == "process " and track_of(text) is not None:
        # The command of a process may have many lines.
        return True
    if "\n" not in text:
        text = text.replace("\r", "\n")
    *lines, rest = text.split("\n")
    told = [[line for line in some if line.strip() and not _is_comment(line)] for some in (lines, [rest])]
    lines = told[0][:_LOOKED_AT] or told[1]
    if not lines and _is_comment(text):
        return len(head) > _MOST_COMMENTS
    stacks = [stack for stack in map(parts_of, lines) if stack is not None]
    several = any(_is_several(frames) for frames, _ in stacks)
    return 2 * len(stacks) > len(lines) and (several or text.count("\n") == len(lines) == 1)


def _is_several(frames: str) -> bool:
    first, semicolon, second = frames.partition(";")
    return bool(semicolon and first.strip() and second.strip() and second[:1] not in (" ", "\t"))


def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
    """The profile of all stacks; ProfileError: there is none."""
    data = whole(pieces)
    return profile_of(_Reading(data).recording(path, taking(progress)), progress=progress)


def _is_comment(line: str) -> bool:
    return line[:1] == "#" or line[:2] == "//"


class _Reading:
    """One text on its way to a recording."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.builder = Builder(size=len(data))
        self.told = Told(plain_frame)
        self.has_others = False
        """Whether there is a frame that is not of the dialect."""
        self.tracks: dict[Track, int] = {}
        self.weights: dict[int, float] = {}
        """By stack and thread, which are one number."""
        self.junk = 0
        self._frames: dict[str, int] = {}
        """By text."""
        self._keys: dict[str, int] = {}
        """Stack and thread by the text of whole stacks, as many as there is room for."""
        self._room = _ROOM

    def recording(self, path: str, progress: Progress | None) -> Recording:
        """All of it."""
        begun, is_told, is_joined = list[str](), False, False
        for lines, part in lines_of(self.data):
            some: Iterable[str] = lines
            is_joined = is_joined or any(track_of(line) is not None for line in lines[:_LOOKED_AT])
            if is_joined:
                some = list(joined(lines, begun))
            if not is_told:
                self.told, is_told = told_by(some), True
                self.builder.defined = self.told.defined
            self._take(some)
            if progress is not None:
                progress(part)
        self._take(["\n".join(begun)])
        if not self.weights:
            raise ProfileError(messages.NO_STACKS)
        return self._made(path)

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
            parts = None if _is_comment(line) else parts_of(line)
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
        if key not in self.weights:
            self.builder.take(OF_RECORD)
        self.weights[key] = self.weights.get(key, 0) + weight
        self._room -= getsizeof(stack) + _OF_KEY
        if self._room < 0:
            self._keys, self._room = {}, _ROOM
        self._keys[stack] = key

    def _frame(self, text: str) -> int:
        self.builder.take(len(text))
        frame = self.told.dialect(text)
        self.has_others = self.has_others or (frame is None and text != "")
        file, line, name = frame or ("", 0, text)
        file, first = defined_line(file, line) if self.told.defined else (file, line)
        made = self._frames[text] = self.builder.frame(self.builder.function(file, first, name), line)
        return made

    def _track(self, texts: list[str]) -> tuple[int, int]:
        """The thread of a stack, and how many of the texts say which it is."""
        track, said = leading(texts, self.told)
        number = self.tracks.setdefault(track, len(self.tracks))
        if number >= MOST_TRACKS:
            raise ProfileError(messages.TOO_MANY_THREADS.format(MOST_TRACKS))
        return number, said

    def _made(self, path: str) -> Recording:
        builder, measure = self.builder, self._measure()
        scale = 1e6 if measure.unit == "s" else 1.0
        tracks = dict[Track, int]()
        named = list(self.tracks) if self.told.own else whole_names(self.tracks)
        number = [tracks.setdefault(track, len(tracks)) for track in named]
        records = Records(
            array("i", [key >> _BITS for key in self.weights]),
            array("H", [number[key & _MASK] for key in self.weights]),
            (array("d", [weight / scale for weight in self.weights.values()]),),
        )
        self.weights, self._keys = {}, {}
        return builder.recording(
            path,
            records,
            format="collapsed",
            producer=self.told.producer,
            measures=(measure,),
            tracks=tuple(tracks),
            remarks=tuple(counted((messages.LINES_LEFT_OUT, self.junk))),
            defined=self.told.defined,
        )

    def _measure(self) -> Measure:
        """What weights are of; counts of whatever it is where nobody says."""
        told, has_files = self.told, any(self.builder.linenos) and not self.has_others
        if told.own and told.measure is not None:
            return told.measure
        is_sampled = told.measure is not None or (told.dialect is pyspy_frame and has_files)
        is_whole = all(weight == int(weight) for weight in self.weights.values())
        return SAMPLES if is_sampled and is_whole else COUNTS
