"""What a cycle's node is opened to: its members, each with its own time and what it calls outside."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from proftui.analysis.calltree.flow_nodes import is_negligible, lost
from proftui.analysis.calltree.nodes import MOST_CHILDREN, NO_FUNCTION, SAME, CallNode, node_below
from proftui.analysis.calltree.plans import Plan, Plans


class _Members(NamedTuple):
    """The members of a cycle, heaviest first."""

    nodes: array[int]
    times: array[float]
    """Parts of their own times and of their calls out of the cycle, seconds."""
    part: float
    """The part of their own times that is here."""
    exact: bool


class CycleMembers:
    """The members of cycles in one tree."""

    def __init__(self, plans: Plans) -> None:
        self.plans, self.groups, self.graph = plans, plans.groups, plans.graph
        self._known: dict[CallNode, _Members] = {}

    def below(self, cycle: CallNode, least: float, first: int = -1) -> list[CallNode]:
        """The members down to ``least`` seconds, and a rest; in a rest, those from ``first`` on."""
        members = self._of(cycle)
        shown: list[CallNode] = []
        start = max(0, first)
        for position in range(start, len(members.nodes)):
            if members.times[position] < least or position == start + MOST_CHILDREN:
                shown.append(_rest(cycle, members, position))
                break
            shown.append(self._member(cycle, members, position))
        missing = cycle.time - sum(members.times)
        if first < 0 and not is_negligible(self.graph, cycle, missing):
            shown.append(lost(self.groups, cycle, missing))
        return shown

    def _of(self, cycle: CallNode) -> _Members:
        if cycle not in self._known:
            plan, nodes = self.plans.of(cycle.key), self.groups.members(cycle.key)
            share = max(0.0, cycle.time - cycle.inner) / plan.whole if plan.whole > 0 else 0.0
            owns = array("d", map(self.graph.times.tottime, nodes))
            part = cycle.inner / (sum(owns) or 1.0)
            sure = cycle.exact and not self.graph.estimated and self.groups.is_whole(cycle.key)
            exact = sure and (plan.whole <= 0 or abs(share - 1.0) <= SAME) and abs(part - 1.0) <= SAME
            self._known[cycle] = _sorted(nodes, _times(nodes, owns, plan, part, share), part, exact)
        return self._known[cycle]

    def _member(self, cycle: CallNode, members: _Members, position: int) -> CallNode:
        node, tottime = members.nodes[position], self.graph.times.tottime(members.nodes[position])
        made = cycle.made.get(("function", node))
        if made is None:
            exits = self.plans.of(cycle.key).by_member.get(node)
            most = tottime + sum(step.time for step in (exits.steps if exits else ()))
            time, own = members.times[position], members.part * tottime
            made = node_below(
                cycle, "function", node, time, exact=members.exact, high=most, own=own, key=node
            )
            cycle.made["function", node] = made
        return made


def _times(
    nodes: Sequence[int], owns: Sequence[float], plan: Plan, part: float, share: float
) -> array[float]:
    """Of each member, ``part`` of its own time and ``share`` of what it calls outside, seconds."""
    times = array("d", [part * own for own in owns])
    for row, node in enumerate(nodes) if plan.by_member else ():
        if node in plan.by_member:
            times[row] += share * sum(plan.by_member[node].weights)
    return times


def _sorted(nodes: Sequence[int], times: Sequence[float], part: float, exact: bool) -> _Members:
    order = sorted(range(len(nodes)), key=times.__getitem__, reverse=True)
    heaviest_first = array("i", map(nodes.__getitem__, order))
    return _Members(heaviest_first, array("d", map(times.__getitem__, order)), part, exact)


def _rest(cycle: CallNode, members: _Members, first: int) -> CallNode:
    rest = cycle.made.get(("rest", first))
    if rest is None:
        times, exact = members.times[first:], members.exact
        rest = node_below(cycle, "rest", NO_FUNCTION, sum(times), exact=exact, count=len(times), key=first)
        cycle.made["rest", first] = rest
    return rest
