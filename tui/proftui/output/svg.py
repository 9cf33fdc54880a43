"""The icicle as one SVG file: no scripts, nothing loaded from elsewhere, a title on every box."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from proftui import messages
from proftui.analysis.calltree.nodes import CallNode, CallTree, path_of
from proftui.analysis.columns import unit_of
from proftui.analysis.names import Names
from proftui.drawing import figures
from proftui.drawing.capabilities import TRUECOLOR
from proftui.drawing.palette import Palette
from proftui.drawing.safe_text import cell_width, clean, cut_end
from proftui.frame.functions import location_tail
from proftui.frame.nodes import is_sure, name_of, whole_of
from proftui.views.icicle.boxes import grouped
from proftui.views.icicle.paint import GREY, Hues
from proftui_parsers import Profile

LEAST_WIDTH = 0.5
"""Pixels of the narrowest box; what is narrower is summed up in a rest."""
ROW = 18
_HEAD = 34
_LETTER = 6.7
"""Pixels of a letter of the font, at most."""
_MOST_BOXES = 50_000
_LIGHT = {"background": "#FFFFFF", "foreground": "#1E1E1E", "primary": "#2F7FD0"}
_STYLE = (
    "text{font:11px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#000;pointer-events:none}"
    "g:hover>rect{stroke:#000}.h{font-size:13px}"
)


class _Placed(NamedTuple):
    node: CallNode
    x: float
    width: float
    level: int


def icicle_svg(
    tree: CallTree,
    names: Names,
    profile: Profile,
    root: CallNode | None = None,
    width: int = 1200,
    shape: str = "",
) -> str:
    """The picture of ``tree``, or of what is below ``root`` with its ancestors above it.

    ``shape``: what is hidden, left out or grouped, in words.
    """
    width = max(100, width)
    boxes = list(_boxes(tree, root, float(width)))
    height = _HEAD + ROW * (1 + max((box.level for box in boxes), default=0)) + 8
    palette, title = Palette(_LIGHT, TRUECOLOR), _title(tree, profile, shape)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{_STYLE}</style>",
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text class="h" x="6" y="20">{escape(cut_end(title, int(width / 8)))}</text>',
    ]
    hues = Hues(names)
    lines += [_drawn(box, tree, names, profile, palette, _kind(box.node, hues)) for box in boxes]
    return "\n".join([*lines, "</svg>", ""])


def _title(tree: CallTree, profile: Profile, shape: str) -> str:
    file = clean(profile.path.replace("\\", "/").rpartition("/")[2] or profile.path, 80)
    what = "callers" if tree.inverted else "calls" if profile.has_edges else messages.ALL_ALONE
    total = figures.with_unit(tree.total, unit_of(profile, tree.total))
    title = messages.SVG_TITLE.format(file, what, total)
    if profile.recording is not None:
        title = messages.SVG_OF_STACKS.format(
            file, what, total, profile.measure.title or profile.measure.name
        )
    return f"{title} · {shape}" if shape else title


def _boxes(tree: CallTree, root: CallNode | None, width: float) -> Iterator[_Placed]:
    """Boxes from the top down; the least share is that of half a pixel of the whole picture."""
    path = [] if root is None else path_of(root)[:-1]
    for level, node in enumerate(path):
        yield _Placed(node, 0.0, width, level)
    tops: Sequence[CallNode] = tree.roots() if root is None else [root]
    seconds = sum(node.time for node in tops if node.time > 0)
    if seconds <= 0:
        return
    scale = width / seconds
    waiting = deque(_side_by_side(grouped(tops, LEAST_WIDTH / scale, None), 0.0, scale, len(path), width))
    number = 0
    while waiting:
        box = waiting.popleft()
        yield box
        number += 1
        if number < _MOST_BOXES and (box.node.kind != "rest" or box.node is root):
            children = tree.children(box.node, LEAST_WIDTH / scale)
            waiting += _side_by_side(children, box.x, scale, box.level + 1, box.x + box.width)


def _side_by_side(nodes: Sequence[CallNode], x: float, scale: float, level: int, end: float) -> list[_Placed]:
    """Boxes from ``x`` on, none beyond ``end``."""
    placed = []
    for node in nodes:
        width = min(node.time * scale, end - x)
        if width > 0:
            placed.append(_Placed(node, x, width, level))
            x += width
    return placed


def _drawn(box: _Placed, tree: CallTree, names: Names, profile: Profile, palette: Palette, kind: str) -> str:
    y = _HEAD + ROW * box.level
    fill = "#{:02x}{:02x}{:02x}".format(*palette.box_ground(kind, bool(box.level % 2)))
    about = escape("\n".join(_about(box.node, tree, names, profile)))
    # A gap tells boxes of one colour apart; narrow ones would be nothing but gap.
    drawn = box.width - 0.6 if box.width > 3 else max(box.width, 0.01)
    rect = f'<rect x="{box.x:.2f}" y="{y}" width="{drawn:.2f}" height="{ROW - 0.6}" fill="{fill}"/>'
    label = _label(box, tree, names)
    text = f'<text x="{box.x + 4:.2f}" y="{y + 13}">{escape(label)}</text>' if label else ""
    return f"<g><title>{about}</title>{rect}{text}</g>"


def _kind(node: CallNode, hues: Hues) -> str:
    if node.function < 0:
        return "r" if node.kind == "rest" else GREY
    return hues.of_function(node.function)


def _label(box: _Placed, tree: CallTree, names: Names) -> str:
    letters = int((box.width - 6) / _LETTER)
    node = box.node
    sure = is_sure(node.low, node.high, tree.total, figures.unit_for(tree.total))
    mark, loop = "" if sure else "≈ ", " ↻" if node.recursive else ""
    share = figures.percent(figures.share(node.time, whole_of(names.profile, tree)))
    name = name_of(names, node)
    if node.kind == "rest":
        mark, share = "", mark + share if share else ""
    whole = f"{mark}{name}{loop}"
    if share and cell_width(whole) + len(share) + 3 <= letters:
        return f"{whole} {share} %"
    letters -= len(mark) + len(loop)
    return f"{mark}{cut_end(name, letters)}{loop}" if letters >= min(4, cell_width(name)) else ""


def _about(node: CallNode, tree: CallTree, names: Names, profile: Profile) -> list[str]:
    """What the title of a box says, a line each."""
    lines = [name_of(names, node) + (" ↻" if node.recursive else "")]
    if node.kind == "rest":
        lines = [messages.SVG_REST.format(node.count)]
    if node.function >= 0:
        lines.append(location_tail(names, node.function))
    share = figures.percent(figures.share(node.time, whole_of(profile, tree)))
    unit = unit_of(profile, tree.total)
    time = figures.with_unit(node.time, unit) + (messages.SVG_SHARE.format(share) if share else "")
    sure = is_sure(node.low, node.high, tree.total, unit)
    lines.append(time if sure else f"≈ {time}")
    if not sure and math.isfinite(node.low):
        low, high = (figures.with_unit(end, unit) for end in (node.low, node.high))
        lines.append(messages.BETWEEN.format(low, high))
    if node.calls is not None and not profile.measure.is_of_samples:
        counted = figures.plural(max(1, round(node.calls)), profile.counted)
        lines.append(counted if node.calls_exact else f"≈ {counted}")
    return lines
