"""Functions that moved to another file by themselves: stage 5."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Set
from itertools import compress

from proftui.analysis.compare.found import SCORES, Found
from proftui.analysis.compare.left import Left, names_in_common
from proftui.background.pieces import PIECE, Pace, Pieces

_ENOUGH = 0.5
"""Share of the names around two functions that must be in common."""
_SHORTEST = 3
"""Letters of a name that says which function it is."""


def moved_functions(left: tuple[Left, Left], found: Found) -> Pieces[None]:
    """Pair functions whose name is left once on each side, if half of the names around them agree."""
    common = {name for name in names_in_common(left) if len(name) >= _SHORTEST}
    yield
    if not common:
        return
    once = [_once(side, common) for side in left]
    yield
    names = [name for name in once[0] if name in once[1]]
    if not names:
        return
    around = [_Around(side, map(theirs.__getitem__, names)) for side, theirs in zip(left, once, strict=True)]
    yield
    pace = Pace()
    for name in names:
        f, g = once[0][name], once[1][name]
        before, after = around[0].callers(f), around[1].callers(g)
        if _agree(before, after) or _agree(around[0].callees(f), around[1].callees(g)):
            found.pair(f, g, 5, SCORES[5])
        if pace.done(PIECE // 20):
            yield


def _once(left: Left, common: Set[str]) -> dict[str, int]:
    """By name that only one function of what is left has, that one; ``common``: names that matter."""
    functions = left.named(common)
    names = left.names(functions)
    once = {name for name, times in Counter(names).items() if times == 1}
    return dict(compress(zip(names, functions, strict=True), map(once.__contains__, names)))


class _Around:
    """The names of what calls some functions of one side, and of what they call."""

    def __init__(self, left: Left, functions: Iterable[int]) -> None:
        self._left = left
        self._callees: dict[int, list[int]] = {function: [] for function in functions}
        edges = left.profile.edges
        # All at once: each for itself would have to look through all calls.
        for entry in compress(range(len(edges.callers)), map(self._callees.__contains__, edges.callers)):
            self._callees[edges.callers[entry]].append(bisect_right(edges.starts, entry) - 1)

    def callers(self, function: int) -> set[str]:
        """The names of what calls a function."""
        profile, names = self._left.profile, self._left.keys.names
        starts = profile.edges.starts
        callers = profile.edges.callers[starts[function] : starts[function + 1]]
        return {names[c] if c < len(names) else profile.names[c] for c in callers}

    def callees(self, function: int) -> set[str]:
        """The names of what it calls."""
        names = self._left.keys.names
        return {names[callee] for callee in self._callees[function]}


def _agree(one: set[str], other: set[str]) -> bool:
    return len(one & other) >= _ENOUGH * len(one | other) > 0
