"""What must hold in any call tree: its sums, and that what a node says fits together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tests.support.lsprof_emulation import TICK

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


def walk(tree: CallTree, least: float) -> Iterator[CallNode]:
    """Every node from ``least`` seconds on, parents before children."""
    waiting = list(reversed(tree.roots()))
    while waiting:
        node = waiting.pop()
        yield node
        if node.kind != "rest":
            waiting.extend(reversed(tree.children(node, least)))


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


def check_own_times(profile: Profile, own: Counter[int], *, everything: bool) -> None:
    """Nobody has more own time in the tree than in the file, nor less if ``everything`` is in the tree."""
    slack = CLOSE * max(profile.total_time, TICK)
    for function in range(profile.count):
        known = profile.tottime[function]
        assert own[function] <= known + slack, f"{profile.names[function]}: {own[function]} of {known}"
        if everything:
            assert own[function] >= known - slack, f"{profile.names[function]}: {own[function]} of {known}"
