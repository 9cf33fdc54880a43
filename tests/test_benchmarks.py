"""The benchmarks measure what they say: profiles whose figures agree, a terminal that sees, a fair table."""

from __future__ import annotations

import os
import pstats
import sys
from pathlib import Path

import pytest
from benchmarks import profiles
from benchmarks.__main__ import chosen, needed
from benchmarks.emulator import PLAIN, Screen
from benchmarks.fewest import changed_cells, fewest_bytes
from benchmarks.results import Row, Samples, results, table
from benchmarks.targets import ROWS
from benchmarks.timed_terminal import TimedTerminal
from hypothesis import given
from hypothesis import strategies as st

ENVIRON = {"PATH": os.environ.get("PATH", os.defpath), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}

ECHO = r"""
import os, sys, termios, tty
before = termios.tcgetattr(0)
tty.setcbreak(0)
os.write(1, b"\x1b[?1049h\x1b[c\x1b[2;3H\x1b[1;31mready")
key = b""
while not key.endswith(b"x"):
    key += os.read(0, 99)
os.write(1, b"\x1b[5;1H\x1b[mgot " + ascii(key[:3]).encode())
os.read(0, 9)
os.write(1, b"\x1b[?1049l")
termios.tcsetattr(0, termios.TCSANOW, before)
"""


@given(st.integers(8, 300), st.integers(0, 3))
def test_a_made_profile_is_consistent(functions: int, seed: int) -> None:
    stats = profiles.make(functions, seed)
    assert len(stats) == functions
    seconds = sum(entry[2] for entry in stats.values())
    (root,) = [entry for entry in stats.values() if not entry[4]]
    assert root[3] == pytest.approx(seconds)
    for primitive, calls, own, total, callers in stats.values():
        assert 0 < primitive <= calls and 0 < own <= total * (1 + 1e-9)
        assert all(caller in stats for caller in callers)
        if callers:
            assert sum(edge[0] for edge in callers.values()) == calls
            assert sum(edge[2] for edge in callers.values()) == pytest.approx(own)
        if callers and primitive == calls:
            assert sum(edge[3] for edge in callers.values()) == pytest.approx(total)


def test_a_made_profile_is_the_same_each_time_and_pstats_reads_it(tmp_path: Path) -> None:
    first, second = tmp_path / "1.stats", tmp_path / "2.stats"
    profiles.write(first, 1000)
    profiles.write(second, 1000)
    assert first.read_bytes() == second.read_bytes()
    assert first.with_suffix(".json").read_text("utf-8") == second.with_suffix(".json").read_text("utf-8")
    read = pstats.Stats(str(first))
    entries = read.stats.values()  # type: ignore[attr-defined]  # not in its published types
    assert len(entries) == 1000
    assert 2000 < sum(len(entry[4]) for entry in entries) < 2400
    assert any(entry[0] != entry[1] for entry in entries), "nothing is recursive"


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="the benchmarks need Linux")
def test_the_terminal_sees_what_a_program_draws_and_answers_it() -> None:
    with TimedTerminal([sys.executable, "-c", ECHO], 40, 6, environ=ENVIRON) as terminal:
        terminal.wait_for(lambda screen: "ready" in screen.text)
        assert terminal.screen.lines[1] == "  ready".ljust(40)
        assert terminal.screen.attributes[1][2] == ("31", "", 1 << 1)
        assert not terminal.restored()
        reply = terminal.reply("x")
        assert terminal.screen.lines[4].startswith(r"got b'\x1b[?'"), "no answer to what the terminal is"
        assert reply.cells == 12 and reply.sent == reply.fewest + len("\x1b[m")
        terminal.press("q")
        assert terminal.wait_end() >= terminal.started and terminal.status == 0
        assert terminal.restored() and not terminal.screen.text.strip()


@pytest.mark.parametrize(
    ("sent", "seen"),
    [
        ("ab\r\ncd\x1b[A\x1b[Cx", ["ab x", "cd  ", "    "]),
        ("\x1b[1;1H-\x1b[2b\x1b[3;2Hé中", ["--- ", "    ", " é中"]),
        ("abcde\x1b[1;2H\x1b[2P\x1b[2;1H\x1b[2@f", ["ad  ", "f e ", "    "]),
        ("1\r\n2\r\n3\x1b[2;3r\x1b[S\x1b[r\x1b[1;1H\x1b[L", ["    ", "1   ", "3   "]),
        ("abcd\x1b[1;2H\x1b[K\x1b[2;1Hefgh\x1b[2;2H\x1b[2X", ["a   ", "e  h", "    "]),
        ("main\x1b[?1049halt\x1b[?1049l", ["main", "    ", "    "]),
    ],
)
def test_the_screen_is_what_a_terminal_would_show(sent: str, seen: list[str]) -> None:
    whole, torn = Screen(4, 3), Screen(4, 3)
    whole.feed(sent)
    for character in sent:
        torn.feed(character)
    assert whole.lines == torn.lines == seen
    assert not whole.unknown


cells = st.lists(st.sampled_from("ab "), min_size=12, max_size=12)
screens = st.lists(cells, min_size=5, max_size=5)


@given(screens, screens)
def test_the_fewest_bytes_are_none_for_no_change_and_no_more_than_all_of_it(
    old: list[list[str]], new: list[list[str]]
) -> None:
    looks = [[PLAIN] * 12 for _ in range(5)]
    before, after = (old, looks), (new, looks)
    assert (fewest_bytes(before, after) == 0) == (old == new) == (changed_cells(before, after) == 0)
    assert fewest_bytes(before, after) <= 5 * (12 + len("\x1b[1;1H"))


def test_scrolling_needs_few_bytes() -> None:
    rows = [list(f"row {number:8d}") for number in range(11)]
    looks = [[PLAIN] * 12 for _ in range(10)]
    assert fewest_bytes((rows[:10], looks), (rows[1:], looks)) < 40


def test_every_row_of_the_table_is_measured_by_a_scene() -> None:
    sizes = [1_000, 10_000, 100_000, 1_000_000]
    for row in ROWS:
        assert row in chosen(row.title)
        assert any(needed([row], size, sizes[0]) for size in sizes)


def test_the_table_tells_what_was_missed_and_by_how_much() -> None:
    samples = Samples()
    samples.add(1000, 0, {"ours": [2.0, 4.0, 3.0], "theirs": [2.0]})
    samples.add(1000, 1, {"ours": [5.0], "theirs": [2.0]})
    samples.add(1000, 2, {"ours": [1.0]})
    rows = [
        Row("too slow", "ours", ("theirs",), target=1.6),
        Row("fast", "ours", ("theirs",), target=2.5),
        Row("not measured", "nothing", target=1.0),
        Row("elsewhere", "ours", targets={10: 1.0}),
    ]
    found = results(samples, rows, [1000])
    assert [list(result.values) for result in found] == [[1.5, 2.5], [1.5, 2.5]]
    assert [result.verdict for result in found] == ["missed by 25 %", "ok"]
    assert "| too slow | 1,000 | 2.00 | 1.50 to 2.50 | 1.6 | missed by 25 % |" in table(found, markdown=True)
