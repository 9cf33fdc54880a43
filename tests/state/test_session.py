"""What the user is looking at: filters, orders, history, units, reading again."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.at_once import sorted_indices, source_paths_of
from tests.support.corpus import Stats, dumped, small
from tests.support.examples import examples
from tests.support.profiles import profile_of
from tests.support.screens import demo

from proftui.analysis.names import Names
from proftui.analysis.order import Order
from proftui.analysis.search.query import parse
from proftui.analysis.search.terms import QueryError
from proftui.background.budget import TooSlow
from proftui.state.history import History, HistoryEntry
from proftui.state.session import Session
from proftui_parsers import Profile, load, load_bytes

OWN = Order.usual("tottime")


def session(name: str = "cprofile-py3.11-recurse.stats") -> Session:
    return Session(load(str(small(name))), OWN)


# --- filter


def test_a_filter_that_is_too_slow_changes_nothing() -> None:
    profile = load_bytes(dumped({("a.py", n, "a" * 40): (1, 1, 0.5, 0.5, {}) for n in range(50)}), "p.stats")
    found = Session(profile, OWN)
    found.listed.filter("a.py:1")
    before = (list(found.rows), found.listed.filter_text)
    with pytest.raises(TooSlow):
        found.listed.filter("func:(a+)+$b", 0.05)
    assert (list(found.rows), found.listed.filter_text) == before


@cache
def recurse() -> tuple[Profile, Names]:
    profile = load(str(small("cprofile-py3.11-recurse.stats")))
    return profile, Names(profile)


WORDS = st.sampled_from(
    ["j", "js", "json", "!json", "e", "en", "enc", "tottime>0", "ncalls>3", "^_", "x|y", ""]
)


@examples(30)
@given(st.lists(WORDS, max_size=6), st.lists(st.sampled_from(["cumtime", "ncalls", "function"]), max_size=3))
def test_typing_a_filter_letter_by_letter_gives_what_typing_it_at_once_gives(
    words: list[str], sorts: list[str]
) -> None:
    profile, names = recurse()
    found = Session(profile, OWN)
    text = ""
    for number, word in enumerate(words):
        text = f"{text} {word}" if number % 2 else word
        for end in range(len(text) + 1):
            with suppress(QueryError):  # half a term, such as tottime>
                found.listed.filter(text[:end], None)
        for column in sorts:
            found.listed.sort(Order.usual(column))
        order = Order.usual(sorts[-1]) if sorts else OWN
        expected = parse(text).select(profile, names, sorted_indices(profile, names, order))
        assert list(found.rows) == expected


def test_times_that_are_not_finite_are_not_added() -> None:
    found = Session(
        profile_of(
            {
                ("a", 1, "f"): (1, 1, float("nan"), 1.0),
                ("a", 2, "g"): (1, 1, float("inf"), 1.0),
                ("a", 3, "h"): (1, 1, 0.5, 1.0),
            }
        ),
        OWN,
    )
    assert found.listed.covered == (3, 0.5, 100.0)


# --- history


@given(st.lists(st.integers(0, 3) | st.sampled_from(["back", "forward"]), max_size=30))
def test_any_walk_through_history_stays_inside_it(steps: list[int | str]) -> None:
    history = History()
    for step in steps:
        if isinstance(step, int):
            history.visit(HistoryEntry("calls", step))
        else:
            history.step(-1 if step == "back" else 1)
        assert -1 <= history.here < max(len(history.entries), 1)
        if history.entries:
            assert history.trail()[-1] == history.entries[history.here].function
        pairs = zip(history.entries, history.entries[1:], strict=False)
        assert isinstance(steps[0], str) or all(one != other for one, other in pairs)


# --- reading the file again


def at(*places: tuple[str, int, str]) -> Profile:
    rows: Stats = {place: (1, 1, 0.5 / (n + 1), 0.5, {}) for n, place in enumerate(places)}
    return load_bytes(dumped(rows), "p.stats")


@pytest.mark.parametrize(
    "text", ["json", "JSON", "!json", "module:json", "file:JS", "^_", "r(", "py:12", "func:x"]
)
def test_very_many_functions_are_searched_and_sorted_as_a_few_are(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for many in (50_000, 0):
        monkeypatch.setattr("proftui.analysis.text_column.MANY", many)
        monkeypatch.setattr("proftui.analysis.function_texts.MANY", many)
        for column in ("function", "location", "stdname", "nfl"):
            session = Session(demo()(), Order.usual(column))
            with suppress(QueryError):
                session.listed.filter(text, None)
            session.listed.sort(Order.usual("location"))
            session.listed.sort(Order.usual("function").reverse())
            found.append((many, list(session.rows)))
    assert [rows for many, rows in found if many] == [rows for many, rows in found if not many]


def test_who_asks_where_source_is_goes_on_where_another_one_has_been_stopped() -> None:
    places = [(f"/usr/lib/python3.11/module{number}.py", 1, "f") for number in range(3_000)]
    asked = Session(profile_of(places), OWN)
    pieces = len(list(Session(asked.profile, OWN).sources.finding_paths()))
    stopped = asked.sources.finding_paths()
    for _ in range(pieces - 1):
        next(stopped)
    stopped.close()
    assert pieces > 2 and len(list(asked.sources.finding_paths())) == 1
    assert asked.sources.paths == source_paths_of(asked.profile) and asked.sources.paths.python == "3.11"
    assert not list(asked.sources.finding_paths())
