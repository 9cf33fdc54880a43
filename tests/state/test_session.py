"""What the user is looking at: filters, orders, history, units, reading again."""

from __future__ import annotations

import tracemalloc
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpus import Stats, dumped, index_of, small
from tests.support.examples import examples
from tests.support.profiles import profile_of
from tests.support.screens import demo

from proftui.analysis.columns import Figures, columns_of
from proftui.analysis.names import Names
from proftui.analysis.order import Order, sorted_indices
from proftui.analysis.search.query import parse
from proftui.analysis.search.terms import QueryError
from proftui.analysis.source.locating import source_paths_of
from proftui.background.budget import TooSlow
from proftui.drawing.figures import UNITS
from proftui.state.history import History, HistoryEntry
from proftui.state.kept import reloaded
from proftui.state.session import Session
from proftui_parsers import Profile, load, load_bytes
from proftui_parsers.profile import LineTime

OWN = Order.usual("tottime")


def session(name: str = "cprofile-py3.11-recurse.stats") -> Session:
    return Session(load(str(small(name))), OWN)


def test_the_first_screen_is_by_own_time_with_the_hottest_selected() -> None:
    found = session()
    own = [found.profile.tottime[index] for index in found.rows]
    assert own == sorted(own, reverse=True) and len(own) == found.profile.count
    assert found.selected == found.rows[0]


def test_an_empty_profile_has_nothing_to_select() -> None:
    empty = session("variant-empty-dict.stats")
    assert (list(empty.rows), empty.selected) == ([], None)
    empty.listed.filter("x")
    empty.listed.sort(Order.usual("cumtime"))
    assert empty.listed.covered == (0, 0.0, None)


# --- filter


def test_a_filter_keeps_the_order_and_can_be_taken_off() -> None:
    found = session()
    before = list(found.rows)
    found.listed.filter("json")
    assert 0 < len(found.rows) < len(before)
    assert list(found.rows) == [index for index in before if index in set(found.rows)]
    assert found.listed.filter_text == "json"
    found.listed.filter("")
    assert list(found.rows) == before and found.query is None


def test_the_selection_survives_a_filter_that_hides_it() -> None:
    found = session()
    found.selected = index_of(found.profile, "fib")
    found.listed.filter("json")
    assert found.selected == index_of(found.profile, "fib") and found.selected not in found.rows
    found.listed.filter("")
    assert found.selected in found.rows


@pytest.mark.parametrize("bad", ["foo(", "tottime>", "ncalls>1s", "["])
def test_a_filter_that_is_not_valid_changes_nothing(bad: str) -> None:
    found = session()
    found.listed.filter("json tottime>0")
    before = (list(found.rows), found.listed.filter_text, found.query, found.listed.covered)
    with pytest.raises(QueryError):
        found.listed.filter(bad)
    assert (list(found.rows), found.listed.filter_text, found.query, found.listed.covered) == before


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


def test_what_a_filter_covers_is_the_sum_of_own_times() -> None:
    found = session()
    every, own, share = found.listed.covered
    assert every == found.profile.count
    assert own == pytest.approx(found.profile.total_time)
    assert share == pytest.approx(100.0)
    found.listed.filter("json")
    here, own_here, _ = found.listed.covered
    found.listed.filter("!json")
    elsewhere, own_elsewhere, _ = found.listed.covered
    assert here + elsewhere == every
    assert own_here + own_elsewhere == pytest.approx(own)


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
    assert found.listed.covered == (3, 0.5, 50.0)


# --- order


def test_another_order_shows_the_same_functions() -> None:
    found = session()
    found.listed.filter("json")
    kept = set(found.rows)
    for column in found.listed.sort_columns:
        for order in (Order.usual(column), Order.usual(column).reverse()):
            found.listed.sort(order)
            assert set(found.rows) == kept and found.listed.order == order
            whole = sorted_indices(found.profile, Names(found.profile), order)
            assert list(found.rows) == [index for index in whole if index in kept]


def test_columns_to_sort_by_are_those_on_the_screen() -> None:
    assert session().listed.sort_columns == [
        "ncalls",
        "tottime",
        "percall",
        "cumtime",
        "cumpercall",
        "function",
        "location",
    ]
    assert session("lp5.1.0-julia.lprof").listed.sort_columns == ["hits", "tottime", "function", "location"]


# --- units


def test_units_go_round_and_figures_follow() -> None:
    found = session()
    index = index_of(found.profile, "fib")
    seen = []
    for _ in range(4):
        seen.append((found.figures.unit, found.figures.text("tottime", index)))
        found.next_unit()
    # A run of less than a second begins with milliseconds.
    assert [unit for unit, _ in seen] == [UNITS[1], UNITS[2], UNITS[0], UNITS[1]]
    seconds = found.profile.tottime[index]
    assert [text for _, text in seen[:3]] == [
        f"{seconds * 1e3:.3f}",
        f"{seconds * 1e6:.1f}",
        f"{seconds:.3f}",
    ]


# --- history


def test_back_and_forward_walk_where_one_has_been() -> None:
    history = History()
    assert history.step(-1) is None and history.step(1) is None and history.trail() == []
    a, b, c = HistoryEntry("functions", 1), HistoryEntry("calls", 1), HistoryEntry("calls", 2)
    for place in (a, b, b, c):
        history.visit(place)
    assert history.entries == [a, b, c]
    assert history.step(-1) == b and history.step(-1) == a and history.step(-1) is None
    assert history.step(1) == b and history.step(1) == c and history.step(1) is None


def test_going_somewhere_new_forgets_what_was_ahead() -> None:
    history = History()
    for function in (1, 2, 3):
        history.visit(HistoryEntry("calls", function))
    history.step(-1)
    history.visit(HistoryEntry("calls", 9))
    assert history.step(1) is None
    assert [place.function for place in history.entries] == [1, 2, 9]


def test_moving_the_cursor_replaces_the_present_place() -> None:
    history = History()
    history.update(HistoryEntry("functions", 1))
    history.update(HistoryEntry("functions", 2))
    assert history.entries == [HistoryEntry("functions", 2)]
    history.visit(HistoryEntry("calls", 2))
    history.step(-1)
    history.update(HistoryEntry("functions", 5))
    assert history.step(1) == HistoryEntry("calls", 2) and history.step(-1) == HistoryEntry("functions", 5)


def test_the_trail_names_each_function_once_in_a_row_and_only_the_last_few() -> None:
    history = History()
    for view, function in (("functions", 1), ("calls", 1), ("calls", 2), ("calls", 1), ("source", 1)):
        history.visit(HistoryEntry(view, function))
    assert history.trail() == [1, 2, 1]
    for function in range(10, 20):
        history.visit(HistoryEntry("calls", function))
    assert history.trail() == [14, 15, 16, 17, 18, 19]
    assert history.trail(longest=2) == [18, 19]


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

MAIN, WORK, NEW = ("a.py", 1, "main"), ("a.py", 9, "work"), ("a.py", 20, "new")


def at(*places: tuple[str, int, str]) -> Profile:
    rows: Stats = {place: (1, 1, 0.5 / (n + 1), 0.5, {}) for n, place in enumerate(places)}
    return load_bytes(dumped(rows), "p.stats")


def test_reading_again_keeps_the_function_the_filter_the_order_and_the_unit() -> None:
    before = Session(at(MAIN, WORK), OWN)
    before.listed.sort(Order("function", True))
    before.listed.filter("a.py")
    before.next_unit()
    before.selected = 1
    after = reloaded(before, at(NEW, WORK, MAIN))
    assert after.selected == 1 and after.profile.function(1) == WORK
    assert (after.listed.order, after.listed.filter_text, after.figures.unit) == (
        Order("function", True),
        "a.py",
        UNITS[2],
    )
    assert [after.profile.names[index] for index in after.rows] == ["work", "new", "main"]
    assert after.names.shown_name(0) == "new"


def test_the_selection_is_found_wherever_it_stands_now() -> None:
    before = Session(at(MAIN, WORK), OWN)
    before.selected = 0
    after = reloaded(before, at(NEW, WORK, MAIN))
    assert after.selected == 2 and after.profile.function(2) == MAIN


def test_a_function_that_is_gone_gives_way_to_the_hottest() -> None:
    before = Session(at(MAIN, WORK), OWN)
    before.selected = 1
    after = reloaded(before, at(NEW, MAIN))
    assert after.selected == after.rows[0] == 0


def test_every_order_of_many_functions_is_kept_in_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proftui.state.listed._MANY", 10_000)
    count = 20_000
    found = Session(
        profile_of({("a.py", n, f"f{n % 97}"): (n % 7 + 1, 1, n / 9, n / 3) for n in range(count)}), OWN
    )
    orders = [
        Order(column, down) for column in ("cumtime", "ncalls", "line", "percall") for down in (False, True)
    ]
    found.listed.filter("f1")
    tracemalloc.start()
    try:
        for order in orders:
            found.listed.sort(order)
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < len(orders) * count * 8


def test_figures_in_another_unit_are_as_wide_as_if_they_had_been_measured_in_it() -> None:
    found = session()
    for _ in range(4):
        fresh = Figures(found.profile, found.figures.unit)
        for column in columns_of(found.profile):
            assert found.figures.width(column) == fresh.width(column)
            assert found.figures.text(column.key, 3) == fresh.text(column.key, 3)
        found.next_unit()


def test_functions_are_found_by_what_was_recorded() -> None:
    found = session()
    for index in (0, 7, found.profile.count - 1):
        assert found.find(found.profile.function(index)) == index
    assert found.find(("nowhere.py", 1, "f")) is None and found.find(None) is None


def test_a_source_file_is_read_once(tmp_path: Path) -> None:
    file = tmp_path / "x.py"
    file.write_text("def f():\n    return 1\n\ndef g():\n    return 2\n")
    found = Session(
        profile_of([(str(file), 1, "f"), (str(file), 4, "g")], lines={0: (LineTime(2, 1, 0.5),)}), OWN
    )
    assert found.listing(0).text == {1: "def f():", 2: "    return 1"}
    file.unlink()
    assert found.listing(1).text == {4: "def g():", 5: "    return 2"}


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
