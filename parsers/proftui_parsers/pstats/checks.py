"""What does not add up in a ``.stats`` file, said in a sentence each."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

import proftui_parsers.messages as messages
from proftui_parsers.binary import LARGEST
from proftui_parsers.profile import ENDLESS, Profile
from proftui_parsers.sums import by_callee

_SHARE = 0.01
_SECONDS = 1e-6
"""By so much callers may exceed a function unnoticed: times are rounded, and files are added up."""
_is_negative: Callable[[float], bool] = (0.0).__gt__


def warnings_of(profile: Profile, notes: Sequence[str] = ()) -> tuple[str, ...]:
    """Sentences about figures that cannot be; ``notes`` come first."""
    if not profile.count:
        return (messages.NOTED_NO_FUNCTIONS,)
    sentences = [*notes, *_odd_times(profile)]
    if profile.ncalls and min(profile.ncalls) < 0:
        sentences.append(_functions(sum(count < 0 for count in profile.ncalls), messages.NO_NUMBER_OF_CALLS))
    sentences.append(_too_many_calls(profile))
    if profile.has_edges and not profile.measure.sampled:
        sentences += _odd_sums(profile)
    return tuple(filter(None, sentences))


def _too_many_calls(profile: Profile) -> str:
    """A sentence about counts that were cut to what a column holds; empty where there are none."""
    edges, calls = profile.edges, profile.ncalls or [0] * profile.count
    if max(max(calls), max(edges.ncalls, default=0)) < LARGEST:
        return ""
    spans = pairwise(edges.starts)
    more = sum(
        max((count, *edges.ncalls[start:end])) >= LARGEST
        for count, (start, end) in zip(calls, spans, strict=True)
    )
    return _functions(more, messages.COUNT_TOO_LARGE.format(LARGEST))


def _odd_times(profile: Profile) -> list[str]:
    """Sentences about times that are not finite, or negative; empty where there are none."""
    columns = [profile.tottime] if profile.cumtime is None else [profile.tottime, profile.cumtime]
    edges = [profile.edges.tottime, profile.edges.cumtime]
    sentences = []
    if not all(abs(sum(column)) < ENDLESS and not _has_negative(column) for column in columns):
        sentences.append(_functions(_rows(lambda time: not 0 <= time < ENDLESS, columns), messages.ODD_TIME))
    if any(map(_has_negative, edges)) or any(any(map(math.isinf, column)) for column in edges):
        odd = _rows(lambda time: time < 0 or math.isinf(time), edges)
        entries = _plural(odd, messages.CALLER_ENTRY_HAS, messages.CALLER_ENTRIES_HAVE)
        sentences.append(messages.ODD_CALLER_TIMES.format(odd, entries))
    return sentences


def _has_negative(column: Sequence[float]) -> bool:
    """Whether a time is negative; looks at the single ones only where NaN spoils the quick answer."""
    if not column:
        return False
    return min(column) < 0 if column[0] == column[0] else any(map(_is_negative, column))


def _rows(odd: Callable[[float], bool], columns: Sequence[Sequence[float]]) -> int:
    """How many rows have an odd figure in any of the columns."""
    return sum(map(any, zip(*(map(odd, column) for column in columns), strict=True)))


def _odd_sums(profile: Profile) -> list[str]:
    """Sentences about callers whose figures together exceed the function's; empty where none do."""
    more = sum(map((0).__gt__, profile.root_calls)) if profile.ncalls is not None else 0
    own = _functions(_exceeded(profile), messages.MORE_OWN_FROM_CALLERS)
    return [_functions(more, messages.MORE_CALLS_FROM_CALLERS), own]


def _exceeded(profile: Profile) -> int:
    """How many functions have noticeably less own time than their callers account for."""
    edges, times = profile.edges, profile.edges.tottime
    if not math.isfinite(sum(times)):
        if not any(map(math.isfinite, times)):
            return 0
        times = [time if math.isfinite(time) else 0.0 for time in times]
    limits = (own + abs(own) * _SHARE + _SECONDS for own in profile.tottime)
    # Differences of running sums are quick but not exact, so what they find is added up again.
    spans, sums = pairwise(edges.starts), by_callee(edges.starts, times)
    suspects = [
        (start, stop, limit)
        for (start, stop), more, limit in zip(spans, sums, limits, strict=True)
        if more > limit and stop > start
    ]
    return sum(sum(times[start:stop]) > limit for start, stop, limit in suspects)


def _functions(count: int, what: str) -> str:
    have = _plural(count, messages.FUNCTION_HAS, messages.FUNCTIONS_HAVE)
    return f"{count:,} {have} {what}" if count else ""


def _plural(count: int, one: str, many: str) -> str:
    return one if count == 1 else many
