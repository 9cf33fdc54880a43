"""The frame's two rows about a node of a call tree: its figures in words, and the path to it."""

from __future__ import annotations

from collections.abc import Sequence

from proftui.analysis.calltree.nodes import CallNode, CallTree, path_of
from proftui.analysis.names import Names
from proftui.drawing import figures
from proftui.drawing.columns import Figures
from proftui.drawing.line import Line, Span, fitted, spread, width_of
from proftui.drawing.safe_text import cell_width, clean, cut_end, cut_start, shorten_location


def detail_line(figs: Figures, names: Names, tree: CallTree, node: CallNode, width: int) -> Line:
    """The selected node in words: what and where at the left; time, bounds, shares, calls at the right."""
    name = spoken_node(names, node)
    parts = _figures_of(figs, tree, node, width >= 100)
    while len(parts) > 1 and cell_width(name) + width_of(_joined(parts)) + 14 > width:
        parts.pop()
    right = _joined(parts)
    room = width - width_of(right) - 2
    name = cut_end(name, max(8, room))
    place = _place_of(figs, names, node, max(0, room - cell_width(name) - 2))
    left = [Span(f" {name}", "title"), Span(f"  {place}" if place else "", "heading")]
    return spread(left, right, width, "panel")


def name_of(names: Names, node: CallNode) -> str:
    """What a node is called, cleaned: its function, or what it stands for."""
    if node.kind == "rest":
        return f"+{node.count:,}"
    return clean(node.label or (names.shown_name(node.function) if node.function >= 0 else "?"), 120)


def spoken_node(names: Names, node: CallNode) -> str:
    """What a node is called in running text."""
    if node.kind == "rest":
        return f"… {node.count:,} more"
    return cut_end(name_of(names, node), 60) + (" ↻" if node.recursive else "")


def _place_of(figs: Figures, names: Names, node: CallNode, room: int) -> str:
    """Where the function stands; of a built-in its recorded name."""
    if node.function < 0 or room < 4:
        return ""
    if names.is_builtin(node.function):
        recorded = clean(figs.profile.names[node.function], 400)
        return cut_start(recorded, room)
    return shorten_location(clean(names.location(node.function)[-500:], 2000), room)


def _figures_of(figs: Figures, tree: CallTree, node: CallNode, wide: bool) -> list[str]:
    unit = figs.unit
    time = f"{'' if node.exact else '≈ '}{figures.time(node.time, unit)} {unit.name}"
    share = figures.percent(figures.share(node.time, tree.total))
    parts = [f"{time}  {share} %" if share else time]
    if not node.exact and wide:
        low, high = figures.time(node.low, unit), figures.time(node.high, unit)
        parts[0] = f"{time}  {low}–{high} {unit.name}" + (f"  {share} %" if share else "")
    if node.parent is not None:
        of_parent = figures.share(node.time, node.parent.time)
        if of_parent is not None:
            shown = "100" if of_parent >= 99.95 else figures.percent(of_parent)
            parts.append(f"{shown} % of parent")
    if wide and node.calls is not None:
        exact = node.exact and node.calls == int(node.calls)
        counted = figures.plural(round(node.calls), figs.profile.counted)
        parts.append(counted if exact else f"≈ {counted}")
    return parts


def _joined(parts: Sequence[str]) -> list[Span]:
    return [Span(f" {' · '.join(parts)} ", "text")]


def breadcrumb(names: Names, node: CallNode, width: int) -> Line:
    """The path to a node: ``<module> › … › compile``; the middle is counted where it does not fit."""
    nodes = path_of(node)
    # A name takes a cell and its sign three: of a path of thousands only the ends can be there.
    left_out = max(0, len(nodes) - width // 4 - 2)
    path = [spoken_node(names, step) for step in (*nodes[:2], *nodes[2 + left_out :])]
    text = _fold(path, width - 2, left_out)
    return fitted([Span(f" {text}", "muted")], width)


def _fold(path: Sequence[str], room: int, left_out: int) -> str:
    """As much of the ends of a path as fits, some names of it left out already; the last name longest."""
    for kept in range(len(path), 1, -1):
        head = min(2, kept // 2)
        hidden = left_out + len(path) - kept
        for longest in (60, 16):
            tail = path[len(path) - kept + head :]
            steps = [cut_end(step, longest) for step in path[:head]]
            steps += [f"…{hidden}"] if hidden else []
            steps += [cut_end(step, longest) for step in tail[:-1]] + list(tail[-1:])
            text = " › ".join(steps)
            if cell_width(text) <= room:
                return text
    last = path[-1]
    before = f"…{left_out + len(path) - 1} › " if len(path) > 1 else ""
    return before + cut_end(last, room - len(before)) if room > len(before) + 8 else cut_end(last, room)
