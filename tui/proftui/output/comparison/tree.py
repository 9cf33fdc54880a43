"""The call tree of both sides as text and JSON: nodes are matched by the path that leads to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from proftui.analysis.calltree.nodes import CallNode
from proftui.analysis.calltree.outline import outlining, tops
from proftui.analysis.compare.both_tree import BothTree
from proftui.frame.sentences import no_tree
from proftui.output import json_form, tree_text
from proftui.output.comparison import plain, text
from proftui.output.comparison.shown import Shown
from proftui.output.forms import LEAST_SHARE, NoForm
from proftui_parsers.entries import finite


def lines(shown: Shown) -> Iterator[str | None]:
    """Lines, ``None`` after some work: nodes that changed by the least share of the run before, or more."""
    session = shown.session
    yield from text.head(shown)
    matching = yield from tree_text.looked_for(session)
    tree = _tree(shown)
    if tree is None:
        yield no_tree(session.profile)
        return
    least = _share(shown, "text") * tree.total / 100
    roots = [root for root in tree.roots() if root.time >= least]
    below = yield from outlining(tree, roots, least, shown.limit or 0, shown.most, lambda: tree.made)
    yield from tree_text.rows(session, tree, roots, below, _share(shown, "text"), matching)
    yield from text.tail(shown, ())


def _tree(shown: Shown) -> BothTree | None:
    """The tree; ``None``: these files have none."""
    tree, has_functions = shown.session.trees.tree, any(side.profile.count for side in shown.compared.sides)
    return tree if isinstance(tree, BothTree) and has_functions else None


def _share(shown: Shown, form: str) -> float:
    return LEAST_SHARE[form] if shown.share is None else shown.share


def document(shown: Shown) -> Iterator[str | None]:
    """One object with the tree, in pieces; ``None`` after some work. NoForm at once: there is none."""
    tree = _tree(shown)
    if tree is None:
        raise NoForm(no_tree(shown.session.profile))
    return _document(shown, tree)


def _document(shown: Shown, tree: BothTree) -> Iterator[str | None]:
    least = tree.total * _share(shown, "json") / 100
    roots, levels = tops(tree, least), json_form.levels(shown.limit)
    below = yield from outlining(tree, roots, least, levels, shown.most, lambda: tree.made)
    yield from json_form.tree_pieces(plain.head(shown), roots, below, lambda node: _node(shown, tree, node))


def _node(shown: Shown, tree: BothTree, node: CallNode) -> dict[str, Any]:
    """A node before and after, each as in the tree of one profile; a rest is on neither side."""
    pair = tree.sides(node)
    base, new = (
        None if of is None else json_form.node_of(side.profile, of)
        for side, of in zip((shown.comparison.base, shown.comparison.new), pair, strict=True)
    )
    if node.kind == "rest":
        return {"kind": "rest", "name": json_form.node_name(node), "change": finite(node.time)}
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
