"""View 4 in the whole explorer: what a user sees of the picture, and what its keys do."""

from __future__ import annotations

from tests.support.corpus import small
from tests.support.profiles import profile_of
from tests.support.screens import DATA, demo, explore, opened, screen
from tests.support.shots import Shot, found, shot, shot_of, shots
from textual.pilot import Pilot

from proftui import messages
from proftui.drawing.capabilities import NO_COLOURS
from proftui.screens.explorer.screen import ExplorerScreen

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


# --- keys


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


def test_what_is_too_thin_is_zoomed_to_when_enter_asks_for_it() -> None:
    read = opened(small("cprofile-py3.11-recurse.stats"))
    arrived, zoomed = shots(read, *found("raw_decode"), "4", "enter")[-2:]
    assert arrived.state == messages.TOO_THIN.format("raw_decode") and arrived.selected == "main"
    assert arrived.rows[4].startswith("│≈ dumps") and not zoomed.rows[4].startswith("│≈ dumps")
    assert zoomed.selected == "raw_decode" and any("│≈ raw_decode" in row for row in zoomed.rows)
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


# --- one selection


def test_zoom_and_selection_outlive_another_view() -> None:
    zoomed, _, back = shots(demo(), *MIDDLE, "enter", "1", "4")[-3:]
    assert back.selected == "make_orders" and levels(back) == levels(zoomed)


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
    shown = screen(read, ["d", "4", "right", "enter"])
    assert messages.NO_WIDTHS in " ".join(shown) and "busy 416.0 %" not in " ".join(shown)
    back = screen(read, ["d", "4", "U"])
    assert "busy 52.8 %" in " ".join(back)
