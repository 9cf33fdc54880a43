"""The call tree of a profile that records edges: exact where that can be proved, else bounded.

Each node passes its time on in proportion to the weights of its calls. How that is done, why it adds up,
and when a node is exact stands in CONTRIBUTING.md, section "Call trees".
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from itertools import chain

from proftui.analysis.calltree.graph import CallGraph, Root
from proftui.analysis.calltree.nodes import (
    MOST_CHILDREN,
    MOST_ROOTS,
    NO_FUNCTION,
    CallNode,
    above,
    node_below,
)
from proftui.analysis.calltree.plans import SAME, Made, Plans, Step, Steps
from proftui.analysis.calltree.recursion_groups import Roots, Units
from proftui.background.pieces import PIECE, Pieces, finished
from proftui_parsers import Profile

WRAPPER = 1e-4
"""The share of a run that may go with an ``exec`` that is not shown."""
SHARED, UNATTRIBUTED = "shared", "[unattributed]"


class FlowTree:
    """The calls of a profile from its roots down (call-trees, "The model")."""

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
        self.plans = plans or Plans(Units(graph or CallGraph(profile), grouped))
        self.units, self.graph = self.plans.units, self.plans.graph
        self.total = self.graph.total
        self._roots: list[CallNode] | None = None
        self._later = array("q")
        """The units that have no root of their own: there are too many."""
        self._last: dict[CallNode, tuple[float, float, list[CallNode]]] = {}
        """The children that were asked for last, and from which to which least time they are the same."""
        self._path: tuple[CallNode | None, set[int]] = None, set()
        """A node and the units on its path, which are most of those of its children."""
        self._shares: dict[CallNode, tuple[array[int], array[float]]] = {}
        """Of cycles: members and their times, the heaviest first."""

    @property
    def effort(self) -> int:
        """Calls looked at so far."""
        return self.plans.effort

    def preparing(self) -> Pieces[None]:
        """Work out what takes long in large profiles, in pieces."""
        yield from self.graph.preparing()
        yield from self.units.preparing()
        yield from self.plans.preparing()
        if self._roots is None:
            self._roots = yield from self._finding_roots()

    # Roots

    def roots(self) -> list[CallNode]:
        """What the program itself called, heaviest first."""
        if self._roots is None:
            self._roots = finished(self._finding_roots())
        return self._roots

    def _finding_roots(self) -> Pieces[list[CallNode]]:
        if self.plans.called is None:
            self.plans.called = yield from self._timing_roots()
        found, times, exact = self.plans.called
        order = sorted(range(len(found)), key=times.__getitem__, reverse=True)
        shown, later = sorted(order[:MOST_ROOTS]), order[MOST_ROOTS:]
        nodes = [self._root(found[place]) for place in shown]
        if self.bare:
            nodes = [self._program(node) for node in nodes]
        nodes.sort(key=lambda node: -node.time)
        if later:
            self._later = array("q", map(found.__getitem__, later))
            time, sure = sum(map(times.__getitem__, later)), all(map(exact.__getitem__, later))
            nodes.append(node_below(None, "rest", NO_FUNCTION, time, exact=sure, count=len(later)))
        return nodes

    def _timing_roots(self) -> Pieces[tuple[array[int], array[float], bytearray]]:
        """What the program called, the seconds of each, and whether they are certain."""
        work, found = 0, (yield from self._called())
        times, exact = array("d"), bytearray()
        for unit in found:
            roots = self._roots_of(unit)
            times.append(sum(root.time for root in roots))
            exact.append(all(root.exact for root in roots))
            work += 1 + len(self.units.members(unit))
            if work > PIECE // 4:
                work = 0
                yield
        return found, times, exact

    def _called(self) -> Pieces[array[int]]:
        """The units that the program itself called, and one of each cycle that nothing leads to."""
        graph, units = self.graph, self.units
        known = bytearray(graph.count + len(units.groups))
        found = array("q")
        called = (function for function, calls in enumerate(graph.root_calls) if calls > 0)
        work = 0
        for function in chain(called, range(graph.profile.count, graph.functions)):
            unit = units.of(graph.root_node(function))
            if not known[unit]:
                known[unit] = 1
                found.append(unit)
                work += 1
            if work > PIECE:
                work = 0
                yield
        for members in graph.cycles:
            inside = dict.fromkeys(units.of(node) for node in members)
            entered = any(known[unit] for unit in inside) or (yield from self._entered(members, inside))
            if not entered:
                # Its counts do not add up.
                unit = max(inside, key=units.cumtime)
                self.plans.closed.add(unit)
                found.append(unit)
        return found

    def _entered(self, members: Sequence[int], inside: dict[int, None]) -> Pieces[bool]:
        of, work = self.units.of, 0
        for node in members:
            callers = self.graph.callers(node)
            if any(of(caller) not in inside for caller in callers):
                return True
            work += 1 + len(callers)
            if work > PIECE:
                work = 0
                yield
        return False

    def _roots_of(self, unit: int) -> Roots | Sequence[Root]:
        if unit in self.plans.closed:
            return [Root(None, self.units.cumtime(unit), self.units.tottime(unit), False)]
        return self.units.roots_of(unit)

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

    def _root(self, unit: int, parent: CallNode | None = None) -> CallNode:
        graph, members, roots = self.graph, self.units.members(unit), self._roots_of(unit)
        time = sum(root.time for root in roots)
        called = [root.calls for root in roots]
        calls = None if None in called else sum(call or 0 for call in called)
        own = self.plans.own(unit, time, sum(root.own for root in roots))
        exact = all(root.exact for root in roots)
        most = sum(graph.cumtime(graph.function(node)) for node in members)
        return self._unit(
            parent, unit, graph.function(self.units.entrance(unit)), time, own, calls, exact, 0.0, most
        )

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
        return left > self._negligible(node) or self.graph.calls_others(node.unit)

    def _negligible(self, node: CallNode) -> float:
        """Seconds that are only rounding."""
        return SAME * max(node.time, SAME * self.total)

    def children(self, node: CallNode, least: float = 0.0) -> list[CallNode]:
        """What is called from here, heaviest first, with a rest below ``least`` seconds."""
        if node.kind == "rest":
            return self._of_rest(node)
        if node.kind == "cycle":
            return self._members(node, least)
        if node.kind != "function" and not (node.kind == "recursion" and node.count):
            return []
        last = self._last.get(node)
        if last is not None and last[0] < least <= last[1]:
            return last[2]
        steps, share, lost = self._passed_on(node)
        return self._listed(node, steps, share, lost, least)

    def _passed_on(self, node: CallNode) -> tuple[Steps, float, float]:
        """What a node calls, the part of each weight that is its own, and the seconds that go to nobody."""
        if node.kind == "recursion":
            steps: Steps = self._modules(node)
            room = given = sum(steps.weights)
            return steps, node.time / room if room > 0 else 0.0, 0.0
        left, over = max(0.0, node.time - node.own), above(node)
        if over is not None and over.kind == "cycle":
            steps = self.plans.of(over.unit).by_member.get(node.unit) or Made(())
            room = given = sum(steps.weights)
        else:
            plan = self.plans.of(node.unit)
            steps, room, given = plan.steps, plan.room, plan.given
        share = left / room if room > 0 else 0.0
        return steps, share, left - share * given

    def _listed(
        self, node: CallNode, steps: Steps, share: float, lost: float, least: float, first: int = -1
    ) -> list[CallNode]:
        """The nodes of ``steps``, each with ``share`` of its weight; ``lost`` seconds go to nobody.

        In a rest, they are those from ``first`` on.
        """
        whole = self._is_whole(node, share)
        running = self._running(node)
        if lost <= self._negligible(node):
            lost = 0.0
        shown: list[CallNode] = []
        lightest, below = math.inf, -math.inf
        weights = steps.weights
        start = max(0, first)
        for place in range(start, len(weights)):
            time = share * weights[place]
            if time < least or place == start + MOST_CHILDREN:
                apart = lost >= least
                # Apart from ``lost``, which is one of two sides, it is the same down to this step's time.
                below = max(time if time < least else below, -math.inf if apart else lost)
                lightest = min(lightest, lost) if apart else lightest
                shown.append(self._rest(node, steps, place, share, 0.0 if apart else lost))
                if apart and lost:
                    shown.append(self._lost(node, lost))
                break
            lightest = time
            shown.append(self._child(node, steps[place], share, whole, running))
        else:
            if lost:
                shown.append(self._lost(node, lost))
        if node.kind == "function" and first < 0:
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
        if self._path[0] is not None and node.parent is self._path[0]:
            # One step further down: a path can be as long as there are functions.
            here, found = None, self._path[1]
            if node.kind in ("function", "cycle"):
                found.add(node.unit)
        while here is not None:
            if here.kind in ("function", "cycle"):
                found.add(here.unit)
            here = here.parent
        self._path = node, found
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

    def _rest(self, node: CallNode, steps: Steps, shown: int, share: float, lost: float) -> CallNode:
        made = node.made.get(("rest", shown))
        if made is None or made.inner != lost:
            calls = steps.calls_from(shown)
            made = node_below(
                node,
                "rest",
                NO_FUNCTION,
                share * sum(steps.weights[shown:]) + lost,
                exact=self._is_whole(node, share) and not lost,
                calls=None if calls is None else share * calls,
                count=len(steps.weights) - shown + bool(lost),
                unit=shown,
                inner=lost,
            )
            node.made["rest", shown] = made
        return made

    def _of_rest(self, rest: CallNode) -> list[CallNode]:
        node = above(rest)
        if node is None:
            return self._later_roots(rest)
        if node.kind == "cycle":
            found = self._members(node, 0.0, rest.unit)
        else:
            steps, share, _ = self._passed_on(node)
            found = self._listed(node, steps, share, rest.inner, 0.0, rest.unit)
        for child in found:
            child.parent, child.depth = rest, rest.depth + 1
        return found

    def _later_roots(self, rest: CallNode) -> list[CallNode]:
        """Some more roots, and a rest if there are still more."""
        if not rest.made:
            first = max(0, rest.unit)
            units = self._later[first : first + MOST_CHILDREN]
            for unit in units:
                rest.made["function", unit] = self._root(unit, rest)
            left = rest.count - len(units)
            if left:
                time = max(0.0, rest.time - sum(node.time for node in rest.made.values()))
                start = first + len(units)
                rest.made["rest", start] = node_below(
                    rest, "rest", NO_FUNCTION, time, exact=rest.exact, count=left, unit=start
                )
        return list(rest.made.values())

    def _modules(self, node: CallNode) -> Made:
        """What an import stands for."""
        over = above(node)
        assert over is not None
        steps = self.plans.of(over.unit).steps
        assert isinstance(steps, Made)
        return Made(next(step.modules for step in steps.steps if step.modules))

    def _members(self, node: CallNode, least: float, first: int = -1) -> list[CallNode]:
        """The functions of a cycle: own time and what they call outside of it."""
        plan = self.plans.of(node.unit)
        share = max(0.0, node.time - node.inner) / plan.room if plan.room > 0 else 0.0
        sure = node.exact and not self.graph.estimated and self.units.is_whole(node.unit)
        owns = self._owns(node.unit)
        part = node.inner / (sum(owns) or 1.0)
        exact = sure and (plan.room <= 0 or abs(share - 1.0) <= SAME) and abs(part - 1.0) <= SAME
        if node not in self._shares:
            self._shares[node] = self._shared(node.unit, owns, part, share)
        members, times = self._shares[node]
        shown: list[CallNode] = []
        start = max(0, first)
        for place in range(start, len(members)):
            if times[place] < least or place == start + MOST_CHILDREN:
                shown.append(self._rest_of_cycle(node, place, exact))
                break
            own = part * self.graph.tottime(members[place])
            shown.append(self._member(node, members[place], times[place], own, exact))
        lost = node.time - sum(times)
        if lost > self._negligible(node) and first < 0:
            shown.append(self._lost(node, lost))
        return shown

    def _owns(self, unit: int) -> array[float]:
        """Own times of its members, seconds."""
        return array("d", map(self.graph.tottime, self.units.members(unit)))

    def _shared(
        self, unit: int, owns: Sequence[float], part: float, share: float
    ) -> tuple[array[int], array[float]]:
        """The members of a cycle and their times, heaviest first: parts of their own times and exits."""
        members, exits = self.units.members(unit), self.plans.of(unit).by_member
        times = array("d", [part * own for own in owns])
        for place, member in enumerate(members) if exits else ():
            if member in exits:
                times[place] += share * sum(exits[member].weights)
        order = sorted(range(len(members)), key=times.__getitem__, reverse=True)
        return array("i", map(members.__getitem__, order)), array("d", map(times.__getitem__, order))

    def _member(self, cycle: CallNode, member: int, time: float, own: float, exact: bool) -> CallNode:
        made = cycle.made.get(("function", member))
        if made is None:
            exits = self.plans.of(cycle.unit).by_member.get(member)
            most = self.graph.tottime(member) + sum(step.time for step in (exits.steps if exits else ()))
            made = node_below(cycle, "function", member, time, exact=exact, high=most, own=own, unit=member)
            cycle.made["function", member] = made
        return made

    def _rest_of_cycle(self, cycle: CallNode, shown: int, exact: bool) -> CallNode:
        rest = cycle.made.get(("rest", shown))
        if rest is None:
            times = self._shares[cycle][1][shown:]
            rest = node_below(
                cycle, "rest", NO_FUNCTION, sum(times), exact=exact, count=len(times), unit=shown
            )
            cycle.made["rest", shown] = rest
        return rest


def _in_cycle(node: CallNode) -> bool:
    """Whether a node is a member of the cycle above it."""
    over = above(node)
    return node.kind == "function" and over is not None and over.kind == "cycle"
