"""Recursion folded up: what a cycle's functions cost when nothing is counted at two depths.

The file counts the time of a recursive function once, at its outermost call, but that of its callees at
every depth: below it, they add up to more than there is. Here each node of a cycle has a *content*: its own
time, what it calls outside of the cycle, and its share of the content of what it calls inside. A call back to
what is running already adds nothing, since that is counted there. Contents add up to the cycle's time
(call-trees, identity 4).
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from proftui.analysis.pieces import PIECE, Pieces, finished
from proftui.analysis.units import WEAK, Units


class Inner:
    """The calls that one unit makes inside of its component: columns, since there may be a million."""

    __slots__ = ("callees", "times", "weights")

    def __init__(self) -> None:
        self.callees = array("q")
        """Units, in ascending order."""
        self.times = array("d")
        """Seconds."""
        self.weights = array("d")
        """Seconds below something recursive; NaN: a call back."""

    def add(self, callee: int, time: float) -> None:
        """Add calls; those of one unit come one after the other."""
        if self.callees and self.callees[-1] == callee:
            self.times[-1] += time
        else:
            self.callees.append(callee)
            self.times.append(time)
            self.weights.append(_BACK)


_BACK = float("nan")


@dataclass
class Folded:
    """The weights of a component's inner calls."""

    inner: dict[int, Inner] = field(default_factory=dict)
    """By caller."""
    plain: set[int] = field(default_factory=set)
    """Units that are reached without passing a recursive one: their calls have the recorded times."""

    def weight(self, caller: int, callee: int) -> float | None:
        """Seconds for calls made below something recursive; ``None`` for a call back."""
        inner = self.inner[caller]
        place = bisect_left(inner.callees, callee)
        if place == len(inner.callees) or inner.callees[place] != callee:
            return None
        weight = inner.weights[place]
        return None if weight != weight else weight


def folded(units: Units, members: Sequence[int]) -> Folded:
    """The contents of the component with these nodes."""
    return finished(folding(units, members))


def folding(units: Units, members: Sequence[int]) -> Pieces[Folded]:
    """The same in pieces."""
    inside = list(dict.fromkeys(units.of(node) for node in members))
    inner: dict[int, Inner] = {}
    for count, unit in enumerate(inside, 1):
        inner[unit] = Inner()
        if count % PIECE == 0:
            yield
    if len(inside) == 1:
        return Folded(inner)
    entered = yield from _entering(units, inner)
    entries = sorted((u for u in inside if entered[u] > 0), key=lambda u: -entered[u]) or inside[:1]
    order = yield from _ordering((*entries, *inside), inner)
    found = Folded(inner, _plain(units, entries, inner))
    into = dict.fromkeys(inside, 0.0)
    for unit in inside:
        into[unit] += entered[unit]
    work = 0
    for unit in order:
        calls = inner[unit]
        for callee, time, kept in zip(calls.callees, calls.times, calls.weights, strict=True):
            if kept == kept:
                into[callee] += time
        work += 1 + len(calls.callees)
        if work > PIECE:
            work = 0
            yield
    yield from _weighing(units, order, inner, into)
    return found


def _entering(units: Units, inner: dict[int, Inner]) -> Pieces[dict[int, float]]:
    """The calls inside, and by unit the seconds that come from outside."""
    of = units.of if units.groups else None
    entered: dict[int, float] = {}
    work = 0
    for unit in sorted(inner):
        time_in = sum(root.time for root in units.roots_of(unit))
        for caller, time in units.times_into(unit):
            above = caller if of is None else of(caller)
            if above not in inner:
                time_in += time
            else:
                inner[above].add(unit, time)
            work += 1
        entered[unit] = time_in
        work += 1
        if work > PIECE:
            work = 0
            yield
    return entered


def _ordering(starts: Sequence[int], inner: dict[int, Inner]) -> Pieces[list[int]]:
    """Units with callees before callers; marks the calls that are not back to something running.

    A depth-first search that takes the heaviest calls first, so that those lead down, and does not follow
    weak ones: a function that is called from everywhere would make everything look like one cycle.
    """
    largest: dict[int, float] = dict.fromkeys(inner, 0.0)
    work = 0
    for calls in inner.values():
        for callee, time in zip(calls.callees, calls.times, strict=True):
            if time > largest[callee]:
                largest[callee] = time
        work += 1 + len(calls.callees) // 2
        if work > PIECE:
            work = 0
            yield
    order: list[int] = []
    state: dict[int, int] = {}
    for entry in starts:
        if entry in state:
            continue
        state[entry] = 1
        waiting = [(entry, _strong(inner[entry], largest))]
        while waiting:
            unit, below = waiting[-1]
            calls = inner[unit]
            for place in below:
                callee = calls.callees[place]
                if state.get(callee) != 1:
                    calls.weights[place] = 0.0
                if callee not in state:
                    state[callee] = 1
                    waiting.append((callee, _strong(inner[callee], largest)))
                    break
            else:
                waiting.pop()
                state[unit] = 2
                order.append(unit)
                work += len(calls.callees)
            work += 1
            if work > PIECE:
                work = 0
                yield
    yield from _keeping_weak(inner, order, largest)
    return order


def _strong(calls: Inner, largest: dict[int, float]) -> Iterator[int]:
    """Where the calls are that matter for what they call, heaviest first."""
    times = calls.times
    found = [p for p, callee in enumerate(calls.callees) if times[p] >= WEAK * largest[callee]]
    found.sort(key=times.__getitem__, reverse=True)
    return iter(array("l", found))


def _keeping_weak(inner: dict[int, Inner], order: Sequence[int], largest: dict[int, float]) -> Pieces[None]:
    """Mark the weak calls that lead down too."""
    number = {unit: place for place, unit in enumerate(order)}
    work = 0
    for unit, calls in inner.items():
        here = number[unit]
        for place, (callee, time) in enumerate(zip(calls.callees, calls.times, strict=True)):
            if time < WEAK * largest[callee] and number[callee] < here:
                calls.weights[place] = 0.0
        work += 1 + len(calls.callees)
        if work > PIECE:
            work = 0
            yield


def _weighing(
    units: Units, order: Sequence[int], inner: dict[int, Inner], into: dict[int, float]
) -> Pieces[None]:
    """The contents, callees before callers, and with them the weights of the calls that are marked."""
    content: dict[int, float] = {}
    work = 0
    for unit in order:
        calls = inner[unit]
        whole = units.tottime(unit) + units.time_out_of(unit, inner)
        for place, (callee, time) in enumerate(zip(calls.callees, calls.times, strict=True)):
            if calls.weights[place] != 0.0:
                continue
            weight = min(time, content[callee] * time / into[callee]) if into[callee] > 0 else 0.0
            calls.weights[place] = weight
            whole += weight
        content[unit] = whole
        work += 1 + 2 * len(calls.callees)
        if work > PIECE:
            work = 0
            yield


def _plain(units: Units, entries: Sequence[int], inner: dict[int, Inner]) -> set[int]:
    found: set[int] = set()
    waiting = [unit for unit in entries if not units.reenters(unit)]
    while waiting:
        unit = waiting.pop()
        if unit not in found:
            found.add(unit)
            waiting.extend(callee for callee in inner[unit].callees if not units.reenters(callee))
    return found
