"""Which functions call each other in turn."""

from __future__ import annotations

from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def cycles(callees: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """The largest sets of two functions or more of which each leads to each; ``callees``: by function.

    Tarjan's way, without recursion.
    """
    order, lowest = [0] * len(callees), [0] * len(callees)
    count, stack, on_stack = 0, list[int](), bytearray(len(callees))
    for root in range(len(callees)):
        path = [] if order[root] else [(root, iter(callees[root]))]
        while path:
            here, rest = path[-1]
            if not order[here]:
                count += 1
                order[here] = lowest[here] = count
                stack.append(here)
                on_stack[here] = 1
            below = next((other for other in rest if not order[other] or on_stack[other]), -1)
            if below >= 0 and not order[below]:
                path.append((below, iter(callees[below])))
            elif below >= 0:
                lowest[here] = min(lowest[here], order[below])
            else:
                path.pop()
                if path:
                    lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[here])
                if lowest[here] == order[here]:
                    found = [stack.pop()]
                    while found[-1] != here:
                        found.append(stack.pop())
                    for member in found:
                        on_stack[member] = 0
                    if len(found) > 1:
                        yield found
