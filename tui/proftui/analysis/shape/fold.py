"""Functions hidden, and their time counted to who called them: own time of what is left (README, "Fold")."""

from __future__ import annotations

from array import array
from itertools import compress, count

from proftui.analysis.bounds import BoundedColumn, exact_sum
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.shape.hidden_calls import HiddenCalls
from proftui.background.pieces import Pace, Pieces

_MOST_ROUNDS = 30
"""Rounds to find which part of hidden calls is spent in hidden functions; each goes one call deeper."""
_MOST_STEPS = 400_000
"""Calls looked at for that, which makes estimates better, and no bound."""


class Fold:
    """The figures of visible functions where all others are hidden; times are seconds."""

    def __init__(self, calls: HiddenCalls, own: BoundedColumn, visible: list[int], whole: float) -> None:
        """``whole``: seconds that own times take together."""
        self.calls, self.visible, self._whole = calls, visible, whole
        self.own = own
        """Time while a function is the innermost visible one, by ``visible``; last: while none runs."""
        self.unattributed = 0.0
        """What own times lack of the whole, since the file lost some."""

    def narrow_outside(self) -> None:
        """What no visible function ran for is what these leave of the whole."""
        last = len(self.visible)
        least, most = (self._whole - exact_sum(ends[:last]) for ends in (self.own.highs, self.own.lows))
        self.own.narrow(last, least, most)

    def level(self) -> None:
        """Move all estimates by one part of their room until they add up to the whole."""
        self.unattributed = self.own.level(self._whole)


def folding(graph: CallGraph, hidden: bytearray) -> Pieces[Fold]:
    """Hide functions; ``hidden`` is true for each of those of the profile, callers without an entry included.

    Own time of a visible function is then the time while it is the innermost visible one. It lies between

        tt_p + sum of max(t(p→h), T(p→h) - CB(h))   and   tt_p + sum of T(p→h)

    over its hidden callees h, where ``T`` is their time, ``t`` the own time of h in them, and
    ``CB(h)`` the time of all calls of visible functions by what h leads to. Where nothing hidden calls back
    both are the same.
    """
    return (yield from _Folding(graph, hidden).all())


class _Folding:
    def __init__(self, graph: CallGraph, hidden: bytearray) -> None:
        self.graph, self.profile, self.topology = graph, graph.profile, graph.topology
        self.hidden, self.calls = hidden, HiddenCalls(graph, hidden)
        self.visible = list(compress(count(), (not it for it in hidden[: self.profile.count])))
        own = [*map(graph.times.tottime, self.visible)]
        self.place = array("q", [-1]) * len(hidden)
        """By function, where its figures stand; hidden ones have those of the end."""
        for place, function in enumerate(self.visible):
            self.place[function] = place
        self.lows, self.highs = array("d", [*own, 0.0]), array("d", [*own, 0.0])
        self.guesses = array("d", [*own, 0.0])

    def all(self) -> Pieces[Fold]:
        yield from self.graph.preparing()
        yield from self.calls.preparing()
        self.staying = yield from self._staying()
        pace = Pace()
        for function in compress(range(self.profile.count), self.hidden):
            self._charge_callers(function)
            if pace.done(1 + len(self.topology.entries(function))):
                yield
        self._charge_nobody()
        self._widen()
        own = BoundedColumn(self.lows, self.highs, certain=self.graph.certain)
        # Where names are shared the file has lost own time that its roots still have.
        whole = max(self.graph.total, self.graph.checked.time_of_roots)
        own.estimate_all(self.guesses)
        doubts = self.graph.checked.contradictions
        if self.graph.certain and not doubts.missing and not doubts.excess:
            own.narrow_to_sum(exact_sum(map(self.graph.times.tottime, range(self.profile.count))))
        fold = Fold(self.calls, own, self.visible, whole)
        fold.level()
        return fold

    def _charge_callers(self, function: int) -> None:
        """Give the time of calls of a hidden function to the visible functions that made them."""
        callers = self.profile.edges.callers
        times, owns = self.graph.times.of_callers(function)
        for entry, time, own in zip(self.topology.entries(function), times, owns, strict=True):
            if not self.hidden[caller := callers[entry]]:
                self._charge(self.place[caller], self.topology.callee_node(function, caller), own, time, time)

    def _charge_nobody(self) -> None:
        """Time of hidden functions that no visible one called."""
        for function in compress(count(), self.hidden):
            node = self.topology.root_node(function)
            root = self.graph.roots.work_out(node)
            if root is not None:
                self._charge(-1, node, root.own, root.low, root.high, root.time)

    def _charge(
        self, place: int, node: int, own: float, low: float, high: float, guess: float | None = None
    ) -> None:
        self.lows[place] += max(own, low - self.calls.time_back(node))
        self.highs[place] += high
        self.guesses[place] += (high if guess is None else guess) * self.staying.get(node, 1.0)

    def _widen(self) -> None:
        """What stands for several functions, or lost calls, may have spent more in hidden functions."""
        doubts, most = self.graph.checked.contradictions, self.graph.times.cumtime
        for place, function in enumerate(self.visible):
            # It runs, then.
            self.highs[place] = min(self.highs[place], max(self.lows[place], most(function)))
            if function in doubts.missing or function in doubts.excess:
                self.highs[place] += max(self.graph.beyond(function), doubts.missing.get(function, 0.0))

    def _staying(self) -> Pieces[dict[int, float]]:
        """By hidden node that can call back, the part of its time probably spent in hidden functions."""
        staying = dict.fromkeys(self.calls.back, 1.0)
        if not staying:
            return staying
        below = yield from self._times_below()
        pace, left = Pace(), _MOST_STEPS
        for _ in range(_MOST_ROUNDS):
            change = 0.0
            for node, before in staying.items():
                here = below[node]
                hidden = here.hidden
                for callee, time in here.calls:
                    hidden += time * staying[callee]
                part = hidden / here.every if here.every > 0 else 1.0
                change = max(change, abs(part - before))
                staying[node] = part
                if pace.done(1 + len(here.calls)):
                    yield
                left -= 1 + len(here.calls)
            if change < 1e-3 or left < 0:
                break
        return staying

    def _times_below(self) -> Pieces[dict[int, _Below]]:
        """What hidden nodes that can call back spend in their calls."""
        back, topology, callers = self.calls.back, self.topology, self.profile.edges.callers
        below = {node: _Below() for node in back}
        pace = Pace()
        for node, here in below.items():
            known = node < self.profile.count or topology.part(node) is not None
            here.hidden = here.every = self.graph.roots.own_time(node) if known else 0.0
            if pace.done(2):
                yield
        for function in range(self.profile.count):
            entries = topology.entries(function)
            if any(map(self.hidden.__getitem__, callers[entries.start : entries.stop])):
                times, _ = self.graph.times.of_callers(function)
                for entry, time in zip(entries, times, strict=True):
                    caller = callers[entry]
                    if self.hidden[caller] and caller != function:
                        node = topology.caller_node(caller, function)
                        if node in below:
                            self._add(below[node], function, topology.callee_node(function, caller), time)
            if pace.done(1 + len(entries)):
                yield
        return below

    def _add(self, here: _Below, function: int, callee: int, time: float) -> None:
        here.every += time
        if self.hidden[function]:
            if callee in self.calls.back:
                here.calls.append((callee, time))
            else:
                here.hidden += time


class _Below:
    """What a hidden node spends below it: seconds in all, in hidden functions, in such as can call back."""

    __slots__ = ("calls", "every", "hidden")

    def __init__(self) -> None:
        self.every = self.hidden = 0.0
        self.calls: list[tuple[int, float]] = []
