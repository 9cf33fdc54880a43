"""Functions of one name in one file, aligned in the order of their lines."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from operator import itemgetter
from statistics import median
from typing import NamedTuple

WRITTEN_INSIDE = frozenset({"<lambda>", "<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>"})
"""Names of what is written inside other functions, and goes where these go."""


class Section(NamedTuple):
    """Positions of functions below one and the same function, before and after."""

    base: list[int]
    new: list[int]


def sections(base: Sequence[int], new: Sequence[int], anchors: Anchors) -> tuple[list[Section], Section]:
    """Functions at these lines before and after, by the nearest anchor above them; in order of lines before.

    The second are those of sections that have functions on one side only, together.
    """
    found: dict[int, Section] = {}
    for position, line in enumerate(base):
        found.setdefault(anchors.above(line), Section([], [])).base.append(position)
    for position, line in enumerate(new):
        found.setdefault(anchors.above_after(line), Section([], [])).new.append(position)
    both = [found[number] for number in sorted(found) if all(found[number])]
    single = [section for section in found.values() if not all(section)]
    rest = Section(*(sorted(position for one in single for position in one[side]) for side in (0, 1)))
    return both, rest


LEFT_OUT = 40.0
"""What it costs to pair a function with nobody; to pair two costs the lines that they are apart."""
SURE = 5.0
"""By how much the next best alignment must cost more."""
NEAR = 2 * LEFT_OUT - SURE
"""What all pairs of as many functions on both sides cost at most, so that nothing else is nearly as good."""
MOST = 10_000
"""Functions before times functions after up to which alignments are looked for."""

_Two = tuple[float, float]
"""The least costs of two different alignments."""
_NONE: _Two = (float("inf"), float("inf"))


class Anchors:
    """Functions of a file whose pairs are known, and by how much they moved."""

    def __init__(self, moved: Iterable[tuple[int, int]]) -> None:
        """``moved``: by function its line before, and how many lines below that it is after."""
        self.before = sorted(moved, key=itemgetter(0))
        """In order of lines before, as given."""

    @cached_property
    def after(self) -> list[tuple[int, int]]:
        """In order of lines after: that line, and how far above it the function was."""
        return sorted((line + shift, shift) for line, shift in self.before)

    def above(self, line: int) -> int:
        """The place in ``before`` of the last one that is not below a line before; -1: all are."""
        return bisect_right(self.before, line, key=itemgetter(0)) - 1

    def above_after(self, line: int) -> int:
        """The place in ``before`` of the last one that is not below a line after; -1: all are."""
        lines, places = self._places_after
        number = bisect_right(lines, line) - 1
        return places[number] if number >= 0 else -1

    @cached_property
    def _places_after(self) -> tuple[list[int], list[int]]:
        """In order of lines after, these lines, and the places of the functions in ``before``."""
        lines = [line + shift for line, shift in self.before]
        places = sorted(range(len(lines)), key=lines.__getitem__)
        return [lines[place] for place in places], places


class Aligned(NamedTuple):
    """Positions that belong together, and whether no other alignment is nearly as good."""

    pairs: list[tuple[int, int]]
    sure: bool


def aligned(base: Sequence[int], new: Sequence[int], anchors: Anchors, most: int = MOST) -> Aligned:
    """Align functions of one name by their lines, in order, before and after.

    ``most``: so many pairs are looked at; where there are more, nothing is sure.
    """
    cost = _costs(base, new, anchors)
    if len(base) == len(new):
        in_order = [(i, i) for i in range(len(base))]
        # All others leave out one on each side.
        if sum(cost(i, i) for i in range(len(base))) <= NEAR:
            return Aligned(in_order, sure=True)
    if len(base) * len(new) > most:
        return Aligned([], sure=False)
    return _best(len(base), len(new), cost)


def _costs(base: Sequence[int], new: Sequence[int], anchors: Anchors) -> Callable[[int, int], float]:
    """What it costs to pair two of them, by their positions: alike if the sides are swapped."""
    if not anchors.before:
        moved = _moved(base, new)
        return lambda i, j: abs(new[j] - base[i] - moved)
    shifts = [_near(line, anchors.before) for line in base]
    shifts_after = [_near(line, anchors.after) for line in new]

    def cost(i: int, j: int) -> float:
        apart = new[j] - base[i]
        return min(abs(apart - shift) for shift in (*shifts[i], *shifts_after[j]))

    return cost


def _near(line: int, anchors: Sequence[tuple[int, int]]) -> list[int]:
    """How far the nearest ones moved above and below a line."""
    below = bisect_right(anchors, line, key=itemgetter(0))
    return [shift for _, shift in anchors[max(0, below - 1) : below + 1]]


def _moved(base: Sequence[int], new: Sequence[int]) -> float:
    """By how much all moved, where nothing around them tells."""
    if len(base) != len(new):
        return 0.0
    return median(after - before for before, after in zip(base, new, strict=True))


def _best(before: int, after: int, cost: Callable[[int, int], float]) -> Aligned:
    """The cheapest alignment: by dynamic programming, with the cost of the second best.

    ``ended`` is of alignments whose last step is a pair or a function of the base left out, ``skipped`` of
    those that end with one of the new side: in that order, so that each alignment is counted once.
    """
    ended = [[_NONE] * (after + 1) for _ in range(before + 1)]
    skipped = [[_NONE] * (after + 1) for _ in range(before + 1)]
    ended[0][0] = 0.0, _NONE[0]
    for i in range(before + 1):
        for j in range(after + 1):
            if i:
                found = _more(ended[i - 1][j], LEFT_OUT)
                if j:
                    here = cost(i - 1, j - 1)
                    found = _two(found, _more(ended[i - 1][j - 1], here))
                    found = _two(found, _more(skipped[i - 1][j - 1], here))
                ended[i][j] = found
            if j:
                skipped[i][j] = _more(_two(ended[i][j - 1], skipped[i][j - 1]), LEFT_OUT)
    best, second = _two(ended[before][after], skipped[before][after])
    return Aligned(_walked_back(ended, skipped, cost), second >= best + SURE)


def _more(costs: _Two, cost: float) -> _Two:
    return costs[0] + cost, costs[1] + cost


def _two(first: _Two, other: _Two) -> _Two:
    """The two least of four."""
    if first[0] <= other[0]:
        return first[0], min(first[1], other[0])
    return other[0], min(other[1], first[0])


def _walked_back(
    ended: list[list[_Two]], skipped: list[list[_Two]], cost: Callable[[int, int], float]
) -> list[tuple[int, int]]:
    """The pairs of the best alignment."""
    i, j = len(ended) - 1, len(ended[0]) - 1
    pairs = []
    while i or j:
        if skipped[i][j][0] <= ended[i][j][0]:
            j -= 1
            continue
        reached = min(ended[i - 1][j - 1][0], skipped[i - 1][j - 1][0]) + cost(i - 1, j - 1) if j else None
        i -= 1
        if reached is not None and reached <= ended[i + 1][j][0]:
            j -= 1
            pairs.append((i, j))
    return pairs[::-1]
