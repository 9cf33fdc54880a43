"""What memray exports: rows or JSON of places that hold memory with their stacks; JSON of the largest places.

- ``memray transform csv``: ``allocator,num_allocations,size,tid,thread_name,stack_trace``, where a thread is
  ``0x1 (name)`` and a stack ``func;file;line|func;file;line``, the innermost frame first
- ``memray transform gprof2dot``: ``functions`` with ``name`` and ``module``; ``events`` with a ``callchain``
  of their numbers, the innermost first, and what it ``cost``, of which ``costs`` has the unit
- ``memray stats --json``: ``total_num_allocations``, ``total_bytes_allocated``, and of what was allocated in
  the whole run ``top_allocations_by_size`` and ``…_by_count``: ``location`` (``func:file:line``), ``size`` or
  ``count``
"""

from __future__ import annotations

import csv
import re

import proftui_parsers.messages as messages
from proftui_parsers.files import whole
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.json_walk import JsonWalker, NotJson
from proftui_parsers.measure import BYTES, COUNTS
from proftui_parsers.profile import Profile, ProfileError
from proftui_parsers.stacks.building import OF_RECORD, Builder, counted
from proftui_parsers.stacks.collecting import Collector, amount
from proftui_parsers.stacks.deriving import profile_of, telling
from proftui_parsers.stacks.json_reading import JsonReading
from proftui_parsers.stacks.recording import NO_NODE, Recording, Track
from proftui_parsers.stacks.text import LONGEST_LINE, lines_of

if TYPE_CHECKING:
    from typing import Any

    from proftui_parsers.files import Progress

_NAME = "memray"
_BETWEEN = re.compile(r"(?<=\d)\|")
"""Frames end with a line, and a name may have the sign that parts them: ``operator|``."""
_ALLOCATIONS, _PLACES = (COUNTS._replace(title=key, key=key) for key in ("allocations", "places"))
_TOTALS = ("total_bytes_allocated", "total_num_allocations")
_COMMAS, _OF_ROW = 5, 32
"""Commas of a row, and bytes that it takes beside its stack."""
csv.field_size_limit(LONGEST_LINE)


def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
    """The profile of all stacks of a csv file; ProfileError: there are none."""
    data = whole(pieces)
    builder, collector, known, left_out = Builder(size=len(data)), Collector(2), dict[str, int](), 0
    tracks = dict[str, int]()
    for lines in telling(lines_of(data), progress):
        rows = [line.rstrip() for line in lines if line.count(",") >= _COMMAS]
        left_out += len(list(filter(str.strip, lines))) - len(rows)
        for line in rows:
            try:
                fields = next(csv.reader([line]), []) if '"' in line else line.split(",")
                _, number, size, _, thread, trace = fields
                weights = amount(size), amount(number)
            except (ValueError, csv.Error):
                left_out += not line.startswith("allocator,")
                continue
            frames = list[int]()
            for text in filter(None, _BETWEEN.split(trace)):
                if text not in known:
                    builder.take(OF_RECORD + len(text))
                    known[text] = _frame(builder, text, ";")
                frames.append(known[text])
            if thread not in tracks:
                tid, _, name = thread.partition(" (")
                tracks[thread] = collector.track(Track(name.removesuffix(")"), tid=tid))
            builder.take(_OF_ROW)
            collector.add(builder.stack(reversed(frames)), tracks[thread], weights)
    remarks = messages.HELD_AT_PEAK, *counted((messages.LINES_LEFT_OUT, left_out))
    what: dict[str, Any] = {"measures": (BYTES, _ALLOCATIONS), "remarks": remarks}
    return profile_of(builder.collected(path, _NAME, _NAME, collector, **what), progress=progress)


def _frame(builder: Builder, text: str, sign: str) -> int:
    """The number of a frame of which this is the name, the file and the line, or the name alone."""
    name, file, line = [*text.rsplit(sign, 2), "", ""][:3]
    number = int(line) if line.isdecimal() and len(line) < 10 else 0
    return builder.frame(builder.function(file, number, name), number)


class MemrayJson(JsonReading):
    """JSON on its way to a recording, of whole stacks or, each as a stack of one frame, of largest places."""

    NAME = _NAME

    def __init__(self, walker: JsonWalker) -> None:
        super().__init__(walker)
        self.builder, self.collector = Builder(size=len(walker.data)), Collector(2)
        self.track = self.collector.track(Track(""))
        self.left, self.met = [0.0, 0.0], set[str]()
        """Of both totals, what is of no place that is known; and units and arrays that are there."""
        self.arrays = {
            "costs": lambda entry: self.met.add(entry["unit"]),
            "events": self._event,
            "functions": self._function,
            "top_allocations_by_size": self._place,
            "top_allocations_by_count": self._place,
        }

    @property
    def is_ours(self) -> bool:
        """Whether there is what tells one of both; gprof2dot reads costs of other tools, too."""
        return not self.met.isdisjoint(("bytes", "top_allocations_by_size"))

    def top(self) -> None:
        """The whole file."""
        for key in self.walker.members():
            try:
                if key in _TOTALS:
                    self.left[_TOTALS.index(key)] += amount(self.walker.number())
                elif key in self.arrays:
                    self.met.add(key)
                    for batch in self.walker.batches():
                        self.builder.take(_OF_ROW * len(batch))
                        for entry in batch:
                            self.arrays[key](entry)
            except (AttributeError, LookupError, OverflowError, TypeError, ValueError):
                raise NotJson(self.walker.at) from None

    def _event(self, entry: Any) -> None:
        node = self.builder.stack(reversed(entry["callchain"]))
        self.collector.add(node, self.track, (amount(entry["cost"][0]), 1.0))

    def _function(self, entry: Any) -> None:
        self.builder.frame_function.append(self.builder.function(entry["module"], 0, entry["name"]))
        self.builder.frame_line.append(0)

    def _place(self, entry: Any) -> None:
        weights = [amount(entry.get(key, 0)) for key in ("size", "count")]
        self.left = [left - weight for left, weight in zip(self.left, weights, strict=True)]
        node = self.builder.node(NO_NODE, _frame(self.builder, entry["location"], ":"))
        self.collector.add(node, self.track, weights)

    def recording(self, path: str) -> Recording:
        """What the file says."""
        if not len(self.collector):
            raise ProfileError(messages.NO_STACKS)
        largest, frames = max(self.builder.frame_of, default=-1), len(self.builder.frame_function)
        if largest >= frames:
            raise ProfileError(messages.NO_SUCH_FRAME.format(largest, frames))
        what: dict[str, Any] = {"measures": (BYTES, _PLACES), "remarks": (messages.HELD_AT_PEAK,)}
        if "bytes" not in self.met:
            self.collector.add(NO_NODE, self.track, [max(0.0, rest) for rest in self.left])
            remarks, badges = (messages.LARGEST_PLACES_ALONE,), (messages.TOP_ALONE,)
            what = {"measures": (BYTES, _ALLOCATIONS), "remarks": remarks, "badges": badges}
        return self.builder.collected(path, _NAME, _NAME, self.collector, **what)
