"""Recordings in words: what figures are of, and of which threads."""

from __future__ import annotations

from pathlib import Path

from tests.support.corpus import DATA
from tests.support.screens import opened
from tests.support.shots import shot

STACKS = DATA / "stacks"


def test_of_samples_the_icicle_says_how_many_once() -> None:
    screen = shot(opened(STACKS / "pyspy0.4.3-asyncio-threads-idle.raw.txt"), "4", size=(120, 60))
    text = "\n".join(screen.rows)
    assert "tottime" not in text
    assert screen.detail.startswith("_worker ") and screen.detail.endswith("of parent")


def test_lines_that_call_a_built_in_have_samples_and_no_time_of_samples(tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text("main (a.py:3);epoll.poll (<built-in>:0) 3\nmain (a.py:4);epoll.poll (<built-in>:0) 1\n")
    screen = shot(opened(path), "5", size=(80, 24))
    assert " samples " in screen.rows[2] and "time" not in screen.rows[2]


def test_threads_can_be_told_apart_where_there_is_little_room() -> None:
    read = opened(STACKS / "pyspy0.4.3-asyncio.speedscope.json")
    for width in (80, 60):
        rows = [row.rstrip() for row in shot(read, "T", size=(width, 24)).rows if " ■ " in row]
        named = {row.split("  ")[-1] for row in rows}
        assert len(named) == len(rows) == 6 and any(name.endswith("-0_3 1549") for name in named)


def test_what_has_no_file_is_not_named_twice() -> None:
    screen = shot(opened(STACKS / "pyinstrument5.1.3-tiny.pyisession"))
    assert screen.detail.startswith("sum  built-in ")
