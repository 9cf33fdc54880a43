"""Recursion folded up: what a cycle's functions cost when nothing is counted at two depths.

The file counts the time of a recursive function once, at its outermost call, but that of its callees at
every depth: below it, they add up to more than there is. Here each node of a cycle has a *content*: its own
time, what it calls outside of the cycle, and its share of the content of what it calls inside. A call back to
what is running already adds nothing, since that is counted there. Contents add up to the cycle's time
(call-trees, identity 4).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from proftui.analysis.units import WEAK, Units


@dataclass
class Folded:
    """The weights of a component's inner calls, by caller and callee."""

    weights: dict[tuple[int, int], float] = field(default_factory=dict)
    """Seconds for calls made below something recursive; calls back are not in it."""
    plain: set[int] = field(default_factory=set)
    """Units that are reached without passing a recursive one: their calls have the recorded times."""


def folded(units: Units, members: Sequence[int]) -> Folded:
    """The contents of the component with these nodes."""
    inside = list(dict.fromkeys(units.of(node) for node in members))
    among = set(inside)
    entered: dict[int, float] = {}
    inner: dict[int, dict[int, float]] = {unit: {} for unit in inside}
    into: dict[int, float] = dict.fromkeys(inside, 0.0)
    for unit in inside:
        entered[unit] = sum(root.time for root in units.roots_of(unit))
        for arc in units.into(unit):
            caller = units.of(arc.caller)
            if caller in among:
                inner[caller][unit] = inner[caller].get(unit, 0.0) + arc.time
            else:
                entered[unit] += arc.time
    entries = sorted((u for u in inside if entered[u] > 0), key=lambda u: -entered[u]) or inside[:1]
    order, kept = _orders(entries, inner)
    for unit in inside:
        into[unit] += entered[unit]
    for caller, callee in kept:
        into[callee] += inner[caller][callee]
    found = Folded(plain=_plain(units, entries, inner))
    content: dict[int, float] = {}
    below: dict[int, list[int]] = {unit: [] for unit in inside}
    for caller, callee in kept:
        below[caller].append(callee)
    for unit in order:
        content[unit] = units.tottime(unit)
        content[unit] += sum(arc.time for arc in units.out(unit) if units.of(arc.callee) not in among)
        for callee in below[unit]:
            time = inner[unit][callee]
            weight = min(time, content[callee] * time / into[callee]) if into[callee] > 0 else 0.0
            found.weights[unit, callee] = weight
            content[unit] += weight
    return found


def _orders(
    entries: Iterable[int], inner: dict[int, dict[int, float]]
) -> tuple[list[int], list[tuple[int, int]]]:
    """Units with callees before callers, and the calls that are not back to something running.

    A depth-first search that takes the heaviest calls first, so that those lead down, and does not follow
    weak ones: a function that is called from everywhere would make everything look like one cycle.
    """
    strong = _strong(inner)
    order: list[int] = []
    kept: list[tuple[int, int]] = []
    state: dict[int, int] = {}
    for entry in (*entries, *inner):
        if entry in state:
            continue
        state[entry] = 1
        waiting = [(entry, iter(strong[entry]))]
        while waiting:
            unit, below = waiting[-1]
            for callee in below:
                if state.get(callee) != 1:
                    kept.append((unit, callee))
                if callee not in state:
                    state[callee] = 1
                    waiting.append((callee, iter(strong[callee])))
                    break
            else:
                waiting.pop()
                state[unit] = 2
                order.append(unit)
    place = {unit: number for number, unit in enumerate(order)}
    for unit, below_it in inner.items():
        followed = set(strong[unit])
        kept += [(unit, c) for c in below_it if c not in followed and place[c] < place[unit]]
    return order, kept


def _strong(inner: dict[int, dict[int, float]]) -> dict[int, list[int]]:
    """The calls that matter for what they call, heaviest first."""
    largest: dict[int, float] = dict.fromkeys(inner, 0.0)
    for below in inner.values():
        for callee, time in below.items():
            largest[callee] = max(largest[callee], time)
    return {
        unit: [c for c in sorted(below, key=lambda c: -below[c]) if below[c] >= WEAK * largest[c]]
        for unit, below in inner.items()
    }


def _plain(units: Units, entries: Iterable[int], inner: dict[int, dict[int, float]]) -> set[int]:
    found: set[int] = set()
    waiting = [unit for unit in entries if not units.reenters(unit)]
    while waiting:
        unit = waiting.pop()
        if unit not in found:
            found.add(unit)
            waiting.extend(callee for callee in inner[unit] if not units.reenters(callee))
    return found
