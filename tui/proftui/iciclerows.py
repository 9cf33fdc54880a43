"""The icicle as lines: boxes with their labels, and the legend below them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from proftui import figures, hues
from proftui.analysis.calltree import NO_FUNCTION, CallNode
from proftui.analysis.names import Names
from proftui.figures import EIGHTHS
from proftui.icicle import Box, Icicle
from proftui.line import Line, Span, spread, width_of
from proftui.nodelines import breadcrumb, detail_line, name_of
from proftui.owntimes import OwnTime, own_lines, own_times
from proftui.table import heat
from proftui.text import cell_width, clean, cut_end

__all__ = [
    "OwnTime",
    "Paint",
    "breadcrumb",
    "detail_line",
    "label",
    "legend",
    "level_line",
    "own_lines",
    "own_times",
]

EDGE = "│"
HATCH = "░"
_LEAST_LABEL = 3
"""Cells of the narrowest box with a label, and letters of the shortest name that is cut."""
_HEAT_LEGEND = (
    ("h0", "own < 0.1 %"),
    ("h1", "< 1 %"),
    ("h2", "< 5 %"),
    ("h3", "< 20 %"),
    ("h4", "20 % and more"),
)


@dataclass(eq=False)
class Paint:
    """What boxes are labelled and coloured by; keeps what it worked out for a function."""

    names: Names
    total: float
    heat: bool = False
    fine: bool = True
    """Whether the ends of boxes are drawn in eighths of a cell."""
    matches: frozenset[int] | None = None
    """Functions that a search matches; ``None``: there is no search."""
    _names: dict[int, str] = field(default_factory=dict)
    _hues: dict[int, str] = field(default_factory=dict)

    def name(self, node: CallNode) -> str:
        """What a node is called, cleaned; kept by function."""
        if node.label or node.kind == "rest" or node.function < 0:
            return name_of(self.names, node)
        name = self._names.get(node.function)
        if name is None:
            name = self._names[node.function] = name_of(self.names, node)
        return name

    def hue(self, node: CallNode) -> str:
        """The kind of ground that a node's box has."""
        found = None if self.heat else self._hues.get(node.function)
        if found is not None:
            return found
        if self.heat and node.kind != "rest":
            return "h" + heat(figures.share(node.own, self.total))[-1]
        if node.function < 0:
            return "r" if node.kind == "rest" else hues.GREY
        found = self._hues[node.function] = hues.hue(self.names, node.function)
        return found

    def matched(self, node: CallNode) -> bool:
        """Whether the search matches a node."""
        return self.matches is not None and node.kind != "rest" and node.function in self.matches


# Boxes


def level_line(
    icicle: Icicle, number: int, paint: Paint, selected: int = -1, hovered: int = -1, row: int = 0
) -> Line:
    """One level; ``selected`` and ``hovered`` are numbers of boxes on it, ``row`` sets its first shade."""
    spans: list[Span] = []
    add = spans.append
    x, last_hue, second = 0, "", bool(row % 2)
    edges: dict[str, Span] = {}
    first_shade, heated, searched = bool(row % 2), paint.heat, paint.matches is not None
    for place, box in enumerate(icicle.level(number)):
        node, start, width, _, box_tail = box
        if start > x:
            add(Span(" " * (start - x)))
        hue = paint.hue(node)
        second = (not second if hue == last_hue else first_shade) and not heated
        last_hue = hue
        state = "-sel" if place == selected else "-hover" if place == hovered else ""
        if searched and not state:
            state = "-match" if paint.matched(node) else "-dim"
        role = f"box{hue}{'b' if second else ''}{state}"
        x = start + width
        if width == 1 and node.kind != "rest":
            edge = edges.get(role)
            if edge is None:
                edge = edges[role] = Span(EDGE, role + "-edge")
            add(edge)
        elif width < _LEAST_LABEL:
            _narrow(add, box, role)
        else:
            whole = width == icicle.width and (number <= icicle.first)
            _wide(add, box, role, label(paint, node, width - 1, whole))
        if box_tail and paint.fine and state != "-sel":
            x += _tail(spans, box, role, _room_after(icicle, number, place))
    if x < icicle.width:
        add(Span(" " * (icicle.width - x)))
    return Line(tuple(spans))


def _narrow(add: Callable[[Span], None], box: Box, role: str) -> None:
    if box.node.kind == "rest":
        text = "…" if box.width == 1 else EDGE + "…"
        add(Span(text, role + "-edge"))
        return
    add(Span(EDGE, role + "-edge"))
    if box.width > 1:
        add(Span(HATCH if box.node.recursive else " ", role + "-hatch"))


def _wide(add: Callable[[Span], None], box: Box, role: str, text: str) -> None:
    add(Span(EDGE, role + "-edge"))
    room = box.width - 1
    left = room - cell_width(text)
    if box.node.recursive and left > (1 if text else 0):
        gap = " " if text else ""
        if text:
            add(Span(text + gap, role))
        add(Span(HATCH * (left - len(gap)), role + "-hatch"))
        return
    add(Span(text + " " * left, role))


def _room_after(icicle: Icicle, number: int, place: int) -> int:
    """Blank cells after a box that lie below the same parent, at most one."""
    box = icicle.level(number)[place]
    end = box.x + box.width
    above = icicle.level(number - 1)
    return int(bool(above) and end < above[box.above].x + above[box.above].width)


def _tail(spans: list[Span], box: Box, role: str, room: int) -> int:
    """Draw the end of a box to an eighth of a cell; how many cells more it takes."""
    if box.tail > 0:
        room = 0 if box.node.kind == "rest" else room
        if room:
            spans.append(Span(EIGHTHS[box.tail], role + "-end"))
        return room
    last = spans[-1]
    if len(last.text) > 1 and last.text.endswith((" ", HATCH)):
        spans[-1] = Span(last.text[:-1], last.role)
        spans.append(Span(EIGHTHS[8 + box.tail], role + "-end"))
    return 0


def label(paint: Paint, node: CallNode, room: int, with_time: bool = False) -> str:
    """The longest of ``name 12.3 %``, ``name 12 %``, ``name``, and a cut name that fits in ``room`` cells."""
    if room < _LEAST_LABEL - 1:
        return ""
    share = figures.share(node.time, paint.total)
    percent = f"{figures.percent(share)} %" if share is not None else ""
    whole = f"{share:.0f} %" if share is not None and share >= 0.5 else ""
    name = paint.name(node)
    if node.kind == "rest":
        texts: tuple[str, ...] = (f"{name} · {percent}", name)
        return next((text for text in texts if len(text) <= room), "…")
    mark = "" if node.exact else "≈ "
    loop = " ↻" if node.recursive else ""
    cells = cell_width(name)
    used = len(mark) + cells + len(loop)
    if with_time and used + len(percent) + 11 <= room:
        return f"{mark}{name}{loop} {figures.time(node.time)} s {percent}"
    for figure in (percent, whole):
        if figure and used + 1 + len(figure) <= room:
            return f"{mark}{name}{loop} {figure}"
    for before, after in ((mark, loop), ("", loop), (mark, ""), ("", "")):
        if len(before) + cells + len(after) <= room:
            return f"{before}{name}{after}"
    for before in (mark, ""):
        if room - len(before) > _LEAST_LABEL:
            return before + cut_end(name, room - len(before))
    return ""


# Below the picture


def legend(icicle: Icicle, levels: Sequence[int], paint: Paint, width: int, below: str = "") -> Line:
    """What the colours mean, by width in the picture; at the right what is ``below`` the screen."""
    right = [Span(f"  {below} ", "muted")] if below else []
    room = width - width_of(right)
    boxes = [box for level in levels for box in icicle.level(level)]
    entries = _heat_entries() if paint.heat else _packages(boxes, paint)
    recursive = any(box.node.kind in ("cycle", "recursion") for box in boxes)
    last = [Span(" ↻ recursion ", "boxg")] if recursive and not paint.heat else []
    share = figures.percent(figures.share(icicle.thin, paint.total))
    thin = [Span(" … too thin ", "boxr")] if icicle.thin > 0 else []
    # What is summed up is never left out; how much it is, where there is room.
    room -= sum(width_of((span,)) + 1 for span in (*last, *thin))
    shown: list[Span] = []
    for entry in entries:
        if width_of((entry,)) > room:
            break
        shown += [entry, Span(" ")]
        room -= width_of((entry,)) + 1
    if thin and share and len(share) + 3 <= room:
        thin = [Span(f" … too thin {share} % ", "boxr")]
    for entry in (*last, *thin):
        shown += [entry, Span(" ")]
    return spread(shown[:-1], right, width)


def _heat_entries() -> list[Span]:
    return [Span(f" {text} ", f"box{key}") for key, text in _HEAT_LEGEND]


def _packages(boxes: Sequence[Box], paint: Paint) -> list[Span]:
    """The packages in the picture, the one with the widest boxes first."""
    widths: dict[int, int] = {}
    for box in boxes:
        function = box.node.function
        widths[function] = widths.get(function, 0) + box.width
    widths.pop(NO_FUNCTION, None)
    titles: dict[tuple[str, str], int] = {}
    for function, cells in widths.items():
        key = (clean(hues.package_title(paint.names, function), 24), hues.hue(paint.names, function))
        titles[key] = titles.get(key, 0) + cells
    ranked = sorted(titles, key=lambda key: (-titles[key], key))
    return [Span(f" {title} ", f"box{hue}") for title, hue in ranked]
