"""Functions that cProfile takes for one: how often one call of them calls anything is not known."""

from __future__ import annotations

from tests.support.compared import Key, comparison_of
from tests.support.corpus import Stats, dumped

from proftui.analysis.compare.telling import headline
from proftui_parsers import Profile, load_bytes

MAIN: Key = ("a.py", 1, "main")
MADE: Key = ("<string>", 1, "<lambda>")
NEW: Key = ("~", 0, "<built-in method __new__ of type object at 0x7f00>")


def program(kept: int, made: int = 85_000) -> Profile:
    """Named tuples make so many objects; the constructor is kept that was called ``kept`` times."""
    stats: Stats = {
        MAIN: (1, 1, 1.0, 1.5, {}),
        MADE: (kept, kept, kept * 1e-6, kept * 1.6e-6, {MAIN: (kept, kept, kept * 1e-6, kept * 1.6e-6)}),
        NEW: (made, made, made * 6e-7, made * 6e-7, {MADE: (made, made, made * 6e-7, made * 6e-7)}),
    }
    return load_bytes(dumped(stats), "a.stats")


def test_nothing_is_said_of_what_they_call() -> None:
    causes = comparison_of(program(1), program(18)).causes
    assert causes is not None and not causes.listed
    assert abs(causes.by_counts) < 1e-4 and abs(causes.not_attributed) < 1e-9


def test_it_is_not_said_of_the_one_that_was_kept_how_often_they_call() -> None:
    causes = comparison_of(program(10), program(18, 60_000)).causes
    assert causes is not None and [cause.term.kind for cause in causes.listed] == ["root"]
    assert causes.listed[0].term.ncalls == (85_000, 60_000)


def test_what_a_recursive_lambda_calls_is_told() -> None:
    """Its calls of itself take longer than it does, together, without another function in its place."""
    work: Key = ("a.py", 9, "work")

    def recursive(calls: int) -> Profile:
        time = 0.1 * calls
        stats: Stats = {
            MAIN: (1, 1, 1.0, 1.0 + time, {}),
            MADE: (1, 9, 0.0, time, {MAIN: (1, 1, 0.0, time), MADE: (0, 8, 0.0, time)}),
            work: (calls, calls, time, time, {MADE: (calls, calls, time, time)}),
        }
        return load_bytes(dumped(stats), "a.stats")

    comparison = comparison_of(recursive(10), recursive(40))
    assert headline(comparison).told == "<lambda> calls work 40 times, not 10"
