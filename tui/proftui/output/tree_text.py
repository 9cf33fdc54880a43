"""The call tree as text."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from proftui import messages
from proftui.analysis.calltree.nodes import CallNode
from proftui.analysis.calltree.outline import Outline, outlining
from proftui.analysis.calltree.slices import Hidden
from proftui.drawing import figures
from proftui.drawing.safe_text import clean
from proftui.frame import sentences
from proftui.frame.nodes import estimate_mark
from proftui.output import printed
from proftui.state.session import Session
from proftui.views.tree import rows as treerows
from proftui.views.tree.rows import CLOSED, LEAF, OPEN, Branch

WIDTH = 120


def text(session: Session, least: float, depth: int, strip_dirs: bool, most: int) -> Iterator[str | None]:
    """Lines (``None``: not yet) of nodes from ``least`` percent of the run on, ``depth`` levels (0: all)."""
    profile, tree = session.profile, session.trees.tree
    yield printed.heading(profile)
    yield from printed.shape(session)
    matching = yield from looked_for(session)
    if tree is None or not profile.count:
        yield sentences.no_tree(profile)
        return
    roots = [root for root in tree.roots() if root.time >= tree.total * least / 100]
    if not any(root.time > 0 for root in tree.roots()):
        # Of negative times there are trees in which no root has any time: one is shown all the same.
        roots = [*tree.roots()[:1]]
    below = yield from outlining(tree, roots, tree.total * least / 100, depth, most)
    longest = max((node.time for node in tree.roots()), default=0.0)
    columns = treerows.layout(session.figures, tree.total, WIDTH, longest=longest, inverted=tree.inverted)
    yield treerows.heading(session.figures, columns).text.rstrip()
    hidden = [root.time for root in tree.roots()[len(roots) :]]
    for node, level, marker in walking(roots, below, least * tree.total / 100, hidden):
        own = figures.share(treerows.own_of([node]), tree.total)
        branch = Branch([node], level, marker, tree.total, own)
        line = treerows.row(session.figures, session.names, columns, branch, session.query, strip_dirs)
        yield starred(line.text, is_match=node.function in matching)
    if not profile.has_edges:
        yield messages.ALL_ALONE
    if hidden:
        yield treerows.hidden_texts(session.figures, least, Hidden(len(hidden), sum(hidden)))[1]
    if any(estimate_mark(node, tree.total, session.figures.unit) for node in below):
        yield treerows.legend(profile).strip()
    yield from printed.notes(profile)


def looked_for(session: Session) -> Generator[str, None, frozenset[int]]:
    """Above a tree: what the filter is, if there is one, and a blank line; the functions that it finds."""
    matching = frozenset[int]()
    if session.query is not None:
        matching = frozenset(session.rows)
        count = figures.plural(len(matching), "function")
        yield messages.PRINTED_FIND.format(clean(session.listed.filter_text), count)
    yield ""
    return matching


def starred(line: str, *, is_match: bool) -> str:
    """The row of a node, with a star where the filter finds its function."""
    return ("*" + line[1:] if is_match else line).rstrip()


def walking(
    roots: Sequence[CallNode], below: Outline, least: float, hidden: list[float]
) -> Iterator[tuple[CallNode, int, str]]:
    """Nodes in the order of their rows, how deep each is, and its marker.

    ``hidden`` gets the times of rests of less than ``least``, as many entries as they stand for.
    """
    waiting = [(root, 0) for root in reversed(roots)]
    while waiting:
        node, level = waiting.pop()
        if node.kind == "rest" and node.time < least:
            hidden += [0.0] * (node.count - 1) + [node.time]
            continue
        children = below.get(node, [])
        yield node, level, OPEN if children else CLOSED if node.kind == "rest" and node.count else LEAF
        waiting.extend((child, level + 1) for child in reversed(children))
