"""From a function down to where most of its change is."""

from __future__ import annotations

from proftui.analysis.compare.edge_pairs import EdgePair
from proftui_parsers import Edge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.compare.comparison import Comparison

_MOST = 1_000


def biggest_change(comparison: Comparison, row: int) -> list[int]:
    """The rows from one on: of each the callee whose time changed most, as long as own time changed less."""
    path, seen = [row], {row}
    while len(path) < _MOST:
        here = path[-1]
        own = abs(comparison.pairs.delta(here))
        below = [pair for pair in comparison.callees(here) if pair.row >= 0 and pair.row not in seen]
        step = max(below, key=_change, default=None)
        if step is None or not _change(step) > own:
            return path
        path.append(step.row)
        seen.add(step.row)
    return path


def _change(pair: EdgePair) -> float:
    return abs(_time(pair.new) - _time(pair.base))


def _time(edge: Edge | None) -> float:
    return 0.0 if edge is None or edge.cumtime is None else edge.cumtime
