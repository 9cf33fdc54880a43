"""Sides and comparisons for tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.support.corpus import DATA, Stats, dumped

from proftui.analysis.compare.causes import Cause
from proftui.analysis.compare.comparison import Comparison, Same, compared
from proftui.analysis.compare.side import Side, side_of
from proftui_parsers import Profile, load, load_bytes

Key = tuple[str, int, str]
PAIR = DATA / "compare"
"""Five runs each of proftui's own demo, before and after one edit."""


def side(*paths: Path) -> Side:
    """Runs from files."""
    return side_of([load(path) for path in paths])


def demo_pair(runs: int = 5) -> tuple[Side, Side]:
    """The first runs of the demo before and after the edit."""
    before, after = (sorted((PAIR / folder).glob("*.stats"))[:runs] for folder in ("old", "new"))
    return side(*before), side(*after)


def comparison_of(before: Profile, after: Profile, same: Iterable[Same] = ()) -> Comparison:
    """One run each, with causes."""
    return compared(side_of([before]), side_of([after]), list(same))


def profile_of(
    functions: Mapping[Key, tuple[int, float]], calls: Mapping[tuple[Key, Key], int] | None = None
) -> Profile:
    """A profile of functions with calls and own time, seconds, and of who calls whom how often.

    Times of calls are their shares of the function's; recursion adds nothing to cumulative time.
    """
    calls = calls or {}
    stats: Stats = {
        key: (n, n, own, _cumtime(key, functions, calls), {}) for key, (n, own) in functions.items()
    }
    for (caller, callee), n in calls.items():
        whole, _, own, together, callers = stats[callee]
        callers[caller] = (n, n, own * n / whole, together * n / whole)
    return load_bytes(dumped(stats), "made.stats")


def _cumtime(
    key: Key,
    functions: Mapping[Key, tuple[int, float]],
    calls: Mapping[tuple[Key, Key], int],
    above: tuple[Key, ...] = (),
) -> float:
    """Seconds of a function with what it calls."""
    called = [
        n / functions[callee][0] * _cumtime(callee, functions, calls, (*above, key))
        for (caller, callee), n in calls.items()
        if caller == key and callee not in (*above, key)
    ]
    return functions[key][1] + sum(called)


def pair_names(comparison: Comparison) -> dict[tuple[str, int] | None, tuple[str, int] | None]:
    """Name and line before, to those after, of all rows; ``None``: there is none."""
    base, new = comparison.base.profile, comparison.new.profile
    return {
        (base.names[f], base.linenos[f]) if f >= 0 else None: (new.names[g], new.linenos[g])
        if g >= 0
        else None
        for f, g in zip(comparison.pairs.base, comparison.pairs.new, strict=True)
    }


def ends(comparison: Comparison, cause: Cause) -> tuple[str, str]:
    """Caller and callee of a cause by their names; no caller: empty."""
    caller = comparison.name(cause.caller) if cause.caller >= 0 else ""
    return caller, comparison.name(cause.term.callee)


def moved(profile_stats: Stats, place: Mapping[str, str], lines: int = 0) -> Stats:
    """The same file with other paths (their beginnings), and lines further down."""

    def at(key: Key) -> Key:
        file, line, name = key
        for old, new in place.items():
            if file.startswith(old):
                file = new + file[len(old) :]
                break
        return file, line + lines if line else line, name

    return {
        at(key): (*row[:4], {at(caller): entry for caller, entry in row[4].items()})
        for key, row in profile_stats.items()
    }
