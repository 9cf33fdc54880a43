"""How far a tree's estimates are from the truth: Σ|estimate - true| / Σ true over the paths that matter."""

from __future__ import annotations

from collections.abc import Sequence

from tests.support.log_truth import Context, Truth
from tests.support.lsprof_emulation import TICK
from tests.support.tree_places import hidden_roots

from proftui.analysis.calltree.nodes import CallNode, CallTree

SHARE, DEEPEST = 0.001, 12
"""Paths with this share of the run, and not longer than so many functions, matter."""


def error_of(truth: Truth, tree: CallTree) -> float:
    """The error of a tree whose cycles are unrolled; what it does not have was estimated as nothing."""
    least = SHARE * truth.down.time
    wrong = whole = 0.0
    hidden = hidden_roots(tree)
    shown = list(tree.roots())
    waiting: list[tuple[Context, list[CallNode], int]] = []
    for context in truth.down.children.values():
        if context.function in hidden:
            waiting += [(below, _of(shown, below), 2) for below in context.children.values()]
        else:
            waiting.append((context, _of(shown, context), 1))
    while waiting:
        context, nodes, depth = waiting.pop()
        if context.time < least or not context.time or depth > DEEPEST:
            continue
        true = TICK * context.time
        wrong += abs(sum(node.time for node in nodes) - true)
        whole += true
        below = [child for node in nodes if node.kind == "function" for child in opened(tree, node)]
        waiting += [(child, _of(below, child), depth + 1) for child in context.children.values()]
    return wrong / whole if whole else 0.0


def opened(tree: CallTree, node: CallNode) -> list[CallNode]:
    """The children of a node, with those of what stands for several: imports, a rest."""
    found = []
    for child in tree.children(node):
        several = child.kind == "rest" or (child.kind == "recursion" and child.count > 0)
        found += opened(tree, child) if several else [child]
    return found


def _of(nodes: Sequence[CallNode], context: Context) -> list[CallNode]:
    kinds = ("function", "recursion")
    return [node for node in nodes if node.function == context.function and node.kind in kinds]
