"""A comparison of two sides: rows first, then causes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from typing import NamedTuple

from proftui.analysis.compare.causes import Causes
from proftui.analysis.compare.columns import filling
from proftui.analysis.compare.edge_pairs import EdgePair, callees_of, callers_of
from proftui.analysis.compare.matching import matching
from proftui.analysis.compare.noise import (
    LIMIT,
    Control,
    Runs,
    can_tell,
    control_group,
    equally_often,
    factor_of_calls,
    mark,
    reading_runs,
    sort_out,
    two_sided,
)
from proftui.analysis.compare.pairs import BY_HAND, Pairs
from proftui.analysis.compare.side import Side
from proftui.background.pieces import AT_ONCE, PIECE, Pieces, finished


class Page(NamedTuple):
    """Rows of a comparison, each list the largest change of own time first."""

    changed: Sequence[int]
    """Of both sides."""
    new: Sequence[int]
    gone: Sequence[int]
    new_own: float
    """Own time of all that is new, after, in the unit of the measure."""
    gone_own: float
    """Own time of all that is gone, before."""


def page_of(pairs: Pairs, there: Sequence[int]) -> Page:
    """Of the rows that are there those of one page, before it is known how many there is room for."""
    rows = sorted(there, key=lambda row: -_size(pairs, row))
    new, gone = ([row for row in rows if side[row] < 0] for side in (pairs.base, pairs.new))
    alone = {*new, *gone}
    changed = [
        row for row in rows if row not in alone and (_size(pairs, row) > 0 or pairs.status(row) == "changed")
    ]
    times = [pairs.new_own[row] for row in new], [pairs.base_own[row] for row in gone]
    return Page(changed, new, gone, *map(_finite_sum, times))


def _size(pairs: Pairs, row: int) -> float:
    change = abs(pairs.delta(row))
    return change if change == change else 0.0


_MOST_STEPS = 1_000
"""Functions on the way down the biggest change."""
_PIECES_OF_EDGES, _PIECES_OF_ALONE = 7, 35
"""Steps of finding causes, for each edge of either side and for each function that one side has alone."""


class Same(NamedTuple):
    """Two functions that are known to be one."""

    base: int
    """Number in the base's profile."""
    new: int
    """Number in the new side's."""
    stage: int = BY_HAND
    """Which rule made the pair."""
    score: float = 1.0
    """How sure it is."""


@dataclass(eq=False)
class Comparison:
    """What two sides have in common and what they have not."""

    base: Side
    new: Side
    pairs: Pairs
    """The rows."""
    runs: tuple[Runs, Runs] | None
    """By row, own times of all runs, before and after; ``None``: one run each."""
    control: Control
    p: float | None
    """Exact two-sided Mann–Whitney p of the totals; ``None``: too few runs for p to reach 0.05."""
    causes: Causes | None = None
    """``None`` until :func:`finding_causes` is done."""

    @property
    def delta(self) -> float:
        """The total after less that before."""
        return self.new.total - self.base.total

    @property
    def ratio(self) -> float | None:
        """The total after by that before; ``None``: nothing was measured before."""
        return self.new.total / self.base.total if self.base.total > 0 else None

    @property
    def has_several_runs(self) -> bool:
        """Whether there are several of both sides: then ranges and p tell of the noise."""
        return len(self.base.runs) > 1 and len(self.new.runs) > 1

    @property
    def overlap(self) -> bool:
        """Whether the ranges of the totals have a value in common."""
        (low, high), (low_after, high_after) = self.base.range, self.new.range
        return low <= high_after and low_after <= high

    @cached_property
    def is_same(self) -> bool:
        """Whether all functions are matched, and calls and times of all are equal."""
        pairs = self.pairs
        alone = min(pairs.base, default=0) < 0 or min(pairs.new, default=0) < 0
        return not alone and all(
            before.tobytes() == after.tobytes()
            for before, after in (
                (pairs.base_own, pairs.new_own),
                (pairs.base_calls, pairs.new_calls),
                (pairs.base_cumtime, pairs.new_cumtime),
            )
        )

    @cached_property
    def factor_of_calls(self) -> float | None:
        """How many times as often all is called; ``None``: not all alike."""
        return factor_of_calls(self.pairs)

    @property
    def is_within_spread(self) -> bool | None:
        """Whether the change of the total is; ``None``: one run on a side, and the spread is unknown."""
        if self.has_several_runs:
            return self.overlap or (self.p is not None and self.p >= LIMIT)
        if self.control.band is None or self.ratio is None:
            return None
        return self.control.band[0] <= self.ratio <= self.control.band[1]

    @cached_property
    def matched(self) -> tuple[float, float]:
        """The share of own time that is in functions of both sides, before and after."""
        pairs = self.pairs
        both = [f >= 0 and g >= 0 for f, g in zip(pairs.base, pairs.new, strict=True)]
        shares = []
        for own in (pairs.base_own, pairs.new_own):
            whole, in_both = _finite_sum(own), _finite_sum(list(compress(own, both)))
            shares.append(in_both / whole if whole > 0 else 1.0)
        return shares[0], shares[1]

    def callers(self, row: int) -> list[EdgePair]:
        """Who calls the function of a row, on either side; callers of the new side first."""
        return finished(callers_of(self.base.profile, self.new.profile, self.pairs, row))

    def callees(self, row: int) -> list[EdgePair]:
        """What it calls, on either side."""
        return finished(callees_of(self.base.profile, self.new.profile, self.pairs, row))

    def biggest_change(self, row: int) -> list[int]:
        """The rows from one on: the callee whose time changed most, as long as own time changed less."""
        path, seen = [row], {row}
        while len(path) < _MOST_STEPS:
            below = [pair for pair in self.callees(path[-1]) if pair.row >= 0 and pair.row not in seen]
            step = max(below, key=_change, default=None)
            if step is None or not _change(step) > abs(self.pairs.delta(path[-1])):
                break
            path.append(step.row)
            seen.add(step.row)
        return path

    @cached_property
    def absent(self) -> bytes:
        """By row, 1 where chosen threads run its function on neither side; empty: there is no such row."""
        both = self.base.profile.absent, self.new.profile.absent
        if both[0] is None and both[1] is None:
            return b""
        ends = zip(self.pairs.base, self.pairs.new, strict=True)
        # Nobody is absent, too.
        before, after = (bytes(of or b"") for of in both)
        return bytes(_is_absent(f, before) and _is_absent(g, after) for f, g in ends)

    @cached_property
    def there(self) -> Sequence[int]:
        """All other rows."""
        absent, every = self.absent, range(len(self.pairs))
        return [row for row in every if not absent[row]] if absent else every

    @cached_property
    def page(self) -> Page:
        """What of it stands on one page."""
        return page_of(self.pairs, self.there)

    def name(self, row: int) -> str:
        """What the function of a row is called, on the new side where it is there; not cleaned."""
        side, function = self.side_of_row(row)
        return side.names.shown_name(function)

    def package(self, row: int) -> str:
        """The package of the function of a row, on the new side where it is there; not cleaned."""
        side, function = self.side_of_row(row)
        return side.names.package(function)

    def side_of_row(self, row: int) -> tuple[Side, int]:
        """The new side and the function of a row there, or the base and the one there if it is gone."""
        function = self.pairs.new[row]
        return (self.new, function) if function >= 0 else (self.base, self.pairs.base[row])


def _change(pair: EdgePair) -> float:
    before, after = ((edge.cumtime or 0.0) if edge else 0.0 for edge in (pair.base, pair.new))
    return abs(after - before)


def _is_absent(function: int, absent: bytes) -> bool:
    return function < 0 or (function < len(absent) and bool(absent[function]))


def _finite_sum(times: Sequence[float]) -> float:
    """The sum of those that are finite."""
    whole = sum(times)
    return whole if whole - whole == 0 else sum(time for time in times if time - time == 0)


def comparing(base: Side, new: Side, same: Sequence[Same] = ()) -> Pieces[Comparison]:
    """Match the functions of both sides, in pieces; all but the causes stands then."""
    pairs = yield from filling(base, new, (yield from matching(base.names, new.names, same)))
    yield
    equal = equally_often(pairs, counted=base.counts_calls and new.counts_calls)
    control = control_group(pairs, equal, base.total, new.total)
    yield
    runs = None
    if len(base.runs) > 1 or len(new.runs) > 1:
        before = yield from reading_runs(base, pairs.base_row, len(pairs))
        runs = before, (yield from reading_runs(new, pairs.new_row, len(pairs)))
    p = two_sided(base.totals, new.totals) if can_tell(len(base.runs), len(new.runs)) else None
    comparison = Comparison(base, new, pairs, runs, control, p)
    mark(pairs, equal, control, runs if comparison.has_several_runs else None)
    yield
    sort_out(pairs)
    return comparison


def finding_causes(comparison: Comparison) -> Pieces[Causes]:
    """Work out the causes, in pieces; they are kept in the comparison too."""
    # Rows stand before that.
    from proftui.analysis.compare.finding import causes_of

    sides = comparison.base, comparison.new
    comparison.causes = yield from causes_of(*sides, comparison.pairs, comparison.package)
    return comparison.causes


def pieces_of_causes(comparison: Comparison) -> int:
    """About how many pieces :func:`finding_causes` takes."""
    base, new = comparison.base.profile, comparison.new.profile
    alone = len(comparison.pairs) - min(base.count, new.count)
    return (_PIECES_OF_EDGES * (len(base.edges) + len(new.edges)) + _PIECES_OF_ALONE * alone) // PIECE + 1


def find_few_causes(comparison: Comparison) -> None:
    """Find the causes, where there are so few calls that nobody waits for them."""
    if pieces_of_causes(comparison) <= AT_ONCE:
        finished(finding_causes(comparison))
