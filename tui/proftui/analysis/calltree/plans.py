"""How the time of each unit is passed on: weights of its calls, straight from the edges where they hold."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from proftui.analysis.calltree.folding import Folded, folded, folding
from proftui.analysis.calltree.graph import Above, Arc, CallGraph
from proftui.analysis.calltree.nodes import NO_FUNCTION
from proftui.analysis.calltree.recursion_groups import Units
from proftui.analysis.calltree.splitting import is_exec
from proftui.background.pieces import PIECE, Pieces, finished

SAME = 1e-9
"""Times that differ by less than this part are equal: they were added up in another order."""
_LARGE, _MANY = 50, 5_000
"""Functions of a component, and calls of a function, that are worked out beforehand."""
_DENSE = 50
"""Calls of a function where the graph has so many of each: all plans are worked out beforehand."""


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


class Steps(Protocol):
    """The calls of a unit, heaviest first."""

    weights: Sequence[float]
    """Of each of them, seconds."""

    def __getitem__(self, place: int) -> Step:
        """One of them."""
        ...

    def calls_from(self, place: int) -> float | None:
        """How many calls those from ``place`` on are; ``None``: not known."""
        ...


class Made:
    """Steps that were made one by one."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = steps
        self.weights: Sequence[float] = [step.weight for step in steps]

    def __getitem__(self, place: int) -> Step:
        """One of them."""
        return self.steps[place]

    def calls_from(self, place: int) -> float | None:
        """How many calls those from ``place`` on are; ``None``: not known."""
        counts = [step.calls for step in self.steps[place:]]
        return None if None in counts else sum(count or 0.0 for count in counts)


class Columns:
    """Steps that are edges of the profile as they stand: made when they are asked for."""

    def __init__(self, graph: CallGraph, unit: int, places: Sequence[int], weights: Sequence[float]) -> None:
        """``places`` are those of :meth:`CallGraph.columns_out`."""
        order = sorted(range(len(places)), key=weights.__getitem__, reverse=True)
        self.graph, self.unit = graph, unit
        self.made: dict[int, Step] = {}
        self.places = array("q", map(places.__getitem__, order))
        self.weights: Sequence[float] = array("d", map(weights.__getitem__, order))

    def __getitem__(self, place: int) -> Step:
        """One of them."""
        step = self.made.get(place)
        if step is None:
            arc, weight = self.graph.arc_at(self.places[place], self.unit), self.weights[place]
            own = min(arc.own, weight)
            step = Step(arc.callee, arc.callee, weight, own, arc.time, arc.calls, self.unit)
            self.made[place] = step
        return step

    def calls_from(self, place: int) -> float | None:
        """How many calls those from ``place`` on are; ``None``: not known."""
        profile = self.graph.profile
        entries = map(profile.by_caller[1].__getitem__, self.places[place:])
        counts = list(map(profile.edges.ncalls.__getitem__, entries))
        return None if min(counts, default=0) < 0 else float(sum(counts))


@dataclass(frozen=True, slots=True)
class Plan:
    """How a unit passes on the time that is not its own: of ``room`` seconds, each step gets its weight."""

    steps: Steps
    room: float
    given: float
    """Sum of the weights, seconds."""
    by_member: Mapping[int, Made]
    """The steps of each member of a cycle."""


class Entered:
    """What may lead to a unit, as columns: of each the seconds, and the own time in them."""

    def __init__(self) -> None:
        self.weights, self.owns = array("d"), array("d")

    def add(self, weight: float, own: float) -> None:
        """One more."""
        self.weights.append(weight)
        self.owns.append(own)

    @property
    def rest(self) -> float:
        """Seconds that are not own time."""
        return sum([weight - own for weight, own in zip(self.weights, self.owns, strict=True)])


class Plans:
    """The plans of all units, made when they are asked for."""

    def __init__(self, units: Units) -> None:
        self.units = units
        self.graph = units.graph
        self.effort = 0
        """Calls looked at so far: a measure of the work that was done."""
        self.called: tuple[array[int], array[float], bytearray] | None = None
        """What the program itself called, with its seconds and whether they are certain; see ``flow``."""
        self.closed: set[int] = set()
        """Those of them of which nobody says that they were called."""
        self._plans: dict[int, Plan] = {}
        self._folds: dict[int, Folded] = {}
        self._inner: dict[int, float] = {}
        self._sums: dict[int, dict[int, float]] = {}

    def of(self, unit: int) -> Plan:
        """The plan of a unit."""
        plan = self._plans.get(unit)
        return finished(self._making(unit)) if plan is None else plan

    def _making(self, unit: int) -> Pieces[Plan]:
        found: Steps | None = self._columns(unit)
        by_member: dict[int, list[Step]] = {}
        if found is None:
            made = yield from self._steps(unit)
            found = Made(made)
            for step in made if self.units.is_group(unit) else ():
                by_member.setdefault(step.via, []).append(step)
            if len(made) > PIECE:
                yield
        given = sum(found.weights)
        entered = self._came(unit)
        if self._inner_part(unit, entered):
            both = zip(entered.weights, entered.owns, strict=True)
            came = sum(max(0.0, weight - self.own(unit, weight, own)) for weight, own in both)
        else:
            came = entered.rest
        room = given if given >= came * (1 - SAME) else came
        exits = {member: Made(steps) for member, steps in by_member.items()}
        plan = self._plans[unit] = Plan(found, room, given, exits)
        self.effort += len(found.weights)
        return plan

    def preparing(self) -> Pieces[None]:
        """Work out what would take long when it is asked for, in pieces."""
        graph, work = self.graph, 0
        for place, members in enumerate(self.units.groups):
            if len(members) >= _LARGE:
                yield from self.units.grouping(graph.count + place)
        for members in graph.cycles:
            work += len(members)
            if len(members) >= _LARGE:
                self._folds[members[0]] = yield from folding(self.units, members)
            elif work > PIECE:
                work = 0
                yield
        many = _MANY if len(graph.profile.edges) < _DENSE * graph.count else _DENSE
        starts, above = graph.profile.by_caller[0], graph.profile.edges.starts
        for function in range(graph.profile.count):
            edges = max(starts[function + 1] - starts[function], above[function + 1] - above[function])
            work += 1
            if edges > many or work > PIECE:
                work = 0
                yield
            if edges > many:
                yield from graph.estimating(function)
                for node in graph.parts_of(function):
                    unit = self.units.of(node)
                    if unit not in self._plans:
                        yield from self._making(unit)

    def _columns(self, unit: int) -> Columns | None:
        """The calls of a unit that is a function, where every other end is one too."""
        units, graph = self.units, self.graph
        if units.is_group(unit) or is_exec(graph.profile, graph.function(unit)):
            return None
        found = graph.columns_out(unit)
        if found is None or not units.is_plain(found[1]):
            return None
        places, callees, times = found
        here = graph.component(unit)
        fold = None if here is None else self._fold_of(here)
        if here is None or fold is None or unit in fold.plain:
            return Columns(graph, unit, places, times)
        mates = units.mates(unit)
        if mates.issuperset(callees):
            return Columns(graph, unit, places, times)
        kept: list[int] = []
        weights: list[float] = []
        for place, callee, time in zip(places, callees, times, strict=True):
            weight: float | None = time
            if graph.component(callee) is here and callee not in mates:
                weight = fold.weight(unit, callee)
            if weight is not None:
                kept.append(place)
                weights.append(weight)
        return Columns(graph, unit, kept, weights)

    def _steps(self, unit: int) -> Pieces[tuple[Step, ...]]:
        """The calls of a unit, heaviest first; those that one member makes of one unit together."""
        units = self.units
        found: dict[tuple[int, int], Step] = {}
        modules: list[Step] = []
        for count, arc in enumerate(units.out(unit)):
            if count % PIECE == PIECE - 1:
                yield
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
            whole = _together(*modules)
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
        weight = fold.weight(caller, callee)
        if weight is None:
            return None
        if not (self.units.is_group(caller) or self.units.is_group(callee)):
            return weight
        whole = self._between(caller).get(callee, 0.0)
        return weight * arc.time / whole if whole > 0 else weight

    def _between(self, caller: int) -> dict[int, float]:
        """Seconds of the calls of a unit by the unit that they lead to."""
        if caller not in self._sums:
            if len(self._sums) >= _MANY:
                self._sums.clear()
            sums = self._sums[caller] = {}
            for arc in self.units.out(caller):
                callee = self.units.of(arc.callee)
                sums[callee] = sums.get(callee, 0.0) + arc.time
        return self._sums[caller]

    def _fold(self, arc: Arc) -> Folded | None:
        """The contents of the component in which a call stays, if it does."""
        graph = self.graph
        here = graph.component(arc.caller)
        if here is None or graph.component(arc.callee) is not here:
            return None
        return self._fold_of(here)

    def _fold_of(self, here: Sequence[int]) -> Folded:
        key = here[0]
        if key not in self._folds:
            self._folds[key] = folded(self.units, here)
        return self._folds[key]

    def _came(self, unit: int) -> Entered:
        """All that may lead to a unit."""
        units, graph = self.units, self.graph
        found = Entered()
        for root in units.roots_of(unit):
            found.add(root.time, root.own)
        if not units.is_group(unit):
            above = graph.columns_into(unit)
            self.effort += len(above[0])
            if units.is_plain(above[0]):
                self._add_functions(found, unit, above)
                return found
        for arc in units.into(unit):
            weight = self._weight(arc)
            if weight is not None:
                found.add(weight, min(weight, arc.own))
        return found

    def _add_functions(self, found: Entered, unit: int, above: Above) -> None:
        """What comes from callers that are functions."""
        units, graph = self.units, self.graph
        here = graph.component(unit)
        if here is None:
            found.weights.extend(iter(above[1]))
            found.owns.extend(iter(above[2]))
            return
        fold, mates = self._fold_of(here), units.mates(unit)
        for caller, time, own in zip(*above, strict=True):
            if caller in mates or caller in fold.plain or graph.component(caller) is not here:
                found.add(time, own)
            elif (weight := fold.weight(caller, unit)) is not None:
                found.add(weight, min(weight, own))

    def own(self, unit: int, time: float, own: float) -> float:
        """Own time of a call of ``time`` seconds, of which the file says ``own``.

        What a unit spent in calls by itself lies somewhere in the rest, in proportion to it.
        """
        inner = self._inner.get(unit)
        if inner is None:
            inner = self._inner_part(unit)
        return min(time, own + inner * max(0.0, time - own)) if inner else min(time, own)

    def _inner_part(self, unit: int, entered: Entered | None = None) -> float:
        """The part of what is not own time that the unit spent in calls by itself."""
        inner = self._inner.get(unit)
        if inner is None:
            inner = self.units.inner_own(unit)
            if inner:
                room = (self._came(unit) if entered is None else entered).rest
                inner = inner / room if room > 0 else 0.0
            self._inner[unit] = inner
        return inner


def _together(*steps: Step) -> Step:
    counts = [step.calls for step in steps]
    return replace(
        steps[0],
        weight=sum(step.weight for step in steps),
        own=sum(step.own for step in steps),
        time=sum(step.time for step in steps),
        calls=None if None in counts else sum(count or 0.0 for count in counts),
    )
