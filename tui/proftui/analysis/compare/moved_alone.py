"""Functions that moved to another file by themselves: stage 5."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import compress

from proftui.analysis.compare.found import SCORES, Found
from proftui.analysis.compare.left import Counts, Left, in_common
from proftui.analysis.recorded_files import is_standard
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
    unsure = yield from _agreeing(_callers, left, once, list(once[0]), found)
    if unsure:
        made = [
            _Callees(side, map(theirs.__getitem__, unsure)) for side, theirs in zip(left, once, strict=True)
        ]
        yield
        yield from _agreeing(lambda side, f: made[side.side].names(f), left, once, unsure, found)


def _agreeing(
    around: Callable[[Left, int], set[str]],
    left: tuple[Left, Left],
    once: Sequence[Mapping[str, int]],
    names: Sequence[str],
    found: Found,
) -> Pieces[list[str]]:
    """Pair the functions of some names, by side in ``once``, around which names agree; return the others."""
    others, pace = [], Pace()
    for name in names:
        f, g = once[0][name], once[1][name]
        if _agree(around(left[0], f), around(left[1], g)):
            if is_standard(left[0].profile.files[f]) == is_standard(left[1].profile.files[g]):
                found.pair(f, g, 5, SCORES[5])
        else:
            others.append(name)
        if pace.done(PIECE // 20):
            yield
    return others


def _callers(left: Left, function: int) -> set[str]:
    """The names of what calls a function."""
    profile, names = left.profile, left.keys.names
    starts = profile.edges.starts
    callers = profile.edges.callers[starts[function] : starts[function + 1]]
    return {names[c] if c < len(names) else profile.names[c] for c in callers}


class _Callees:
    """What some functions of one side call."""

    def __init__(self, left: Left, functions: Iterable[int]) -> None:
        self._names = left.keys.names
        self._callees: dict[int, list[int]] = {function: [] for function in functions}
        edges = left.profile.edges
        # All at once: each for itself would have to look through all calls.
        for entry in compress(range(len(edges.callers)), map(self._callees.__contains__, edges.callers)):
            self._callees[edges.callers[entry]].append(bisect_right(edges.starts, entry) - 1)

    def names(self, function: int) -> set[str]:
        """The names of what a function calls."""
        return {self._names[callee] for callee in self._callees[function]}


def _agree(one: set[str], other: set[str]) -> bool:
    return len(one & other) >= _ENOUGH * len(one | other) > 0
