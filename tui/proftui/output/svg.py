"""The icicle as one SVG file: no scripts, nothing loaded from elsewhere, a title on every box."""

from __future__ import annotations

from html import escape

from proftui import messages
from proftui.analysis.calltree.nodes import CallNode, CallTree
from proftui.analysis.names import Names
from proftui.drawing import figures
from proftui.drawing.capabilities import TRUECOLOR
from proftui.drawing.palette import Palette
from proftui.drawing.safe_text import clean, cut_end
from proftui.frame import shape_row
from proftui.frame.functions import location_tail
from proftui.frame.nodes import figures_of, spoken_node, whole_of
from proftui.state.figures import Figures
from proftui.state.session import Session
from proftui.views.icicle.boxes import Box, Icicle
from proftui.views.icicle.paint import Known, Paint, label

ROW = 18
"""Pixels of a level; boxes are as many wide as cells on a screen of so many."""
_HEAD = 34
_MOST_BOXES = 50_000
_LETTER = 6.7
"""Pixels of a letter of the font, at most."""
_PALETTE = Palette({"background": "#FFFFFF", "foreground": "#1E1E1E", "primary": "#2F7FD0"}, TRUECOLOR)
_STYLE = (
    "text{font:11px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#000;pointer-events:none}"
    "g:hover>rect{stroke:#000}.h{font-size:13px}"
)


def icicle_svg(session: Session, tree: CallTree, root: CallNode | None = None, width: int = 1200) -> str:
    """The picture of ``tree``, or of what is below ``root`` with its ancestors above it."""
    figs, names = session.figures, session.names
    picture = Icicle(tree, max(100, width), root)
    levels, width = picture.all_levels(_MOST_BOXES), picture.width
    height = _HEAD + ROW * len(levels) + 8
    title = _title(figs, tree, shape_row.steps_in_words(session))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{_STYLE}</style>",
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text class="h" x="6" y="20">{escape(cut_end(title, int(width / 8)))}</text>',
    ]
    paint = Paint(Known(names), tree.total, figs.unit, whole=whole_of(figs.profile, tree))
    for level, boxes in enumerate(levels):
        lines += [_drawn(box, level, paint, _about(figs, names, tree, box.node)) for box in boxes]
    return "\n".join([*lines, "</svg>", ""])


def _title(figs: Figures, tree: CallTree, shape: str) -> str:
    profile = figs.profile
    file = clean(profile.path.replace("\\", "/").rpartition("/")[2] or profile.path, 80)
    what = "callers" if tree.inverted else "calls"
    total = figures.with_unit(tree.total, figs.unit)
    title = messages.SVG_TITLE.format(file, what, total)
    if profile.recording is not None:
        title = messages.SVG_OF_STACKS.format(
            file, what, total, profile.measure.title or profile.measure.name
        )
    return f"{title} · {shape}" if shape else title


def _drawn(box: Box, level: int, paint: Paint, about: str) -> str:
    y, node = _HEAD + ROW * level, box.node
    fill = "#{:02x}{:02x}{:02x}".format(*_PALETTE.box_ground(paint.hue(node), bool(level % 2)))
    # A gap tells boxes of one colour apart; narrow ones would be nothing but gap.
    drawn = box.width - 0.6 if box.width > 3 else box.width
    rect = f'<rect x="{box.x}" y="{y}" width="{drawn}" height="{ROW - 0.6}" fill="{fill}"/>'
    text, _ = label(paint, node, int((box.width - 6) / _LETTER))
    text = f'<text x="{box.x + 4}" y="{y + 13}">{escape(text)}</text>' if text else ""
    return f"<g><title>{escape(about)}</title>{rect}{text}</g>"


def _about(figs: Figures, names: Names, tree: CallTree, node: CallNode) -> str:
    """What the title of a box says, a line each: the node, and its figures as the screen says them."""
    place = [location_tail(names, node.function)] if node.function >= 0 else []
    return "\n".join([spoken_node(names, node), *place, *figures_of(figs, tree, node)])
