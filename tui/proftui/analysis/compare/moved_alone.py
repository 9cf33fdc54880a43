"""Functions that moved to another file by themselves: stage 5."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import compress

from proftui.analysis.compare.found import SCORES, Found
from proftui.analysis.compare.left import Counts, Left, in_common
from proftui.background.pieces import PIECE, Pace, Pieces

_ENOUGH = 0.5
"""Share of the names around two functions that must be in common."""
_SHORTEST = 3
"""Letters of a name that says which function it is."""


def moved_functions(left: tuple[Left, Left], counts: Counts, found: Found) -> Pieces[None]:
    """Pair functions whose name is left once on each side, if half of the names around them agree."""
    alone = {name for name in in_common(counts, 1) if len(name) >= _SHORTEST}
    if not alone:
        return
    every = [zip(side.names, side.functions, strict=True) for side in left]
    once = [
        dict(compress(both, map(alone.__contains__, side.names)))
        for both, side in zip(every, left, strict=True)
    ]
    yield
    names = list(once[0])
    yield
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
