"""Which files are the runs of a side, and what cannot be compared."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from tests.support.corpus import small

from proftui import messages
from proftui.state.loading import Refused
from proftui.state.runs import Runs, check_alike, files_of
from proftui_parsers import load

RECURSE = small("cprofile-py3.11-recurse.stats")
LINES = small("lp5.1.0-julia.lprof")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three runs, named by number, with a program beside them."""
    for number in (10, 2, 1):
        shutil.copy(RECURSE, tmp_path / f"{number}.stats")
    (tmp_path / "demo.py").write_text("main()\n")
    return tmp_path


def names(files: list[str]) -> list[str]:
    return [Path(file).name for file in files]


def test_a_folder_is_its_profiles_by_number(folder: Path) -> None:
    assert names(files_of([str(folder)])) == ["1.stats", "2.stats", "10.stats"]


def test_a_pattern_is_its_files(folder: Path) -> None:
    assert names(files_of([str(folder / "*.stats")])) == ["1.stats", "2.stats", "10.stats"]
    assert names(files_of([str(folder / "1*.stats")])) == ["1.stats", "10.stats"]


def test_a_file_with_signs_of_a_pattern_is_that_file(folder: Path) -> None:
    odd = folder / "[12].stats"
    shutil.copy(RECURSE, odd)
    assert files_of([str(odd)]) == [str(odd)]


def test_what_is_in_no_folder_and_no_pattern(folder: Path) -> None:
    empty = folder / "none"
    empty.mkdir()
    with pytest.raises(Refused, match=messages.FOLDER_OF_NO_PROFILES.format(empty)):
        files_of([str(empty)])
    with pytest.raises(Refused, match=r"\*\.prof: no file matches"):
        files_of([str(folder / "*.prof")])


def test_runs_are_never_added_unless_they_are_parts(folder: Path) -> None:
    calls = load(str(RECURSE)).total_calls
    assert calls is not None
    assert [run.total_calls for run in Runs([str(folder)], 1 << 30)()] == [calls] * 3
    assert [run.total_calls for run in Runs([str(folder)], 1 << 30, parts=True)()] == [3 * calls]


def test_lines_and_calls_are_not_compared() -> None:
    said = messages.UNLIKE_KINDS.format("times of calls", "times of lines", RECURSE, LINES)
    with pytest.raises(Refused, match=f"^{re.escape(said)}$"):
        check_alike([load(str(RECURSE)), load(str(LINES))])


def test_samples_and_seconds_are_not_compared(tmp_path: Path) -> None:
    stacks = tmp_path / "stacks.txt"
    stacks.write_text("main (a.py:1);work (a.py:7) 3\nmain (a.py:2) 1\n")
    with pytest.raises(Refused, match=r"^times of calls and samples cannot be "):
        check_alike([load(str(RECURSE)), load(str(stacks))])


def test_seconds_of_samples_are_compared_whatever_wrote_them() -> None:
    names = ("tachyon3.15.2-spin.bin", "tachyon3.15.2-spin.pstats", "tachyon3.15.2-spin.jsonl")
    check_alike([load(str(small(name))) for name in names])
