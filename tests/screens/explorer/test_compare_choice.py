"""Measures, threads and the interval while recordings are compared: both sides take what is chosen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.compared import side
from tests.support.compared_screens import compared_screen
from tests.support.corpus import small
from tests.support.screens import opened, screen, typed

from proftui import messages
from proftui.analysis.compare.side import Side

POOL = "ThreadPoolExecutor-0_0"
ALONE = ("T", "G", "enter")
"""Keys that leave the thread of this name alone: it is the shortest one."""


def another_run(folder: Path) -> Path:
    """The same program once more: threads have other numbers, and that of the pool took half as long."""
    made = json.loads(small("pyspy0.4.3-asyncio.speedscope.json").read_text())
    for profile in made["profiles"]:
        profile["name"] = profile["name"].replace(" 154", " 254")
        if POOL in profile["name"]:
            profile["samples"] = profile["samples"][: len(profile["samples"]) // 2]
            profile["weights"] = profile["weights"][: len(profile["samples"])]
    path = folder / "after.speedscope.json"
    path.write_text(json.dumps(made))
    return path


@pytest.fixture
def sides(tmp_path: Path) -> tuple[Side, Side]:
    return side(small("pyspy0.4.3-asyncio.speedscope.json")), side(another_run(tmp_path))


def total(rows: list[str]) -> str:
    """The totals of both sides, as the first row has them."""
    words = rows[0].split()
    return " ".join(words[words.index("→", words.index("→") + 1) - 1 :])


def compared_after(after: Path, base: Path, *keys: str) -> list[str]:
    """The screen of a run for which something was chosen, and that was compared with another then."""
    compare = ["colon", *typed(f"compare {base}"), "enter"]
    return screen(opened(after), [*keys, *compare])


def test_a_measure_is_taken_by_both_sides(tmp_path: Path) -> None:
    rows = compared_after(another_run(tmp_path), small("pyspy0.4.3-asyncio.speedscope.json"), "d")
    assert total(rows).startswith("179 → 16") and "own samples" in rows[3]


def test_a_thread_is_known_by_its_name_on_both_sides(tmp_path: Path) -> None:
    rows = compared_after(another_run(tmp_path), small("pyspy0.4.3-asyncio.speedscope.json"), *ALONE)
    # 30 samples of 5 ms before, 15 after: what ran in other threads is in neither.
    assert total(rows) == "150.000 → 75.000 ms −50.0 %"


def test_the_main_thread_is_known_by_being_that_though_one_side_does_not_name_it(tmp_path: Path) -> None:
    path = another_run(tmp_path)
    made = json.loads(path.read_text())
    made["profiles"][0]["name"] = 'Thread 2542 "MainThread"'
    path.write_text(json.dumps(made))
    both = small("pyspy0.4.3-asyncio.speedscope.json"), path
    for before, after in (both, both[::-1]):
        rows = compared_after(after, before, "T", "down", "enter")
        assert total(rows).startswith("425.000 → 425.000 ms")


def test_the_command_line_finds_a_main_thread_without_a_name_by_what_others_call_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from proftui.cli.main import main

    path = str(small("pyspy0.4.3-asyncio.speedscope.json"))
    for name in ("MainThread", "main$"):
        assert main([path, "--threads", name, "--print", "--limit", "1"]) == 0
        assert "425.000 ms" in capsys.readouterr().out.splitlines()[0]


def test_what_was_chosen_holds_in_every_view_beside_a_shape_and_read_anew(tmp_path: Path) -> None:
    path = another_run(tmp_path)
    compared = small("pyspy0.4.3-asyncio.speedscope.json"), *ALONE
    for keys in (["m"], ["0"], ["3"], ["4"], ["5"], ["2"], ["U"]):
        compare = ["colon", *typed(f"compare {compared[0]}"), "enter"]
        assert total(screen(opened(path), [*ALONE, *compare, *keys])) == "150.000 → 75.000 ms −50.0 %"


def test_a_thread_that_the_base_has_not_is_refused(tmp_path: Path) -> None:
    base = tmp_path / "base.speedscope.json"
    made = json.loads(small("pyspy0.4.3-asyncio.speedscope.json").read_text())
    made["profiles"] = [one for one in made["profiles"] if POOL not in one["name"]]
    base.write_text(json.dumps(made))
    rows = compared_after(another_run(tmp_path), base, *ALONE)
    assert " → " not in rows[0].partition("75.000 ms")[0] and "has none of the m" in rows[-2]


def test_in_a_comparison_nothing_is_chosen_and_that_is_said(sides: tuple[Side, Side]) -> None:
    for key in ("d", "T"):
        assert messages.CHOSEN_BEFORE in compared_screen(*sides, [key])[-2]


def test_two_sides_are_not_split_by_thread_and_that_is_said(tmp_path: Path) -> None:
    path = another_run(tmp_path)
    base = small("pyspy0.4.3-asyncio.speedscope.json")
    split, compare = ["T", "t", "escape", "3"], ["colon", *typed(f"compare {base}"), "enter"]
    refused = screen(opened(path), [*split, *compare])
    assert "by thread" in refused[2] and messages.NOT_SPLIT_COMPARED in refused[-2]
    keys = [*split, "T", "t", "escape", *compare]
    both = screen(opened(path), keys)
    assert "by thread" not in both[2] and not any(" gone " in row or " ? " in row for row in both[4:-3])
