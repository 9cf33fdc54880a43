"""The first screen's sentence is true, whatever the profile."""

from __future__ import annotations

from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpus import small
from tests.support.profiles import FunctionFigures, FunctionKey, profile_of

from proftui import messages
from proftui.analysis.names import Names
from proftui.analysis.order import Order
from proftui.frame.headline import headline, shown
from proftui.state.session import Session
from proftui_parsers import load
from proftui_parsers.measure import SECONDS
from proftui_parsers.profile import LineTime, Measure


def said(times: list[float], measure: Measure = SECONDS) -> str:
    rows: dict[FunctionKey, FunctionFigures] = {
        ("a.py", i, f"f{i}"): (1, 1, time, time) for i, time in enumerate(times)
    }
    profile = profile_of(rows, measure=measure)
    return headline(profile, Names(profile)).sentence


def whole_sentence(rows: dict[FunctionKey, FunctionFigures]) -> str:
    return shown(Session(profile_of(rows), Order.usual("tottime")), 200)


def headline_of(rows: dict[FunctionKey, FunctionFigures]) -> str:
    profile = profile_of(rows)
    return headline(profile, Names(profile)).sentence


@pytest.mark.parametrize(
    ("times", "sentence"),
    [
        ([4.0, 1.5, 1.0, 3.5], "f0 takes 40 % · 2 functions take half"),
        ([1.0, 9.0], "f1 takes 90 %"),
        ([5.0, 5.0], "f0 takes 50 %"),
        ([1.0], messages.ONLY_FUNCTION.format("f0")),
        ([0.0, 0.0], messages.NOTHING_MEASURED.format("time", "2 functions")),
        ([nan, nan], messages.NOTHING_MEASURED.format("time", "2 functions")),
        ([0.0], messages.NOTHING_MEASURED.format("time", "1 function")),
        ([1e308, 1e308], messages.NOTHING_MEASURED.format("time", "2 functions")),
        ([nan, inf, 3.0, 1.0], "f2 takes 75 %"),
        ([0.001] * 3000, "no function takes 1 % · 1,500 functions take half"),
    ],
)
def test_what_takes_the_time_and_how_few_make_half(times: list[float], sentence: str) -> None:
    assert said(times) == sentence


def test_an_empty_profile_says_so() -> None:
    profile = profile_of([])
    assert headline(profile, Names(profile)).sentence == messages.NOTHING_RECORDED


def test_line_profiles_name_the_hottest_line() -> None:
    lines = {0: (LineTime(65, 10, 0.1), LineTime(66, 900, 0.4)), 1: (LineTime(80, 3, 0.5),), 2: ()}
    functions: list[FunctionKey] = [("j.py", 60, "calculate_z"), ("j.py", 79, "main"), ("j.py", 90, "idle")]
    profile = profile_of(functions, lines=lines)
    assert (
        headline(profile, Names(profile)).sentence == f"line 80 of main takes 50 %{messages.OF_LINES_ADDED}"
    )
    lines[1] = (LineTime(80, 3, 0.3),)
    profile = profile_of(functions, lines=lines)
    expected = f"line 66 of calculate_z takes 50 %{messages.OF_LINES_ADDED}"
    assert headline(profile, Names(profile)).sentence == expected


def test_line_profiles_without_times_say_so() -> None:
    profile = profile_of([("j.py", 60, "f")], lines={0: ()})
    assert headline(profile, Names(profile)).sentence == messages.NO_LINE_RUN.format("1 function")
    profile = profile_of([("j.py", 60, "f")], lines={0: (LineTime(61, 4, 0.0), LineTime(62, 4, 0.0))})
    assert headline(profile, Names(profile)).sentence == messages.NO_TIME_OF_LINES.format("2 lines")
    profile = profile_of([("j.py", 60, "f")], lines={0: (LineTime(61, 4, 0.1),)})
    assert headline(profile, Names(profile)).sentence == messages.ONLY_LINE.format("line 61 of f")


def test_imports_are_told_where_one_package_takes_almost_all() -> None:
    rows: dict[FunctionKey, FunctionFigures] = {
        ("<frozen importlib._bootstrap>", 1, "_find_and_load"): (1, 1, 0.5, 1.0),
        ("/lib/python3.11/xml/dom/minidom.py", 2, "search"): (1, 1, 9.5, 9.5),
    }
    session = Session(profile_of(rows), Order.usual("tottime"))
    assert shown(session, 79) == "imports 10 % (I) · search takes 95 %"
    assert shown(session, 30) == "search takes 95 %"


def test_where_imports_take_much_they_are_what_is_said() -> None:
    find: FunctionKey = ("<frozen importlib._bootstrap>", 1, "_find_and_load")
    library: FunctionKey = ("/usr/lib/python3.11/json/decoder.py", 4, "decode")
    rows: dict[FunctionKey, FunctionFigures] = {find: (1, 1, 1.0, 4.0), library: (1, 1, 6.0, 6.0)}
    assert whole_sentence(rows) == "imports 57 % (I); by package: json 86 % · importlib 14 %"
    rows["a.py", 9, "main"] = (1, 1, 3.0, 6.0)
    rows[find] = (1, 1, 1.0, 2.0)
    assert whole_sentence(rows).startswith("imports 20 % (I); by package: json 60 %")


def test_waiting_has_its_share_even_where_it_is_almost_all() -> None:
    rows: dict[FunctionKey, FunctionFigures] = {
        ("a.py", 1, "f"): (1, 1, 0.5, 10.0),
        ("~", 0, "<method 'poll' of 'select.epoll' objects>"): (1, 1, 8.0, 8.0),
        ("~", 0, "<built-in method time.sleep>"): (1, 1, 1.5, 1.5),
    }
    assert whole_sentence(rows) == "by package: waiting 95 % · my code 5 %"
    rows = {("a.py", 1, "f"): (1, 1, 0.5, 0.6)}
    rows["a.py", 9, "g"] = (1, 1, 0.1, 0.1)
    assert whole_sentence(rows) == "f takes 83 %"


def test_waiting_of_samples_is_said_too() -> None:
    profile = load(str(small("pyspy0.4.3-asyncio-threads-idle.raw.txt")))
    assert shown(Session(profile, Order.usual("tottime")), 200).startswith("by package: waiting 78 %")


def test_a_name_that_others_have_too_says_whose_it_is() -> None:
    rows: dict[FunctionKey, FunctionFigures] = {
        ("lib/argparse.py", 820, "__new__"): (1, 1, 3.0, 3.0),
        ("lib/enum.py", 77, "__new__"): (1, 1, 1.0, 1.0),
        ("a.py", 1, "renew__new__ed"): (1, 1, 0.5, 0.5),
    }
    assert headline_of(rows) == "__new__ (argparse.py:820) takes 67 %"
    rows["~", 0, "<built-in method builtins.compile>"] = (1, 1, 9.0, 9.0)
    assert headline_of(rows) == "compile takes 67 %"
    rows["re.py", 5, "compile"] = (1, 1, 0.0, 9.0)
    assert headline_of(rows) == "compile (built-in) takes 67 %"


def test_shares_are_of_all_own_times_also_where_roots_took_more() -> None:
    profile = profile_of({("a.py", 1, "f"): (1, 1, 1.0, 4.0), ("a.py", 2, "g"): (1, 1, 0.5, 0.5)})
    assert headline(profile, Names(profile)).sentence == "f takes 67 %"


@given(st.lists(st.floats(width=32) | st.sampled_from([0.0, 1.0]), max_size=6), st.text(max_size=50))
def test_any_profile_gets_one_printable_sentence(times: list[float], name: str) -> None:
    rows: dict[FunctionKey, FunctionFigures] = {
        (name, i, name): (1, 1, time, time) for i, time in enumerate(times)
    }
    sentence = shown(Session(profile_of(rows) if rows else profile_of([]), Order.usual("tottime")), 80)
    assert sentence.isprintable()
    assert "\n" not in sentence
