"""Functions of one name in one file, by the function above them: so they are found where that was moved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from proftui.analysis.compare.aligning import Anchors

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
