"""Sessions of pyinstrument: every sample with its whole stack, each frame a text.

A frame is ``function NUL file NUL line of its definition``, then attributes, each behind a byte 1: ``l`` with
the line that was executing, ``c`` with the class of ``self``. ``Session.save`` writes them, as does
``pyinstrument -r pyisession`` (``-r session`` before 5). The source is pyinstrument's ``frame_info.py`` and
``session.py``.
"""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

import proftui_parsers.messages as messages
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.json_walk import JsonWalker, NotJson
from proftui_parsers.measure import SAMPLES, TIME
from proftui_parsers.profile import ProfileError
from proftui_parsers.stacks.building import Builder, counted
from proftui_parsers.stacks.collecting import LARGEST, Collector
from proftui_parsers.stacks.json_reading import JsonReading
from proftui_parsers.stacks.recording import NO_NODE, REAL, Track
from proftui_parsers.stacks.settling import OWN_TIME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from proftui_parsers.stacks.collecting import Record
    from proftui_parsers.stacks.recording import Recording

NAME = "pyinstrument"
MOST_FUNCTIONS = 100_000
"""As many as fit into the memory that a small file may take; programs have some ten thousand."""
_NO_SELF = "NoneType"
"""The class of a ``self`` that was given up, as functions do to break circles."""
_THREAD = "<thread>"
"""The file of a frame that is a thread, the outermost one; its line is the number of the thread."""
_OF_TEXT = 128
"""Bytes that a text takes."""
_KEPT = 8 << 20
"""Bytes of stacks that are kept."""
_OWN = 1 << 31
"""Stands for a frame that is own time of the one before: a number that no frame has."""
_LONGEST_LINE = 10
"""Digits from which on a text is no line."""


class Functions:
    """Functions of pyinstrument in a builder, told apart by lines of definitions; with their classes."""

    def __init__(self) -> None:
        self.builder = Builder(defined=True)
        self._classes: dict[int, str] = {}
        """By function, the class of ``self`` that it ran with; empty: several, perhaps none its own."""

    def number(self, file: str, line: int, name: str, of: str) -> int:
        """The number of a function that ran with a ``self`` of class ``of``; empty: it had none."""
        known = self.builder.function(file, line, name)
        if known >= MOST_FUNCTIONS:
            raise ProfileError(messages.STACKS_OF_TOO_MANY_FUNCTIONS.format(MOST_FUNCTIONS))
        if of and of != _NO_SELF and self._classes.setdefault(known, of) != of:
            self._classes[known] = ""
        return known

    def names(self) -> list[str]:
        """The names of all, with the class where there was but one."""
        names, classes = self.builder.names, self._classes
        return [f"{classes[of]}.{name}" if classes.get(of) else name for of, name in enumerate(names)]

    def recording(self, path: str, collector: Collector, **what: Any) -> Recording:
        """The recording of what was collected; ProfileError: that is nothing."""
        return self.builder.collected(path, NAME, NAME, collector, names=self.names(), defined=True, **what)


class _Frames(dict[str, int]):
    """The number of each frame by its text; threads are below 0, from -1 down."""

    def __init__(self, functions: Functions, thread: Callable[[Track], int]) -> None:
        self.functions, self.thread = functions, thread

    def __missing__(self, text: object) -> int:
        """TypeError: this is no text."""
        if not isinstance(text, str):
            raise TypeError
        self[text] = known = self._number(text)
        if len(self) > 2 * MOST_FUNCTIONS:
            raise ProfileError(messages.STACKS_OF_TOO_MANY_FUNCTIONS.format(MOST_FUNCTIONS))
        return known

    def _number(self, text: str) -> int:
        identity, *attributes = text.split("\x01")
        name, _, place = identity.partition("\x00")
        file, _, number = place.partition("\x00")
        if file == _THREAD:
            return -1 - self.thread(Track(name, tid=number))
        if name == OWN_TIME and not file:
            return _OWN
        line = of = ""
        for attribute in attributes:
            if attribute[:1] == "l":
                line = attribute[1:]
            elif attribute[:1] == "c":
                of = attribute[1:]
        function = self.functions.number(file, line_of(number), name, of)
        return self.functions.builder.frame(function, line_of(line))


class Session(JsonReading):
    """A session on its way to a recording."""

    NAME = NAME

    def __init__(self, walker: JsonWalker) -> None:
        super().__init__(walker)
        self.functions = Functions()
        self.collector = Collector(2)
        self.frames = _Frames(self.functions, self.collector.track)
        self.odd = 0
        self.stacks: dict[tuple[str, ...], tuple[int, int]] = {}
        """Node and thread of some stacks, by their texts: many come again."""
        self.room = _KEPT

    def top(self) -> None:
        """The whole file."""
        walker = self.walker
        for key in walker.members():
            if key == "frame_records" and walker.is_array():
                if self.has_content:
                    raise NotJson(walker.at)
                self.has_content = True
                self._read_records()

    def _read_records(self) -> None:
        """All samples."""
        for batch in self.walker.batches():
            try:
                samples = [(self._stack(texts), seconds) for texts, seconds in batch]
                self.collector.extend(self._records(samples))
            except (TypeError, ValueError):
                raise NotJson(self.walker.at) from None

    def _stack(self, texts: object) -> tuple[int, int]:
        """Node and thread of a stack of texts; TypeError, ValueError: it is none."""
        if not isinstance(texts, list):
            raise TypeError
        known = tuple(texts)
        stack = self.stacks.get(known)
        if stack is None:
            stack = self._placed([*map(self.frames.__getitem__, texts)])
            size = _OF_TEXT * (1 + len(known))
            if size < self.room:
                self.room -= size
                self.stacks[known] = stack
        return stack

    def _placed(self, frames: list[int]) -> tuple[int, int]:
        """Node and thread of a stack; ValueError: it has a thread where a frame should be."""
        frames = [frame for frame in frames if frame != _OWN]
        is_told = bool(frames) and frames[0] < 0
        track = -1 - frames.pop(0) if is_told else self.collector.track(Track(""))
        if frames and min(frames) < 0:
            raise ValueError
        return self.functions.builder.stack(frames) if frames else NO_NODE, track

    def _records(self, samples: list[tuple[tuple[int, int], float]]) -> Iterator[Record]:
        for stack, group in groupby(samples, itemgetter(0)):
            time, count = 0.0, 0
            for _, seconds in group:
                count += 1
                if 0 <= seconds < LARGEST:
                    time += seconds
                else:
                    self.odd += 1
            yield *stack, (time, count)

    def recording(self, path: str) -> Recording:
        """What the file says."""
        remarks = tuple(counted((messages.ODD_WEIGHTS, self.odd)))
        return self.functions.recording(
            path, self.collector, measures=(TIME, SAMPLES), clock=REAL, remarks=remarks
        )


def line_of(text: str) -> int:
    """The line that a text is; 0: it is none."""
    return int(text) if text.isdecimal() and text.isascii() and len(text) < _LONGEST_LINE else 0
