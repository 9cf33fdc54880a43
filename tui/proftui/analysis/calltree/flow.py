"""The call tree of a profile that records edges: exact where that can be proved, else bounded."""

from __future__ import annotations

import math
from array import array

from proftui.analysis.calltree.flow_nodes import (
    SHARED,
    CycleMembers,
    bounds_of_own,
    call_back,
    group_node,
    is_negligible,
    to_nobody,
)
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.calltree.nodes import (
    MOST_CHILDREN,
    MOST_ROOTS,
    NO_FUNCTION,
    CallNode,
    PathKeys,
    above,
    more_roots,
    node_below,
    put_into_rest,
)
from proftui.analysis.calltree.plans import Plans
from proftui.analysis.calltree.recursion_groups import RecursionGroups
from proftui.analysis.calltree.steps import Step, StepList, Steps
from proftui.background.pieces import Pieces, finished
from proftui_parsers import Profile
from proftui_parsers.sums import SAME

WRAPPER = 1e-4
"""The share of a run that may go with an ``exec`` that is not shown."""


class FlowTree:
    """The calls of a profile from its roots down (README, "Flow")."""

    inverted = False

    def __init__(
        self,
        profile: Profile,
        grouped: bool = True,
        bare: bool = False,
        graph: CallGraph | None = None,
        plans: Plans | None = None,
    ) -> None:
        """A tree, of which nothing is worked out before it is asked for.

        ``grouped``: functions that call each other in turn are one node; else they are unrolled.
        ``bare``: begin with the program's module, not with the ``exec`` that ran it. ``graph``, ``plans``:
        those of another tree of this profile, grouped in the same way.
        """
        self.bare = bare
        self.plans = plans or Plans(RecursionGroups(graph or CallGraph(profile), grouped))
        self.groups, self.graph = self.plans.groups, self.plans.graph
        self.total = self.graph.total
        self._roots: list[CallNode] | None = None
        self._later = array("q")
        """The groups that have no root of their own: there are too many."""
        self._path = PathKeys(lambda node: node.key)
        self._last: dict[CallNode, tuple[float, list[CallNode]]] = {}
        """What was listed last below a node, and from how many seconds on: pictures ask it again."""
        self._members = CycleMembers(self.plans)

    @property
    def effort(self) -> int:
        """Calls looked at so far."""
        return self.plans.effort

    def preparing(self) -> Pieces[None]:
        """Work out what takes long in large profiles, in pieces."""
        yield from self.graph.preparing()
        yield from self.groups.preparing()
        yield from self.plans.preparing()
        if self._roots is None:
            self._roots = yield from self._finding_roots()

    def roots(self) -> list[CallNode]:
        """What the program itself called, heaviest first."""
        if self._roots is None:
            self._roots = finished(self._finding_roots())
        return self._roots

    def _finding_roots(self) -> Pieces[list[CallNode]]:
        called, times, exact = yield from self.plans.program.timing()
        order = sorted(range(len(called)), key=times.__getitem__, reverse=True)
        shown, later = sorted(order[:MOST_ROOTS]), order[MOST_ROOTS:]
        nodes = [self._root(called[row]) for row in shown]
        if self.bare:
            nodes = [self._program(node) for node in nodes]
        nodes.sort(key=lambda node: -node.time)
        if later:
            self._later = array("q", map(called.__getitem__, later))
            time, sure = sum(map(times.__getitem__, later)), all(map(exact.__getitem__, later))
            most, bounded = max(time, self.graph.most_of_all), self.graph.bounded
            rest = node_below(None, "rest", NO_FUNCTION, time, exact=sure, high=most, key=0, bounded=bounded)
            rest.count = len(later)
            nodes.append(rest)
        return nodes

    def _program(self, root: CallNode) -> CallNode:
        """What a root that is only the ``exec`` of a program runs; else the root."""
        topology = self.graph.topology
        if root.kind != "function" or root.key < topology.functions or not topology.proven(root.key):
            return root
        below = self.children(root)
        if len(below) != 1 or root.time - below[0].time > WRAPPER * self.total:
            return root
        module = below[0]
        module.parent, module.depth = None, 0
        return module

    def _root(self, group: int, parent: CallNode | None = None) -> CallNode:
        graph, groups, roots = self.graph, self.groups, self.plans.program.of(group)
        time, counts = sum(root.time for root in roots), [root.calls for root in roots]
        recorded = sum(root.own for root in roots)
        own = self.plans.inflows.own(group, time, recorded)
        calls = None if None in counts else sum(count or 0 for count in counts)
        low, high = sum(root.low for root in roots), sum(root.high for root in roots)
        exact = self.plans.program.is_exact(group)
        most = graph.most_of_all
        bounds = (low, min(high, most)) if graph.certain or graph.estimated else (0.0, most)
        estimated = any(map(graph.has_estimates, groups.members(group)))
        if estimated:
            bounds = low if graph.certain else 0.0, most
            time, own = min(time, most), min(own, most)
        entrance = graph.topology.function(groups.entrance(group))
        is_told = not estimated and graph.own_is_told(entrance)
        own_ends = (recorded, recorded) if is_told else (0.0, most)
        around = bounds_of_own(groups, group, own_ends, 0.0)
        made = group_node(groups, parent, group, entrance, time, own, calls, exact, bounds, around)
        made.calls_exact = calls is not None and graph.certain and not estimated
        if not graph.profile.counts_root_calls:
            made.calls = None
        return made

    def opens(self, node: CallNode, least: float = 0.0) -> bool:
        """Whether something from ``least`` seconds on is called from here."""
        if node.kind in ("rest", "cycle") or (node.count and node.kind == "recursion"):
            return True
        left = max(0.0, node.time - node.own)
        if node.kind != "function" or left < least:
            return False
        return not is_negligible(self.graph, node, left) or self.graph.topology.calls_others(node.key)

    def children(self, node: CallNode, least: float = 0.0) -> list[CallNode]:
        """What is called from here, heaviest first, with a rest below ``least`` seconds."""
        if node.kind == "rest":
            return self._of_rest(node)
        if node.kind == "cycle":
            return self._members.below(node, least)
        if node.kind != "function" and not (node.kind == "recursion" and node.count):
            return []
        last = self._last.get(node)
        if last is None or last[0] != least:
            steps, share, nobodys = self.passed_on(node)
            last = self._last[node] = least, self._listed(node, steps, share, nobodys, least)
        return last[1]

    def passed_on(self, node: CallNode) -> tuple[Steps, float, float]:
        """What a node calls, the part of each weight that is its own, and the seconds that go to nobody."""
        over = above(node)
        if node.kind == "recursion":
            assert over is not None
            modules = _modules(self.plans.of(over.key).steps)
            weight = sum(modules.weights)
            return modules, node.time / weight if weight > 0 else 0.0, 0.0
        left = max(0.0, node.time - node.own)
        if over is not None and over.kind == "cycle":
            steps: Steps = self.plans.of(over.key).by_member.get(node.key) or StepList(())
            throughflow = outflow = sum(steps.weights)
        else:
            plan = self.plans.of(node.key)
            steps, throughflow, outflow = plan.steps, plan.throughflow, plan.outflow
        share = left / throughflow if throughflow > 0 else 0.0
        return steps, share, left - share * outflow

    def _listed(
        self, node: CallNode, steps: Steps, share: float, nobodys: float, least: float, first: int = 0
    ) -> list[CallNode]:
        """The nodes of ``steps``, in a rest from ``first`` on; ``nobodys`` seconds go to nobody."""
        all_here = self._is_all_here(node, share)
        running = self._running(node)
        if is_negligible(self.graph, node, nobodys):
            nobodys = 0.0
        shown: list[CallNode] = []
        weights = steps.weights
        for position in range(first, len(weights)):
            time = share * weights[position]
            if time < least or position == first + MOST_CHILDREN:
                apart = nobodys >= least
                shown.append(self._rest(node, steps, position, share, 0.0 if apart else nobodys))
                nobodys = nobodys if apart else 0.0
                break
            shown.append(self._child(node, steps[position], share, all_here, running))
        if nobodys:
            shown.append(to_nobody(self.groups, node, nobodys))
        return shown

    def _is_all_here(self, node: CallNode, share: float) -> bool:
        """Whether all of a group's time is certainly here, so that its calls are known as well as itself."""
        if not node.exact or not self.graph.certain or abs(share - 1.0) > SAME:
            return False
        if self.graph.shaped is not None and node.own_high - node.own_low > SAME * node.high:
            # What is left beside own time is an estimate, then, even if it is all that the group passes on.
            return False
        return self.is_sure(node)

    def is_sure(self, node: CallNode) -> bool:
        """Whether the recorded calls of a group belong to it and are never counted at two depths."""
        sure = node.kind == "function" and not _is_member(node) and self.graph.certain
        if not sure or self.graph.has_estimates(node.key):
            return False
        return self.graph.topology.proven(node.key) and not self.groups.reenters(node.key)

    def has_all_calls(self, node: CallNode) -> bool:
        """Whether all calls of a group, or of the cycle that it is a member of, are those of this node."""
        calls = 1 if node.calls is None else node.calls
        return node.calls_exact and calls == self.groups.calls(node.key)

    def _running(self, node: CallNode) -> set[int]:
        """The groups on the path, as far as they could be called again."""
        if node.kind == "function" and not _is_member(node) and self.groups.component(node.key) is None:
            return set()
        return self._path.to(node)

    def _child(self, node: CallNode, step: Step, share: float, all_here: bool, running: set[int]) -> CallNode:
        time = min(share * step.weight, node.time)
        most = self._most(step)
        if step.modules:
            count = len(step.modules)
            label = f"imports ({count:,} module{'s' if count != 1 else ''})"
            return call_back(node, NO_FUNCTION, time, most, label, count, step.group)
        if step.group in running or self.plans.weights.leads_back(step.via, step.group):
            if self.groups.reenters(step.group):
                return call_back(node, step.function, time, most, "", 0, step.group)
            # It runs, and was never called while it ran: not from here, then.
            return call_back(node, NO_FUNCTION, time, most, SHARED, 0, step.group)
        made = node.made.get(("function", step.group))
        if made is None:
            made = node.made["function", step.group] = self._called(node, step, share, all_here)
        return made

    def _called(self, node: CallNode, step: Step, share: float, all_here: bool) -> CallNode:
        """The node of a call; ``all_here``: all time of the caller is here, and known."""
        time = min(share * step.weight, node.time)
        own = self.plans.inflows.own(step.group, time, min(share * step.own, time))
        calls = step.calls if all_here or step.calls is None else share * step.calls
        time = step.time if all_here else time
        elsewhere = 0.0 if all_here else math.inf
        if not all_here and self.is_sure(node):
            is_part = node.key >= self.graph.topology.functions
            most = self.groups.cumtime(node.key) if is_part else self.graph.most_time(node.key)
            elsewhere = most - node.low
        low, high = max(0.0, step.time - elsewhere), self._most(step)
        own_ends = self.graph.own_ends(step.via, step.function, step.own)
        around = bounds_of_own(self.groups, step.group, own_ends, elsewhere)
        estimated = any(map(self.graph.has_estimates, self.groups.members(step.group)))
        made = group_node(
            self.groups, node, step.group, step.function, time, own, calls, all_here, (low, high), around
        )
        known = all_here and calls is not None and not estimated
        made.calls_exact = known and self.has_all_calls(node)
        return made

    def _most(self, step: Step) -> float:
        """Seconds that a call can take at most."""
        is_cycle = self.groups.is_cycle(step.group)
        if not self.graph.certain:
            return self.graph.most(NO_FUNCTION if is_cycle else step.function)
        if self.graph.shaped is None:
            return step.time
        is_one = step.function != NO_FUNCTION and not is_cycle
        return max(step.time, self.graph.most_time(step.function)) if is_one else math.inf

    def _rest(self, node: CallNode, steps: Steps, first: int, share: float, nobodys: float) -> CallNode:
        """What is called from the step ``first`` on, with ``nobodys`` seconds that go to nobody."""
        made = node.made.get(("rest", first))
        if made is None or made.inner != nobodys:
            calls, time = steps.calls_from(first), share * sum(steps.weights[first:]) + nobodys
            exact = self._is_all_here(node, share) and not nobodys
            made = node_below(node, "rest", NO_FUNCTION, time, exact=exact, key=first, inner=nobodys)
            made.count = len(steps.weights) - first + bool(nobodys)
            made.calls = None if calls is None else share * calls
            made.calls_exact = exact and calls is not None and self.has_all_calls(node)
            node.made["rest", first] = made
        return made

    def _of_rest(self, rest: CallNode) -> list[CallNode]:
        node = above(rest)
        if node is None:
            return more_roots(rest, self._later, self._root)
        if node.kind == "cycle":
            return put_into_rest(rest, self._members.below(node, 0.0, rest.key))
        steps, share, _ = self.passed_on(node)
        return put_into_rest(rest, self._listed(node, steps, share, rest.inner, 0.0, rest.key))


def _is_member(node: CallNode) -> bool:
    """Whether a node is a member of the cycle above it."""
    over = above(node)
    return node.kind == "function" and over is not None and over.kind == "cycle"


def _modules(steps: Steps) -> StepList:
    """What the import among some steps stands for."""
    assert isinstance(steps, StepList)
    return StepList(next(step.modules for step in steps.steps if step.modules))
