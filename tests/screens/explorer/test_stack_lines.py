"""Source of whole stacks on the explorer's screen: figures of executed lines, their callees, keys."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.support.corpus import DATA, small
from tests.support.screens import opened, screen, typed
from tests.support.shots import shot

from proftui import messages

STAIRS = opened(small("pyspy0.4.3-stairs.raw.txt"))


def lines_of(name: str) -> list[str]:
    """The keys that show the lines of a function."""
    return ["slash", *typed(f"func:^{name}$"), "enter", "5"]


def test_a_line_has_its_own_time_and_that_with_what_it_calls() -> None:
    seen = shot(STAIRS, *lines_of("checksum"))
    assert seen.rows[2].split()[:4] == ["line", "own", "cum", "%"]
    assert seen.cursor.split()[:5] == ["▸", "42", "46", "231", "79.9"] and "→" in seen.cursor
    assert seen.detail.startswith("stairs.py:42   own 46 · cum 231 samples  → checksum.<locals>.<listcomp>")
    assert seen.state == messages.LINES_OF_STACKS and seen.rows[1].rstrip().endswith("seen on 4 lines")
    # The text begins where the function does, above what was seen of it.
    assert seen.body[0].split() == ["39", "def", "checksum(numbers):"]


def test_recursion_counts_no_sample_twice() -> None:
    body = shot(STAIRS, *lines_of("Stairs.ways")).body
    assert body[0].endswith("@counted".ljust(len(body[0]) - body[0].index("@")))
    by_line = {row.lstrip("▸ ").split()[0]: row.lstrip("▸ ").split()[1:4] for row in body if row.strip()}
    assert by_line["31"] == ["0", "31", "100.0"] and by_line["32"] == ["6", "31", "100.0"]


@pytest.mark.slow
def test_n_goes_to_the_next_hottest_line_and_s_sorts_by_it() -> None:
    keys = lines_of("checksum")
    assert [shot(STAIRS, *keys, *["n"] * times).cursor.split()[1] for times in range(5)] == [
        "42",
        "43",
        "41",
        "44",
        "42",
    ]
    rows = shot(STAIRS, *keys, "s").body
    assert [row.lstrip("▸ ").split()[0] for row in rows[:4]] == ["42", "43", "41", "44"]


def test_enter_goes_to_the_callee_that_takes_the_most_and_back() -> None:
    keys = lines_of("main")
    assert shot(STAIRS, *keys).cursor.split()[1] == "56"
    assert any("def checksum" in row for row in screen(STAIRS, [*keys, "enter"]))
    assert any("def main" in row for row in screen(STAIRS, [*keys, "enter", "less_than_sign"]))


def test_the_error_of_samples_stands_where_there_is_room() -> None:
    detail = shot(STAIRS, *lines_of("checksum"), size=(120, 40)).detail
    assert "own 46 samples 8.1 % ± 1.1 of the run · cum 231 samples" in detail


def test_the_bar_and_the_share_can_be_taken_away() -> None:
    assert "79.9" not in shot(STAIRS, *lines_of("checksum"), "percent_sign").cursor


def test_calls_says_the_lines_of_calls_without_a_guess() -> None:
    rows = screen(STAIRS, ["slash", *typed("func:^checksum$"), "enter", "2"])
    assert any("main" in row and row.rstrip().endswith("stairs.py:56") for row in rows)
    assert any("listcomp" in row and row.rstrip().endswith("line 42") for row in rows)


def test_where_several_lines_call_the_heaviest_stands_first(tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text("main (a.py:3);f (a.py:9) 1\nmain (a.py:5);f (a.py:9) 3\nmain (a.py:3) 2\n")
    rows = screen(opened(path), ["2"], size=(120, 40))
    assert any("main" in row and row.rstrip().endswith("a.py:5, 3") for row in rows)


def test_without_text_lines_stand_alone_with_their_figures(tmp_path: Path) -> None:
    shutil.copy(DATA / "stacks" / "pyspy0.4.3-stairs.raw.txt", tmp_path / "p.raw.txt")
    seen = shot(opened(tmp_path / "p.raw.txt"), *lines_of("checksum"))
    assert [row.lstrip("▸ ").split()[0] for row in seen.body[:4]] == ["41", "42", "43", "44"]
    assert seen.state.startswith("text not found: stairs.py")


def test_a_full_stop_says_how_the_figures_came_about() -> None:
    text = " ".join(" ".join(screen(STAIRS, [*lines_of("checksum"), "full_stop"])).split())
    assert messages.LINE_CUM in text and f"8.1 % {messages.OF_RUN}" in text
    assert messages.LINE_CALLS.format("checksum.<locals>.<listcomp>")[:24] in text
    quiet = " ".join(screen(STAIRS, [*lines_of("checksum"), "g", "full_stop"]))
    assert messages.LINE_QUIET in quiet


def test_a_built_in_shows_the_lines_that_call_it(tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text("main (a.py:3);<native>;f (a.py:9) 4\nmain (a.py:5);<native> 3\nmain (a.py:5) 1\n")
    rows = screen(opened(path), ["slash", *typed("native"), "enter", "5"])
    places = [row[1:].split()[0] for row in rows[3:5]]
    assert places == ["a.py:3", "a.py:5"] and "in main" in rows[3]
