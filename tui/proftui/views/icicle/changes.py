"""How boxes of one side of a comparison are coloured and labelled: by what became of them."""

from __future__ import annotations

from dataclasses import dataclass

from proftui import messages
from proftui.analysis.calltree.nodes import CallNode
from proftui.analysis.compare.both_tree import SideTree
from proftui.drawing import figures
from proftui.drawing.changes import MUCH
from proftui.drawing.line import Line, Span, spread
from proftui.views.icicle.boxes import Icicle

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass

LEAST = 0.5
"""Percent of the time before from which on a box is coloured; from ``MUCH`` on strongly."""
FASTER, SLOWER = "▾", "▴"
_MOST_ROWS, _MOST_NODES = 100, 2_000
_TEXT = 60
"""Cells of a name and a location at most."""


@dataclass(frozen=True, slots=True)
class BoxChanges:
    """What became of the boxes of a picture."""

    tree: SideTree
    total: float
    """Seconds of all before."""

    def kind(self, node: CallNode) -> str:
        """The ground of a box: ``c0`` much faster, ``c1`` faster, ``c2`` as before, ``c3``, ``c4`` slower."""
        if node.kind == "rest":
            return "r"
        share = figures.share(self.tree.pair(node).change, self.total) or 0.0
        if abs(share) < LEAST:
            return "c2"
        if share < 0:
            return "c0" if share < -MUCH else "c1"
        return "c4" if share > MUCH else "c3"

    def is_one_sided(self, node: CallNode) -> bool:
        """Whether only this side has it."""
        return node.kind != "rest" and bool(self.tree.pair(node).became)

    def label(self, node: CallNode) -> tuple[str, str]:
        """What stands before the name of a box, and behind it: ``▾``, `` −26 %``."""
        if node.kind == "rest":
            return "", ""
        pair = self.tree.pair(node)
        if pair.became:
            return "", f" {messages.BECAME[pair.became]}"
        if self.kind(node) == "c2":
            return "", ""
        before = pair.times[0]
        share = figures.share(pair.change, before)
        text = "" if share is None else f" {figures.signed(figures.whole_percent(share))} %"
        return (FASTER if pair.change < 0 else SLOWER), text


def legend(icicle: Icicle, changes: BoxChanges, width: int, below: str) -> Line:
    """What the colours mean, and how many boxes only the other side has."""
    tree = changes.tree
    missing = sum(tree.missing(box.node, icicle.least) for row in icicle.levels for box in row)
    boxes = figures.plural(missing, "box")
    spans = [
        Span(f" {FASTER} {messages.FASTER_BOX} ", "boxc0"),
        Span(" "),
        Span(f" {SLOWER} {messages.SLOWER_BOX} ", "boxc4"),
        Span(f" {messages.PLAIN_BOX.format(LEAST)}", "muted"),
        Span(f"  ░ {messages.BECAME['new' if tree.after else 'gone']}", "muted"),
        Span(f" · {messages.BECAME['gone' if tree.after else 'new']}: {boxes}", "muted"),
    ]
    return spread(spans, [Span(f"  {below} ", "muted")] if below else [], width)
