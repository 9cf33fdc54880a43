"""The call tree of a profile that records edges: exact where that can be proved, else bounded.

Each node passes its time on in proportion to the weights of its calls. How that is done, why it adds up,
and when a node is exact stands in CONTRIBUTING.md, section "Call trees".
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from proftui.analysis.callgraph import CallGraph, Root
from proftui.analysis.calltree import NO_FUNCTION, CallNode, node_below
from proftui.analysis.plans import SAME, Plans, Step
from proftui.analysis.units import Units
from proftui_parsers import Profile

WRAPPER = 1e-4
"""The share of a run that may go with an ``exec`` that is not shown."""
SHARED, UNATTRIBUTED = "shared", "[unattributed]"


class FlowTree:
    """The calls of a profile from its roots down (call-trees, "The model")."""

    inverted = False

    def __init__(
        self, profile: Profile, grouped: bool = True, bare: bool = False, graph: CallGraph | None = None
    ) -> None:
        """A tree, of which nothing is worked out before it is asked for.

        ``grouped``: functions that call each other in turn are one node; else they are unrolled.
        ``bare``: begin with the program's module, not with the ``exec`` that ran it.
        """
        self.total = profile.total_time
        self.bare = bare
        self.graph = graph or CallGraph(profile)
        self.units = Units(self.graph, grouped)
        self.plans = Plans(self.units)
        self._roots: list[CallNode] | None = None
        self._last: dict[CallNode, tuple[float, float, list[CallNode]]] = {}
        """The children that were asked for last, and from which to which least time they are the same."""

    # Roots

    def roots(self) -> list[CallNode]:
        """What the program itself called, heaviest first."""
        if self._roots is None:
            graph, units = self.graph, self.units
            called = [function for function, calls in enumerate(graph.root_calls) if calls > 0]
            called += range(graph.profile.count, graph.functions)
            found = dict.fromkeys(units.of(graph.root_node(function)) for function in called)
            nodes = [self._root(unit, units.roots_of(unit)) for unit in found]
            for members in graph.cycles:
                inside = dict.fromkeys(units.of(node) for node in members)
                if not any(unit in found or self._entered(unit, inside) for unit in inside):
                    # Nothing leads there: its counts do not add up.
                    unit = max(inside, key=units.cumtime)
                    whole = Root(None, units.cumtime(unit), units.tottime(unit), False)
                    nodes.append(self._root(unit, [whole]))
            if self.bare:
                nodes = [self._program(node) for node in nodes]
            self._roots = sorted(nodes, key=lambda node: -node.time)
        return self._roots

    def _program(self, root: CallNode) -> CallNode:
        """What a root that is only the ``exec`` of a program runs; else the root."""
        if root.kind != "function" or not self.graph.proven(root.unit) or root.unit < self.graph.functions:
            return root
        below = self.children(root)
        if len(below) != 1 or root.time - below[0].time > WRAPPER * self.total:
            return root
        module = below[0]
        module.parent, module.depth = None, 0
        return module

    def _entered(self, unit: int, inside: dict[int, None]) -> bool:
        return any(self.units.of(arc.caller) not in inside for arc in self.units.into(unit))

    def _root(self, unit: int, roots: Sequence[Root]) -> CallNode:
        graph, members = self.graph, self.units.members(unit)
        time = sum(root.time for root in roots)
        called = [root.calls for root in roots]
        calls = None if None in called else sum(call or 0 for call in called)
        own = self.plans.own(unit, time, sum(root.own for root in roots))
        exact = all(root.exact for root in roots)
        most = sum(graph.cumtime(graph.function(node)) for node in members)
        first = max(members, key=lambda node: max((r.time for r in (graph.root(node),) if r), default=-1.0))
        return self._unit(None, unit, graph.function(first), time, own, calls, exact, 0.0, most)

    def _unit(
        self,
        parent: CallNode | None,
        unit: int,
        function: int,
        time: float,
        own: float,
        calls: float | None,
        exact: bool,
        low: float,
        high: float,
    ) -> CallNode:
        """The node of a function or of a cycle."""
        if not self.units.is_group(unit):
            return node_below(
                parent,
                "function",
                function,
                time,
                exact=exact,
                low=low,
                high=high,
                own=own,
                calls=calls,
                unit=unit,
            )
        count = len(self.units.members(unit))
        return node_below(
            parent,
            "cycle",
            function,
            time,
            exact=exact,
            low=low,
            high=high,
            calls=calls,
            label=f"cycle of {count}",
            count=count,
            unit=unit,
            inner=own,
        )

    # Children

    def opens(self, node: CallNode, least: float = 0.0) -> bool:
        """Whether something from ``least`` seconds on is called from here."""
        if node.kind in ("rest", "cycle") or (node.count and node.kind == "recursion"):
            return True
        left = max(0.0, node.time - node.own)
        if node.kind != "function" or left < least:
            return False
        return left > self._negligible(node) or bool(self.graph.out(node.unit))

    def _negligible(self, node: CallNode) -> float:
        """Seconds that are only rounding."""
        return SAME * max(node.time, SAME * self.total)

    def children(self, node: CallNode, least: float = 0.0) -> list[CallNode]:
        """What is called from here, heaviest first, with a rest below ``least`` seconds."""
        if node.kind == "rest":
            return self._of_rest(node)
        if node.kind == "recursion":
            return self._modules(node, least)
        if node.kind == "cycle":
            return self._members(node, least)
        if node.kind != "function":
            return []
        last = self._last.get(node)
        if last is not None and last[0] < least <= last[1]:
            return last[2]
        left = max(0.0, node.time - node.own)
        above = _above(node)
        if above is not None and _in_cycle(node):
            steps = [step for step in self.plans.of(above.unit).steps if step.via == node.unit]
            room = given = sum(step.weight for step in steps)
        else:
            plan = self.plans.of(node.unit)
            steps, room, given = list(plan.steps), plan.room, plan.given
        share = left / room if room > 0 else 0.0
        return self._listed(node, steps, share, left - share * given, least)

    def _listed(
        self, node: CallNode, steps: Sequence[Step], share: float, lost: float, least: float
    ) -> list[CallNode]:
        """The nodes of ``steps``, each with ``share`` of its weight; ``lost`` seconds go to nobody."""
        whole = self._is_whole(node, share)
        running = self._running(node)
        if lost <= self._negligible(node):
            lost = 0.0
        shown: list[CallNode] = []
        lightest, below = math.inf, -math.inf
        for place, step in enumerate(steps):
            time = share * step.weight
            if time < least:
                apart = lost >= least
                # Apart from ``lost``, which is one of two sides, it is the same down to this step's time.
                below = max(time, -math.inf if apart else lost)
                lightest = min(lightest, lost) if apart else lightest
                shown.append(self._rest(node, steps, place, share, 0.0 if apart else lost))
                if apart and lost:
                    shown.append(self._lost(node, lost))
                break
            lightest = time
            shown.append(self._child(node, step, share, whole, running))
        else:
            if lost:
                shown.append(self._lost(node, lost))
        if node.kind == "function":
            self._last[node] = below, lightest, shown
        return shown

    def _is_whole(self, node: CallNode, share: float) -> bool:
        """Whether all of a unit's time is certainly here, so that its calls are known as well as itself."""
        if not node.exact or self.graph.estimated or abs(share - 1.0) > SAME:
            return False
        return _in_cycle(node) or self._is_sure(node)

    def _is_sure(self, node: CallNode) -> bool:
        """Whether the recorded calls of a unit belong to it and are never counted at two depths."""
        sure = node.kind == "function" and not _in_cycle(node) and not self.graph.estimated
        return sure and self.graph.proven(node.unit) and not self.units.reenters(node.unit)

    def _running(self, node: CallNode) -> set[int]:
        """The units on the path, as far as they could be called again."""
        found: set[int] = set()
        if node.kind == "function" and not _in_cycle(node) and self.units.component(node.unit) is None:
            return found
        here: CallNode | None = node
        while here is not None:
            if here.kind in ("function", "cycle"):
                found.add(here.unit)
            here = here.parent
        return found

    def _child(self, node: CallNode, step: Step, share: float, whole: bool, running: set[int]) -> CallNode:
        time = min(share * step.weight, node.time)
        if step.modules:
            count = len(step.modules)
            label = f"imports ({count:,} module{'' if count == 1 else 's'})"
            return self._leaf(node, NO_FUNCTION, time, step.time, label, count, step.unit)
        if step.unit in running:
            if self.units.reenters(step.unit):
                return self._leaf(node, step.function, time, step.time, "", 0, step.unit)
            # It runs, and was never called while it ran: not from here, then.
            return self._leaf(node, NO_FUNCTION, time, step.time, SHARED, 0, step.unit)
        made = node.made.get(("function", step.unit))
        if made is None:
            most = self.graph.cumtime(step.function) if self.graph.estimated else step.time
            low = step.time - self.units.cumtime(node.unit) + node.low if self._is_sure(node) else 0.0
            own = self.plans.own(step.unit, time, min(share * step.own, time))
            calls = None if step.calls is None else step.calls if whole else share * step.calls
            time = step.time if whole else time
            made = self._unit(
                node, step.unit, step.function, time, own, calls, whole, max(0.0, low), max(time, most)
            )
            node.made["function", step.unit] = made
        return made

    def _leaf(
        self, node: CallNode, function: int, time: float, most: float, label: str, count: int, unit: int
    ) -> CallNode:
        """A call back, or what such calls share."""
        made = node.made.get((label, unit))
        if made is None:
            made = node_below(
                node, "recursion", function, time, high=most, label=label, count=count, unit=unit
            )
            node.made[label, unit] = made
        return made

    def _lost(self, node: CallNode, time: float) -> CallNode:
        """Time that a node passes on to nobody."""
        if self.graph.component(self.units.members(node.unit)[0]) is not None:
            return self._leaf(node, NO_FUNCTION, time, node.high, SHARED, 0, -1)
        made = node.made.get((UNATTRIBUTED, -1))
        if made is None:
            made = node_below(node, "unattributed", NO_FUNCTION, time, label=UNATTRIBUTED)
            node.made[UNATTRIBUTED, -1] = made
        return made

    # A rest, imports, the members of a cycle

    def _rest(self, node: CallNode, steps: Sequence[Step], shown: int, share: float, lost: float) -> CallNode:
        made = node.made.get(("rest", shown))
        if made is None or made.inner != lost:
            hidden = steps[shown:]
            counts = [step.calls for step in hidden]
            calls = None if None in counts else share * sum(count or 0.0 for count in counts)
            time = share * sum(step.weight for step in hidden) + lost
            exact = self._is_whole(node, share) and not lost
            made = node_below(
                node,
                "rest",
                NO_FUNCTION,
                time,
                exact=exact,
                calls=calls,
                count=len(hidden) + bool(lost),
                unit=shown,
                inner=lost,
            )
            node.made["rest", shown] = made
        return made

    def _of_rest(self, rest: CallNode) -> list[CallNode]:
        node = rest.parent
        assert node is not None
        found = self.children(node)[rest.unit : rest.unit + rest.count]
        for child in found:
            child.parent, child.depth = rest, rest.depth + 1
        return found

    def _modules(self, node: CallNode, least: float) -> list[CallNode]:
        """What an import stands for."""
        above = _above(node)
        if above is None or not node.count:
            return []
        steps = next(step.modules for step in self.plans.of(above.unit).steps if step.modules)
        room = sum(step.weight for step in steps)
        return self._listed(node, steps, node.time / room if room > 0 else 0.0, 0.0, least)

    def _members(self, node: CallNode, least: float) -> list[CallNode]:
        """The functions of a cycle: own time and what they call outside of it."""
        plan = self.plans.of(node.unit)
        share = max(0.0, node.time - node.inner) / plan.room if plan.room > 0 else 0.0
        sure = node.exact and not self.graph.estimated and self.units.is_whole(node.unit)
        owns = {member: self.graph.tottime(member) for member in self.units.members(node.unit)}
        part = node.inner / (sum(owns.values()) or 1.0)
        exact = sure and (plan.room <= 0 or abs(share - 1.0) <= SAME) and abs(part - 1.0) <= SAME
        found = []
        for member, own in owns.items():
            made = node.made.get(("function", member))
            if made is None:
                exits = [step for step in plan.steps if step.via == member]
                time = part * own + share * sum(step.weight for step in exits)
                most = own + sum(step.time for step in exits)
                made = node_below(
                    node, "function", member, time, exact=exact, high=most, own=part * own, unit=member
                )
                node.made["function", member] = made
            found.append(made)
        found.sort(key=lambda child: -child.time)
        shown = [child for child in found if child.time >= least]
        lost = node.time - sum(child.time for child in found)
        if len(shown) < len(found):
            rest = node.made.get(("rest", len(shown)))
            if rest is None:
                hidden = found[len(shown) :]
                time = sum(child.time for child in hidden)
                rest = node_below(
                    node, "rest", NO_FUNCTION, time, exact=exact, count=len(hidden), unit=len(shown)
                )
                node.made["rest", len(shown)] = rest
            shown.append(rest)
        if lost > self._negligible(node):
            shown.append(self._lost(node, lost))
        return shown


def _above(node: CallNode) -> CallNode | None:
    """The parent; of what a rest was opened to, that of the rest."""
    parent = node.parent
    while parent is not None and parent.kind == "rest":
        parent = parent.parent
    return parent


def _in_cycle(node: CallNode) -> bool:
    """Whether a node is a member of the cycle above it."""
    above = _above(node)
    return node.kind == "function" and above is not None and above.kind == "cycle"
