"""A profile as its shape makes it: some figures estimates, with what bounds them; the rest as recorded."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from proftui.analysis.bounds import Bounded, BoundedColumn, exact_sum
from proftui.analysis.members import Represented
from proftui.background.pieces import Pace, Pieces
from proftui_parsers import Profile
from proftui_parsers.consistency import Checked, checked, take_checks
from proftui_parsers.profile import Edges


class RootCalls(NamedTuple):
    """The calls of one function that nothing visible made; times are seconds."""

    calls: Bounded
    time: Bounded
    own: Bounded


class EdgeBounds(NamedTuple):
    """What bounds the figures of all edges of a profile, in the order of its edges."""

    calls: BoundedColumn
    own: BoundedColumn
    """Own time of the callee, with what is hidden below it."""
    time: BoundedColumn

    def is_exact(self, entry: int) -> bool:
        """Whether all figures of an edge follow from the file."""
        return self.calls.is_exact(entry) and self.own.is_exact(entry) and self.time.is_exact(entry)


_AS_RECORDED = (
    "path", "paths", "format", "producer", "measure", "count", "files", "linenos", "names",
    "total_time", "total_calls", "total_primitive_calls", "counts_root_calls", "hits",
    "lines",
)  # fmt: skip
"""Fields of a profile that no shape changes."""
_TAKEN_OVER = (
    "time_of_roots", "roots", "is_stripped", "is_finite", "half_called", "impossible",
    "has_threads", "has_called_threads", "contradicts", "contradictions", "early_notes", "_late_notes",
    "mixed",
)  # fmt: skip
"""What is known of a profile's figures by comparing them, and of a shaped one's by those recorded."""


class Doubts(NamedTuple):
    """What call trees must not take for certain of a shaped profile."""

    ends: frozenset[int]
    """Functions at either end of calls whose number or time is an estimate, and such roots."""
    own: Mapping[tuple[int, int], tuple[float, float]]
    """By caller and callee, what bounds the own time of the callee in these calls."""
    own_of: frozenset[int]
    """Functions whose own time by caller is not certain."""


NO_DOUBTS = Doubts(frozenset(), {}, frozenset())


class ToldCalls(NamedTuple):
    """The calls of a shaped profile: the edges that are left, what bounds them, and what is in doubt."""

    edges: Edges
    bounds: EdgeBounds
    roots: Mapping[int, RootCalls]
    """The functions that something else than a visible function called."""
    doubts: Doubts


def doubting(
    edges: Edges, bounds: EdgeBounds, roots: Mapping[int, RootCalls], unsure: frozenset[int] = frozenset()
) -> Pieces[ToldCalls]:
    """Calls with what call trees must not take for certain of them, in pieces.

    ``unsure``: functions that may call others than the edges say.
    """
    if not bounds.time.certain:
        # Nothing is certain of its trees.
        return ToldCalls(edges, bounds, roots, NO_DOUBTS)
    ends, pace = {function for function in unsure if function >= 0}, Pace()
    own = dict[tuple[int, int], tuple[float, float]]()
    callees = [callee for callee, (a, b) in enumerate(pairwise(edges.starts)) for _ in range(b - a)]
    yield
    for column in (bounds.time, bounds.calls):
        for entry in column.estimated:
            ends.add(edges.callers[entry])
            ends.add(callees[entry])
            if pace.done(1):
                yield
    for entry in bounds.own.estimated:
        caller, callee = edges.callers[entry], callees[entry]
        own[caller, callee] = bounds.own.lows[entry], bounds.own.highs[entry]
        if caller == callee:
            ends.add(caller)
        if pace.done(1):
            yield
    ends |= {function for function, root in roots.items() if not (root.time.exact and root.calls.exact)}
    inexact = {function for function, root in roots.items() if not root.own.exact}
    doubts = Doubts(frozenset(ends), own, frozenset({callee for _, callee in own} | inexact))
    return ToldCalls(edges, bounds, roots, doubts)


class ShapedProfile(Profile):
    """A profile of which some functions are hidden or left out, or stand for groups of functions.

    A function has the number that it has in the recorded profile; those without a row have no time, no calls
    and no edges, and are called hidden here. The columns of the profile are estimates where the bounds of a
    figure do not meet.
    """

    is_shaped = True

    def __init__(
        self,
        recorded: Profile,
        hidden: bytearray,
        *,
        own: BoundedColumn,
        time: BoundedColumn,
        calls: BoundedColumn,
        primitive_calls: Sequence[int] | None,
        told: ToldCalls,
        outside: Bounded,
        unattributed: float,
        focus: Bounded | None = None,
    ) -> None:
        """From figures by function, and those of the edges that are left.

        ``hidden``: by function, callers without an entry included, whether it is left out. ``own``, ``time``,
        ``calls``, ``primitive_calls``: by function, own time with what is hidden below it, time with callees,
        seconds, and all calls.
        ``outside``: seconds while no visible function ran. ``unattributed``: seconds that own times lack of
        the whole, since the file lost some.
        ``focus``: seconds of what all of it runs under; ``None``: nothing was left out.
        """
        as_recorded: dict[str, Any] = {name: getattr(recorded, name) for name in _AS_RECORDED}
        super().__init__(
            **as_recorded,
            tottime=own.values,
            cumtime=None if recorded.cumtime is None else time.values,
            ncalls=None if recorded.ncalls is None else list(map(round, calls.values)),
            primitive_calls=primitive_calls,
            edges=told.edges,
            remarks=lambda _: recorded.warnings,
        )
        # Also where no call is left.
        told.edges.timed = recorded.has_edges
        self.recorded, self.hidden = recorded, hidden
        self.own, self.time, self.calls = own, time, calls
        _, self.edge_bounds, self.roots, self.doubts = told
        self.outside, self.unattributed = outside, unattributed
        self.focus, self.bounded = focus, not checked(recorded).lossy
        self.recorded_own = recorded.tottime
        """Own time as recorded, by function; seconds."""
        self.groups: Represented | None = None
        """Which functions stand for which group; ``None``: each stands for itself."""
        self.calls_inside: Sequence[int] = ()
        """By function that stands for a group, calls of its functions by each other."""
        # Estimates are not compared with each other.
        known, made = checked(recorded), Checked(self)
        vars(made).update({name: getattr(known, name) for name in _TAKEN_OVER})
        take_checks(self, made)

    @property
    def has_edges(self) -> bool:
        """Whether the file says who calls whom, even if no call is left."""
        return self.recorded.has_edges

    @property
    def is_focused(self) -> bool:  # type: ignore[override]
        """Whether only what runs under one function is left."""
        return self.focus is not None

    @cached_property
    def estimates_calls(self) -> bool:
        """Whether the number of calls of some function is an estimate."""
        return bool(self.calls.estimated)

    @cached_property
    def folded(self) -> Sequence[float]:
        """By function, the part of own time that was spent in what is hidden; seconds."""
        return array("d", map(_more, self.tottime, self.recorded.tottime))

    @property
    def time_folded(self) -> float:
        """Seconds of hidden functions that count to visible ones."""
        own, recorded = self.tottime, self.recorded.tottime
        return exact_sum(own[f] - recorded[f] for f in range(self.count) if not self.hidden[f])

    @cached_property
    def visible(self) -> int:
        """How many functions are not hidden."""
        return self.count - sum(self.hidden[: self.count])

    def take_groups(self, groups: Represented) -> None:
        """Each visible function stands for a group."""
        self.groups, self.grouped_by = groups, groups.members.by
        inside = [0] * self.count
        for function, group in groups.group.items():
            inside[function] = round(groups.inside.values[group])
        self.calls_inside = inside

    def bounds(self, of: str, function: int) -> Bounded | None:
        """What bounds a figure of a function; ``of`` names the column. ``None``: it is recorded."""
        figure = self._bounds(of, function)
        return None if figure is None else figure.shown(bounded=self.bounded)

    def _bounds(self, of: str, function: int) -> Bounded | None:
        if of == "calls_inside":
            if self.groups is None:
                return None
            return self.groups.inside[self.groups.group[function]]
        column = {"tottime": self.own, "cumtime": self.time, "ncalls": self.calls}.get(of)
        if of == "folded":
            own, less = self.own[function], self.recorded.tottime[function]
            return Bounded(_more(own.value, less), _more(own.low, less), _more(own.high, less), own.exact)
        # Who only calls has no figures.
        return None if column is None or function >= self.count else column[function]


def _more(own: float, recorded: float) -> float:
    """Seconds beyond the recorded; what sums of floats differ by is nothing, and no −0.000."""
    return 0.0 if math.isclose(own, recorded, rel_tol=1e-12) else own - recorded
