"""How the time of each recursion group is passed on to what it calls (README, "Flow")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from proftui.analysis.calltree.arcs import Arc
from proftui.analysis.calltree.nodes import NO_FUNCTION
from proftui.analysis.calltree.program_roots import ProgramRoots
from proftui.analysis.calltree.recursion_groups import RecursionGroups
from proftui.analysis.calltree.splitting import is_exec
from proftui.analysis.calltree.steps import EdgeSteps, Step, StepList, Steps, together
from proftui.analysis.calltree.weights import Inflows, Weights
from proftui.background.pieces import PIECE, Pieces
from proftui_parsers.sums import SAME

IMPORTS = -2
"""Stands for the group of all modules that one function imports."""
_LARGE = 50
"""Functions of a component that is worked out beforehand."""


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
        return self._made(group) if plan is None else plan

    def _made(self, group: int) -> Plan:
        steps: Steps | None = self._edge_steps(group)
        by_member: dict[int, list[Step]] = {}
        if steps is None:
            made = self._made_steps(group)
            steps = StepList(made)
            for step in made if self.groups.is_cycle(group) else ():
                by_member.setdefault(step.via, []).append(step)
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

    def _edge_steps(self, group: int) -> EdgeSteps | None:
        """The calls of a group that is a function, where every other end is one too."""
        groups, graph = self.groups, self.graph
        if groups.is_cycle(group) or is_exec(graph.profile, graph.topology.function(group)):
            return None
        calls = graph.arcs.outgoing(group)
        if calls is None or not groups.is_plain(calls.callees):
            return None
        return EdgeSteps(graph.arcs, group, calls.positions, self.weights.of_callees(group, calls))

    def _made_steps(self, group: int) -> tuple[Step, ...]:
        """The calls of a group, heaviest first; those that one member makes of one group together."""
        steps: dict[tuple[int, int], Step] = {}
        modules: list[Step] = []
        for arc in self.groups.out(group):
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
