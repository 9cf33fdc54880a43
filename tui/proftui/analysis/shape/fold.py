"""What passes time on taken out, and its time counted to who called it (README, "Fold")."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator, Sequence

from proftui.analysis.bounds import BoundedColumn, exact_sum
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.calltree.splitting import ROOT
from proftui.analysis.shape.alone import left_of
from proftui.analysis.shape.known import Known
from proftui.analysis.shape.rows import Intervals, Rows
from proftui.analysis.shape.shares import NOBODY, Shares, alike
from proftui.analysis.shape.unchanged import is_unchanged, unchanged
from proftui.analysis.shaped_profile import RootCalls, ShapedProfile
from proftui.background.pieces import Pace, Pieces
from proftui_parsers.profile import NOT_MEASURED
from proftui_parsers.sums import SAME

_MOST_CALLS, _MOST_STEPS = 20_000, 300_000
"""Calls that there may be by way of what passes on, and steps to add them up."""


class Fold:
    """What is left where some functions pass on: each stands for itself, or for a group with others.

    Times are seconds. Columns of times are by source, the last of none.
    """

    def __init__(self, graph: CallGraph, source_of: Sequence[int], count: int, *, merges: bool) -> None:
        """``source_of``: by function its source below ``count``, :data:`NOBODY` of what passes on.

        ``merges``: calls of a source by itself are no calls.
        """
        self.graph, self.profile, self.topology = graph, graph.profile, graph.topology
        self.source_of, self.count, self.merges = source_of, count, merges
        self.known = Known(graph)
        self.shares = Shares(self.known, source_of)
        self.back: dict[int, None] = {}
        """Nodes that pass on, and lead to a source."""
        self.plain = array("d", bytes(8 * (count + 1)))
        """Own time of the sources' functions alone."""
        self.total = self.unattributed = 0.0
        """Seconds that own times add up to, and that they lack of the whole, since the file lost some."""
        self.rows = Rows(certain=graph.is_told_apart)
        self.calls, self.inside = Intervals(count), Intervals(count)
        """Calls of each source by all others, and by itself."""
        self.entering = array("d", bytes(8 * count))
        """Seconds that calls of each source by others take at most."""
        self.is_limited = False
        """Whether of nodes only the largest sources are told."""
        self.doubtful: set[int] = set()
        """Sources that may make other calls, or be called by others, than is told."""

    def counting(self) -> Pieces[None]:
        """Find out which time is whose."""
        yield from self.graph.preparing()
        yield from self.known.preparing()
        yield from self._calling_back()
        yield from self._leading_there()
        yield from self.shares.preparing(self.back)
        self.is_limited = not self.shares.are_known or self._are_many()
        yield from self.shares.parting(limited=self.is_limited)

    # What leads back

    def _calling_back(self) -> Pieces[None]:
        source_of, edges, pace = self.source_of, self.profile.edges, Pace()
        for function in range(self.profile.count):
            callers = edges.callers[edges.starts[function] : edges.starts[function + 1]]
            for caller in callers if source_of[function] != NOBODY else ():
                if source_of[caller] == NOBODY:
                    self.back[self.topology.caller_node(caller, function)] = None
            if pace.done(1 + len(callers)):
                yield

    def _leading_there(self) -> Pieces[None]:
        """All nodes that lead to one that calls a source, by way of what passes on."""
        topology, pace = self.topology, Pace()
        waiting = list(self.back)
        while waiting:
            node = waiting.pop()
            callers = self._callers(node)
            for other in (*alike(topology, node), *callers):
                if other not in self.back and self.source_of[topology.function(other)] == NOBODY:
                    self.back[other] = None
                    waiting.append(other)
            if pace.done(1 + len(callers)):
                yield

    def _callers(self, node: int) -> list[int]:
        """The nodes that call a node; of a part those alone whose calls it is."""
        topology, callers = self.topology, self.profile.edges.callers
        function, part = topology.function(node), topology.part(node)
        if part is not None:
            return [topology.caller_node(c, function) for c in sorted(part.callers) if c != ROOT]
        above = map(callers.__getitem__, topology.entries(function))
        return [topology.caller_node(c, function) for c in above if topology.callee_node(function, c) == node]

    @property
    def lost(self) -> list[int]:
        """The sources that may take more than is told."""
        every = map(self.source_of.__getitem__, self.known.lost)
        return [source for source in every if source != NOBODY]

    def _are_many(self) -> bool:
        """Whether very many sources may call very many functions by way of what passes on."""
        edges, shares, calls, steps = self.profile.edges, self.shares, 0, 0
        for function in range(self.profile.count) if self.back else ():
            if self.source_of[function] != NOBODY:
                callers = edges.callers[edges.starts[function] : edges.starts[function + 1]]
                above = [
                    self.topology.caller_node(c, function) for c in callers if self.source_of[c] == NOBODY
                ]
                calls += shares.together(above)
                steps += sum(shares.together((node,)) for node in above)
                if calls > _MOST_CALLS or steps > _MOST_STEPS:
                    return True
        return False

    # Own time

    def owning(self, *, outside: bool = True) -> Pieces[BoundedColumn]:
        """Own times: at least what edges prove, at most what can be reached; together all that there is.

        ``outside``: last, with what counts to no function of a shaped profile.
        """
        known, pace = self.known, Pace()
        base, entered = Intervals(self.count + 1), Intervals(self.count + 1)
        passed = dict[int, tuple[float, float, float]]()
        reached = array("d", bytes(8 * (self.count + 1)))
        below = array("d", bytes(8 * (self.count + 1)))
        for function, source in enumerate(self.source_of):
            if source != NOBODY and function < self.profile.count:
                figure = known.own[function]
                base.add(source, figure.low, figure.high, figure.value)
                self.plain[source] += figure.high
            for caller, node, calls in self.calls_of(function) if source == NOBODY else ():
                above = NOBODY if caller == NOBODY else self.source_of[caller]
                value, low, high, _ = calls.own if node in self.back else calls.time
                if above == NOBODY and caller != NOBODY:
                    passing = self.topology.caller_node(caller, function)
                    if passing in self.back:
                        sums = passed.get(passing, (0.0, 0.0, 0.0))
                        passed[passing] = sums[0] + low, sums[1] + high, sums[2] + value
                elif node in self.back:
                    entered.add(above, low, calls.time.high, value)
                    reached[above] += high
                else:
                    base.add(above, low, high, value)
                    below[above] += low - calls.own.low
            if pace.done(2 + len(self.topology.entries(function))):
                yield
        for node, (low, high, value) in passed.items():
            for source, part in self.shares.parts.get(node, {}).items():
                entered.guesses[source] += part * value
            sources = self.shares.of(node) if self.shares.are_known else ()
            for source in sources:
                reached[source] += high
                entered.lows[source] += low if len(sources) == 1 else 0.0
            if pace.done(2 + len(sources)):
                yield
        if self.shares.are_known:
            entered.highs = array("d", map(min, entered.highs, reached))
        shaped = known.shaped if outside else None
        if shaped is not None:
            base.add(NOBODY, shaped.outside.low, shaped.outside.high, shaped.outside.value)
        for source in range(self.count + 1):
            entered.add(source, base.lows[source], base.highs[source], base.guesses[source])
        own = entered.column(certain=True)
        nobodys = 0.0 if shaped is None else shaped.outside.value
        self.total = exact_sum((*self.profile.tottime[: self.profile.count], nobodys))
        if self.merges and exact_sum(own.lows) > self.total * (1.0 + SAME):
            # What is not in the file took time in what groups call, and groups are a partition.
            own.lows = array("d", map(float.__sub__, own.lows, below))
        if not self.graph.is_told_apart:
            # Without what passes on, own times are as certain as those of the functions; with it, what edges
            # say need not be all, nor right, and still all own times are a partition of their sum.
            for row, plain in enumerate(self.plain):
                if own.highs[row] != plain:
                    own.lows[row], own.highs[row] = plain, max(own.highs[row], self.total)
        own.doubt(() if self.merges else self.lost)
        yield
        self.level(own)
        yield
        return own

    def level(self, own: BoundedColumn) -> None:
        """Move all estimates by one part of their room until they add up."""
        self.unattributed = self.known.whole.value - self.total + own.level(self.total)
        if abs(self.unattributed) <= SAME * self.known.whole.value:
            self.unattributed = 0.0

    def calls_of(self, function: int) -> Iterator[tuple[int, int, RootCalls]]:
        """By whom a function was called, which node of it, and the calls."""
        topology, callers = self.topology, self.profile.edges.callers
        for entry in topology.entries(function):
            yield callers[entry], topology.callee_node(function, callers[entry]), self.known.edge(entry)
        root = self.known.root(function)
        if root is not None:
            yield NOBODY, topology.root_node(function), root

    # Calls

    def calling(self, order: Iterable[Iterable[int]]) -> Pieces[None]:
        """Add up the calls of all sources; ``order``: by source, its functions."""
        pace = Pace()
        for source, functions in enumerate(order):
            for function in functions:
                self._look_at(function, source)
                if pace.done(2 + len(self.topology.entries(function))):
                    yield
            self.rows.end()
        if self.is_limited:
            self.doubtful.update(source for source in self.shares.sources if source != NOBODY)

    def _look_at(self, function: int, mine: int) -> None:
        """Add the calls of a function by what is not its source, or by everything."""
        primitive, entry = self.profile.edges.primitive_calls, self.topology.entries(function).start
        for caller, _, calls in self.calls_of(function):
            source = NOBODY if caller == NOBODY else self.source_of[caller]
            is_direct, number = caller == NOBODY or source != NOBODY, calls.calls
            counted = self.inside if is_direct and source == mine else self.calls
            counted.add(mine, number.low, number.high, number.value)
            if not is_direct:
                self._look_by_way_of(self.topology.caller_node(caller, function), mine, calls)
            elif source != mine or not self.merges:
                known = NOT_MEASURED if caller == NOBODY else primitive[entry]
                self.rows.add(source, calls, sure=True, primitive=known)
                self.entering[mine] += calls.time.high
            entry += 1

    def _look_by_way_of(self, node: int, mine: int, calls: RootCalls) -> None:
        """The same of calls by a node that passes on."""
        parts, is_limited = self.shares.parts.get(node, {}), self.is_limited
        sources = list(parts) if is_limited else self.shares.of(node)
        sure = not is_limited and len(sources) == 1
        others = [one for one in sources if one != mine or not self.merges]
        for one in others:
            self.rows.add(one, calls, parts.get(one, 0.0), sure=sure)
        if is_limited:
            self.doubtful.add(mine)
        if others or is_limited:
            self.entering[mine] += calls.time.high


def folding(graph: CallGraph, hidden: bytearray) -> Pieces[ShapedProfile]:
    """Hide functions: the time of each counts to who called it.

    ``hidden``: by function, callers without an entry included. What is left stands in the order and with the
    numbers of the recorded profile.
    """
    profile, visible = graph.profile, [f for f in range(graph.profile.count) if not hidden[f]]
    source_of = array("q", [NOBODY]) * len(hidden)
    for place, function in enumerate(visible):
        source_of[function] = place
    if is_unchanged(graph, source_of, merges=False):
        return (yield from unchanged(graph, hidden, merges=False))
    fold = Fold(graph, source_of, len(visible), merges=False)
    yield from fold.counting()
    own = yield from fold.owning()
    yield from fold.calling((function,) for function in visible)
    time = BoundedColumn.recorded(map(graph.times.cumtime, visible), certain=True)
    beyond = [max(0.0, high - graph.times.tottime(f)) for high, f in zip(own.highs, visible, strict=False)]
    may_reenter = graph.reentrance.may_reenter
    yield
    yield from fold.rows.settling(own, beyond, time, math.inf, lambda callee, _: may_reenter(visible[callee]))
    told = yield from fold.rows.made(visible, profile.count, frozenset(visible[s] for s in fold.doubtful))
    yield
    left = [0 if gone else n for n, gone in zip(profile.primitive_calls or (), hidden, strict=False)]
    return ShapedProfile(
        profile,
        hidden,
        own=by_function(own, visible, profile.count),
        time=left_of(profile.cumtime or [0.0] * profile.count, hidden),
        calls=left_of(profile.ncalls or [0] * profile.count, hidden),
        primitive_calls=None if profile.primitive_calls is None else left,
        told=told,
        outside=own[len(visible)],
        unattributed=fold.unattributed,
    )


def by_function(figures: BoundedColumn, stands: Sequence[int], count: int) -> BoundedColumn:
    """Figures by function of a profile, nothing of those that do not stand for any; ``stands``: by row."""
    row_of = array("q", [NOBODY]) * count
    for row, function in enumerate(stands):
        row_of[function] = row
    # The last is of nobody.
    lows, highs, values = (
        array("d", map([*column[: len(stands)], 0.0].__getitem__, row_of))
        for column in (figures.lows, figures.highs, figures.values)
    )
    made = BoundedColumn(lows, highs, certain=figures.certain)
    made.values = values
    made.impossible.update(stands[row] for row in figures.impossible if row < len(stands))
    return made
