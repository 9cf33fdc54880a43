"""What is hidden of a profile, as a value: steps in the order in which they were taken."""

from __future__ import annotations

from proftui_parsers.import_free import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.mine_rules import Rule
    from proftui_parsers.entries import Function

MY_CODE, FUNCTION, PACKAGE, MODULE, TERMS = "my code", "function", "package", "module", "terms"
"""Steps that hide: all that is not mine, one function, a package, a module, what terms of a filter match."""


class Step(NamedTuple):
    """One step, by names, so that it can be taken again when the file was read anew."""

    kind: str
    name: str = ""
    """Of a package or a module; or the terms."""
    function: Function | None = None


class Shape(NamedTuple):
    """All steps that are on; figures depend on which they are, not on their order."""

    steps: tuple[Step, ...] = ()
    said: tuple[Rule, ...] = ()
    """What was said of the user's code since the start, the latest first; by itself it hides nothing."""

    @property
    def is_mine_only(self) -> bool:
        """Whether only the user's own code is left."""
        return MINE in self.steps

    def plus(self, step: Step) -> Shape:
        """One more step."""
        return self if step in self.steps else self._replace(steps=(*self.steps, step))

    def without(self, step: Step) -> Shape:
        """A step less."""
        return self._replace(steps=tuple(other for other in self.steps if other != step))


WHOLE = Shape()
"""Nothing is hidden."""
MINE = Step(MY_CODE)
