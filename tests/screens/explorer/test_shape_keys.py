"""What is hidden: my code, functions and packages without a row of their own, undo and redo."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.corpus import dumped
from tests.support.examples import slowly
from tests.support.screens import DEMO, explore, opened, screen
from tests.support.screens import rows_of as rows_on_screen
from textual.pilot import Pilot

from proftui import messages
from proftui.screens.explorer import shape_keys
from proftui.screens.explorer.screen import ExplorerScreen
from proftui.state.shaping import Shaping
from proftui_parsers import Profile

LIB = "/usr/lib/python3.11/lib.py"
MINE = "/home/me/job/mine.py"
PROFILE = dumped(
    {
        (MINE, 1, "<module>"): (1, 1, 1.0, 10.0, {}),
        (MINE, 5, "work"): (2, 2, 2.0, 9.0, {(MINE, 1, "<module>"): (2, 2, 2.0, 9.0)}),
        (LIB, 1, "serve"): (2, 2, 3.0, 7.0, {(MINE, 5, "work"): (2, 2, 3.0, 7.0)}),
        ("~", 0, "<built-in method builtins.len>"): (4, 4, 4.0, 4.0, {(LIB, 1, "serve"): (4, 4, 4.0, 4.0)}),
    }
)


@pytest.fixture
def made(tmp_path: Path) -> Callable[[], Profile]:
    path = tmp_path / "made.stats"
    path.write_bytes(PROFILE)
    return opened(path)


def rows_of(shown: list[str]) -> list[list[str]]:
    return [row.strip(" ▸").split() for row in shown[4:-3] if row.strip()]


def test_m_counts_what_is_not_mine_to_who_called_it(made: Callable[[], Profile]) -> None:
    shown = screen(made, ["m"])
    assert shown[2].split(" all ")[0].strip() == "› my code" and "all 10.000 s" in shown[2]
    assert [row[1] for row in rows_of(shown)] == ["9.000", "1.000"]
    assert "2 folded" in shown[1] and "all 2 own figures exact" in screen(made, ["m"], size=(120, 40))[2]
    assert rows_of(screen(made, ["m", "m"])) == rows_of(screen(made, []))


@pytest.mark.slow
def test_m_again_and_undo_bring_back_the_very_same_screen(made: Callable[[], Profile]) -> None:
    before = screen(made, [])
    for keys in (
        ["m", "U"],
        ["x", "U"],
        ["X", "U"],
        ["x", "m", "U", "U"],
        ["m", "U", "ctrl+r", "U"],
        ["M", "U"],
        ["M", "x", "U", "U"],
        ["M", "enter", "U", "U"],
        ["M", "enter", "less_than_sign", "U"],
    ):
        after = screen(made, keys)
        assert after[:-2] == before[:-2], keys
        assert after[-1] == before[-1]


@pytest.mark.parametrize("seed", [*range(4), *slowly(*range(4, 40))])
def test_whatever_was_done_undone_to_the_end_it_is_the_first_screen(
    made: Callable[[], Profile], seed: int
) -> None:
    rng = random.Random(seed)
    start = rng.choice([[], ["2"], ["3"], ["4"], ["5"], ["0"]])
    keys = rng.choices(["m", "x", "X", "f", "F", "M", "U", "ctrl+r"], k=rng.randrange(3, 12))
    before, after = screen(made, start), screen(made, [*start, *keys, *["U"] * len(keys)])
    assert after[:-2] == before[:-2] and after[-1] == before[-1], (start, keys)


def test_redo_does_again_what_was_taken_back(made: Callable[[], Profile]) -> None:
    assert screen(made, ["m", "U", "ctrl+r"])[:-2] == screen(made, ["m"])[:-2]
    assert screen(made, ["U"])[-2].strip() == messages.NOTHING_TO_UNDO
    assert screen(made, ["ctrl+r"])[-2].strip() == messages.NOTHING_TO_DO_AGAIN


def test_a_hidden_function_gives_its_time_to_its_callers(made: Callable[[], Profile]) -> None:
    shown = screen(made, ["j", "x"])
    assert "› without serve" in shown[2]
    times = {row[-2]: row[1] for row in rows_of(shown)}
    assert times == {"len": "4.000", "work": "5.000", "mine": "1.000"}
    assert shown[-2].strip() == messages.GOES_TO_CALLERS.format("serve")


def test_esc_takes_no_shape_off_but_says_what_does(made: Callable[[], Profile]) -> None:
    shown = screen(made, ["m", "escape"])
    assert "› my code" in shown[2]
    assert shown[-2].strip() == messages.ESC_IS_NOT_UNDO.format("my code")


def test_the_last_function_cannot_be_hidden(made: Callable[[], Profile]) -> None:
    shown = screen(made, ["m", "x", "x"])
    assert len(rows_of(shown)) == 1 and messages.ALL_THAT_IS_LEFT in shown[-2]


def test_the_footer_offers_the_way_back(made: Callable[[], Profile]) -> None:
    assert "m my code" in screen(made, [])[-1]
    assert "m all code  U undo" in screen(made, ["m"])[-1]
    assert "U undo" in screen(made, ["x"])[-1] and "m my code" in screen(made, ["x"], size=(120, 40))[-1]


def test_time_that_nobody_is_charged_with_is_said(made: Callable[[], Profile]) -> None:
    shown = screen(made, ["end", "x"])
    assert "mine" in shown[2] and "9.000 of 10.000 s · 90.0 %" in shown[2]


def test_calls_of_what_is_left_go_through_what_is_hidden(made: Callable[[], Profile]) -> None:
    shown = screen(made, ["j", "x", "2"])
    (row,) = [row.split() for row in shown if row.rstrip().endswith("built-in")]
    assert row[:3] == ["4", "4.000", "4.000"]
    assert any(row.startswith("▸") and "work" in row for row in shown)


def test_where_nothing_is_mine_or_all_is_that_is_said(tmp_path: Path) -> None:
    path = tmp_path / "one.stats"
    path.write_bytes(dumped({("~", 0, "<built-in method builtins.len>"): (1, 1, 1.0, 1.0, {})}))
    nothing = messages.NOTHING_IS_MINE.format("1 function")
    shown = screen(opened(path), ["m"])
    assert shown[-2].strip() == f"{nothing} · {messages.SAYS_WHAT_IS}" and messages.ASK_MY_CODE in shown[-1]
    path.write_bytes(dumped({(MINE, 1, "f"): (1, 1, 1.0, 1.0, {})}))
    shown = screen(opened(path), ["m"])
    assert shown[-2].strip() == messages.ALL_IS_MINE and messages.ASK_MY_CODE not in shown[-1]


def test_where_no_call_is_left_the_file_still_says_who_calls_whom(made: Callable[[], Profile]) -> None:
    keys = ["m", "x"]
    assert messages.NO_CALLEES in "\n".join(screen(made, [*keys, "2"]))
    for view in ("3", "4"):
        shown = "\n".join(screen(made, [*keys, view]))
        assert "mine" in shown and "does not say" not in shown


def test_functions_of_a_line_profile_are_hidden_too() -> None:
    shown = screen(opened(DEMO / "demo.lprof"), ["x"])
    assert (
        "› without" in shown[2]
        and messages.NOT_FOLDED in screen(opened(DEMO / "demo.lprof"), ["x"], size=(120, 40))[2]
    )


def test_what_is_left_of_a_large_profile_is_shown_before_its_figures(
    made: Callable[[], Profile], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shape_keys, "_MANY", 1)
    monkeypatch.setattr(Shaping, "making", lambda shaping, shape: (None for _ in itertools.count()))

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        before = rows_on(pilot)
        await pilot.press("m")
        coming = rows_on(pilot)
        assert coming[2].split() == ["›", "my", "code", "…"]
        assert [(row[:2], "10.000" in row, "9.000" in row) for row in rows_of(coming)] == [
            (["1", "…"], True, False),
            (["2", "…"], False, True),
        ]
        await pilot.press("escape")
        given_up = rows_on(pilot)
        assert given_up[:-2] == before[:-2] and given_up[-1] == before[-1]

    explore(made, script)


def rows_on(pilot: Pilot[None]) -> list[str]:
    return rows_on_screen(pilot.app)
