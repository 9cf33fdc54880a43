"""What the calls on lines took before and after: those of the same functions, whatever line made them before.

A file with calls says who called whom, not on which line. So the calls on a line after are compared with
all calls of the same callees before, which no text of the base is needed for. Where the text before is
shown, it is the other way round.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import nan

from proftui.analysis.compare.both_lines import LineChange
from proftui.analysis.compare.comparison import Comparison
from proftui.analysis.compare.edge_pairs import EdgePair
from proftui.analysis.neighbours import Neighbour
from proftui_parsers import Edge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.source.listing import Listing


class BothCalls:
    """The calls of functions of one side, by caller, as they are asked for."""

    def __init__(self, comparison: Comparison, *, before: bool = False) -> None:
        """``before``: of the base, else of the new side; all functions have the numbers of that side."""
        self._comparison, self._before = comparison, before
        pairs = comparison.pairs
        self._rows, self._others = (pairs.base_row, pairs.new) if before else (pairs.new_row, pairs.base)
        self._became = ("gone", "new") if before else ("new", "gone")
        """What is on this side alone, and what is on the other."""
        self._found: dict[int, dict[int, EdgePair]] = {}

    def line(self, shown: Listing, number: int) -> LineChange | None:
        """The calls on a line, together; ``None``: it makes none that are known of."""
        sites = shown.calls_of(number) or shown.joint_calls_of(number)
        if not sites:
            return None
        changes = [self.call(site.caller, site.figures) for site in sites]
        counted = [sum(change.counted[side] for change in changes) for side in (0, 1)]
        times = [[change.cum[side] for change in changes] for side in (0, 1)]
        # Calls of a function that calls itself again may be within each other.
        most = max if shown.overlap(number, sites) else sum
        before, after = (nan if any(t != t for t in of_side) else most(of_side) for of_side in times)
        became = self._became[0] if all(change.became for change in changes) else ""
        return LineChange((counted[0], counted[1]), (nan, nan), (before, after), became)

    def call(self, caller: int, here: Neighbour) -> LineChange:
        """The calls of one callee, whose figures on this side these are."""
        pair = self._of(caller).get(here.function)
        edge, other = self._ends(pair) if pair is not None else (None, None)
        counted, cum = _number(here.ncalls), _number(here.cumtime)
        row = self._row(caller)
        is_alone = row >= 0 and self._others[row] < 0
        if edge is None or edge.ncalls != here.ncalls:
            # Some of its calls alone: how many of them the other side had nobody knows.
            return LineChange(self._both(counted, nan), (nan, nan), self._both(cum, nan))
        became = self._became[0] if other is None or is_alone else ""
        calls, times = self._both(counted, _calls(other)), self._both(cum, _time(other))
        return LineChange(calls, (nan, nan), times, became)

    def of_other_side(self, caller: int) -> list[tuple[int, LineChange]]:
        """What it calls on the other side alone, by row of the comparison, the longest time first."""
        row, found = self._row(caller), list[tuple[int, LineChange]]()
        for pair in () if row < 0 else self._comparison.callees(row):
            here, other = self._ends(pair)
            if here is None and pair.row >= 0:
                calls, times = self._both(0.0, _calls(other)), self._both(0.0, _time(other))
                found.append((pair.row, LineChange(calls, (nan, nan), times, self._became[1])))
        return sorted(found, key=lambda one: -max(one[1].cum))

    def _ends(self, pair: EdgePair) -> tuple[Edge | None, Edge | None]:
        """The calls on this side, and on the other."""
        return (pair.base, pair.new) if self._before else (pair.new, pair.base)

    def _both(self, here: float, other: float) -> tuple[float, float]:
        """A figure before and after."""
        return (here, other) if self._before else (other, here)

    def _row(self, function: int) -> int:
        return self._rows[function] if function < len(self._rows) else -1

    def _of(self, caller: int) -> dict[int, EdgePair]:
        """The calls of a function by callee, of those that are on this side."""
        if caller not in self._found:
            row = self._row(caller)
            known: Sequence[EdgePair] = () if row < 0 else self._comparison.callees(row)
            ends = ((self._ends(pair)[0], pair) for pair in known)
            self._found[caller] = {edge.function: pair for edge, pair in ends if edge is not None}
        return self._found[caller]


def _calls(edge: Edge | None) -> float:
    return 0.0 if edge is None else _number(edge.ncalls)


def _time(edge: Edge | None) -> float:
    return 0.0 if edge is None else _number(edge.cumtime)


def _number(value: float | None) -> float:
    return nan if value is None else float(value)
