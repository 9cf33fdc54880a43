"""Functions that cProfile takes for one: how often one call of them calls anything is not known."""

from __future__ import annotations

from tests.support.compared import Key, comparison_of
from tests.support.corpus import Stats, dumped

from proftui_parsers import Profile, load_bytes

MAIN: Key = ("a.py", 1, "main")
MADE: Key = ("<string>", 1, "<lambda>")
NEW: Key = ("~", 0, "<built-in method __new__ of type object at 0x7f00>")


def program(kept: int) -> Profile:
    """Named tuples make 85,000 objects; the constructor is kept that was called ``kept`` times."""
    stats: Stats = {
        MAIN: (1, 1, 1.0, 1.5, {}),
        MADE: (kept, kept, kept * 1e-6, kept * 1.6e-6, {MAIN: (kept, kept, kept * 1e-6, kept * 1.6e-6)}),
        NEW: (85_000, 85_000, 0.05, 0.05, {MADE: (85_000, 85_000, 0.05, 0.05)}),
    }
    return load_bytes(dumped(stats), "a.stats")


def test_nothing_is_said_of_what_they_call() -> None:
    causes = comparison_of(program(1), program(18)).causes
    assert causes is not None and not causes.listed
    assert abs(causes.by_counts) < 1e-4 and abs(causes.not_attributed) < 1e-9
