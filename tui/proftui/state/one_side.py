"""What is asked of one profile as of both sides of a comparison."""

from __future__ import annotations

from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.analysis.members import Represented
    from proftui.analysis.shape.shape import Shape
    from proftui.state.compared_sides import Looked


class OneSide:
    """One profile alone, asked what a comparison is asked; there is no other side."""

    base: Looked | None = None
    """How the other side is looked at."""
    before = False
    """Whether the other side is shown where there is room for one only."""
    notes: tuple[str, ...] = ()

    def is_gone(self, index: int) -> bool:
        """Whether only the other side has the function."""
        return False

    def pointed_at(self, index: int) -> tuple[Looked, int] | None:
        """The other side and the function of it that is meant by one of the session, if one is."""
        return None

    def look_at_base(self) -> None:
        """Look for what does not add up on the other side."""

    def take_shape(self, shape: Shape) -> None:
        """The session has this shape now."""

    def groups_of_both(self, groups: Represented) -> Represented:
        """Groups of the session with those that only the other side has."""
        return groups

    def lacks(self, shape: Shape) -> bool:
        """Whether the other side has nothing of what a shape leaves."""
        return False
