"""The overview on the screen: keys in it and out of it, the mouse, what it copies and writes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.corpus import dumped, needs_corpus
from tests.support.screens import BIG, DEMO, SHARED, demo, explore, finished, opened, press, rows_of, screen
from tests.support.shots import found, shot, shots
from textual.pilot import Pilot

from proftui import messages
from proftui.background import jobs
from proftui.screens.explorer.screen import ExplorerScreen
from proftui.state.session import Options
from proftui.state.view_names import CALLS, OVERVIEW, SOURCE, TITLES
from proftui.views.overview.page import PACKAGE
from proftui_parsers import Profile

TITLE = TITLES[OVERVIEW]


def names_after(*keys: str, read: Callable[[], Profile] | None = None) -> tuple[str, str]:
    """The view, and the function selected in it, after some keys."""
    said: list[str] = []

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        for key in keys:
            press(pilot, key)
            await pilot.pause()
            await finished(pilot, explorer)
        selected = explorer.panes.active.selected
        name = "" if selected is None else explorer.session.profile.names[selected]
        said.extend((explorer.panes.view_name, name))

    explore(read or demo(), script)
    view, name = said
    return view, name


def test_a_key_shows_the_run_on_one_page() -> None:
    seen = shot(demo(), "0")
    assert seen.tab == TITLE
    assert seen.rows[2].startswith(" 239 functions, 14 mine · 16 recursive (141,232 calls)")
    assert "edit_distance" in seen.cursor and "location" in seen.rows[3]
    assert seen.state == messages.NEXT_QUESTION.format("m my code, 2 on edit_distance")
    assert "0 Overview" not in shot(demo()).rows[1], "its tab is there only while it is shown"


@pytest.mark.slow
@pytest.mark.parametrize("key", ["0", "escape"])
@pytest.mark.parametrize("before", [("down", "down"), ("2",), ("3", "down"), ("4",), ("5",), ("I", "down")])
def test_the_same_key_and_esc_lead_back_to_where_the_user_was(before: tuple[str, ...], key: str) -> None:
    there = names_after(*before)
    assert names_after(*before, "0", "down", "down", "down", key) == there
    assert names_after(*before, "0", "m", "m", "down", key) == there


def test_esc_takes_no_filter_off_while_the_page_is_open() -> None:
    walk = shots(demo(), *found("json"), "0", "escape")
    assert walk[-2].tab == TITLE and walk[-1].tab == "1 Functions"
    assert "json" in walk[-1].state, "the filter is still on"


def test_the_cursor_stops_only_where_a_row_leads_on() -> None:
    walk = shots(demo(), "0", *["down"] * 30)
    stops = [seen.cursor for seen in walk[1:]]
    assert not any("location" in row or " more " in row for row in stops)
    assert len(set(stops)) == 15, "five functions, five levels, five packages"
    assert stops[-1] == stops[-2], "the last row is the end"
    back = shots(demo(), "0", "G", *["up"] * 30)[-1]
    assert back.cursor == stops[0]


def test_enter_on_a_function_shows_its_calls_and_back_comes_back() -> None:
    walk = shots(demo(), "0", "down", "enter", "less_than_sign")
    assert walk[-2].tab == "2 Calls" and "min" in walk[-2].detail
    assert walk[-1].tab == TITLE and "min" in walk[-1].cursor


def test_enter_on_a_package_shows_its_functions() -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        press(pilot, "0")
        await pilot.pause()
        view = explorer.panes.overview
        row = next(row for row, line in enumerate(view.rows) if line.package and line.package.name == "json")
        view.put_cursor(row)
        press(pilot, "enter")
        await pilot.pause()
        await finished(pilot, explorer)
        session = explorer.session
        assert explorer.panes.view_name == "functions" and session.listed.filter_text == "pkg:json"
        package = view.rows[row].package
        assert package is not None and len(session.rows) == package.functions
        assert {session.names.package(index) for index in session.rows} == {"json"}
        assert explorer.panes.functions.selected == session.rows[0]
        press(pilot, "less_than_sign")
        await pilot.pause()
        assert explorer.panes.view_name == OVERVIEW

    explore(demo(), script)


@pytest.mark.parametrize("name", ["two words", 'a "b"', "<string>", "UPPER", "漢字"])
def test_a_package_of_any_name_leads_to_its_functions(tmp_path: Path, name: str) -> None:
    mine, theirs = ("/home/me/x.py", 1, "f"), (f"/usr/lib/python3.11/{name}/a.py", 1, "g")
    if name.startswith("<"):
        theirs = (name, 1, "g")
    path = tmp_path / "p.stats"
    path.write_bytes(dumped({mine: (1, 1, 1.0, 3.0, {}), theirs: (1, 1, 2.0, 2.0, {mine: (1, 1, 2.0, 2.0)})}))

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        press(pilot, "0")
        await pilot.pause()
        view = explorer.panes.overview
        view.put_cursor(next(row for row, line in enumerate(view.rows) if line.package))
        press(pilot, "enter")
        await pilot.pause()
        await finished(pilot, explorer)
        assert [explorer.session.profile.names[index] for index in explorer.session.rows] == ["g"]

    explore(opened(path), script)


@needs_corpus
def test_enter_on_what_is_odd_shows_the_notes() -> None:
    seen = shots(opened(BIG), "0", "G", "enter")
    assert messages.ODD in seen[-2].cursor
    assert any(messages.NOTES_TITLE in row for row in seen[-1].rows)


@needs_corpus
def test_waiting_leads_to_the_function_that_waits() -> None:
    asyncio = opened(SHARED / "pyspy" / "pyspy0.4.3-asyncio-threads-idle.raw.txt")
    seen = shots(asyncio, "0", "G", "enter")
    assert messages.ODD_WAITING[True].partition("{}")[0] in seen[-2].cursor
    assert seen[-1].tab == "2 Calls" and "_worker" in seen[-1].detail


def test_a_line_profile_leads_to_the_source_at_the_line() -> None:
    lines = opened(DEMO / "demo.lprof")
    assert names_after("0", "enter", read=lines) == (SOURCE, "main")
    seen = shot(lines, "0", "G", "up", "enter")
    assert seen.tab == "5 Source" and "▸" in "".join(row[:1] for row in seen.body)
    page = "\n".join(shot(lines, "0").rows)
    assert messages.LINE_OF.format(100, "main") in page and messages.HOT_PATH_OF[True][0] not in page


@pytest.mark.parametrize("keys", [(), ("j",), ("G",), ("enter",), ("x",), ("y",), ("percent_sign",)])
def test_an_empty_profile_says_why_there_is_nothing(tmp_path: Path, keys: tuple[str, ...]) -> None:
    path = tmp_path / "empty.stats"
    path.write_bytes(dumped({}))
    seen = shot(opened(path), "0", *keys)
    assert seen.tab == TITLE and all(any(text in row for row in seen.rows) for text in messages.NO_FUNCTIONS)
    assert "go there" not in seen.rows[-1]


def test_shapes_are_followed_and_undone() -> None:
    walk = shots(demo(), "0", "m", "U", "x", "U", "X", "U")
    plain, mine, undone, without, undone_too, package, last = walk[1:]
    assert "› my code" in mine.rows[2] and mine.rows[3].startswith(" 14 of 239 functions")
    assert {seen.tab for seen in walk[1:]} == {TITLE}
    for seen in (undone, undone_too, last):
        assert seen.rows[2:-2] == plain.rows[2:-2]
    assert "edit_distance" not in "".join(without.rows[4:10]) and "›" in without.rows[2]
    assert "› without" in package.rows[2]


def test_nothing_of_the_page_before_a_shape_is_drawn_after_it() -> None:
    lengths: list[int] = []

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        for key in ("0", "1", "m", "0"):
            press(pilot, key)
            await pilot.pause()
            await finished(pilot, explorer)
            lengths.append(explorer.panes.overview.length)

    explore(demo(), script)
    assert lengths[2] == 0 < min(lengths[0], lengths[1], lengths[3])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("s", messages.LARGEST_FIRST),
        ("S", messages.LARGEST_FIRST),
        ("r", messages.LARGEST_FIRST),
        ("o", messages.LARGEST_FIRST),
        ("percent_sign", messages.OVERVIEW_SHARES),
        ("slash", messages.ELSEWHERE[("functions", "calls", "tree", "icicle", "source", "imports")]),
        ("n", messages.NOT_COMPARING),
        ("right", messages.ELSEWHERE[("functions", "calls", "tree", "icicle", "source", "imports")]),
        ("O", messages.ELSEWHERE[("functions",)]),
        ("E", messages.ELSEWHERE[("tree",)]),
    ],
)
def test_a_key_that_does_nothing_here_says_why(key: str, sentence: str) -> None:
    before, after = shots(demo(), "0", key)[1:]
    assert after.state == sentence and after.rows[:-2] == before.rows[:-2]


def test_a_large_profile_says_how_far_it_is_and_esc_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "AT_ONCE", 1)
    monkeypatch.setattr(jobs, "PAUSE", 3_600)

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        press(pilot, "0")
        await pilot.pause()
        worker = explorer.navigation.finder.worker
        assert worker.busy
        waiting = messages.FINDING_OVERVIEW.partition("{}")[0].strip()
        assert any(waiting in row for row in rows_of(pilot.app))
        press(pilot, "escape")
        await pilot.pause()
        assert explorer.panes.view_name == "functions" and not worker.busy
        monkeypatch.setattr(jobs, "PAUSE", 0)
        press(pilot, "0")
        await pilot.pause()
        await finished(pilot, explorer)
        await pilot.pause()
        assert "edit_distance" in "".join(rows_of(pilot.app)[4])

    explore(demo(), script)


def test_the_first_view_may_be_the_overview() -> None:
    options = Options(view=OVERVIEW)
    rows = screen(demo(), options=options)
    assert f"[{TITLE}]" in rows[1] and "edit_distance" in rows[4]
    assert "[1 Functions]" in screen(demo(), ["escape"], options=options)[1]


# --- copied and written


@pytest.mark.parametrize(("size", "most"), [((80, 24), 24), ((99, 50), 24), ((120, 40), 40)])
def test_the_page_is_copied_as_plain_text(size: tuple[int, int], most: int) -> None:
    sent: list[str] = []

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        press(pilot, "0", "y")
        await pilot.pause()
        sent.append(pilot.app.clipboard)
        assert rows_of(pilot.app)[-2].strip() == messages.PAGE_COPIED.format("demo.stats")

    explore(opened(DEMO / "demo.stats"), script, size=size)
    lines = sent[0].splitlines()
    assert len(lines) <= most and all(line == line.rstrip() for line in lines)
    assert lines[0].startswith("demo.stats  ") and lines[1] == f"proftui demo.stats --view {OVERVIEW}"
    if size == (80, 24):
        shown = screen(opened(DEMO / "demo.stats"), ["0"], size=size)
        assert [line.replace("▸", " ").rstrip() for line in shown[2:-2]] == lines[2:]


def test_the_page_is_written_in_three_forms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    walk = shots(demo(), "0", *[key for letter in "tmMjcs" for key in ("w", letter)])
    names = {f"demo.overview.{ending}" for ending in ("txt", "md", "json")} | {"demo.overview-2.md"}
    assert set(os.listdir(tmp_path)) == names
    assert all("overview needs text, json or markdown" in seen.state for seen in (walk[-1], walk[-3]))
    document = json.loads((tmp_path / "demo.overview.json").read_text())
    assert document["overview"]["functions"] == 239
    text = (tmp_path / "demo.overview.txt").read_text()
    assert "edit_distance" in text and len(text.splitlines()) <= 24
    assert "edit_distance" in (tmp_path / "demo.overview.md").read_text()


# --- the mouse


def test_a_click_selects_and_two_open() -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        press(pilot, "0")
        await pilot.pause()
        view = explorer.panes.overview

        async def click(row: int, x: int, times: int = 1) -> str:
            await pilot.click(view, offset=(x, row + 1), times=times)
            await pilot.pause()
            return rows_of(pilot.app)[-2].strip()

        last = len(view.rows) - 1
        assert view.rows[last].kind == PACKAGE and not view.rows[last].leads_on
        await click(2, 30)
        assert view.cursor == 2
        await click(last, 30)
        assert view.cursor == last - 1, "what leads nowhere is not gone to"
        await click(1, 30, times=2)
        assert explorer.panes.view_name == CALLS

    explore(demo(), script)
