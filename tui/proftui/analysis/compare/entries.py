"""Calls out of code under work: what they run is theirs, and what that calls back is their callers'."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

from proftui.analysis.compare.graph import Calls, OneSide, by_caller
from proftui.background.pieces import PIECE, Pace, Pieces
from proftui_parsers.components import component_of, dividing

_MOST_STEPS = 100_000
"""Calls that are followed upwards from calls back, or shares of these; beyond, nothing is folded."""

_NOTHING = 0.01
"""Part of the largest share of a call back, below which an entry has none."""


@dataclass(eq=False)
class Folding:
    """What is under work, and the entries of both sides."""

    work: bytearray
    """By row."""
    modules: Collection[int]
    """Rows that nobody is said to have called, though calls to them stand in the file."""
    entries: dict[int, int] = field(default_factory=dict)
    """By ``caller * rows + callee``, the node of calls from code under work to other code."""
    estimated: set[int] = field(default_factory=set)
    """Calls back, ``caller * rows + callee``, that may be some other caller's."""
    figures: list[Calls] = field(default_factory=list)
    """Of each side, entries with their calls and the time that is left of these."""

    def fold(self, calls: Calls) -> Pieces[Calls | None]:
        """The calls of one side that are left; ``None``: who is called back for whom takes too long."""
        work, rows = self.work, len(self.work)
        kept, backs, others = Calls(), list[int](), list[int]()
        for number, (key, figures) in enumerate(calls.items()):
            caller, callee = divmod(key, rows)
            if not work[caller]:
                (backs if work[callee] else others).append(key)
            elif not work[callee]:
                self.entries.setdefault(key, rows + len(self.entries))
                others.append(key)
            elif callee not in self.modules:
                kept[key] = figures
            if number % PIECE == 0:
                yield
        left = {key: calls[key][1] for key in others if work[key // rows]}
        if backs:
            sources = yield from _finding_sources(calls, others, work, {key // rows for key in backs})
            if sources is None or sum(len(sources[key // rows]) for key in backs) > _MOST_STEPS:
                return None
            pace = Pace()
            for key in backs:
                self._give_back(calls, key, sources[key // rows], left, kept)
                if pace.done(1 + len(sources[key // rows])):
                    yield
        self.figures.append({key: (calls[key][0], max(0.0, time)) for key, time in left.items()})
        return kept | self.figures[-1]

    def add_entries(self, sides: Sequence[OneSide]) -> None:
        """Give both sides all entries, as nodes behind the rows; what other code took is theirs alone."""
        for side, figures in zip(sides, self.figures, strict=True):
            for row, under in enumerate(self.work):
                if not under:
                    side.own[row] = side.calls[row] = 0.0
            for key in self.entries:
                n, time = figures.get(key, (0.0, 0.0))
                side.calls.append(n)
                side.own.append(time if time - time == 0 else 0.0)

    def _give_back(
        self, calls: Calls, key: int, sources: dict[int, float], left: dict[int, float], kept: Calls
    ) -> None:
        """Take a call back off the entries that it came by, and give it to their callers."""
        rows = len(self.work)
        callee, (n, time) = key % rows, calls[key]
        # Who would have made less than one of these calls made none; of modules only the time counts.
        largest = max(sources.values(), default=0.0)
        least = max(0.0 if callee in self.modules else min(1 / n, largest), _NOTHING * largest)
        sources = {entry: part for entry, part in sources.items() if part >= least > 0}
        whole = sum(sources.values())
        for entry, part in sources.items():
            part /= whole
            left[entry] -= part * time
            if callee not in self.modules:
                caller = entry // rows * rows + callee
                known = kept.get(caller, (0.0, 0.0))
                kept[caller] = known[0] + part * n, known[1] + part * time
                if len(sources) > 1:
                    self.estimated.add(caller)


def _finding_sources(
    calls: Calls, keys: Sequence[int], work: Sequence[int], callers: Collection[int]
) -> Pieces[dict[int, dict[int, float]] | None]:
    """By row, which part of it runs by which entry, by key; ``None``: that takes too long.

    Told from the times of the calls between. ``keys``: calls of other code, by it and by code under work.
    """
    rows = len(work)
    inner = [key for key in keys if not work[key // rows]]
    starts, inner = yield from by_caller(inner, rows)
    callees = array("i", [key % rows for key in inner])
    yield
    nodes = array("i")
    components = yield from dividing(range(rows), rows, (starts, callees), order_of_all=nodes)
    place, number = array("i", bytes(4 * rows)), component_of(components, rows)
    first: dict[int, int] = {}
    for position, node in enumerate(nodes):
        place[node] = first.setdefault(number[node], position) if number[node] >= 0 else position
    yield
    above: dict[int, list[int]] = {}
    for key in keys:
        caller, callee = divmod(key, rows)
        if work[caller] or place[caller] != place[callee]:
            above.setdefault(place[callee], []).append(key)
    yield
    found: dict[int, dict[int, float]] = {}
    pace, steps = Pace(), 0
    for row in callers:
        if place[row] not in found:
            found[place[row]], taken = _upwards(place[row], above, calls, work, place)
            steps += taken
            if steps > _MOST_STEPS:
                return None
            if pace.done(taken):
                yield
    return {row: found[place[row]] for row in callers}


def _upwards(
    start: int, above: dict[int, list[int]], calls: Calls, work: Sequence[int], place: Sequence[int]
) -> tuple[dict[int, float], int]:
    """The parts of one component by entries, and how many calls were looked at.

    What others have called goes up in parts of the times of their calls; callers stand behind what they call.
    """
    found: dict[int, float] = {}
    waiting, parts, steps = [start], {start: 1.0}, 1
    while waiting:
        here = heappop(waiting)
        part, keys = parts.pop(here), above.get(here, ())
        steps += len(keys)
        whole = sum(calls[key][1] for key in keys)
        if not whole > 0:
            continue
        for key in keys:
            caller, share = key // len(work), part * calls[key][1] / whole
            if work[caller]:
                found[key] = found.get(key, 0.0) + share
            elif share:
                if place[caller] not in parts:
                    parts[place[caller]] = 0.0
                    heappush(waiting, place[caller])
                parts[place[caller]] += share
    return found, steps
