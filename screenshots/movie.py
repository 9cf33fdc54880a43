"""Screens that follow each other, as one SVG that plays for ever by CSS: nothing in it is loaded or run.

Where motion is unwanted, or styles are taken off, one frame stands still. Whatever fonts there are, letters
keep to their cells, and bars and lines are drawn, not written.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from itertools import accumulate, pairwise
from typing import NamedTuple
from xml.etree import ElementTree

_CELL, _ROW = 10, 20
_BASELINE = 15
_PADDING = 12
_CAPTION = 48
_FONT = 'font-family="ui-monospace,Menlo,Consolas,\'DejaVu Sans Mono\',monospace" font-size="16.5"'
_CENTRED = 'text-anchor="middle"'
_HIDDEN = ' visibility="hidden"'
_PLATE = "#2b2b2b"
"""What the caption stands on, below the window."""
_PIECE = re.compile(r"(?P<words>[!-~]+(?: [!-~]+)*)|(?P<bar>[█-▏]+)|(?P<glyph>\S)")
"""Words with single blanks between them, a bar of eighths of cells, what some fonts draw too wide."""
_SHAPES = {"━": (0, -7, 10, 3), "─": (0, -6, 10, 1), "│": (4, -_BASELINE, 1, _ROW)}
"""Lines: x and y from the cell's left on the baseline, width, height."""


class Run(NamedTuple):
    """Cells of a row that look the same: where they begin, what stands there, colours as ``#rrggbb``."""

    column: int
    text: str
    ink: str
    ground: str
    bold: bool = False
    underlined: bool = False


Screen = Sequence[Sequence[Run]]
"""Rows from the top; cells without a run are empty."""


class Frame(NamedTuple):
    """A screen, the key caps and words below it, and how many seconds it stands."""

    screen: Screen
    caps: Sequence[str]
    words: str
    seconds: float


def usual_ground(screens: Sequence[Screen]) -> str:
    """The colour behind most cells."""
    cells: Counter[str] = Counter()
    for run in (run for screen in screens for row in screen for run in row):
        cells[run.ground] += len(run.text)
    return cells.most_common(1)[0][0]


def svg(frames: Sequence[Frame], size: tuple[int, int], still: int, title: str) -> str:
    """The picture of ``frames`` of so many columns and rows; frame ``still`` stands where nothing moves."""
    ground = usual_ground([frame.screen for frame in frames])
    width, height = size[0] * _CELL + 2 * _PADDING, size[1] * _ROW + 2 * _PADDING + _CAPTION
    rows: dict[str, int] = {}
    shown = [
        f'<g class="f" style="animation-name:k{number}"{"" if number == still else _HIDDEN}>'
        f"{_screen(frame.screen, rows, ground)}{_caption(frame, height - _CAPTION // 2)}</g>"
        for number, frame in enumerate(frames)
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" {_FONT}>',
            f"<title>{escape(title)}</title>",
            f"<style>\n{_style([frame.seconds for frame in frames])}\n</style>",
            "<defs>",
            *(f'<g id="r{number}">{row}</g>' for row, number in rows.items()),
            "</defs>",
            f'<rect width="{width}" height="{height}" rx="10" fill="{_PLATE}"/>',
            f'<rect width="{width}" height="{height - _CAPTION}" rx="10" fill="{ground}"/>',
            *shown,
            "</svg>\n",
        ]
    )


def _style(seconds: Sequence[float]) -> str:
    """Each frame is seen from its begin to its end; where one follows another, both name the same moment."""
    total = sum(seconds)
    moments = ["0%", *(f"{100 * end / total:.2f}%" for end in accumulate(seconds))]
    see, hide = "{visibility:visible}", "{visibility:hidden}"
    rules = [
        f"@keyframes k{number}{{{'0%' + hide if number else ''}{begin}{see}{end}{hide}}}"
        for number, (begin, end) in enumerate(pairwise(moments))
    ]
    return "\n".join(
        [
            f".f{{animation:{total:.2f}s step-end infinite}}",
            *rules,
            "@media (prefers-reduced-motion:reduce){.f{animation:none!important}}",
        ]
    )


def _screen(screen: Screen, rows: dict[str, int], ground: str) -> str:
    """A screen whose rows are those of ``rows``, or new ones there: equal rows are written once."""
    places = [(_PADDING + _ROW * y + _BASELINE, _row(row, ground)) for y, row in enumerate(screen)]
    return "".join(
        f'<use href="#r{rows.setdefault(row, len(rows))}" x="{_PADDING}" y="{y}"/>'
        for y, row in places
        if row
    )


def _row(row: Sequence[Run], ground: str) -> str:
    """A row on the baseline 0: grounds first, so that none covers a letter of its neighbour."""
    below = [_box(run.column, len(run.text), run.ground) for run in row if run.ground != ground]
    return "".join([*below, *(piece for run in row for piece in _pieces(run))])


def _box(column: float, cells: float, colour: str, opacity: str = "") -> str:
    x, width = column * _CELL, cells * _CELL
    return (
        f'<rect x="{x:g}" y="{-_BASELINE}" width="{width:g}" height="{_ROW}" fill="{colour}"{opacity} '
        'shape-rendering="crispEdges"/>'
    )


def _pieces(run: Run) -> Iterator[str]:
    """What stands in a run: bars and lines as boxes, words as text that is as wide as its cells."""
    looks = f'fill="{run.ink}"'
    looks += ' font-weight="bold"' if run.bold else ""
    looks += ' text-decoration="underline"' if run.underlined else ""
    for piece in _PIECE.finditer(run.text):
        text, column = piece.group(), run.column + piece.start()
        x = column * _CELL
        if piece["bar"]:
            yield _box(column, sum((0x2590 - ord(block)) / 8 for block in text), run.ink)
        elif text == "░":
            yield _box(column, 1, run.ink, ' fill-opacity=".3"')
        elif text in _SHAPES:
            left, top, width, height = _SHAPES[text]
            yield f'<rect x="{x + left}" y="{top}" width="{width}" height="{height}" fill="{run.ink}"/>'
        elif len(text) == 1:
            yield f'<text {_CENTRED} x="{x + _CELL // 2}" {looks}>{escape(text)}</text>'
        else:
            yield f'<text x="{x}" textLength="{len(text) * _CELL}" {looks}>{escape(text)}</text>'


def _caption(frame: Frame, middle: int) -> str:
    """The keys that were pressed, as caps, and beside them what they are for."""
    drawn, x = [], 2 * _PADDING
    for cap in frame.caps:
        width = _CELL * len(cap) + 22
        drawn += [
            f'<rect x="{x}" y="{middle - 15}" width="{width}" height="30" rx="6" fill="#eee"/>',
            f'<text {_CENTRED} x="{x + width // 2}" y="{middle + 6}" font-weight="bold">{escape(cap)}</text>',
        ]
        x += width + 8
    place = f'x="{x + 6 * bool(drawn)}" y="{middle + 6}" textLength="{_CELL * len(frame.words)}"'
    return "".join([*drawn, f'<text {place} fill="#eee">{escape(frame.words)}</text>'])


def said(drawn: str) -> list[str]:
    """What each frame of a picture says, row by row, without colours, places and bars."""
    root = ElementTree.fromstring(drawn)
    rows = {f"#{row.get('id')}": _text(row) for row in root.iterfind("{*}defs/{*}g")}
    return [
        "\n".join([*(rows[use.get("href", "")] for use in frame.iterfind("{*}use")), _text(frame)])
        for frame in root.iterfind("{*}g")
    ]


def _text(element: ElementTree.Element) -> str:
    return " ".join(text.text or "" for text in element.iterfind("{*}text"))
