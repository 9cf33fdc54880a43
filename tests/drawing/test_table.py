"""Columns go one by one where the width is small, and stand where the result says."""

from __future__ import annotations

from collections.abc import Sequence

from proftui.drawing.line import Span
from proftui.drawing.table import BAR, Column, fit_columns


def cells(row: object, width: int) -> Sequence[Span]:
    return (Span(str(row).rjust(width)),)


COLUMNS = (
    Column("calls", "calls", cells, 6, 2, goes=2, least=20),
    Column("time", "time", cells, 7, 2),
    Column("share", lambda table: "%" if table.has(BAR) else "share", cells, 5, 1, goes=3, least=8),
    Column(BAR, " top", cells, 4, 1, goes=1, least=20, after=1, beside=("share", "time")),
    Column("per call", "µs", cells, 7, 2, goes=1, least=20),
)


def names(width: int) -> list[str]:
    return [column.name for column in fit_columns(COLUMNS, width).placed]


def test_columns_go_in_their_order_while_the_text_has_too_few_cells() -> None:
    seen = list(dict.fromkeys(tuple(names(width)) for width in range(80, 0, -1)))
    assert seen == [
        ("calls", "time", "share", BAR, "per call"),
        ("calls", "time", "share", "per call"),
        ("calls", "time", "share"),
        ("time", "share"),
        ("time",),
    ]


def test_what_never_goes_stays_however_narrow_it_is() -> None:
    assert fit_columns(COLUMNS, 5).left < 0 and names(5) == ["time"]


def test_the_first_column_has_no_gap_and_the_last_no_blanks_behind_it() -> None:
    wide = fit_columns(COLUMNS, 80)
    assert [(column.cells, column.after, column.end) for column in wide.placed] == [
        (6, 0, 7),
        (9, 0, 16),
        (6, 0, 22),
        (5, 1, 27),
        (9, 0, 37),
    ]
    assert wide.used == 37 and wide.left == 80 - 37 - 3
    without = fit_columns([column for column in COLUMNS if column.name != "per call"], 80)
    assert without.placed[-1].after == 0 and without.used == 27


def test_a_bar_stands_beside_the_first_column_that_is_there() -> None:
    without_share = [column for column in COLUMNS if column.name != "share"]
    assert [column.name for column in fit_columns(without_share, 80).placed][1:3] == ["time", BAR]
    assert not fit_columns([COLUMNS[0], COLUMNS[3]], 80).has(BAR)


def test_every_cell_belongs_to_the_column_whose_heading_stands_there() -> None:
    wide = fit_columns(COLUMNS, 80)
    heading = wide.heading("function", "location").text
    assert heading.startswith("  calls     time     % top         µs  function")
    assert heading.endswith(" location ")
    assert [wide.at(heading.index(title)) for title in ("calls", "time", "%", "top", "µs")] == [
        "calls",
        "time",
        "share",
        "share",
        "per call",
    ]
    assert wide.at(wide.used) == ""


def test_the_sorted_title_is_marked_even_where_its_column_is_full() -> None:
    def heading(sorted_by: str, *, title: str = "calls") -> str:
        columns = [COLUMNS[0]._replace(title=title), COLUMNS[1]]
        return fit_columns(columns, 60).heading("function", "location", sorted_by, "▾").text

    assert heading("calls").startswith(" ▾calls     time  function ")
    assert heading("calls", title="primal").startswith("▾primal     time  function ")
    assert heading("function").startswith("  calls     time ▾function ")
    assert heading("location").endswith("▾location ")


def test_where_only_one_text_fits_it_is_the_sorted_one() -> None:
    table = fit_columns([COLUMNS[1]], 22)
    assert table.left == 11
    assert table.heading("function", "location", "time", "▾").text == "   ▾time  function     "[:22]
    assert table.heading("function", "location", "location", "▾").text.rstrip().endswith("▾location")


def test_a_row_has_its_figures_under_the_titles_and_the_text_behind_them() -> None:
    table = fit_columns([COLUMNS[1], COLUMNS[4]], 60)
    assert table.row("1.5", [Span("work")]).text == "     1.5      1.5  work".ljust(60)
    assert table.row("1.5", [], [Span("≈")]).text.startswith("≈    1.5")
