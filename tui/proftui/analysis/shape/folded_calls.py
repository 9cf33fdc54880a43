"""Functions hidden: who calls whom of what is left, by way of what is hidden, too (README, "Edges")."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import NamedTuple

from proftui.analysis.bounds import Bounded, BoundedColumn
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.shape.fold import Fold
from proftui.analysis.shape.hidden_sources import NOBODY, HiddenSources
from proftui.analysis.shaped_profile import EdgeBounds, RootCalls
from proftui.background.pieces import Pace, Pieces
from proftui_parsers.profile import NOT_MEASURED, Edges


class FoldedCalls(NamedTuple):
    """The edges of what is left, in the order of the callees, with what bounds them."""

    edges: Edges
    bounds: EdgeBounds
    roots: dict[int, RootCalls]


@dataclass(slots=True)
class _Interval:
    """A figure of the calls of one function by another."""

    low: float = 0.0
    high: float = 0.0
    guess: float = 0.0

    def add(self, figure: float, sure: bool, share: float) -> None:
        """Calls of a hidden function, all of which are these if that is ``sure``."""
        self.low += figure if sure else 0.0
        self.high += figure
        self.guess += figure if sure else figure * share


@dataclass(slots=True)
class _Calls:
    """The calls of one function by another, or by the program itself."""

    primitive: int = NOT_MEASURED
    calls: _Interval = field(default_factory=_Interval)
    plain: _Interval = field(default_factory=_Interval)
    """Own time as recorded, without what is hidden below."""
    time: _Interval = field(default_factory=_Interval)
    own: _Interval = field(default_factory=_Interval)


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

    def all(self) -> Pieces[FoldedCalls]:
        yield from self.sources.preparing()
        for entering in self.sources.entering.values():
            for source, time in entering.visible.items():
                self.into_hidden[source] = self.into_hidden.get(source, 0.0) + time
        made, pace = _Columns(self.graph.certain and not self.sources.are_limited), Pace()
        place = dict(zip(self.fold.visible, range(len(self.fold.visible)), strict=True))
        for function in range(self.profile.count):
            if function in place:
                made.add(function, self._calls_of(function, self.fold.own[place[function]]))
            made.close()
            if pace.done(2 + len(self.topology.entries(function))):
                yield
        return made.done()

    def _calls_of(self, function: int, own: Bounded) -> dict[int, _Calls]:
        """By caller, :data:`NOBODY` for the program itself, the calls of a visible function."""
        found, through = self._recorded(function)
        direct = {caller: calls.time.high for caller, calls in found.items()}
        for node, (time, plain, calls) in through.items():
            sources = self.sources.of(node)
            shares = self.sources.shares[node]
            for source in sources:
                here, sure = found.setdefault(source, _Calls()), len(sources) == 1 and self._is_sure
                here.primitive = NOT_MEASURED
                share = shares.get(source, 0.0)
                here.calls.add(calls, sure, share)
                here.plain.add(plain, sure, share)
                here.time.high += time
                here.time.guess += time * share
        self._bound_times(function, found, through, direct)
        self._bound_own(function, found, own)
        return found

    @property
    def _is_sure(self) -> bool:
        doubts = self.graph.checked.contradictions
        return not doubts.missing and not doubts.excess and not self.sources.are_limited

    def _recorded(self, function: int) -> tuple[dict[int, _Calls], dict[int, tuple[float, float, int]]]:
        """The calls by visible functions and by the program; by hidden node its seconds, own ones, number."""
        edges, topology = self.profile.edges, self.topology
        found: dict[int, _Calls] = {}
        through: dict[int, tuple[float, float, int]] = {}
        times, owns = self.graph.times.of_callers(function)
        for entry, time, own in zip(topology.entries(function), times, owns, strict=True):
            caller, calls = edges.callers[entry], max(0, edges.ncalls[entry])
            if self.hidden[caller]:
                node = topology.caller_node(caller, function)
                t, o, n = through.get(node, (0.0, 0.0, 0))
                through[node] = t + time, o + own, n + calls
            else:
                found[caller] = _Calls(
                    edges.primitive_calls[entry],
                    _Interval(calls, calls, calls),
                    _Interval(own, own, own),
                    _Interval(time, time, time),
                )
        root = self.graph.roots.work_out(topology.root_node(function))
        if root is not None:
            calls = int(root.calls or 0)
            found[NOBODY] = _Calls(
                NOT_MEASURED,
                _Interval(calls, calls, calls),
                _Interval(root.own, root.own, root.own),
                _Interval(root.low, root.high, root.time),
            )
        return found, through

    def _bound_times(
        self,
        function: int,
        found: dict[int, _Calls],
        through: dict[int, tuple[float, float, int]],
        direct: dict[int, float],
    ) -> None:
        """Times of calls: the longest that is certain, at most all that may be; then what sums leave."""
        cumtime = self.graph.times.cumtime(function)
        disjoint = not self.graph.reentrance.may_reenter(function)
        for node, (time, _, _) in through.items():
            sources = self.sources.of(node)
            above = self.sources.above(node) if self._is_sure else None
            for source in sources:
                here = found[source].time
                if len(sources) == 1 and self._is_sure:
                    here.low = here.low + time if disjoint else max(here.low, time)
                elif above is not None and not disjoint:
                    here.low = max(here.low, time - self.sources.time_by_others(above, source))
        for caller, calls in found.items():
            # What it did not spend in what is hidden was not spent in calls by that.
            most = direct.get(caller, 0.0) + self.into_hidden.get(caller, 0.0)
            most = min(most, cumtime, self._most_below(caller))
            calls.time.high = max(calls.time.low, min(calls.time.high, most))
        if disjoint:
            others = [calls.time for caller, calls in found.items() if caller != function]
            _draw_in(others, cumtime)

    def _most_below(self, caller: int) -> float:
        """Seconds that calls by a visible function can take at most."""
        if caller == NOBODY or caller >= self.profile.count:
            return float("inf")
        return self.graph.times.cumtime(caller)

    def _bound_own(self, function: int, found: dict[int, _Calls], own: Bounded) -> None:
        """Own time of the function in its calls, with what is hidden below it."""
        tottime = self.graph.times.tottime(function)
        folded = own.high - tottime
        for here in found.values():
            here.own.low = here.plain.low
            here.own.high = min(own.high, here.time.high, here.plain.high + max(0.0, folded))
        _draw_in([here.own for here in found.values()], own.low, own.high)
        weight = sum(max(0.0, here.time.guess) for here in found.values())
        more = max(0.0, own.value - tottime)
        for here in found.values():
            part = here.time.guess / weight if weight > 0 else 1 / len(found)
            here.own.guess = here.plain.guess + more * part


def _draw_in(parts: list[_Interval], low: float, high: float | None = None) -> None:
    """Take from the bounds of some figures what their sum, between ``low`` and ``high``, does not allow."""
    high = low if high is None else high
    lows, highs = sum(part.low for part in parts), sum(part.high for part in parts)
    if lows > high or highs < low:
        return
    drawn = [(max(p.low, low - (highs - p.high)), min(p.high, high - (lows - p.low))) for p in parts]
    for part, (least, most) in zip(parts, drawn, strict=True):
        part.low, part.high = min(least, most), max(least, most)


class _Columns:
    """Edges in the order of the callees, as columns."""

    def __init__(self, certain: bool) -> None:
        self.certain = certain
        self.starts = array("q", [0])
        self.callers, self.primitive = array("q"), array("q")
        self.columns = {name: tuple(array("d") for _ in range(3)) for name in ("calls", "own", "time")}
        self.roots: dict[int, RootCalls] = {}

    def add(self, function: int, found: dict[int, _Calls]) -> None:
        """All calls of a function."""
        for caller, here in found.items():
            if here.calls.high <= 0 and here.time.high <= 0:
                continue
            if caller == NOBODY:
                self.roots[function] = RootCalls(*map(self._bounded, (here.calls, here.time, here.own)))
                continue
            self.callers.append(caller)
            self.primitive.append(here.primitive)
            for name, column in self.columns.items():
                figure: _Interval = getattr(here, name)
                for values, value in zip(column, (figure.low, figure.high, figure.guess), strict=True):
                    values.append(value)

    def close(self) -> None:
        """The next function begins."""
        self.starts.append(len(self.callers))

    def _bounded(self, figure: _Interval) -> Bounded:
        column = BoundedColumn([figure.low], [figure.high], certain=self.certain)
        column.estimate(0, figure.guess)
        return column[0]

    def done(self) -> FoldedCalls:
        """The edges, and what bounds them."""
        made = {}
        for name, (lows, highs, guesses) in self.columns.items():
            made[name] = BoundedColumn(lows, highs, certain=self.certain)
            for row, guess in enumerate(guesses):
                made[name].estimate(row, guess)
        ncalls = array("q", map(round, made["calls"].values))
        edges = Edges(
            self.starts, self.callers, ncalls, self.primitive, made["own"].values, made["time"].values
        )
        return FoldedCalls(edges, EdgeBounds(made["calls"], made["own"], made["time"]), self.roots)
