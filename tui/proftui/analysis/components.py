"""Strongly connected components, without recursion in Python: chains of calls are thousands deep."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence


def components(
    nodes: Iterable[int], count: int, successors: Callable[[int], Sequence[int]]
) -> list[list[int]]:
    """Components of two or more of the nodes reachable from ``nodes``.

    ``nodes`` and what ``successors`` gives are numbers below ``count``. Tarjan, "Depth-first search and
    linear graph algorithms" (1972), with the call stack as a list.
    """
    order = [0] * count
    low = [0] * count
    on_stack = bytearray(count)
    stack: list[int] = []
    found: list[list[int]] = []
    counter = 0
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
                    waiting.append((other, iter(successors(other))))
                    break
                if on_stack[other] and order[other] < low[node]:
                    low[node] = order[other]
            else:
                waiting.pop()
                if waiting and low[node] < low[waiting[-1][0]]:
                    low[waiting[-1][0]] = low[node]
                if low[node] == order[node]:
                    _close(node, stack, on_stack, found)
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
