"""What is recursive: strongly connected components, and the functions that were called while they ran."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import compress
from operator import ne

from proftui.analysis.calltree.splitting import ROOT
from proftui.analysis.calltree.topology import Topology
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.background.pieces import PIECE, Pieces, finished
from proftui_parsers.components import Adjacency, Component, component_of, dividing
from proftui_parsers.recursion import is_reentered


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
