"""The tree of frames that pyinstrument writes as JSON (``-r json``), each with its time with callees.

Its source is pyinstrument's ``renderers/jsonrenderer.py``. Short calls were left out before it was written
and count as own time of their callers, as does ``[self]``, which is the own time of the frame above it.
"""

from __future__ import annotations

from array import array

import proftui_parsers.messages as messages
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.json_walk import JsonWalker, NotJson
from proftui_parsers.measure import TIME, Measure
from proftui_parsers.profile import ProfileError
from proftui_parsers.stacks.building import counted
from proftui_parsers.stacks.collecting import LARGEST, Collector
from proftui_parsers.stacks.json_reading import JsonReading
from proftui_parsers.stacks.pyinstrument import MOST_FUNCTIONS, NAME, Functions
from proftui_parsers.stacks.recording import NO_PARENT, Recording, Track
from proftui_parsers.stacks.settling import OWN_TIME

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


_KEYS = ("function", "file_path", "class_name", "line_no", "time", "await_time")
_AWAIT_TIME = Measure("seconds", "s", "await time", key="await-time")
_ROUNDED = 1e-6
"""Seconds to which times are rounded."""
_MOST_FRAMES, _SMALLEST = 150_000, 100
"""A file may have so many frames, and more only if it has so many bytes for each."""
_LARGEST_LINE = (1 << 31) - 1


class _Texts:
    """Texts, each kept once."""

    def __init__(self) -> None:
        self.all: list[str] = [""]
        self._numbers = {"": 0}

    def number(self, text: object) -> int:
        """The number of a text; of anything else that of the empty one."""
        if not isinstance(text, str):
            return 0
        known = self._numbers.setdefault(text, len(self.all))
        if known == len(self.all):
            self.all.append(text)
            if known > 2 * MOST_FUNCTIONS:
                raise ProfileError(messages.STACKS_OF_TOO_MANY_FUNCTIONS.format(MOST_FUNCTIONS))
        return known


class Tree(JsonReading):
    """A tree on its way to a recording."""

    NAME = NAME

    def __init__(self, walker: JsonWalker) -> None:
        super().__init__(walker)
        self.texts = _Texts()
        self.parent = array("i")
        """By frame, in the order in which they begin, the frame that called it."""
        self.name, self.file, self.of = array("i"), array("i"), array("i")
        """By frame, numbers of texts; -1: not read yet."""
        self.line = array("i")
        self.time, self.awaited = array("d"), array("d")
        """Seconds with callees."""
        self.odd = self.too_short = 0
        self.most = max(_MOST_FRAMES, len(walker.data) // _SMALLEST)

    def top(self) -> None:
        """The whole file."""
        walker = self.walker
        for key in walker.members():
            if key == "root_frame":
                if self.has_content:
                    raise NotJson(walker.at)
                if walker.is_object():
                    self.has_content = True
                    self._read_frames()
                elif walker.value() is None:
                    self.has_content = True

    def _read_frames(self) -> None:
        """All frames: down into the callees of each, then on with what stands behind them."""
        walker = self.walker
        inside: list[tuple[int, Iterator[str | int], bool]] = [
            (self._begin(NO_PARENT), walker.members(), True)
        ]
        while inside:
            here, steps, is_frame = inside[-1]
            for key in steps:
                if key == "children" and walker.is_array():
                    if self.parent[-1] >= here:
                        # It has callees already.
                        raise NotJson(walker.at)
                    inside.append((here, walker.elements(), False))
                    break
                if isinstance(key, int):
                    inside.append((self._begin(here), walker.members(), True))
                    break
                if key in _KEYS:
                    self._take(here, key, walker.value())
            else:
                inside.pop()
                if is_frame and (self.name[here] < 0 or self.time[here] < 0):
                    raise NotJson(walker.at)

    def _begin(self, parent: int) -> int:
        if len(self.parent) >= self.most:
            raise ProfileError(messages.MORE_FRAMES_THAN.format(self.most))
        self.parent.append(parent)
        for column in (self.name, self.file, self.of, self.line):
            column.append(-1)
        self.time.append(-1.0)
        self.awaited.append(0.0)
        return len(self.parent) - 1

    def _take(self, frame: int, key: str, value: Any) -> None:
        """Note what stands at a frame."""
        if key == "function":
            self.name[frame] = self.texts.number(value)
        elif key == "file_path":
            self.file[frame] = self.texts.number(value)
        elif key == "class_name":
            self.of[frame] = self.texts.number(value)
        elif key == "line_no":
            is_line = type(value) is int and 0 < value <= _LARGEST_LINE
            self.line[frame] = value if is_line else 0
        elif key == "time":
            self.time[frame] = self._seconds(value)
        elif key == "await_time":
            self.awaited[frame] = self._seconds(value)

    def _seconds(self, value: object) -> float:
        if not isinstance(value, int | float):
            raise NotJson(self.walker.at)
        if 0 <= value < LARGEST:
            return float(value)
        self.odd += 1
        return 0.0

    def recording(self, path: str) -> Recording:
        """What the file says."""
        functions, has_await = Functions(), any(self.awaited)
        measures = (TIME, _AWAIT_TIME) if has_await else (TIME,)
        collector = Collector(len(measures))
        own, awaited = self._own(self.time), self._own(self.awaited)
        track = collector.track(Track("")) if len(own) else 0
        builder, text, nodes = functions.builder, self.texts.all, array("i")
        for frame, parent in enumerate(self.parent):
            file, name = text[max(0, self.file[frame])], text[self.name[frame]]
            of = text[max(0, self.of[frame])]
            above = nodes[parent] if parent >= 0 else NO_PARENT
            if name == OWN_TIME and parent >= 0:
                nodes.append(above)
            else:
                function = functions.number(file, max(0, self.line[frame]), name, of)
                nodes.append(builder.node(above, builder.frame(function, 0)))
            collector.add(nodes[-1], track, (own[frame], awaited[frame])[: len(measures)])
        return functions.recording(path, collector, measures=measures, remarks=tuple(self._remarks()))

    def _own(self, times: array[float]) -> array[float]:
        """By frame, its time less that of its callees.

        What is below 0 because times were rounded is taken off the longest of the callees, so that all add up
        to the time of the root; what is further below becomes 0 and is counted.
        """
        own, callees, longest = array("d", times), *(array("i", bytes(4 * len(times))) for _ in range(2))
        for frame, parent in enumerate(self.parent):
            if parent >= 0:
                own[parent] -= times[frame]
                callees[parent] += 1
                if callees[parent] == 1 or times[frame] > times[longest[parent]]:
                    longest[parent] = frame
        taken = array("d", bytes(8 * len(times)))
        for frame, time in enumerate(own):
            left = time - taken[frame]
            if time < -_ROUNDED * (1 + callees[frame]):
                self.too_short += 1
            elif left < 0 and callees[frame]:
                taken[longest[frame]] = -left
            own[frame] = left if left >= _ROUNDED / 2 else 0.0
        return own

    def _remarks(self) -> list[str]:
        odd = counted((messages.CALLEES_TAKE_LONGER, self.too_short), (messages.ODD_WEIGHTS, self.odd))
        return [messages.LEFT_OUT_BY_PYINSTRUMENT, *odd]
