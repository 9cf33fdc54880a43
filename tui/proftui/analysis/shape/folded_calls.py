"""Functions hidden: who calls whom of what is left, by way of what is hidden, too (README, "Edges")."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from proftui.analysis.bounds import Bounded, BoundedColumn
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.neighbours import counts
from proftui.analysis.shape.fold import Fold
from proftui.analysis.shape.hidden_sources import NOBODY, HiddenSources
from proftui.analysis.shape.interval import Interval, draw_in
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


@dataclass(slots=True)
class _Calls:
    """The calls of one function by another, or by the program itself."""

    primitive: int = NOT_MEASURED
    calls: Interval = field(default_factory=Interval)
    plain: Interval = field(default_factory=Interval)
    """Own time as recorded, without what is hidden below."""
    time: Interval = field(default_factory=Interval)
    own: Interval = field(default_factory=Interval)


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
        self.through: dict[int, dict[int, _Calls]] = {}
        """The calls of functions that something hidden calls."""
        self.out: dict[int, Interval] = {}
        """By visible function, the seconds of its calls of others."""

    def all(self) -> Pieces[FoldedCalls]:
        yield from self.sources.preparing()
        for entering in self.sources.entering.values():
            for source, time in entering.visible.items():
                # Of root calls the time is an estimate, which bounds nothing.
                most = entering.most if source == NOBODY else time
                self.into_hidden[source] = self.into_hidden.get(source, 0.0) + most
        yield from self._finding_times()
        self._narrow_own()
        made, pace = _Columns(self.graph.certain), Pace()
        limited = self.sources.are_limited
        for place, function in enumerate(self.fold.visible):
            through = self.through.pop(function, None)
            found = self._recorded(function)[0] if through is None else through
            self._bound_own(function, found, self.fold.own[place])
            made.add(function, found, sure=through is None or not limited)
            if pace.done(2 + len(found)):
                yield
        unsure = frozenset(self.sources.sources if limited else ())
        return (yield from made.finishing(self.profile.count, unsure))

    def _finding_times(self) -> Pieces[None]:
        """Calls and times of all calls; of functions that nothing hidden calls as recorded."""
        pace, callers = Pace(), self.profile.edges.callers
        for function in self.fold.visible:
            entries = self.topology.entries(function)
            if any(map(self.hidden.__getitem__, callers[entries.start : entries.stop])):
                found = self.through[function] = self._calls_of(function)
                for caller, here in found.items():
                    self._add_out(caller, function, here.time)
            else:
                times, _ = self.graph.times.of_callers(function)
                for caller, time in zip(callers[entries.start : entries.stop], times, strict=True):
                    self._add_out(caller, function, Interval(time, time, time))
            if pace.done(2 + len(entries)):
                yield

    def _add_out(self, caller: int, function: int, time: Interval) -> None:
        if caller not in (function, NOBODY):
            sums = self.out.setdefault(caller, Interval())
            sums.low += time.low
            sums.high += time.high
            sums.guess += min(max(time.guess, time.low), time.high)

    def _narrow_own(self) -> None:
        """What is not re-entered takes its own time and that of its calls of others: it is one sum."""
        own, reenters = self.fold.own, self.graph.reentrance.may_reenter
        for place, function in enumerate(self.fold.visible):
            if not reenters(function) and not own.is_exact(place):
                out, cumtime = self.out.get(function, Interval()), self.graph.times.cumtime(function)
                if self._is_sure:
                    own.narrow(place, cumtime - out.high, cumtime - out.low)
                own.estimate(place, cumtime - out.guess)
        if self._is_sure:
            self.fold.narrow_outside()
        self.fold.level()

    def _calls_of(self, function: int) -> dict[int, _Calls]:
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
        ncalls = self.profile.ncalls
        if self._is_sure and ncalls is not None and ncalls[function] >= 0:
            draw_in([here.calls for here in found.values()], ncalls[function])
            draw_in([here.plain for here in found.values()], self.graph.times.tottime(function))
        self._bound_times(function, found, through, direct)
        return found

    @cached_property
    def _is_sure(self) -> bool:
        """Whether all that leads to visible functions is known."""
        doubts = self.graph.checked.contradictions
        visible = any(not self.hidden[function] for function in (*doubts.missing, *doubts.excess))
        return not visible and not self.fold.calls.are_lost and not self.sources.are_limited

    def _recorded(self, function: int) -> tuple[dict[int, _Calls], dict[int, tuple[float, float, int]]]:
        """The calls by visible functions and by the program; by hidden node its seconds, own ones, number."""
        edges, topology = self.profile.edges, self.topology
        found: dict[int, _Calls] = {}
        through: dict[int, tuple[float, float, int]] = {}
        times, owns = self.graph.times.of_callers(function)
        for entry, time, own in zip(topology.entries(function), times, owns, strict=True):
            caller, calls = edges.callers[entry], min(_MOST_CALLS, max(0, edges.ncalls[entry]))
            if self.hidden[caller]:
                node = topology.caller_node(caller, function)
                t, o, n = through.get(node, (0.0, 0.0, 0))
                through[node] = t + time, o + own, n + calls
            else:
                found[caller] = _Calls(
                    edges.primitive_calls[entry],
                    Interval(calls, calls, calls),
                    Interval(own, own, own),
                    Interval(time, time, time),
                )
        root = self.graph.roots.work_out(topology.root_node(function))
        if root is not None:
            calls = int(root.calls or 0)
            found[NOBODY] = _Calls(
                NOT_MEASURED,
                Interval(calls, calls, calls),
                Interval(root.own, root.own, root.own),
                Interval(root.low, root.high, root.time),
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
        if disjoint and self._is_sure:
            others = [calls.time for caller, calls in found.items() if caller != function]
            draw_in(others, cumtime)

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
        draw_in([here.own for here in found.values()], own.low, own.high)
        weight = sum(max(0.0, here.time.guess) for here in found.values())
        more = max(0.0, own.value - tottime)
        for here in found.values():
            part = here.time.guess / weight if weight > 0 else 1 / len(found)
            here.own.guess = here.plain.guess + more * part


class _Columns:
    """Edges in the order of the callees, as columns."""

    def __init__(self, certain: bool) -> None:
        self.certain = certain
        self.starts = array("q")
        self.callers = array("q")
        self.primitive: list[int] = []
        self.columns = {name: tuple(array("d") for _ in range(3)) for name in ("calls", "own", "time")}
        self.roots: dict[int, RootCalls] = {}
        self.unsure: set[int] = set()
        """Edges beside which there are others that are not known."""

    def add(self, function: int, found: dict[int, _Calls], *, sure: bool) -> None:
        """All calls of a function, ``sure`` if these are all; functions come in ascending order."""
        self.starts.extend([len(self.callers)] * (function + 1 - len(self.starts)))
        for caller, here in found.items():
            if here.calls.high <= 0 and here.time.high <= 0:
                continue
            if caller == NOBODY:
                bounded = (self._bounded(figure, sure) for figure in (here.calls, here.time, here.own))
                self.roots[function] = RootCalls(*bounded)
                continue
            if not sure:
                self.unsure.add(len(self.callers))
            self.callers.append(caller)
            self.primitive.append(here.primitive)
            for name, column in self.columns.items():
                figure: Interval = getattr(here, name)
                for values, value in zip(column, (figure.low, figure.high, figure.guess), strict=True):
                    values.append(value)

    def _bounded(self, figure: Interval, sure: bool) -> Bounded:
        if figure.low == figure.high:
            return Bounded(figure.high, figure.high, figure.high, self.certain and sure)
        column = BoundedColumn([figure.low], [figure.high], certain=self.certain and sure)
        column.estimate(0, figure.guess)
        return column[0]

    def finishing(self, count: int, unsure: frozenset[int]) -> Pieces[FoldedCalls]:
        """The edges, and what bounds them; ``count``: functions of the profile."""
        self.starts.extend([len(self.callers)] * (count + 1 - len(self.starts)))
        made = {}
        for name, (lows, highs, guesses) in self.columns.items():
            made[name] = BoundedColumn(lows, highs, certain=self.certain)
            made[name].impossible.update(self.unsure)
            yield
            made[name].estimate_all(guesses)
            yield
        ncalls = counts(map(round, made["calls"].values))
        primitive, own, time = counts(self.primitive), made["own"].values, made["time"].values
        edges = Edges(self.starts, self.callers, ncalls, primitive, own, time)
        return FoldedCalls(edges, EdgeBounds(made["calls"], made["own"], made["time"]), self.roots, unsure)
