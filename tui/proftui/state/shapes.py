"""The shape that is on, those before it, and those taken back: undo and redo."""

from __future__ import annotations

from proftui.analysis.shape.shape import WHOLE, Shape
from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


MOST = 100
"""States that are kept."""


class CallPath(NamedTuple):
    """How the functions lead to what is under the cursor of a view."""

    functions: tuple[int, ...]
    """Outermost first."""
    from_root: bool = False
    """Whether the first of them is one."""


class ShapeState(NamedTuple):
    """A shape, and the function that was selected when it was left."""

    shape: Shape = WHOLE
    left: int | None = None
    kept: Sequence[Any] = ()
    """By view what it showed when it was left."""
    filters: tuple[str, str] | None = None
    """Where a group was opened, which is one step: the filter before, and that of its functions."""


class Shapes:
    """States one after the other; a new one forgets what was taken back."""

    def __init__(self, first: Shape = WHOLE) -> None:
        self._states = [ShapeState(first)]
        self._here = 0
        self.kept: Sequence[Any] = ()
        """What views are to show after the last step."""

    @property
    def now(self) -> Shape:
        """The shape that is on."""
        return self._states[self._here].shape

    def take(
        self,
        shape: Shape,
        selected: int | None,
        kept: Sequence[Any] = (),
        filters: tuple[str, str] | None = None,
    ) -> None:
        """Another shape is on; ``selected``, ``kept``: where the last one is left.

        ``filters``: that before and that from now on, where the step brings another one.
        """
        self._leave(selected, kept)
        del self._states[self._here + 1 :]
        self._states.append(ShapeState(shape, filters=filters))
        del self._states[:-MOST]
        self._here = len(self._states) - 1

    def of_both(self) -> None:
        """Two sides have the measure and the threads that are chosen now: steps alone are taken back."""
        shape, steps = self.now, self.now.steps
        self._states = [ShapeState(shape._replace(steps=steps[:end])) for end in range(len(steps) + 1)]
        self._here = len(steps)

    def become(self, shape: Shape) -> None:
        """The shape that is on is another: some of it could not be."""
        self._states[self._here] = self._states[self._here]._replace(shape=shape)

    def forget_places(self) -> None:
        """Where states were left is not known any more: functions have other numbers."""
        self._states = [state._replace(left=None, kept=()) for state in self._states]
        self.kept = ()

    def next_to(self, by: int) -> Shape | None:
        """The shape that was on before (-1), or that was taken back (1)."""
        there = self._here + by
        return self._states[there].shape if 0 <= there < len(self._states) else None

    @property
    def has_opened(self) -> bool:
        """Whether the last step opened a group."""
        return self._states[self._here].filters is not None

    def filter_at(self, by: int) -> str | None:
        """The filter that comes with steps back (below 0) or forward; ``None``: it stays."""
        ends = sorted((self._here, self._here + by))
        opened = [state.filters for state in self._states[ends[0] + 1 : ends[1] + 1] if state.filters]
        if not opened:
            return None
        return opened[0][0] if by < 0 else opened[-1][1]

    def step(self, by: int, selected: int | None, kept: Sequence[Any] = ()) -> int | None:
        """Back (-1) or forward (1); the function to select: that of before, where something is taken back."""
        self._leave(selected, kept)
        self._here += by
        there = self._states[self._here]
        self.kept = there.kept if by < 0 else ()
        return there.left if by < 0 and there.left is not None else selected

    def _leave(self, selected: int | None, kept: Sequence[Any]) -> None:
        self._states[self._here] = self._states[self._here]._replace(left=selected, kept=kept)
