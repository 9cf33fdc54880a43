"""What is said of a comparison."""

from __future__ import annotations

import pytest
from tests.support.compared import Key, compared, comparison_of, profile_of
from tests.support.profiles import profile_of as sampled

from proftui import messages
from proftui.analysis.compare.side import Side, side_of
from proftui.frame.compare_sentences import headline, told, told_in_turn
from proftui_parsers import Profile
from proftui_parsers.measure import COUNTS, SAMPLED_SECONDS

MAIN: Key = ("a.py", 1, "main")
F: Key = ("a.py", 9, "f")
G: Key = ("a.py", 20, "g")


def run(f_calls: int = 3, each: float = 1.0, main: float = 0.1) -> Profile:
    if not f_calls:
        return profile_of({MAIN: (1, main), G: (1, 0.5)}, {(MAIN, G): 1})
    return profile_of(
        {MAIN: (1, main), F: (f_calls, f_calls * each), G: (1, 0.5)}, {(MAIN, F): f_calls, (MAIN, G): 1}
    )


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (run(3), run(1000), "277.9× slower: main calls f 1,000 times, not 3"),
        (run(3), run(1), "2.25× faster: main calls f once, not 3 times"),
        (run(1), run(2), "1.62× slower: main calls f twice, not once"),
        (run(0), run(1), "2.67× slower: main now calls f once"),
        (run(0), run(40), "67.7× slower: main now calls f, 40 times"),
        (run(40), run(0), "67.7× faster: main no longer calls f (40 times)"),
        (run(100), run(100, 1.03), "3.0 % slower: f takes 1.03 s a call, not 1.00"),
        (run(100), run(100, 2e-3), "125.7× faster: f takes 2.00 ms a call, not 1.00 s"),
    ],
)
def test_the_headline(before: Profile, after: Profile, said: str) -> None:
    assert headline(comparison_of(before, after)).text == said


def test_what_is_no_time_is_neither_faster_nor_takes_seconds() -> None:
    events = COUNTS._replace(unit="Ir")
    before, after = (run(100, each).changed(measure=events) for each in (1000.0, 1500.5))
    assert headline(comparison_of(before, after)).text == "1.50× more: f takes 1,500.5 Ir a call, not 1,000.0"


def test_calls_come_first_if_they_are_worth_a_third() -> None:
    # Half of what is more comes of calls, the other half of longer calls.
    comparison = comparison_of(run(10, 1.0), run(15, 1.6))
    assert comparison.causes is not None
    assert comparison.causes.listed[0].term.kind == "per_call"
    assert headline(comparison).text == "2.32× slower: main calls f 15 times, not 10"


def test_the_headline_goes_along_with_the_change() -> None:
    # Fewer calls, but each of them is so much longer that the whole takes longer.
    comparison = comparison_of(run(10, 1.0), run(5, 4.0))
    assert headline(comparison).text == "1.94× slower: f takes 4.00 s a call, not 1.00"


def test_different_programs() -> None:
    before = profile_of({("a.py", n, f"f{n}"): (1, 1.0) for n in range(10)})
    after = profile_of({("b.py", n, f"g{n}"): (1, 1.0) for n in range(9)} | {("a.py", 0, "f0"): (1, 1.0)})
    assert headline(comparison_of(before, after)).text == (
        messages.DIFFERENT_PROGRAMS.format(1, "19 functions")
    )


def test_the_same_profile() -> None:
    assert headline(comparison_of(run(), run())).text == "the same profile"


def test_causes_in_turn() -> None:
    comparison = comparison_of(run(10, 1.0), run(15, 1.6))
    assert comparison.causes is not None
    said = [told_in_turn(comparison, cause, n) for n, cause in enumerate(comparison.causes.listed, 1)]
    assert said == [
        "cause 1 of 2: f takes 1.60 s a call, not 1.00",
        "cause 2 of 2: main calls f 15 times, not 10",
    ]


def test_what_calls_took_more_or_less_is_all_that_they_claim() -> None:
    """The caller is called less often, but calls more each time: all of it took less."""
    calls = [((MAIN, F), 100), ((F, G), 100)], [((MAIN, F), 10), ((F, G), 40)]
    figures = [{MAIN: (1, 0.1), F: (n, n * 0.001), G: (m, m * 1.0)} for n, m in ((100, 100), (10, 40))]
    before, after = (profile_of(f, dict(c)) for f, c in zip(figures, calls, strict=True))
    comparison = comparison_of(before, after)
    assert comparison.causes is not None
    said = {told(comparison, cause): cause.time for cause in comparison.causes.listed}
    assert said == {"main calls f 10 times, not 100": pytest.approx(-60.09)}


def test_nothing_was_measured_before() -> None:
    nothing, something = run(3, 0.0, 0.0), run(3)
    empty = nothing.changed(tottime=[0.0] * nothing.count, total_time=0.0)
    assert headline(comparison_of(empty, something)).text.startswith("0.000 → 3.600 s")


def test_functions_of_one_name_are_told_with_their_places() -> None:
    before = profile_of({MAIN: (1, 0.1), ("a.py", 9, "f"): (1, 3.0)}, {(MAIN, ("a.py", 9, "f")): 1})
    after = profile_of({MAIN: (1, 0.1), ("b.py", 4, "f"): (1, 2.0)}, {(MAIN, ("b.py", 4, "f")): 1})
    comparison = comparison_of(before, after)
    assert comparison.causes is not None
    (cause,) = (cause for cause in comparison.causes.listed if cause.other is not None)
    assert told(comparison, cause) == "main calls f b.py:4 in place of f a.py:9"


def test_a_change_within_the_spread_is_as_fast_only_where_it_is_small() -> None:
    def runs(*each: float, calls: int) -> Side:
        return side_of([run(calls, one) for one in each])

    close = compared(runs(1.0, 1.1, calls=100), runs(1.01, 1.09, calls=101))
    assert headline(close).text == "as fast; but main calls f 101 times, not 100"
    far = compared(runs(1.0, 3.0, calls=100), runs(2.0, 4.0, calls=120))
    assert headline(far).text == f"{messages.WITHIN_SPREAD_BUT} main calls f 120 times, not 100"


def test_of_samples_what_only_one_side_has_takes_nothing_on_the_other() -> None:
    def recorded(*names: str) -> Profile:
        return sampled(
            {("a.py", n, name): (1, 1, 1.5, 1.5) for n, name in enumerate(names)}, measure=SAMPLED_SECONDS
        )

    both = recorded("main", "old"), recorded("main", "new")
    causes = comparison_of(*both).causes
    assert causes is not None
    said = {told(comparison_of(*both), cause) for cause in causes.listed}
    assert said == {messages.GONE_TOOK.format("old", "1.500 s"), messages.NEW_TAKES.format("new", "1.500 s")}
