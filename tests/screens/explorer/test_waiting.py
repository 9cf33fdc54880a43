"""What waits is marked in its row, and shares can be of the time that is left without it."""

from __future__ import annotations

from pathlib import Path

from tests.support.corpus import dumped
from tests.support.profiles import FunctionFigures, FunctionKey, profile_of
from tests.support.screens import opened
from tests.support.shots import shots

from proftui import messages
from proftui_parsers import Profile

ROWS: dict[FunctionKey, FunctionFigures] = {
    ("~", 0, "<method 'poll' of 'select.epoll' objects>"): (5, 5, 8.0, 8.0),
    ("a.py", 1, "work"): (1, 1, 1.5, 10.0),
    ("a.py", 9, "rest"): (1, 1, 0.5, 0.5),
    ("~", 0, "<built-in method builtins.len>"): (1, 1, 0.0, 0.0),
}


def waiting() -> Profile:
    return profile_of(ROWS)


def busy() -> Profile:
    return profile_of({key: row for key, row in ROWS.items() if "poll" not in key[2]})


def row_of(name: str, rows: list[str]) -> str:
    return next(row for row in rows[3:] if name in row)


def test_what_waits_says_so_beside_its_name_or_instead_of_its_location() -> None:
    for size in ((80, 24), (160, 40)):
        first = shots(waiting, size=size)[0].rows
        assert "waiting" in row_of("epoll.poll", first)
        assert sum("waiting" in row for row in first[3:-3]) == 1
    assert "built-in" in row_of("epoll.poll", first)


def test_shares_are_of_the_run_then_without_waiting_then_none() -> None:
    first, without, none, again = shots(waiting, *["percent_sign"] * 3, size=(120, 40))
    assert "80.0" in row_of("epoll.poll", first.rows) and "15.0" in row_of("work", first.rows)
    assert "%busy" in without.rows[2] and messages.WITHOUT_WAITING.format("80.0") in without.rows[-2]
    assert "75.0" in row_of("work", without.rows) and "25.0" in row_of("rest", without.rows)
    assert "80.0" not in row_of("epoll.poll", without.rows) and "█" not in row_of("epoll.poll", without.rows)
    assert (
        "%" not in none.rows[2]
        and "%busy" not in again.rows[2]
        and "80.0" in row_of("epoll.poll", again.rows)
    )


def test_sorted_by_cumulative_time_the_shares_without_waiting_are_still_there() -> None:
    without = shots(waiting, "o", "c", "percent_sign", last=1)[0]
    assert "%busy" in without.rows[2] and "75.0" in row_of("work", without.rows)


def test_what_waits_and_is_hidden_is_in_its_callers_and_no_share_leaves_it_out(tmp_path: Path) -> None:
    poll, work = list(ROWS)[:2]
    path = tmp_path / "waits.stats"
    path.write_bytes(dumped({work: (1, 1, 2.0, 10.0, {}), poll: (5, 5, 8.0, 8.0, {work: (5, 5, 8.0, 8.0)})}))
    _, without, hidden, back = shots(opened(path), "percent_sign", "x", "U", size=(120, 40))
    assert "%busy" in without.rows[2]
    assert "%busy" not in hidden.rows[3] and "100.0" in row_of("work", hidden.rows)
    assert back.rows[2:-2] == without.rows[2:-2]


def test_where_nothing_waits_there_are_no_such_shares() -> None:
    none = shots(busy, "percent_sign")[1]
    assert "%" not in none.rows[2] and messages.SHARES["none"] in none.rows[-2]
