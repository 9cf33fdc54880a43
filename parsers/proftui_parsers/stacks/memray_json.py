"""JSON of memray: ``memray transform gprof2dot`` has whole stacks, ``memray stats --json`` largest places.

- gprof2dot: ``functions`` with ``name`` and ``module``; ``events`` with a ``callchain`` of their numbers, the
  innermost first, and what it ``cost``, in the unit of the first of ``costs``
- stats: ``total_num_allocations``, ``total_bytes_allocated``, and of what was allocated in the whole run
  ``top_allocations_by_size`` and ``…_by_count``: ``location`` (``func:file:line``), ``size`` or ``count``
"""

from __future__ import annotations

import proftui_parsers.messages as messages
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.json_walk import JsonWalker, NotJson
from proftui_parsers.measure import BYTES, COUNTS, SAMPLES, TIME
from proftui_parsers.profile import ProfileError
from proftui_parsers.stacks.building import DEEPEST, OF_FRAME, Builder, counted
from proftui_parsers.stacks.collecting import LARGEST, Collector
from proftui_parsers.stacks.json_reading import JsonReading
from proftui_parsers.stacks.memray import ALLOCATIONS, NAME, OF_ROW, frame_of
from proftui_parsers.stacks.notes import amount_of
from proftui_parsers.stacks.recording import NO_NODE, Recording, Track

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_UNITS = {"bytes": BYTES, "s": TIME, "seconds": TIME, "samples": SAMPLES}
_PLACES = COUNTS._replace(title="places", key="places")
_TOTALS = ("total_bytes_allocated", "total_num_allocations")
_LISTS = {"top_allocations_by_size": "size", "top_allocations_by_count": "count"}


class _Reading(JsonReading):
    """One file, of which some arrays are of objects."""

    NAME = NAME
    NEEDED: frozenset[str]
    """Keys of arrays that are in all such files."""

    def __init__(self, walker: JsonWalker) -> None:
        super().__init__(walker)
        self.builder = Builder(size=len(walker.data))
        self.met, self.odd = set[str](), 0

    @property
    def is_ours(self) -> bool:
        """Whether all is there that tells this format."""
        return self.met >= self.NEEDED

    @property
    def is_met(self) -> bool:
        """Whether anything is there that only this format has."""
        return len(self.met & self.NEEDED) > 0

    def entries(self, key: str) -> Iterator[dict[str, Any]]:
        """The objects of the array that comes next; NotJson: it is there twice, or has others in it."""
        if key in self.met or not self.walker.is_array():
            raise NotJson(self.walker.at)
        self.met.add(key)
        for batch in self.walker.batches():
            if set(map(type, batch)) != {dict}:
                raise NotJson(self.walker.at)
            yield from batch

    def amount(self, value: object) -> float:
        """A figure; what can be none counts as 0."""
        is_one = isinstance(value, int | float) and 0 <= value < LARGEST
        self.odd += not is_one
        return float(value) if is_one else 0.0  # type: ignore[arg-type] # it is a number


def _text(entry: dict[str, Any], key: str) -> str:
    value = entry.get(key)
    return value if isinstance(value, str) else ""


class Gprof2dot(_Reading):
    """Whole stacks on their way to a recording."""

    NEEDED = frozenset(("events", "functions"))

    def __init__(self, walker: JsonWalker) -> None:
        super().__init__(walker)
        self.collector, self.measure = Collector(2), COUNTS

    def top(self) -> None:
        """The whole file."""
        builder = self.builder
        for key in self.walker.members():
            if key == "costs":
                for number, cost in enumerate(self.entries(key)):
                    self.measure = self.measure if number else _UNITS.get(_text(cost, "unit"), COUNTS)
            elif key == "events":
                for entry in self.entries(key):
                    self._event(entry.get("callchain"), entry.get("cost"))
            elif key == "functions":
                for entry in self.entries(key):
                    builder.take(OF_FRAME)
                    function = builder.function(_text(entry, "module"), 0, _text(entry, "name"))
                    builder.frame_function.append(function)
                    builder.frame_line.append(0)

    def _event(self, chain: object, cost: object) -> None:
        if not isinstance(chain, list) or not isinstance(cost, list):
            raise NotJson(self.walker.at)
        if len(chain) > DEEPEST:
            raise ProfileError(messages.STACK_TOO_DEEP.format(DEEPEST))
        try:
            node = self.builder.stack(reversed(chain))
        except (TypeError, OverflowError):
            raise NotJson(self.walker.at) from None
        self.builder.take(OF_ROW)
        self.collector.add(node, self.collector.track(Track("")), (self.amount(*cost[:1] or [None]), 1.0))

    def recording(self, path: str) -> Recording:
        """What the file says."""
        largest, frames = max(self.builder.frame_of, default=-1), len(self.builder.frame_function)
        if largest >= frames:
            raise ProfileError(messages.NO_SUCH_FRAME.format(largest, frames))
        if not len(self.collector):
            raise ProfileError(messages.NO_STACKS)
        held = [messages.HELD_AT_PEAK] if self.measure is BYTES else []
        remarks = *held, *counted((messages.ODD_WEIGHTS, self.odd))
        measures = self.measure, _PLACES
        return self.builder.collected(path, NAME, NAME, self.collector, measures=measures, remarks=remarks)


class Stats(_Reading):
    """The largest places, each as a stack of one frame, and what is of no place that is known."""

    NEEDED = frozenset(_LISTS)

    def __init__(self, walker: JsonWalker) -> None:
        super().__init__(walker)
        self.totals, self.peak = dict.fromkeys(_TOTALS, 0.0), 0.0
        self.figures: dict[int, dict[str, float]] = {}
        """By stack, its size and number, as far as they are there."""

    def top(self) -> None:
        """The whole file."""
        for key in self.walker.members():
            if key in self.totals:
                self.totals[key] = self.amount(self.walker.number())
            elif key == "metadata" and self.walker.is_object():
                for inner in self.walker.members():
                    if inner == "peak_memory":
                        self.peak = self.amount(self.walker.number())
            elif key in _LISTS:
                for entry in self.entries(key):
                    frame = frame_of(self.builder, _text(entry, "location").rsplit(":", 2))
                    node, figure = self.builder.node(NO_NODE, frame), entry.get(_LISTS[key])
                    self.figures.setdefault(node, {})[_LISTS[key]] = self.amount(figure)

    def recording(self, path: str) -> Recording:
        """What the file says."""
        collector, left = Collector(2), list(self.totals.values())
        track = collector.track(Track(""))
        for node, known in self.figures.items():
            figures = [known.get(of, 0.0) for of in _LISTS.values()]
            left = [whole - figure for whole, figure in zip(left, figures, strict=True)]
            collector.add(node, track, figures)
        if not len(collector):
            raise ProfileError(messages.NO_STACKS)
        collector.add(NO_NODE, track, [max(0.0, rest) for rest in left])
        said = messages.LARGEST_PLACES_ALONE, messages.ALLOCATED_IN_ALL.format(amount_of(self.peak, BYTES))
        what: dict[str, Any] = {"measures": (BYTES, ALLOCATIONS), "badges": (messages.TOP_ALONE,)}
        remarks = *said, *counted((messages.ODD_WEIGHTS, self.odd))
        return self.builder.collected(path, NAME, NAME, collector, remarks=remarks, **what)
