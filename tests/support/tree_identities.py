"""What must hold in any call tree, and what is true of a node of one made from a simulated program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tests.support.simulated_programs import TICK, Path, Run, collapsed

from proftui.analysis.calltree.nodes import CallNode, CallTree, path_of
from proftui_parsers import Profile

CLOSE = 1e-9
MOST_NODES = 20_000


def nodes_of(tree: CallTree, least: float = 0.0, most: int = MOST_NODES) -> Iterator[CallNode]:
    """Every node from ``least`` seconds on, rests closed; fails if there are more than ``most``."""
    waiting = list(tree.roots())
    for _ in range(most):
        if not waiting:
            return
        node = waiting.pop()
        yield node
        if node.kind != "rest":
            waiting.extend(tree.children(node, least))
    raise AssertionError(f"more than {most} nodes")


class Sums(NamedTuple):
    """What a whole tree adds up to, seconds."""

    roots: float
    own: Counter[int]
    """By function."""
    recursion: float
    shared: float
    unattributed: float
    rest: float
    nodes: int

    @property
    def all(self) -> float:
        """What the roots' time must be."""
        return sum(self.own.values()) + self.recursion + self.shared + self.unattributed + self.rest


def sums_of(tree: CallTree, least: float = 0.0, most: int = MOST_NODES) -> Sums:
    """Walk a tree and check each node on the way."""
    own: Counter[int] = Counter()
    other: Counter[str] = Counter()
    nodes = 0
    for node in nodes_of(tree, least, most):
        nodes += 1
        children = [] if node.kind == "rest" else tree.children(node, least)
        check_node(tree, node, children)
        if node.kind == "function":
            own[node.function] += node.own  # type: ignore[assignment]
        elif node.kind != "cycle" and not children:
            nobodys = node.kind == "recursion" and node.function < 0 and not node.count
            other["shared" if nobodys else node.kind] += node.time  # type: ignore[assignment]
    roots = sum(root.time for root in tree.roots())
    recursion, shared, unattributed, rest = (
        float(other[kind]) for kind in ("recursion", "shared", "unattributed", "rest")
    )
    return Sums(roots, own, recursion, shared, unattributed, rest, nodes)


def check_node(tree: CallTree, node: CallNode, children: Sequence[CallNode]) -> None:
    """What a node says fits together, and is the time of what it consists of."""
    slack = CLOSE * max(tree.total, node.time)
    assert node.low - slack <= node.time <= node.high + slack, f"{said(node)} lies outside its own bounds"
    assert node.time >= 0 and node.own >= 0 and node.own <= node.time + slack, said(node)
    if node.exact:
        assert abs(node.high - node.low) <= slack, f"{said(node)} is exact and has bounds"
    below = sum(child.time for child in children)
    if children or node.kind == "function":
        assert abs(node.own + below - node.time) <= slack, (
            f"{said(node)}: own time {node.own}, children {below}"
        )
    for child in children:
        assert child.time <= node.time + slack, f"{said(child)} is more than its parent, {node.time}"


def said(node: CallNode) -> str:
    """The path of a node, for people who look for a fault."""
    names = "/".join(
        f"{step.kind[0]}{step.function}{step.label and ':' + step.label}" for step in path_of(node)
    )
    return f"{names} = {node.time:.9g} [{node.low:.9g}, {node.high:.9g}]{' exact' * node.exact}"


class _Step(NamedTuple):
    """One of these functions, or, ``repeated``, as many as follow each other, up to one of ``last``."""

    among: frozenset[int]
    last: frozenset[int]
    repeated: bool = False


class Oracle:
    """What is true of the nodes of a tree from the roots down."""

    def __init__(self, run: Run, tree: CallTree) -> None:
        self.tree = tree
        self.own: Counter[Path] = Counter()
        self.calls: Counter[Path] = Counter()
        for raw, ticks in run.recorded.own.items():
            path = tuple(run.indices[function] for function in raw)
            self.own[collapsed(path)] += ticks
            if raw[-2:-1] != raw[-1:]:
                self.calls[collapsed(path)] += run.recorded.calls[raw]
        self._members: dict[int, frozenset[int]] = {}

    def time(self, node: CallNode) -> float | None:
        """The true seconds; ``None``: what it stands for is nothing that happens."""
        if node.kind == "rest" or node.kind == "cycle" or self._is_imports(node):
            times = [self.time(child) for child in self.tree.children(node)]
            return None if None in times else sum(time or 0.0 for time in times)
        steps = self._steps(node)
        if steps is None:
            return None
        return TICK * sum(ticks for stack, ticks in self.own.items() if _matched(steps, stack))

    def own_time(self, node: CallNode) -> float:
        """The true own seconds of a function."""
        steps = self._steps(node)
        assert steps is not None
        return TICK * sum(ticks for stack, ticks in self.own.items() if _matched(steps, stack) == len(stack))

    def calls_of(self, node: CallNode) -> int | None:
        """How often it was called; ``None`` below a cycle, whose members call it many times."""
        steps = self._steps(node)
        if steps is None or any(step.repeated for step in steps):
            return None
        return sum(count for stack, count in self.calls.items() if _matched(steps, stack) == len(stack))

    def _is_imports(self, node: CallNode) -> bool:
        return node.kind == "recursion" and node.count > 0

    def members(self, cycle: CallNode) -> frozenset[int]:
        """The functions of a cycle."""
        if cycle.key not in self._members:
            below = self.tree.children(cycle)
            self._members[cycle.key] = frozenset(c.function for c in below if c.kind == "function")
        return self._members[cycle.key]

    def _steps(self, node: CallNode) -> list[_Step] | None:
        """What a stack goes through that is counted in ``node``."""
        steps: list[_Step] = []
        path = [here for here in path_of(node) if here.kind != "rest"]
        for place, here in enumerate(path):
            above = path[place - 1] if place else None
            if self._is_imports(here) and here is not node:
                continue
            if here.kind == "cycle":
                members = self.members(here)
                steps.append(_Step(members, members, True))
            elif here.function < 0:
                return None
            elif above is not None and above.kind == "cycle":
                steps[-1] = _Step(steps[-1].among, frozenset({here.function}), True)
            else:
                same = [self.members(c) for c in path[:place] if c.kind == "cycle" and c.key == here.key]
                only = same[0] if here.kind == "recursion" and same else frozenset({here.function})
                steps.append(_Step(only, only))
        return steps


def _matched(steps: Sequence[_Step], stack: Path) -> int:
    """How many functions of the stack the steps take; 0 if they do not fit."""
    at = 0
    for step in steps:
        start = at
        while at < len(stack) and stack[at] in step.among and (step.repeated or at == start):
            at += 1
        if at == start or stack[at - 1] not in step.last:
            return 0
    return at


def check_truth(run: Run, tree: CallTree) -> None:
    """No true value lies outside of the shown bounds, and what is called exact is."""
    oracle = Oracle(run, tree)
    slack = CLOSE * max(tree.total, TICK)
    for node in nodes_of(tree):
        true = oracle.time(node)
        if true is None:
            continue
        assert node.low - slack <= true <= node.high + slack, f"{said(node)}: truly {true:.9g}"
        if not node.exact:
            continue
        assert abs(node.time - true) <= slack, f"{said(node)}: truly {true:.9g}"
        calls = oracle.calls_of(node) if node.kind == "function" and node.calls_exact else None
        if calls is not None and node.calls is not None:
            assert abs(node.calls - calls) <= CLOSE * max(1, calls), (
                f"{said(node)}: {node.calls}, not {calls}"
            )


def check_own_times(profile: Profile, own: Counter[int], *, everything: bool) -> None:
    """Nobody has more own time in the tree than in the file, nor less if ``everything`` is in the tree."""
    slack = CLOSE * max(profile.total_time, TICK)
    for function in range(profile.count):
        known = profile.tottime[function]
        assert own[function] <= known + slack, f"{profile.names[function]}: {own[function]} of {known}"
        if everything:
            assert own[function] >= known - slack, f"{profile.names[function]}: {own[function]} of {known}"
