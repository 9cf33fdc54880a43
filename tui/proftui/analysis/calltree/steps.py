"""The calls of a group as steps of its plan, heaviest first."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace

from proftui.analysis.calltree.arcs import Arcs


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
