"""How the time of each recursion group is passed on to what it calls (README, "Flow"), and who begins."""

from __future__ import annotations

import math
from array import array
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

from proftui.analysis.calltree.arcs import Arc, Arcs
from proftui.analysis.calltree.nodes import NO_FUNCTION
from proftui.analysis.calltree.recursion_groups import RecursionGroups, RootColumns
from proftui.analysis.calltree.roots import Root
from proftui.analysis.calltree.splitting import is_exec
from proftui.analysis.calltree.weights import Inflows, Weights
from proftui.background.pieces import PIECE, Pace, Pieces, finished
from proftui_parsers.sums import SAME


@dataclass(frozen=True, slots=True)
class Step:
    """Calls of one group by another: of what the caller passes on, ``weight`` seconds lead to ``group``."""

    group: int
    function: int
    weight: float
    own: float
    """The recorded own time of ``group`` in these calls."""
    time: float
    """The recorded time, which bounds any estimate."""
    calls: float | None
    via: int
    """The node that makes the call."""
    modules: tuple[Step, ...] = ()
    """What an import stands for."""


class StepList:
    """The calls of a group, heaviest first, that were made one by one."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = steps
        self.weights: Sequence[float] = [step.weight for step in steps]
        """Of each of them, seconds."""

    def __getitem__(self, position: int) -> Step:
        """One of them."""
        return self.steps[position]

    def calls_from(self, position: int) -> float | None:
        """How many calls those from ``position`` on are; ``None``: not known."""
        return _sum_of_calls(self.steps[position:])


class EdgeSteps:
    """The calls of a function, heaviest first, that are edges as they stand: made when they are asked for."""

    def __init__(self, arcs: Arcs, caller: int, positions: Sequence[int], weights: Sequence[float]) -> None:
        """``positions`` are those of :class:`~proftui.analysis.calltree.arcs.Outgoing`."""
        order = sorted(range(len(weights)), key=weights.__getitem__, reverse=True)
        self.arcs, self.caller = arcs, caller
        self.made: dict[int, Step] = {}
        self.by_caller = array("q", map(positions.__getitem__, order))
        self.weights: Sequence[float] = array("d", map(weights.__getitem__, order))

    def __getitem__(self, position: int) -> Step:
        """One of them."""
        step = self.made.get(position)
        if step is None:
            arc, weight = self.arcs.at(self.by_caller[position], self.caller), self.weights[position]
            step = Step(arc.callee, arc.callee, weight, arc.own, arc.time, arc.calls, self.caller)
            self.made[position] = step
        return step

    def calls_from(self, position: int) -> float | None:
        """How many calls those from ``position`` on are; ``None``: not known."""
        profile = self.arcs.profile
        entries = map(profile.by_caller[1].__getitem__, self.by_caller[position:])
        counts = list(map(profile.edges.ncalls.__getitem__, entries))
        return None if min(counts, default=0) < 0 else float(sum(counts))


Steps = StepList | EdgeSteps


def together(*steps: Step) -> Step:
    """Several steps as one; what is not a sum is that of the first."""
    weight, own = sum(step.weight for step in steps), sum(step.own for step in steps)
    time, calls = sum(step.time for step in steps), _sum_of_calls(steps)
    return replace(steps[0], weight=weight, own=own, time=time, calls=calls)


def _sum_of_calls(steps: Sequence[Step]) -> float | None:
    counts = [step.calls for step in steps]
    return None if None in counts else sum(count or 0.0 for count in counts)


class Called(NamedTuple):
    """The recursion groups that the program called, as columns of equal length."""

    groups: array[int]
    times: array[float]
    """Seconds."""
    exact: bytearray
    """1 where the time is certain."""


class ProgramRoots:
    """The roots of a profile by recursion group, worked out once for all trees of the same groups."""

    def __init__(self, groups: RecursionGroups) -> None:
        self.groups, self.graph = groups, groups.graph
        self._called: Called | None = None
        self._closed: set[int] = set()
        """Recursion groups of which nobody says that they were called."""

    def timing(self) -> Pieces[Called]:
        """What the program called, and how long that took."""
        if self._called is None:
            pace, groups = Pace(), (yield from self._finding())
            times, exact = array("d"), bytearray()
            for group in groups:
                roots = self.of(group)
                times.append(sum(root.time for root in roots))
                exact.append(self.is_exact(group))
                if pace.done(4 * (1 + len(self.groups.members(group)))):
                    yield
            self._called = Called(groups, times, exact)
        return self._called

    def of(self, group: int) -> RootColumns | Sequence[Root]:
        """The roots in a group that the program called."""
        if group in self._closed:
            time = self.groups.cumtime(group)
            return [Root(None, time, self.groups.tottime(group), 0.0, math.inf)]
        return self.groups.roots_of(group)

    def is_exact(self, group: int) -> bool:
        """Whether what the roots in a group take together is certain."""
        members = self.groups.members(group)
        if not self.graph.certain or group in self._closed or any(map(self.graph.has_namesakes, members)):
            return False
        return self.graph.roots.are_all(members)

    def _finding(self) -> Pieces[array[int]]:
        """The groups that the program itself called, and one of each component that nothing leads to."""
        topology, groups = self.graph.topology, self.groups
        known = bytearray(topology.count + len(groups.merged))
        called = array("q")
        functions = (function for function, calls in enumerate(topology.root_calls) if calls > 0)
        pace = Pace()
        for function in chain(functions, range(self.graph.profile.count, topology.functions)):
            group = groups.of(topology.root_node(function))
            if not known[group]:
                known[group] = 1
                called.append(group)
                if pace.done(1):
                    yield
        for members in self.graph.reentrance.components:
            inside = dict.fromkeys(groups.of(node) for node in members)
            if any(known[group] for group in inside) or (yield from self._is_entered(members, inside)):
                continue
            # Its counts do not add up.
            group = max(inside, key=groups.cumtime)
            self._closed.add(group)
            called.append(group)
        return called

    def _is_entered(self, members: Sequence[int], inside: Collection[int]) -> Pieces[bool]:
        """Whether somebody outside of a component calls one of its members."""
        group_of, pace = self.groups.of, Pace()
        for node in members:
            callers = self.graph.topology.callers(node)
            if any(group_of(caller) not in inside for caller in callers):
                return True
            if pace.done(1 + len(callers)):
                yield
        return False


IMPORTS = -2
"""Stands for the group of all modules that one function imports."""
_LARGE, _MANY = 50, 5_000
"""Functions of a component, and calls of a function, that are worked out beforehand."""
_DENSE = 50
"""Calls of a function where the graph has so many of each: all plans are worked out beforehand."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a group passes on what is not its own time: of ``throughflow`` seconds a step gets its weight."""

    steps: Steps
    throughflow: float
    """The larger of inflow and outflow."""
    outflow: float
    """Sum of the weights, seconds."""
    by_member: Mapping[int, StepList]
    """The steps of each member of a cycle."""


class Plans:
    """The plans of all groups, made when they are asked for."""

    def __init__(self, groups: RecursionGroups) -> None:
        self.groups, self.graph = groups, groups.graph
        self.weights = Weights(groups)
        self.inflows = Inflows(self.weights)
        self.program = ProgramRoots(groups)
        self._plans: dict[int, Plan] = {}
        self._steps_made = 0

    @property
    def effort(self) -> int:
        """Calls looked at so far: a measure of the work that was done."""
        return self._steps_made + self.inflows.effort

    def of(self, group: int) -> Plan:
        """The plan of a group."""
        plan = self._plans.get(group)
        return finished(self._making(group)) if plan is None else plan

    def _making(self, group: int) -> Pieces[Plan]:
        steps: Steps | None = self._edge_steps(group)
        by_member: dict[int, list[Step]] = {}
        if steps is None:
            made = yield from self._made_steps(group)
            steps = StepList(made)
            for step in made if self.groups.is_cycle(group) else ():
                by_member.setdefault(step.via, []).append(step)
            if len(made) > PIECE:
                yield
        outflow, inflow = sum(steps.weights), self.inflows.seconds(group)
        throughflow = outflow if outflow >= inflow * (1 - SAME) else inflow
        exits = {member: StepList(steps_of_it) for member, steps_of_it in by_member.items()}
        plan = self._plans[group] = Plan(steps, throughflow, outflow, exits)
        self._steps_made += len(steps.weights)
        return plan

    def preparing(self) -> Pieces[None]:
        """Work out what would take long when it is asked for, in pieces."""
        for number, members in enumerate(self.groups.merged, self.graph.topology.count):
            if len(members) >= _LARGE:
                yield from self.groups.summing(number)
        work = 0
        for members in self.graph.reentrance.components:
            work += len(members)
            if len(members) >= _LARGE:
                yield from self.weights.preparing(members)
            elif work > PIECE:
                work = 0
                yield
        yield from self._planning_hubs(work)

    def _planning_hubs(self, work: int) -> Pieces[None]:
        """Make the plans of functions with many calls; ``work`` was done since the last stop."""
        graph, profile = self.graph, self.graph.profile
        many = _MANY if len(profile.edges) < _DENSE * graph.topology.count else _DENSE
        starts, above = profile.by_caller[0], profile.edges.starts
        for function in range(profile.count):
            edges = max(starts[function + 1] - starts[function], above[function + 1] - above[function])
            work += 1
            if edges > many or work > PIECE:
                work = 0
                yield
            if edges > many:
                yield from graph.times.estimating(function)
                for node in graph.topology.nodes_of(function):
                    group = self.groups.of(node)
                    if group not in self._plans:
                        yield from self._making(group)

    def _edge_steps(self, group: int) -> EdgeSteps | None:
        """The calls of a group that is a function, where every other end is one too."""
        groups, graph = self.groups, self.graph
        if groups.is_cycle(group) or is_exec(graph.profile, graph.topology.function(group)):
            return None
        calls = graph.arcs.outgoing(group)
        if calls is None or not groups.is_plain(calls.callees):
            return None
        return EdgeSteps(graph.arcs, group, calls.positions, self.weights.of_callees(group, calls))

    def _made_steps(self, group: int) -> Pieces[tuple[Step, ...]]:
        """The calls of a group, heaviest first; those that one member makes of one group together."""
        steps: dict[tuple[int, int], Step] = {}
        modules: list[Step] = []
        for count, arc in enumerate(self.groups.out(group)):
            if count % PIECE == PIECE - 1:
                yield
            target, weight = self.groups.of(arc.callee), self.weights.of_arc(arc)
            function = self.graph.topology.function(arc.callee)
            step = Step(target, function, weight, arc.own, arc.time, arc.calls, arc.caller)
            if self._imports(arc):
                modules.append(step)
                continue
            known = steps.get((target, arc.caller))
            steps[target, arc.caller] = step if known is None else together(known, step)
        if modules:
            modules.sort(key=lambda step: -step.weight)
            all_modules = together(*modules)
            steps[-1, -1] = replace(all_modules, group=IMPORTS, function=NO_FUNCTION, modules=tuple(modules))
        return tuple(sorted(steps.values(), key=lambda step: -step.weight))

    def _imports(self, arc: Arc) -> bool:
        """Whether a call runs a module that is imported: part of the cycle of ``exec`` and importlib."""
        profile, function = self.graph.profile, self.graph.topology.function
        if not is_exec(profile, function(arc.caller)) or profile.names[function(arc.callee)] != "<module>":
            return False
        component = self.graph.reentrance.component
        here = component(arc.caller)
        return here is not None and component(arc.callee) is here
