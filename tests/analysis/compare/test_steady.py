"""A cache is asked more or less often; what it calls for new things stays as it is."""

from __future__ import annotations

import pytest
from tests.support.compared import Key, comparison_of, profile_of

from proftui.frame.compare_sentences import headline, told
from proftui_parsers import Profile

MAIN: Key = ("a.py", 1, "main")
ASK: Key = ("a.py", 5, "ask")
CACHED: Key = ("re.py", 9, "_compile")
COMPILE: Key = ("re.py", 30, "compile")


def program(asked: int, compiled: int = 70) -> Profile:
    """``ask`` asks a cache so often, which compiles so often, each time for 10 ms."""
    functions = {MAIN: (1, 1.0), ASK: (asked, 0.0), CACHED: (asked, asked * 1e-6)}
    functions[COMPILE] = (compiled, compiled * 0.01)
    return profile_of(functions, {(MAIN, ASK): asked, (ASK, CACHED): asked, (CACHED, COMPILE): compiled})


def causes(before: Profile, after: Profile) -> dict[str, float]:
    comparison = comparison_of(before, after)
    assert comparison.causes is not None
    assert comparison.causes.by_counts == pytest.approx(comparison.delta)
    return {told(comparison, cause): cause.time for cause in comparison.causes.listed}


def test_a_cache_that_is_asked_less_often_saves_nothing() -> None:
    assert causes(program(6000), program(600)) == {}


def test_what_it_does_more_often_is_told() -> None:
    found = causes(program(6000), program(600, 76))
    assert found == {"_compile calls compile 76 times, not 70": pytest.approx(0.06)}
    back = causes(program(600, 76), program(6000))
    assert back == {"_compile calls compile 70 times, not 76": pytest.approx(-0.06)}


def test_what_follows_the_calls_is_no_cache() -> None:
    found = causes(program(600, 600), program(300, 300))
    assert found == {"main calls ask 300 times, not 600": pytest.approx(-3.0, rel=1e-3)}


def test_calls_that_stay_did_not_go_by_another_way() -> None:
    """``ask`` is called far more often and still calls ``get``; what it calls now does so, too."""
    build, get = ("a.py", 9, "build"), ("a.py", 20, "get")

    def program(asked: int, by_ask: int, by_build: int) -> Profile:
        functions = {MAIN: (1, 1.0), ASK: (asked, 0.0), build: (10, 0.1)}
        functions[get] = (by_ask + by_build, 0.01 * (by_ask + by_build))
        calls = {(MAIN, ASK): asked, (ASK, build): 10, (ASK, get): by_ask, (build, get): by_build}
        return profile_of(functions, {edge: number for edge, number in calls.items() if number})

    assert causes(program(10, 100, 0), program(1000, 98, 50)) == {
        "build now calls get, 50 times": pytest.approx(0.5),
        "ask calls get 98 times, not 100": pytest.approx(-0.02),
        "main calls ask 1,000 times, not 10": pytest.approx(0.48),
    }


def test_calls_that_stay_as_many_are_no_cause_though_they_take_longer() -> None:
    """``step`` is called twice as often, calls ``ask`` as often as before, and that takes longer."""
    step = ("a.py", 9, "step")

    def program(steps: int, each: float) -> Profile:
        functions = {MAIN: (1, 1.0), step: (steps, 0.0), ASK: (6, 6 * each)}
        return profile_of(functions, {(MAIN, step): steps, (step, ASK): 6})

    said = causes_alone(program(10, 0.2), program(20, 0.3))
    assert "ask takes 300 ms a call, not 200" in said and not any("step calls" in one for one in said)


def test_a_program_that_is_started_another_way_does_not_explain_what_takes_longer() -> None:
    """``python run.py`` before, ``python -m shop`` after; both call ``ask``."""

    def program(script: Key, each: float) -> Profile:
        functions = {script: (1, 0.001), ASK: (100, 100 * each)}
        return profile_of(functions, {(script, ASK): 100})

    before, after = program(("run.py", 1, "<module>"), 0.002), program(("shop.py", 1, "<module>"), 0.003)
    longer = "ask takes 3.00 ms a call, not 2.00"
    assert causes_alone(before, after) == [longer, "shop ran in place of run"]
    assert longer in headline(comparison_of(before, after)).text


def causes_alone(before: Profile, after: Profile) -> list[str]:
    """What is told of a change, the largest first."""
    comparison = comparison_of(before, after)
    assert comparison.causes is not None
    return [told(comparison, cause) for cause in comparison.causes.listed]
