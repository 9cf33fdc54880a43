"""Which line of a function before is which line after: those of equal text, and what stands between them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

_MOST = 4_000_000
"""Lines before times lines after, up to which equal ones in the middle are looked for: about a second."""
_MOST_ALIKE = 400
"""The same for lines that were edited."""
_ALIKE = 0.6
"""The part of the words of two lines that is the same, from which on one is the other."""
_LONGEST, _WORDS = 1_000, 60
"""Characters and words of a line that are looked at for that."""
_WORD = re.compile(r"\w+|[^\w\s]")

Positions = list[tuple[int, int]]
"""Positions before and after that belong together, in order."""


def pair_lines(before: Sequence[str], after: Sequence[str]) -> Positions:
    """Lines that are the same: of equal text, however far they are indented, and what was edited in place.

    Between equal lines, as many as there were are those that stood there; of more or fewer, those of which
    most is the same. All others are new and gone.
    """
    texts, later = ([line.strip() for line in lines] for lines in (before, after))
    start = _equal(texts, later)
    end = _equal(texts[start:][::-1], later[start:][::-1])
    middle, middle_after = texts[start : len(texts) - end], later[start : len(later) - end]
    ends = [(i, i) for i in range(start)]
    inside = [(start + i, start + j) for i, j in _paired(middle, middle_after)]
    return [*ends, *inside, *((len(texts) - i, len(later) - i) for i in range(end, 0, -1))]


def _equal(texts: Sequence[str], later: Sequence[str]) -> int:
    """How many lines are equal from the first on."""
    several = zip(texts, later, strict=False)
    return next((at for at, (one, other) in enumerate(several) if one != other), min(len(texts), len(later)))


def _paired(texts: Sequence[str], later: Sequence[str]) -> Positions:
    if len(texts) == len(later) and len(texts) * len(later) > _MOST:
        return [(i, i) for i in range(len(texts))]
    if len(texts) * len(later) > _MOST:
        return []
    found: Positions = []
    for _, i, i_end, j, j_end in SequenceMatcher(None, texts, later, autojunk=False).get_opcodes():
        if i_end - i == j_end - j:
            found += zip(range(i, i_end), range(j, j_end), strict=True)
        elif (i_end - i) * (j_end - j) <= _MOST_ALIKE:
            found += [(i + a, j + b) for a, b in _alike(texts[i:i_end], later[j:j_end])]
    return found


def _alike(texts: Sequence[str], later: Sequence[str]) -> Positions:
    """Lines of which most is the same, in order: those pairs that have the most in common together."""
    words, words_after = ([_WORD.findall(text[:_LONGEST])[:_WORDS] for text in of] for of in (texts, later))
    best: list[list[tuple[float, Positions]]] = [
        [(0.0, [])] * (len(later) + 1) for _ in range(len(texts) + 1)
    ]
    for i, text in enumerate(words, 1):
        for j, other in enumerate(words_after, 1):
            found = max(best[i - 1][j], best[i][j - 1], key=lambda one: one[0])
            common = SequenceMatcher(None, text, other, autojunk=False).ratio() if text and other else 0.0
            sum_before, pairs = best[i - 1][j - 1]
            if common >= _ALIKE and sum_before + common > found[0]:
                found = sum_before + common, [*pairs, (i - 1, j - 1)]
            best[i][j] = found
    return best[-1][-1][1]
