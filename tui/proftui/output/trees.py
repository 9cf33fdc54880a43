"""Call trees as text and JSON, of one profile or of both sides."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from proftui import messages
from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.nodes import CallNode, CallTree, NoTree
from proftui.analysis.calltree.outline import Outline, outlining, tops
from proftui.analysis.calltree.slices import Hidden
from proftui.analysis.compare.both_tree import BothTree
from proftui.background.pieces import Pieces
from proftui.drawing import figures
from proftui.drawing.safe_text import clean
from proftui.frame import sentences
from proftui.output import json_form, printed
from proftui.output.comparison import plain
from proftui.output.json_form import Json
from proftui.output.printed import WIDTH, NoForm, Wanted
from proftui.views.tree.compared import table_of
from proftui.views.tree.rows import CLOSED, LEAF, OPEN, Branch, own_of
from proftui_parsers.entries import finite


def text(wanted: Wanted) -> Iterator[str | None]:
    """Lines (``None``: not yet) of nodes from the least share on; of both sides, of those that changed."""
    session, matching = wanted.session, frozenset[int]()
    yield from printed.head(wanted)
    if session.query is not None:
        matching = frozenset(session.rows)
        count = figures.plural(len(matching), "function")
        yield messages.PRINTED_FIND.format(clean(session.listed.filter_text), count)
    yield ""
    tree = _tree(wanted)
    if tree is None:
        yield sentences.no_tree(session.profile)
        return
    least = tree.total * wanted.least_share / 100
    roots = [root for root in tree.roots() if root.time >= least]
    if not any(root.time > 0 for root in tree.roots()):
        # Of negative times there are trees in which no root has any time: one is shown all the same.
        roots = [*tree.roots()[:1]]
    below = yield from _outlining(wanted, tree, roots, least, wanted.limit or 0)
    yield from _rows(wanted, tree, roots, below, matching)
    yield from printed.tail(wanted)


def _tree(wanted: Wanted) -> CallTree | None:
    """The tree; ``None``: these files have none."""
    session = wanted.session
    sides = (side.profile for side in wanted.compared.sides) if wanted.compares else (session.profile,)
    return session.trees.tree if any(profile.count for profile in sides) else None


def _outlining(
    wanted: Wanted, tree: CallTree, roots: list[CallNode], least: float, levels: int
) -> Pieces[Outline]:
    def made() -> int:
        return tree.made if isinstance(tree, BothTree) else 0

    return outlining(tree, roots, least, levels, wanted.nodes, made)


def _rows(
    wanted: Wanted, tree: CallTree, roots: list[CallNode], below: Outline, matching: frozenset[int]
) -> Iterator[str]:
    """The heading, the nodes, with a star where the filter finds their function, and what is said below."""
    table, share, some = table_of(wanted.session, tree, WIDTH), wanted.least_share, False
    yield table.heading().text.rstrip()
    hidden = [root.time for root in tree.roots()[len(roots) :]]
    for node, level, marker in walking(roots, below, tree.total * share / 100, hidden):
        own = figures.share(own_of([node]), tree.total)
        line = table.row(Branch([node], level, marker, tree.total, own)).text
        yield ("*" + line[1:] if node.function in matching else line).rstrip()
        some = some or table.is_estimate(node)
    yield from table.below(share, Hidden(len(hidden), sum(hidden)), has_estimates=some)


def walking(
    roots: list[CallNode], below: Outline, least: float, hidden: list[float]
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


def document(wanted: Wanted) -> Iterator[str | None]:
    """One object with the tree, in pieces; ``None`` after some work. NoForm at once: there is none."""
    session, tree = wanted.session, _tree(wanted)
    if tree is None:
        if wanted.compares or session.profile.count:
            raise NoForm(sentences.no_tree(session.profile))
        tree = NoTree()
    if isinstance(tree, FlowTree):
        # Programs get the whole path, with the exec that ran the program.
        tree = FlowTree(session.profile, plans=tree.plans)
    return _document(wanted, tree)


def _document(wanted: Wanted, tree: CallTree) -> Iterator[str | None]:
    session, least = wanted.session, tree.total * wanted.least_share / 100
    roots = tops(tree, least)
    below = yield from _outlining(wanted, tree, roots, least, json_form.levels(wanted.limit))
    if isinstance(tree, BothTree):
        head, plain_of = plain.head(wanted), partial(_node_of_both, wanted, tree)
    else:
        head, plain_of = json_form.head(session.profile, session), partial(json_form.node_of, session.profile)
    yield from json_form.listing(head, json_form.nodes(roots, below, plain_of), "tree")


def _node_of_both(wanted: Wanted, tree: BothTree, node: CallNode) -> Json:
    """A node before and after, each as in the tree of one profile; a rest is on neither side."""
    if node.kind == "rest":
        return {"kind": "rest", "name": json_form.node_name(node), "change": finite(node.time)}
    pair = tree.sides(node)
    base, new = (
        None if of is None else json_form.node_of(side.profile, of)
        for side, of in zip((wanted.comparison.base, wanted.comparison.new), pair, strict=True)
    )
    low, high = pair.bounds
    return {
        "kind": node.kind,
        "base": base,
        "new": new,
        "status": pair.became or "both",
        "change": finite(pair.change),
        "low": finite(low),
        "high": finite(high),
        "exact": pair.exact,
    }
