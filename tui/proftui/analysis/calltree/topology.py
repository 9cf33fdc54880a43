"""Who calls whom, without any times: functions and, beyond them, parts of some (README, "Splitting")."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence, Set
from functools import cached_property
from itertools import chain, compress, repeat
from operator import eq, sub

from proftui.analysis.calltree.splitting import ROOT, Part, parts
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.background.pieces import Pace, Pieces
from proftui_parsers import Profile
from proftui_parsers.components import Adjacency


def parts_of(profile: Profile) -> dict[int, list[Part]]:
    """How functions are taken apart; what is told by figures is not where these are estimates."""
    apart = parts(profile)
    if isinstance(profile, ShapedProfile):
        unsure = profile.doubts.ends | profile.doubts.own_of
        return {function: its_parts for function, its_parts in apart.items() if function not in unsure}
    return apart


class Topology:
    """The nodes of a profile's graph; numbers below ``functions`` are functions, the others parts."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.functions = len(profile.files)
        self._parts: list[tuple[int, Part]] = []
        self._part_of_caller: dict[int, dict[int, int]] = {}
        self._part_of_callee: dict[int, dict[int, int]] = {}
        for function, parts_of_it in parts_of(profile).items():
            self._split(function, parts_of_it)
        self.split: Set[int] = self._part_of_caller.keys()
        """Functions that were taken apart."""
        self.count = self.functions + len(self._parts)

    def _split(self, function: int, parts_of_it: Sequence[Part]) -> None:
        callers = self._part_of_caller[function] = {}
        callees = self._part_of_callee[function] = {}
        for part in parts_of_it:
            node = self.functions + len(self._parts)
            self._parts.append((function, part))
            callers.update(dict.fromkeys(part.callers, node))
            callees.update(dict.fromkeys(part.callees, node))

    def function(self, node: int) -> int:
        """The function that a node is, or is a part of."""
        return node if node < self.functions else self._parts[node - self.functions][0]

    def part(self, node: int) -> Part | None:
        """The part that a node is; ``None``: it is a function."""
        return None if node < self.functions else self._parts[node - self.functions][1]

    def nodes_of(self, function: int) -> list[int]:
        """The nodes that a function was taken apart into; mostly itself alone."""
        if function not in self._part_of_caller:
            return [function]
        made = (number for number, (apart, _) in enumerate(self._parts, self.functions) if apart == function)
        return [function, *made]

    def proven(self, node: int) -> bool:
        """Whether all that the node calls was certainly called by it."""
        part = self.part(node)
        return node not in self._part_of_caller if part is None else part.proven

    def root_node(self, function: int) -> int:
        """The node of a function when the program itself calls it."""
        return self.callee_node(function, ROOT)

    def callee_node(self, function: int, caller: int) -> int:
        """The node of a function when ``caller`` calls it."""
        split = self._part_of_caller.get(function)
        return function if split is None else split.get(caller, function)

    def caller_node(self, caller: int, function: int) -> int:
        """The node of a caller that calls ``function``."""
        split = self._part_of_callee.get(caller)
        return caller if split is None else split.get(function, caller)

    def entries(self, function: int) -> range:
        """Where the callers of a function stand among the edges."""
        starts = self.profile.edges.starts
        return range(starts[function], starts[function + 1]) if function < self.profile.count else range(0)

    def callers(self, node: int) -> Sequence[int]:
        """The nodes that call a node, perhaps itself; of what was taken apart more."""
        function, edges = node if node < self.functions else self.function(node), self.profile.edges
        if function >= self.profile.count:
            return ()
        above = edges.callers[edges.starts[function] : edges.starts[function + 1]]
        if not self._parts or self.split.isdisjoint(above):
            return above
        return [self.caller_node(caller, function) for caller in above]

    def callees(self, node: int) -> Sequence[int]:
        """The nodes that a node calls, perhaps itself."""
        starts, _, every_callee = self.profile.by_caller
        if not self._parts:
            return every_callee[starts[node] : starts[node + 1]]
        function, part = self.function(node), self.part(node)
        below = every_callee[starts[function] : starts[function + 1]]
        if part is not None:
            below = type(below)("q", sorted(part.callees))
        elif function in self._part_of_callee:
            own = [c for c in below if self.caller_node(function, c) == node]
            below = type(below)("q", own)
        if self.split.isdisjoint(below):
            return below
        return [self.callee_node(callee, function) for callee in below]

    def calls_others(self, node: int) -> bool:
        """Whether a node calls something else than itself."""
        return any(callee != node for callee in self.callees(node))

    def callees_of_all(self) -> Pieces[Adjacency]:
        """What each node calls."""
        starts, every_callee, pace = array("i", [0]), array("i"), Pace()
        for node in range(self.count):
            every_callee.extend(iter(self.callees(node)))
            starts.append(len(every_callee))
            if pace.done(5 + starts[-1] - starts[-2]):
                yield
        return starts, every_callee

    @cached_property
    def calls_itself(self) -> dict[int, list[int]]:
        """By function that calls itself, where that stands among the edges."""
        edges = self.profile.edges
        entries: dict[int, list[int]] = {}
        own = map(eq, edges.callers, self._callees())
        for function, entry in compress(zip(self._callees(), range(len(edges)), strict=True), own):
            entries.setdefault(function, []).append(entry)
        return entries

    def _callees(self) -> Iterator[int]:
        """The callee of every edge, in their order."""
        starts = self.profile.edges.starts
        return chain.from_iterable(map(repeat, range(self.profile.count), map(sub, starts[1:], starts)))

    @cached_property
    def root_calls(self) -> list[int]:
        """By function, the calls that no profiled function made (README, identity 1)."""
        profile, starts = self.profile, self.profile.edges.starts
        if isinstance(profile, ShapedProfile):
            roots = profile.roots
            return [max(1, round(roots[f].calls.value)) if f in roots else 0 for f in range(profile.count)]
        calls = profile.ncalls if profile.ncalls is not None else [0] * profile.count
        return [
            outside if counted > 0 else int(starts[i] == starts[i + 1])
            for i, (counted, outside) in enumerate(zip(calls, profile.root_calls, strict=True))
        ]
