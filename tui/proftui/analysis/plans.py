"""How the time of each unit is passed on: weights of its calls, straight from the edges where they hold."""

from __future__ import annotations

from dataclasses import dataclass, replace

from proftui.analysis.callgraph import Arc
from proftui.analysis.calltree import NO_FUNCTION
from proftui.analysis.folding import Folded, folded
from proftui.analysis.splitting import is_exec
from proftui.analysis.units import Units

SAME = 1e-9
"""Times that differ by less than this part are equal: they were added up in another order."""


@dataclass(frozen=True, slots=True)
class Step:
    """One call that a unit makes: ``weight`` seconds of all that it passes on lead to ``unit``."""

    unit: int
    function: int
    weight: float
    own: float
    time: float
    """The recorded time, which bounds any estimate."""
    calls: float | None
    via: int
    """The node that makes the call."""
    modules: tuple[Step, ...] = ()
    """What an import stands for."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a unit passes on the time that is not its own: of ``room`` seconds, each step gets its weight."""

    steps: tuple[Step, ...]
    room: float
    given: float
    """Sum of the weights, seconds."""


class Plans:
    """The plans of all units, made when they are asked for."""

    def __init__(self, units: Units) -> None:
        self.units = units
        self.graph = units.graph
        self._plans: dict[int, Plan] = {}
        self._folds: dict[int, Folded] = {}
        self._inner: dict[int, float] = {}

    def of(self, unit: int) -> Plan:
        """The plan of a unit."""
        plan = self._plans.get(unit)
        if plan is None:
            steps = self._steps(unit)
            given = sum(step.weight for step in steps)
            came = sum(max(0.0, weight - self.own(unit, weight, own)) for weight, own in self._came(unit))
            plan = self._plans[unit] = Plan(steps, given if given >= came * (1 - SAME) else came, given)
        return plan

    def _steps(self, unit: int) -> tuple[Step, ...]:
        """The calls of a unit, heaviest first; those that one member makes of one unit together."""
        units = self.units
        found: dict[tuple[int, int], Step] = {}
        modules: list[Step] = []
        for arc in units.out(unit):
            target = units.of(arc.callee)
            weight = self._weight(arc)
            if weight is None:
                continue
            function = self.graph.function(arc.callee)
            step = Step(target, function, weight, min(arc.own, weight), arc.time, arc.calls, arc.caller)
            if self._imports(arc):
                modules.append(step)
                continue
            known = found.get((target, arc.caller))
            found[target, arc.caller] = step if known is None else _together(known, step)
        if modules:
            modules.sort(key=lambda step: -step.weight)
            whole = modules[0]
            for step in modules[1:]:
                whole = _together(whole, step)
            found[-1, -1] = replace(whole, unit=-2, function=NO_FUNCTION, modules=tuple(modules))
        return tuple(sorted(found.values(), key=lambda step: -step.weight))

    def _imports(self, arc: Arc) -> bool:
        """Whether a call runs a module that is imported: part of the cycle of ``exec`` and importlib."""
        graph = self.graph
        names = graph.profile.names
        if not is_exec(graph.profile, graph.function(arc.caller)) or names[arc.callee] != "<module>":
            return False
        here = graph.component(arc.caller)
        return here is not None and graph.component(arc.callee) is here

    def _weight(self, arc: Arc) -> float | None:
        """Seconds that a call stands for; ``None``: below something recursive it is a call back.

        Where mutual recursion is unrolled, its calls keep their times, so that calls back have a width.
        """
        if self.units.in_one_cycle(arc.caller, arc.callee):
            return arc.time
        fold = self._fold(arc)
        if fold is None:
            return arc.time
        caller = self.units.of(arc.caller)
        if caller in fold.plain:
            return arc.time
        callee = self.units.of(arc.callee)
        weight = fold.weights.get((caller, callee))
        if weight is None:
            return None
        if not (self.units.is_group(caller) or self.units.is_group(callee)):
            return weight
        whole = sum(a.time for a in self.units.out(caller) if self.units.of(a.callee) == callee)
        return weight * arc.time / whole if whole > 0 else weight

    def _fold(self, arc: Arc) -> Folded | None:
        """The contents of the component in which a call stays, if it does."""
        graph = self.graph
        here = graph.component(arc.caller)
        if here is None or graph.component(arc.callee) is not here:
            return None
        key = here[0]
        if key not in self._folds:
            self._folds[key] = folded(self.units, here)
        return self._folds[key]

    def _came(self, unit: int) -> list[tuple[float, float]]:
        """Time and own time of all that may lead to a unit, seconds."""
        found = [(root.time, root.own) for root in self.units.roots_of(unit)]
        for arc in self.units.into(unit):
            weight = self._weight(arc)
            if weight is not None:
                found.append((weight, min(weight, arc.own)))
        return found

    def own(self, unit: int, time: float, own: float) -> float:
        """Own time of a call of ``time`` seconds, of which the file says ``own``.

        What a unit spent in calls by itself lies somewhere in the rest, in proportion to it.
        """
        inner = self._inner.get(unit)
        if inner is None:
            inner = self.units.inner_own(unit)
            if inner:
                room = sum(max(0.0, weight - known) for weight, known in self._came(unit))
                inner = inner / room if room > 0 else 0.0
            self._inner[unit] = inner
        return min(time, own + inner * max(0.0, time - own)) if inner else min(time, own)


def _together(first: Step, second: Step) -> Step:
    calls = None if first.calls is None or second.calls is None else first.calls + second.calls
    return replace(
        first,
        weight=first.weight + second.weight,
        own=first.own + second.own,
        time=first.time + second.time,
        calls=calls,
    )
