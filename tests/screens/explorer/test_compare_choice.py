"""Measures, threads and the interval while recordings are compared: both sides take what is chosen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

import pytest
from tests.support.compared import side
from tests.support.compared_screens import compared_screen, compared_screens, explore_compared
from tests.support.corpus import small
from tests.support.screens import finished, opened, press, rows_of, screen, typed
from textual.pilot import Pilot

from proftui import messages
from proftui.analysis.compare.side import Side
from proftui.app.application import ProftuiApp
from proftui.screens.explorer.screen import ExplorerScreen

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


def test_a_measure_is_taken_by_both_sides_and_taken_back(sides: tuple[Side, Side]) -> None:
    first, samples, back = compared_screens(*sides, ["d", "U"])
    assert total(samples).startswith("179 → 16") and "own samples" in samples[3]
    assert samples[2].startswith(" › samples · ")
    assert back[0] == first[0] and back[4:-2] == first[4:-2]


def test_a_thread_is_known_by_its_name_on_both_sides(sides: tuple[Side, Side]) -> None:
    rows = compared_screens(*sides, ALONE)[-1]
    # 30 samples of 5 ms before, 15 after: what ran in other threads is in neither.
    assert total(rows) == "150.000 → 75.000 ms −50.0 %"
    assert f" › {POOL}" in rows[2]
    of_all = compared_screen(*sides)
    assert int(rows[1].split(" of ")[1].split()[0]) < int(of_all[1].split(" of ")[1].split()[0])


def test_the_main_thread_is_known_by_being_that_though_one_side_does_not_name_it(tmp_path: Path) -> None:
    path = another_run(tmp_path)
    made = json.loads(path.read_text())
    made["profiles"][0]["name"] = 'Thread 2542 "MainThread"'
    path.write_text(json.dumps(made))
    both = side(small("pyspy0.4.3-asyncio.speedscope.json")), side(path)
    for sides in (both, both[::-1]):
        rows = compared_screens(*sides, ["T", "down", "enter"])[-1]
        assert total(rows).startswith("425.000 → 425.000 ms")


def test_the_command_line_finds_a_main_thread_without_a_name_by_what_others_call_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from proftui.cli.main import main

    path = str(small("pyspy0.4.3-asyncio.speedscope.json"))
    for name in ("MainThread", "main$"):
        assert main([path, "--threads", name, "--print", "--limit", "1"]) == 0
        assert "425.000 ms" in capsys.readouterr().out.splitlines()[0]


def test_what_is_chosen_holds_in_every_view_and_beside_a_shape(sides: tuple[Side, Side]) -> None:
    taken = compared_screens(*sides, [*ALONE, "m", "0", "3", "4", "5", "2"])
    for rows in taken[len(ALONE) + 1 :]:
        assert total(rows) == "150.000 → 75.000 ms −50.0 %"


def test_a_thread_that_the_base_has_not_is_refused(tmp_path: Path) -> None:
    base = tmp_path / "base.speedscope.json"
    made = json.loads(small("pyspy0.4.3-asyncio.speedscope.json").read_text())
    made["profiles"] = [one for one in made["profiles"] if POOL not in one["name"]]
    base.write_text(json.dumps(made))
    both = side(base), side(another_run(tmp_path))
    first, *_, rows = compared_screens(*both, ALONE)
    assert rows[0] == first[0] and messages.BASE_HAS_NONE_OF_IT.partition(": ")[2] in rows[-2]


def test_read_anew_what_was_chosen_stays_and_is_taken_back_alone(sides: tuple[Side, Side]) -> None:
    path = Path(sides[1].paths[0])
    taken: list[list[str]] = []

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        for key in (*ALONE, "R", "U"):
            if key == "R":
                made = json.loads(path.read_text())
                for profile in made["profiles"]:
                    profile["weights"] = [2 * weight for weight in profile["weights"]]
                path.write_text(json.dumps(made))
            press(pilot, key)
            await pilot.pause()
            await finished(pilot, explorer)
            await explorer.settled()
            taken.append(rows_of(cast("ProftuiApp", pilot.app)))

    explore_compared(*sides, script)
    assert total(taken[-2]) == "0.150 → 0.150 s 0.0 %"
    # The base is compared with what was read last, whatever is taken back.
    assert total(taken[-1]) == "0.895 → 1.640 s +83.2 %"


def test_two_sides_are_not_split_by_thread_and_that_is_said(tmp_path: Path) -> None:
    path = another_run(tmp_path)
    base = small("pyspy0.4.3-asyncio.speedscope.json")
    split, compare = ["T", "t", "escape", "3"], ["colon", *typed(f"compare {base}"), "enter"]
    refused = screen(opened(path), [*split, *compare])
    assert "by thread" in refused[2] and messages.NOT_SPLIT_COMPARED in refused[-2]
    keys = [*split, "T", "t", "escape", *compare]
    both = screen(opened(path), keys)
    assert "by thread" not in both[2] and not any(" gone " in row or " ? " in row for row in both[4:-3])
    assert messages.THREADS_OF_BOTH in "".join(screen(opened(path), [*keys, "T", "t"]))
