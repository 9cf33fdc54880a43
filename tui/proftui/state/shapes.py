"""The shape that is on, those before it, and those taken back: undo and redo."""

from __future__ import annotations

from proftui.analysis.shape.shape import WHOLE, Shape
from proftui_parsers.import_free import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from proftui.analysis.shape.shape import Step
    from proftui.state.compared import Compared
    from proftui.state.loading import Loader
    from proftui_parsers import Profile

MOST = 100
"""States that are kept."""


class Opened(NamedTuple):
    """The files that are looked at."""

    load: Loader
    profile: Profile | None
    """What they were when they were looked at last; ``None``: they are to be read again for that."""


class CallPath(NamedTuple):
    """How the functions lead to what is under the cursor of a view."""

    functions: tuple[int, ...]
    """Outermost first."""
    from_root: bool = False
    """Whether the first of them is one."""
    middle: int = -1
    """Which of them the view shows, where that is not the last."""


class ShapeState(NamedTuple):
    """A shape, and the function that was selected when it came and when it was left."""

    shape: Shape = WHOLE
    came: int | None = None
    left: int | None = None
    way: tuple[str, CallPath] | None = None
    """In which view it was left, and where the cursor stood there."""
    filters: tuple[str, str] | None = None
    """Where a group was opened, which is one step: the filter before, and that of its functions."""
    compared: Compared | None = None
    """What it is compared with."""
    is_stale: bool = False
    """Whether the file was read again since, and only another comparison made anew."""
    opened: Opened | None = None
    """Of which files it is; ``None``: of those that were opened first, and no others were added."""

    @property
    def load(self) -> Loader | None:
        """What reads these files."""
        return None if self.opened is None else self.opened.load


class Shapes:
    """States one after the other; a new one forgets what was taken back."""

    def __init__(self, first: Shape = WHOLE) -> None:
        self._states = [ShapeState(first)]
        self._here = 0
        self.way: tuple[str, CallPath] | None = None
        """Where the cursor is to go after the last step."""

    @property
    def now(self) -> Shape:
        """The shape that is on."""
        return self._states[self._here].shape

    def take(
        self,
        shape: Shape,
        selected: int | None,
        way: tuple[str, CallPath] | None = None,
        filters: tuple[str, str] | None = None,
    ) -> None:
        """Another shape is on; ``selected``, ``way``: where the last one is left.

        ``filters``: that before and that from now on, where the step brings another one.
        """
        self._leave(selected, way)
        del self._states[self._here + 1 :]
        self._states.append(ShapeState(shape, filters=filters, compared=self.compared, opened=self.opened))
        del self._states[:-MOST]
        self._here = len(self._states) - 1

    @property
    def compared(self) -> Compared | None:
        """The comparison that is on."""
        return self._states[self._here].compared

    def compare(self, compared: Compared | None, selected: int | None) -> None:
        """Another comparison is on, or none; the shape stays, but two sides are not split by thread."""
        shape = self.now
        if compared is not None:
            shape = shape._replace(chosen=shape.chosen._replace(split=False))
        self.take(shape, selected)
        self._states[self._here] = self._states[self._here]._replace(compared=compared)

    def become_compared(self, compared: Compared | None) -> None:
        """The comparison that is on is another, in all states that had it: a side was read anew."""
        was = self.compared
        self._states = [
            state._replace(compared=compared, is_stale=False) if state.compared is was else state
            for state in self._states
        ]

    def outdate(self) -> None:
        """The file was read again: comparisons that are not on are of what it was."""
        now = self.compared
        self._states = [
            state._replace(is_stale=state.compared is not None and state.compared is not now)
            for state in self._states
        ]

    def is_stale_next_to(self, by: int) -> bool:
        """Whether the comparison of that state is of what the file was."""
        return self._states[self._here + by].is_stale

    def compared_next_to(self, by: int) -> Compared | None:
        """The comparison of the state that :meth:`next_to` is of."""
        return self._states[self._here + by].compared

    # Which files

    @property
    def opened(self) -> Opened | None:
        """The files that are looked at; ``None``: those that were opened first."""
        return self._states[self._here].opened

    @property
    def opened_first(self) -> int | None:
        """How many files others were added to; ``None``: to none."""
        return None if self.opened is None else self.opened.load.opened

    def add(self, before: Opened, opened: Opened, selected: int | None) -> None:
        """Files were added, one step; ``before``: those that were looked at until then."""
        self._states = [
            state if state.opened is not None else state._replace(opened=before) for state in self._states
        ]
        self.take(self.now, selected)
        self._states[self._here] = self._states[self._here]._replace(opened=opened)

    def reread(self, load: Loader, profile: Profile) -> None:
        """These files were read again; what else there was of them is to be read again too."""

        def now(opened: Opened) -> Opened:
            return opened._replace(profile=profile if opened.load is load else None)

        self._states = [
            state if state.opened is None else state._replace(opened=now(state.opened))
            for state in self._states
        ]

    def opened_next_to(self, by: int) -> Opened | None:
        """The files of the state that :meth:`next_to` is of."""
        return self._states[self._here + by].opened

    def become(self, shape: Shape) -> None:
        """The shape that is on is another: some of it could not be."""
        self._states[self._here] = self._states[self._here]._replace(shape=shape)

    def before(self, steps: Sequence[Step]) -> int | None:
        """How many changes ago these steps of what is chosen were on, and no others; ``None``: never."""
        here = self._states[self._here]
        for ago in range(self._here + 1):
            state = self._states[self._here - ago]
            if state.load is not here.load or state.compared is not here.compared:
                return None
            if (state.shape.steps, state.shape.chosen) == (tuple(steps), here.shape.chosen):
                return ago
        return None

    def forget_places(self) -> None:
        """Where states were left is not known any more: functions have other numbers."""
        self._states = [state._replace(came=None, left=None, way=None) for state in self._states]
        self.way = None

    def arrived(self, selected: int | None) -> None:
        """The function that is selected since the shape is on; ``None``: that comes later."""
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
        """The filter that comes with steps back (below 0) or forward; ``None``: it stays."""
        ends = sorted((self._here, self._here + by))
        opened = [state.filters for state in self._states[ends[0] + 1 : ends[1] + 1] if state.filters]
        if not opened:
            return None
        return opened[0][0] if by < 0 else opened[-1][1]

    def step(self, by: int, selected: int | None, way: tuple[str, CallPath] | None = None) -> int | None:
        """Back (-1) or forward (1); the function to select there, if the cursor was not moved meanwhile."""
        stayed = self._states[self._here].came in (None, selected)
        self._leave(selected, way)
        self._here += by
        self.way = self._states[self._here].way if stayed and by < 0 else None
        return self._states[self._here].left if stayed and by < 0 else selected

    def _leave(self, selected: int | None, way: tuple[str, CallPath] | None) -> None:
        self._states[self._here] = self._states[self._here]._replace(left=selected, way=way)
