from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.corpus import dumped
from tests.support.examples import slowly
from tests.support.hostile_names import hostile_program
from tests.support.screens import DATA, DEMO, SHARED, demo, opened, screen, typed
from tests.support.shots import shot, shots

from proftui import messages
from proftui.drawing.capabilities import COLOURS_16, NO_COLOURS, TRUECOLOR
from proftui.drawing.safe_text import cell_width
from proftui_parsers import Profile, load_bytes

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


@pytest.mark.parametrize("size", SIZES)
def test_numbers_of_a_column_end_in_the_same_cell_as_its_heading(size: tuple[int, int]) -> None:
    rows = screen(demo(), size=size)
    end = rows[2].index("tottime") + len("tottime")
    body = [row for row in rows[3:20] if re.match(r".\s*\d", row)]
    assert len(body) > 5
    assert all(re.fullmatch(r"\d+\.\d{3}", row[:end].split()[-1]) for row in body)


@pytest.mark.parametrize("keys", [["2"], ["3"]])
def test_what_belongs_to_a_row_is_not_far_apart_on_a_wide_screen(keys: list[str]) -> None:
    rows = screen(demo(), keys, size=(250, 40))[3:-3]
    assert max(map(len, re.findall(r"(?<=\S) +(?=\S)", "\n".join(map(str.rstrip, rows))))) < 110


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("view", ["functions", "calls", "source"])
def test_no_view_is_empty_and_no_heading_is_cut(size: tuple[int, int], view: str) -> None:
    rows = screen(demo(), VIEWS[view], size=size)
    heading = rows[2]
    assert "…" not in heading
    wanted = {"functions": "tottime", "calls": "callers of edit_distance", "source": "hits"}[view]
    assert wanted in heading
    assert sum(bool(row.strip()) for row in rows) > 12


@pytest.mark.slow
def test_ascii_draws_nothing_else() -> None:
    for keys in VIEWS.values():
        text = "".join(screen(demo(), keys, size=(120, 40), ascii_only=True))
        assert text.isascii()


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


@pytest.fixture
def hostile(tmp_path: Path) -> Callable[[], Profile]:
    return hostile_program(tmp_path)


@pytest.mark.parametrize("size", [(80, 24), *slowly((120, 40), (200, 50))])
def test_hostile_names_are_text(hostile: Callable[[], Profile], size: tuple[int, int]) -> None:
    ways = ("enter", "end", "1", "u", "1", "5", "1", "y", "Y", "percent_sign", "slash", "x", "escape")
    over = [("g", *["down"] * steps, *ways) for steps in range(0, 11, 5)]
    for view in shots(hostile, *itertools.chain(*over), "o", "a", size=size):
        assert {cell_width(row) for row in view.rows} == {size[0]}
        assert all(character.isprintable() for character in "".join(view.rows))


def test_a_location_that_is_cut_keeps_its_package_and_its_file() -> None:
    path = "/usr/lib/python3/site-packages/sqlalchemy/orm/persistence/strategies.py"
    profile = load_bytes(dumped({(path, 906, "load"): (1, 1, 1.0, 1.0, {})}), "p.stats")
    assert shot(lambda: profile, size=(86, 24)).cursor.endswith(" sqlalchemy/…/strategies.py:906 ")


def test_markup_in_names_shows_as_it_is(hostile: Callable[[], Profile]) -> None:
    text = "\n".join(screen(hostile, size=(120, 40)))
    assert "[/b]" in text and "[@click=app.quit]x[/]" in text and r"\x1b]52;c;ZXZpbA==" in text


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


@pytest.mark.slow
def test_a_profile_without_functions_says_so(tmp_path: Path) -> None:
    path = tmp_path / "empty.stats"
    path.write_bytes(b"{0")
    for keys in ([], ["2"], ["5"], ["enter"], ["u"], ["H"], ["s"], ["y"], ["slash", "x", "enter"]):
        rows = screen(opened(path), keys)
        if keys not in (["2"], ["5"]):
            assert messages.NO_FUNCTIONS[0] in "\n".join(rows)


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
    assert f"{messages.NO_CALL_EDGES.format('line_profiler')} {messages.INSTEAD_OF_CALLS[True]}" in calls
