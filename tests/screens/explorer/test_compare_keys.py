"""Comparing on the screen: the base, both sides in Functions and Calls, causes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.support.compared import side
from tests.support.compared_screens import (
    Said,
    compared_screen,
    compared_screens,
    pair,
    written,
)
from tests.support.corpus import small
from tests.support.screens import opened, screen, typed
from tests.support.shots import shots

from proftui import messages
from proftui.analysis.compare.side import Side

BEFORE: Said = {"parse": (200, 0.600), "load": (10, 0.100), "old_way": (5, 0.050), "same": (7, 0.010)}
AFTER: Said = {"parse": (100, 0.300), "load": (10, 0.140), "new_way": (5, 0.020), "same": (7, 0.010)}


@pytest.fixture
def sides(tmp_path: Path) -> tuple[Side, Side]:
    before = written(tmp_path, "before.stats", BEFORE)
    after = written(tmp_path, "after.stats", AFTER, first_line=20)
    return side(before), side(after)


def row_of(rows: list[str], name: str) -> str:
    """The row of a table in which a function stands."""
    return next(row for row in rows[3:] if f" {name} " in row)


def test_both_sides_stand_in_functions_by_the_largest_change(sides: tuple[Side, Side]) -> None:
    rows = compared_screen(*sides)
    assert rows[0].startswith(" before.stats → after.stats  cProfile")
    assert rows[0].rstrip().endswith("761.000 → 471.000 ms  −38.1 %")
    assert "1–6 of 6 · 1 new · 1 gone" in rows[1]
    assert rows[2].startswith(" 1.62× faster: main calls parse 100 times, not 200 ")
    names = [row.split()[-2] for row in rows[4:10]]
    assert names == ["parse", "old_way", "load", "new_way", "same", "main"]
    assert row_of(rows, "parse").split()[-6:-2] == ["600.000", "300.000", "−300.000", "×0.50"]
    assert row_of(rows, "old_way").split()[-3] == "gone" and row_of(rows, "new_way").split()[-3] == "new"
    # What is equal has a change of nothing, and no ratio.
    assert row_of(rows, "same").split()[-3] == "0.000"


def test_where_nothing_changed_what_took_longest_stands_first(sides: tuple[Side, Side]) -> None:
    rows = compared_screen(sides[0], sides[0])
    assert rows[2].startswith(" the same profile ")
    assert [row.split()[-2] for row in rows[4:9]] == ["parse", "load", "old_way", "same", "main"]


def test_orders_are_of_changes_of_a_measure_and_of_ratios(sides: tuple[Side, Side]) -> None:
    first, *_, calls, _, by_ratio, back = compared_screens(*sides, ["o", "n", "o", "x", "r"])
    assert first[3].split()[:5] == ["calls", "×", "tottime", "ms", "→"]
    assert "calls → after" in calls[3] and row_of(calls, "parse").split()[-5:-2] == ["100", "−100", "×0.50"]
    names = [row.split()[-2] for row in by_ratio[4:10]]
    # The measure stays; what has no ratio stands last, in either direction.
    assert names[0] == "parse" and {*names[4:]} == {"old_way", "new_way"}
    assert "▾×" in by_ratio[3] and "▴×" in back[3] and "new_way" in back[8] + back[9]


@pytest.mark.slow
def test_the_filter_knows_changes(sides: tuple[Side, Side]) -> None:
    rows = compared_screen(*sides, ["slash", *typed("is:changed delta>10ms"), "enter"])
    assert "1–1 of 1" in rows[1] and "load" in rows[4]
    assert "+40.000 of the change of −290.000 ms" in rows[-2]
    rows = compared_screen(*sides, ["slash", *typed("is:gone"), "enter"])
    assert "old_way" in rows[4] and not rows[5].strip()
    rows = compared_screen(*sides, ["slash", *typed("zzz"), "enter"])
    said = messages.NOTHING_CHANGED.format("zzz", "6 functions").partition(" · ")[0]
    assert any(said in row for row in rows)


def test_without_a_comparison_its_terms_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "a.stats", AFTER)
    rows = screen(opened(path), ["slash", *typed("is:new")])
    assert any(messages.WRONG_TERM["comparison"] in row for row in rows)


def test_calls_match_edges_and_close_the_account(sides: tuple[Side, Side]) -> None:
    rows = compared_screen(*sides, ["G", "2"], size=(100, 24))
    assert "0 callers · 5 callees · 1 new · 1 gone" in rows[1]
    assert row_of(rows, "old_way").split()[-3] == "gone"
    assert row_of(rows, "parse").split()[:2] == ["100", "×0.50"]
    assert messages.OWN_TIME_ROW in " ".join(rows)
    changes = {"parse": "−300.000", "old_way": "−50.000", "load": "+40.000", "new_way": "+20.000"}
    assert all(f" {change} " in row_of(rows, name) for name, change in changes.items())


def test_the_detail_of_calls_takes_the_change_of_its_row_apart(sides: tuple[Side, Side]) -> None:
    for keys in ((), ("down",)):
        rows = compared_screen(*sides, ["end", "2", *keys], size=(120, 24))
        here = next(row for row in rows if row.startswith("▸")).split()
        change = next(word for word in here if word[0] in "+−")
        assert f"cum {change} ms" in rows[-3], rows[-3]


def test_on_another_scale_rows_stand_by_what_they_show() -> None:
    *_, rows = compared_screens(*pair(), ["percent_sign", "percent_sign"], size=(80, 24))
    assert messages.COMPARE_SCALES["normalised"].partition("{")[0] in rows[-2]
    shown = [re.findall(r"[+−]([\d.]+)", row) for row in rows[4:-3]]
    found = [float(row[0]) for row in shown if row]
    assert len(found) > 10 and found == sorted(found, reverse=True)


def test_a_group_of_a_comparison_leads_to_its_functions(sides: tuple[Side, Side]) -> None:
    assert f"↵ {messages.ITS_FUNCTIONS}" in compared_screen(*sides, ["M"], size=(120, 24))[-1]


def test_n_goes_from_cause_to_cause(sides: tuple[Side, Side]) -> None:
    _, first, second, before = compared_screens(*sides, ["n", "n", "N"])
    assert "cause 1 of " in first[-2] and "cause 2 of " in second[-2] and "cause 1 of " in before[-2]
    assert next(row for row in first if row.startswith("▸")).split()[-2] == "main"
    calls = compared_screen(*sides, ["2", "n"])
    assert next(row for row in calls if row.startswith("▸")).split()[-2] == "parse"


def test_no_base_leaves_the_comparison(sides: tuple[Side, Side]) -> None:
    _, alone, undone, listed, plain = compared_screens(*sides, ["m", "U", "D", "enter"])[-5:]
    assert "→" in alone[0] and "→" in undone[0] and messages.NO_BASE in "".join(listed)
    assert "→" not in plain[0] and "471.000 ms" in plain[0]
    assert plain[-2].strip() == messages.NO_LONGER_COMPARED


def test_a_shape_is_that_of_both_sides(sides: tuple[Side, Side]) -> None:
    first, _, hidden, back = compared_screens(*sides, ["end", "x", "U"])
    assert "1–5 of 5" in hidden[1] and " › without " in hidden[2]
    assert back[4:-3] == compared_screen(*sides, ["end"])[4:-3]
    assert first[1] == back[1]


def test_d_lists_the_other_profiles_and_compares_with_one(tmp_path: Path) -> None:
    after = written(tmp_path, "after.stats", AFTER)
    read = opened(after)
    assert screen(read, ["D"])[-2].strip() == messages.NO_OTHER_PROFILE
    written(tmp_path, "before.stats", BEFORE)
    listed, compared = (shot.rows for shot in shots(read, "D", "enter")[1:])
    assert any("before.stats" in row for row in listed) and not any(" after.stats " in r for r in listed[3:])
    assert compared[0].startswith(" before.stats → after.stats")
    assert compared[-2].strip() == messages.COMPARED_WITH.format("before.stats")


def test_a_base_is_typed_and_unlike_files_are_refused(tmp_path: Path) -> None:
    after, before = written(tmp_path, "after.stats", AFTER), written(tmp_path, "before.stats", BEFORE)
    rows = screen(opened(after), ["colon", *typed(f"compare {before}"), "enter"])
    assert rows[0].startswith(" before.stats → after.stats")
    stacks = tmp_path / "stacks.txt"
    stacks.write_text("main (a.py:1);work (a.py:2) 10\n")
    rows = screen(opened(after), ["colon", *typed(f"compare {stacks}"), "enter"])
    assert "cannot be compared" in rows[-2] and "→" not in rows[0]


@pytest.mark.slow
def test_the_same_under_another_name_is_said_by_hand(sides: tuple[Side, Side]) -> None:
    keys = ["slash", *typed("func:new_way"), "enter", "colon", *typed("same old_way"), "enter"]
    rows = compared_screen(*sides, keys)
    assert "0 new · 0 gone" in rows[1]
    assert row_of(rows, "new_way").split()[-6:-2] == ["50.000", "20.000", "−30.000", "×0.40"]


def test_b_says_which_side_is_shown(sides: tuple[Side, Side]) -> None:
    _, before, after = compared_screens(*sides, ["b", "b"])
    assert "before" in before[1] and before[-2].strip().startswith("before: ")
    assert "before" not in after[1]


def test_percent_and_normalised(sides: tuple[Side, Side]) -> None:
    _, percent, otherwise = compared_screens(*sides, ["percent_sign", "percent_sign"])
    assert row_of(percent, "parse").split()[-6:-2] == ["78.8", "39.4", "−39.4", "×0.50"]
    # Too few functions are called equally often to say how much the machine itself moved.
    assert otherwise[-2].strip() == messages.NO_NORMAL


def test_the_tree_is_one_of_both_sides_by_the_largest_change(sides: tuple[Side, Side]) -> None:
    rows = compared_screen(*sides, ["3", "g"])
    assert "top-down · " in rows[1] and rows[3].split()[:4] == ["after", "ms", "▾Δ", "×"]
    names = [row.split()[-2] for row in rows[4:9]]
    assert names == ["main", "parse", "old_way", "load", "new_way"]
    assert row_of(rows, "parse").split()[:5] == ["300.000", "−300.000", "×0.50", "100", "×0.50"]
    assert row_of(rows, "old_way").split()[:3] == ["0.000", "−50.000", "gone"]
    assert row_of(rows, "new_way").split()[:3] == ["20.000", "+20.000", "new"]
    assert messages.HIDING_CHANGES.format("1 node", 0.01) in rows[-2]


def test_h_follows_the_biggest_change(sides: tuple[Side, Side]) -> None:
    rows = compared_screen(*sides, ["3", "g", "H"])
    assert next(row for row in rows if row.startswith("▸")).split()[-2] == "parse"
    assert rows[-2].strip() == messages.BIGGEST_CHANGE.format("main › parse", "−300.000 ms")


def test_boxes_are_of_one_side_and_say_how_they_changed(sides: tuple[Side, Side]) -> None:
    keys = ["4", "b", "K", "K"]
    after, before, own, change = compared_screens(*sides, keys, size=(250, 24))[1:]
    assert "after · 2 levels" in after[1] and "before · top-down" in before[1]
    assert after[3].startswith("│▾main −38 %") and "▾parse −50 %" in after[4] and "new_way ░" in after[4]
    assert "old_way" not in after[4] and "old_way gone" in before[4]
    assert "░ new · gone: 1 box" in " ".join(after) and "░ gone · new: 1 box" in " ".join(before)
    assert [rows[-2].strip() for rows in (own, change)] == [
        messages.COLOURS[True],
        messages.COLOURS_OF_CHANGE,
    ]


def test_the_biggest_change_is_followed_from_a_function_too(sides: tuple[Side, Side]) -> None:
    rows = compared_screen(*sides, ["end", "H"])
    assert "callers of parse" in rows[3]
    assert rows[-2].strip().startswith(messages.BIGGEST_CHANGE.format("main › parse", "−300.000 ms"))


def test_files_of_lines_and_of_stacks_are_compared_without_calls() -> None:
    lines = side(small("lp4.2.0-py3.11-lpdemo.lprof")), side(small("lp5.0.0-py3.11-lpdemo.lprof"))
    rows = compared_screen(*lines)
    assert rows[3].split()[:4] == ["tottime", "ms", "→", "after"] and "own: " in rows[-2]
    stacks = side(small("austin3.7.0-spin.austin")), side(small("austin4.0.0-spin.mojo"))
    first, calls, tree, icicle, hidden = compared_screens(*stacks, ["2", "3", "4", "m"])
    assert "9 new · 2 gone" in first[1] and "callers of" in calls[3]
    assert tree[3].split()[:2] == ["after", "▾Δ"] and "after · " in icicle[1] and " › my code" in hidden[2]


def test_w_writes_both_sides(
    sides: tuple[Side, Side], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    compared_screen(*sides, ["w", "t"])
    (written_file,) = folder.iterdir()
    text = written_file.read_text("utf-8")
    assert written_file.name == "after.compared.txt"
    assert "1.62× faster" in text and "old_way" in text and "new_way" in text
    *_, rows = compared_screens(*sides, ["3", "w", "t", "5", "w", "j", "4", "w", "s"])
    assert messages.NEW_SIDE_ALONE in rows[-2]
    tree, source = (folder / f"after.compared{more}" for more in ("-2.txt", ".json"))
    assert "old_way" in tree.read_text("utf-8") and "×" in tree.read_text("utf-8")
    assert json.loads(source.read_text("utf-8"))["comparison"]


def test_what_is_gone_has_nothing_to_focus_on_or_explain(sides: tuple[Side, Side]) -> None:
    gone = messages.IS_ON_ONE_SIDE.format("old_way")
    _, _, focus, finding, explained, source = compared_screens(*sides, ["down", "f", "W", "full_stop", "5"])
    assert focus[-2].strip() == finding[-2].strip() == gone
    assert explained[-2].strip() == messages.NOTHING_TO_EXPLAIN
    assert messages.IS_GONE_FUNCTION[True] in source[-3]


def test_trees_of_both_sides_say_what_they_do_not_explain_and_that_least_is_of_changes(
    sides: tuple[Side, Side],
) -> None:
    screens = compared_screens(*sides, ["3", "full_stop", "L", "escape", "4", "full_stop"])
    tree, least, icicle = screens[2], screens[3], screens[6]
    assert tree[-2].strip() == icicle[-2].strip() == messages.EXPLAINS_ONE_SIDE
    assert messages.CHORDS["least"] in least[-2]


def test_b_says_that_imports_are_those_after(sides: tuple[Side, Side]) -> None:
    rows = compared_screens(*sides, ["I", "b"])[-1]
    assert rows[-2].strip() == messages.IMPORTS_AFTER and "before" not in rows[1]


def test_in_ascii_what_may_be_noise_is_told_from_an_estimate() -> None:
    rows = compared_screen(*pair(), ascii_only=True)
    assert "-0.024?" in row_of(rows, "_iterencode_dict") and all(row.isascii() for row in rows)


def test_what_is_on_one_side_alone_is_said_in_words(sides: tuple[Side, Side]) -> None:
    functions = compared_screen(*sides, ["slash", *typed("is:new"), "enter"])
    assert messages.IS_NEW_FUNCTION[True] in functions[-3] and "5 calls" in functions[-3]
    tree = compared_screens(*sides, ["3", "down"])[-1]
    assert "gone" in next(row for row in tree if row.startswith("▸"))
    assert messages.NOT_CALLED_HERE["gone"] in tree[-3]


def test_columns_are_not_chosen_of_two_sides(sides: tuple[Side, Side]) -> None:
    rows = compared_screens(*sides, ["O"])[-1]
    assert rows[-2].strip().startswith(messages.COLUMNS_OF_ONE_SIDE[:40]) and "▸" in rows[4]


def test_notes_are_of_the_comparison_and_of_the_base_too() -> None:
    older, newer = (side(small(f"cprofile-py3.{minor}-recurse.stats")) for minor in (11, 13))
    rows = " ".join(row.strip("▌▐│ ") for row in compared_screens(older, newer, ["exclamation_mark"])[-1])
    assert f"{messages.OF_SIDES[0]}: " in rows
