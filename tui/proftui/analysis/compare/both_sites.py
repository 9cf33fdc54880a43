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
        row = self._row(caller)
        is_new = row >= 0 and self._comparison.pairs.base[row] < 0
        if pair is None or pair.new is None or pair.new.ncalls != after.ncalls:
            # Some of its calls alone: how many of them there were before nobody knows.
            return LineChange((nan, counted), (nan, nan), (nan, cum))
        became = "new" if pair.base is None or is_new else ""
        return LineChange((_calls(pair.base), counted), (nan, nan), (_time(pair.base), cum), became=became)

    def gone(self, caller: int) -> list[tuple[int, LineChange]]:
        """What it does not call any more, by row of the comparison, the longest time first."""
        row = self._row(caller)
        pairs = () if row < 0 else self._comparison.callees(row)
        gone = [
            (pair.row, LineChange((_calls(pair.base), 0.0), (nan, nan), (_time(pair.base), 0.0), "gone"))
            for pair in pairs
            if pair.new is None and pair.row >= 0
        ]
        return sorted(gone, key=lambda one: -one[1].cum[0])

    def _row(self, function: int) -> int:
        rows = self._comparison.pairs.new_row
        return rows[function] if function < len(rows) else -1

    def _of(self, caller: int) -> dict[int, EdgePair]:
        """The calls of a function by callee, of those that are on the new side."""
        if caller not in self._found:
            row = self._row(caller)
            known: Sequence[EdgePair] = () if row < 0 else self._comparison.callees(row)
            self._found[caller] = {pair.new.function: pair for pair in known if pair.new is not None}
        return self._found[caller]


def _calls(edge: Edge | None) -> float:
    return 0.0 if edge is None else _number(edge.ncalls)


def _time(edge: Edge | None) -> float:
    return 0.0 if edge is None else _number(edge.cumtime)


def _number(value: float | None) -> float:
    return nan if value is None else float(value)
