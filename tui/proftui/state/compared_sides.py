"""The sides of a comparison in a shape: how the base is looked at, what is left, what is estimated."""

from __future__ import annotations

from copy import copy
from typing import Protocol

from proftui.analysis.columns import COLUMNS
from proftui.analysis.compare.side import Side
from proftui.analysis.members import GroupNames
from proftui.analysis.names import Names
from proftui.analysis.shape.shape import Shape, Step, StepGone
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.background.pieces import Pieces
from proftui.state.figures import Figures
from proftui.state.settings import Ownership, Settings
from proftui_parsers import Profile
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.analysis.source.listing import Listing
    from proftui.state.call_trees import Trees
    from proftui.state.sources import Sources


class InShapes(Protocol):
    """One side in shapes."""

    def has_made(self, shape: Shape) -> bool:
        """Whether a shape was worked out, and is kept."""

    def left_of(self, shape: Shape) -> Shape:
        """What of it could be, once it was."""

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
    settings: Settings

    @property
    def shaping(self) -> InShapes:
        """It in shapes."""

    @property
    def trees(self) -> Trees:
        """Its call trees."""

    def not_mine(self) -> bytearray:
        """By function whether its code is not the user's own."""

    def hidden_by_step(self, step: Step) -> int:
        """How many functions a step hides."""

    def take_shape(self, shape: Shape) -> None:
        """Show it in a shape."""

    @property
    def sources(self) -> Sources:
        """Its source text."""

    def listing(self, index: int) -> Listing:
        """The lines of a function."""


def shaping_runs(side: Side, profile: Profile, shape: Shape, settings: Settings) -> Pieces[Side]:
    """All runs of a side in a shape, in which the one whose figures are shown is ``profile``.

    Others that have nothing of what it leaves are left out.
    """
    runs, median = list[Profile](), 0
    for run in side.runs:
        if run is side.profile:
            median = len(runs)
            runs.append(profile)
        elif (made := (yield from _shaping(run, shape, settings)) if shape.steps else run) is not None:
            runs.append(made)
    # What only the base has is in the profile too.
    names = Names(profile, side.names.files)
    groups = profile.groups if isinstance(profile, ShapedProfile) else None
    shown = names if groups is None else GroupNames(names, groups)
    return Side(tuple(runs), profile, shown, median)


def _shaping(run: Profile, shape: Shape, settings: Settings) -> Pieces[Profile | None]:
    from proftui.analysis.calltree.graph import CallGraph
    from proftui.analysis.shape.making import making

    names = Names(run)
    try:
        graph = yield from making(
            shape, CallGraph(run), names, lambda: Ownership(names, settings).mine(shape.said).others
        )
    except StepGone:
        return None
    return graph.profile


def without_gone(profile: Profile, gone: range) -> Profile:
    """The new side in a shape, without rows of what only the base has: of a recording these are functions."""
    if not isinstance(profile, ShapedProfile) or profile.recording is None:
        return profile
    made = copy(profile)
    made.hidden = bytearray(profile.hidden)
    made.hidden[gone.start : gone.stop] = b"\x01" * len(gone)
    if profile.groups is not None:
        profile.groups.members.leave_out(gone)
    return made


def is_estimate(profile: Profile, column: str, function: int) -> bool:
    """Whether a figure of a function is an estimate; below 0 it is nobody, whose figures are none."""
    if function < 0 or not isinstance(profile, ShapedProfile):
        return False
    bounds = profile.bounds(COLUMNS[column].of, function)
    return bounds is not None and not bounds.exact
