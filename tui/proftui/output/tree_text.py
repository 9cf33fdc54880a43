"""The call tree as text."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from proftui import messages
from proftui.analysis.calltree.nodes import CallNode, CallTree
from proftui.analysis.calltree.outline import Outline, outlining
from proftui.analysis.calltree.slices import Hidden
from proftui.drawing import figures
from proftui.drawing.safe_text import clean
from proftui.frame import sentences
from proftui.output import printed
from proftui.state.session import Session
from proftui.views.tree.compared import table_of
from proftui.views.tree.rows import CLOSED, LEAF, OPEN, Branch, own_of

WIDTH = 120


def text(session: Session, share: float, depth: int, most: int) -> Iterator[str | None]:
    """Lines (``None``: not yet) of nodes from ``share`` percent of the run on, ``depth`` levels (0: all)."""
    yield printed.heading(session.profile)
    yield from printed.shape(session)
    matching = yield from looked_for(session)
    tree = session.trees.tree
    if tree is None or not session.profile.count:
        yield sentences.no_tree(session.profile)
        return
    roots = [root for root in tree.roots() if root.time >= tree.total * share / 100]
    if not any(root.time > 0 for root in tree.roots()):
        # Of negative times there are trees in which no root has any time: one is shown all the same.
        roots = [*tree.roots()[:1]]
    below = yield from outlining(tree, roots, tree.total * share / 100, depth, most)
    yield from rows(session, tree, roots, below, share, matching)
    yield from printed.notes(session.profile)


def looked_for(session: Session) -> Generator[str, None, frozenset[int]]:
    """Above a tree: what the filter is, if there is one, and a blank line; the functions that it finds."""
    matching = frozenset[int]()
    if session.query is not None:
        matching = frozenset(session.rows)
        count = figures.plural(len(matching), "function")
        yield messages.PRINTED_FIND.format(clean(session.listed.filter_text), count)
    yield ""
    return matching


def rows(
    session: Session,
    tree: CallTree,
    roots: Sequence[CallNode],
    below: Outline,
    share: float,
    matching: frozenset[int],
) -> Iterator[str]:
    """The heading, the nodes, with a star where the filter finds their function, and what is said below."""
    table, some = table_of(session, tree, WIDTH), False
    yield table.heading().text.rstrip()
    hidden = [root.time for root in tree.roots()[len(roots) :]]
    for node, level, marker in walking(roots, below, tree.total * share / 100, hidden):
        own = figures.share(own_of([node]), tree.total)
        line = table.row(Branch([node], level, marker, tree.total, own)).text
        yield ("*" + line[1:] if node.function in matching else line).rstrip()
        some = some or table.is_estimate(node)
    yield from table.below(share, Hidden(len(hidden), sum(hidden)), has_estimates=some)


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
