"""The format ``callgrind``: functions with their own costs, with callees, by caller and line, for each event.

A function's own cost is that of its lines, its inclusive one that and what its calls of others cost. Where
functions call each other in turn, calls within calls count again: what all of these cost together is known,
their own costs and calls out of them, and bounds that of each.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping
from operator import itemgetter

import proftui_parsers.messages as messages
from proftui_parsers.callgrind.costs import Costs
from proftui_parsers.components import component_of, dividing
from proftui_parsers.entries import LineTime
from proftui_parsers.files import whole
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.measure import COUNTS, SAMPLES, SECONDS_IN, TIME, Measure
from proftui_parsers.profile import NOT_MEASURED, Edges, Profile, ProfileError, no_edges
from proftui_parsers.stacks.building import Builder
from proftui_parsers.stacks.deriving import profile_of, starts_of, telling
from proftui_parsers.stacks.recording import Tables
from proftui_parsers.stacks.text import lines_of, text_of
from proftui_parsers.stacks.tree import finished
from proftui_parsers.sums import total

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proftui_parsers.callgrind.costs import Rows
    from proftui_parsers.files import Progress

    _Calls = tuple[list[int], list[int], Edges]

_TOLD_BY = ("# callgrind format", "events: ", "fl=", "fn=", "fi=", "ob=")
_BEGINS = ("version:", "creator:", "pid:", "cmd:", "part:", "event:", "positions:", "desc:", *_TOLD_BY)
_SECONDS = {**SECONDS_IN, "ticks": 1e-6}
"""Events that are times, and how long one is."""
_DIFFERS = 0.001
"""The part of the whole from which on it is said that the file gives another one."""


def matches(head: bytes) -> bool:
    """Whether a text that begins like this has a header of callgrind, and names what costs are of."""
    lines = text_of(head, cut=True).lstrip().replace("\r", "\n").split("\n")
    return lines[0].startswith(_BEGINS) and any(line.startswith(_TOLD_BY) for line in lines)


def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
    """The profile of the first event, from which others can be chosen; ProfileError: there are no costs."""
    data = whole(pieces)
    costs = Costs(Builder(size=len(data)).take)
    for lines in telling(lines_of(data), progress):
        costs.read(lines)
    if not costs.names:
        raise ProfileError(messages.NO_COSTS)
    figures = _Figures(costs, path)
    measures, totals = zip(*((figures.measure(n), sum(figures.own(n))) for n in figures.events), strict=True)
    return profile_of(Tables(measures=measures, totals=totals, make=figures.profile), progress=progress)


class _Figures:
    """The figures of one file; those of an event are made when they are asked for."""

    def __init__(self, costs: Costs, path: str) -> None:
        self.costs, self.path, self.count = costs, path, len(costs.names)
        # A ratio is no sum.
        self.events = [n for n, name in enumerate(costs.events) if name not in costs.ratios] or [0]
        self.scales = [_SECONDS.get(name.lower(), 1.0) for name in costs.events]
        """How many seconds one is, of times."""
        self.is_sampled = [name.lower() for name in costs.events] == ["hits"]
        self.pairs = sorted(costs.edges)
        self.calls = [int(costs.edges[pair][0]) for pair in self.pairs]
        self.callees, self.callers = ([pair[end] for pair in self.pairs] for end in range(2))
        by_caller = [callee for callee, _ in sorted(self.pairs, key=itemgetter(1))]
        edges = starts_of(self.count, self.callers), by_caller
        cycles = component_of(finished(dividing(range(self.count), self.count, edges)), self.count)
        self.group = [cycle if cycle >= 0 else ~function for function, cycle in enumerate(cycles)]
        """By function, those that call each other in turn with it; below 0: it is alone."""
        # Converters know but the first line of each function.
        self.tells_lines = any(min(lines) < max(lines) for lines, _, _ in costs.rows if lines)

    def measure(self, event: int) -> Measure:
        """What an event is about."""
        name = self.costs.events[event]
        if self.is_sampled:
            return SAMPLES
        if name.lower() in _SECONDS:
            return TIME._replace(key=name.lower()) if len(self.events) > 1 else TIME
        return COUNTS._replace(unit=name, title=name, key=name)

    def own(self, event: int) -> array[float]:
        """By function, the costs of its lines."""
        scale = self.scales[event]
        return array("d", [costs[event] * scale for costs in self.costs.own])

    def profile(self, number: int) -> Profile:
        """The profile of a measure."""
        event, costs = self.events[number], self.costs
        scale, own, edges = self.scales[event], self.own(event), no_edges(self.count)
        times = [costs.edges[pair][1 + event] * scale for pair in self.pairs]
        sum_of_own, cum, ncalls, primitive = total(own), None, None, None
        # Calls that cost as much as there are of them have no costs of callees (pprofile).
        if self.pairs and (len(self.events) == 1 or times != self.calls):
            cum = self._with_callees(own, times)
            ncalls, primitive, edges = self._calls(own, cum, times)
        if self.is_sampled:
            ncalls, primitive = list(map(round, cum or own)), None
        return Profile(
            path=self.path,
            paths=(self.path,),
            format="callgrind",
            producer=costs.creator or "callgrind",
            measure=self.measure(event),
            count=self.count,
            files=costs.files,
            linenos=costs.linenos,
            names=costs.names,
            tottime=own,
            cumtime=cum,
            ncalls=ncalls,
            primitive_calls=primitive,
            edges=edges,
            total_time=sum_of_own,
            total_calls=None if ncalls is None else sum(ncalls),
            counts_root_calls=self.is_sampled,
            total_primitive_calls=round(sum_of_own) if self.is_sampled else None,
            lines=_Lines(costs.rows, event, scale) if self.tells_lines else {},
            remarks=tuple(self._remarks(event, sum_of_own / scale)),
        )

    def _with_callees(self, own: Sequence[float], times: Sequence[float]) -> array[float]:
        """By function, its own cost and its calls of others; in turn, at most that of the group together."""
        group, made, inside = self.group, array("d", own), defaultdict[int, float](float)
        for function, cost in enumerate(own):
            inside[group[function]] += cost
        for callee, caller, time in zip(self.callees, self.callers, times, strict=True):
            made[caller] += time if caller != callee else 0
            inside[group[caller]] += time if group[caller] != group[callee] else 0
        return array("d", map(min, made, map(inside.__getitem__, group)))

    def _calls(self, own: Sequence[float], cum: Sequence[float], times: Sequence[float]) -> _Calls:
        """By function, all calls, and those that are certainly not recursive; and who calls whom."""
        group, starts, calling = self.group, starts_of(self.count, self.callees), set(self.callers)
        entered = {group[callee] for callee, caller in self.pairs if group[callee] != group[caller]}
        # What nobody calls was called once.
        roots = {of: function for function, of in enumerate(group) if of not in entered}
        ncalls = [int(roots.get(of) == function) for function, of in enumerate(group)]
        outer, spent, owns, primitive = ncalls[:], array("d"), array("d"), list[int]()
        for callee, caller, calls, time in zip(self.callees, self.callers, self.calls, times, strict=True):
            is_again = group[caller] == group[callee]
            is_told = callee not in calling or (starts[callee + 1] - starts[callee] == 1 and not is_again)
            spent.append(min(time, cum[caller], cum[callee]) if is_again else time)
            owns.append(min(own[callee], time) if is_told else float("nan"))
            primitive.append(NOT_MEASURED if is_again else calls)
            ncalls[callee] += calls
            outer[callee] += 0 if is_again else calls
        outer = [NOT_MEASURED if of >= 0 else calls for of, calls in zip(group, outer, strict=True)]
        return ncalls, outer, Edges(starts, self.callers, self.calls, primitive, owns, spent)

    def _remarks(self, event: int, own: float) -> Iterator[str]:
        costs, name, in_turn = self.costs, self.costs.events[event], sum(of >= 0 for of in self.group)
        declared = costs.declared["totals"] or costs.declared["summary"]
        if event == 0 and declared and abs(declared - own) > _DIFFERS * declared:
            yield messages.OTHER_TOTAL.format(declared, name, own)
        if name.lower() == "ticks":
            yield messages.TICKS_ARE_MICROSECONDS
        if in_turn:
            yield messages.CYCLES_COST_AT_MOST.format(in_turn)


class _Lines(Mapping[int, tuple[LineTime, ...]]):
    """Costs of lines with what they call, by function; made when they are asked for."""

    def __init__(self, rows: Sequence[Rows], event: int, scale: float) -> None:
        self._rows, self._event, self._scale = rows, event, scale

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self._rows)))

    def __getitem__(self, function: int) -> tuple[LineTime, ...]:
        made, (lines, costs, starts) = dict[int, float](), self._rows[function]
        for line, start, end in zip(lines, starts, starts[1:], strict=False):
            at = start + self._event
            made[line] = made.get(line, 0.0) + (costs[at] * self._scale if at < end else 0.0)
        made.pop(0, None)
        return tuple(LineTime(line, NOT_MEASURED, made[line]) for line in sorted(made))
