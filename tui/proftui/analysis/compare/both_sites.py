"""What the calls on lines took before and after: those of the same functions, whatever line made them before.

A file with calls says who called whom, not on which line. So the calls on a line after are compared with
all calls of the same callees before, which no text of the base is needed for.
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
    """The calls of functions of the new side, by caller, as they are asked for."""

    def __init__(self, comparison: Comparison) -> None:
        self._comparison = comparison
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
        became = "new" if all(change.became for change in changes) else ""
        return LineChange((counted[0], counted[1]), (nan, nan), (before, after), became)

    def call(self, caller: int, after: Neighbour) -> LineChange:
        """The calls of one callee, whose figures after these are."""
        pair = self._of(caller).get(after.function)
        counted, cum = _number(after.ncalls), _number(after.cumtime)
        if pair is None or pair.new is None or pair.new.ncalls != after.ncalls:
            # Some of its calls alone: how many of them there were before nobody knows.
            return LineChange((nan, counted), (nan, nan), (nan, cum))
        pairs, before = self._comparison.pairs, pair.base
        is_new = before is None or pairs.base[pairs.new_row[caller]] < 0
        return LineChange(
            (_calls(before), counted), (nan, nan), (_time(before), cum), "new" if is_new else ""
        )

    def gone(self, caller: int) -> list[tuple[int, LineChange]]:
        """What it does not call any more, by row of the comparison, the longest time first."""
        found = [
            (pair.row, LineChange((_calls(pair.base), 0.0), (nan, nan), (_time(pair.base), 0.0), "gone"))
            for pair in self._callees(caller)
            if pair.new is None and pair.row >= 0
        ]
        return sorted(found, key=lambda one: -max(one[1].cum))

    def _callees(self, caller: int) -> Sequence[EdgePair]:
        rows = self._comparison.pairs.new_row
        row = rows[caller] if caller < len(rows) else -1
        return () if row < 0 else self._comparison.callees(row)

    def _of(self, caller: int) -> dict[int, EdgePair]:
        """The calls of a function by callee, of those that it still calls."""
        if caller not in self._found:
            ends = ((pair.new, pair) for pair in self._callees(caller))
            self._found[caller] = {edge.function: pair for edge, pair in ends if edge is not None}
        return self._found[caller]


def _calls(edge: Edge | None) -> float:
    return 0.0 if edge is None else _number(edge.ncalls)


def _time(edge: Edge | None) -> float:
    return 0.0 if edge is None else _number(edge.cumtime)


def _number(value: float | None) -> float:
    return nan if value is None else float(value)
