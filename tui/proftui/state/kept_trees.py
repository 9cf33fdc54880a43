"""What was shown of call trees, kept while another session takes the place of the one that is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from proftui.analysis.calltree.nodes import CallNode
from proftui.state.session import Session

NodeKey = tuple[str, int | str, int]
"""What a node is known by among those beside it: its kind, its function or group, else the tree's number."""
Way = tuple[NodeKey, ...]
"""From a root down to a node."""
GONE = -1
_NOTHING = ("", GONE, 0)


@dataclass
class OpenPart:
    """A part of a tree: what is open in it."""

    below: dict[NodeKey, OpenPart] = field(default_factory=dict)
    is_open: bool = False
    is_apart: bool = False
    """Whether it ends its row although the chain goes on."""


class Kept(NamedTuple):
    """What was shown of a call tree."""

    way: str
    """Which tree it was: top-down, of callers."""
    cursor: Way = ()
    height: int = 0
    """How many rows above it were on the screen."""
    opened: OpenPart | None = None
    zooms: tuple[tuple[Way, Way], ...] = ()
    """What was zoomed on, first everything, and where the cursor stood there; the present zoom last."""


def functions_there(session: Session, numbers: Sequence[int]) -> Callable[[int], int | str]:
    """By what functions and groups are known in the session that comes, below 0 if it does not have them.

    ``numbers``: of functions, there. What is no function stays as it is.
    """
    groups = session.groups

    def there(function: int) -> int | str:
        if groups is not None and function in groups.group:
            return groups.name(function)
        return numbers[function] if 0 <= function < len(numbers) else min(function, GONE)

    return there


def keys_there(session: Session, numbers: Sequence[int]) -> Callable[[CallNode], NodeKey]:
    """By what nodes are known in the session that comes; ``numbers``: of functions, there."""
    there = functions_there(session, numbers)

    def key_of(node: CallNode) -> NodeKey:
        if node.function < 0:
            return node.kind, GONE, node.key if node.kind != "rest" else 0
        function = there(node.function)
        return (node.kind, function, 0) if function != GONE else _NOTHING

    return key_of


def keys_here(session: Session) -> Callable[[CallNode], NodeKey]:
    """By what nodes are known in a session."""
    return keys_there(session, range(len(session.profile.files)))


def way_of(node: CallNode | None, key_of: Callable[[CallNode], NodeKey]) -> Way:
    """The way to a node; empty: there is none."""
    way = []
    while node is not None:
        way.append(key_of(node))
        node = node.parent
    return tuple(way[::-1])


def parts_of(
    nodes: Iterable[CallNode], key_of: Callable[[CallNode], NodeKey]
) -> dict[CallNode | None, OpenPart]:
    """The parts that these nodes stand above, and all above them; that of ``None`` is the whole."""
    made: dict[CallNode | None, OpenPart] = {None: OpenPart()}
    for node in nodes:
        path: list[CallNode] = []
        here: CallNode | None = node
        while here not in made and here is not None:
            path.append(here)
            here = here.parent
        for step in reversed(path):
            made[step] = made[step.parent].below.setdefault(key_of(step), OpenPart())
    return made


def along(
    way: Way,
    roots: Sequence[CallNode],
    children: Callable[[CallNode], Sequence[CallNode]],
    key_of: Callable[[CallNode], NodeKey],
) -> CallNode | None:
    """The node that a way leads to, or the last one on it that there is; ``None``: not even a root."""
    here: CallNode | None = None
    beside = roots
    for step in way:
        there = next((node for node in beside if key_of(node) == step), None)
        if there is None:
            return here
        here, beside = there, children(there)
    return here
