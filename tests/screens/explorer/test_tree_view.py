"""View 3 in the whole explorer: what a user sees of the call tree, and what its keys do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support.corpus import small
from tests.support.screens import DEMO, demo, explore, opened, screen, typed
from tests.support.sentences import pattern
from tests.support.shots import NEVER, Shot, found, shot, shot_of, shots
from tests.support.stats_files import SHOP, Rows, chain, doubling, written
from textual.pilot import Pilot

from proftui import messages
from proftui.drawing.capabilities import COLOURS_16, NO_COLOURS
from proftui.drawing.safe_text import cell_width
from proftui.frame import sentences
from proftui.frame.keys import KEYS
from proftui.messages import LEGEND
from proftui.screens.explorer.screen import ExplorerScreen

RECURSE = opened(small("cprofile-py3.11-recurse.stats"))
WITHOUT_CALLS = opened(DEMO / "demo.lprof")
NO_CALLS = messages.NO_CALL_EDGES
WITHOUT_EDGES = opened(small("variant-no-subcalls.stats"))
MIDDLE = ("3", "g", "down", "down")
"""To ``summary`` below ``main`` below ``demo``, with things before, after and below it."""


def names(view: Shot) -> list[str]:
    """The marker and the name of each node on the screen."""
    wanted = (re.search(r"[▸▾·] (?:\+\d+ )?(↻ \S+|… \S+ more|\S+)", row[2:]) for row in view.body)
    return [match[0] for match in wanted if match]


def nodes_open(view: Shot) -> int:
    found = re.search(r"([\d,]+) nodes? open", view.rows[1])
    assert found
    return int(found[1].replace(",", ""))


# --- what is drawn


@pytest.mark.parametrize("colours", [COLOURS_16, NO_COLOURS])
def test_cursor_and_tab_are_seen_without_colour(colours: str) -> None:
    view = shot(demo(), *MIDDLE, colours=colours)
    assert view.reversed[1] == "[3 Tree]"
    assert [row for row in view.reversed[2:-1] if row] == [view.cursor]
    assert "summary" in view.cursor


def test_exact_nodes_are_plain_and_estimates_have_their_mark(tmp_path: Path) -> None:
    view = shot(written(tmp_path / "p.stats", doubling(3)), "3", "L", "0", "E", size=(120, 40))
    assert {row[1] for row in view.body if re.match(r"[▸ ][≈ ]\s*\d", row)} == {" ", "≈"}
    assert messages.LEGEND.strip() in "\n".join(view.body)
    assert "≈" not in "\n".join(shot(demo(), "3").rows)


def test_a_deep_chain_counts_its_levels(tmp_path: Path) -> None:
    view = shot(written(tmp_path / "deep.stats", chain(5000)), "3", "L", "0", "E", "G", size=(100, 30))
    assert re.search(r"▸ \d+: f4989 › …9 › f4999 +shop.py", view.cursor) or "f4999" in view.cursor
    assert {cell_width(row) for row in view.rows} == {100}
    assert nodes_open(view) == 5000


# --- keys


@pytest.mark.slow
def test_without_calls_it_says_why_and_every_key_is_safe() -> None:
    read = WITHOUT_CALLS
    view = shot(read, "3")
    assert f"{NO_CALLS} {messages.INSTEAD_OF_CALLS[True]}" in "\n".join(view.body)
    assert "node" not in view.rows[1]
    told = ("i", "E", "C", "asterisk", "H", "enter", "plus", "L", "right_square_bracket")
    for key, after in zip(told, shots(read, "3", *told)[2:], strict=True):
        assert after.state.startswith(NO_CALLS), key
    assert screen(read, ["3", "slash", *"none"])[-2].rstrip().endswith(messages.NO_FUNCTION_MATCHES)
    for profile in (read, WITHOUT_EDGES):
        keys = [name for key in KEYS if key.action not in NEVER for name in key.keys.split(",")]
        again = [key for name in keys for key in (name, "escape", "3")]
        assert "[3 Tree]" in screen(profile, ["3", *again])[1]


@pytest.mark.slow
def test_without_edges_every_view_gives_the_same_answer() -> None:
    why = sentences.no_edges(WITHOUT_EDGES())
    for view in "1345":
        assert shot(WITHOUT_EDGES, "g", view, "H").state.startswith(why)
        assert shot(WITHOUT_EDGES, "g", view, "u").state.startswith(why)
    assert shot(WITHOUT_EDGES, "g", "3", "enter").state.startswith(why)
    assert messages.RECURSIVE not in shot(WITHOUT_EDGES, "g", "2").state


def test_an_empty_profile_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    read = written(tmp_path / "empty.stats", {})
    for keys in ((), ("i",), ("E",), ("H",), ("enter",), ("L", "0"), (*found("x"), "n"), ("w", "j")):
        assert messages.NO_FUNCTIONS[0] in "\n".join(shot(read, "3", *keys).rows), keys


def test_the_hottest_path_is_open_at_once_with_the_selection_in_it() -> None:
    view = shot(demo(), "3")
    assert "edit_distance" in view.cursor and "71.2" in view.cursor
    assert names(view)[:5] == ["▾ demo", "▾ main", "▾ summary", "▾ closest", "▸ edit_distance"]
    assert view.rows[1].rstrip().endswith("top-down · 11 nodes open")
    assert view.state.startswith("all functions ")


def test_left_closes_then_goes_to_the_parent_and_right_opens_then_goes_in() -> None:
    walk = shots(demo(), *MIDDLE, "left", "left", "right", "down", "right", "right")[3:]
    start, closed, parent, into, summary, again, inside = (walk[n] for n in (1, 2, 3, 4, 5, 6, 7))
    assert "▾ summary" in start.cursor and nodes_open(closed) < nodes_open(start)
    assert "▸ summary" in closed.cursor and "▾ main" in parent.cursor
    assert "▸ summary" in into.cursor and "▸ make_orders" in summary.cursor
    assert "▾ make_orders" in again.cursor and "dumps" in inside.cursor
    assert shot(demo(), "3", "C", "left").state == messages.IS_ROOT


def test_plus_opens_and_minus_closes() -> None:
    _, closed, opened, told = shots(demo(), *MIDDLE, "minus", "plus", "equals_sign")[-4:]
    assert "▸ summary" in closed.cursor and "▾ summary" in opened.cursor
    assert told.state == messages.IS_OPEN


def test_enter_opens_a_closed_node_and_leads_on_from_an_open_one() -> None:
    closed, opened, calls, back = shots(demo(), *MIDDLE, "minus", "enter", "enter", "less_than_sign")[-4:]
    assert "▸ summary" in closed.cursor and "▾ summary" in opened.cursor and opened.tab == "3 Tree"
    assert calls.tab == "2 Calls" and "callers of summary" in "\n".join(calls.rows)
    assert back.tab == "3 Tree" and back.rows[3:-2] == opened.rows[3:-2]


def test_the_cursor_stays_on_the_screen_when_what_estimates_are_takes_the_last_row() -> None:
    read = opened(small("pyinstrument5.1.3-hillclimb.pstats"))
    seen = shots(read, "3", *["down"] * 14, "E")[-2:]
    assert [view.rows[-4].strip() == LEGEND.strip() for view in seen] == [False, True]
    assert {view.selected for view in seen} == {"numpy"} and seen[1].cursor


def test_expand_all_collapse_all() -> None:
    _, every, none, undone = shots(demo(), *MIDDLE, "E", "C", "U")[-4:]
    assert every.state == messages.NODES_SHOWN.format("37 nodes") and nodes_open(every) == 37
    assert "▾ summary" in every.cursor, "the cursor stays on its node"
    assert names(none) == ["▸ demo"] and none.state == messages.CLOSED
    assert undone.state == messages.NOTHING_TO_UNDO and undone.body == none.body


def test_the_subtree_alone_is_opened() -> None:
    start, after = shots(demo(), "3", "L", "2", "g", "down", "down", "minus", "down", "asterisk")[-2:]
    assert "▸ make_orders" in start.cursor and "▾ make_orders" in after.cursor
    assert "▸ summary" in "\n".join(names(after)) and nodes_open(after) > nodes_open(start) + 10


def test_a_tree_too_large_to_be_opened_says_what_is_left_closed(tmp_path: Path) -> None:
    read = written(tmp_path / "wide.stats", doubling(16))
    view = shot(read, "3", "L", "0", "E")
    told = re.fullmatch(pattern(messages.NODES_SHOWN + messages.LEFT_CLOSED), view.state)
    assert told
    shown, left = (int(number.replace(",", "").removesuffix(" nodes")) for number in told.groups())
    assert 9_900 <= shown <= 10_100 and left > 100
    assert nodes_open(view) == shown


def test_least_share_leaves_out_what_is_small_and_counts_it() -> None:
    every, usual, most = (shot(demo(), "3", "L", letter) for letter in "046")
    assert nodes_open(every) > nodes_open(usual) > nodes_open(most)
    assert every.state.endswith(messages.LEAST_SHARE.format(0))
    assert usual.body == shot(demo(), "3").body
    assert re.search(r"hiding \d+ nodes under 5 %: 0\.\d{3} s · L$", most.state)
    shares = [float(row[9:15]) for row in most.body if row.strip()]
    assert min(shares) >= 5.0
    asks = shot(demo(), "3", "L").state
    assert asks == messages.CHORDS["least"]
    assert shot(demo(), "3", "L", "x").body == usual.body


def test_where_calls_have_no_times_the_tree_does_not_call_those_of_calls_exact() -> None:
    view = shot(opened(small("profile-module-py3.11-recurse.stats")), "3", size=(80, 60))
    assert messages.LEGEND_OF_UNTIMED.strip() in "\n".join(view.body)


def test_least_share_in_steps() -> None:
    walk = shots(demo(), "3", "right_square_bracket", "left_square_bracket", "left_square_bracket")
    shares = [re.search(r"(?:under|least share) ([\d.]+) %", view.state) for view in walk[1:]]
    assert [match and match[1] for match in shares] == ["0.5", "1", "0.5", "0.1"]
    assert shot(demo(), "3", "L", "right_square_bracket").body == walk[2].body
    assert shot(demo(), "3", "L", "0", "left_square_bracket").state == messages.LEAST_IS_ALL
    end = shot(demo(), "3", *["right_square_bracket"] * 8)
    assert end.state == messages.LEAST_IS_HIGHEST


@pytest.mark.parametrize("width", [60, 80, 120])
def test_which_tree_it_is_is_never_cut_by_what_is_hidden(width: int) -> None:
    view = shot(RECURSE, "3", "i", "i", "L", "1", "E", "down", size=(width, 24))
    assert view.state.startswith(messages.OF_ALL_CALLERS)
    assert re.search(r" hiding \d+ nodes( under 0\.001 %)?(: [\d.]+ ms)?( · L)?$", view.state)


def test_shares_of_the_run_of_the_parent_and_none() -> None:
    total, parent, none, again = shots(demo(), *MIDDLE, *["percent_sign"] * 3)[-4:]
    assert total.rows[2].split()[:3] == ["time", "%", "own"]
    assert parent.rows[2].split()[:4] == ["time", "%", "parent", "own"]
    assert "%" not in none.rows[2] and again.rows[2] == total.rows[2]
    assert (parent.state, none.state) == (messages.SHARES["parent"], messages.SHARES["none"])
    assert total.cursor[9:15].strip() == "77.3" and parent.cursor[9:15].strip() == "77.6"


def test_invert_goes_round() -> None:
    start, callers, every, back = shots(demo(), *MIDDLE, "i", "i", "i")[-4:]
    assert "top-down" in start.rows[1] and "callers" in callers.rows[1]
    assert "▾ summary " in callers.cursor and "▸ main ‹ demo ‹ exec" in "\n".join(callers.body)
    assert "0.009" in callers.cursor, "its own time, not what it calls"
    assert callers.state == f"{messages.OWN_TIME_OF.format('summary')} · {messages.I_FOR_ALL}"
    assert "summary" in every.cursor and every.state.startswith(messages.OF_ALL_CALLERS)
    assert names(shot(demo(), *MIDDLE, "i", "i", "g"))[:2] == ["▸ edit_distance", "▸ min"]
    assert back.state == messages.TOP_DOWN and "summary" in back.cursor and "77.3" in back.cursor


@pytest.mark.parametrize("view", ["3", "4"])
def test_the_footer_says_which_tree_comes_next(view: str) -> None:
    footers = [seen.rows[-1] for seen in shots(demo(), view, "i", "i", "i", size=(120, 40))[1:]]
    for footer, offered in zip(footers, ("callers", "all callers", "top-down", "callers"), strict=True):
        assert f"  i {offered}  " in footer


def test_bottom_up_a_function_with_little_own_time_is_shown_all_the_same() -> None:
    callers = shot(demo(), "3", "g", "L", "6", "i")
    assert names(callers)[0].endswith(" demo") and "0.0" in callers.cursor


def test_recursion_unrolled_and_as_one_node() -> None:
    one, unrolled, again = shots(RECURSE, "3", "E", "c", "c", size=(120, 70))[-3:]
    assert "visit ↻3" in "\n".join(one.body)
    assert unrolled.state == messages.UNROLLED and "visit ↻3" not in "\n".join(unrolled.body)
    assert again.state == messages.ROLLED
    alone = shot(opened(small("cprofile-py3.11-julia.stats")), "3", "c")
    assert alone.state == messages.NO_CYCLES
    assert shot(demo(), "3", "i", "c").state == messages.ALWAYS_UNROLLED


def test_hot_path_goes_down_and_opens() -> None:
    view = shot(demo(), "3", "C", "g", "H")
    assert "edit_distance" in view.cursor
    assert view.state.startswith("hot path: summary › closest › edit_distance 71.2 %: ")


def test_find_goes_into_closed_branches_and_round() -> None:
    closed = ("3", "C", *found("iterencode"))
    first = shot(demo(), *closed, "n")
    assert "iterencode" in first.cursor and nodes_open(first) > 5
    assert first.state.startswith("find iterencode · ")
    places = [view.state + view.cursor for view in shots(demo(), *closed, *["n"] * 12)[-12:]]
    assert len(set(places)) > 4, "n goes on from match to match"
    there, back = shots(demo(), *closed, "n", "n", "N")[-2:]
    assert back.selected != there.selected and back.selected == first.selected
    assert shot(demo(), "3", *found("edit_distance"), "N").cursor != shot(demo(), "3").cursor


def test_find_says_when_it_is_round_and_when_there_is_nothing() -> None:
    assert shot(demo(), "3", *found("make_orders"), "n", "n").state == messages.SEARCH_ENDED["wrapped"]
    assert shot(demo(), "3", *found("zzz"), "n").state == messages.SEARCH_ENDED["none"]
    assert shot(demo(), "3", "L", "6", *found("loads"), "n").state == messages.SEARCH_ENDED["small"]
    assert shot(demo(), "3", "n").state == messages.FINDS


def test_escape_takes_the_search_off() -> None:
    view = shot(demo(), "3", *found("json"), "escape")
    assert view.state == shot(demo(), "3").state
    assert shot(demo(), "3", *found("json"), "escape", "escape").state == messages.NOTHING_TO_CLEAR
    dropped = shot(demo(), "3", *found("json"), "slash", *typed("zzz"), "escape")
    assert dropped.state.startswith("find json")


def test_a_tree_is_not_sorted_and_says_so() -> None:
    for key in ("s", "S", "r", "o"):
        view = shot(demo(), "3", key)
        assert view.state == messages.TREE_ORDER


# --- one selection


def test_the_selection_is_the_same_in_every_view_and_on_the_way_back() -> None:
    back = ("less_than_sign",) * 4
    walk = shots(demo(), *["down"] * 12, "3", "4", "2", "5", *back)
    there, again = walk[12:17], walk[17:]
    tabs = ["1 Functions", "3 Tree", "4 Icicle", "2 Calls", "5 Source"]
    assert [view.tab for view in there] == tabs
    assert [view.tab for view in again] == tabs[-2::-1]
    for view in (*there[:4], *again):
        assert view.selected == "closest", view.tab
    assert any("def closest(word, known)" in row for row in there[4].rows)
    forward = shot(demo(), *["down"] * 12, "3", "4", "2", "5", *back, *["greater_than_sign"] * 4)
    assert forward.tab == "5 Source"


def test_the_path_of_a_function_that_is_called_from_two_places_is_kept() -> None:
    """Tree and Icicle show the same node, not only the same function."""
    second = ("3", *found("edit_distance"), "n", "escape")
    tree, icicle, again = shots(demo(), *second, "4", "3")[-3:]
    assert "edit_distance  demo.py:41 " in tree.detail and " 0.036 s 2.3 %" in tree.detail
    assert icicle.tab == "4 Icicle" and tree.detail == icicle.detail
    assert "similar_pairs" in icicle.state
    assert again.cursor == tree.cursor


def test_the_caller_of_a_root_stands_in_calls() -> None:
    """The tree has nothing above a root; where ``exec`` is found below one, that is another call of it."""
    view = shot(demo(), "3", "g", "u")
    assert view.tab == "2 Calls" and view.selected == "exec"
    assert view.state.startswith(messages.HEAVIEST_CALLER.format("demo"))
    assert shot(demo(), "3", "g", "u", "less_than_sign").tab == "3 Tree"


def test_heaviest_caller_is_the_one_above_where_that_is_it(tmp_path: Path) -> None:
    """Not another node of the same function, below which more time lies."""
    main, light, heavy, both, leaf = (
        (SHOP, line, name) for line, name in enumerate(("main", "light", "heavy", "both", "leaf"), 1)
    )
    rows: Rows = {
        main: (1, 1, 0.0, 10.0, {}),
        light: (1, 1, 0.0, 2.0, {main: (1, 1, 0.0, 2.0)}),
        heavy: (1, 1, 0.0, 8.0, {main: (1, 1, 0.0, 8.0)}),
        both: (10, 10, 4.0, 10.0, {light: (2, 2, 0.8, 2.0), heavy: (8, 8, 3.2, 8.0)}),
        leaf: (10, 10, 6.0, 6.0, {both: (10, 10, 6.0, 6.0)}),
    }
    ways = ("3", *found("leaf"), "n", "escape")
    before, view = shots(written(tmp_path / "p.stats", rows), *ways, "u")[-2:]
    assert before.detail.startswith("leaf") and "12.0 %" in before.detail
    assert view.tab == "3 Tree" and "both" in view.detail and "20.0 %" in view.detail


def test_mouse() -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        await pilot.press("3")
        await pilot.pause()
        await pilot.click(offset=(50, 5))
        await pilot.pause()
        assert "summary" in shot_of(pilot).cursor
        marker = shot_of(pilot).rows[5].index("▾")
        await pilot.click(offset=(marker, 5))
        await pilot.pause()
        assert "▸ summary" in shot_of(pilot).cursor
        await pilot.click(offset=(6, 2))
        await pilot.pause()
        assert shot_of(pilot).state == messages.TREE_COLUMNS["time"]

    explore(demo(), script)


def test_right_gives_the_levels_of_a_chain_rows_and_left_folds_them_again(tmp_path: Path) -> None:
    path = tmp_path / "winding.txt"
    stacks = "find 50", "main;tune;cv;dataset 30", "main;tune;cv;wrapper 10", "climb;objective 10"
    path.write_text("".join(f"root;{stack}\n" for stack in stacks))

    def told(view: Shot) -> list[str]:
        shown = (re.search(r"[▸▾·] .*?(?=  )", row[2:]) for row in view.body)
        return [match[0] for match in shown if match]

    walk = shots(opened(path), "3", "g", "down", "down", *("right", "right", "left", "left", "enter"))[4:]
    whole, levels, lower, folded, closed, again = map(told, walk)
    assert whole[2:] == ["▾ main › tune › cv", "· dataset", "· wrapper", "▸ climb › objective"]
    assert levels[2:6] == lower[2:6] == ["▾ main", "▾ tune", "▾ cv", "· dataset"]
    assert "▾ main" in walk[1].cursor and "▾ tune" in walk[2].cursor
    assert folded == whole == again and closed[2:] == ["▸ main › tune › cv", "▸ climb › objective"]
    assert told(shot(opened(path), "3", "end", "right"))[5:] == ["▾ climb", "· objective"]


def test_of_a_chain_of_many_thousand_levels_only_the_first_are_opened_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "deep.txt"
    path.write_text(";".join(["f (a.py:1)"] * 10_000) + " 5\n")
    opens = re.search(r"([\d,]+) nodes open", screen(opened(path), ["3", "c"])[1])
    assert opens is not None and int(opens[1].replace(",", "")) < 3_000
