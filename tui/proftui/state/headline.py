"""The answer in one sentence: what takes the most time, and how few functions make half of it."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence

from proftui.analysis.import_time import seconds_of_imports
from proftui.analysis.names import Names
from proftui.drawing import figures
from proftui.drawing.safe_text import clean
from proftui_parsers.consistency import whole_time
from proftui_parsers.profile import LineTime, Profile

ALL_LINES = "all lines together"
LINES_ADDED = "all lines added up"
_ROUGHLY = {"exact": "", "about": "about ", "at most": "at least ", "at most about": "at least about "}
"""What is said of a share, by how certain the whole is."""
HALF = "are half of it"
HALF_OF_ALL = "are half of the time"
"""How a headline of two halves ends; of one that spoke of imports before, what they are half of."""
_LEAST_SHARE = 1.0
_LONGEST_NAME = 40
_USUALLY_ENOUGH = 100
_FEW = 5_000
_MUCH_IMPORTED = 30.0
"""Percent of the run from which on imports are what the program does."""
_LOOKED_AT = 1_000
"""Functions, the heaviest first, among which the user's own are looked for."""


def headline(profile: Profile, names: Names) -> str:
    """One true sentence about a profile, cleaned: ``compile alone is 41.5 % of the time, …``."""
    if profile.count == 0:
        return "nothing was recorded: this profile has no functions"
    whole = f"the {profile.measure.title}"
    if profile.has_lines and not profile.has_calls:
        return _about_lines(profile, names)
    own = profile.tottime[: profile.count]
    hottest, total = _largest(own), whole_time(profile)
    if hottest is None or not 0 < total < math.inf:
        verb = "were" if profile.measure.sampled else "was"
        return f"no {profile.measure.title} {verb} measured in {figures.plural(profile.count, 'function')}"
    if profile.count == 1:
        return f"{clean(names.shown_name(hottest), _LONGEST_NAME)} is the only function in this profile"
    imports, mine = _about_imports(profile, names, total)
    if mine:
        return f"{imports}: {mine}"
    said = _sentence(_whose(names, hottest), own, hottest, total, "" if imports else whole, "function")
    return f"{imports}, {said}" if imports else said


def _whose(names: Names, index: int) -> str:
    """A function's name; where others are shown with the same one, also where it stands."""
    name, every = names.shown_name(index), names.profile.names
    recorded = every[index]
    alike = (i for i in range(names.profile.count) if every[i] == recorded or name in every[i])
    shared = any(other != index and names.shown_name(other) == name for other in alike)
    where = clean(names.location(index, with_dirs=False), _LONGEST_NAME)
    return clean(name, _LONGEST_NAME) + (f" ({where})" if shared else "")


def _about_imports(profile: Profile, names: Names, total: float) -> tuple[str, str]:
    """What imports take, if that is much, and what the heaviest of the user's own functions does."""
    cumtime, every = profile.cumtime, profile.names
    share = 100.0 * seconds_of_imports(profile, names) / total
    if cumtime is None or not share > _MUCH_IMPORTED:
        return "", ""
    order = sorted(range(profile.count), key=lambda i: -cumtime[i] if cumtime[i] < math.inf else 0.0)
    heaviest = (i for i in order[:_LOOKED_AT] if every[i] != "<module>" and 0 < cumtime[i] < math.inf)
    mine = next(filter(names.is_mine, heaviest), None)
    said = f"imports take {figures.percent(share)} % (I)"
    if mine is None:
        return said, ""
    return said, f"{_whose(names, mine)} takes {figures.percent(100.0 * cumtime[mine] / total)} %"


def _about_lines(profile: Profile, names: Names) -> str:
    if not any(profile.hits.values()):
        return f"no line was run in {figures.plural(profile.count, 'function')}"
    # Numbers alone: there may be a million lines.
    times = array("d", (line.time for lines in profile.lines.values() for line in lines))
    hottest = _largest(times)
    if hottest is None or not 0 < whole_time(profile) < math.inf:
        return f"no time was measured in {figures.plural(len(times), 'line')}"
    index, line = _line_at(profile, hottest)
    what = f"line {line.line} of {clean(names.shown_name(index), _LONGEST_NAME)}"
    if len(times) == 1:
        return f"{what} is the only line that was run"
    together = profile.lines_together
    if together is None:
        return _sentence(what, times, hottest, whole_time(profile), LINES_ADDED, "line")
    # Lines may be within others: together, some of them are not half of anything.
    share = f"{_ROUGHLY[together.certainty]}{figures.percent(100.0 * times[hottest] / together.seconds)} %"
    return f"{what} alone is {share} of {ALL_LINES}"


def _line_at(profile: Profile, number: int) -> tuple[int, LineTime]:
    """The function and the line of this number among all lines."""
    for index, lines in profile.lines.items():
        if number < len(lines):
            return index, lines[number]
        number -= len(lines)
    raise IndexError(number)


def _sentence(what: str, times: Sequence[float], hottest: int, total: float, whole: str, unit: str) -> str:
    """``whole``: what shares are of; empty behind another share of the time, which says it."""
    share = 100.0 * times[hottest] / total
    halves = _making_half(times, total)
    of, half = (f" of {whole}", HALF) if whole else ("", HALF_OF_ALL)
    if share < _LEAST_SHARE:
        alone = f"no {unit} alone is {_LEAST_SHARE:.0f} %{of}"
        # Where figures contradict each other, all of them together may not be half.
        return f"{alone}, {figures.plural(halves, unit)} {half}" if halves else alone
    alone = f"{what} alone is {figures.percent(share)} %{of}"
    return alone if halves < 2 else f"{alone}, {figures.plural(halves, unit)} {half}"


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
