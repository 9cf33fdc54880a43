"""From roles to pens: the escape parameters of a look, in as many colours as the terminal has."""

from __future__ import annotations

from collections.abc import Iterator

from proftui.drawing.capabilities import COLOURS_16, NO_COLOURS, TRUECOLOR, to_ascii
from proftui.drawing.colours import ANSI_RGB, Rgb, of_256
from proftui.drawing.line import Line
from proftui.drawing.palette import Palette
from proftui.drawing.safe_text import Clean, cell_width, cleaned
from proftui.terminal.cells import Runs
from proftui.terminal.pens import BOLD, DIM, REVERSE, UNDERLINE, Pen

_ANSI = tuple(ANSI_RGB)


class Inkwell:
    """The pens of a palette, each mixed once; ``plain``: only ASCII may be written with them."""

    def __init__(self, palette: Palette, plain: bool = False) -> None:
        self._palette = palette
        self._plain = plain
        self._pens: dict[tuple[str, str], Pen] = {}

    def runs(self, line: Line) -> Runs:
        """The texts of a line, each with its pen."""
        pen, ground = self.pen, line.ground
        if self._plain:
            return tuple([(text, pen(role, ground)) for text, role in line_in_ascii(line)])
        return tuple([(text, pen(role, ground)) for text, role in line.spans])

    def pen(self, role: str, ground: str) -> Pen:
        """How a role is written on a ground."""
        pen = self._pens.get((role, ground))
        if pen is None:
            look, mode = self._palette.look(role, ground), self._palette.mode
            flags = BOLD * look.bold | DIM * look.dim | UNDERLINE * look.underline | REVERSE * look.reverse
            pen = Pen(ink(look.colour, mode, 30), ink(look.ground, mode, 40), flags)
            self._pens[role, ground] = pen
        return pen


def line_in_ascii(line: Line) -> Iterator[tuple[Clean, str]]:
    """Texts and roles of a line in ASCII, cell for cell: a ``..`` can begin in the text before."""
    whole, start = to_ascii(line.text), 0
    for text, role in line.spans:
        end = start + cell_width(text)
        yield cleaned(whole[start:end]), role
        start = end


def ink(colour: Rgb | str | None, mode: str, base: int) -> str:
    """The parameters that set a colour; ``base`` is 30 for what is written and 40 for the ground."""
    if colour is None or mode == NO_COLOURS:
        return ""
    if isinstance(colour, str):
        number = _ANSI.index(colour)
        return str(base + number if number < 8 else base + 52 + number)
    if mode == TRUECOLOR:
        return f"{base + 8};2;{colour[0]};{colour[1]};{colour[2]}"
    assert mode != COLOURS_16, "looks in 16 colours are named"
    return f"{base + 8};5;{of_256(colour)}"
