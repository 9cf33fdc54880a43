"""The sides of a comparison in a shape: how the base is looked at, what is left, what is estimated."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from proftui.analysis.columns import Figures
from proftui.analysis.compare.side import Side
from proftui.analysis.group_names import GroupNames
from proftui.analysis.names import Names
from proftui.analysis.shape.shape import Shape
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.background.pieces import Pieces
from proftui_parsers import Profile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.source.listing import Listing
    from proftui.state.call_trees import Trees
    from proftui.state.sources import Sources


class InShapes(Protocol):
    """One side in shapes."""

    def has_made(self, shape: Shape) -> bool:
        """Whether a shape was worked out, and is kept."""

    def making(self, shape: Shape) -> Pieces[None]:
        """Work out a shape."""

    def profile_in(self, shape: Shape) -> Profile:
        """The profile in a shape that was worked out."""


class Looked(Protocol):
    """How one side is looked at: a session on it."""

    profile: Profile
    names: Names
    recorded_names: Names
    figures: Figures

    @property
    def shaping(self) -> InShapes:
        """It in shapes."""

    @property
    def trees(self) -> Trees:
        """Its call trees."""

    def take_shape(self, shape: Shape) -> None:
        """Show it in a shape."""

    @property
    def sources(self) -> Sources:
        """Its source text."""

    def listing(self, index: int) -> Listing:
        """The lines of a function."""


@dataclass(eq=False)
class PartSide(Side):
    """One run of a side in a shape, of which there may be less than all."""

    whole: float = 0.0
    """Seconds of what is left of it."""

    @cached_property
    def totals(self) -> tuple[float, ...]:
        """What is left."""
        return (self.whole,)


def part_of(side: Side, profile: Profile) -> PartSide:
    """The median run of a side in a shape, which has this profile."""
    focused = left_by_focus(profile)
    whole = side.total if focused is None else focused
    return PartSide((profile,), profile, names_of(profile), 0, side.folded, whole)


def left_by_focus(profile: Profile) -> float | None:
    """Seconds of what a focus leaves; ``None``: there is none."""
    focus = profile.focus if isinstance(profile, ShapedProfile) else None
    return None if focus is None else focus.value


def names_of(profile: Profile, others: bytearray | None = None) -> Names:
    """Names of the functions that are left, or of groups of them; ``others``: by function, not the user's."""
    names = Names(profile)
    names.others = others
    groups = profile.groups if isinstance(profile, ShapedProfile) else None
    return names if groups is None else GroupNames(names, groups)


def has_estimates(profile: Profile) -> bool:
    """Whether times of calls may be estimates."""
    return isinstance(profile, ShapedProfile) and bool(profile.edge_bounds.time.estimated)


def is_estimate(profile: Profile, column: str, function: int) -> bool:
    """Whether a figure of a function is an estimate; below 0 it is nobody, whose figures are none."""
    if function < 0 or not isinstance(profile, ShapedProfile):
        return False
    bounds = profile.bounds("tottime" if column == "percall" else column, function)
    return bounds is not None and not bounds.exact
