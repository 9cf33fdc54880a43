"""Pairs of functions while they are being found: a pair is never undone."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from proftui.analysis.compare.pairs import BY_HAND, NOBODY, UNPAIRED
from proftui_parsers import Profile

SAME_LINE, SAME_NAME, IN_ORDER, MOVED = 1, 2, 3, 4
"""Stages of a pair: the rule that made it."""
SCORES = {BY_HAND: 1.0, SAME_LINE: 1.0, SAME_NAME: 0.95, IN_ORDER: 0.85, MOVED: 0.8}
"""How sure a pair is, by stage; of the last it is this part of what the files have in common."""


class Found:
    """Who is who, by number of a function of either side."""

    def __init__(self, base: Profile, new: Profile) -> None:
        self.lines, self.names = (base.linenos, new.linenos), (base.names, new.names)
        self.to_new = array("q", [NOBODY]) * base.count
        self.to_base = array("q", [NOBODY]) * new.count
        self.stages = array("b", [UNPAIRED]) * new.count
        """By function of the new side."""
        self.scores = array("d", bytes(8 * new.count))
        """By function of the new side."""
        self.bundles: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        """Functions of one name of which it is not known who is who."""

    def pair(self, base: int, new: int, stage: int, score: float) -> None:
        """These two are one."""
        self.to_new[base], self.to_base[new] = new, base
        self.stages[new], self.scores[new] = stage, score

    def bundle(self, base: Sequence[int], new: Sequence[int]) -> None:
        """These are the same, but who is who is not known: all stand for the first of the other side."""
        self.bundles.append((tuple(base), tuple(new)))
        for function in base:
            self.to_new[function] = new[0]
        for function in new:
            self.to_base[function] = base[0]

    def left(self, base: Sequence[int], new: Sequence[int]) -> tuple[list[int], list[int]]:
        """Those of some functions for which nobody was found."""
        to_new, to_base = self.to_new, self.to_base
        return [f for f in base if to_new[f] < 0], [g for g in new if to_base[g] < 0]
