"""What a call tree is: nodes that are made when they are asked for, and how they are walked."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from proftui_parsers.sums import SAME

Kind = Literal["function", "cycle", "recursion", "unattributed", "rest"]
"""``function``: a call of it from here. ``cycle``: functions that call each other in turn, as one.
``recursion``: a call back to what runs already, or time that such calls share. ``unattributed``:
time that the file gives to nobody. ``rest``: children too small to be shown, together."""

NO_FUNCTION = -1
CYCLE, EVERYTHING_BELOW = "cycle of", "everything below"
"""What nodes are called that stand for several: with the number of functions, and where a tree is cut."""
NO_BOUNDS = -math.inf, math.inf
MOST_CALLS = 150_000
"""Calls that are looked at for one key: half a second, however many more a tree has."""
MOST_ROOTS, MOST_CHILDREN = 1_000, 2_000
"""Nodes that stand beside each other at most; the others are a rest, of which some more can be seen."""


# No repr: it would climb all parents, and Python makes one where a list does not hold a node.
@dataclass(slots=True, eq=False, repr=False)
class CallNode:
    """One path from a root; times are seconds, and ``low`` and ``high`` are the bounds of ``time``.

    Bounds that are not known are infinite.
    """

    kind: Kind
    function: int
    """Index in the profile; of a cycle, the member through which it is entered; else ``NO_FUNCTION``."""
    time: float
    low: float
    high: float
    exact: bool
    own: float
    """Time in the function itself, which no child has."""
    calls: float | None
    """Calls from the parent; ``None``: not known."""
    parent: CallNode | None = None
    depth: int = 0
    label: str = ""
    """Of what is no function: ``cycle of 5``, ``imports (1,156 modules)``, ``[unattributed]``."""
    count: int = 0
    """How many nodes a rest stands for, members of a cycle, modules of imports."""
    key: int = -1
    """The tree's own number of what this is: a recursion group, a function; of a rest, where it begins."""
    inner: float = 0.0
    """Own time of a cycle's members, seconds; it is in the members."""
    made: dict[tuple[str, int], CallNode] = field(default_factory=dict)
    """Children made so far, by kind and key."""
    own_low: float = 0.0
    own_high: float = 0.0
    """The bounds of ``own``."""
    calls_exact: bool = False
    """Whether ``calls`` is certain; a whole number then."""
    bounded: bool = True
    """Whether estimates have bounds: no calls are lost in the file."""

    @property
    def recursive(self) -> bool:
        """Whether it is marked ``↻``."""
        return self.kind in ("cycle", "recursion")

    def bound_own(self, low: float, high: float) -> None:
        """Own time lies between ``low`` and ``high`` seconds, and within the bounds of ``time``."""
        low, high = min(max(0.0, low), self.own), max(min(high, self.high), self.own)
        is_told = self.bounded or high - low <= SAME * high < math.inf
        self.own_low, self.own_high = (low, high) if is_told else NO_BOUNDS


def node_below(
    parent: CallNode | None,
    kind: Kind,
    function: int,
    time: float,
    *,
    exact: bool = False,
    low: float = 0.0,
    high: float = math.inf,
    own: float = 0.0,
    calls: float | None = None,
    label: str = "",
    count: int = 0,
    key: int = -1,
    inner: float = 0.0,
    bounded: bool = True,
) -> CallNode:
    """A node whose bounds hold its time and, where it is estimated, lie within its parent's.

    ``bounded``: of a root, whether estimates in its tree have bounds.
    """
    if parent is not None:
        high, bounded = min(high, parent.high - parent.own_low), parent.bounded
    if exact or high - low <= SAME * high < math.inf:
        exact, low, high = True, time, time
    elif not bounded or low == -math.inf:
        low, high = NO_BOUNDS
    low, high = min(low, time), max(high, time)
    depth = parent.depth + 1 if parent is not None else 0
    made = CallNode(
        kind, function, time, low, high, exact, own, calls, parent, depth, label, count, key, inner
    )
    made.bounded = bounded
    return made


def rest_below(
    parent: CallNode, times: Sequence[float], first: int, exact: bool, factor: float = 1.0
) -> CallNode:
    """The rest of the children, from the number ``first`` on; ``times``: of all, before ``factor``."""
    rest = parent.made.get(("rest", first))
    if rest is None:
        time, count = factor * sum(times[first:]), len(times) - first
        rest = node_below(parent, "rest", NO_FUNCTION, time, exact=exact, count=count, key=first)
        parent.made["rest", first] = rest
    return rest


def as_rest(parent: CallNode | None, nodes: Sequence[CallNode], most: float = math.inf) -> CallNode:
    """Some nodes beside each other as one, which takes ``most`` seconds at most."""
    time, exact = sum(node.time for node in nodes), all(node.exact for node in nodes)
    low, high = sum(node.low for node in nodes), min(most, sum(node.high for node in nodes))
    count = sum(node.count if node.kind == "rest" else 1 for node in nodes)
    return node_below(
        parent,
        "rest",
        NO_FUNCTION,
        time,
        exact=exact,
        low=low,
        high=high,
        count=count,
        bounded=all(node.bounded for node in nodes),
    )


def own_time(node: CallNode, owns: Sequence[float] | None) -> float:
    """Seconds of own time by which a node is coloured.

    ``owns``: own time of each function, for a tree upside down: what has no further caller makes nobody hot.
    """
    if owns is None or not 0 <= node.function < len(owns):
        return node.own
    return owns[node.function]


class CallTree(Protocol):
    """A tree of calls, top-down or bottom-up."""

    total: float
    """Seconds of the whole, of which shares are taken."""
    inverted: bool
    """Whether children are callers."""

    @property
    def effort(self) -> int:
        """How many calls were looked at so far, for those who bound their work."""

    def roots(self) -> Sequence[CallNode]:
        """The trees' first nodes, heaviest first."""

    def children(self, node: CallNode, least: float = 0.0) -> Sequence[CallNode]:
        """What ``node`` calls, heaviest first, down to ``least`` seconds.

        What is smaller is summed up in one last node of the kind ``rest``, so that the children's times
        and the node's own time are its time. The children of a ``rest`` are what it stands for.
        Asked again, the same children are the same objects.
        """

    def opens(self, node: CallNode, least: float = 0.0) -> bool:
        """Whether ``children`` would find something that is shown."""


def patience(tree: CallTree, most: int = MOST_CALLS) -> Callable[[], bool]:
    """What tells whether less than ``most`` calls of a tree were looked at since now."""
    end = tree.effort + most
    return lambda: tree.effort < end


class NoTree:
    """A call tree without nodes."""

    total, inverted, effort = 0.0, False, 0

    def roots(self) -> Sequence[CallNode]:
        """None."""
        return ()

    def children(self, node: CallNode, least: float = 0.0) -> Sequence[CallNode]:
        """None."""
        return ()

    def opens(self, node: CallNode, least: float = 0.0) -> bool:
        """Nothing is shown."""
        return False


def above(node: CallNode) -> CallNode | None:
    """The parent; of what a rest was opened to, that of the rest."""
    parent = node.parent
    while parent is not None and parent.kind == "rest":
        parent = parent.parent
    return parent


class PathKeys:
    """The keys of the functions and cycles on the path to a node, kept for the next: mostly a child."""

    def __init__(self, key: Callable[[CallNode], int]) -> None:
        self._key = key
        self._node: CallNode | None = None
        self._keys: set[int] = set()

    def to(self, node: CallNode) -> set[int]:
        """Those of ``node`` and of all above it; changed by the next call."""
        if node is not self._node:
            known = self._node if node.parent is self._node else None
            if known is None:
                self._keys = set()
            new: CallNode | None = node
            while new is not known and new is not None:
                if new.kind in ("function", "cycle"):
                    self._keys.add(self._key(new))
                new = new.parent
            self._node = node
        return self._keys


def path_of(node: CallNode) -> list[CallNode]:
    """From the root down to ``node``; a rest that was opened is not on it."""
    path: list[CallNode] = []
    here: CallNode | None = node
    while here is not None:
        if here.kind != "rest" or here is node:
            path.append(here)
        here = here.parent
    return path[::-1]


def root_of(node: CallNode) -> CallNode:
    """The root that a node stands below."""
    while node.parent is not None:
        node = node.parent
    return node


def put_into_rest(rest: CallNode, nodes: list[CallNode]) -> list[CallNode]:
    """Children of a rest's parent, which stand in the rest from now on."""
    for node in nodes:
        node.parent, node.depth = rest, rest.depth + 1
    return nodes


def more_roots(
    rest: CallNode, later: Sequence[int], root: Callable[[int, CallNode], CallNode]
) -> list[CallNode]:
    """Some more roots, made by ``root`` below the rest, and a rest if there are still more.

    ``later`` has the keys of all roots that are in no list yet; the rest begins at ``rest.key`` of them.
    """
    if not rest.made:
        keys = later[rest.key : rest.key + MOST_CHILDREN]
        for key in keys:
            rest.made["function", key] = root(key, rest)
        left, start = rest.count - len(keys), rest.key + len(keys)
        if left:
            time = max(0.0, rest.time - sum(node.time for node in rest.made.values()))
            more = node_below(rest, "rest", NO_FUNCTION, time, exact=rest.exact, count=left, key=start)
            rest.made["rest", start] = more
    return list(rest.made.values())
