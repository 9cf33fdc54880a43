"""The frame's two rows about a node of a call tree: its figures in words, and the path to it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from proftui import messages
from proftui.analysis.calltree.hot_path import HotPath
from proftui.analysis.calltree.nodes import CallNode, CallTree, path_of
from proftui.analysis.columns import has_counts
from proftui.analysis.names import Names
from proftui.drawing import figures
from proftui.drawing.line import Line, Span, fitted, spread
from proftui.drawing.safe_text import Clean, cell_width, clean, cleaned, cut_end
from proftui.frame import sentences
from proftui.frame.functions import in_words, joined, last_part, spoken
from proftui.frame.rows import between
from proftui.state.figures import Figures
from proftui_parsers import Profile
from proftui_parsers.consistency import checked

_LONGEST_STEP = 16
"""Cells of a name on a path that does not fit, but for the last."""
_MOST_LEVELS = 100
"""Levels of a chain that are looked at to be named."""


def detail_line(figs: Figures, names: Names, tree: CallTree, node: CallNode, width: int) -> Line:
    """A node in words: what and where at the left; time, share, bounds, own time, calls at the right."""
    said = figures_of(figs, tree, node)
    return in_words(names, node.function, spoken_node(names, node), said, 1, width)


def chain_line(figs: Figures, names: Names, tree: CallTree, chain: Sequence[CallNode], width: int) -> Line:
    """Levels that stand in one row, in words: ``4 levels: a › b › c › d``; the figures are the last one's."""
    path = [spoken_node(names, node) for node in chain[-_MOST_LEVELS:]]
    said, left_out = figures_of(figs, tree, chain[-1]), len(chain) - len(path)
    said[0] = messages.FIGURES_OF_LAST.format(said[0])
    before, sign = f" {len(chain):,} levels: ", " ‹ " if tree.inverted else " › "
    right = f" {joined(said, width - 4 - cell_width(before + sign.join(path)))} "
    text = _fold(path, max(1, width - cell_width(before + right) - 1), left_out, sign)
    return spread([Span(before, "heading"), Span(text, "title")], [Span(right)], width, "panel")


def name_of(names: Names, node: CallNode) -> Clean:
    """What a node is called in a box: its function, or what it stands for."""
    if node.kind == "rest":
        return cleaned(f"+{node.count:,}")
    return clean(node.label or (names.shown_name(node.function) if node.function >= 0 else "?"), 120)


def spoken_node(names: Names, node: CallNode) -> Clean:
    """What a node is called in running text; ``↻5`` is a cycle of five functions."""
    if node.kind == "rest":
        return clean(node.label or f"… {node.count:,} more")
    name = spoken(names, node.function) if node.function >= 0 else clean(node.label or "?", 60)
    count = node.count if node.kind == "cycle" and node.count else ""
    return cleaned(f"{name} ↻{count}") if node.recursive else name


def told_path(
    figs: Figures, names: Names, tree: CallTree, path: HotPath, width: int, by_function: bool = False
) -> str:
    """A hot path in words: its last nodes, the share of the run that the last one has, why it is the last.

    ``by_function``: what stands beside it is of the whole function, of which this may be a part.
    """
    last = path.nodes[-1]
    of_run = _share_of_run(figs, tree, last)
    share = f" {estimate_mark(last, tree.total, figs.unit)}{of_run} %" if of_run else ""
    if by_function and share and figs.text("cumtime%", last.function) != of_run:
        share += messages.ON_THIS_PATH
    why = (messages.HOT_PATH_UP_ENDS if tree.inverted else messages.HOT_PATH_ENDS)[path.stop]
    return sentences.hot_path([spoken_node(names, step) for step in path.nodes[-4:]], share, why, width)


def calls_text(node: CallNode) -> str:
    """The calls of a node: ``121``, ``≈56``, ``—`` where they were not counted."""
    calls = node.calls
    if calls is None or not math.isfinite(calls) or calls < 0:
        return figures.NOT_MEASURED if node.function >= 0 else ""
    # What is on the screen at all was called once at least.
    return f"{round(calls)}" if node.calls_exact else f"≈{round(max(1.0, calls))}"


def is_sure(low: float, high: float, total: float, unit: figures.Unit = figures.SECONDS) -> bool:
    """Whether whatever lies between two times is read alike, as a time and as a share, so needs no mark."""
    if low == high or not math.isfinite(high - low):
        return low == high
    shares = [figures.percent(figures.share(end, total)) for end in (low, high)]
    return shares[0] == shares[1] and figures.time(low, unit) == figures.time(high, unit)


def has_estimate(node: CallNode, total: float, unit: figures.Unit) -> bool:
    """Whether a row of the tree has an ``≈`` in it, or may have one in another unit."""
    own = is_sure(node.own_low, node.own_high, total, unit)
    return not node.exact or not own or calls_text(node).startswith("≈")


def estimate_mark(node: CallNode, total: float, unit: figures.Unit = figures.SECONDS) -> str:
    """``≈`` where the time of a node is an estimate; ``total``: what its share is of, seconds."""
    return "" if is_sure(node.low, node.high, total, unit) else "≈"


def whole_of(profile: Profile, tree: CallTree) -> float:
    """What shares of nodes are of; 0: of none, as times with callees contradict own times."""
    return tree.total if tree.inverted or not checked(profile).contradicts else 0.0


def _share_of_run(figs: Figures, tree: CallTree, node: CallNode) -> str:
    """The share that a node has; of times with callees none where these contradict own times."""
    return figures.percent(figures.share(node.time, whole_of(figs.profile, tree)))


def figures_of(figs: Figures, tree: CallTree, node: CallNode) -> list[str]:
    """The figures of a node, those that matter most first."""
    share = _share_of_run(figs, tree, node)
    unit, total = figs.unit, tree.total
    said = [_time_text(unit, total, node.time, node.low, node.high, share)]
    if node.kind == "function" and not tree.inverted:
        own = "own " + _time_text(unit, total, node.own, node.own_low, node.own_high)
        # The bounds of what calls nothing were just said.
        alike = (node.own_low, node.own_high) == (node.low, node.high)
        said.append(own.partition("  ")[0] if alike else own)
    of_parent = figures.share(node.time, node.parent.time) if node.parent is not None else None
    if of_parent is not None:
        said.append(messages.OF_PARENT.format("100" if of_parent >= 99.95 else figures.percent(of_parent)))
    # How many samples is the first figure already, where nothing else is measured.
    calls = calls_text(node) if has_counts(figs.profile) else ""
    if calls and calls != figures.NOT_MEASURED:
        counted = calls.removeprefix("≈")
        about = "≈ " if counted != calls else ""
        said.append(f"{about}{figures.plural(int(counted), figs.profile.counted)}")
    return said


def _time_text(
    unit: figures.Unit, total: float, time: float, low: float, high: float, share: str = ""
) -> str:
    """A time with its share: ``0.120 s 1.9 %``, ``≈ 0.120 s 1.9 %  0.000–0.215 s``."""
    text = figures.with_unit(time, unit) + (f" {share} %" if share else "")
    return text if is_sure(low, high, total, unit) else f"≈ {text}  {between(low, high, unit)}"


def breadcrumb(names: Names, node: CallNode, width: int) -> Line:
    """The path to a node: ``main › … › compile``; the middle is counted where it does not fit."""
    nodes = path_of(node)
    # A name takes a cell and its sign three: of a path of thousands only the ends can be there.
    left_out = max(0, len(nodes) - width // 4 - 2)
    path = [spoken_node(names, step) for step in (*nodes[:1], *nodes[1 + left_out :])]
    text = _fold(path, width - 2, left_out)
    return fitted([Span(f" {text}", "muted")], width)


def _fold(path: Sequence[str], width: int, left_out: int, sign: str = " › ") -> str:
    """As much of a path as fits, its root and its end; some names after its root are left out already.

    Names lose their classes, and others than the last their ends, before any is left out.
    """
    whole = sign.join(path)
    if not left_out and cell_width(whole) <= width:
        return whole
    path = [*(cut_end(last_part(name), _LONGEST_STEP) for name in path[:-1]), last_part(path[-1])]
    for kept in range(len(path), 0, -1):
        hidden, head = left_out + len(path) - kept, path[:1] if kept > 1 else []
        steps = [*head, *([f"…{hidden}"] if hidden else []), *path[len(path) - kept + len(head) :]]
        text = sign.join(steps)
        if cell_width(text) <= width:
            return text
    return cut_end(path[-1], width)
