from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from tests.support.corpus import dumped
from tests.support.examples import slowly
from tests.support.screens import DATA, DEMO, SHARED, demo, opened, screen, typed
from tests.support.shots import shot, shots

from proftui import messages
from proftui.drawing.capabilities import COLOURS_16, NO_COLOURS, TRUECOLOR
from proftui.drawing.safe_text import cell_width
from proftui_parsers import load_bytes

SIZES = ((80, 24), (100, 30), (120, 40), (250, 70))
VIEWS = {
    "functions": [],
    "calls": ["enter"],
    "source": ["5"],
    "filter": ["slash", *typed("e")],
    "help": ["question_mark"],
    "palette": ["colon"],
    "columns": ["O"],
}


@pytest.mark.parametrize("colours", [TRUECOLOR, *slowly(COLOURS_16, NO_COLOURS)])
@pytest.mark.parametrize("size", [SIZES[0], *slowly(*SIZES[1:-1]), SIZES[-1]])
def test_every_row_is_as_wide_as_the_screen(size: tuple[int, int], colours: str) -> None:
    for view, keys in VIEWS.items():
        rows = screen(demo(), keys, size=size, colours=colours)
        assert len(rows) == size[1], view
        assert {cell_width(row) for row in rows} == {size[0]}, view


@pytest.mark.slow
@pytest.mark.parametrize("size", [(79, 23), (60, 15), (40, 8), (39, 24), (30, 6), (10, 3), (1, 1)])
def test_small_windows_keep_what_matters(size: tuple[int, int]) -> None:
    rows = screen(demo(), size=size)
    assert {cell_width(row) for row in rows} == {size[0]}
    if size[0] < 40 or size[1] < 8:
        assert rows[0].strip() == "1.537 s" or size[0] < 10
    else:
        assert "1.537 s" in rows[0]
        assert any("edit_distance" in row for row in rows)
        assert "? help" in rows[-1]


def test_a_location_that_is_cut_keeps_its_package_and_its_file() -> None:
    path = "/usr/lib/python3/site-packages/sqlalchemy/orm/persistence/strategies.py"
    profile = load_bytes(dumped({(path, 906, "load"): (1, 1, 1.0, 1.0, {})}), "p.stats")
    assert shot(lambda: profile, size=(86, 24)).cursor.endswith(" sqlalchemy/…/strategies.py:906 ")


@pytest.mark.skipif(not SHARED.exists(), reason="needs the shared profiles")
@pytest.mark.parametrize("most", [1, *slowly(100)])
def test_every_kind_of_profile_shows(most: int) -> None:
    kinds = (
        SHARED.glob("pstats/variant-[!e]*"),
        SHARED.glob("pstats/yappi*"),
        SHARED.glob("pstats/profile-module*"),
        SHARED.glob("tachyon/*.pstats"),
        SHARED.glob("pyinstrument/*.pstats"),
        SHARED.glob("lprof/lp5.1.0*.lprof"),
        SHARED.glob("lprof/lp1.0-py2*.lprof"),
    )
    for path in itertools.chain(*(sorted(files)[:most] for files in kinds)):
        for view in shots(opened(path), "enter", "1", "5", "1", "r", "slash", "a", "escape", "H", "1", "R"):
            assert {cell_width(row) for row in view.rows} == {80}, path


@pytest.mark.parametrize("data", [b"{0", (DATA / "lprof" / "lp5.1.0-dash-c.lprof").read_bytes()])
def test_of_a_profile_without_functions_no_view_offers_a_key_that_does_nothing(
    tmp_path: Path, data: bytes
) -> None:
    path = tmp_path / "empty"
    path.write_bytes(data)
    for seen in shots(opened(path), "2", "3", "4", "5", "I"):
        assert seen.rows[-1].split() == ["?", "help", "q", "quit"]


def test_a_line_profile_alone_leads_to_its_lines() -> None:
    read = opened(DEMO / "demo.lprof")
    first = screen(read)
    assert first[2].split()[:3] == ["hits", "▾time", "%"]
    assert first[3].split()[-2:] == ["main", "demo.py:93"] or "main" in first[3]
    rows = screen(read, ["enter"])
    assert "[5 Source]" in rows[1]
    assert any("summary(orders)" in row for row in rows)
    calls = "\n".join(screen(read, ["2"]))
    assert f"{messages.NO_CALL_EDGES} {messages.INSTEAD_OF_CALLS[True]}" in calls
