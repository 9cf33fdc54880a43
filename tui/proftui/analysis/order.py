"""In what order functions stand: by a figure or a text, with ties as pstats leaves them."""

from __future__ import annotations

import math
from array import array

from proftui.analysis.columns import NUMBERS, measured
from proftui.analysis.names import Names
from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple
from proftui_parsers.profile import Profile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, Literal

    from proftui.analysis.function_texts import TextKind
    from proftui.background.pieces import Pieces

TEXTS = ("function", "location")
"""Columns of text: from a to z unless reversed."""

_HEADINGS = {"name": "function", "nfl": "function"} | dict.fromkeys(("file", "line", "stdname"), "location")

_SORTED_BY: dict[str, tuple[TextKind | Literal["line"], ...]] = {
    "function": ("shown", "folded"),
    "location": ("line", "path"),
    "line": ("line",),
    "name": ("func",),
    "file": ("file",),
    "nfl": ("line", "file", "func"),
}
"""By each in turn, what matters most last."""


class Order(NamedTuple):
    """A column and a direction; the one that is not the column's usual is the reversal of the usual."""

    column: str
    descending: bool

    @classmethod
    def usual(cls, column: str) -> Order:
        """The order that a column is sorted in first: figures descending, texts ascending."""
        return cls(column, column in NUMBERS)

    @property
    def reversed(self) -> bool:
        """Whether this is the reversal of the column's usual order."""
        return self.descending is not (self.column in NUMBERS)

    @property
    def heading(self) -> str:
        """The column of the table that this order goes by."""
        return _HEADINGS.get(self.column, self.column)

    def reverse(self) -> Order:
        """This column in the other direction."""
        return self._replace(descending=not self.descending)


def sorting(profile: Profile, names: Names, order: Order) -> Pieces[Sequence[int]]:
    """All functions in order, in pieces; figures that are not finite or not measured are last in file order.

    Ties stay in file order, and the other direction is the exact reversal, both as in pstats.
    """
    if order.column in NUMBERS:
        return _by_figure(profile, order)
    yield from preparing(names, order.column)
    # An array between the sorts: a list of a million numbers would stand beside a million texts.
    indices = array("i", range(profile.count))
    for keys in text_keys(names, order.column, range(profile.count)):
        yield
        indices = array("i", sorted(indices, key=keys.__getitem__))
        yield
    return indices[::-1] if order.reversed else indices


def preparing(names: Names, column: str) -> Iterator[None]:
    """Make the texts that a column sorts by, some at a time."""
    for kind in _SORTED_BY.get(column, ()):
        if kind != "line":
            for _ in names.texts.making(kind):
                yield


def _by_figure(profile: Profile, order: Order) -> list[int]:
    everything = range(profile.count)
    values = measured(profile, order.column, compact=True)
    if values is None:
        return list(everything)
    known, unknown = list(everything), []
    # One sum says of a million figures that none of them is odd.
    if not math.isfinite(sum(values)):
        known = [i for i in everything if math.isfinite(values[i])]
        unknown = [i for i in everything if not math.isfinite(values[i])]
    known.sort(key=values.__getitem__, reverse=True)
    if order.reversed:
        known.reverse()
    return known + unknown


def text_keys(names: Names, column: str, indices: Sequence[int]) -> Iterator[Sequence[Any]]:
    """What sorts these functions as a column of text does: by each in turn, what matters most last."""
    lines = names.profile.linenos
    for kind in _SORTED_BY.get(column, ()):
        if kind == "line":
            yield list(map(lines.__getitem__, indices))
        else:
            yield names.texts.column(kind).ranks(indices)
    if column == "stdname":
        yield list(map(names.texts.labels(), indices))
