"""How a profile is looked at, as a value: steps in the order in which they were taken."""

from __future__ import annotations

from proftui_parsers.import_free import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui_parsers.entries import Function

MY_CODE, FUNCTION, PACKAGE, MODULE, TERMS = "my code", "function", "package", "module", "terms"
"""Steps that hide: all that is not mine, one function, a package, a module, what terms of a filter match."""
FOCUS, PATH = "focus", "path"
"""Steps that leave what runs under a function, or under a path of calls."""
BY = "by"
"""The step that shows groups instead of functions."""
GROUPS = ("package", "module", "file")
"""What functions are grouped by."""


class Step(NamedTuple):
    """One step, by names, so that it can be taken again when the file was read anew."""

    kind: str
    name: str = ""
    """Of a package or a module; the terms; or what functions are grouped by."""
    path: tuple[Function, ...] = ()
    """The function; of a path all its functions, the root first."""


class Shape(NamedTuple):
    """All steps that are on. Figures depend on which they are: what hides comes first, groups come last."""

    steps: tuple[Step, ...] = ()

    @property
    def is_mine_only(self) -> bool:
        """Whether only the user's own code is left."""
        return MINE in self.steps

    @property
    def hiding(self) -> tuple[Step, ...]:
        """The steps that hide."""
        return tuple(step for step in self.steps if step.kind not in (FOCUS, PATH, BY))

    @property
    def focus(self) -> tuple[Step, ...]:
        """The steps that leave what runs under something."""
        return tuple(step for step in self.steps if step.kind in (FOCUS, PATH))

    @property
    def by(self) -> str:
        """What functions are grouped by; empty: they are not."""
        return next((step.name for step in self.steps if step.kind == BY), "")

    @property
    def in_order(self) -> tuple[Step, ...]:
        """The steps in the order in which figures are worked out: the same for the same figures."""
        return (*sorted(self.hiding), *self.focus, *(step for step in self.steps if step.kind == BY))

    def plus(self, step: Step) -> Shape:
        """One more step."""
        return self if step in self.steps else Shape((*self.steps, step))

    def without(self, step: Step) -> Shape:
        """A step less."""
        return Shape(tuple(other for other in self.steps if other != step))

    def grouped(self, by: str) -> Shape:
        """Grouped otherwise, or not at all."""
        left = tuple(step for step in self.steps if step.kind != BY)
        return Shape((*left, Step(BY, by)) if by else left)


WHOLE = Shape()
"""Nothing is hidden."""
MINE = Step(MY_CODE)
