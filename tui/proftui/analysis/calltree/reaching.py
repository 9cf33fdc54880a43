"""Finding functions in branches that are not open: who can reach whom, and the next match from a row on."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

from proftui.analysis.calltree.nodes import CallNode, CallTree, patience
from proftui.analysis.calltree.unfolding import Unfolding
from proftui_parsers import Profile

MOST_LOOKED_AT = 8_000
"""Nodes of closed branches that one search makes and looks at."""
_MOST_VISITED, _MOST_MADE = 4_000, 8_000
"""Nodes looked at, and made, on the way to a function."""
_LIGHTEST = 1e-8
"""The part of the whole below which nodes of any time are looked at."""


def reaching(profile: Profile, targets: Collection[int], *, inverted: bool = False) -> bytearray:
    """Marks the functions from which calls (``inverted``: callers) lead to ``targets``, and these."""
    marked, waiting = bytearray(len(profile.files)), list(targets)
    for target in targets:
        marked[target] = 1
    starts, others = profile.edges.starts, profile.edges.callers
    if inverted:
        starts, _, others = profile.by_caller
    last = len(starts) - 1
    while waiting:
        here = waiting.pop()
        if here >= last:
            continue
        for other in others[starts[here] : starts[here + 1]]:
            if not marked[other]:
                marked[other] = 1
                waiting.append(other)
    return marked


@dataclass(eq=False)
class Goal:
    """What is looked for in a tree, and what is known of where it is."""

    functions: Collection[int]
    reach: bytearray
    """Of :func:`reaching`."""
    barren: set[CallNode] = field(default_factory=set)
    """Nodes below which there is nothing: once looked through they are never looked through again."""

    def met(self, node: CallNode) -> bool:
        """Whether ``node`` is one of what is looked for."""
        return node.function in self.functions and node.kind != "rest"

    def leads(self, tree: Unfolding, node: CallNode) -> bool:
        """Whether there may be a match below ``node``, among what the least share shows."""
        if node.kind == "rest" or node in self.barren:
            return False
        return (node.function < 0 or self.reach[node.function] == 1) and tree.opens(node)


@dataclass(frozen=True, slots=True)
class Found:
    """How a search ended."""

    node: CallNode | None = None
    wrapped: bool = False
    """It went over the end of the tree."""
    stopped: bool = False
    """It gave up after as many nodes as one search looks at; asked again it goes on."""


class _Bound:
    """How many more nodes of a tree may be looked at."""

    def __init__(self, tree: CallTree, left: int) -> None:
        self.left, self.hit, self._goes_on = left, False, patience(tree)

    def take(self) -> bool:
        self.hit = self.left <= 0 or not self._goes_on()
        self.left -= 1
        return not self.hit


def find(tree: Unfolding, row: int, goal: Goal, step: int, most: int = MOST_LOOKED_AT) -> Found:
    """The next match after ``row`` (``step`` 1) or before it (-1), as if all were open and the ends met."""
    bound = _Bound(tree.tree, most)
    rows = len(tree.nodes)
    for distance in range(rows + 1 if rows else 0):
        position = row + step * distance
        node = tree.nodes[position % rows]
        for reached in _at_row(tree, node, goal, step, bound, first=distance == 0, last=distance == rows):
            return Found(reached, wrapped=not 0 <= position < rows)
        if bound.hit:
            return Found(stopped=True)
    return Found()


def _at_row(
    tree: Unfolding, node: CallNode, goal: Goal, step: int, bound: _Bound, *, first: bool, last: bool
) -> Iterator[CallNode]:
    """Matches in a row and its closed branch; of the row where the search began, what lies ahead.

    Going down, that row ends the search itself and starts it with its branch; going up it is the reverse.
    """
    closed = node not in tree.opened
    if step > 0:
        if not first and goal.met(node):
            yield node
        if not last and closed:
            yield from _below(tree, node, goal, step, bound)
    else:
        if not first and closed:
            yield from _below(tree, node, goal, step, bound)
        if not first and not bound.hit and goal.met(node):
            yield node


def _below(tree: Unfolding, top: CallNode, goal: Goal, step: int, bound: _Bound) -> Iterator[CallNode]:
    """Matches in a closed branch: a node before what is below it, or going up after that."""
    waiting = [(top, False)]
    while waiting:
        node, done = waiting.pop()
        if not done and node is not top and not bound.take():
            return
        if done is (step < 0) and node is not top and goal.met(node):
            yield node
        if done:
            goal.barren.add(node)
            continue
        leads = goal.leads(tree, node)
        if leads or step < 0:
            waiting.append((node, True))
        if leads:
            waiting.extend((child, False) for child in tree.children(node)[:: -1 if step > 0 else 1])


def heaviest(
    tree: CallTree, function: int, profile: Profile | None, most: int = _MOST_VISITED
) -> CallNode | None:
    """The node of a function with the most time, among the ``most`` heaviest nodes.

    ``profile``: whose calls tell which branches do not lead there; without it each of them may.
    """
    reach = None if profile is None else reaching(profile, {function}, inverted=tree.inverted)
    least, goes_on = tree.total, patience(tree)
    while True:
        # A node can have thousands of light children: they are made when nothing heavier was it.
        least = least / 10 if least > tree.total * _LIGHTEST else -math.inf
        for number, node in enumerate(_heaviest_first(tree, least, reach, goes_on), 1):
            if node.function == function and node.time >= least:
                return node
            if number == most:
                return None
        if least < 0:
            return None


def _heaviest_first(
    tree: CallTree, least: float, reach: bytearray | None, goes_on: Callable[[], bool]
) -> Iterator[CallNode]:
    """Nodes by their time: whatever ends the walk, what was not visited is lighter than what was."""
    waiting = [(-node.time, number, node) for number, node in enumerate(tree.roots())]
    heapq.heapify(waiting)
    made = len(waiting)
    while waiting:
        _, _, node = heapq.heappop(waiting)
        yield node
        leads = node.kind != "rest" and (reach is None or node.function < 0 or reach[node.function] == 1)
        if leads and made < _MOST_MADE and goes_on():
            for child in tree.children(node, least):
                heapq.heappush(waiting, (-child.time, made, child))
                made += 1
