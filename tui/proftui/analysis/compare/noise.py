"""How much runs differ by themselves: the control group, and the ranges of several runs."""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, combinations, compress, repeat
from math import inf, log
from operator import eq, lt, ne

from proftui.analysis.compare.keys import builtin_key, group_names
from proftui.analysis.compare.pairs import CHANGED, GONE, NEW, NOBODY, SAME, Pairs
from proftui.analysis.compare.side import Side
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.background.pieces import Pieces
from proftui_parsers import Profile

_MOST = 200_000
"""Arrangements up to which the probability is exact."""
LIMIT = 0.05


def can_tell(before: int, after: int) -> bool:
    """Whether so many runs can give a p of 0.05 at all."""
    return before > 0 and after > 0 and 2 / math.comb(before + after, before) <= LIMIT


def two_sided(before: Sequence[float], after: Sequence[float]) -> float:
    """The two-sided p that both are drawn alike: of all arrangements, those as far off, ties by half.

    Twice the smaller tail, 1 at most. Both need at least one value.
    """
    ranks = _twice_ranks([*before, *after])
    found = sum(ranks[: len(before)])
    arrangements = math.comb(len(ranks), len(before))
    if arrangements > _MOST:
        return _nearly(ranks, len(before), found)
    sums = list(map(sum, combinations(ranks, len(before))))
    below = sum(total <= found for total in sums)
    above = sum(total >= found for total in sums)
    return min(1.0, 2 * min(below, above) / arrangements)


def _twice_ranks(values: Sequence[float]) -> list[int]:
    """Twice the rank of each, from 1 on; equal ones share theirs, so that twice of it is whole."""
    order = sorted(values)
    return [bisect_left(order, value) + bisect_right(order, value) + 1 for value in values]


def _nearly(ranks: Sequence[int], chosen: int, found: int) -> float:
    """From the normal distribution, corrected for ties and for steps of half a rank."""
    count, others = len(ranks), len(ranks) - chosen
    tied = sum(n**3 - n for n in Counter(ranks).values())
    variance = chosen * others / 12 * (count + 1 - tied / (count * (count - 1)))
    away = abs(found / 2 - chosen * (count + 1) / 2) - 0.5
    if variance <= 0 or away <= 0:
        return 1.0
    return math.erfc(away / math.sqrt(2 * variance))


LEAST = 1e-4
"""Share of the longer run that a function of the control group takes at least, on one side."""
_ENOUGH = 20
"""Members from which on the group tells how far ratios spread."""
_ANOTHER = 1.3
"""From here on a factor, or one by it, is one that all have for another reason than noise."""
_FAR = 100
"""Beyond that factor, or one by it, calls or times ended or began."""


@dataclass(frozen=True, slots=True)
class Control:
    """The functions called equally often on both sides: how their times changed is not the edit."""

    functions: int
    """How many there are."""
    ratio: float
    """Median of time after by time before, weighted by own time before; NaN where there is none.

    This and the figures below are of those that take at least 0.01 % of the longer run on one side."""
    quarter: tuple[float, float]
    """The quartiles of these ratios, weighted alike."""
    band: tuple[float, float] | None
    """Between these are 90 % of the ratios; ``None``: there are fewer than 20, and the spread is unknown."""


def control_group(pairs: Pairs, equal: Sequence[int], base_total: float, new_total: float) -> Control:
    """The control group; ``equal``: the rows of what was called equally often."""
    before, after = pairs.base_own, pairs.new_own
    least = LEAST * max(base_total, new_total)
    members = [
        (after[row] / own, own)
        for row in equal
        if (own := before[row]) > 0 < after[row]
        and (own >= least or after[row] >= least)
        and 0 < after[row] / own < inf
    ]
    members.sort()
    ratios = [ratio for ratio, _ in members]
    if not ratios:
        return Control(len(equal), float("nan"), (float("nan"), float("nan")), None)
    beyond = len(ratios) // 20
    band = (ratios[beyond], ratios[-1 - beyond]) if len(ratios) >= _ENOUGH else None
    low, median, high = _quartiles(members)
    return Control(len(equal), median, (low, high), band)


def common_factor(quartiles: tuple[float, float, float], part: float) -> float | None:
    """What all of these are within a part of how far that is from 1, if it is far; else ``None``."""
    low, median, high = quartiles
    if not 0 < low <= high < inf:
        return None
    far = abs(log(median))
    is_common = max(log(high / median), log(median / low)) <= part * far
    return median if is_common and log(_ANOTHER) <= far <= log(_FAR) else None


def factor_of_calls(pairs: Pairs) -> float | None:
    """How many times as often all is called, by own time; ``None``: not all alike, or one is all."""
    members, own, own_after = list[tuple[float, float]](), pairs.base_own, pairs.new_own
    for row, (calls, later) in enumerate(zip(pairs.base_calls, pairs.new_calls, strict=True)):
        weight = own[row] + own_after[row]
        if weight > 0 and (calls > 0 or later > 0):
            members.append((later / calls if calls > 0 else inf, weight))
    members.sort()
    weights = [weight for _, weight in members]
    if len(members) < _ENOUGH or 2 * max(weights) > sum(weights):
        return None
    return common_factor(_quartiles(members), 0.1)


def equally_often(pairs: Pairs, *, counted: bool) -> list[int]:
    """The rows of what was called as often on both sides, and once at least; none where calls are unknown."""
    if not counted:
        return []
    calls = pairs.base_calls
    return [row for row in compress(range(len(pairs)), map(eq, calls, pairs.new_calls)) if calls[row] > 0]


def _quartiles(ordered: Sequence[tuple[float, float]]) -> tuple[float, float, float]:
    """The first values up to which a quarter, half and three quarters of the weight lie."""
    running = list(accumulate(weight for _, weight in ordered))
    low, median, high = (ordered[bisect_left(running, share * running[-1])][0] for share in (0.25, 0.5, 0.75))
    return low, median, high


@dataclass(eq=False)
class Runs:
    """All runs of a side by row; functions of a bundle are added up."""

    own: list[array[float]]
    """Of each run, own times."""
    uneven: int
    """How many rows are not called equally often in each run."""

    @cached_property
    def lows(self) -> array[float]:
        """The least own times."""
        return array("d", map(min, zip(*self.own, strict=True)))

    @cached_property
    def highs(self) -> array[float]:
        """The largest own times."""
        return array("d", map(max, zip(*self.own, strict=True)))


def reading_runs(side: Side, row_of: Sequence[int], count: int) -> Pieces[Runs]:
    """The runs of a side: functions of other runs are those recorded with the same file, line and name.

    ``row_of``: by function of its median run, its row, of which there are ``count``.
    """
    known = side.profile
    rows = dict(zip(identities(known), row_of, strict=False))
    own: list[array[float]] = []
    calls: list[list[int]] = []
    for run in side.runs:
        there = row_of if run is known else [rows.get(identity, NOBODY) for identity in identities(run)]
        yield
        # What is in no row is added to the last one.
        times, counts = array("d", bytes(8 * (count + 1))), [0] * (count + 1)
        for row, time, n in zip(there, run.tottime, run.ncalls or repeat(0), strict=False):
            times[row] += time
            counts[row] += n
        own.append(times[:-1])
        calls.append(counts[:-1])
        yield
    uneven = {row for of in calls for row in compress(range(count), map(ne, of, calls[0]))}
    if isinstance(known, ShapedProfile):
        uneven.difference_update(map(row_of.__getitem__, known.calls.estimated))
    return Runs(own, len(uneven))


def identities(profile: Profile) -> Iterable[tuple[str, int, str]]:
    """By function what it is known by in other runs: without addresses, which differ; of groups the name."""
    names = (builtin_key(n) if n.startswith("<") and " at 0x" in n else n for n in profile.names)
    every = zip(profile.files[: profile.count], profile.linenos, names, strict=False)
    groups = group_names(profile)
    if not groups:
        return every
    return (
        ("", 0, groups[function]) if function in groups else identity
        for function, identity in enumerate(every)
    )


def mark(pairs: Pairs, equal: Sequence[int], control: Control, runs: tuple[Runs, Runs] | None) -> None:
    """Mark the rows whose change is within the spread.

    ``equal``: the rows of what was called equally often; ``runs``: if both sides have several.
    """
    marks = bytearray(len(pairs))
    if control.band is not None:
        low, high = control.band
        own, own_after = pairs.base_own, pairs.new_own
        for row in equal:
            # A time that is not a number is within nothing, and what took none has no ratio.
            time = own[row]
            marks[row] = low <= own_after[row] / time <= high if time else not own_after[row]
    if runs is not None:
        before, after = runs
        both = zip(before.lows, before.highs, after.lows, after.highs, strict=True)
        overlap = (low <= high_after and low_after <= high for low, high, low_after, high_after in both)
        marks = bytearray(map(max, marks, overlap))
    pairs.within = marks


def sort_out(pairs: Pairs) -> None:
    """What became of the functions, from their figures and the marks."""
    statuses = bytearray([CHANGED]) * len(pairs)
    own, own_after, within = pairs.base_own, pairs.new_own, pairs.within
    for row in compress(range(len(pairs)), map(eq, pairs.base_calls, pairs.new_calls)):
        time = own[row]
        if within[row] or time == own_after[row] or time != time:
            statuses[row] = SAME
    for row in compress(range(len(pairs)), map(lt, pairs.base, repeat(0))):
        statuses[row] = NEW
    gone = pairs.new.count(NOBODY)
    statuses[len(pairs) - gone :] = bytes([GONE]) * gone
    pairs.statuses = statuses
