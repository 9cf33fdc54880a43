"""How much runs differ by themselves: the control group, and the ranges of several runs."""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, compress, repeat
from math import inf, log
from operator import eq, lt

from proftui.analysis.compare.keys import builtin_key, group_names
from proftui.analysis.compare.pairs import CHANGED, GONE, NEW, NOBODY, SAME, Pairs
from proftui.analysis.compare.side import Side
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.background.pieces import Pieces
from proftui_parsers import Profile

_MOST = 2_000_000
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
    sums = _sums(ranks, len(before))
    below = sum(ways for total, ways in sums.items() if total <= found)
    above = sum(ways for total, ways in sums.items() if total >= found)
    return min(1.0, 2 * min(below, above) / arrangements)


def _twice_ranks(values: Sequence[float]) -> list[int]:
    """Twice the rank of each, from 1 on; equal ones share theirs, so that twice of it is whole."""
    order = sorted(values)
    return [bisect_left(order, value) + bisect_right(order, value) + 1 for value in values]


def _sums(ranks: Sequence[int], chosen: int) -> Counter[int]:
    """In how many ways so many of the ranks add up to each sum."""
    ways: list[Counter[int]] = [Counter() for _ in range(chosen + 1)]
    ways[0][0] = 1
    for number, rank in enumerate(ranks, 1):
        for size in range(min(chosen, number), 0, -1):
            for total, count in ways[size - 1].items():
                ways[size][total + rank] += count
    return ways[chosen]


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
    members: int
    """How many of them take at least 0.01 % of the longer run on one side: the figures below are theirs."""
    ratio: float
    """Median of time after by time before, weighted by own time before; NaN without members."""
    quarter: tuple[float, float]
    """The quartiles of these ratios, weighted alike."""
    band: tuple[float, float] | None
    """The points of 5 % and 95 %; ``None``: fewer than 20 members, the spread is unknown."""


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
        return Control(len(equal), 0, float("nan"), (float("nan"), float("nan")), None)
    band = (_end(ratios, 0.05), _end(ratios, 0.95)) if len(ratios) >= _ENOUGH else None
    low, median, high = _quartiles(members)
    return Control(len(equal), len(ratios), median, (low, high), band)


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


def point(ordered: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies, linear between ranks."""
    low, high, part = _around(ordered, share)
    return low + part * (high - low)


def _end(ordered: Sequence[float], share: float) -> float:
    """As :func:`point`, of ratios between their logarithms: the same with the sides swapped."""
    low, high, part = _around(ordered, share)
    return float(low * (high / low) ** part)


def _around(ordered: Sequence[float], share: float) -> tuple[float, float, float]:
    """The values around the point below which this share lies, and the part of the way between them."""
    position = share * (len(ordered) - 1)
    number = int(position)
    return ordered[number], ordered[min(number + 1, len(ordered) - 1)], position - number


def _quartiles(ordered: Sequence[tuple[float, float]]) -> tuple[float, float, float]:
    """The first values up to which a quarter, half and three quarters of the weight lie."""
    running = list(accumulate(weight for _, weight in ordered))
    low, median, high = (ordered[bisect_left(running, share * running[-1])][0] for share in (0.25, 0.5, 0.75))
    return low, median, high


@dataclass(eq=False)
class Ranges:
    """Least and largest own times of all runs of a side, by function of its median run."""

    lows: array[float]
    highs: array[float]
    uneven: int = 0
    """How many functions are not called equally often in each run."""

    def of_rows(self, functions: Iterable[int], bundles: Iterable[tuple[int, Sequence[int]]]) -> Ranges:
        """The same by row; functions of a bundle are added up, which makes its range wider than it was."""
        lows, highs = [*self.lows, 0.0], [*self.highs, 0.0]
        numbers = list(functions)
        made = Ranges(
            array("d", map(lows.__getitem__, numbers)),
            array("d", map(highs.__getitem__, numbers)),
            self.uneven,
        )
        for row, members in bundles:
            made.lows[row] = sum(lows[f] for f in members)
            made.highs[row] = sum(highs[f] for f in members)
        return made


def measuring_ranges(side: Side) -> Pieces[Ranges]:
    """Ranges of a side: functions of other runs are those recorded with the same file, line and name."""
    known = side.profile
    numbers = {identity: function for function, identity in enumerate(identities(known))}
    own = array("d", known.tottime[: known.count])
    ranges = Ranges(array("d", own), array("d", own))
    calls, uneven = known.ncalls, bytearray(known.count)
    yield
    for run in side.runs:
        if run is known:
            continue
        found, counts = [0.0] * known.count, [0] * known.count
        for function, identity in enumerate(identities(run)):
            number = numbers.get(identity)
            if number is not None:
                found[number] += run.tottime[function]
                counts[number] += run.ncalls[function] if run.ncalls is not None else 0
        yield
        ranges.lows = array("d", map(min, ranges.lows, found))
        ranges.highs = array("d", map(max, ranges.highs, found))
        if calls is not None and run.ncalls is not None:
            for function, count in enumerate(counts):
                uneven[function] |= count != calls[function]
        yield
    for function in known.calls.estimated if isinstance(known, ShapedProfile) else ():
        uneven[function] = 0
    ranges.uneven = sum(uneven)
    return ranges


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


def mark(pairs: Pairs, equal: Sequence[int], control: Control, ranges: tuple[Ranges, Ranges] | None) -> None:
    """Mark the rows whose change is within the spread.

    ``equal``: the rows of what was called equally often; ``ranges``: by row, if both sides have several runs.
    """
    marks = bytearray(len(pairs))
    if control.band is not None:
        low, high = control.band
        own, own_after = pairs.base_own, pairs.new_own
        for row in equal:
            # A time that is not a number is within nothing, and what took none has no ratio.
            time = own[row]
            marks[row] = low <= own_after[row] / time <= high if time else not own_after[row]
    if ranges is not None:
        before, after = ranges
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
