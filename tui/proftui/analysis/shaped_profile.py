"""A profile as its shape makes it: some figures estimates, with what bounds them; the rest as recorded."""

from __future__ import annotations

from dataclasses import dataclass

from proftui.analysis.bounds import Bounded, BoundedColumn
from proftui_parsers import Profile


@dataclass(frozen=True, slots=True)
class RootCalls:
    """The calls of one function that nothing visible made; times are seconds."""

    calls: Bounded
    time: Bounded
    own: Bounded


@dataclass(frozen=True, slots=True)
class EdgeBounds:
    """What bounds the figures of all edges of a profile, in the order of its edges."""

    calls: BoundedColumn
    own: BoundedColumn
    """Own time of the callee, with what is hidden below it."""
    time: BoundedColumn

    def is_exact(self, entry: int) -> bool:
        """Whether all figures of an edge follow from the file."""
        return self.calls.is_exact(entry) and self.own.is_exact(entry) and self.time.is_exact(entry)


@dataclass(eq=False, repr=False, kw_only=True)
class ShapedProfile(Profile):
    """A profile of which some functions are hidden, or seen from one of them alone.

    A function has the number that it has in the recorded profile; hidden ones have no time, no calls and no
    edges. The columns of the profile are estimates where the bounds of a figure do not meet.
    """

    recorded: Profile
    hidden: bytearray
    """By function, callers without an entry included: whether it is left out."""
    own: BoundedColumn
    """Own time, by function, with what is hidden below; seconds."""
    time: BoundedColumn
    """Time with callees, by function; seconds."""
    calls: BoundedColumn
    """All calls, by function."""
    edge_bounds: EdgeBounds
    roots: dict[int, RootCalls]
    """The functions that something else than a visible function called."""
    outside: Bounded
    """Seconds while no visible function ran."""
    unattributed: float
    """Seconds that own times lack of the whole, since the file lost some."""
