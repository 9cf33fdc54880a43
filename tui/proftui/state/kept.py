"""What is looked at, kept by names while another session takes the place of the one that is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from proftui.analysis.calltree.nodes import CallNode
from proftui.state.call_trees import TOP_DOWN
from proftui.state.session import Session
from proftui_parsers import Profile
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.state.compared import Compared

Named = tuple[str, str] | str | int
"""By what a row is known: a function by file and name, a group by its name, what is neither as it is."""
NodeKey = tuple[str, Named, int]
"""The same of a node among those beside it: its kind, its function or group, else the tree's number."""
Way = tuple[NodeKey, ...]
"""From a root down to a node."""

# Functions


def named(session: Session, function: int) -> Named:
    """By what a function of a session is known in another one; below 0 it is none."""
    groups, profile = session.groups, session.profile
    if groups is not None and function in groups.group:
        return groups.name(function)
    return (profile.files[function], profile.names[function]) if function >= 0 else function


class ByName:
    """The functions of a profile, to be known and found again."""

    def __init__(self, profile: Profile) -> None:
        self._functions = profile.files, profile.linenos, profile.names

    @cached_property
    def _alike(self) -> dict[tuple[str, str], list[int]]:
        """By file and name, in the order of lines."""
        files, lines, names = self._functions
        alike: dict[tuple[str, str], list[int]] = {}
        for number, key in enumerate(zip(files, names, strict=True)):
            alike.setdefault(key, []).append(number)
        for numbers in alike.values():
            numbers.sort(key=lines.__getitem__)
        return alike

    def recorded(self, function: int) -> tuple[str | int, ...]:
        """File, line and name of the function of a number; empty: there is none."""
        return tuple(column[function] for column in self._functions if function < len(column))

    def find(self, function: int, before: ByName) -> int | None:
        """Who a function of another profile is here.

        Of as many of one name the one in its place, else who stands on its line.
        """
        files, lines, names = before._functions
        key, line = (files[function], names[function]), lines[function]
        was, alike = before._alike[key], self._alike.get(key, [])
        if len(was) == len(alike):
            return alike[was.index(function)]
        return next((of for of in alike if self._functions[1][of] == line), None)


def reloaded(former: Session, profile: Profile) -> Session:
    """A session on another reading, which shows what the one before it did."""
    from proftui_parsers.stacks.timing import timed_alike

    fresh = in_place_of(former, timed_alike(profile, former.recorded))
    # What was selected is known by its number in the former file.
    fresh.shapes.forget_places()
    return fresh


def in_place_of(former: Session, profile: Profile, compared: Compared | None = None) -> Session:
    """A session on another profile, which shows what the one before it did, as far as it has that."""
    fresh = former.beside(profile, compared)
    fresh.shapes, fresh.whole_file = former.shapes, former.whole_file
    fresh.opened = former.opened
    fresh.mark_mine()
    _look_alike(fresh, former)
    return fresh


def _look_alike(fresh: Session, former: Session) -> None:
    """Have a session look where the user looked in the one before it: order, filter, selection, history."""
    was, now = former.compared, fresh.compared
    order, listed = former.listed.order, fresh.listed
    if was is not None and now is not None:
        now.scale, now.before = was.scale, was.before
        now.calls_measure, now.measure = was.calls_measure, was.measure
    # One profile has not the columns of two.
    if (was is None) == (now is None) and order.column in listed.sort_columns:
        listed.order = order
    listed.sort_anew()
    if former.query is not None:
        # A pattern that is too slow for a file that has grown is left off.
        listed.filter_again(former.listed.filter_text)
    before, after = ByName(former.profile), ByName(fresh.profile)

    def there(function: int | None) -> int | None:
        if function is None or after.recorded(function) == before.recorded(function):
            return function
        return after.find(function, before)

    chosen = there(former.selected)
    fresh.select_first()
    fresh.selected = fresh.selected if chosen is None else chosen
    fresh.history = former.history.moved(there)
    if former.trees_made is not None:
        way, function, unrolled = former.trees_made.state
        found = there(function)
        is_gone = function is not None and found is None
        fresh.trees.state = (TOP_DOWN, None, unrolled) if is_gone else (way, found, unrolled)


# Call trees


@dataclass
class OpenPart:
    """A part of a tree: what is open in it."""

    below: dict[NodeKey, OpenPart] = field(default_factory=dict)
    is_open: bool = False
    is_apart: bool = False
    """Whether it ends its row although the chain goes on."""


class KeptTree(NamedTuple):
    """What was shown of a call tree."""

    way: str
    """Which tree it was: top-down, of callers."""
    cursor: Way = ()
    height: int = 0
    """How many rows above it were on the screen."""
    opened: OpenPart | None = None
    zooms: tuple[tuple[Way, Way], ...] = ()
    """What was zoomed on, first everything, and where the cursor stood there; the present zoom last."""


def node_keys(session: Session) -> Callable[[CallNode], NodeKey]:
    """By what nodes are known."""

    def key_of(node: CallNode) -> NodeKey:
        key = node.key if node.function < 0 and node.kind != "rest" else 0
        return node.kind, named(session, node.function), key

    return key_of


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
