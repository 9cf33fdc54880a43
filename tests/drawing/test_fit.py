"""Columns go one by one where the width is small, and stand where the result says."""

from __future__ import annotations

from proftui.drawing.fit import BAR, Candidate, fit_columns

COLUMNS = (
    Candidate("calls", 6, 2, goes=2, least=20),
    Candidate("time", 7, 2),
    Candidate("share", 5, 1, goes=3, least=8),
    Candidate(BAR, 4, 1, goes=1, least=20, after=1, beside=("share", "time")),
    Candidate("per call", 7, 2, goes=1, least=20),
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
    titles = {"calls": "calls", "time": "time", "share": "%", BAR: " top", "per call": "µs"}
    heading = wide.heading(titles)
    assert heading == "  calls     time     % top         µs"
    assert [wide.at(heading.index(title)) for title in ("calls", "time", "%", "top", "µs")] == [
        "calls",
        "time",
        "share",
        "share",
        "per call",
    ]
    assert wide.at(wide.used) == ""
