"""What is hidden now, what was before, and what was taken back: undo and redo."""

from __future__ import annotations

from proftui.analysis.shape.shape import WHOLE, Shape
from proftui_parsers.import_free import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from proftui.analysis.calltree.graph import CallGraph
    from proftui.analysis.names import Names
    from proftui.analysis.shaped_profile import ShapedProfile
    from proftui.background.pieces import Pieces

_SHAPES_KEPT = 3
"""Shapes of which the figures are kept, so that to undo takes no time."""
MOST = 100
"""States that are kept."""


class ShapeState(NamedTuple):
    """A shape, and the function that was selected when it came and when it was left."""

    shape: Shape = WHOLE
    came: int | None = None
    left: int | None = None
    filters: tuple[str, str] | None = None
    """Where a group was opened, which is one step: the filter before, and that of its functions."""


class Shapes:
    """States one after the other; a new one forgets what was taken back."""

    def __init__(self) -> None:
        self._states = [ShapeState()]
        self._here = 0

    @property
    def now(self) -> Shape:
        """The shape that is on."""
        return self._states[self._here].shape

    def take(self, shape: Shape, selected: int | None, filters: tuple[str, str] | None = None) -> None:
        """Another shape is on; ``selected``: the function at which the last one is left.

        ``filters``: that before and that from now on, where the step brings another one.
        """
        self._leave(selected)
        del self._states[self._here + 1 :]
        self._states.append(ShapeState(shape, filters=filters))
        del self._states[:-MOST]
        self._here = len(self._states) - 1

    def arrived(self, selected: int | None) -> None:
        """The function that is selected since the shape is on."""
        self._states[self._here] = self._states[self._here]._replace(came=selected)

    def next_to(self, by: int) -> Shape | None:
        """The shape that was on before (-1), or that was taken back (1)."""
        there = self._here + by
        return self._states[there].shape if 0 <= there < len(self._states) else None

    @property
    def has_opened(self) -> bool:
        """Whether the last step opened a group."""
        return self._states[self._here].filters is not None

    def filter_at(self, by: int) -> str | None:
        """The filter that comes with a step back (-1) or forward (1); ``None``: it stays."""
        filters = self._states[max(self._here, self._here + by)].filters
        return None if filters is None else filters[by > 0]

    def step(self, by: int, selected: int | None) -> int | None:
        """Back (-1) or forward (1); the function to select there, if the cursor was not moved meanwhile."""
        stayed = self._states[self._here].came == selected
        self._leave(selected)
        self._here += by
        return self._states[self._here].left if stayed and by < 0 else selected

    def _leave(self, selected: int | None) -> None:
        self._states[self._here] = self._states[self._here]._replace(left=selected)


class ShapedProfiles:
    """The recorded profile in the shapes that were looked at last, and the graphs of these."""

    def __init__(self) -> None:
        self._known: dict[Shape, CallGraph] = {}

    def profile(self, shape: Shape) -> ShapedProfile:
        """The profile in a shape that was made."""
        from proftui.analysis.shaped_profile import ShapedProfile

        profile = self._known[shape].profile
        assert isinstance(profile, ShapedProfile)
        return profile

    def knows(self, shape: Shape) -> bool:
        """Whether a shape was made, and is kept."""
        return shape in self._known

    def graph(self, shape: Shape) -> CallGraph:
        """Its graph, which call trees are made from."""
        return self._known[shape]

    def making(
        self, shape: Shape, graph: Callable[[], CallGraph], names: Names, not_mine: Callable[[], bytearray]
    ) -> Pieces[None]:
        """Work out a shape of the profile that ``graph`` is of, in pieces, if it is not known."""
        if shape in self._known or not shape.steps:
            return
        from proftui.analysis.shape.making import making

        made = yield from making(shape, graph(), names, not_mine)
        while len(self._known) >= _SHAPES_KEPT:
            del self._known[next(iter(self._known))]
        self._known[shape] = made

    def forget(self) -> None:
        """What is the user's own is another now."""
        self._known.clear()
