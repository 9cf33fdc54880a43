"""Strongly connected components, without recursion in Python: chains of calls are thousands deep."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterable, Sequence

Component = Sequence[int]
"""The nodes of a strongly connected component."""
Adjacency = tuple[Sequence[int], Sequence[int]]
"""Offsets by node, and the other ends from each offset up to the next."""
_PIECE = 2_000
"""Edges between two stops."""


def dividing(
    nodes: Iterable[int],
    count: int,
    below: Adjacency,
    order_of_all: array[int] | None = None,
) -> Generator[None, None, list[Component]]:
    """Components of two or more of the nodes, numbers below ``count``, that are reachable from ``nodes``.

    Tarjan's algorithm ("Depth-first search and linear graph algorithms", 1972), its call stack as columns.
    ``order_of_all`` takes every node that is reached, what it calls before it, those of a component one after
    the other.
    """
    starts, others = below
    order = array("i", bytes(4 * count))
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
                    members = _close(node, stack, on_stack, components)
                    if order_of_all is not None:
                        order_of_all.extend(iter(members))
            if work > _PIECE:
                work = 0
                yield
    return components


def _close(node: int, stack: array[int], on_stack: bytearray, components: list[Component]) -> Sequence[int]:
    """Take the component whose first node is ``node`` from the stack, or that node alone."""
    if stack[-1] == node:
        on_stack[stack.pop()] = 0
        return (node,)
    first = len(stack) - 1
    while stack[first] != node:
        first -= 1
    members = stack[first:]
    del stack[first:]
    for member in members:
        on_stack[member] = 0
    components.append(members)
    return members


def component_of(components: Sequence[Component], count: int) -> array[int]:
    """By node, the number of the component that it lies in; -1: in none."""
    numbers = array("i", [-1]) * count
    for number, members in enumerate(components):
        for node in members:
            numbers[node] = number
    return numbers
