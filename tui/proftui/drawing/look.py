"""How some text looks."""

from __future__ import annotations

from proftui_parsers.import_free import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.drawing.colours import Rgb


@dataclass(frozen=True, slots=True)
class Look:
    """The look of some text: colours are RGB, an ANSI colour's name, or ``None`` for the terminal's own."""

    colour: Rgb | str | None = None
    ground: Rgb | str | None = None
    bold: bool = False
    dim: bool = False
    underline: bool = False
    reverse: bool = False
