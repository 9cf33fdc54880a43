"""What comes into a recursion group: the seconds of all that may lead to it, and its own time in them."""

from __future__ import annotations

from array import array

from proftui.analysis.calltree.weights import Weights


class Inflow:
    """What may lead to a group, as columns: of each the seconds, and the own time in them."""

    def __init__(self) -> None:
        self.weights, self.owns = array("d"), array("d")

    @property
    def rest(self) -> float:
        """Seconds that are not own time."""
        return sum([weight - own for weight, own in zip(self.weights, self.owns, strict=True)])


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
        both = zip(inflow.weights, inflow.owns, strict=True)
        return sum(max(0.0, weight - self.own(group, weight, own)) for weight, own in both)

    def _inflow(self, group: int) -> Inflow:
        groups, inflow = self.groups, Inflow()
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
        """Own time of a call of ``time`` seconds, of which the file says ``own``.

        What a group spent in calls by itself lies somewhere in the rest, in proportion to it.
        """
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
