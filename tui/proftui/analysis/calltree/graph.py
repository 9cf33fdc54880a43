"""The graph of calls as call trees need it: arcs with finite figures, roots, what is really recursive.

A node is a function, or, beyond the profile's functions, a part of one (see ``splitting``).
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import accumulate, chain, compress, islice, pairwise, repeat
from operator import eq, le, sub
from typing import NamedTuple

from proftui.analysis.calltree.components import Adjacency, Component, finding, loosening, places
from proftui.analysis.calltree.splitting import ROOT, Part, parts
from proftui.background.pieces import PIECE, Pieces, finished
from proftui_parsers import Profile
from proftui_parsers.profile import ENDLESS

_MOST_LOOKED_AT = 100_000
"""Callers looked at to share out one function's time; in real programs each once or twice."""
_MOST_ARCS = 60_000
"""Arcs that are kept, and roots; a file of 16 MB can have a million."""


class Arc(NamedTuple):
    """The calls from one node to another; times are seconds, finite and not negative."""

    caller: int
    callee: int
    calls: float | None
    time: float
    """Time of these calls with everything they called."""
    own: float
    """Own time of the callee in these calls."""


class Root(NamedTuple):
    """What of a node the program itself called: ``exact`` if that follows from the file."""

    calls: float | None
    time: float
    own: float
    exact: bool


Above = tuple[Sequence[int], Sequence[float], Sequence[float]]
"""Arcs into one node as columns: callers, times, own times."""


class CallGraph:
    """Nodes and arcs of a profile; everything but the splits is worked out when it is asked for."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.estimated = profile.measure.sampled or bool(
            profile.has_edges and profile.edges.cumtime and all(t != t for t in profile.edges.cumtime[:100])
        )
        """Whether times of arcs are shares by calls (call-trees: integer edges)."""
        self.functions = len(profile.files)
        self._made: list[tuple[int, Part]] = []
        self._part_of_caller: dict[int, dict[int, int]] = {}
        self._part_of_callee: dict[int, dict[int, int]] = {}
        self._rest: dict[int, int] = {}
        for function, found in parts(profile).items():
            self._split(function, found)
        self.count = self.functions + len(self._made)
        self._out: dict[int, list[Arc]] = {}
        self._into: dict[int, list[Arc]] = {}
        self._kept = 0
        self._roots: dict[int, Root | None] = {}
        self._parts_by_calls = array("d")
        """By edge, the share of its function's time; NaN: not worked out yet."""
        self._all_calls: dict[int, int] = {}

    @property
    def total(self) -> float:
        """Seconds of the whole, of which shares are taken."""
        total = self.profile.total_time
        return total if abs(total) < math.inf else sum(map(self.tottime, range(self.profile.count)))

    def _split(self, function: int, found: Sequence[Part]) -> None:
        callers = self._part_of_caller[function] = {}
        callees = self._part_of_callee[function] = {}
        for part in found:
            node = self.functions + len(self._made)
            self._made.append((function, part))
            callers.update(dict.fromkeys(part.callers, node))
            callees.update(dict.fromkeys(part.callees, node))

    # Nodes

    def function(self, node: int) -> int:
        """The function that a node is, or is a part of."""
        return node if node < self.functions else self._made[node - self.functions][0]

    def parts_of(self, function: int) -> list[int]:
        """The nodes that a function was taken apart into; mostly itself alone."""
        if function not in self._part_of_caller:
            return [function]
        made = (self.functions + place for place, (whole, _) in enumerate(self._made) if whole == function)
        return [function, *made]

    def proven(self, node: int) -> bool:
        """Whether all that the node calls was certainly called by it."""
        if node < self.functions:
            return node not in self._part_of_caller
        return self._made[node - self.functions][1].proven

    def root_node(self, function: int) -> int:
        """The node of a function when the program itself calls it."""
        return self._node(function, ROOT)

    def _node(self, function: int, caller: int) -> int:
        """The node of a function when ``caller`` calls it."""
        split = self._part_of_caller.get(function)
        return function if split is None else split.get(caller, function)

    def _caller(self, caller: int, function: int) -> int:
        """The node of a caller that calls ``function``."""
        split = self._part_of_callee.get(caller)
        return caller if split is None else split.get(function, caller)

    # Arcs

    def out(self, node: int) -> list[Arc]:
        """What a node calls, itself left out."""
        arcs = self._out.get(node)
        if arcs is None:
            function = self.function(node)
            split = self._part_of_callee.get(function)
            starts, entries, callees = self.profile.by_caller
            arcs = [
                self._arc(entries[place], node, self._node(callees[place], function), callees[place])
                for place in range(starts[function], starts[function + 1])
                if callees[place] != function
                and (split is None or split.get(callees[place], function) == node)
            ]
            self._keep(self._out, node, arcs)
        return arcs

    def into(self, node: int) -> list[Arc]:
        """The calls of a node, its own left out."""
        arcs = self._into.get(node)
        if arcs is None:
            function, callers = self.function(node), self.profile.edges.callers
            arcs = [
                self._arc(entry, self._caller(callers[entry], function), node, function)
                for entry in self._entries(function)
                if callers[entry] != function and self._node(function, callers[entry]) == node
            ]
            self._keep(self._into, node, arcs)
        return arcs

    def _keep(self, kept: dict[int, list[Arc]], node: int, arcs: list[Arc]) -> None:
        self._kept += len(arcs)
        if self._kept > _MOST_ARCS:
            self._out.clear()
            self._into.clear()
            self._kept = len(arcs)
        kept[node] = arcs

    def columns_into(self, node: int) -> Above:
        """All arcs into a node; the arcs themselves take much longer to make."""
        function = self.function(node)
        if function not in self._part_of_caller and function < self.profile.count:
            edges = self.profile.edges
            span = slice(edges.starts[function], edges.starts[function + 1])
            callers, times, owns = edges.callers[span], edges.cumtime[span], edges.tottime[span]
            # A sum is not a number where one of its parts is not.
            checked = sum(times) + sum(owns)
            if not self.estimated and checked == checked and self._calls_as_whole(callers):
                if function in callers:
                    others = [place for place, caller in enumerate(callers) if caller != function]
                    callers = [callers[place] for place in others]
                    times, owns = [times[place] for place in others], [owns[place] for place in others]
                if not _all_sound(times, owns):
                    pairs = [_sound(time, own) for time, own in zip(times, owns, strict=True)]
                    times, owns = [time for time, _ in pairs], [own for _, own in pairs]
                return callers, times, owns
            if self._calls_as_whole(callers):
                return self._estimated_into(function)
        arcs = self.into(node)
        return [arc.caller for arc in arcs], [arc.time for arc in arcs], [arc.own for arc in arcs]

    def _estimated_into(self, function: int) -> Above:
        """The columns where not all is timed: the figures of :meth:`_arc`, of all callers at once."""
        edges, entries = self.profile.edges, self._entries(function)
        sampled = self.profile.measure.sampled
        whole, whole_own = self.cumtime(function), self.tottime(function)
        found: list[int] = []
        times, owns = array("d"), array("d")
        for entry in entries:
            caller, time, own = edges.callers[entry], edges.cumtime[entry], edges.tottime[entry]
            if caller == function:
                continue
            if self.estimated or time != time or own != own:
                if time != time or not sampled:
                    time = whole * self._part(entry, function)
                own = whole_own * self._part_of_calls(edges.ncalls[entry], function)
            if not 0.0 <= own <= time < ENDLESS:
                time, own = _sound(time, own)
            found.append(caller)
            times.append(time)
            owns.append(own)
        return found, times, owns

    def calls_into(self, node: int) -> list[int]:
        """How many calls each of :meth:`columns_into` is; below 0: not known."""
        function, edges = self.function(node), self.profile.edges
        others = (entry for entry in self._entries(function) if edges.callers[entry] != function)
        split = function in self._part_of_caller
        return [
            edges.ncalls[entry]
            for entry in others
            if not split or self._node(function, edges.callers[entry]) == node
        ]

    def _calls_as_whole(self, callers: Sequence[int]) -> bool:
        return not self._part_of_callee or self._part_of_callee.keys().isdisjoint(callers)

    def columns_out(self, node: int) -> tuple[Sequence[int], Sequence[int], list[float]] | None:
        """Places among the edges by caller, callees and times of a node's calls; ``None``: ask for arcs."""
        if node >= self.functions or node in self._part_of_callee:
            return None
        starts, entries, callees = self.profile.by_caller
        edges, places = self.profile.edges, range(starts[node], starts[node + 1])
        below, here = callees[places.start : places.stop], entries[places.start : places.stop]
        if not self.split.isdisjoint(below):
            return None
        times = list(map(edges.cumtime.__getitem__, here))
        checked = sum(times) + sum(map(edges.tottime.__getitem__, here))
        if self.estimated or checked != checked:
            ends = zip(here, below, strict=True)
            times = [self._arc(entry, node, callee, callee).time for entry, callee in ends]
        else:
            times = [time if 0.0 <= time < ENDLESS else 0.0 for time in times]
        if node not in below:
            return places, below, times
        others = [number for number, callee in enumerate(below) if callee != node]
        return [places[n] for n in others], [below[n] for n in others], [times[n] for n in others]

    def estimating(self, function: int) -> Pieces[None]:
        """Work out the times that calls without times of and by a function are given: all callers count."""
        starts, entries, callees = self.profile.by_caller
        above, work = self._entries(function), 0
        if len(above) > PIECE and self._needs_part(above[0]):
            self._part(above[0], function)
            yield
        for place in range(starts[function], starts[function + 1]):
            entry, callee = entries[place], callees[place]
            known = self._parts_by_calls
            if self._needs_part(entry) and (not known or known[entry] != known[entry]):
                self._arc(entry, function, callee, callee)
                work += len(self._entries(callee))
            work += 1
            if work > PIECE:
                work = 0
                yield

    def _needs_part(self, entry: int) -> bool:
        """Whether the time of a call is a share by calls, as :meth:`_arc` makes it."""
        edges = self.profile.edges
        time, own = edges.cumtime[entry], edges.tottime[entry]
        if self.profile.measure.sampled:
            return time != time
        return self.estimated or time != time or own != own

    def arc_at(self, place: int, caller: int) -> Arc:
        """The arc at a place of :meth:`columns_out`."""
        _, entries, callees = self.profile.by_caller
        return self._arc(entries[place], caller, callees[place], callees[place])

    @property
    def split(self) -> Set[int]:
        """Functions that were taken apart."""
        return self._part_of_caller.keys()

    def _entries(self, function: int) -> range:
        """Where the callers of a function stand among the edges."""
        starts = self.profile.edges.starts
        return range(starts[function], starts[function + 1]) if function < self.profile.count else range(0)

    def _arc(self, entry: int, caller: int, callee: int, function: int) -> Arc:
        edges = self.profile.edges
        calls, time, own = edges.ncalls[entry], edges.cumtime[entry], edges.tottime[entry]
        if self.estimated or time != time or own != own:
            caller_function = edges.callers[entry]
            if time != time or not self.profile.measure.sampled:
                itself = caller_function == function
                time = self.cumtime(function) * (1.0 if itself else self._part(entry, function))
            own = self.tottime(function) * self._part_of_calls(calls, function)
        if not 0.0 <= own <= time < ENDLESS:
            time, own = _sound(time, own)
        return Arc(caller, callee, calls if calls >= 0 else None, time, own)

    def _part(self, entry: int, function: int) -> float:
        """The share of a function's time that calls without times are given: by their number."""
        known = self._parts_by_calls
        if not known:
            known = self._parts_by_calls = array("d", [math.nan]) * len(self.profile.edges)
        if known[entry] != known[entry]:
            shares, callers = self._parts(function), self.profile.edges.callers
            for place in self._entries(function):
                known[place] = shares.get(callers[place], 0.0)
        return known[entry]

    def _parts(self, function: int) -> dict[int, float]:
        """The shares of a function's time by its callers.

        Calls by itself take none of it, since they lie inside the others. No caller gets more than
        it has; the others share what is left.
        """
        whole = self.cumtime(function)
        open_ = self._outermost(function)
        shares: dict[int, float] = {}
        left, looked_at = 1.0, 0
        while open_ and left > 0 and whole > 0:
            looked_at += len(open_)
            if looked_at > _MOST_LOOKED_AT:
                # Made for it, each round could find one more: a round for each of a hundred thousand.
                shares.update(_shared({p: self._most(p) / whole for p in open_}, open_, left))
                break
            calls = sum(open_.values()) or 1.0
            most = {p: self._most(p) / whole for p in open_}
            full = [p for p, number in open_.items() if left * number / calls > most[p]]
            for p in full or list(open_):
                shares[p] = most[p] if full else left * open_[p] / calls
                del open_[p]
            left = 1.0 - sum(shares.values())
        return shares

    def _outermost(self, function: int) -> dict[int, float]:
        """How many calls by each caller were probably made while the function did not run already."""
        callers = self.profile.edges.callers
        counts: dict[int, float] = {}
        for entry in self._entries(function):
            if callers[entry] != function:
                counts[callers[entry]] = counts.get(callers[entry], 0.0) + max(
                    0, self.profile.edges.ncalls[entry]
                )
        here = self.component(function)
        inside = [p for p in counts if here is not None and self.component(p) is here]
        primitive = self.profile.primitive_calls
        if inside and primitive is not None and 0 <= primitive[function] < sum(counts.values()):
            outer = sum(counts.values()) - sum(counts[p] for p in inside)
            part = max(0.0, primitive[function] - outer) / (sum(counts[p] for p in inside) or 1.0)
            counts.update({p: counts[p] * part for p in inside})
        return counts

    def _most(self, caller: int) -> float:
        return (self.cumtime(caller) if caller < self.profile.count else 0.0) or math.inf

    def _part_of_calls(self, calls: int, function: int) -> float:
        every = self._all_calls.get(function)
        if every is None:
            by_others = sum(max(0, self.profile.edges.ncalls[entry]) for entry in self._entries(function))
            counted = self.profile.ncalls[function] if self.profile.ncalls is not None else 0
            every = self._all_calls[function] = max(counted, by_others)
        return calls / every if calls > 0 and every > 0 else 0.0

    def itself(self, node: int) -> float:
        """Own time in calls of a function by itself, seconds; a share of it for a part."""
        function = self.function(node)
        if node != function:
            return 0.0
        itself = self._calls_itself.get(function, ())
        return sum(self._arc(entry, function, function, function).own for entry in itself)

    def callers(self, node: int) -> Sequence[int]:
        """The nodes that call a node, perhaps itself; of what was taken apart more."""
        function, edges = self.function(node), self.profile.edges
        if function >= self.profile.count:
            return ()
        above = edges.callers[edges.starts[function] : edges.starts[function + 1]]
        if self._part_of_callee.keys().isdisjoint(above):
            return above
        return [self._caller(caller, function) for caller in above]

    def calls_others(self, node: int) -> bool:
        """Whether a node calls something else than itself."""
        return any(callee != node for callee in self.neighbours(node))

    def neighbours(self, node: int) -> Sequence[int]:
        """The nodes that a node calls, perhaps itself."""
        starts, _, owners = self.profile.by_caller
        if not self._made:
            return owners[starts[node] : starts[node + 1]]
        function = self.function(node)
        below = owners[starts[function] : starts[function + 1]]
        split = self._part_of_callee.get(function)
        if split is not None:
            below = type(below)("q", [c for c in below if split.get(c, function) == node])
        if self._part_of_caller.keys().isdisjoint(below):
            return below
        return [self._node(callee, function) for callee in below]

    # Figures

    def tottime(self, function: int) -> float:
        """Own time of a function, seconds, finite."""
        return _sane(self.profile.tottime[function]) if function < self.profile.count else 0.0

    def cumtime(self, function: int) -> float:
        """Cumulative time of a function; of a caller without an entry, that of its calls."""
        profile = self.profile
        if function >= profile.count:
            return sum(arc.time for arc in self.out(function))
        return _sane(profile.cumtime[function]) if profile.cumtime is not None else 0.0

    def reenters(self, node: int) -> bool:
        """Whether a call was made while another was running, other than by the function itself.

        Only then can a path come back to it: calls that are not primitive are made by the function
        itself or further down.
        """
        function = self.function(node)
        if not self._reentered[function]:
            return False
        if node < self.functions:
            return True
        part = self._made[node - self.functions][1]
        if len(part.callers) != 1:
            return True
        (caller,) = part.callers
        if caller == ROOT:
            return self.root_calls[function] != 1
        edges = self.profile.edges
        entry = next(entry for entry in self._entries(function) if edges.callers[entry] == caller)
        return edges.ncalls[entry] != edges.primitive_calls[entry]

    @cached_property
    def _reentered(self) -> bytearray:
        found = bytearray(self.functions)
        for function in self._find_reentered():
            found[function] = 1
        return found

    def _find_reentered(self) -> Iterable[int]:
        profile = self.profile
        calls, primitive = profile.ncalls, profile.primitive_calls
        if calls is None or primitive is None or self.estimated:
            # Nothing is known: whatever lies in a cycle may be recursive.
            return (node for members in self.cycles for node in members if node < profile.count)
        odd = [i for i in range(profile.count) if calls[i] != primitive[i]]
        ncalls, itself = profile.edges.ncalls, self._calls_itself
        by_itself = {i: sum(max(0, ncalls[entry]) for entry in itself.get(i, ())) for i in odd}
        return (i for i in odd if calls[i] - primitive[i] != by_itself[i])

    @cached_property
    def _calls_itself(self) -> dict[int, list[int]]:
        """By function that calls itself, where that stands among the edges."""
        edges = self.profile.edges
        found: dict[int, list[int]] = {}
        own = map(eq, edges.callers, self._owners())
        for function, entry in compress(zip(self._owners(), range(len(edges)), strict=True), own):
            found.setdefault(function, []).append(entry)
        return found

    def _owners(self) -> Iterator[int]:
        """The callee of every edge, in their order."""
        starts = self.profile.edges.starts
        return chain.from_iterable(map(repeat, range(self.profile.count), map(sub, starts[1:], starts)))

    # Roots

    @cached_property
    def root_calls(self) -> list[int]:
        """By function, the calls that no profiled function made (call-trees, identity 1)."""
        return finished(self._counting_roots())

    def _counting_roots(self) -> Pieces[list[int]]:
        profile, edges = self.profile, self.profile.edges
        starts, made, work = edges.starts, [], 0
        counts = (
            iter(edges.ncalls) if min(edges.ncalls, default=0) >= 0 else map(max, edges.ncalls, repeat(0))
        )
        for start, end in pairwise(starts):
            made.append(sum(islice(counts, end - start)))
            work += 1 + (end - start) // 8
            if work > 4 * PIECE:
                work = 0
                yield
        calls = profile.ncalls if profile.ncalls is not None else [-1] * profile.count
        return [
            all_of - by_others if all_of > 0 else int(starts[i] == starts[i + 1])
            for i, (all_of, by_others) in enumerate(zip(calls, made, strict=True))
        ]

    def root(self, node: int) -> Root | None:
        """The part of a node's figures that came from outside of the profile."""
        if node not in self._roots:
            if len(self._roots) >= _MOST_ARCS:
                self._roots.clear()
            self._roots[node] = self._root(node)
        return self._roots[node]

    def _root(self, node: int) -> Root | None:
        function = self.function(node)
        if function >= self.profile.count:
            time = self.cumtime(function)
            return Root(None, time, 0.0, False)
        calls = self.root_calls[function]
        if calls <= 0 or self._node(function, ROOT) != node:
            return None
        profile, callers = self.profile, self.profile.edges.callers
        measured = profile.ncalls is not None and profile.ncalls[function] > 0
        if function in self._part_of_caller:
            every = [self._arc(entry, callers[entry], node, function) for entry in self._entries(function)]
            times = [arc.time for arc in every if arc.caller != function]
            by_others = sum(arc.own for arc in every)
        else:
            _, into, owns = self.columns_into(node)
            times, by_others = list(into), sum(owns) + self.itself(node)
        own = max(0.0, self.tottime(function) - by_others)
        time, exact = self._root_time(function, calls, times)
        return Root(calls if measured else None, time, min(own, time), exact and not self.estimated)

    def _root_time(self, function: int, calls: int, times: Sequence[float]) -> tuple[float, bool]:
        """``times``: of the calls by others."""
        whole = self.cumtime(function)
        if not times and not (self.profile.ncalls and self.profile.ncalls[function]):
            # The profile module's own row: it was never called, and calls everything.
            return max(whole, sum(arc.time for arc in self.out(function))), False
        left = max(0.0, whole - sum(times))
        if not self._reentered[function]:
            return left, True
        primitive = self.profile.primitive_calls
        outermost = primitive[function] if primitive is not None else 0
        if outermost == calls:
            return whole, True
        outside = list(self._from_outside(function))
        most = max(0.0, whole - sum(arc.time for arc in outside))
        outermost -= int(sum(arc.calls or 0 for arc in outside))
        if outermost == calls:
            return most, True
        share = calls / outermost if outermost > calls else 1.0
        return min(most, max(left, most * share)), False

    def _from_outside(self, function: int) -> Iterator[Arc]:
        """The calls of a function by those that it does not call in turn."""
        here, callers = self.component(function), self.profile.edges.callers
        for entry in self._entries(function):
            caller = callers[entry]
            if caller != function and (here is None or self.component(caller) is not here):
                yield self._arc(entry, caller, function, function)

    # Cycles

    @cached_property
    def cycles(self) -> list[Component]:
        """The components of two or more nodes."""
        return finished(self._finding_cycles())

    def _finding_cycles(self) -> Pieces[list[Component]]:
        edges = self.profile.edges
        # To sort by caller is one piece, which counts as what it is: a screen says first that it takes time.
        for _ in range(len(edges) // (4 * PIECE)):
            yield
        starts, _, callees = self.profile.by_caller
        yield
        itself = chain.from_iterable(repeat(f, len(e)) for f, e in self._calls_itself.items())
        yield
        # A function that is taken apart may be in a component by its parts.
        above, kept = (edges.starts, edges.callers), self._part_of_caller.keys() | self._part_of_callee.keys()
        loose = yield from loosening((starts, callees), above, itself, kept)
        loose.extend(bytes(self.count - len(loose)))
        below: Adjacency = starts, callees
        if self._made:
            below = yield from self._neighbours_of_all(loose)
        return (yield from finding(range(self.count), self.count, below, loose))

    def _neighbours_of_all(self, loose: bytearray) -> Pieces[Adjacency]:
        """What each node calls, of those that are not loose."""
        starts, found, work = array("i", [0]), array("i"), 0
        for node, is_loose in enumerate(loose):
            if not is_loose:
                found.extend(iter(self.neighbours(node)))
                work += 5
            starts.append(len(found))
            work += 1 + starts[-1] - starts[-2]
            if work > 4 * PIECE:
                work = 0
                yield
        return starts, found

    def preparing(self) -> Pieces[None]:
        """Work out what takes long, in pieces: what comes after finds it done."""
        if "cycles" not in self.__dict__:
            self.cycles = yield from self._finding_cycles()
        if "root_calls" not in self.__dict__:
            self.root_calls = yield from self._counting_roots()
        if "_reentered" not in self.__dict__:
            _ = self._reentered
            yield

    @cached_property
    def _component_of(self) -> array[int]:
        return places(self.cycles, self.count)

    def component(self, node: int) -> Component | None:
        """The nodes that call each other in turn with this one; the same object for all of them."""
        place = self._component_of[node]
        return None if place < 0 else self.cycles[place]


def _all_sound(times: Sequence[float], owns: Sequence[float]) -> bool:
    """Whether times and own times are as they can be."""
    return all(map(le, owns, times)) and min(owns, default=0.0) >= 0.0 and max(times, default=0.0) < ENDLESS


def _shared(most: Mapping[int, float], numbers: Mapping[int, float], left: float) -> dict[int, float]:
    """``left`` by numbers of calls, no part larger than the most of its caller."""
    ordered = sorted(numbers, key=lambda p: most[p] / numbers[p] if numbers[p] > 0 else math.inf)
    # Added from the end: to take numbers away from their sum would leave nothing of small ones.
    rest = list(accumulate(numbers[caller] for caller in reversed(ordered)))
    shares: dict[int, float] = {}
    for caller, calls in zip(ordered, reversed(rest), strict=True):
        part = numbers[caller] / calls if calls > 0 else 0.0
        shares[caller] = max(0.0, min(most[caller], left * part))
        left -= shares[caller]
    return shares


def _sound(time: float, own: float) -> tuple[float, float]:
    """Time and own time as they can be."""
    time = _sane(time)
    return time, min(_sane(own), time)


def _sane(value: float) -> float:
    return value if 0.0 <= value < ENDLESS else 0.0
