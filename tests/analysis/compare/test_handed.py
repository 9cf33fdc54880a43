"""Built-in functions that call back: who handed them what, and what a sentence claims of calls in cycles."""

from __future__ import annotations

from tests.support.compared import Key, comparison_of, ends
from tests.support.corpus import Stats, dumped

from proftui.analysis.compare.handed import handed_over
from proftui.analysis.compare.telling import headline
from proftui_parsers import Profile, load_bytes

ANY: Key = ("~", 0, "<built-in method builtins.any>")
PARSE: Key = ("p.py", 10, "parse")
MATCH: Key = ("p.py", 50, "match")
INSIDE: Key = ("p.py", 52, "<genexpr>")
GROUP: Key = ("p.py", 20, "group")
GROUPING: Key = ("p.py", 22, "<genexpr>")
FLAGS: Key = ("f.py", 5, "flags")


def parser(asked: int) -> Profile:
    """``parse`` calls ``group`` and that ``match``; both ask ``any``; generators of one lead to the other."""
    each = 1e-3
    stats: Stats = {
        PARSE: (1, 1, 0.5, 0.5 + 0.9 + 6 * each * asked, {}),
        GROUP: (10, 10, 0.1, 0.9 + 6 * each * asked, {PARSE: (10, 10, 0.1, 0.9 + 6 * each * asked)}),
        ANY: (
            10 + asked + 3,
            10 + asked + 3,
            0.1 + each * asked + 0.003,
            0.8 + 6 * each * asked + 0.003,
            {
                GROUP: (10, 10, 0.1, 0.8 + 6 * each * asked),
                MATCH: (asked, asked, each * asked, 6 * each * asked),
                FLAGS: (3, 3, 0.003, 0.003),
            },
        ),
        GROUPING: (100, 100, 0.2, 0.7 + 6 * each * asked, {ANY: (100, 100, 0.2, 0.7 + 6 * each * asked)}),
        MATCH: (100, 100, 0.5, 0.5 + 6 * each * asked, {GROUPING: (100, 100, 0.5, 0.5 + 6 * each * asked)}),
        INSIDE: (
            5 * asked,
            5 * asked,
            5 * each * asked,
            5 * each * asked,
            {ANY: (5 * asked, 5 * asked, 5 * each * asked, 5 * each * asked)},
        ),
        FLAGS: (1, 1, 0.01, 0.013, {PARSE: (1, 1, 0.01, 0.013)}),
    }
    return load_bytes(dumped(stats), "p.stats")


def test_a_generator_is_of_the_caller_in_which_it_is_written() -> None:
    profile = parser(100)
    index: dict[Key, int] = {profile.function(number)[:]: number for number in range(profile.count)}
    handed = handed_over(profile)[index[ANY]]
    assert handed.by_caller == {index[GROUP]: [index[GROUPING]], index[MATCH]: [index[INSIDE]]}
    assert handed.for_nothing == [index[FLAGS]]


def test_what_two_callers_hand_to_one_built_in_is_no_cycle() -> None:
    comparison = comparison_of(parser(500), parser(50))
    assert comparison.causes is not None
    top = comparison.causes.listed[0]
    assert ends(comparison, top) == ("match", "any") and len(top.parts) == 1
    assert round(top.time, 2) == -2.7
    assert headline(comparison).told == "match calls any 50 times, not 500"


def test_a_built_in_that_calls_back_on_one_side_only() -> None:
    """``type.__new__`` makes objects, which is cheap; a class, for which it calls back, is another thing."""
    new: Key = ("~", 0, "<built-in method __new__ of type object at 0x7f00>")
    made: Key = ("r.py", 5, "__new__")
    named: Key = ("r.py", 9, "__set_name__")

    def objects(classes: int) -> Profile:
        stats: Stats = {
            made: (1000, 1000, 0.5, 0.6, {}),
            new: (1000, 1000, 0.1, 0.1, {made: (1000, 1000, 0.1, 0.1)}),
        }
        if classes:
            own = 0.01 * classes
            stats[MATCH] = (1, 1, 0.1, 0.1 + 2 * own, {})
            callers = {made: (1000, 1000, 0.1, 0.1), MATCH: (classes, classes, own, 2 * own)}
            stats[new] = (1000 + classes, 1000 + classes, 0.1 + own, 0.1 + 2 * own, callers)
            stats[named] = (classes, classes, own, own, {new: (classes, classes, own, own)})
        return load_bytes(dumped(stats), "r.stats")

    causes = comparison_of(objects(0), objects(10)).causes
    assert causes is not None and [cause.term.kind for cause in causes.listed] == ["root"]
    assert round(causes.by_time_per_call, 9) == 0


SUM: Key = ("~", 0, "<built-in method builtins.sum>")
TOTAL: Key = ("s.py", 10, "total")
FRACTIONS: Key = ("s.py", 11, "<genexpr>")
OTHER: Key = ("s.py", 20, "other")
NUMBERS: Key = ("s.py", 21, "<genexpr>")
ADD: Key = ("fractions.py", 5, "__add__")


def summed(times: int) -> Profile:
    """Two hand generators to ``sum``; what one of them yields is added by a method."""
    added = 0.05 * times
    stats: Stats = {
        TOTAL: (1, 1, 0.1, 0.1 + 0.02 * times + added, {}),
        OTHER: (1, 1, 0.1, 0.32, {}),
        SUM: (
            times + 1,
            times + 1,
            0.01 * times + 0.02,
            0.02 * times + added + 0.22,
            {
                TOTAL: (times, times, 0.01 * times, 0.02 * times + added),
                OTHER: (1, 1, 0.02, 0.22),
            },
        ),
        FRACTIONS: (
            times,
            times,
            0.01 * times,
            0.01 * times,
            {SUM: (times, times, 0.01 * times, 0.01 * times)},
        ),
        NUMBERS: (9, 9, 0.2, 0.2, {SUM: (9, 9, 0.2, 0.2)}),
        ADD: (9 * times, 9 * times, added, added, {SUM: (9 * times, 9 * times, added, added)}),
    }
    return load_bytes(dumped(stats), "s.stats")


def test_what_nobody_handed_over_is_of_the_caller_with_as_much_time() -> None:
    said = headline(comparison_of(summed(10), summed(40)))
    assert "total calls sum 40 times, not 10" in said.text
    back = headline(comparison_of(summed(40), summed(10)))
    assert "total calls sum 10 times, not 40" in back.text
