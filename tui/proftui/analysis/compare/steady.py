"""Steady edges: as many calls by a caller that is called more or less often, as a cache makes them."""

from __future__ import annotations

from collections.abc import Iterable, Set
from math import log

from proftui.analysis.compare.equations import CalleesFirst
from proftui.analysis.compare.graph import Graph
from proftui.background.pieces import PIECE, Pieces

_LEAST = 0.2
"""Change of the calls per call, a natural logarithm, below which they are as good as the same."""
_PART = 0.25
"""Part of that change up to which the number of calls stays."""
_SAME = 0.01
"""Calls per call by which those of what passes calls on may change."""
_MORE = 1.5
"""Times the calls that it gets more or fewer, which those that it makes may come to."""


def steady_edges(graph: Graph, order: CalleesFirst, passing: Set[int]) -> Pieces[list[int]]:
    """Edges whose calls hardly changed in number, though those of their caller did; in order.

    Their calls per call say nothing. None is between two members of a component; they are the same with the
    sides swapped. ``passing``: nodes of which none is.
    """
    found, (base, new) = list[int](), graph.sides
    changed = [_is_other(before, after) for before, after in zip(base.calls, new.calls, strict=True)]
    yield
    for edge, caller in enumerate(graph.callers):
        if edge % PIECE == 0:
            yield
        calls, later = base.edge_calls[edge], new.edge_calls[edge]
        if not changed[caller] or caller in passing or calls <= 0 or later <= 0:
            continue
        number = log(later) - log(calls)
        per_call = number - (log(new.calls[caller]) - log(base.calls[caller]))
        component = order.component_of[caller]
        if component >= 0 and component == order.component_of[graph.callees[edge]]:
            continue
        if abs(per_call) > _LEAST and abs(number) < _PART * abs(per_call):
            found.append(edge)
    return found


def _is_other(before: float, after: float) -> bool:
    """Whether a function was called, and clearly more or less often: else no edge of it can be steady."""
    return before > 0 and after > 0 and abs(log(after) - log(before)) > _LEAST * (1 - _PART)


def passing_nodes(graph: Graph, bundles: Iterable[int]) -> Pieces[set[int]]:
    """Nodes that call one of several each time, and others more or less often as they are called."""
    found, (base, new) = set(bundles), graph.sides
    for node in range(graph.rows):
        if node % PIECE == 0:
            yield
        n, m = base.calls[node], new.calls[node]
        if not min(n, m) or n == m:
            continue
        changed = rate = 0.0
        for edge in range(graph.starts[node], graph.starts[node + 1]):
            calls, later = base.edge_calls[edge], new.edge_calls[edge]
            if calls * m != later * n:
                if max(calls / n, later / m) > 1:
                    break
                rate += later / m - calls / n
                changed += abs(later - calls)
        else:
            if changed and abs(rate) <= _SAME and changed <= _MORE * abs(m - n):
                found.add(node)
    for edge, caller in enumerate(graph.callers):
        is_alone = graph.starts[caller + 1] - graph.starts[caller] == 1
        each_time = (side.edge_calls[edge] == side.calls[caller] > 0 for side in graph.sides)
        if is_alone and graph.callees[edge] in found and all(each_time):
            found.add(caller)
    yield
    return found
