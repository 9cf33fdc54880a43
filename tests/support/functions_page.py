"""The Functions page as runs of cells, made by the explorer's own functions; and the bytes it is worth."""

from __future__ import annotations

from pathlib import Path

from tests.support.strict_screen import Cell

from proftui.analysis.columns import Figures
from proftui.analysis.names import Names
from proftui.analysis.order import Order, sorted_indices
from proftui.drawing.colours import Look
from proftui.drawing.line import Line, Span
from proftui.drawing.palette import Palette
from proftui.frame import rows as frame
from proftui.terminal.pens import BOLD, DIM, REVERSE, UNDERLINE, Pen, between
from proftui.views.functions.rows import FunctionTable
from proftui_parsers import load

DEMO = Path(__file__).parents[2] / "tui" / "proftui" / "demo" / "demo.stats"
THEME = {
    "background": "#121212",
    "foreground": "#E0E0E0",
    "panel": "#242F38",
    "primary": "#0178D4",
    "secondary": "#004578",
    "warning": "#FEA62B",
    "error": "#B93C5B",
    "success": "#4EBF71",
    "accent": "#FEA62B",
    "block-cursor-background": "#0178D4",
}
ANSI = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
Runs = list[tuple[str, Pen]]


class Pages:
    """A table of functions in a frame, on a screen of some size, in some colours."""

    def __init__(self, width: int, height: int, mode: str) -> None:
        self.profile = load(str(DEMO))
        self.figs, self.names = Figures(self.profile), Names(self.profile)
        self.order = Order("cumtime", True)
        self.rows = sorted_indices(self.profile, self.names, self.order)
        self.width, self.height = width, height
        self.body = height - 6
        self.palette = Palette(THEME, mode)
        self.table = FunctionTable(self.figs, width, self.order)

    def page(self, top: int, cursor: int) -> list[Runs]:
        """The rows of the screen from function ``top`` on, the cursor on function ``cursor``."""
        width, count = self.width, f"{len(self.rows)} functions"
        lines = [
            frame.top_line(self.profile, width),
            frame.tabs_line(self.profile, "functions", count, width),
        ]
        lines.append(self.table.heading())
        for place in range(top, top + self.body):
            line = self.table.row(self.names, self.rows[place], None)
            lines.append(Line((Span("▸"), *line.spans[1:]), "cursor") if place == cursor else line)
        lines.append(frame.detail_line(self.figs, self.names, self.rows[cursor], width))
        lines.append(frame.state_line([Span(f"row {cursor + 1}")], [Span(count, "muted")], width))
        lines.append(frame.footer_line("functions", width))
        return [
            [(text, pen(self.palette.look(role, line.ground))) for text, role in line.spans] for line in lines
        ]


def pen(look: Look) -> Pen:
    """A look as parameters of SGR."""
    flags = BOLD * look.bold | DIM * look.dim | UNDERLINE * look.underline | REVERSE * look.reverse
    return Pen(_colour(look.colour, 30), _colour(look.ground, 40), flags)


def _colour(colour: object, base: int) -> str:
    if isinstance(colour, tuple):
        return ";".join(map(str, (base + 8, 2, *colour)))
    return str(base + ANSI.index(colour)) if isinstance(colour, str) else ""


def worth(before: list[list[Cell]], after: list[list[Cell]]) -> int:
    """Bytes that writing the cells that differ takes, row by row from the left.

    A move to the first of a row, moves over gaps of more than five cells, a change for each other pen.
    """
    size, present = 0, Pen()
    for y, (old, new) in enumerate(zip(before, after, strict=True)):
        differing = [x for x in range(len(new)) if old[x] != new[x]]
        last = None
        for x in differing:
            start = x
            if last is None:
                size += len(f"\x1b[{y + 1};{x + 1}H")
            elif x - last > 5:
                size += len(f"\x1b[{x - last - 1}C")
            else:
                start = last + 1
            for text, (colour, ground, style) in new[start : x + 1]:
                bits = BOLD * (style >> 1 & 1) | DIM * (style >> 2 & 1) | REVERSE * (style >> 7 & 1)
                wanted = Pen(
                    colour if text != " " else present[0], ground, bits if text != " " else present[2]
                )
                size += len(between(present, wanted)) + len(text.encode())
                present = wanted
            last = x
    return size
