"""The answer in one sentence: what takes the most time, and how few functions make half of it."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence

from proftui.analysis.names import Names
from proftui.drawing import figures
from proftui.drawing.safe_text import clean
from proftui_parsers.profile import LineTime, Profile

ALL_LINES = "all lines together"
HALF = "are half of it"
"""How a headline of two halves ends."""
_LEAST_SHARE = 1.0
_LONGEST_NAME = 40
_USUALLY_ENOUGH = 100
_FEW = 5_000


def headline(profile: Profile, names: Names) -> str:
    """One true sentence about a profile, cleaned: ``compile alone is 41.5 % of the time, …``."""
    if profile.count == 0:
        return "nothing was recorded: this profile has no functions"
    whole = f"the {profile.measure.title}"
    if profile.has_lines and not profile.has_calls:
        # A line has what it calls in it, whose lines may be measured too: their sum is no run.
        return _about_lines(profile, names, ALL_LINES)
    own = profile.tottime[: profile.count]
    hottest = _largest(own)
    if hottest is None or not 0 < profile.total_time < math.inf:
        verb = "were" if profile.measure.sampled else "was"
        return f"no {profile.measure.title} {verb} measured in {figures.plural(profile.count, 'function')}"
    name = clean(names.shown_name(hottest), _LONGEST_NAME)
    if profile.count == 1:
        return f"{name} is the only function in this profile"
    return _sentence(name, own, hottest, profile.total_time, whole, "function")


def _about_lines(profile: Profile, names: Names, whole: str) -> str:
    if not any(profile.hits.values()):
        return f"no line was run in {figures.plural(profile.count, 'function')}"
    # Numbers alone: there may be a million lines.
    times = array("d", (line.time for lines in profile.lines.values() for line in lines))
    hottest = _largest(times)
    if hottest is None or not 0 < profile.total_time < math.inf:
        return f"no time was measured in {figures.plural(len(times), 'line')}"
    index, line = _line_at(profile, hottest)
    what = f"line {line.line} of {clean(names.shown_name(index), _LONGEST_NAME)}"
    if len(times) == 1:
        return f"{what} is the only line that was run"
    return _sentence(what, times, hottest, profile.total_time, whole, "line")


def _line_at(profile: Profile, number: int) -> tuple[int, LineTime]:
    """The function and the line of this number among all lines."""
    for index, lines in profile.lines.items():
        if number < len(lines):
            return index, lines[number]
        number -= len(lines)
    raise IndexError(number)


def _sentence(what: str, times: Sequence[float], hottest: int, total: float, whole: str, unit: str) -> str:
    share = 100.0 * times[hottest] / total
    halves = _making_half(times, total)
    if share < _LEAST_SHARE:
        return f"no {unit} alone is {_LEAST_SHARE:.0f} % of {whole}, {figures.plural(halves, unit)} {HALF}"
    alone = f"{what} alone is {figures.percent(share)} % of {whole}"
    return alone if halves < 2 else f"{alone}, {figures.plural(halves, unit)} {HALF}"


def _largest(times: Sequence[float]) -> int | None:
    """Where the largest time stands, if any is more than nothing."""
    times = list(times)
    finite = times if math.isfinite(sum(times)) else [time for time in times if 0 < time < math.inf]
    largest = max(finite, default=0.0)
    return times.index(largest) if largest > 0 else None


def _making_half(times: Sequence[float], total: float) -> int:
    """How many of the largest times together reach half of ``total``."""
    finite = times if math.isfinite(sum(times)) else [time for time in times if 0 < time < math.inf]
    # Times are summed in another order than the total was.
    half = total / 2 * (1 - 1e-9)
    for some in (_USUALLY_ENOUGH, len(finite)):
        made = 0.0
        for count, time in enumerate(_largest_first(finite, some), 1):
            if time <= 0:
                break
            made += time
            if made >= half:
                return count
    return 0


def _largest_first(times: Sequence[float], most: int) -> Sequence[float]:
    """The largest times, ``most`` of them; of a few thousand, sorting is quicker than an import."""
    if len(times) < _FEW:
        return sorted(times, reverse=True)[:most]
    from heapq import nlargest

    return nlargest(most, times)
