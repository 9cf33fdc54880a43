"""What is hidden of a profile, as a value: steps in the order in which they were taken."""

from __future__ import annotations

from proftui_parsers.import_free import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui_parsers.entries import Function

MY_CODE, FUNCTION, PACKAGE, MODULE, TERMS = "my code", "function", "package", "module", "terms"
"""Kinds of steps: all that is not mine is hidden, or one function, all of a package, of a module, or what
matches terms of the filter language."""


class Step(NamedTuple):
    """One step: what it hides, by its name, so that it can be taken again when the file was read anew."""

    kind: str
    name: str = ""
    """Of a package or a module; or the terms."""
    function: Function | None = None


class Shape(NamedTuple):
    """All that is on; figures depend on the set of steps, not on their order."""

    steps: tuple[Step, ...] = ()

    @property
    def is_mine_only(self) -> bool:
        """Whether only the user's own code is left."""
        return any(step.kind == MY_CODE for step in self.steps)

    def plus(self, step: Step) -> Shape:
        """One more step."""
        return self if step in self.steps else Shape((*self.steps, step))

    def without(self, step: Step) -> Shape:
        """A step less."""
        return Shape(tuple(other for other in self.steps if other != step))


WHOLE = Shape()
"""Nothing is hidden."""
MINE = Step(MY_CODE)
