"""Who calls a function and what it calls: one step around the selection, straight from the edges."""

from __future__ import annotations

import math

from proftui_parsers import Edge, Profile
from proftui_parsers.light import NamedTuple
from proftui_parsers.profile import Edges

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_new = tuple.__new__
_MOST_LOOKED_AT = 200_000
"""Calls looked at for one hot path."""
OWN_TIME = -1
OUTSIDE = -2


class Neighbour(NamedTuple):
    """A caller or callee with the figures of the calls between it and the selection.

    ``function`` is an index, :data:`OWN_TIME` for the selection's own time among its callees, or
    :data:`OUTSIDE` for calls that no profiled function made. Times are seconds, ``None`` was not
    measured; ``estimated`` says that ``cumtime`` is a share by calls, not a measurement.
    """

    function: int
    ncalls: int | None
    primitive_calls: int | None
    tottime: float | None
    cumtime: float | None
    estimated: bool = False


def callers(profile: Profile, index: int) -> list[Neighbour]:
    """The callers of function ``index``, in file order."""
    edges = profile.edges
    if index >= profile.count or not _is_timed(edges, span := range(*edges.starts[index : index + 2])):
        return [_neighbour(profile, edge, index) for edge in profile.callers(index)]
    part = slice(span.start, span.stop)
    columns = (edges.callers, edges.ncalls, edges.primitive_calls, edges.tottime, edges.cumtime)
    return [_new(Neighbour, (*row, False)) for row in zip(*(column[part] for column in columns), strict=True)]


def _is_timed(edges: Edges, span: range) -> bool:
    """Whether nothing is missing in these entries, so that they can be taken as they stand."""
    part = slice(span.start, span.stop)
    times = sum(edges.cumtime[part]) + sum(edges.tottime[part])
    counted = min(edges.ncalls[part], default=0) >= 0 and min(edges.primitive_calls[part], default=0) >= 0
    return counted and times == times


def callees(profile: Profile, index: int) -> list[Neighbour]:
    """The callees of function ``index``, in file order."""
    found = profile.callees(index)
    if all(edge.cumtime is not None for edge in found):
        return [_new(Neighbour, (*edge, False)) for edge in found]
    return [_neighbour(profile, edge, edge.function) for edge in found]


def _neighbour(profile: Profile, edge: Edge, callee: int) -> Neighbour:
    if edge.cumtime is not None or edge.ncalls is None:
        return Neighbour(*edge)
    # The profile module counts calls per caller but does not time them (call-trees: integer edges).
    calls = profile.ncalls[callee] if profile.ncalls and callee < profile.count else 0
    total = profile.cumtime[callee] if profile.cumtime and callee < profile.count else math.nan
    guess = total * edge.ncalls / calls if calls > 0 and math.isfinite(total) else None
    return Neighbour(edge.function, edge.ncalls, None, edge.tottime, guess, guess is not None)


def own_time(profile: Profile, index: int) -> Neighbour | None:
    """The selection's own time, as a line among its callees."""
    if index >= profile.count or not math.isfinite(profile.tottime[index]):
        return None
    return Neighbour(OWN_TIME, None, None, profile.tottime[index], None)


def outside(profile: Profile, index: int, above: Sequence[Neighbour] | None = None) -> Neighbour | None:
    """The calls of ``index`` that none of its callers made: it, or what called it, is a root.

    ``above``: its callers, where they are known.
    """
    if index >= profile.count or profile.ncalls is None or profile.measures == "samples":
        return None
    edges = callers(profile, index) if above is None else above
    counted = [edge.ncalls for edge in edges if edge.ncalls is not None]
    extra = profile.ncalls[index] - sum(counted)
    if not edges or len(counted) < len(edges) or extra <= 0:
        return None
    own = [edge.tottime for edge in edges if edge.tottime is not None]
    left = max(0.0, profile.tottime[index] - sum(own)) if len(own) == len(edges) else None
    return Neighbour(OUTSIDE, extra, None, left, None)


def heaviest(neighbours: Iterable[Neighbour], leave_out: Iterable[int] = ()) -> int | None:
    """The function with the most time among ``neighbours``; by calls where no times were measured."""
    gone = set(leave_out)
    found = [n for n in neighbours if n.function >= 0 and n.function not in gone]
    if not found:
        return None
    return max(found, key=lambda n: (n.cumtime or 0.0, n.tottime or 0.0, n.ncalls or 0)).function


def hot_path(profile: Profile, index: int, limit: int = 500) -> list[int]:
    """From ``index`` down the heaviest callees, until own time outweighs them or the path would repeat."""
    path, gone, looked = [index], {index}, 0
    while len(path) < limit and looked < _MOST_LOOKED_AT:
        below, heavy, cumtime = _heaviest_callee(profile, path[-1], gone)
        looked += below
        if heavy is None:
            break
        if cumtime is not None and path[-1] < profile.count and cumtime < profile.tottime[path[-1]]:
            break
        path.append(heavy)
        gone.add(heavy)
    return path


def _heaviest_callee(profile: Profile, index: int, gone: set[int]) -> tuple[int, int | None, float | None]:
    """How many callees there are, the heaviest that is not ``gone``, and its time."""
    edges = profile.edges
    here, below = profile.calls_of(index)
    times = list(map(edges.cumtime.__getitem__, here))
    if (checked := sum(times)) != checked:
        found = callees(profile, index)
        heavy = heaviest(found, gone)
        return len(below), heavy, next((n.cumtime for n in found if n.function == heavy), None)
    left = [place for place, callee in enumerate(below) if callee not in gone]
    most = max(map(times.__getitem__, left), default=0.0)
    best = max(
        (place for place in left if times[place] == most),
        key=lambda place: _rank(edges, here[place]),
        default=None,
    )
    return len(below), None if best is None else below[best], most


def _rank(edges: Edges, entry: int) -> tuple[float, int]:
    own, calls = edges.tottime[entry], edges.ncalls[entry]
    return own if own == own else 0.0, max(0, calls)


SORT_KEYS = ("cumtime", "tottime", "ncalls", "function", "location")


def sort_value(neighbour: Neighbour, column: str) -> float:
    """What a caller or callee is sorted by; own time stands among the cumulative times."""
    if column == "ncalls":
        return -1.0 if neighbour.ncalls is None else float(neighbour.ncalls)
    time = neighbour.tottime if column == "tottime" or neighbour.function == OWN_TIME else neighbour.cumtime
    return -1.0 if time is None or not math.isfinite(time) else time
