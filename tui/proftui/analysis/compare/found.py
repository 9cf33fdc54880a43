"""Pairs of functions while they are being found: a pair is never undone."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import compress, repeat
from operator import lt

from proftui.analysis.compare.pairs import BY_HAND, NOBODY, UNPAIRED
from proftui_parsers import Profile

SCORES = {BY_HAND: 1.0, 1: 1.0, 2: 0.95, 3: 0.85}
"""How sure a pair is, by stage; of the fourth it is ``MOVED`` of how much the files have in common."""
MOVED = 0.8
_ALIGNABLE = 300_000
"""Pairs of functions of one name that alignments look at in all: about a second."""

_SOMEBODY = 0
"""Stands for a partner, whichever it is."""


class Found:
    """Who is who, by number of a function of either side."""

    def __init__(self, base: int, new: int) -> None:
        """``base``, ``new``: how many functions the sides have."""
        self.to_new = array("q", [NOBODY]) * base
        self.to_base = array("q", [NOBODY]) * new
        self.stages = array("b", [UNPAIRED]) * new
        """By function of the new side."""
        self.scores = array("d", bytes(8 * new))
        """By function of the new side."""
        self.bundles: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        """Functions of one name of which it is not known who is who."""
        self.bundled: tuple[set[int], set[int]] = set(), set()
        self.alignable = _ALIGNABLE
        """Pairs of functions that alignments may still look at."""
        self.in_order: dict[int, int] = {}
        """By function of the new side that was paired by order alone, how many of its name there are."""

    def pair(self, base: int, new: int, stage: int, score: float) -> None:
        """These two are one."""
        self.to_new[base], self.to_base[new] = new, base
        self.stages[new], self.scores[new] = stage, score

    def pair_some(self, pairs: Iterable[tuple[int, int]], stage: int, score: float) -> None:
        """All of these are one, two by two."""
        to_base, to_new, stages, scores = self.to_base, self.to_new, self.stages, self.scores
        for f, g in pairs:
            to_new[f], to_base[g], stages[g], scores[g] = g, f, stage, score

    def pair_all(self, partners: Sequence[int], after: Sequence[int], base: Profile, new: Profile) -> None:
        """Pair many at once, of the same key: stage 1 or 2, as their lines say.

        ``partners``: for each of the functions ``after`` that of the base, :data:`NOBODY` where it has none.
        """
        lines, lines_after = base.linenos, new.linenos
        to_base, to_new, stages, scores = self.to_base, self.to_new, self.stages, self.scores
        same, other = SCORES[1], SCORES[2]
        for g, f in compress(zip(after, partners, strict=True), map(lt, repeat(-1), partners)):
            if to_base[g] < 0 and to_new[f] < 0:
                to_base[g], to_new[f] = f, g
                if lines[f] == lines_after[g]:
                    stages[g], scores[g] = 1, same
                else:
                    stages[g], scores[g] = 2, other

    def bundle(self, base: Iterable[int], new: Iterable[int]) -> None:
        """These are the same, but who is who is not known."""
        self.bundles.append((tuple(base), tuple(new)))
        self.bundled[0].update(self.bundles[-1][0])
        self.bundled[1].update(self.bundles[-1][1])

    def left(self, side: int, functions: Iterable[int]) -> list[int]:
        """Those of some functions for which nobody was found; ``side`` 0 is the base's."""
        partners, bundled = (self.to_base if side else self.to_new), self.bundled[side]
        if bundled:
            partners = partners[:]
            for function in bundled:
                partners[function] = _SOMEBODY
        if isinstance(functions, range):
            return list(compress(functions, map(lt, partners, repeat(0))))
        return [f for f in functions if partners[f] < 0]

    def is_left(self, side: int, function: int) -> bool:
        """Whether nobody was found for a function; ``side`` 0 is the base's."""
        partners = self.to_new if side == 0 else self.to_base
        return partners[function] == NOBODY and function not in self.bundled[side]
