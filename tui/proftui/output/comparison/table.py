"""The rows of a comparison as cells of text: columns of the screen, as wide as they need to be."""

from __future__ import annotations

from collections.abc import Sequence

from proftui import messages
from proftui.analysis.columns import COLUMNS, columns_of, text_columns_of
from proftui.analysis.compare.measured import CALLS, CUMTIME, OWN, figures_of
from proftui.analysis.neighbours import OUTSIDE, OWN_TIME
from proftui.drawing import figures
from proftui.drawing.safe_text import clean
from proftui.frame import compared_columns as both
from proftui.frame.compared_columns import BothColumns, RowFigures, Sides
from proftui.output.comparison.shown import Shown
from proftui.output.json_form import LONGEST
from proftui.views.calls.rows import outside_label

Cells = list[str]
OF_CALLS = both.CALLS_BEFORE, both.CALLS_AFTER, both.CALLS_RATIO
OF_TIME = both.BEFORE, both.AFTER, both.DELTA, both.RATIO
OF_CUMTIME = both.CUM_BEFORE, both.CUM_AFTER, both.CUM_DELTA


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
    return [*_titles(shown, _columns(shown), OWN), *names]


def cells(shown: Shown, row: int) -> Cells:
    """Calls, own time, time with callees, name and place of a row."""
    made = figure_cells(shown, figures_of_row(shown, row), _columns(shown))
    return [*made, name_of(shown, row), place_of(shown, row)]


def _columns(shown: Shown) -> Sequence[str]:
    counted = OF_CALLS if has(shown, "ncalls") else ()
    return *counted, *OF_TIME, *(OF_CUMTIME if has(shown, "cumtime") else ())


def _titles(shown: Shown, columns: Sequence[str], measure: str) -> Cells:
    said, profile = messages.COMPARED_COLUMNS, shown.comparison.new.profile
    called = {key: COLUMNS[key].title for key in (OWN, CUMTIME)}
    called |= {column.key: column.title for column in columns_of(profile)}
    titled = {key: figures.titled(called[key], shown.unit) for key in (OWN, CUMTIME)}
    first = {both.CALLS_BEFORE: f"{profile.counted}s", both.BEFORE: titled[measure]}
    first[both.CUM_BEFORE] = titled[CUMTIME]
    ratios, changed = (both.CALLS_RATIO, both.RATIO), (both.DELTA, both.CUM_DELTA)
    return [
        first.get(name) or said["times" if name in ratios else "change" if name in changed else "after"]
        for name in columns
    ]


def figures_of_row(shown: Shown, row: int) -> RowFigures:
    """What is known of a row, as it was measured, on no scale."""
    pairs, status = shown.comparison.pairs, shown.comparison.pairs.status(row)
    return RowFigures(
        figures_of(pairs, row, CALLS),
        figures_of(pairs, row, OWN),
        figures_of(pairs, row, CUMTIME),
        status if status in ("new", "gone") else "",
        bool(pairs.within[row]),
        shown.compared.is_estimate(row, OWN),
        shown.compared.is_estimate(row, CUMTIME),
        calls_estimated=shown.compared.is_estimate(row, CALLS),
    )


def has_marks(shown: Shown, rows: Sequence[int]) -> bool:
    """Whether a change in these rows is marked as within the spread."""
    pairs = shown.comparison.pairs
    return any(pairs.within[row] and not figures.reads_as_zero(pairs.delta(row), shown.unit) for row in rows)


def figure_cells(shown: Shown, row: RowFigures, columns: Sequence[str], measure: str = OWN) -> Cells:
    """The figures of a row in some columns; ``≈`` stands before the first of two that are estimates."""
    written = BothColumns(Sides(shown.unit, shown.comparison.base.total, percent=False), measure)
    estimated = {both.BEFORE: row.estimated, both.CUM_BEFORE: row.cum_estimated}
    return [("≈ " if estimated.get(name) else "") + written.text(name, row)[0] for name in columns]


def calls_titles(shown: Shown, title: str) -> Cells:
    """The headings of :func:`calls_cells`."""
    place = text_columns_of(shown.comparison.new.profile)[1].title
    return [*_titles(shown, (*OF_CALLS, *OF_TIME), CUMTIME), title, place]


def calls_cells(shown: Shown, function: int, figured: RowFigures) -> Cells:
    """Calls, time with callees, name and place of a caller or callee."""
    made = figure_cells(shown, figured, (*OF_CALLS, *OF_TIME), CUMTIME)
    if function in (OWN_TIME, OUTSIDE):
        outside = outside_label(shown.session.profile)
        return [*made, messages.OWN_TIME_ROW if function == OWN_TIME else outside, ""]
    row = shown.compared.row(function)
    if row is None:
        names, with_dirs = shown.session.names, not shown.session.strip_dirs
        place = names.place(function, with_dirs=with_dirs)
        return [*made, clean(names.shown_name(function), 300), clean(place, LONGEST)]
    return [*made, name_of(shown, row), place_of(shown, row)]
