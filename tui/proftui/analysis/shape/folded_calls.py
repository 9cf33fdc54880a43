"""Functions hidden: who calls whom of what is left, by way of what is hidden, too (README, "Edges")."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from proftui.analysis.bounds import Bounded
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.neighbours import counts
from proftui.analysis.shape.fold import Fold
from proftui.analysis.shape.hidden_sources import NOBODY, HiddenSources
from proftui.analysis.shape.intervals import Intervals
from proftui.analysis.shaped_profile import EdgeBounds, RootCalls
from proftui.background.pieces import Pace, Pieces
from proftui_parsers.profile import NOT_MEASURED, Edges

_MOST_CALLS = 2**63
"""More are in no file but a hostile one."""


class FoldedCalls(NamedTuple):
    """The edges of what is left, in the order of the callees, with what bounds them."""

    edges: Edges
    bounds: EdgeBounds
    roots: dict[int, RootCalls]
    unsure: frozenset[int]
    """Functions that may call others than these, as there are too many."""


_Through = Mapping[int, tuple[float, float, int]]
"""By hidden node its calls of a visible function: seconds, own ones, number."""


def folding_calls(graph: CallGraph, hidden: bytearray, fold: Fold) -> Pieces[FoldedCalls]:
    """The calls between visible functions, by way of hidden ones too; times are seconds.

    Between the calls p→v as recorded and, with those of v by hidden functions that p leads to, the sums of
    all that may be p's. ``fold``: own times of what is left.
    """
    return (yield from _FoldingCalls(graph, hidden, fold).all())


class _FoldingCalls:
    def __init__(self, graph: CallGraph, hidden: bytearray, fold: Fold) -> None:
        self.graph, self.profile, self.topology = graph, graph.profile, graph.topology
        self.hidden, self.fold = hidden, fold
        self.sources = HiddenSources(graph, fold.calls)
        self.into_hidden: dict[int, float] = {}
        """By visible function, the seconds of its calls of what leads back."""
        self.starts, self.callers = array("q", [0]), array("q")
        """By visible function its calls by others, :data:`NOBODY` for the program itself."""
        self.primitive: list[int] = []
        self.calls, self.time, self.own = Intervals(), Intervals(), Intervals()
        """Of these calls; own times at first as recorded, without what is hidden below."""
        self.mixed: set[int] = set()
        """Functions that something hidden calls."""
        self.out: dict[int, int] = {}
        """By visible function whose own time is an estimate, where its sums stand."""
        self.spent = Intervals()
        """Seconds of their calls of others."""

    def all(self) -> Pieces[FoldedCalls]:
        yield from self.sources.preparing()
        for entering in self.sources.entering.values():
            for source, time in entering.visible.items():
                # Of root calls the time is an estimate, which bounds nothing.
                most = entering.most if source == NOBODY else time
                self.into_hidden[source] = self.into_hidden.get(source, 0.0) + most
        yield from self._finding_times()
        self._narrow_own()
        pace = Pace()
        for function, rows, own in zip(self.fold.visible, self._spans(), self.fold.own, strict=False):
            self._bound_own(function, rows, own)
            if pace.done(2 + len(rows)):
                yield
        return (yield from self._made())

    def _spans(self) -> Iterable[range]:
        """By visible function, where the calls of it stand."""
        return map(range, self.starts, self.starts[1:])

    def _finding_times(self) -> Pieces[None]:
        """Calls and times of all calls; of functions that nothing hidden calls as recorded."""
        pace, visible = Pace(), self.fold.visible
        reenters = self.graph.reentrance.may_reenter
        estimated = (visible[place] for place in self.fold.own.estimated if place < len(visible))
        self.out = {function: row for row, function in enumerate(f for f in estimated if not reenters(f))}
        self.spent = Intervals(len(self.out))
        for function in visible:
            start, through = len(self.callers), self._record(function)
            if through:
                self.mixed.add(function)
                self._add_hidden(function, start, through)
            self.starts.append(len(self.callers))
            for row in range(start, len(self.callers)) if self.out else ():
                caller, time = self.callers[row], self.time
                if caller in self.out and caller != function:
                    low, high = time.lows[row], time.highs[row]
                    self.spent.add(self.out[caller], low, high, min(max(time.guesses[row], low), high))
            if pace.done(2 + len(self.callers) - start):
                yield

    def _narrow_own(self) -> None:
        """What is not re-entered takes its own time and that of its calls of others: it is one sum."""
        own, visible = self.fold.own, self.fold.visible
        for place in own.estimated:
            if place < len(visible) and visible[place] in self.out:
                cumtime, row = self.graph.times.cumtime(visible[place]), self.out[visible[place]]
                if self._is_sure:
                    own.narrow(place, cumtime - self.spent.highs[row], cumtime - self.spent.lows[row])
                own.estimate(place, cumtime - self.spent.guesses[row])
        if self._is_sure:
            self.fold.narrow_outside()
        self.fold.level()

    @cached_property
    def _is_sure(self) -> bool:
        """Whether all that leads to visible functions is known."""
        doubts = self.graph.checked.contradictions
        visible = any(not self.hidden[function] for function in (*doubts.missing, *doubts.excess))
        return not visible and not self.fold.calls.are_lost and not self.sources.are_limited

    def _record(self, function: int) -> dict[int, tuple[float, float, int]]:
        """Add the calls by visible functions and by the program; by hidden node its seconds, own, number."""
        edges, topology = self.profile.edges, self.topology
        through: dict[int, tuple[float, float, int]] = {}
        times, owns = self.graph.times.of_callers(function)
        for entry, time, own in zip(topology.entries(function), times, owns, strict=True):
            caller, calls = edges.callers[entry], min(_MOST_CALLS, max(0, edges.ncalls[entry]))
            if self.hidden[caller]:
                node = topology.caller_node(caller, function)
                t, o, n = through.get(node, (0.0, 0.0, 0))
                through[node] = t + time, o + own, n + calls
            else:
                self._append(caller, edges.primitive_calls[entry], calls, own)
                self.time.append(time, time, time)
        root = self.graph.roots.work_out(topology.root_node(function))
        if root is not None:
            self._append(NOBODY, NOT_MEASURED, int(root.calls or 0), root.own)
            self.time.append(root.low, root.high, root.time)
        return through

    def _append(self, caller: int, primitive: int, calls: float, own: float) -> None:
        self.callers.append(caller)
        self.primitive.append(primitive)
        self.calls.append(calls, calls, calls)
        self.own.append(own, own, own)

    def _add_hidden(self, function: int, start: int, through: _Through) -> None:
        """Add the calls of a visible function by hidden ones to those of the sources of these."""
        rows = {caller: row for row, caller in enumerate(self.callers[start:], start)}
        direct = dict(zip(rows, self.time.highs[start:], strict=True))
        for node, (time, own, calls) in through.items():
            sources, shares = self.sources.of(node), self.sources.shares[node]
            sure = len(sources) == 1 and self._is_sure
            for source in sources:
                if source not in rows:
                    rows[source] = len(self.callers)
                    self._append(source, NOT_MEASURED, 0.0, 0.0)
                    self.time.append()
                row, share = rows[source], shares.get(source, 0.0)
                self.primitive[row] = NOT_MEASURED
                for sums, figure in ((self.calls, calls), (self.own, own)):
                    sums.add(row, figure if sure else 0.0, figure, figure if sure else figure * share)
                self.time.add(row, 0.0, time, time * share)
        ncalls = self.profile.ncalls
        if self._is_sure and ncalls is not None and ncalls[function] >= 0:
            tottime = self.graph.times.tottime(function)
            self.calls.draw_in(rows.values(), ncalls[function], ncalls[function])
            self.own.draw_in(rows.values(), tottime, tottime)
        self._bound_times(function, rows, through, direct)

    def _bound_times(
        self, function: int, rows: Mapping[int, int], through: _Through, direct: Mapping[int, float]
    ) -> None:
        """Times of calls: the longest that is certain, at most all that may be; then what sums leave."""
        cumtime, lows, highs = self.graph.times.cumtime(function), self.time.lows, self.time.highs
        disjoint = not self.graph.reentrance.may_reenter(function)
        for node, (time, _, _) in through.items():
            sources = self.sources.of(node)
            above = self.sources.above(node) if self._is_sure else None
            for source in sources:
                row = rows[source]
                if len(sources) == 1 and self._is_sure:
                    lows[row] = lows[row] + time if disjoint else max(lows[row], time)
                elif above is not None and not disjoint:
                    lows[row] = max(lows[row], time - self.sources.time_by_others(above, source))
        for caller, row in rows.items():
            # What it did not spend in what is hidden was not spent in calls by that.
            most = direct.get(caller, 0.0) + self.into_hidden.get(caller, 0.0)
            most = min(most, cumtime, self._most_below(caller))
            highs[row] = max(lows[row], min(highs[row], most))
        if disjoint and self._is_sure:
            others = [row for caller, row in rows.items() if caller != function]
            self.time.draw_in(others, cumtime, cumtime)

    def _most_below(self, caller: int) -> float:
        """Seconds that calls by a visible function can take at most."""
        if caller == NOBODY or caller >= self.profile.count:
            return float("inf")
        return self.graph.times.cumtime(caller)

    def _bound_own(self, function: int, rows: range, whole: Bounded) -> None:
        """Own time of the function in its calls, with what is hidden below it."""
        own, time, tottime = self.own, self.time, self.graph.times.tottime(function)
        folded = max(0.0, whole.high - tottime)
        for row in rows:
            own.highs[row] = min(whole.high, time.highs[row], own.highs[row] + folded)
        own.draw_in(rows, whole.low, whole.high)
        weight = sum(max(0.0, guess) for guess in time.guesses[rows.start : rows.stop])
        more = max(0.0, whole.value - tottime)
        for row in rows:
            part = time.guesses[row] / weight if weight > 0 else 1 / len(rows)
            own.guesses[row] += more * part

    def _made(self) -> Pieces[FoldedCalls]:
        """The edges in the order of the callees, and what bounds them."""
        starts, kept, rooted, pace = array("q"), array("q"), dict[int, int](), Pace()
        limited, unsure, unsure_roots = self.sources.are_limited, set[int](), set[int]()
        for function, rows in zip(self.fold.visible, self._spans(), strict=True):
            starts.extend([len(kept)] * (function + 1 - len(starts)))
            sure = not limited or function not in self.mixed
            for row in rows:
                if self.calls.highs[row] <= 0 and self.time.highs[row] <= 0:
                    continue
                is_root = self.callers[row] == NOBODY
                if not sure:
                    # There are others that are not known.
                    (unsure_roots if is_root else unsure).add(len(rooted if is_root else kept))
                if is_root:
                    rooted[function] = row
                else:
                    kept.append(row)
            if pace.done(2 + len(rows)):
                yield
        starts.extend([len(kept)] * (self.profile.count + 1 - len(starts)))
        figures = []
        for some, doubtful in ((kept, unsure), (array("q", rooted.values()), unsure_roots)):
            for part in (self.calls, self.own, self.time):
                figures.append(part.column(some, certain=self.graph.certain))
                figures[-1].impossible |= doubtful
                yield
        calls, own, time, *roots = figures
        callers = array("q", map(self.callers.__getitem__, kept))
        primitive = counts(map(self.primitive.__getitem__, kept))
        edges = Edges(starts, callers, counts(map(round, calls.values)), primitive, own.values, time.values)
        calls_of_roots, own_of_roots, time_of_roots = roots
        both = zip(rooted, map(RootCalls, calls_of_roots, time_of_roots, own_of_roots), strict=True)
        others = frozenset(self.sources.sources if limited else ())
        return FoldedCalls(edges, EdgeBounds(calls, own, time), dict(both), others)
