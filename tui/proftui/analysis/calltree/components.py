"""Strongly connected components, without recursion in Python: chains of calls are thousands deep."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Sequence
from operator import sub

from proftui.background.pieces import PIECE, Pieces

Adjacency = tuple[Sequence[int], Sequence[int]]
"""Offsets by node, and the other ends from each offset up to the next."""
Component = Sequence[int]
"""Its nodes."""


def finding(
    nodes: Iterable[int], count: int, below: Adjacency, loose: bytearray | None = None
) -> Pieces[list[Component]]:
    """Components of two or more of the nodes reachable from ``nodes``.

    Nodes are numbers below ``count``; those marked in ``loose`` are known to lie in none. Tarjan's algorithm
    ("Depth-first search and linear graph algorithms", 1972), with the call stack as columns: it can be as
    deep as there are nodes.
    """
    starts, others = below
    order = array("i", bytes(4 * count)) if loose is None else array("i", list(loose))
    low = array("i", bytes(4 * count))
    on_stack = bytearray(count)
    stack, path = array("i"), array("i")
    # By node, the position of its edge that is to be followed next.
    following = array("i", starts)
    components: list[Component] = []
    counter, work = 1, 0
    for start in nodes:
        if order[start]:
            continue
        counter += 1
        order[start] = low[start] = counter
        stack.append(start)
        on_stack[start] = 1
        path.append(start)
        while path:
            node = path[-1]
            position, end = following[node], starts[node + 1]
            while position < end:
                other = others[position]
                position += 1
                if not order[other]:
                    counter += 1
                    order[other] = low[other] = counter
                    stack.append(other)
                    on_stack[other] = 1
                    path.append(other)
                    following[node] = position
                    work += 1 + starts[other + 1] - starts[other]
                    break
                if on_stack[other] and order[other] < low[node]:
                    low[node] = order[other]
            else:
                path.pop()
                if path and low[node] < low[path[-1]]:
                    low[path[-1]] = low[node]
                if low[node] == order[node]:
                    _close(node, stack, on_stack, components)
            if work > PIECE:
                work = 0
                yield
    return components


def _close(node: int, stack: array[int], on_stack: bytearray, components: list[Component]) -> None:
    """Take the component whose first node is ``node`` from the stack."""
    if stack[-1] == node:
        on_stack[stack.pop()] = 0
        return
    first = len(stack) - 1
    while stack[first] != node:
        first -= 1
    members = stack[first:]
    del stack[first:]
    for member in members:
        on_stack[member] = 0
    components.append(members)


def component_of(components: Sequence[Component], count: int) -> array[int]:
    """By node, the number of the component that it lies in; -1: in none."""
    numbers = array("i", [-1]) * count
    for number, members in enumerate(components):
        for node in members:
            numbers[node] = number
    return numbers


def loosening(
    below: Adjacency, above: Adjacency, itself: Iterable[int], kept: Collection[int]
) -> Pieces[bytearray]:
    """Marks the nodes that are certainly in no component: most, and quicker than Tarjan tells.

    A node is, that has no callers but such nodes or that calls no others: Kahn's algorithm ("Topological
    sorting of large networks", 1962) from both ends. ``itself`` has every node once for each of its edges to
    itself; what is in ``kept`` is not marked.
    """
    loose = bytearray(len(below[0]) - 1)
    edges_to_itself = list(itself)
    for (starts, others), degrees_from in ((below, above[0]), (above, below[0])):
        left = list(map(sub, degrees_from[1:], degrees_from))
        left += [0] * (len(loose) - len(left))
        last = len(starts) - 1
        for node in edges_to_itself:
            left[node] -= 1
        for node in kept:
            left[node] += 1
        yield
        bare = [node for node, degree in enumerate(left) if not degree and not loose[node]]
        work = 0
        while bare:
            node = bare.pop()
            loose[node] = 1
            if node >= last:
                continue
            for other in others[starts[node] : starts[node + 1]]:
                left[other] = degree = left[other] - 1
                if not degree and not loose[other]:
                    bare.append(other)
            work += 1 + starts[node + 1] - starts[node]
            if work > PIECE:
                work = 0
                yield
    return loose
