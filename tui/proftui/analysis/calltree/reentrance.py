"""What is recursive: the components of the graph, and the functions that were called while they ran."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import cached_property
from itertools import chain, repeat

from proftui.analysis.calltree.components import Adjacency, Component, component_of, finding, loosening
from proftui.analysis.calltree.splitting import ROOT
from proftui.analysis.calltree.topology import Topology
from proftui.background.pieces import PIECE, Pieces, finished


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
        yield from self.topology.preparing()
        if "_reentered" not in self.__dict__:
            _ = self._reentered
            yield

    # Components

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
        itself = chain.from_iterable(repeat(f, len(e)) for f, e in topology.calls_itself.items())
        yield
        # A function that is taken apart may be in a component by its parts.
        above = profile.edges.starts, profile.edges.callers
        loose = yield from loosening((starts, callees), above, itself, topology.split)
        loose.extend(bytes(topology.count - len(loose)))
        below: Adjacency = starts, callees
        if topology.count > topology.functions:
            below = yield from topology.callees_of_all(without=loose)
        return (yield from finding(range(topology.count), topology.count, below, loose))

    @cached_property
    def _component_of(self) -> array[int]:
        return component_of(self.components, self.topology.count)

    def component(self, node: int) -> Component | None:
        """The nodes that call each other in turn with this one; the same object for all of them."""
        number = self._component_of[node]
        return None if number < 0 else self.components[number]

    # Re-entered functions

    def reenters(self, node: int) -> bool:
        """Whether a call was made while another was running, other than by the function itself.

        Only then can a path come back to it: calls that are not primitive are made by the function
        itself or further down.
        """
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
        odd = [i for i in range(profile.count) if calls[i] != primitive[i]]
        ncalls, itself = profile.edges.ncalls, self.topology.calls_itself
        by_itself = {i: sum(max(0, ncalls[entry]) for entry in itself.get(i, ())) for i in odd}
        return (i for i in odd if calls[i] - primitive[i] != by_itself[i])
