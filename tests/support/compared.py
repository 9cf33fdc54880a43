"""Sides and comparisons for tests."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.support.corpus import DATA, Stats, dumped

from proftui.analysis.compare.causes import Cause
from proftui.analysis.compare.comparison import Comparison, Same, comparing, finding_causes
from proftui.analysis.compare.measured import OWN
from proftui.analysis.compare.pairs import Pairs
from proftui.analysis.compare.renamed import with_replaced
from proftui.analysis.compare.side import Side, side_of
from proftui.analysis.order import Order
from proftui.background.pieces import finished
from proftui.output.printed import Wanted
from proftui.state.comparing import comparing_session
from proftui.state.session import Session
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


def compared(base: Side, new: Side, same: Iterable[Same] = ()) -> Comparison:
    """All of it at once, causes too."""
    comparison = finished(comparing(base, new, list(same)))
    finished(finding_causes(comparison))
    return comparison


def wanted_of(
    comparison: Comparison, limit: int | None = None, view: str = "functions", form: str = "text"
) -> Wanted:
    """A comparison as it is printed."""
    alone = Session(comparison.new.profile, Order.usual(OWN))
    session = finished(comparing_session(alone, comparison.base, comparison.new, (), comparison))
    return Wanted(session, view, form, limit)


def comparison_of(before: Profile, after: Profile, same: Iterable[Same] = ()) -> Comparison:
    """One run each, with causes."""
    return compared(side_of([before]), side_of([after]), same)


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
    caller = comparison.name(cause.term.caller) if cause.term.caller >= 0 else ""
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


def check_sums(comparison: Comparison, close: float = 1e-9, *, all_told: bool = True) -> None:
    """All terms make up the change, and so do all causes; ``all_told``: nothing is left over."""
    causes = comparison.causes
    assert causes is not None
    by_terms = causes.by_counts + causes.by_time_per_call + causes.not_attributed
    every = [*causes.listed, *causes.others]
    by_causes = math.fsum(cause.time for cause in every) + causes.not_told_apart + causes.not_attributed
    longer = max(comparison.base.total, comparison.new.total, 1.0)
    assert math.isclose(by_terms, comparison.delta, abs_tol=close * longer)
    assert math.isclose(by_causes, comparison.delta, abs_tol=close * longer)
    assert not all_told or abs(causes.not_attributed) <= close * longer
    assert math.isclose(
        sum(cause.time for cause in causes.others), causes.others_time, abs_tol=close * longer
    )
    for cause in every:
        assert abs(cause.time) <= max(comparison.base.total, comparison.new.total) * (1 + 1e-9) + 1e-12


def known_as(comparison: Comparison, pairs: Pairs, row: int) -> tuple[str, ...]:
    """What a row is called on both sides, in the order of the alphabet."""
    if row < 0:
        return ()
    sides = (comparison.base, pairs.base[row]), (comparison.new, pairs.new[row])
    return tuple(sorted({side.names.shown_name(function) for side, function in sides if function >= 0}))


def signed(comparison: Comparison) -> dict[tuple[object, ...], float]:
    """Seconds of all causes by kind and names of their terms."""
    assert comparison.causes is not None
    found: dict[tuple[object, ...], float] = {}
    pairs = comparison.pairs
    if comparison.causes.counted:
        pairs = finished(with_replaced(comparison.base.profile, comparison.new.profile, pairs))
    for cause in (*comparison.causes.listed, *comparison.causes.others):
        terms = sorted(
            (part.kind, known_as(comparison, pairs, part.caller), known_as(comparison, pairs, part.callee))
            for part in cause.parts
        )
        found[tuple(terms)] = found.get(tuple(terms), 0.0) + cause.time
    return found


def check_swapped(before: Profile, after: Profile) -> None:
    """With the sides swapped every cause changes its sign, and nothing else."""
    there, back = signed(comparison_of(before, after)), signed(comparison_of(after, before))
    assert there.keys() == back.keys()
    whole = max(before.total_time, after.total_time, 1.0)
    for key, time in there.items():
        assert math.isclose(time, -back[key], abs_tol=1e-9 * whole)
