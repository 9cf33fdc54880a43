"""What waits is marked in its row."""

from __future__ import annotations

from tests.support.profiles import FunctionFigures, FunctionKey, profile_of
from tests.support.shots import shots

from proftui_parsers import Profile

ROWS: dict[FunctionKey, FunctionFigures] = {
    ("~", 0, "<method 'poll' of 'select.epoll' objects>"): (5, 5, 8.0, 8.0),
    ("a.py", 1, "work"): (1, 1, 1.5, 10.0),
    ("a.py", 9, "rest"): (1, 1, 0.5, 0.5),
    ("~", 0, "<built-in method builtins.len>"): (1, 1, 0.0, 0.0),
}


def waiting() -> Profile:
    return profile_of(ROWS)


def row_of(name: str, rows: list[str]) -> str:
    return next(row for row in rows[3:] if name in row)


def test_what_waits_says_so_beside_its_name_or_instead_of_its_location() -> None:
    for size in ((80, 24), (160, 40)):
        first = shots(waiting, size=size)[0].rows
        assert "waiting" in row_of("epoll.poll", first)
        assert sum("waiting" in row for row in first[3:-3]) == 1
    assert "built-in" in row_of("epoll.poll", first)
