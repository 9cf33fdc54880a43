"""``--measure``, ``--threads`` and ``--interval``."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from tests.support.command_line import printed, refused
from tests.support.corpus import small
from tests.support.screens import DEMO

from proftui import messages

STACKS = "thread (1): MainThread;a (x.py:1);c (x.py:7) 3\nthread (2): w;b (x.py:2) 5\n"
TIMES = str(small("pyspy0.4.3-asyncio.speedscope.json"))


@pytest.fixture
def stacks(tmp_path: Path) -> str:
    path = tmp_path / "s.txt"
    path.write_text(STACKS)
    return str(path)


def test_a_measure_is_chosen_by_its_key(capsys: pytest.CaptureFixture[str]) -> None:
    assert "895.000 ms" in printed(capsys, TIMES)
    assert "py-spy · 179 samples\n" in printed(capsys, TIMES, "--measure", "samples")
    assert messages.NO_SUCH_MEASURE.format("bytes", "time, samples") in refused(
        capsys, TIMES, "--print", "--measure", "bytes"
    )


def test_a_measure_of_calls_is_chosen_too(capsys: pytest.CaptureFixture[str]) -> None:
    calls = str(small("valgrind3.19-sums.callgrind.out"))
    assert "3,717 calls · 80,695 Ir\n" in printed(capsys, calls)
    shown = printed(capsys, calls, "--measure", "dr", "--view", "tree")
    assert "3,717 calls · 22,222 Dr\n" in shown and " Dr " in shown and "20556  92.5" in shown
    assert "this file measures Ir, Dr, Dw" in refused(capsys, calls, "--print", "--measure", "bytes")
    assert messages.NEEDS_STACKS.format("--threads") in refused(capsys, calls, "--print", "--threads", "x")
    both = printed(capsys, "--base", calls, calls, "--measure", "Dw")
    assert "11,664 → 11,664 Dw" in both
    # How often a line ran is not in the file.
    lines = printed(capsys, "--base", calls, calls, "--view", "source", "--format", "json")
    assert '"counted": [null, null]' in lines


def test_memory_in_use_is_never_added_up(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    memory = str(small("memory_profiler0.61-memdemo.txt"))
    assert " 534   78.609  100.0  memdemo  3\n" in printed(capsys, memory, "--by", "module")
    assert "78.609 MiB at most 100.0 % of all" in printed(capsys, memory, "--filter", "file:memdemo")
    again = tmp_path / "again.txt"
    again.write_bytes(Path(memory).read_bytes())
    assert "has memory in use, which is no sum" in refused(capsys, memory, str(again), "--print")


def test_threads_are_chosen_by_a_pattern(capsys: pytest.CaptureFixture[str], stacks: str) -> None:
    shown = printed(capsys, stacks, "--threads", "main")
    assert "3 samples" in shown and " a " in shown and " b " not in shown
    assert "8 samples" in printed(capsys, stacks, "--threads", ".")
    assert "5 samples" in printed(capsys, stacks, "--threads", "0:2 w")
    told = messages.NO_SUCH_THREAD.format("nobody", "MainThread 1, w 2")
    assert told in refused(capsys, stacks, "--print", "--threads", "nobody")
    assert "--threads" in refused(capsys, stacks, "--print", "--threads", "(")


def test_an_interval_makes_times_of_samples(capsys: pytest.CaptureFixture[str], stacks: str) -> None:
    assert "8 samples every 10.0 ms in 80.000 ms" in printed(capsys, stacks, "--interval", "10ms")
    assert messages.HAS_TIMES in refused(capsys, TIMES, "--print", "--interval", "10ms")
    for text in ("10", "ms", "-1ms", "1e9s", "0s"):
        assert messages.BAD_INTERVAL in refused(capsys, stacks, "--print", f"--interval={text}")


@pytest.mark.parametrize("option", ["--measure", "--threads", "--interval"])
def test_other_files_have_nothing_to_choose_from(capsys: pytest.CaptureFixture[str], option: str) -> None:
    told = messages.NEEDS_STACKS.format(option)
    assert told in refused(capsys, str(DEMO / "demo.stats"), "--print", option, "1ms")


def test_choices_hold_under_shapes_and_in_the_overview(
    capsys: pytest.CaptureFixture[str], stacks: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for option in (["--my-code"], ["--by", "file"], ["--hide", "b"], ["--focus", "a"]):
        assert "py-spy · 3 samples" in printed(capsys, stacks, "--threads", "main", *option)
    page = printed(capsys, stacks, "--threads", "main", "--view", "overview")
    assert "--threads '^(0:1\\ MainThread)$'" in page and " b " not in page
    command = next(line for line in page.splitlines() if line.startswith("proftui "))
    again = printed(capsys, *shlex.split(command)[1:])
    assert again == page


def test_a_total_below_zero_is_shown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "net.austin"
    path.write_text("# mode: memory\nP1;T1;a.py:f:1 100\nP1;T1;a.py:g:2 -4000000\n")
    shown = printed(capsys, str(path), "--measure", "net")
    assert "-3.815" in shown.replace("−", "-")


def test_samples_are_sorted_and_filtered_by_their_words(
    capsys: pytest.CaptureFixture[str], stacks: str
) -> None:
    by_words = [printed(capsys, stacks, "--sort", word) for word in ("cum", "samples", "cumtime")]
    assert len(set(by_words)) == 1
    shown = printed(capsys, stacks, "--filter", "own>3")
    assert " b " in shown and " c " not in shown
    there_is = "own, cum, samples"
    told = messages.NO_COLUMN_HERE.format("hits", there_is)
    assert told in refused(capsys, stacks, "--print", "--sort", "hits")
    assert messages.NO_COLUMN_HERE.partition(":")[0].format("samples") in refused(
        capsys, str(DEMO / "demo.stats"), "--print", "--sort", "samples"
    )
    for option in ("--filter", "--hide", "--focus"):
        told = f"{option}: ncalls>5  {messages.WRONG_TERM['figure'].format(there_is)}"
        assert told in refused(capsys, stacks, "--print", option, "ncalls>5")
