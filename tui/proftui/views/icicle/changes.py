"""How boxes of one side of a comparison are coloured and labelled: by what became of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from proftui import messages
from proftui.analysis.calltree.nodes import CallNode
from proftui.analysis.columns import AFTER, BEFORE, DELTA
from proftui.analysis.compare.both_tree import BothTree, SideTree
from proftui.analysis.compare.measured import OWN
from proftui.drawing import figures
from proftui.drawing.changes import MUCH
from proftui.drawing.line import Line, Span, fitted, spread
from proftui.drawing.safe_text import cell_width
from proftui.drawing.table import BAR, fit_columns
from proftui.frame.compared_columns import NOTHING, BothColumns, RowFigures, sides_of
from proftui.frame.functions import name_and_location
from proftui.state.session import Session
from proftui.views.icicle.boxes import Icicle, heaviest_first

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.state.compared import Compared

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


# The list below the picture


def changed_owns(session: Session, tree: SideTree, root: CallNode | None) -> list[tuple[int, RowFigures]]:
    """Functions of a picture by how much their own time changed."""
    compared = session.both
    if tree.inverted and (root is not None or len(tree.both.roots()) == 1):
        # Turned round, all the time in the picture is that of the function at its top.
        tops = [top.function for top in tree.both.roots() if root is None]
        known = [(top, row) for top in tops if (row := compared.row(top)) is not None]
        return [(top, _own_of(compared, row)) for top, row in known]
    if root is None:
        pairs = compared.now.pairs
        every = sorted(range(len(pairs)), key=lambda row: -abs(_finite(pairs.delta(row))))
        return [(compared.index_of_row[row], _own_of(compared, row)) for row in every[:_MOST_ROWS]]
    of_both = tree.of_both(root)
    sums = {} if of_both is None else _added_up(tree.both, of_both)
    rows = [(function, RowFigures(NOTHING, (own[0], own[1]))) for function, own in sums.items()]
    return sorted(rows, key=lambda row: -abs(row[1].change))[:_MOST_ROWS]


def _own_of(compared: Compared, row: int) -> RowFigures:
    pairs = compared.now.pairs
    return RowFigures(NOTHING, compared.figures(row, OWN), within=bool(pairs.within[row]))


def _finite(value: float) -> float:
    return value if value - value == 0 else 0.0


def _added_up(both: BothTree, root: CallNode) -> dict[int, list[float]]:
    """Own times before and after of the functions below a node, the most changed nodes first."""
    sums: dict[int, list[float]] = {}
    least = sum(both.sides(root).times) / _MOST_NODES
    nodes: Iterable[CallNode] = heaviest_first(
        both, [root], least / 10, lambda node: node.kind != "rest", _MOST_NODES
    )
    for node in nodes:
        if node.function >= 0 and node.kind == "function":
            own = sums.setdefault(node.function, [0.0, 0.0])
            for side, time in enumerate(both.sides(node).own):
                own[side] += time
    return sums


def changed_lines(
    session: Session, rows: Sequence[tuple[int, RowFigures]], width: int, height: int, *, plain: bool
) -> list[Line]:
    """A blank, the heading and as many rows as ``height`` lines hold; nothing where they hold no row.

    ``plain``: there is only ASCII.
    """
    compared = session.compared
    if height < 3 or not rows or compared is None:
        return []
    shown, both = rows[: height - 2], BothColumns(sides_of(compared, session.figures.unit), OWN, plain)
    both.longest = max((abs(row.change) for _, row in shown), default=0.0)
    cells, title = (
        max(len(both.sides.text(OWN, value)) for _, row in shown for value in row.shown),
        both.sides.title(OWN),
    )
    columns = [
        both.column(BEFORE, max(cells, cell_width(title)) + 1),
        both.column(AFTER, max(cells, cell_width(messages.AFTER_OF)), 1),
        both.column(DELTA, cells + 2, 2),
        both.column(BAR, 8, 0, 1, 24),
    ]
    table = fit_columns(columns, width)
    table = table._replace(left=max(1, min(table.left, _TEXT)))

    def line(index: int, row: RowFigures) -> Line:
        return table.row(row, name_and_location(session.names, index, table.left, None, False))

    heading = table.heading(messages.OWN_TIMES, "location", DELTA, "▾")
    return [fitted([], width), heading, *(line(*row) for row in shown)]
