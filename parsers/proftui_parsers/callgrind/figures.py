"""What callgrind's costs make of functions: their own, with callees, by caller, and by line, for each event.

A function's own cost is that of its lines, its inclusive one that and what its calls of others cost. Where
functions call each other in turn, calls within calls count again; what all of these cost together is known:
their own costs, and calls out of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping

import proftui_parsers.messages as messages
from proftui_parsers.callgrind.costs import BITS, MASK
from proftui_parsers.callgrind.cycles import cycles
from proftui_parsers.entries import LineTime
from proftui_parsers.import_free import TYPE_CHECKING, cached_property
from proftui_parsers.measure import COUNTS, SAMPLES, TIME, Measure
from proftui_parsers.profile import NOT_MEASURED, Edges, Profile, no_edges
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.sums import total
from proftui_parsers.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proftui_parsers.callgrind.costs import Costs
    from proftui_parsers.files import Progress

_SECONDS = {"ns": 1e-9, "nanoseconds": 1e-9, "microseconds": 1e-6, "ticks": 1e-6}
"""Events that are times, and how long one is."""
_SAMPLES, _TICKS = "hits", "ticks"
_MOST_ROWS = 500_000
"""Of a function of which lines are shown."""
_DIFFERS = 0.001
"""The part of the whole from which on it is said that the file gives another one."""


def profile_of_costs(costs: Costs, path: str, progress: Progress | None) -> Profile:
    """The profile of the first event, from which the others can be chosen."""
    figures = _Figures(costs, path)
    totals = [sum(figures.own(event)) * figures.scale(event) for event in figures.events]
    measures = tuple(map(figures.measure, figures.events))
    return profile_of(Tables(measures=measures, totals=totals, make=figures.profile), progress=progress)


class _Figures:
    """The figures of one file; those of an event are made when they are asked for."""

    def __init__(self, costs: Costs, path: str) -> None:
        self.costs, self.path = costs, path
        # A ratio is no sum.
        every = range(len(costs.events))
        self.events = [n for n in every if "/" not in costs.titles.get(costs.events[n], "")] or list(every)
        order = sorted(costs.edges)
        self.callees = array("i", [key >> BITS for key in order])
        self.callers = array("i", [key & MASK for key in order])
        self.places = array("q", map(costs.edges.__getitem__, order))
        self.calls = [int(costs.calls[place]) for place in self.places]
        self.is_sampled = len(costs.events) == 1 and costs.events[0].lower() == _SAMPLES

    # What is measured

    def scale(self, event: int) -> float:
        """Of what a time is: how many seconds one is; else 1."""
        return _SECONDS.get(self.costs.events[event].lower(), 1.0)

    def measure(self, event: int) -> Measure:
        """What an event is about."""
        name = self.costs.events[event]
        if self.is_sampled:
            return SAMPLES
        if name.lower() in _SECONDS:
            return TIME._replace(key=name.lower()) if len(self.events) > 1 else TIME
        return COUNTS._replace(unit=name, title=name, key=name)

    # Columns of an event, as the file has them

    def own(self, event: int) -> list[float]:
        """By function, the costs of its lines."""
        return [costs[event] for costs in self.costs.own]

    def times(self, event: int) -> list[float]:
        """By edge, what its calls cost."""
        costs, wide = self.costs.call_costs, len(self.costs.events)
        return [costs[place * wide + event] for place in self.places]

    @cached_property
    def cycles(self) -> list[list[int]]:
        """Functions that call each other in turn."""
        below: list[list[int]] = [[] for _ in self.costs.names]
        for caller, callee in zip(self.callers, self.callees, strict=True):
            below[caller].append(callee)
        return list(cycles(below))

    @cached_property
    def cycle_of(self) -> Mapping[int, int]:
        """By function in a cycle, which it is."""
        return {function: number for number, cycle in enumerate(self.cycles) for function in cycle}

    @cached_property
    def roots(self) -> bytearray:
        """By function, whether something else than a call in the file began it, too."""
        event = next((e for e in self.events if not self.is_of_calls_alone(e)), self.events[0])
        return self._sums(event).roots()

    def is_of_calls_alone(self, event: int) -> bool:
        """Whether calls cost as much as there are of them: then this is no cost with callees (pprofile)."""
        return len(self.events) > 1 and bool(self.calls) and self.times(event) == self.calls

    def _sums(self, event: int) -> _Sums:
        return _Sums(self, self.own(event), self.times(event))

    # Profiles

    def profile(self, number: int) -> Profile:
        """The profile of a measure."""
        event, costs = self.events[number], self.costs
        scale, sums, measure = self.scale(event), self._sums(event), self.measure(event)
        tottime, cumtime = array("d", [own * scale for own in sums.own]), None
        count, ncalls, primitive = len(costs.names), None, None
        edges = no_edges(count)
        if self.callees:
            cum = sums.cumulative(self.roots)
            ncalls, primitive = self._counts(sums, cum)
            if not self.is_of_calls_alone(event):
                edges = self._edges(sums, cum, scale)
                cumtime = array("d", [time * scale for time in cum])
        whole = total(tottime)
        return Profile(
            path=self.path,
            paths=(self.path,),
            format="callgrind",
            producer=costs.creator or "callgrind",
            measure=measure,
            count=count,
            files=costs.files,
            linenos=costs.linenos,
            names=costs.names,
            tottime=tottime,
            cumtime=cumtime,
            ncalls=ncalls,
            primitive_calls=primitive,
            edges=edges,
            total_time=whole,
            total_calls=None if ncalls is None else sum(ncalls),
            counts_root_calls=self.is_sampled,
            total_primitive_calls=round(whole) if self.is_sampled else None,
            lines=_Lines(costs, event, scale),
            remarks=tuple(self._remarks(event, sum(sums.own))),
        )

    def _counts(self, sums: _Sums, cum: Sequence[float]) -> tuple[list[int], list[int]]:
        """All calls and those that are certainly not recursive; of samples, those with it and of its own."""
        if self.is_sampled:
            return list(map(round, cum)), list(map(round, sums.own))
        ncalls = [int(is_root) for is_root in self.roots]
        again = [0] * len(ncalls)
        for caller, callee, calls in zip(self.callers, self.callees, self.calls, strict=True):
            ncalls[callee] += calls
            again[callee] += calls if caller == callee else 0
        of = self.cycle_of
        return ncalls, [NOT_MEASURED if f in of else n - again[f] for f, n in enumerate(ncalls)]

    def _edges(self, sums: _Sums, cum: Sequence[float], scale: float) -> Edges:
        count, nan = len(cum), float("nan")
        starts, times, owns, primitive = (
            array("q", bytes(8 * (count + 1))),
            array("d"),
            array("d"),
            list[int](),
        )
        for callee in self.callees:
            starts[callee + 1] += 1
        for function in range(count):
            starts[function + 1] += starts[function]
        for caller, callee, calls, time in zip(
            self.callers, self.callees, self.calls, sums.times, strict=True
        ):
            is_again = caller == callee or self.cycle_of.get(caller, -1) == self.cycle_of.get(callee, -2)
            time = min(time, cum[caller], cum[callee]) if is_again else time
            is_only = starts[callee + 1] - starts[callee] == 1 and not self.roots[callee]
            # Calls of a cycle by nobody cannot be told from those within it.
            is_only = is_only and callee not in self.cycle_of
            own = sums.own[callee] if is_only else time if sums.is_leaf[callee] else nan
            times.append(time * scale)
            owns.append(min(own, time) * scale if own == own else nan)
            primitive.append(NOT_MEASURED if is_again else calls)
        ncalls = list(map(round, sums.times)) if self.is_sampled else self.calls
        return Edges(starts, self.callers, ncalls, primitive, owns, times)

    def _remarks(self, event: int, own: float) -> Iterator[str]:
        costs, name = self.costs, self.costs.events[event]
        declared = costs.declared["totals"] or costs.declared["summary"]
        if event == 0 and declared and abs(declared - own) > _DIFFERS * declared:
            yield messages.OTHER_TOTAL.format(declared, name, own)
        if name.lower() == _TICKS:
            yield messages.TICKS_ARE_MICROSECONDS
        if self.callees and not self.is_sampled:
            yield messages.ROOT_CALLS_COUNT_ONCE
        if self.is_of_calls_alone(event):
            yield messages.NO_INCLUSIVE_COST.format(name)
        elif self.cycle_of:
            yield messages.CYCLES_COST_AT_MOST.format(len(self.cycle_of))
        if costs.odd:
            yield messages.COSTS_LEFT_OUT.format(costs.odd)


class _Sums:
    """What the costs of an event add up to."""

    def __init__(self, figures: _Figures, own: list[float], times: list[float]) -> None:
        self.figures, self.own, self.times = figures, own, times
        count, of = len(own), figures.cycle_of
        self.out, self.into = own[:], [0.0] * count
        """By function, its own cost and its calls of others; calls of it by others."""
        self.terms, self.is_leaf = [1] * count, bytearray(b"\x01") * count
        """How many numbers that is, each of which may be rounded."""
        self.inside = [sum(own[function] for function in cycle) for cycle in figures.cycles]
        self.entries = [0.0] * len(self.inside)
        """By cycle, what it costs, and what calls from outside cost."""
        self.largest = own[:]
        for caller, callee, time in zip(figures.callers, figures.callees, times, strict=True):
            self.is_leaf[caller] = 0
            if caller == callee:
                continue
            self.out[caller] += time
            self.into[callee] += time
            self.terms[caller] += 1
            self.terms[callee] += 1
            above, below = of.get(caller), of.get(callee)
            if above is None or above != below:
                self.largest[caller] = max(self.largest[caller], time)
                if above is not None:
                    self.inside[above] += time
                if below is not None:
                    self.entries[below] += time

    def roots(self) -> bytearray:
        """By function, whether it cost more than calls of it, however these are rounded."""
        made, of = bytearray(len(self.own)), self.figures.cycle_of
        called = set(self.figures.callees)
        for function, (most, into, terms) in enumerate(zip(self.out, self.into, self.terms, strict=True)):
            made[function] = function not in called or (function not in of and most - into > terms)
        for cycle, inside, entries in zip(self.figures.cycles, self.inside, self.entries, strict=True):
            if inside - entries > sum(self.terms[function] for function in cycle):
                made[max(cycle, key=lambda function: self.out[function] - self.into[function])] = 1
        for caller, callee in zip(self.figures.callers, self.figures.callees, strict=True):
            if caller == callee and self.terms[callee] == 1:
                made[callee] = 1
        return made

    def cumulative(self, roots: Sequence[int]) -> list[float]:
        """By function, its cost with callees; in cycles the least of what it is at most."""
        made = self.out[:]
        for function, number in self.figures.cycle_of.items():
            most = min(made[function], self.inside[number])
            if not roots[function]:
                most = min(most, self.into[function])
            made[function] = max(most, self.largest[function])
        return made


class _Lines(Mapping[int, tuple[LineTime, ...]]):
    """Costs of lines with what they call, by function; made when they are asked for."""

    def __init__(self, costs: Costs, event: int, scale: float) -> None:
        self._costs, self._event, self._scale = costs, event, scale

    @cached_property
    def _is_told(self) -> bool:
        """Whether functions have costs of several lines: converters give all to the one where it begins."""
        costs = self._costs
        return any(
            costs.lines[block[0]] != line
            for block in costs.blocks.values()
            for start, end in zip(block[::2], block[1::2], strict=True)
            for line in costs.lines[start:end]
        )

    def __len__(self) -> int:
        return len(self._costs.blocks) if self._is_told else 0

    def __iter__(self) -> Iterator[int]:
        return iter(self._costs.blocks if self._is_told else ())

    def __getitem__(self, function: int) -> tuple[LineTime, ...]:
        if not self._is_told:
            raise KeyError(function)
        costs, block, made = self._costs, self._costs.blocks[function], dict[int, float]()
        if sum(block[1::2]) - sum(block[::2]) > _MOST_ROWS:
            return ()
        for start, end in zip(block[::2], block[1::2], strict=True):
            for row in range(start, end):
                line = costs.lines[row]
                made[line] = made.get(line, 0.0) + costs.cost(row, self._event)
        made.pop(0, None)
        return tuple(LineTime(line, NOT_MEASURED, made[line] * self._scale) for line in sorted(made))
