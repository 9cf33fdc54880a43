"""The icicle as lines: each level with its boxes and their labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache

from proftui import messages
from proftui.analysis.calltree.nodes import CallNode
from proftui.drawing import figures
from proftui.drawing.line import Line, Span, spread, width_of
from proftui.drawing.safe_text import cut_end
from proftui.views.icicle.boxes import Box, Icicle
from proftui.views.icicle.paint import EDGE, LEAST_LABEL, Ink, Known, Package, Paint, inks, label

HATCH = "░"


def level_line(icicle: Icicle, number: int, paint: Paint, selected: int = -1, hovered: int = -1) -> Line:
    """One level; ``selected`` and ``hovered`` are numbers of boxes on it."""
    spans: list[Span] = []
    add = spans.append
    x, before, searched, alternate = 0, None, paint.matches is not None, paint.by_package
    second = first_shade = bool(number % 2) and alternate
    inks_of = paint.known.inks if alternate else {}
    marked = (selected, hovered)
    for position, box in enumerate(icicle.level(number)):
        node, start, width, _ = box
        if start > x:
            add(_blank(start - x))
        shades = inks_of.get(node.function) or _inks(paint, node)
        second = (alternate and not second) if shades is before else first_shade
        before, ink = shades, shades[second]
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
    if x < icicle.width:
        add(_blank(icicle.width - x))
    return Line(tuple(spans))


def _inks(paint: Paint, node: CallNode) -> tuple[Ink, Ink]:
    """The two shades of a node's box; kept by function where they are those of its package."""
    shades = inks(paint.hue(node))
    if node.function >= 0 and paint.by_package:
        paint.known.inks[node.function] = shades
    return shades


def _marked(paint: Paint, node: CallNode, ink: Ink, selected: bool, hovered: bool) -> tuple[Ink, Ink]:
    """The shades of a box that is selected or under the mouse, or that a search has looked at."""
    if selected or hovered:
        return inks(ink.hue, "-sel" if selected else "-hover")
    return inks(ink.hue, "-match" if paint.matched(node) else "-dim")


@lru_cache(maxsize=1024)
def _blank(cells: int) -> Span:
    return Span(" " * cells)


def _labelled(add: Callable[[Span], None], box: Box, ink: Ink, paint: Paint, text: str, cells: int) -> None:
    """What stands behind the edge of a box that holds a label."""
    left = box.width - 1 - cells
    if paint.is_hatched(box.node) and left > (1 if text else 0):
        if text:
            add(Span(text + " ", ink.role))
            left -= 1
        add(Span(HATCH * left, ink.hatch))
        return
    gap = " " if text and left else ""
    add(Span(text + gap + paint.filler * (left - len(gap)), ink.role))


_HEATS = ("own < 0.1 %", "< 1 %", "< 5 %", "< 20 %", messages.MOST_HEAT)
_HEAT_LEGEND = [Span(f" {text} ", f"boxh{number}") for number, text in enumerate(_HEATS)]
_LEAST_NAME = 10
"""Cells of a name that is not cut."""


def legend(icicle: Icicle, levels: Sequence[int], paint: Paint, width: int, below: str = "") -> Line:
    """What the colours mean, what is widest first; at the right what is ``below`` the screen."""
    right = [Span(f"  {below} ", "muted")] if below else []
    entries = _HEAT_LEGEND if paint.heat else _packages(icicle, levels, paint.known, width)
    # What is summed up is never left out.
    share = figures.percent(figures.share(icicle.thin, paint.total))
    narrow = [Span(messages.TOO_NARROW.format(share), "boxr")] if icicle.thin > 0 and share else []
    left, shown = width - width_of(right) - width_of(narrow), list[Span]()
    for entry in entries:
        cells = width_of((entry,)) + 1
        if cells <= left:
            shown += entry, Span(" ")
            left -= cells
    return spread([*shown, *narrow], right, width)


def _packages(icicle: Icicle, levels: Sequence[int], known: Known, width: int) -> list[Span]:
    """The packages on some levels, that with the most cells first, and whether there is recursion.

    Long names are cut, so that of ``width`` cells some are left for others.
    """
    most, seen, recursive = max(_LEAST_NAME, width // 6), Counter[Package](), False
    for level in levels:
        for node, _, cells, _ in icicle.level(level):
            if node.function >= 0:
                seen[known.package(node.function)] += cells
            recursive = recursive or node.kind in ("cycle", "recursion")
    ranked = sorted(seen, key=lambda package: (-seen[package], package.title))
    entries = [Span(f" {cut_end(package.title, most)} ", f"box{package.hue}") for package in ranked]
    return [*entries, Span(f" {messages.RECURSION} ", "boxg")] if recursive else entries
