"""The filter language: what a user types selects what it says, and nothing freezes."""

from __future__ import annotations

import re
import signal
import threading
from math import inf, nan

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.support.profiles import FunctionFigures, FunctionKey, profile_of

from proftui import messages
from proftui.analysis.names import Names
from proftui.analysis.search.query import Query, parse
from proftui.analysis.search.terms import QueryError
from proftui.background.budget import TooSlow, within
from proftui.frame.sentences import wrong_term
from proftui_parsers.profile import NOT_MEASURED, LineTime, Profile

LIB = "/u/lib/python3.11/site-packages/"
ROWS: dict[FunctionKey, FunctionFigures] = {
    ("~", 0, "<built-in method builtins.compile>"): (4, 4, 0.400, 0.400),
    ("~", 0, "<method 'append' of 'list' objects>"): (1000, 1000, 0.050, 0.050),
    (LIB + "joblib/parallel.py", 960, "retrieve"): (100, 101, 0.235, 3.0),
    (LIB + "sklearn/utils/validation.py", 733, "check_array"): (2, 2, 0.010, 0.3),
    ("/home/me/hillclimb.py", 11, "objective"): (101, 101, 0.001, 0.9),
    ("/home/me/hillclimb.py", 20, "<lambda>"): (5, 5, 0.3, 0.3),
    ("/home/me/My Files/Run.py", 1, "<module>"): (1, 1, 0.004, 0.3),
}
NAMES = ["compile", "append", "retrieve", "check_array", "objective", "<lambda>", "<module>"]
ALL = set(NAMES)
PROFILE = profile_of(ROWS)


def found(text: str, profile: Profile = PROFILE) -> set[str]:
    return {NAMES[i] for i in parse(text).select(profile, Names(profile))}


@pytest.mark.parametrize(
    ("text", "selected"),
    [
        ("", ALL),
        ("   ", ALL),
        ("hillclimb", {"objective", "<lambda>"}),
        ("HillClimb", set()),
        ("hill obj", {"objective"}),
        ("!hill !site-packages", {"compile", "append", "<module>"}),
        ("!", ALL),
        ("! hill", {"objective", "<lambda>"}),
        ("retrieve|objective", {"retrieve", "objective"}),
        (r"\d{3}\(", {"retrieve", "check_array"}),
        ("^compile$", {"compile"}),
        ("list.append", {"append"}),
        ("{built-in", {"compile"}),
        ("'append'", {"append"}),
        ("pkg:joblib", {"retrieve"}),
        ("pkg:job", set()),
        ("pkg:hillclimb", {"objective", "<lambda>"}),
        ("pkg:HillClimb", set()),
        ('pkg:"my files"', {"<module>"}),
        ("pkg:built-in", {"compile", "append"}),
        ("!pkg:built-in !pkg:hillclimb", {"retrieve", "check_array", "<module>"}),
        ("pkg:sk.*", set()),
        ("pkg:", ALL),
        (r'"My Files"', {"<module>"}),
        (r"My\ Files", {"<module>"}),
        ('"My Files', {"<module>"}),
        ('My" "Files', {"<module>"}),
        ('"my files/run.py:1(<module>)"', {"<module>"}),
        ("My Files", {"<module>"}),
        (r"run.py:\S", {"<module>"}),
        (r"run.py:\d\(<\SO", set()),
        (r"\"", set()),
        ('""', ALL),
        ('!""', ALL),
        ("parallel.py:960(retrieve)", {"retrieve"}),
        ("!parallel.py:960(retrieve)", ALL - {"retrieve"}),
        (r'"{method \'append\' of \'list\' objects}"'.replace("\\'", "'"), {"append"}),
        ("file:hillclimb", {"objective", "<lambda>"}),
        ("file:compile", set()),
        ("func:^retr", {"retrieve"}),
        ("func:compile", {"compile"}),
        ("func:^list", {"append"}),
        ("func:hill", set()),
        ("!func:<", {"retrieve", "check_array", "objective"}),
        ("module:^joblib.parallel$", {"retrieve"}),
        ("module:built-in", {"compile", "append"}),
        ("file:", ALL),
        ("!file:", ALL),
        ("File:hill", set()),
        ('file:"My Files"', {"<module>"}),
        ("tottime>300ms", {"compile"}),
        ("tottime>=300ms", {"compile", "<lambda>"}),
        ("tottime<=1ms", {"objective"}),
        ("tottime=1000us", {"objective"}),
        ("tottime=1000µs tottime=1000μs tottime=1000000ns tottime=.001s", {"objective"}),
        ("tottime!=0.3", ALL - {"<lambda>"}),
        ("tottime>=10%", {"compile", "retrieve", "<lambda>"}),
        ("cumtime>100%", {"retrieve"}),
        ("cumtime>=99%", {"retrieve"}),
        ("ncalls>=1k", {"append"}),
        ("ncalls>0.001M", set()),
        ("ncalls>80%", {"append"}),
        ("ncalls=101 !pcalls=101", {"retrieve"}),
        ("percall>=0.1", {"compile"}),
        ("!tottime>1ms", {"objective"}),
        ("own>=300ms cum>0", {"compile", "<lambda>"}),
        ("own=1000us", {"objective"}),
        ('"own>1ms"', set()),
        ("samples>=0", set()),
        ("hits>=0", set()),
        ("!hits>=0", set()),
        ('"tottime>1ms"', set()),
        ("tottime", set()),
        (r"\!x", set()),
        ("hill tottime>10ms", {"<lambda>"}),
    ],
)
def test_what_is_typed_selects_what_it_says(text: str, selected: set[str]) -> None:
    assert found(text) == selected


CELLS = profile_of(
    {
        ("<ipython-input-3-0f2a>", 5, "f"): (1, 1, 0.1, 0.1),
        ("<ipython-input-12-9c>", 2, "g"): (1, 1, 0.1, 0.1),
        ("/tmp/ipykernel_77/4567.py", 1, "<module>"): (1, 1, 0.1, 0.1),
        ("/lib/cellar.py", 3, "h"): (1, 1, 0.1, 0.1),
    }
)


@pytest.mark.parametrize(
    ("text", "selected"),
    [
        ('"cell 3"', {"f"}),
        ("cell 3, line 5", {"f"}),
        ('file:"cell 12, line 2"', {"g"}),
        ("cell", {"f", "g", "<module>", "h"}),
        ("!cell", set()),
        (r"cell\ 1\d", {"g"}),
        ("Cell", set()),
        ("ipython-input-3", {"f"}),
        ("<ipython-input-12-9c>:2(g)", {"g"}),
        ("ipykernel_77", {"<module>"}),
        ("func:cell", {"<module>"}),
    ],
)
def test_cells_of_a_notebook_are_found_as_they_stand_on_the_screen_and_as_recorded(
    text: str, selected: set[str]
) -> None:
    assert {CELLS.names[i] for i in parse(text).select(CELLS, Names(CELLS))} == selected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("foo(", "foo(  missing )"),
        ("ok foo( more", "foo(  missing )"),
        ("!file:[a", "!file:[a  unterminated character set"),
        ("*x", "*x  nothing to repeat"),
        ("x\\", "x\\  bad escape (end of pattern)"),
        ("tottime>", "tottime>  a number is missing"),
        ("!ncalls>=", "!ncalls>=  a number is missing"),
        ("tottime>abc", "tottime>abc  not a number after >"),
        ("tottime>5x", "tottime>5x  not a number after >"),
        ("ncalls>5ms", "ncalls>5ms  " + messages.WRONG_TERM["unit"].format("ncalls")),
        ("samples>5MiB", "samples>5MiB  " + messages.WRONG_TERM["unit"].format("samples")),
        ("own>5mib", "own>5mib  not a number after >"),
        ("a{99999999999}", "a{99999999999}  too large a number"),
        ("(" * 2_000, "("),
        ("x" * 5_000, "xxxxxxxxxxxxxxxxxxxx…  over 4,000 characters"),
    ],
)
def test_a_faulty_term_is_named(text: str, said: str) -> None:
    with pytest.raises(QueryError) as raised:
        parse(text)
    assert wrong_term(raised.value).startswith(said)


def test_a_pasted_label_need_not_be_a_valid_pattern() -> None:
    profile = profile_of([("c:\\Users\\me\\c++.py", 3, "f"), ("/x/c.py", 3, "f")])
    assert parse(r"c:\Users\me\c++.py:3(f)").select(profile, Names(profile)) == [0]


def test_what_was_not_measured_compares_to_nothing() -> None:
    rows: dict[FunctionKey, FunctionFigures] = {
        ("a", 1, "nan"): (1, 1, nan, nan),
        ("a", 2, "uncounted"): (NOT_MEASURED, NOT_MEASURED, 1.0, 1.0),
        ("a", 3, "never"): (0, 0, 0.0, 0.0),
        ("a", 4, "endless"): (1, 1, inf, inf),
    }
    profile = profile_of(rows)
    names = Names(profile)
    for text, chosen in {
        "tottime>=0": [1, 2, 3],
        "!tottime>=0": [],
        "tottime<0": [],
        "!tottime<0": [1, 2, 3],
        "tottime>5": [3],
        "ncalls>=0": [0, 2, 3],
        "!ncalls>0": [2],
        "percall>=0": [3],
        "!percall>=0": [],
    }.items():
        assert parse(text).select(profile, names) == chosen, text


def test_line_profiles_have_hits_and_no_calls() -> None:
    lines = {0: (LineTime(2, 30, 0.1), LineTime(3, 10, 0.2)), 1: (LineTime(8, 60, 0.3),), 2: ()}
    profile = profile_of([("a.py", 1, "f"), ("a.py", 7, "g"), ("a.py", 9, "h")], lines=lines)
    names = Names(profile)
    assert parse("hits>40").select(profile, names) == [1]
    assert parse("hits>=40%").select(profile, names) == [0, 1]
    assert parse("cumtime>=0").select(profile, names) == []
    assert parse("!percall>=0").select(profile, names) == []


pieces = st.sampled_from(
    [
        "a",
        "b",
        "ab",
        "A",
        "B",
        ".",
        "^",
        "$",
        "a|b",
        "[ab]",
        "[^a]",
        r"\S",
        r"\(",
        ":1",
        "a*",
        "_",
        "<",
        "É",
        "ß",
    ]
)
patterns = st.lists(pieces, min_size=1, max_size=3).map("".join)
terms = st.tuples(st.booleans(), st.sampled_from(["", "file:", "func:", "module:"]), patterns)
words = st.text(alphabet="abAB_.<>É", min_size=1, max_size=4)
builtins = words.map(lambda word: ("~", 0, f"<built-in method builtins.{word}>"))
places = st.lists(st.tuples(words, st.integers(0, 2), words) | builtins, min_size=1, max_size=8, unique=True)


def naive(profile: Profile, asked: list[tuple[bool, str, str]]) -> list[int]:
    names = Names(profile)

    def holds(index: int, scope: str, pattern: str) -> bool:
        searched = {
            "": [names.label(index), names.shown_name(index), profile.names[index]],
            "file:": [profile.files[index]],
            "func:": [profile.names[index], names.shown_name(index)],
            "module:": [names.module(index)],
        }[scope]
        capital = any(c.isupper() for c in pattern.replace(r"\S", ""))
        regex = re.compile(pattern, 0 if capital else re.IGNORECASE)
        return any(regex.search(text) for text in searched)

    return [i for i in range(profile.count) if all(holds(i, s, p) is not n for n, s, p in asked)]


@given(places, st.lists(terms, max_size=3))
def test_select_is_what_a_plain_search_of_everything_finds(
    rows: list[FunctionKey], asked: list[tuple[bool, str, str]]
) -> None:
    profile = profile_of(rows)
    text = " ".join(("!" if negated else "") + scope + pattern for negated, scope, pattern in asked)
    try:
        query = parse(text)
    except QueryError:
        assume(False)
    assert query.select(profile, Names(profile)) == naive(profile, asked)


typed = st.text(alphabet='abA!:"\\ .>1<file', max_size=10) | st.sampled_from(
    ["func:ab", "!ab", "tottime>1", "a !b"]
)


@given(places, typed, typed)
def test_narrowing_never_loses_a_match(rows: list[FunctionKey], before: str, after: str) -> None:
    profile = profile_of({row: (1, 1, float(i), 1.0) for i, row in enumerate(rows)})
    names = Names(profile)
    try:
        old, new = parse(before), parse(after)
    except QueryError:
        assume(False)
    if new.narrows(old):
        left = old.select(profile, names)
        assert new.select(profile, names, left) == new.select(profile, names)


@pytest.mark.parametrize(
    ("before", "after", "narrows"),
    [
        ("", "x", True),
        ("skl", "skle", True),
        ("skle", "skl", False),
        ("a skl", "a skle", True),
        ("a", "a tottime>1", True),
        ("foo", "Foo", True),
        ("Foo", "foo", False),
        ("!foo", "!fo", True),
        ("!fo", "!foo", False),
        ("foo", "!foo", False),
        ("foo", "file:foo", False),
        ("a.b", "a.bc", False),
        ("a.b", "a.b c", True),
        ("foo", "foo|bar", False),
    ],
)
def test_a_keystroke_searches_what_was_left_where_that_is_certain(
    before: str, after: str, narrows: bool
) -> None:
    assert parse(after).narrows(parse(before)) is narrows


EVIL = profile_of([("a" * 5_000 + "!.py", line, "b" * 60) for line in range(50)])


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no interval timers here")
@pytest.mark.parametrize("pattern", [".*.*.*=.*", "(b+)+$", "(a|aa)+$", "^(a+)+!$x"])
def test_a_slow_pattern_is_stopped(pattern: str) -> None:
    before = signal.getsignal(signal.SIGALRM)
    names = Names(EVIL)
    with pytest.raises(TooSlow):
        parse(pattern).select(EVIL, names, None, 0.02)
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert parse("b").select(EVIL, names, None, 5.0) == list(range(50))


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no interval timers here")
@pytest.mark.parametrize("lengths", [[200_000], [3_000] * 2_000])
def test_a_pattern_that_looks_for_no_signal_is_stopped_between_pieces(lengths: list[int]) -> None:
    profile = profile_of([("a.py", line, "b" * length) for line, length in enumerate(lengths)])
    with pytest.raises(TooSlow):
        parse(".*=").select(profile, Names(profile), None, 0.02)


def test_long_names_are_searched_to_their_end() -> None:
    name = "b" * 25_000 + "needle" + "c" * 25_000 + "end"
    profile = profile_of([("a.py", 1, name), ("a.py", 2, "other")])
    for text in ("ne+dle", "c+end$", "func:^bb*", "b.?needle"):
        assert parse(text).select(profile, Names(profile)) == [0], text


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no interval timers here")
def test_a_pattern_that_takes_long_to_compile_is_refused() -> None:
    with pytest.raises(QueryError) as raised:
        parse(r"[\x80-\U0010ffff]" * 200)
    assert raised.value.wrong == "slow"


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no interval timers here")
def test_a_budget_that_ends_in_a_finalizer_ends_the_work_and_says_nothing() -> None:
    class Stuck:
        def __del__(self) -> None:
            while True:
                pass

    def work() -> None:
        Stuck()
        while True:
            pass

    # What Python would print of the finalizer is a warning here, and so a fault.
    with pytest.raises(TooSlow):
        within(0.01, work)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no interval timers here")
def test_the_timer_of_somebody_else_goes_on() -> None:
    rung: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda signum, frame: rung.append(signum))
    try:
        signal.setitimer(signal.ITIMER_REAL, 100, 50)
        assert within(10, lambda: "done") == "done"
        remaining, interval = signal.getitimer(signal.ITIMER_REAL)
        assert 0 < remaining <= 100
        assert interval == 50
        assert rung == []
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_filter_works_in_a_thread() -> None:
    results: list[list[int]] = []
    query = parse("hill")
    thread = threading.Thread(
        target=lambda: results.append(query.select(PROFILE, Names(PROFILE), None, 10.0))
    )
    thread.start()
    thread.join()
    assert results == [[4, 5]]


@pytest.mark.parametrize(
    ("text", "kind", "cell", "marked"),
    [
        ("obj", "name", "objective", ["obj"]),
        ("OBJ", "name", "objective", []),
        ("e", "name", "retrieve", ["e", "e", "e"]),
        ("re.r|ie", "name", "RETRIEVE", ["RETRIE"]),
        ("!obj", "name", "objective", []),
        ("file:hill", "name", "hillclimbing", []),
        ("file:hill", "location", "hillclimb.py:11", ["hill"]),
        ("func:hill", "location", "hillclimb.py:11", []),
        ("module:sklearn.utils", "location", "sklearn/utils/validation.py:733", ["sklearn/utils"]),
        ("module:sklearn.utils", "name", "sklearn.utils", []),
        ("ab bc", "name", "abcd", ["abc"]),
        ("x*", "name", "axa", ["x"]),
        ("tottime>1 a", "name", "axa", ["a", "a"]),
        ("", "name", "abc", []),
    ],
)
def test_matches_are_highlighted(text: str, kind: str, cell: str, marked: list[str]) -> None:
    spans = parse(text).spans(cell, "name" if kind == "name" else "location")
    assert [cell[start:end] for start, end in spans] == marked


def test_a_slow_pattern_is_not_highlighted_and_not_tried_for_ever() -> None:
    query = parse("(b+)+$")
    for _ in range(6):
        assert query.spans("b" * 40 + "!", "name") in ([], [(0, 40)])


@given(typed | st.text(max_size=10), st.text(max_size=30))
def test_highlights_are_in_order_and_in_the_cell(text: str, cell: str) -> None:
    try:
        query = parse(text)
    except QueryError:
        return
    for spans in (query.spans(cell, "name"), query.spans(cell, "location")):
        flat = [place for span in spans for place in span]
        assert flat == sorted(set(flat))
        assert all(0 <= place <= len(cell) for place in flat)


def test_queries_are_values() -> None:
    assert parse("a b>") == parse("a b>")
    assert not parse("! ")
    assert isinstance(parse("x"), Query)
    assert len({parse("a"), parse("a"), parse("b")}) == 2


def test_a_package_is_marked_where_it_stands_and_nowhere_else() -> None:
    query, names = parse("pkg:sklearn"), Names(PROFILE)
    for index, name in enumerate(NAMES):
        package = names.package(index)
        spans = query.spans(names.location(index), "location", package)
        assert spans == ([(0, 7)] if name == "check_array" else [])
        assert not query.spans("sklearn", "name", package)
