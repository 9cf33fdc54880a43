"""How the time of a node follows from what the file says, as a calculation (README, "Flow")."""

from __future__ import annotations

import math
from typing import NamedTuple

from proftui.analysis.calltree.bottom_up import CallerTree
from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.nodes import CallNode, above
from proftui.analysis.calltree.plans import IMPORTS
from proftui.analysis.calltree.steps import Step
from proftui.drawing.formula import Formula, difference, product

_NEAR = 1e-6
"""The part of a figure by which a calculation may be off: both were added up in another order."""


class Part(NamedTuple):
    """What a node has of the recorded calls between two groups: ``passed`` of ``whole`` seconds of them."""

    step: Step
    passed: float
    """Seconds that the parent passes on here."""
    whole: float
    """Seconds that its group passes on in the whole run."""


def derivation(tree: FlowTree, node: CallNode) -> Formula | None:
    """How the time of a node of a tree of what is called follows; ``None``: by no short calculation."""
    parent = above(node)
    if parent is None:
        return _of_root(tree, node)
    if parent.kind == "cycle" or node.kind in ("rest", "unattributed") or node.key == -1:
        return None
    part = part_of(tree, parent, node)
    made = None if part is None else product(part.step.weight, part.passed, part.whole)
    return _same(made, node.time)


def part_of(tree: FlowTree, parent: CallNode, node: CallNode) -> Part | None:
    """What a node has of the calls that its parent's group makes of it; ``None``: nothing is passed on."""
    steps, share, _ = tree.passed_on(parent)
    passed = parent.time if parent.kind == "recursion" else max(0.0, parent.time - parent.own)
    if share <= 0:
        return None
    for position, weight in enumerate(steps.weights):
        # A step of a hundred thousand is made only where it may be it.
        near = abs(min(share * weight, parent.time) - node.time) <= _NEAR * node.time
        if near and steps[position].group == node.key:
            return Part(steps[position], passed, passed / share)
    return None


def _same(formula: Formula | None, figure: float) -> Formula | None:
    """The calculation, if the figure comes of it."""
    if formula is None or not math.isfinite(formula.result):
        return None
    return formula if abs(formula.result - figure) <= _NEAR * abs(figure) else None


def _of_root(tree: FlowTree, node: CallNode) -> Formula | None:
    """What the calls by others leave of a root's cumulative time."""
    if node.kind != "function" or tree.groups.is_cycle(node.key):
        return None
    by_others = sum(tree.groups.incoming(node.key).times)
    whole = tree.groups.cumtime(node.key)
    return _same(difference(whole, by_others), node.time) if by_others else None


def of_caller(tree: CallerTree, node: CallNode) -> Formula | None:
    """The part of a node's time that one of its callers has; ``None``: it is a recorded figure."""
    callee = above(node)
    if callee is None or above(callee) is None or node.kind == "rest":
        return None
    shares, here, all_calls, _ = tree.shares_of(callee)
    if node.key not in shares.callers or all_calls <= 0:
        return None
    time = shares.times[shares.callers.index(node.key)]
    return _same(product(time, here, all_calls), node.time)


def stands_for_modules(node: CallNode) -> bool:
    """Whether a node is that of all modules that one function imports."""
    return node.key == IMPORTS
