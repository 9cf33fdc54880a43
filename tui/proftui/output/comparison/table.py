"""The rows of a comparison as cells of text: columns of the screen, as wide as they need to be."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proftui import messages
from proftui.analysis.columns import AFTER, BEFORE, COLUMNS, DELTA, RATIO, columns_of, text_columns_of
from proftui.analysis.compare.measured import CALLS, CUMTIME, OWN
from proftui.analysis.neighbours import OUTSIDE, OWN_TIME
from proftui.drawing import figures
from proftui.drawing.safe_text import clean
from proftui.frame import compared_columns as both
from proftui.frame.compared_columns import BothColumns, RowFigures, Sides
from proftui.output.comparison.shown import Shown
from proftui.output.json_form import LONGEST
from proftui.views.calls.rows import outside_label

Cells = list[str]
Figures = tuple[str, Sequence[str]]
"""A column, and what of it: before, after, the change, the ratio."""
_OF_CALLS = {BEFORE: both.CALLS_BEFORE, AFTER: both.CALLS_AFTER, RATIO: both.CALLS_RATIO}
_TITLES = {end: messages.COMPARED_COLUMNS[end] for end in (AFTER, DELTA, RATIO)}
_OF_EDGES = [(CALLS, COLUMNS[CALLS].sides), (CUMTIME, COLUMNS[OWN].sides)]
"""What is written of callers and callees."""


def name_of(shown: Shown, row: int, longest: int = 300) -> str:
    """What the function of a row is called; of several of one name, how many there are."""
    name = clean(shown.comparison.name(row), longest)
    bundle = shown.comparison.pairs.bundles.get(row)
    return messages.SEVERAL_OF_NAME.format(name, max(map(len, bundle))) if bundle else name


def place_of(shown: Shown, row: int) -> str:
    """Where it stands, on the new side if it is there."""
    side, function = shown.comparison.side_of_row(row)
    return clean(side.names.place(function, with_dirs=not shown.session.strip_dirs), LONGEST)


def location_of(shown: Shown, row: int) -> str:
    """The same where no heading says what it is: of a group how many functions it has."""
    side, function = shown.comparison.side_of_row(row)
    return clean(side.names.location(function, with_dirs=not shown.session.strip_dirs), LONGEST)


def has(shown: Shown, key: str) -> bool:
    """Whether both sides have a column of this figure."""
    sides = shown.comparison.base.profile, shown.comparison.new.profile
    return all(any(column.key == key for column in columns_of(profile)) for profile in sides)


def titles(shown: Shown) -> Cells:
    """The headings of :func:`cells`."""
    names = (column.title for column in text_columns_of(shown.comparison.new.profile))
    return [*titles_of(shown, _columns(shown)), *names]


def cells(shown: Shown, row: int) -> Cells:
    """Figures of both sides, name and place of a row."""
    return [*figure_cells(shown, row, _columns(shown)), name_of(shown, row), place_of(shown, row)]


def _columns(shown: Shown) -> list[Figures]:
    return [(key, column.sides) for key, column in COLUMNS.items() if column.sides and has(shown, key)]


def of_comment(shown: Shown) -> list[Figures]:
    """The figures of a comment on a change."""
    columns = sorted(
        (column for column in COLUMNS.values() if column.in_comment), key=lambda c: -c.in_comment
    )
    return [(c.key, c.sides[: c.in_comment]) for c in columns if has(shown, c.key)]


def titles_of(shown: Shown, columns: Sequence[Figures]) -> Cells:
    """The headings of such figures."""
    profile, made = shown.comparison.new.profile, Cells()
    called = COLUMNS | {column.key: column for column in columns_of(profile)}
    for key, ends in columns:
        title = f"{profile.counted}s" if key == CALLS else figures.titled(called[key].title, shown.unit)
        made += [_TITLES.get(end, title) for end in ends]
    return made


def figure_cells(shown: Shown, row: int, columns: Sequence[Figures]) -> Cells:
    """Some figures of a row, as they were measured, on no scale."""
    compared = shown.compared
    return _cells(shown, columns, lambda key: both.figures_of(compared, row, key, divisor=1.0))


def _cells(shown: Shown, columns: Sequence[Figures], row_of: Callable[[str], RowFigures]) -> Cells:
    """Figures; ``≈`` stands before the first of two that are estimates. ``row_of``: those of a measure."""
    sides, made = Sides(shown.unit, shown.comparison.base.total, percent=False), Cells()
    for key, ends in columns:
        row, written = row_of(key), BothColumns(sides, key)
        for end in ends:
            text = written.text(_OF_CALLS[end] if key == CALLS else end, row)[0]
            # Where there is no ratio, changes have no room for a mark.
            text = text if RATIO in ends else text.rstrip()
            made.append(f"≈ {text}" if end == BEFORE and key != CALLS and row.estimated else text)
    return made


def has_marks(shown: Shown, rows: Sequence[int]) -> bool:
    """Whether a change in these rows is marked as within the spread."""
    pairs = shown.comparison.pairs
    return any(pairs.within[row] and not figures.reads_as_zero(pairs.delta(row), shown.unit) for row in rows)


def calls_titles(shown: Shown, title: str) -> Cells:
    """The headings of :func:`calls_cells`."""
    place = text_columns_of(shown.comparison.new.profile)[1].title
    return [*titles_of(shown, _OF_EDGES), title, place]


def calls_cells(shown: Shown, function: int, figured: RowFigures) -> Cells:
    """Calls, time with callees, name and place of a caller or callee."""
    made = _cells(shown, _OF_EDGES, lambda _: figured)
    if function in (OWN_TIME, OUTSIDE):
        outside = outside_label(shown.session.profile)
        return [*made, messages.OWN_TIME_ROW if function == OWN_TIME else outside, ""]
    row = shown.compared.row(function)
    if row is None:
        names, with_dirs = shown.session.names, not shown.session.strip_dirs
        place = names.place(function, with_dirs=with_dirs)
        return [*made, clean(names.shown_name(function), 300), clean(place, LONGEST)]
    return [*made, name_of(shown, row), place_of(shown, row)]
