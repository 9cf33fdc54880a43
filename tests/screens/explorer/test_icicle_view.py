"""View 4 in the whole explorer: what a user sees of the picture, and what its keys do."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.corpus import small
from tests.support.examples import slowly
from tests.support.hostile_names import hostile_program
from tests.support.profiles import profile_of
from tests.support.screens import DATA, DEMO, demo, explore, opened, screen
from tests.support.shots import NEVER, Shot, found, shot, shot_of, shots
from tests.support.stats_files import written
from textual.pilot import Pilot

from proftui import messages
from proftui.drawing.capabilities import COLOURS_16, NO_COLOURS, TRUECOLOR
from proftui.drawing.safe_text import cell_width
from proftui.frame.keys import KEYS
from proftui.screens.explorer.screen import ExplorerScreen
from proftui_parsers import Profile

RECURSE = opened(small("cprofile-py3.11-recurse.stats"))
WITHOUT_CALLS = opened(DEMO / "demo.lprof")
NO_CALLS = messages.NO_CALL_EDGES.format("line_profiler")
WITHOUT_EDGES = opened(small("variant-no-subcalls.stats"))
MIDDLE = ("4", "up", "up", "right")
"""To ``make_orders``, which has boxes above, below and on both sides."""


def levels(view: Shot) -> list[str]:
    """The rows of the picture."""
    rows = view.rows[2:-3]
    end = next((n for n, row in enumerate(rows) if not row.strip()), len(rows))
    return rows[:end]


def test_a_wide_package_is_in_the_legend_though_its_name_is_long() -> None:
    mine, library = (
        "/home/me/scheduler_processing_strategy.py",
        "/usr/lib/python3.11/site-packages/arroyo/a.py",
    )
    profile = profile_of({(library, 1, "run"): (1, 1, 6.0, 6.0), (mine, 1, "submit"): (1, 1, 5.0, 5.0)})
    legend = shot(lambda: profile, "4", size=(44, 24)).rows[-4]
    assert "arroyo" in legend and "schedule" in legend


def test_esc_is_offered_where_something_is_zoomed() -> None:
    whole, zoomed, whole_again = shots(demo(), "4", "down", "enter", "escape", last=3)
    assert "Esc zoom out" not in whole.rows[-1]
    assert "Esc zoom out" in zoomed.rows[-1] and "Esc zoom out" not in whole_again.rows[-1]


# --- what is drawn


@pytest.mark.parametrize("colours", [COLOURS_16, NO_COLOURS])
def test_selection_and_tab_are_seen_without_colour(colours: str) -> None:
    view = shot(demo(), *MIDDLE, colours=colours)
    assert view.reversed[1] == "[4 Icicle]"
    (box,) = (row for row in view.reversed[2:-1] if row)
    assert box.startswith("│make_orders")
    assert view.rows[4].index(box) == view.rows[4].index("│make_orders")


@pytest.mark.parametrize("colours", [TRUECOLOR, NO_COLOURS])
def test_boxes_have_edges_and_lie_below_their_parents(colours: str) -> None:
    picture = levels(shot(demo(), "4", colours=colours))
    assert picture[0].startswith("│demo 1.537 s 100.0 %")
    assert picture[1].startswith("│main 99.7 %") and picture[2].startswith("│summary 77.3 %")
    assert picture[2].index("│make_orders") <= picture[3].index("│dumps")
    widths = {re.split("[│ ]", part)[0]: len(part) for part in picture[2].split("│") if part}
    assert abs(widths["summary"] / 80 - 0.773) < 0.04


def test_recursion_is_hatched_and_in_the_legend() -> None:
    view = shot(RECURSE, "4", size=(250, 40))
    assert "░" in "".join(levels(view)) or "↻" in "".join(levels(view))
    assert "↻ recursion" in "\n".join(view.rows)


def test_the_legend_names_packages_and_how_much_is_too_narrow() -> None:
    legend = shot(demo(), "4").rows[-4]
    assert legend.startswith(" demo   json ")
    assert re.search(r"… too narrow: \d+\.\d %", legend)
    assert "own < 0.1 %" in shot(demo(), "4", "K", size=(120, 40)).rows[-4]


@pytest.fixture
def hostile(tmp_path: Path) -> Callable[[], Profile]:
    return hostile_program(tmp_path)


@pytest.mark.parametrize("size", [(80, 24), *slowly((200, 50))])
def test_hostile_names_are_text(hostile: Callable[[], Profile], size: tuple[int, int]) -> None:
    ways = ("i", "i", "i", "enter", "escape", "K", "K", "y", *found("x"), "n", "escape")
    over = [("g", "down", *["right"] * steps, *ways) for steps in (0, 3, 8)]
    for view in shots(hostile, "4", *itertools.chain(*over), size=size):
        assert {cell_width(row) for row in view.rows} == {size[0]}
        assert all(character.isprintable() for character in "".join(view.rows))
    if size[0] == 200:
        text = "\n".join(shot(hostile, "4", size=size).rows)
        assert "[/b]" in text and "漢字の関数" in text


# --- keys


@pytest.mark.slow
def test_without_calls_it_says_why_and_every_key_is_safe() -> None:
    read = WITHOUT_CALLS
    text = f"{NO_CALLS} {messages.INSTEAD_OF_CALLS[True]}"
    assert text in "\n".join(shot(read, "4").body)
    for view in shots(read, "4", "i", "enter", "H")[2:]:
        assert view.state == text
    for profile in (read, WITHOUT_EDGES):
        keys = [name for key in KEYS if key.action not in NEVER for name in key.keys.split(",")]
        again = [key for name in keys for key in (name, "escape", "4")]
        assert "[4 Icicle]" in screen(profile, ["4", *again])[1]


def test_without_edges_every_function_is_a_root() -> None:
    roots = levels(shot(WITHOUT_EDGES, "4"))[0]
    assert "│≈ work " in roots and "│≈ fib " in roots


def test_an_empty_profile_says_why(tmp_path: Path) -> None:
    read = written(tmp_path / "empty.stats", {})
    for view in shots(read, "4", "i", "K", "H", "enter", "down", "right", "n", "t")[1:]:
        assert messages.NO_FUNCTIONS[0] in "\n".join(view.body)


def test_arrows_go_to_parent_heaviest_child_and_siblings() -> None:
    walk = shots(demo(), "4", "g", "up", "up", "up", "up", "down", "down", "right", "left", "down")
    assert [view.selected for view in walk[-6:]] == [
        "demo",
        "main",
        "summary",
        "make_orders",
        "summary",
        "closest",
    ]
    assert shot(demo(), *MIDDLE, "home").selected == "summary"
    assert shot(demo(), *MIDDLE, "end").selected != "make_orders"


def test_enter_zooms_then_leads_on_and_escape_zooms_out() -> None:
    start, zoomed, calls, back = shots(demo(), *MIDDLE, "enter", "enter", "less_than_sign")[-4:]
    assert "│make_orders" in start.rows[4] and not start.rows[4].startswith("│make_orders")
    assert zoomed.rows[4].startswith("│make_orders 0.308 s 20.0 %") and zoomed.rows[2].startswith("│demo")
    assert calls.tab == "2 Calls" and "callers of make_orders" in "\n".join(calls.rows)
    assert back.tab == "4 Icicle" and back.selected == "make_orders"
    out = shot(demo(), *MIDDLE, "enter", "escape")
    assert levels(out) == levels(start) and out.selected == "make_orders"


def test_escape_takes_off_one_layer_at_a_time() -> None:
    """The highlight first, then the zoom, as the help says."""
    walk = shots(demo(), *MIDDLE, "enter", *found("json"), "escape", "escape", "escape")
    zoomed, (marked, unmarked, out, end) = walk[1 + len(MIDDLE)], walk[-4:]
    assert marked.state.startswith("find json") and zoomed.rows[4].startswith("│make_orders 0.308 s")
    assert not unmarked.state.startswith("find") and unmarked.rows[4].startswith("│make_orders 0.308 s")
    assert not out.rows[4].startswith("│make_orders")
    assert end.state == messages.NOTHING_TO_CLEAR


def test_what_no_function_matches_is_said_in_a_part_too() -> None:
    said = shot(demo(), "4", "i", *found("zzz")).state
    assert said.startswith(f"find zzz · {messages.NO_FUNCTION_MATCHES}")


def test_what_is_too_thin_is_zoomed_to_when_enter_asks_for_it() -> None:
    read = opened(small("cprofile-py3.11-recurse.stats"))
    arrived, zoomed = shots(read, *found("raw_decode"), "4", "enter")[-2:]
    assert arrived.state == messages.TOO_THIN.format("raw_decode") and arrived.selected == "main"
    assert arrived.rows[4].startswith("│dumps") and not zoomed.rows[4].startswith("│dumps")
    assert zoomed.selected == "raw_decode" and any("│raw_decode" in row for row in zoomed.rows)
    kept = shot(read, *found("raw_decode"), "4", "1")
    assert kept.selected == "raw_decode", "the selection is what it was"


def test_find_goes_from_match_to_match_and_says_how_much_they_cover() -> None:
    walk = shots(demo(), "4", *found("json"), "n", "n", "N")
    covered = walk[-4].state
    assert covered.startswith("find json · in its code ") and covered.endswith(" · 20 matches")
    first, second, again = walk[-3:]
    assert "/encoder.py:" in first.detail and "/encoder.py:" in second.detail
    assert first.detail != second.detail and again.detail == first.detail
    assert shot(demo(), "4", *found("zzz"), "n").state.startswith("no match")


def test_invert_goes_round() -> None:
    start, callers, every, back = shots(demo(), *MIDDLE, "i", "i", "i")[-4:]
    assert "top-down" in start.rows[1] and "callers" in callers.rows[1]
    assert levels(callers)[0].startswith("│make_orders 0.006 s 0.4 %")
    assert levels(callers)[1].startswith("│main")
    assert callers.state == f"{messages.OWN_TIME_OF.format('make_orders')} · {messages.I_FOR_ALL}"
    assert levels(every)[0].startswith("│edit_distance") and every.selected == "make_orders"
    assert back.state == messages.TOP_DOWN and back.selected == "make_orders"


def test_a_level_of_details_is_reached_by_zooming(tmp_path: Path) -> None:
    """What is summed up as too thin can be entered."""
    read = demo()
    view = shot(read, *MIDDLE, "enter", "down", "enter")
    assert view.rows[5].startswith("│dumps") and len(levels(view)) > 6


def test_colours_by_package_or_by_own_time() -> None:
    package, heat, again = shots(demo(), "4", "K", "K")[-3:]
    assert (heat.state, again.state) == (messages.COLOURS[True], messages.COLOURS[False])
    assert levels(heat) == levels(package) == levels(again)
    assert heat.rows[-4] != package.rows[-4]


def test_without_colours_none_are_changed_nor_offered() -> None:
    before, after = shots(demo(), "4", "K", size=(120, 40), colours=NO_COLOURS)[-2:]
    assert after.state == messages.WITHOUT_COLOURS and levels(after) == levels(before)
    assert after.rows[-4] == before.rows[-4]
    assert "K heat" in shot(demo(), "4", size=(120, 40)).rows[-1] and "K heat" not in after.rows[-1]


def test_hot_path_goes_down_the_heaviest_boxes() -> None:
    view = shot(demo(), "4", "g", "up", "up", "up", "up", "H")
    assert view.selected == "edit_distance"
    end = f"edit_distance 71.2 %: {messages.HOT_PATH_ENDS['own']}"
    assert view.state == f"hot path: summary › closest › {end}"


# --- one selection


def test_the_selection_is_the_same_in_every_view() -> None:
    for key, tab in (("1", "1 Functions"), ("2", "2 Calls"), ("3", "3 Tree")):
        view = shot(demo(), *MIDDLE, key)
        assert (view.tab, view.selected) == (tab, "make_orders")
    assert any("def make_orders(" in row for row in shot(demo(), *MIDDLE, "5").rows)
    for name, steps in (("min", 1), ("closest", 12)):
        assert shot(demo(), *["down"] * steps, "4").selected == name


def test_zoom_and_selection_outlive_another_view() -> None:
    zoomed, _, back = shots(demo(), *MIDDLE, "enter", "1", "4")[-3:]
    assert back.selected == "make_orders" and levels(back) == levels(zoomed)


def test_another_size_keeps_the_selection() -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        for key in MIDDLE:
            await pilot.press(key)
            await pilot.pause()
        for size in ((120, 40), (60, 12), (250, 70), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert {cell_width(row) for row in shot_of(pilot).rows} == {size[0]}
        assert shot_of(pilot).selected == "make_orders"

    explore(demo(), script)


def test_mouse() -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        await pilot.press("4")
        await pilot.pause()
        await pilot.click(offset=(66, 4))
        await pilot.pause()
        assert shot_of(pilot).selected == "make_orders"
        await pilot.click(offset=(66, 4))
        await pilot.pause()
        assert shot_of(pilot).rows[4].startswith("│make_orders 0.308 s")

    explore(demo(), script)


def test_net_memory_has_no_widths_and_that_is_said() -> None:
    read = opened(DATA / "stacks" / "austin3.7.0-spin-memory.austin")
    shown = screen(read, ["d", "down", "enter", "4", "right", "enter"])
    assert messages.NO_WIDTHS in " ".join(shown) and "busy 416.0 %" not in " ".join(shown)
    back = screen(read, ["d", "down", "enter", "4", "U"])
    assert "busy 52.8 %" in " ".join(back)
