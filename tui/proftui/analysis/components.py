"""Strongly connected components, without recursion in Python: chains of calls are thousands deep."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from operator import sub

from proftui.analysis.pieces import PIECE, Pieces, finished

Adjacency = tuple[Sequence[int], Sequence[int]]
"""Offsets by node, and the other ends from each offset up to the next."""


def components(
    nodes: Iterable[int], count: int, successors: Callable[[int], Sequence[int]]
) -> list[list[int]]:
    """What :func:`finding` finds, at once."""
    return finished(finding(nodes, count, successors))


def finding(
    nodes: Iterable[int],
    count: int,
    successors: Callable[[int], Sequence[int]],
    loose: bytearray | None = None,
) -> Pieces[list[list[int]]]:
    """Components of two or more of the nodes reachable from ``nodes``.

    ``nodes`` and what ``successors`` gives are numbers below ``count``; those marked in ``loose`` are known
    to lie in none. Tarjan, "Depth-first search and linear graph algorithms" (1972), with the call stack as
    a list.
    """
    order = [0] * count if loose is None else list(loose)
    low = [0] * count
    on_stack = bytearray(count)
    stack: list[int] = []
    found: list[list[int]] = []
    counter, work = 1, 0
    for start in nodes:
        if order[start]:
            continue
        counter += 1
        order[start] = low[start] = counter
        stack.append(start)
        on_stack[start] = 1
        waiting = [(start, iter(successors(start)))]
        while waiting:
            node, below = waiting[-1]
            for other in below:
                if not order[other]:
                    counter += 1
                    order[other] = low[other] = counter
                    stack.append(other)
                    on_stack[other] = 1
                    after = successors(other)
                    waiting.append((other, iter(after)))
                    work += 1 + len(after)
                    break
                if on_stack[other] and order[other] < low[node]:
                    low[node] = order[other]
            else:
                waiting.pop()
                if waiting and low[node] < low[waiting[-1][0]]:
                    low[waiting[-1][0]] = low[node]
                if low[node] == order[node]:
                    _close(node, stack, on_stack, found)
            if work > PIECE:
                work = 0
                yield
    return found


def _close(node: int, stack: list[int], on_stack: bytearray, found: list[list[int]]) -> None:
    """Take the component whose first node is ``node`` from the stack."""
    if stack[-1] == node:
        on_stack[stack.pop()] = 0
        return
    place = len(stack) - 1
    while stack[place] != node:
        place -= 1
    members = stack[place:]
    del stack[place:]
    for member in members:
        on_stack[member] = 0
    found.append(members)


def loosening(
    below: Adjacency, above: Adjacency, itself: Iterable[int], kept: Collection[int]
) -> Pieces[bytearray]:
    """Marks the nodes that are certainly in no component: most, and quicker than Tarjan tells.

    Who has no callers but such nodes is one, and who calls no others. ``itself`` has every node once for each
    of its edges to itself; what is in ``kept`` is not marked.
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
