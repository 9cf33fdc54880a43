"""The first screen's sentence is true, whatever the profile."""

from __future__ import annotations

import pstats
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpus import SHARED
from tests.support.profiles import FunctionFigures, FunctionKey, profile_from, profile_of

from proftui.analysis.names import Names
from proftui.state.headline import LINES_ADDED, headline
from proftui_parsers.profile import SAMPLES, SECONDS, LineTime, Measure


def said(times: list[float], measure: Measure = SECONDS) -> str:
    rows: dict[FunctionKey, FunctionFigures] = {
        ("a.py", i, f"f{i}"): (1, 1, time, time) for i, time in enumerate(times)
    }
    profile = profile_of(rows, measure=measure)
    return headline(profile, Names(profile))


def headline_of(rows: dict[FunctionKey, FunctionFigures]) -> str:
    profile = profile_of(rows)
    return headline(profile, Names(profile))


@pytest.mark.parametrize(
    ("times", "sentence"),
    [
        ([4.0, 1.5, 1.0, 3.5], "f0 alone is 40.0 % of the time, 2 functions are half of it"),
        ([1.0, 9.0], "f1 alone is 90.0 % of the time"),
        ([5.0, 5.0], "f0 alone is 50.0 % of the time"),
        ([1.0], "f0 is the only function in this profile"),
        ([0.0, 0.0], "no time was measured in 2 functions"),
        ([nan, nan], "no time was measured in 2 functions"),
        ([0.0], "no time was measured in 1 function"),
        ([1e308, 1e308], "no time was measured in 2 functions"),
        ([nan, inf, 3.0, 1.0], "f2 alone is 75.0 % of the time"),
        ([0.001] * 3000, "no function alone is 1 % of the time, 1,500 functions are half of it"),
    ],
)
def test_what_takes_the_time_and_how_few_make_half(times: list[float], sentence: str) -> None:
    assert said(times) == sentence


def test_samples_are_called_samples() -> None:
    assert said([3.0, 2.0, 2.0], SAMPLES) == "f0 alone is 42.9 % of the samples, 2 functions are half of it"
    assert said([0.0, 0.0], SAMPLES) == "no samples were measured in 2 functions"


def test_an_empty_profile_says_so() -> None:
    profile = profile_of([])
    assert headline(profile, Names(profile)) == "nothing was recorded: this profile has no functions"


def test_line_profiles_name_the_hottest_line() -> None:
    lines = {0: (LineTime(65, 10, 0.1), LineTime(66, 900, 0.4)), 1: (LineTime(80, 3, 0.5),), 2: ()}
    functions: list[FunctionKey] = [("j.py", 60, "calculate_z"), ("j.py", 79, "main"), ("j.py", 90, "idle")]
    profile = profile_of(functions, lines=lines)
    assert headline(profile, Names(profile)) == f"line 80 of main alone is 50.0 % of {LINES_ADDED}"
    lines[1] = (LineTime(80, 3, 0.3),)
    profile = profile_of(functions, lines=lines)
    expected = f"line 66 of calculate_z alone is 50.0 % of {LINES_ADDED}"
    assert headline(profile, Names(profile)) == expected


def test_line_profiles_without_times_say_so() -> None:
    profile = profile_of([("j.py", 60, "f")], lines={0: ()})
    assert headline(profile, Names(profile)) == "no line was run in 1 function"
    profile = profile_of([("j.py", 60, "f")], lines={0: (LineTime(61, 4, 0.0), LineTime(62, 4, 0.0))})
    assert headline(profile, Names(profile)) == "no time was measured in 2 lines"
    profile = profile_of([("j.py", 60, "f")], lines={0: (LineTime(61, 4, 0.1),)})
    assert headline(profile, Names(profile)) == "line 61 of f is the only line that was run"


def test_the_specified_profile_gives_the_specified_sentence() -> None:
    file = SHARED / "pstats" / "cprofile-py3.11-hillclimb-sklearn.stats"
    if not file.exists():
        pytest.skip("no sample profiles here")
    profile = profile_from(pstats.Stats(str(file)))
    assert headline(profile, Names(profile)) == "imports take 82.5 % (I): main takes 17.6 %"


def test_where_imports_take_much_they_are_what_is_said() -> None:
    find: FunctionKey = ("<frozen importlib._bootstrap>", 1, "_find_and_load")
    library: FunctionKey = ("/usr/lib/python3.11/json/decoder.py", 4, "decode")
    rows: dict[FunctionKey, FunctionFigures] = {find: (1, 1, 1.0, 4.0), library: (1, 1, 6.0, 6.0)}
    assert headline_of(rows) == "imports take 57.1 % (I), decode alone is 85.7 %"
    rows["a.py", 1, "<module>"] = (1, 1, 0.0, 10.0)
    rows["a.py", 9, "main"] = (1, 1, 3.0, 6.0)
    assert headline_of(rows) == "imports take 40.0 % (I): main takes 60.0 %"
    rows[find] = (1, 1, 1.0, 2.0)
    assert headline_of(rows).startswith("decode alone is 60.0 %")


def test_a_name_that_others_have_too_says_whose_it_is() -> None:
    rows: dict[FunctionKey, FunctionFigures] = {
        ("lib/argparse.py", 820, "__new__"): (1, 1, 3.0, 3.0),
        ("lib/enum.py", 77, "__new__"): (1, 1, 1.0, 1.0),
        ("a.py", 1, "renew__new__ed"): (1, 1, 0.5, 0.5),
    }
    assert headline_of(rows) == "__new__ (argparse.py:820) alone is 66.7 % of the time"
    rows["~", 0, "<built-in method builtins.compile>"] = (1, 1, 9.0, 9.0)
    assert headline_of(rows) == "compile alone is 66.7 % of the time"
    rows["re.py", 5, "compile"] = (1, 1, 0.0, 9.0)
    assert headline_of(rows) == "compile (built-in) alone is 66.7 % of the time"


def test_shares_are_of_what_the_roots_took_where_that_is_more() -> None:
    profile = profile_of({("a.py", 1, "f"): (1, 1, 1.0, 4.0), ("a.py", 2, "g"): (1, 1, 0.5, 0.5)})
    assert headline(profile, Names(profile)) == "f alone is 25.0 % of the time"


@given(st.lists(st.floats(width=32) | st.sampled_from([0.0, 1.0]), max_size=6), st.text(max_size=50))
def test_any_profile_gets_one_printable_sentence(times: list[float], name: str) -> None:
    rows: dict[FunctionKey, FunctionFigures] = {
        (name, i, name): (1, 1, time, time) for i, time in enumerate(times)
    }
    profile = profile_of(rows) if rows else profile_of([])
    sentence = headline(profile, Names(profile))
    assert sentence.isprintable()
    assert "\n" not in sentence
