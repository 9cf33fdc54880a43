"""What figures are of stands once on a screen, in the words of its other tables."""

from __future__ import annotations

from pathlib import Path

from tests.support.corpus import DATA
from tests.support.screens import opened
from tests.support.shots import shot

STACKS = DATA / "stacks"


def test_of_samples_the_icicle_says_how_many_once_and_own_as_functions_do() -> None:
    screen = shot(opened(STACKS / "pyspy0.4.3-asyncio-threads-idle.raw.txt"), "4", size=(120, 60))
    text = "\n".join(screen.rows)
    assert "own samples" in text and "tottime" not in text
    assert screen.detail.startswith("_worker ") and screen.detail.endswith("of parent")


def test_lines_that_call_a_built_in_have_samples_and_no_time_of_samples(tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text("main (a.py:3);epoll.poll (<built-in>:0) 3\nmain (a.py:4);epoll.poll (<built-in>:0) 1\n")
    screen = shot(opened(path), "5", size=(80, 24))
    assert " samples " in screen.rows[2] and "time" not in screen.rows[2]
