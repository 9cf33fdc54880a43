"""What is recursive: strongly connected components, and the functions that were called while they ran.

Without recursion in Python: chains of calls are thousands deep.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import compress
from operator import ne

from proftui.analysis.calltree.splitting import ROOT
from proftui.analysis.calltree.topology import Adjacency, Topology
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.background.pieces import PIECE, Pieces, finished
from proftui_parsers.recursion import is_reentered

Component = Sequence[int]
"""The nodes of a strongly connected component."""


def dividing(
    nodes: Iterable[int], count: int, below: Adjacency, order_of_all: array[int] | None = None
) -> Pieces[list[Component]]:
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
            if work > PIECE:
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


class Reentrance:
    """Which nodes call each other in turn, and which are re-entered (README, definition 4)."""

    def __init__(self, topology: Topology, estimated: bool) -> None:
        """``estimated``: the calls of an edge do not tell what was recursive."""
        self.topology = topology
        self._estimated = estimated

    def preparing(self) -> Pieces[None]:
        """Work out what takes long, in pieces."""
        if "components" not in self.__dict__:
            self.components = yield from self._finding_components()
        _ = self.topology.root_calls
        yield
        if "_reentered" not in self.__dict__:
            _ = self._reentered
            yield

    @cached_property
    def components(self) -> list[Component]:
        """The strongly connected components of two or more nodes."""
        return finished(self._finding_components())

    def _finding_components(self) -> Pieces[list[Component]]:
        topology, profile = self.topology, self.topology.profile
        # To sort by caller is one piece, which counts as what it is: a screen says first that it takes time.
        for _ in range(len(profile.edges) // (4 * PIECE)):
            yield
        starts, _, callees = profile.by_caller
        yield
        below: Adjacency = starts, callees
        if topology.count > topology.functions:
            # A function that is taken apart may be in a component by its parts.
            below = yield from topology.callees_of_all()
        return (yield from dividing(range(topology.count), topology.count, below))

    @cached_property
    def _component_of(self) -> array[int]:
        return component_of(self.components, self.topology.count)

    def component(self, node: int) -> Component | None:
        """The nodes that call each other in turn with this one; the same object for all of them."""
        number = self._component_of[node]
        return None if number < 0 else self.components[number]

    def lie_in_none(self, nodes: Sequence[int]) -> bool:
        """Whether none of these nodes lies in a component."""
        return max(map(self._component_of.__getitem__, nodes), default=-1) < 0

    # Re-entered functions

    def reenters(self, node: int) -> bool:
        """Whether it was called while it ran, other than by itself (README, definition 4)."""
        topology, edges = self.topology, self.topology.profile.edges
        function, part = topology.function(node), topology.part(node)
        if not self._reentered[function]:
            return False
        if part is None or len(part.callers) != 1:
            return True
        (caller,) = part.callers
        if caller == ROOT:
            return topology.root_calls[function] != 1
        entry = next(entry for entry in topology.entries(function) if edges.callers[entry] == caller)
        return edges.ncalls[entry] != edges.primitive_calls[entry]

    def may_reenter(self, function: int) -> bool:
        """Whether the function, in any of its parts, is re-entered."""
        return bool(self._reentered[function])

    @cached_property
    def _reentered(self) -> bytearray:
        marked = bytearray(self.topology.functions)
        for function in self._find_reentered():
            marked[function] = 1
        return marked

    def _find_reentered(self) -> Iterable[int]:
        profile = self.topology.profile
        calls, primitive = profile.ncalls, profile.primitive_calls
        if calls is None or primitive is None or self._estimated:
            # Nothing is known: whatever lies in a component may be recursive.
            return (node for members in self.components for node in members if node < profile.count)
        odd = compress(range(profile.count), map(ne, calls, primitive))
        if isinstance(profile, ShapedProfile):
            ends = profile.doubts.ends
            return (function for function in odd if function in ends or is_reentered(profile, function))
        return (function for function in odd if is_reentered(profile, function))
