"""The icicle as lines: each level with its boxes and their labels."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from proftui.analysis.calltree.nodes import CallNode
from proftui.drawing.figures import EIGHTHS
from proftui.drawing.line import Line, Span
from proftui.views.icicle.boxes import Box, Icicle
from proftui.views.icicle.paint import EDGE, LEAST_LABEL, Ink, Inks, Paint, label

HATCH = "░"
_LEAST_MODULE = 8
"""Cells behind a label from which on its figure stands there in full, and a module may follow."""


_PLAIN, _SELECTED, _HOVERED = Inks(""), Inks("-sel"), Inks("-hover")
_MATCH, _DIM = Inks("-match"), Inks("-dim")


def level_line(
    icicle: Icicle, number: int, paint: Paint, selected: int = -1, hovered: int = -1, row: int = 0
) -> Line:
    """One level; ``selected`` and ``hovered`` are numbers of boxes on it, ``row`` sets its first shade."""
    spans: list[Span] = []
    add = spans.append
    x, before, searched, alternate = 0, None, paint.matches is not None, paint.by_package
    second = first_shade = bool(row % 2) and alternate
    inks_of = paint.known.inks if alternate else {}
    marked = (selected, hovered)
    for position, box in enumerate(icicle.level(number)):
        node, start, width, _, tail = box
        if start > x:
            add(_blank(start - x))
        inks = inks_of.get(node.function) or _inks(paint, node)
        second = (alternate and not second) if inks is before else first_shade
        before, ink = inks, inks[second]
        if searched or position in marked:
            ink = _marked(paint, node, ink, position == selected, position == hovered)[second]
        x = start + width
        if width >= LEAST_LABEL:
            whole = width == icicle.width and number <= icicle.first
            add(ink.edge)
            _labelled(add, box, ink, paint, *label(paint, node, width - 1, whole))
        elif node.kind == "rest":
            add(Span("…" if width == 1 else EDGE + "…", ink.edge.role))
        else:
            add(ink.edge)
            if width > 1:
                add(Span(HATCH if paint.is_hatched(node) else paint.filler, ink.hatch))
        if tail and paint.fine and position != selected:
            x += _tail(spans, box, ink, _blanks_after(icicle, number, position))
    if x < icicle.width:
        add(_blank(icicle.width - x))
    return Line(tuple(spans))


def _inks(paint: Paint, node: CallNode) -> tuple[Ink, Ink]:
    """The two shades of a node's box; kept by function where they are those of its package."""
    inks = _PLAIN[paint.hue(node)]
    if node.function >= 0 and paint.by_package:
        paint.known.inks[node.function] = inks
    return inks


def _marked(paint: Paint, node: CallNode, ink: Ink, selected: bool, hovered: bool) -> tuple[Ink, Ink]:
    """The shades of a box that is selected or under the mouse, or that a search has looked at."""
    if selected:
        return _SELECTED[ink.hue]
    if hovered:
        return _HOVERED[ink.hue]
    return (_MATCH if paint.matched(node) else _DIM)[ink.hue]


@lru_cache(maxsize=1024)
def _blank(cells: int) -> Span:
    return Span(" " * cells)


def _labelled(add: Callable[[Span], None], box: Box, ink: Ink, paint: Paint, text: str, cells: int) -> None:
    """What stands behind the edge of a box that holds a label: the module too where there is room for all."""
    left = box.width - 1 - cells
    if left >= _LEAST_MODULE and box.node.function >= 0:
        module, cells = paint.known.module(box.node.function)
        if module and cells + 3 <= left:
            add(Span(text, ink.role))
            add(Span(f"  {module}", ink.role + "-weak"))
            text, left = " ", left - cells - 3
    if paint.is_hatched(box.node) and left > (1 if text else 0):
        if text:
            add(Span(text + " ", ink.role))
            left -= 1
        add(Span(HATCH * left, ink.hatch))
        return
    gap = " " if text and left else ""
    add(Span(text + gap + paint.filler * (left - len(gap)), ink.role))


def _blanks_after(icicle: Icicle, number: int, position: int) -> int:
    """Blank cells after a box that lie below the same parent, at most one."""
    box = icicle.level(number)[position]
    end = box.x + box.width
    above = icicle.level(number - 1)
    return int(bool(above) and end < above[box.above].x + above[box.above].width)


def _tail(spans: list[Span], box: Box, ink: Ink, blanks: int) -> int:
    """Draw the end of a box to an eighth of a cell; how many cells more it takes."""
    if box.tail > 0:
        blanks = 0 if box.node.kind == "rest" else blanks
        if blanks:
            spans.append(Span(EIGHTHS[box.tail], ink.end))
        return blanks
    last = spans[-1]
    if len(last.text) > 1 and last.text.endswith((" ", HATCH)):
        spans[-1] = Span(last.text[:-1], last.role)
        spans.append(Span(EIGHTHS[8 + box.tail], ink.end))
    return 0
