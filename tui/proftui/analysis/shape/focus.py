"""What runs under one function alone (README, "Focus")."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from operator import mul

from proftui.analysis.bounds import Bounded, BoundedColumn
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.neighbours import counts
from proftui.analysis.shape.focus_edges import settling
from proftui.analysis.shape.hidden_calls import alike
from proftui.analysis.shape.intervals import Intervals
from proftui.analysis.shape.known import Known
from proftui.analysis.shaped_profile import EdgeBounds, RootCalls, ShapedProfile, doubting
from proftui.background.pieces import Pace, Pieces
from proftui_parsers.contradictions import may_share_name
from proftui_parsers.profile import NOT_MEASURED, Edges

_ROUNDS = 20
"""Rounds to find which part of a function's time is under the focus; each goes one call deeper."""
NOTHING = Bounded(0.0, 0.0, 0.0, True)
"""No time at all."""
_Callers = tuple[int, list[int], list[float], list[float], list[float]]
"""A function, who under the focus calls it, their parts of all its time and of that in what it calls, and
seconds of the latter at most."""


def focusing(graph: CallGraph, function: int) -> Pieces[ShapedProfile]:
    """Only what runs under a function: all else is hidden, and its time is no part of any figure.

    ``graph``: of a recorded profile, or of one of which functions are hidden already. Times are seconds.
    """
    return (yield from _Focusing(graph, function).all())


class _Focusing:
    def __init__(self, graph: CallGraph, function: int) -> None:
        self.graph, self.function, self.known = graph, function, Known(graph)
        self.profile, self.topology = graph.profile, graph.topology
        self.inside: list[int] = []
        """What the function leads to, itself first."""
        self.only: set[int] = set()
        """Of that, what nothing else leads to: all of it runs under the focus."""
        self.part: dict[int, float] = {}
        """By function, the part of its time that is probably under the focus."""
        self.passed: dict[int, float] = {}
        """The same of the time that it spends in what it calls."""
        self.most: dict[int, float] = {}
        """By function, seconds at most that it spends under the focus in what it calls."""

    def all(self) -> Pieces[ShapedProfile]:
        yield from self.graph.preparing()
        yield from self.known.preparing()
        mine = yield from self._reached(self.topology.nodes_of(self.function), set())
        others = yield from self._reached(self._starts(mine), set(self.topology.nodes_of(self.function)))
        functions = dict.fromkeys(map(self.topology.function, mine))
        self.inside = list(dict.fromkeys((self.function, *functions)))
        beside = set(map(self.topology.function, others))
        self.only = {self.function, *(f for f in self.inside if f not in beside)}
        yield from self._sharing()
        return (yield from self._made())

    def _starts(self, mine: Sequence[int]) -> list[int]:
        """Nodes that something else than the focus may lead to by itself."""
        topology, doubts = self.topology, self.graph.checked.contradictions
        seen = set(mine)
        starts = [topology.root_node(f) for f, calls in enumerate(topology.root_calls) if calls > 0]
        starts += range(self.profile.count, topology.functions)
        starts += (node for node in range(topology.count) if node not in seen)
        if doubts.missing or doubts.excess:
            # Calls of what shares a name may have been lost: by whom, nobody knows.
            shared = [f for f in range(self.profile.count) if may_share_name(self.profile, f)]
            starts += (n for f in {*shared, *doubts.missing, *doubts.excess} for n in topology.nodes_of(f))
        return [node for node in starts if topology.function(node) != self.function]

    def _reached(self, starts: Iterable[int], without: set[int]) -> Pieces[list[int]]:
        """All nodes that some lead to, these included, by way of others than ``without``."""
        topology, pace = self.topology, Pace()
        reached = dict.fromkeys(starts)
        waiting = list(reached)
        while waiting:
            node = waiting.pop()
            below = topology.callees(node)
            for other in (*below, *alike(topology, node)):
                if other not in reached and other not in without:
                    reached[other] = None
                    waiting.append(other)
            if pace.done(1 + len(below)):
                yield
        return list(reached)

    def _sharing(self) -> Pieces[None]:
        """Which part of each function's calls is under the focus, by their times (Gauss and Seidel)."""
        pace, passed = Pace(), {function: float(function in self.only) for function in self.inside}
        self.passed, self.part = passed, passed.copy()
        most = self.most = dict.fromkeys(self.inside, math.inf)
        calls = yield from self._shares_of_callers()
        for _ in range(_ROUNDS):
            change = 0.0
            for function, callers, shares, shares_below, below in calls:
                parts = list(map(passed.__getitem__, callers))
                self.part[function] = sum(map(mul, shares, parts))
                here = sum(map(mul, shares_below, parts))
                change = max(change, abs(here - passed[function]))
                passed[function] = here
                highs = map(min, below, map(most.__getitem__, callers))
                most[function] = sum(highs) + self.graph.beyond(function)
                if pace.done(1 + len(callers)):
                    yield
            if change < 1e-3:
                break

    def _shares_of_callers(self) -> Pieces[list[_Callers]]:
        """Of what may run elsewhere too: who under the focus calls it."""
        pace, inside, found = Pace(), set(self.inside), list[_Callers]()
        callers, below = self.profile.edges.callers, self.graph.time_below
        for function in self.inside:
            if function in self.only or function >= self.profile.count:
                continue
            times, _ = self.graph.times.of_callers(function)
            entries = self.topology.entries(function)
            both = zip(map(callers.__getitem__, entries), entries, times, strict=True)
            others = [(c, time, below(entry, c, function)) for c, entry, time in both if c != function]
            root = self.known.root(function)
            rooted = (0.0, 0.0) if root is None else (root.time.value, root.time.high - root.own.low)
            whole, all_below = (sum(one[at + 1] for one in others) + rooted[at] for at in (0, 1))
            under = [one for one in others if one[0] in inside and whole > 0]
            shares = [time / whole for _, time, _ in under]
            shares_below = [time / all_below for _, _, time in under] if all_below > 0 else shares
            found.append((function, [c for c, *_ in under], shares, shares_below, [b for *_, b in under]))
            if pace.done(2 + len(times)):
                yield
        return found

    # Figures

    def _made(self) -> Pieces[ShapedProfile]:
        count, known, pace = self.profile.count, self.known, Pace()
        hidden = bytearray(b"\x01" * len(self.profile.files))
        for function in self.inside:
            hidden[function] = known.hidden[function]
        columns = [_Column(count) for _ in range(3)]
        edges, certain = _Edges(), self.graph.certain
        focus_time, root = known.time[self.function], known.root(self.function)
        if not focus_time.value and root is not None:
            focus_time = root.time
        run = known.whole.high
        for function in sorted(self.inside):
            entering = self._entering(function, hidden, edges)
            edges.end(function)
            if function < count:
                own, time, calls = self._of(function, entering, focus_time, run)
                for column, figure in zip(columns, (own, time, calls), strict=True):
                    column.put(function, figure)
            if pace.done(2 + len(self.topology.entries(function))):
                yield
        edges.end(count - 1)
        owns, times, numbers = (column.done(certain=certain) for column in columns)
        roots = {self.function: self._root(focus_time)}
        found = edges.columns()
        bounds = yield from edges.bounds(certain=certain)
        bounds, left = yield from settling(owns, times, numbers, found, bounds, roots, focus_time.value)
        yield
        primitive = self.profile.primitive_calls
        if primitive is not None:
            primitive = [n if f in self.only else NOT_MEASURED for f, n in enumerate(primitive)]
            primitive = [0 if hidden[f] else n for f, n in enumerate(primitive)]
        edges_found = with_estimates(found, bounds)
        doubts = yield from doubting(edges_found, bounds, roots)
        yield
        return ShapedProfile(
            known.recorded,
            hidden,
            own=owns,
            time=times,
            calls=numbers,
            primitive_calls=primitive,
            edges=edges_found,
            edge_bounds=bounds,
            roots=roots,
            outside=NOTHING,
            unattributed=left,
            focus=focus_time,
            doubts=doubts,
        )

    def _entering(self, function: int, hidden: bytearray, edges: _Edges) -> list[tuple[RootCalls, bool]]:
        """The calls of a function by what is under the focus, and whether all of the caller is."""
        found: list[tuple[RootCalls, bool]] = []
        if function == self.function and self._never_reenters():
            return found
        for entry in self.topology.entries(function):
            caller = self.profile.edges.callers[entry]
            if not hidden[caller]:
                calls, sure = self.known.edge(entry), caller in self.only
                if not sure:
                    time, own = (
                        figure._replace(high=min(figure.high, self.most[caller]))
                        for figure in (calls.time, calls.own)
                    )
                    calls = calls._replace(time=time, own=own)
                found.append((calls, sure))
                primitive = self.profile.edges.primitive_calls[entry] if sure else NOT_MEASURED
                edges.add(
                    function, caller, primitive, calls, 1.0 if sure else self.passed.get(caller, 0.0), sure
                )
        return found

    def _never_reenters(self) -> bool:
        """Whether the focus was never called while it ran."""
        calls, primitive = self.known.calls[self.function], self.profile.primitive_calls
        return primitive is not None and calls.exact and primitive[self.function] == calls.value

    def _of(
        self, function: int, entering: Sequence[tuple[RootCalls, bool]], focus: Bounded, run: float
    ) -> tuple[Bounded, Bounded, Bounded]:
        """Own time, time with callees and number of calls of a function under the focus."""
        own, time, calls = (
            column[function] for column in (self.known.own, self.known.time, self.known.calls)
        )
        if function in self.only:
            return own, time, calls
        part = self.part[function]
        sure = [edge for edge, is_sure in entering if is_sure]
        outside = max(0.0, run - focus.low)
        least = max(sum(edge.own.low for edge in sure), own.low - outside)
        most = min(own.high, focus.high, sum(edge.own.high for edge, _ in entering))
        mine = _between(own.value * part, least, most)
        longest = max((edge.time.low for edge in sure), default=0.0)
        longest = max(longest, mine.low)
        covered = sum(edge.time.high for edge, _ in entering)
        all_of_it = _between(time.value * part, longest, min(time.high, focus.high, covered))
        counted = sum(edge.calls.low for edge in sure), sum(edge.calls.high for edge, _ in entering)
        return mine, all_of_it, _between(calls.value * part, *counted)

    def _root(self, focus: Bounded) -> RootCalls:
        """What entered the focus: all of its time, and the calls of it that are not by what it leads to."""
        function, callers = self.function, self.profile.edges.callers
        calls, own = self.known.calls[function], self.known.own[function]
        inside = set(self.inside)
        entries = [e for e in self.topology.entries(function) if callers[e] in inside]
        edges = [(self.known.edge(entry), callers[entry] in self.only) for entry in entries]
        primitive = self.profile.primitive_calls
        least = max(1.0, float(primitive[function]) if primitive is not None else 0.0)
        most = calls.high - sum(edge.calls.low for edge, sure in edges if sure)
        number = max(least, calls.low - sum(edge.calls.high for edge, _ in edges))
        inner = sum(edge.own.low for edge, sure in edges if sure), sum(edge.own.high for edge, _ in edges)
        entered = _between(number, min(number, most), max(number, most))
        return RootCalls(
            entered, focus, _between(own.value - inner[1], max(0.0, own.low - inner[1]), own.high - inner[0])
        )


def _between(value: float, low: float, high: float) -> Bounded:
    column = BoundedColumn([low], [high], certain=True)
    column.estimate(0, value)
    return column[0]


class _Column(Intervals):
    """Figures as they come, and which of them are estimates."""

    __slots__ = ("unsure",)

    def __init__(self, count: int = 0) -> None:
        super().__init__(count)
        self.unsure: set[int] = set()

    def put(self, row: int, figure: Bounded) -> None:
        """One more part of a figure."""
        self.add(row, figure.low, figure.high, figure.value)
        if not figure.exact:
            self.unsure.add(row)

    def done(self, *, certain: bool) -> BoundedColumn:
        """All of them."""
        made = self.column(certain=certain)
        made.doubt(self.unsure)
        return made


class _Edges:
    """The calls under the focus, in the order of the callees."""

    def __init__(self) -> None:
        self.starts, self.callers = array("q", [0]), array("q")
        self.primitive: list[int] = []
        self.figures = [_Column() for _ in range(3)]

    def add(
        self, function: int, caller: int, primitive: int, calls: RootCalls, part: float, sure: bool
    ) -> None:
        """One of them; of what is not ``sure`` any part from nothing on is under the focus."""
        self.end(function - 1)
        row = len(self.callers)
        self.callers.append(caller)
        self.primitive.append(primitive)
        for column, figure in zip(self.figures, (calls.calls, calls.own, calls.time), strict=True):
            column.append()
            low = figure.low if sure else 0.0
            column.put(row, figure._replace(low=low, value=figure.value * part))

    def end(self, function: int) -> None:
        """No more calls of this function or of those before it."""
        self.starts.extend([len(self.callers)] * (function + 2 - len(self.starts)))

    def bounds(self, *, certain: bool) -> Pieces[EdgeBounds]:
        """What bounds the figures of all of them."""
        made = []
        for column in self.figures:
            made.append(column.done(certain=certain))
            yield
        return EdgeBounds(*made)

    def columns(self) -> Edges:
        """The edges as those of a profile, without figures."""
        nothing = counts([NOT_MEASURED] * len(self.callers))
        none = array("d", bytes(8 * len(self.callers)))
        return Edges(self.starts, self.callers, nothing, counts(self.primitive), none, none)


def with_estimates(edges: Edges, bounds: EdgeBounds) -> Edges:
    """The edges with the estimates of their figures."""
    ncalls, primitive = counts(map(round, bounds.calls.values)), edges.primitive_calls
    return Edges(edges.starts, edges.callers, ncalls, primitive, bounds.own.values, bounds.time.values)
