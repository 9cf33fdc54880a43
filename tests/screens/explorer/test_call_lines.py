"""The lines of calls: in Calls, and in Source of a built-in; times per call, small callers in one row."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.support.compared_screens import compared_screens, pair
from tests.support.corpus import dumped, needs_demo_library
from tests.support.screens import DEMO, Script, explore, opened, press, rows_of, screen, show_followers, typed
from tests.support.shots import shot
from textual.pilot import Pilot

from proftui import messages
from proftui.cli.main import main
from proftui.external import editor
from proftui.screens.explorer.screen import ExplorerScreen
from proftui.views.calls import compared
from proftui_parsers import Profile, load_bytes

CALLS = opened(DEMO / "demo.stats")


def after(read: Callable[[], Profile], *keys: Sequence[str], size: tuple[int, int] = (80, 24)) -> list[str]:
    """The rows after some keys; between two lists of them there is a rest."""
    rows: list[str] = []

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        for some in keys:
            press(pilot, *some)
            await pilot.pause()
            show_followers(explorer)
            await pilot.pause()
        rows.extend(rows_of(pilot.app))

    driven: Script = script
    explore(read, driven, size=size)
    return rows


def row_with(rows: list[str], *parts: str) -> str:
    (row,) = [row.rstrip() for row in rows[:-3] if all(part in row for part in parts)]
    return row


def many_callers(*times: float) -> Callable[[], Profile]:
    """A function with a caller for each time."""
    callers = {("a.py", 10 * n, f"caller{n}"): (2, 2, time, time) for n, time in enumerate(times, 1)}
    calls, all_of = 2 * len(times), sum(times)
    stats: dict[tuple[str, int, str], Any] = {key: (1, 1, 0.0, one[3], {}) for key, one in callers.items()}
    stats["a.py", 1, "work"] = (calls, calls, all_of, all_of, callers)
    return lambda: load_bytes(dumped(stats), "p.stats")


def test_each_caller_says_the_line_of_its_call_and_each_callee_the_line_that_calls_it() -> None:
    rows = screen(CALLS, ["2"])
    assert row_with(rows, "callers of edit_distance").endswith(messages.CALLED_AT)
    assert row_with(rows, " closest ").endswith("demo.py:58")
    assert row_with(rows, "<listcomp>").endswith("demo.py:82")
    assert row_with(rows, " min ").endswith(" line 48") and row_with(rows, " len ").endswith(" line 43")


def test_of_several_lines_that_may_have_called_all_are_named(tmp_path: Path) -> None:
    source = tmp_path / "twice.py"
    source.write_text("def low():\n    pass\n\n\ndef high():\n    low()\n    x = 1\n    low()\n")
    high, low = (str(source), 5, "high"), (str(source), 1, "low")
    stats = {high: (1, 1, 0.1, 1.0, {}), low: (5, 5, 0.9, 0.9, {high: (5, 5, 0.9, 0.9)})}
    (tmp_path / "p.stats").write_bytes(dumped(stats))
    later = source.stat().st_mtime + 1000
    os.utime(tmp_path / "p.stats", (later, later))
    read = opened(tmp_path / "p.stats")
    assert row_with(screen(read, ["2"]), " high ").endswith("twice.py:6, 8, …")
    # Text that was changed since proves no line.
    os.utime(source, (later + 1000, later + 1000))
    assert row_with(screen(read, ["2"]), " high ").endswith("twice.py:5")


def test_without_the_text_callers_stand_where_they_are_defined(tmp_path: Path) -> None:
    shutil.copy(DEMO / "demo.stats", tmp_path / "p.stats")
    rows = screen(opened(tmp_path / "p.stats"), ["2"])
    assert row_with(rows, "callers of edit_distance").endswith("location")
    assert row_with(rows, " closest ").endswith("demo.py:53")


def test_sorted_by_location_that_is_where_functions_are_defined() -> None:
    assert row_with(screen(CALLS, ["2", "o", "f"]), " closest ").endswith("demo.py:53")


@pytest.mark.parametrize(("there", "line"), [(["up", "up"], "58"), (["G"], "43")])
def test_5_on_a_caller_or_callee_goes_to_the_line_of_the_call(there: list[str], line: str) -> None:
    rows = after(CALLS, ["2"], [*there, "5"])
    assert "[5 Source]" in rows[1] and row_with(rows, "▸").split()[:2] == ["▸", line]
    assert "[2 Calls]" in after(CALLS, ["2"], [*there, "5", "less_than_sign"])[1]


def test_times_per_call_tell_from_which_caller_it_is_slow() -> None:
    rows = screen(many_callers(0.2, 4.0), ["2"], size=(100, 30))
    assert "per call" in row_with(rows, "callers of work")
    assert "2.00 s" in row_with(rows, " caller2 ") and "100 ms" in row_with(rows, " caller1 ")
    assert not any("per call" in row for row in screen(many_callers(0.2, 4.0), ["2"], size=(99, 30)))


@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
def test_callers_are_sorted_by_time_per_call_where_that_is_asked_for(size: tuple[int, int]) -> None:
    callers = {("a.py", 10, "often"): (80, 80, 4.0, 4.0), ("a.py", 20, "once"): (1, 1, 2.0, 2.0)}
    stats: dict[tuple[str, int, str], Any] = {key: (1, 1, 0.0, one[3], {}) for key, one in callers.items()}
    stats["a.py", 1, "work"] = (81, 81, 6.0, 6.0, callers)
    rows = screen(lambda: load_bytes(dumped(stats), "p.stats"), ["2", "o", "p"], size=size)
    assert "▾per call" in row_with(rows, "callers of work") and "▾cumtime" not in "\n".join(rows)
    once, often = row_with(rows, " once "), row_with(rows, " often ")
    assert "2.00 s" in once and "50.0 ms" in often and " once " in "\n".join(rows).partition(" often ")[0]


@pytest.mark.slow
@needs_demo_library
@pytest.mark.parametrize("way", [["down", "5"], ["down", "2", "5"], ["down", "3", "5"], ["down", "4", "5"]])
def test_source_of_a_built_in_is_the_lines_that_call_it(way: list[str]) -> None:
    rows = after(CALLS, way)
    assert row_with(rows, messages.LINES_THAT_CALL.format("min"))
    first = row_with(rows, "▸")
    assert first.split()[:4] == ["▸demo.py:48", "→1253248×", "0.224", "100.0"]
    assert "current.append(min(" in first
    assert row_with(rows, "re/_parser.py:183").split()[1:4] == ["(→62×)", "(0.000)", "(0.0)"]
    assert rows[-3].split()[:3] == ["demo.py:48", "in", "edit_distance"]


def test_a_line_that_calls_is_explained() -> None:
    page = "\n".join(shot(CALLS, "down", "5", "full_stop").rows)
    assert "edit_distance → min" in page and messages.EDGE_OF[False][1] in page


@pytest.mark.slow
@pytest.mark.parametrize("key", ["enter", "5"])
def test_from_a_line_that_calls_the_way_leads_to_its_place_and_back(key: str) -> None:
    rows = after(CALLS, ["down", "5"], [key])
    assert any("def edit_distance" in row for row in rows)
    assert row_with(rows, "▸").split()[:2] == ["▸", "48"]
    back = after(CALLS, ["down", "5"], [key, "less_than_sign"])
    assert row_with(back, messages.LINES_THAT_CALL.format("min"))


def test_the_editor_opens_at_the_line_that_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setenv("VISUAL", "code")
    monkeypatch.delenv("PROFTUI_EDITOR", raising=False)

    def start(argv: list[str], ended: object) -> str:
        asked.append(argv[-1])
        return ""

    monkeypatch.setattr(editor, "start", start)
    monkeypatch.setattr("proftui.external.editor.shutil.which", lambda name, **_: f"/usr/bin/{name}")
    after(CALLS, ["down", "5"], ["e"])
    after(CALLS, ["2"], ["up", "up", "e"])
    assert [place.rpartition("/")[2] for place in asked] == ["demo.py:48", "demo.py:58"]


def test_without_source_the_callers_of_a_built_in_stand_there(tmp_path: Path) -> None:
    shutil.copy(DEMO / "demo.stats", tmp_path / "p.stats")
    rows = after(opened(tmp_path / "p.stats"), ["down", "5"])
    assert row_with(rows, "▸").split()[0] == "▸demo.py:41"
    assert row_with(rows, "▸").endswith(f"edit_distance{messages.NO_SOURCE}")


@needs_demo_library
def test_the_lines_that_call_a_built_in_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(DEMO / "demo.stats"), "--view", "source", "--filter", "func:^min$", "--print"]) == 0
    printed = capsys.readouterr().out
    (line,) = [row for row in printed.splitlines() if "demo.py:48" in row]
    assert line.split()[:4] == ["demo.py:48", "→1253248×", "0.224", "100.0"] and "min(previous" in line
    assert "(→62×)" in printed and messages.JOINT_FIGURES in printed


def test_a_search_in_calls_counts_no_functions_that_do_not_stand_there() -> None:
    typing = shot(CALLS, "2", "slash", *typed("json"))
    kept = shot(CALLS, "2", "slash", *typed("json"), "enter")
    assert messages.OF_THESE_CALLS.format(0) in typing.state
    assert kept.state.startswith("find json · in its code ") and "match" not in kept.state


def test_many_callees_of_both_sides_are_matched_beside_and_look_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keys = ("2", "o", "n", "down")
    at_once = compared_screens(*pair(), keys)
    monkeypatch.setattr(compared, "_AT_ONCE", -1)
    assert compared_screens(*pair(), keys) == at_once
