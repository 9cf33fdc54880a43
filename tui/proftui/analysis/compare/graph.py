"""Functions of both sides as nodes, and who calls whom as edges, with the figures of each side."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import accumulate

from proftui.background.pieces import PIECE, Pieces


@dataclass(eq=False)
class OneSide:
    """Figures by node, and by edge of the graph; seconds."""

    calls: list[float]
    own: list[float]
    cumtimes: Sequence[float] = ()
    """By row, with what it calls; may be no number."""
    roots: list[float] = field(default_factory=list)
    """By node, calls that no edge says who made; below 0 where edges claim more calls than there were."""
    edge_calls: list[float] = field(default_factory=list)
    edge_times: list[float] = field(default_factory=list)
    """Seconds of the calls with everything that they called."""


@dataclass(eq=False)
class Graph:
    """All nodes and edges that either side has. Numbers below ``rows`` are rows, the others parts of some."""

    rows: int
    row_of_part: list[int]
    """By part, its row."""
    starts: array[int]
    """Offsets by node into the edges, which stand by caller."""
    callers: array[int]
    callees: array[int]
    sides: tuple[OneSide, OneSide]
    imported: Mapping[int, tuple[float, float]] = field(default_factory=dict)
    """Rows of modules that were imported, and what that took before and after, seconds.

    No edge leads to them, so nobody is said to have called them.
    """

    bundles: Set[int] = frozenset()
    """Rows of several functions each, which cannot be told apart."""

    @property
    def count(self) -> int:
        """How many nodes there are."""
        return self.rows + len(self.row_of_part)

    def row(self, node: int) -> int:
        """The row that a node is, or is a part of."""
        return node if node < self.rows else self.row_of_part[node - self.rows]

    def edges_by(self, node: int) -> range:
        """The edges of what a node calls."""
        return range(self.starts[node], self.starts[node + 1])

    def more_calls(self, edge: int) -> float:
        """How many calls more there are after; below 0: there are fewer."""
        first, second = self.sides
        return second.edge_calls[edge] - first.edge_calls[edge]

    def is_other_rate(self, edge: int) -> bool:
        """Whether the caller makes more or fewer of these calls in each of its own."""
        (first, second), caller = self.sides, self.callers[edge]
        return first.edge_calls[edge] * second.calls[caller] != second.edge_calls[edge] * first.calls[caller]


def sorting_edges(ends: Sequence[int], nodes: int) -> Pieces[tuple[array[int], array[int]]]:
    """Offsets by node, and the edges of each in their order: sorted by counting, in pieces.

    ``ends``: by edge the node that it is sorted by; ``nodes``: how many there are.
    """
    degrees = [0] * (nodes + 1)
    for edge, node in enumerate(ends):
        degrees[node + 1] += 1
        if edge % PIECE == 0:
            yield
    starts = array("i", accumulate(degrees))
    following, edges = list(starts), array("i", bytes(4 * len(ends)))
    for edge, node in enumerate(ends):
        edges[following[node]] = edge
        following[node] += 1
        if edge % PIECE == 0:
            yield
    return starts, edges
