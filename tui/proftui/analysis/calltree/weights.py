"""How many seconds a call stands for (README, definition 8), and the inflow of a group (definition 9)."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from proftui.analysis.calltree.arcs import Arc, Incoming, Outgoing
from proftui.analysis.calltree.components import Component
from proftui.analysis.calltree.folding import Folded, folding
from proftui.analysis.calltree.recursion_groups import RecursionGroups
from proftui.background.pieces import Pieces, finished

_MOST_KEPT = 5_000
"""Groups of which the times to each callee are kept."""


class Weights:
    """Weights of calls between groups, seconds; ``None`` for a call back to what is running already.

    Where mutual recursion is unrolled, its calls keep their times, so that calls back have a width.
    """

    def __init__(self, groups: RecursionGroups) -> None:
        self.groups, self.graph = groups, groups.graph
        self._folds: dict[int, Folded] = {}
        self._times_of: Callable[[int], dict[int, float]] = lru_cache(_MOST_KEPT)(self._times_by_callee)

    def folding(self, component: Component) -> Pieces[None]:
        """Fold a component, in pieces."""
        self._folds[component[0]] = yield from folding(self.groups, component)

    def _fold_of(self, component: Component) -> Folded:
        if component[0] not in self._folds:
            finished(self.folding(component))
        return self._folds[component[0]]

    def of_arc(self, arc: Arc) -> float | None:
        """The weight of one arc between groups."""
        groups, component = self.groups, self.graph.reentrance.component
        here = component(arc.caller)
        if here is None or component(arc.callee) is not here or groups.in_one_cycle(arc.caller, arc.callee):
            return arc.time
        caller, callee, fold = groups.of(arc.caller), groups.of(arc.callee), self._fold_of(here)
        if caller in fold.plain:
            return arc.time
        weight = fold.weight(caller, callee)
        if weight is None or not (groups.is_cycle(caller) or groups.is_cycle(callee)):
            return weight
        whole = self._times_of(caller).get(callee, 0.0)
        return weight * arc.time / whole if whole > 0 else weight

    def _times_by_callee(self, caller: int) -> dict[int, float]:
        """Time of the calls of a group by the group that they lead to."""
        times: dict[int, float] = {}
        for arc in self.groups.out(caller):
            callee = self.groups.of(arc.callee)
            times[callee] = times.get(callee, 0.0) + arc.time
        return times

    def of_callees(self, caller: int, calls: Outgoing) -> tuple[Sequence[int], Sequence[float]]:
        """The positions of a function's calls that are not back, and their weights: functions at all ends."""
        component = self.graph.reentrance.component
        here, mates = component(caller), self.groups.mates(caller)
        fold = None if here is None else self._fold_of(here)
        if fold is None or caller in fold.plain or mates.issuperset(calls.callees):
            return calls.positions, calls.times
        positions: list[int] = []
        weights: list[float] = []
        for position, callee, time in zip(*calls, strict=True):
            inside = component(callee) is here and callee not in mates
            weight = fold.weight(caller, callee) if inside else time
            if weight is not None:
                positions.append(position)
                weights.append(weight)
        return positions, weights

    def of_callers(self, callee: int, calls: Incoming) -> tuple[Sequence[float], Sequence[float]]:
        """Weights of the calls of a function that are not back, and its own time in them."""
        component = self.graph.reentrance.component
        here = component(callee)
        if here is None:
            return calls.times, calls.owns
        fold, mates = self._fold_of(here), self.groups.mates(callee)
        weights: list[float] = []
        owns: list[float] = []
        for caller, time, own in zip(*calls, strict=True):
            as_recorded = caller in mates or caller in fold.plain or component(caller) is not here
            weight = time if as_recorded else fold.weight(caller, callee)
            if weight is not None:
                weights.append(weight)
                owns.append(own if as_recorded else min(weight, own))
        return weights, owns


class Inflow(NamedTuple):
    """What may lead to a group, as columns: of each the seconds, and the own time in them."""

    weights: array[float]
    owns: array[float]

    @property
    def rest(self) -> float:
        """Seconds that are not own time."""
        return sum([weight - own for weight, own in zip(*self, strict=True)])


class Inflows:
    """The inflow of each group, and the own time in a part of it."""

    def __init__(self, weights: Weights) -> None:
        self.weights, self.groups = weights, weights.groups
        self.effort = 0
        """Calls looked at so far."""
        self._inner: dict[int, float] = {}

    def seconds(self, group: int) -> float:
        """All that comes in, without what the group keeps as own time."""
        inflow = self._inflow(group)
        if not self._inner_part(group, inflow):
            return inflow.rest
        both = zip(*inflow, strict=True)
        return sum(max(0.0, weight - self.own(group, weight, own)) for weight, own in both)

    def _inflow(self, group: int) -> Inflow:
        groups, inflow = self.groups, Inflow(array("d"), array("d"))
        for root in groups.roots_of(group):
            inflow.weights.append(root.time)
            inflow.owns.append(root.own)
        if not groups.is_cycle(group):
            calls = groups.graph.arcs.incoming(group)
            self.effort += len(calls.callers)
            if groups.is_plain(calls.callers):
                weights, owns = self.weights.of_callers(group, calls)
                inflow.weights.extend(iter(weights))
                inflow.owns.extend(iter(owns))
                return inflow
        for arc in groups.into(group):
            weight = self.weights.of_arc(arc)
            if weight is not None:
                inflow.weights.append(weight)
                inflow.owns.append(min(weight, arc.own))
        return inflow

    def own(self, group: int, time: float, own: float) -> float:
        """Own time in ``time`` seconds of calls: ``own`` by the file, and some of that in calls by itself."""
        inner = self._inner_part(group)
        return min(time, own + inner * max(0.0, time - own)) if inner else min(time, own)

    def _inner_part(self, group: int, inflow: Inflow | None = None) -> float:
        """The part of what is not own time that the group spent in calls by itself."""
        inner = self._inner.get(group)
        if inner is None:
            inner = self.groups.inner_own(group)
            if inner:
                rest = (self._inflow(group) if inflow is None else inflow).rest
                inner = inner / rest if rest > 0 else 0.0
            self._inner[group] = inner
        return inner
