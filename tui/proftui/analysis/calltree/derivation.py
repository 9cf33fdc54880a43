"""How the time of a node follows from what the file says, as a calculation (README, "Flow")."""

from __future__ import annotations

import math
from dataclasses import dataclass
from operator import add, sub
from typing import Literal, NamedTuple

from proftui.analysis.calltree.bottom_up import CallerTree
from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.nodes import CallNode, above
from proftui.analysis.calltree.plans import IMPORTS
from proftui.analysis.calltree.steps import Step
from proftui.drawing.formula import Formula, alone, difference, joined, product
from proftui_parsers.sums import SAME

_NEAR = 1e-6
"""The part of a figure by which a calculation may be off: both were added up in another order."""

Why = Literal["calls", "parent", "run", "lost", "member", "sums"]
"""What an upper bound is: all recorded calls, the time of the parent, the run; more, as some calls are not
in the file; of a member of a cycle all that the file has of it; or what sums leave."""


class Part(NamedTuple):
    """What a node has of the recorded calls between two groups: ``passed`` of ``whole`` seconds of them."""

    step: Step
    passed: float
    """Seconds that the parent passes on here."""
    whole: float
    """Seconds that its group passes on in the whole run."""

    def of(self, recorded: float, name: str) -> Formula:
        """That part of a recorded figure, which goes by ``name``."""
        return product(recorded, self.passed, self.whole, name, "here", "whole")


@dataclass(frozen=True)
class Derivation:
    """``time``: ``None`` where it is a recorded figure, or no short calculation leads to it."""

    time: Formula | None = None
    part: Part | None = None
    own: Formula | None = None
    calls: Formula | None = None
    low: Formula | None = None
    high: Why = "sums"


def derivation(tree: FlowTree, node: CallNode) -> Derivation:
    """How the figures of a node of a tree of what is called follow."""
    parent = above(node)
    if parent is None:
        return Derivation(_of_root(tree, node))
    if parent.kind == "cycle":
        return Derivation(_same(_of_member(tree, parent, node), node.time), high="member")
    if node.kind == "rest":
        return Derivation(_same(_of_rest(tree, parent, node), node.time))
    if node.kind == "unattributed" or node.key == -1:
        return Derivation(_same(_left_over(tree, parent), node.time))
    part = part_of(tree, parent, node)
    if part is None:
        return Derivation()
    time = _same(part.of(part.step.weight, "calls"), node.time)
    own = None if node.kind != "function" else _same(part.of(part.step.own, "own"), node.own)
    counted = part.step.calls
    calls = None
    if counted is not None and counted == int(counted) and node.calls is not None:
        calls = _same(part.of(int(counted), "count"), node.calls)
    low = _lower_bound(tree, parent, node, part.step)
    return Derivation(time, part, own, calls, low, _upper_bound(tree, parent, node, part.step))


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


def _of_member(tree: FlowTree, cycle: CallNode, node: CallNode) -> Formula | None:
    """Own time of a member of a cycle and its calls out of it, each in proportion."""
    plan, groups = tree.plans.of(cycle.key), tree.groups
    if node.kind != "function":
        return None
    owns = sum(map(tree.graph.times.tottime, groups.members(cycle.key)))
    steps = plan.by_member.get(node.key)
    weights = sum(steps.weights) if steps is not None else 0.0
    out = max(0.0, cycle.time - cycle.inner)
    own = tree.graph.times.tottime(node.key), cycle.inner, owns
    leaving = weights, out, plan.throughflow
    names = ("member", "inner", "owns"), ("leaving", "out", "whole")
    # What would be nothing of nothing is left out.
    if not owns or not plan.throughflow:
        return (
            product(*own, *names[0]) if owns else product(*leaving, *names[1]) if plan.throughflow else None
        )
    return joined(product(*own, *names[0]), "+", product(*leaving, *names[1]), add)


def _of_rest(tree: FlowTree, parent: CallNode, node: CallNode) -> Formula | None:
    """The calls from the rest's first on, and what goes to nobody."""
    if node.key < 0:
        return None
    steps, share, _ = tree.passed_on(parent)
    passed = max(0.0, parent.time - parent.own)
    weights = sum(steps.weights[node.key :])
    if share <= 0 or weights <= 0:
        return None
    made = product(weights, passed, passed / share, "rest", "here", "whole")
    return joined(made, "+", alone(node.inner, "nobody"), add) if node.inner else made


def _left_over(tree: FlowTree, parent: CallNode) -> Formula | None:
    """What the calls of a group leave of what it passes on."""
    steps, share, _ = tree.passed_on(parent)
    passed, outflow = max(0.0, parent.time - parent.own), sum(steps.weights)
    if share <= 0 or outflow <= 0:
        return None
    called = product(outflow, passed, passed / share, "outflow", "here", "whole")
    return joined(alone(passed, "here"), "−", called, sub)


def _lower_bound(tree: FlowTree, parent: CallNode, node: CallNode, step: Step) -> Formula | None:
    """The recorded calls less those that may be elsewhere: all that the parent's group does elsewhere."""
    if node.kind not in ("function", "cycle") or node.low <= 0 or not tree.is_sure(parent):
        return None
    values = step.time, tree.groups.cumtime(parent.key), parent.low
    return _same(Formula("{} − ({} − {})", values, lambda a, b, c: a - (b - c)), node.low)


def _upper_bound(tree: FlowTree, parent: CallNode, node: CallNode, step: Step) -> Why:
    candidates: list[tuple[Why, float]] = [("calls", step.time), ("parent", parent.high), ("run", tree.total)]
    for why, most in candidates:
        if abs(node.high - most) <= SAME * tree.total:
            return why
    return "lost" if node.beyond else "sums"


def of_caller(tree: CallerTree, node: CallNode) -> Formula | None:
    """The part of a node's time that one of its callers has; ``None``: it is a recorded figure."""
    callee = above(node)
    if callee is None or above(callee) is None or node.kind == "rest":
        return None
    shares, here, all_calls, _ = tree.shares_of(callee)
    if node.key not in shares.callers or all_calls <= 0:
        return None
    time = shares.times[shares.callers.index(node.key)]
    return _same(product(time, here, all_calls, "calls", "here", "whole"), node.time)


def stands_for_modules(node: CallNode) -> bool:
    """Whether a node is that of all modules that one function imports."""
    return node.key == IMPORTS
