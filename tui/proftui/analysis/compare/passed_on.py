"""For whom a dispatcher makes calls: the file has pairs of functions, but numbers of calls may tell."""

from __future__ import annotations

from collections.abc import Iterable

from proftui.analysis.compare.dispatchers import makes_as_many_calls
from proftui.analysis.compare.graph import OneSide
from proftui.analysis.compare.terms import COUNTS, Terms

_NEARLY = 0.9
"""Part of the time of calls of a dispatcher that what they are passed on as takes at least."""


def asked_for(terms: Terms, named: int, numbers: Iterable[int]) -> int:
    """Of a cause's terms the one of what is passed on for the calls of term ``named``; -1: not known.

    The same number, where it is not of calls that others make of a dispatcher.
    """
    graph, entry_of, asking = terms.graph, terms.dispatchers.entry_of, terms.places[named]
    entry = graph.callees[asking]
    if entry not in entry_of or graph.callers[asking] in entry_of:
        return named
    of_calls = (number for number in numbers if terms.kinds[number] == COUNTS)
    more = graph.more_calls(asking)
    passed = _only(
        number
        for number in of_calls
        if entry_of.get(graph.callers[terms.places[number]]) == entry
        and graph.more_calls(terms.places[number]) == more
    )
    return passed if passed >= 0 and asked_by(terms, terms.places[passed]) == asking else -1


def asked_by(terms: Terms, edge: int) -> int:
    """The edge by which a dispatcher is asked for the calls that it makes by ``edge``; -1: not known.

    It is the only one whose calls, and calls per call of the caller, changed, and by as many as those of
    ``edge``; if none did, the only one with as many calls on a side, of which those of ``edge`` are nearly
    all the time. On neither side has it fewer calls. Of what is no dispatcher it is the edge from its only
    caller, if that calls it more or less often.
    """
    graph, dispatchers = terms.graph, terms.dispatchers
    entry = dispatchers.entry_of.get(graph.callers[edge], -1)
    if entry < 0:
        return _only_caller(terms, edge)
    rows = {graph.row(entry), graph.row(graph.callees[edge])}
    above = [to for to in dispatchers.edges_to(entry) if graph.row(graph.callers[to]) not in rows]
    more = graph.more_calls(edge)
    alike = [to for to in above if more and graph.more_calls(to) == more and graph.is_other_rate(to)]
    if not alike:
        alike = [to for to in above if any(_is_alike(side, edge, to) for side in graph.sides)]
    found = _only(alike)
    is_enough = found >= 0 and all(side.edge_calls[found] >= side.edge_calls[edge] for side in graph.sides)
    return found if is_enough else -1


def _is_alike(side: OneSide, edge: int, asking: int) -> bool:
    """Whether there are as many calls of two edges on a side, and one has nearly all the other's time."""
    time, whole = side.edge_times[edge], side.edge_times[asking]
    return 0 < side.edge_calls[edge] == side.edge_calls[asking] and _NEARLY * whole <= time <= whole


def _only_caller(terms: Terms, edge: int) -> int:
    """The edge to what only passes calls on for one caller, called more or less often; -1: no such."""
    graph = terms.graph
    node = graph.callers[edge]
    above = [to for to in terms.dispatchers.edges_to(node) if graph.row(graph.callers[to]) != graph.row(node)]
    if len(above) != 1 or not makes_as_many_calls(graph, node):
        return -1
    return above[0] if graph.is_other_rate(above[0]) else -1


def _only(numbers: Iterable[int]) -> int:
    """The one of these numbers; -1: there is none, or several."""
    found = list(numbers)
    return found[0] if len(found) == 1 else -1
