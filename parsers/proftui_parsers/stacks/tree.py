"""All stacks of a recording as a prefix tree, and which of its nodes recursion is above."""

from __future__ import annotations

from array import array

from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple, cached_property, dataclass

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from typing import TypeVar

    T = TypeVar("T")

NO_PARENT = NO_NODE = -1
"""The parent of what is outermost; the node of a stack without a frame."""
ALL_HIDDEN = -2
"""The node of a stack of which no frame is left, since all were taken out."""
OF_FUNCTION, OF_PAIR = 1, 2
"""Flags of a node: no node of the same function is above; no equal pair of caller and function is."""
_BITS = 32
WALKED, LINKED = 2_000, 20_000
"""Nodes between two stops, of long and of short work with each."""


def finished(work: Generator[None, None, T]) -> T:
    """What comes of work with stops, done at once."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result


class Nesting(NamedTuple):
    """What nodes are, whatever they weigh."""

    flags: bytearray
    """By node: 1, no node of the same function is above; 2, no equal pair of caller and function is."""
    pair: array[int]
    """By node, the number of the pair; -1 of what is outermost."""
    callees: array[int]
    """By number of a pair, which are in the order of callees, then of callers."""
    callers: array[int]


@dataclass(eq=False)
class Stacks:
    """All different stacks as a prefix tree, a node for each; a parent stands before its children."""

    parent: Sequence[int]
    """By node; :data:`NO_PARENT` of what is outermost."""
    frame: Sequence[int]
    """By node."""
    frame_function: Sequence[int]
    """By frame, the function."""
    frame_line: Sequence[int]
    """By frame, the line that was executing; 0: not known."""
    calls: Sequence[int] | None = None
    """By node, how often it was entered; ``None``: not known, as of samples."""

    def __len__(self) -> int:
        return len(self.parent)

    @cached_property
    def function(self) -> array[int]:
        """By node, the function."""
        return array("i", map(self.frame_function.__getitem__, self.frame))

    @cached_property
    def links(self) -> tuple[array[int], array[int]]:
        """By node, its first child and its next sibling, both in the order of nodes; -1: none."""
        return finished(linking(self))

    @cached_property
    def by_function(self) -> tuple[array[int], array[int]]:
        """All nodes in the order of their functions, and where those of each function begin."""
        function = self.function
        starts = array("i", bytes(4 * (max(function, default=-1) + 2)))
        for of in function:
            starts[of + 1] += 1
        for of in range(len(starts) - 1):
            starts[of + 1] += starts[of]
        return array("i", sorted(range(len(function)), key=function.__getitem__)), starts

    def of_function(self, function: int) -> array[int]:
        """All nodes of a function."""
        order, starts = self.by_function
        return order[starts[function] : starts[function + 1]] if function < len(starts) - 1 else array("i")

    def outermost(self) -> list[int]:
        """The nodes that have no parent."""
        return [node for node, parent in enumerate(self.parent) if parent < 0]

    @cached_property
    def nesting(self) -> Nesting:
        """Which nodes are outermost ones, whatever they weigh."""
        return finished(walking(self))


def linking(stacks: Stacks) -> Generator[None, None, tuple[array[int], array[int]]]:
    """What :attr:`Stacks.links` says, with stops."""
    first, following = (array("i", [-1]) * len(stacks) for _ in range(2))
    for end in range(len(stacks), 0, -LINKED):
        begin = max(0, end - LINKED)
        for node, above in zip(
            range(end - 1, begin - 1, -1), reversed(stacks.parent[begin:end]), strict=True
        ):
            if above >= 0:
                following[node] = first[above]
                first[above] = node
        yield
    return first, following


def walked(stacks: Stacks) -> Generator[None, None, Nesting]:
    """:attr:`Stacks.nesting`, with stops if it is not known."""
    if "links" not in stacks.__dict__:
        stacks.__dict__["links"] = yield from linking(stacks)
    if "nesting" not in stacks.__dict__:
        stacks.__dict__["nesting"] = yield from walking(stacks)
    return stacks.nesting


def walking(stacks: Stacks) -> Generator[None, None, Nesting]:
    """What :attr:`Stacks.nesting` says, with stops; a loop, as stacks can be deep."""
    function, (first, following) = stacks.function, stacks.links
    flags, pair = bytearray(len(stacks)), array("i", [-1]) * len(stacks)
    running = [0] * (max(function, default=-1) + 1)
    numbers: dict[int, int] = {}
    open_pairs: list[int] = []
    left = WALKED
    for root in stacks.outermost():
        here = root
        while True:
            # Down into a node
            of, above = function[here], stacks.parent[here]
            flag = 0 if running[of] else OF_FUNCTION
            running[of] += 1
            if above >= 0:
                key = of << _BITS | function[above]
                number = numbers.get(key)
                if number is None:
                    number = numbers[key] = len(open_pairs)
                    open_pairs.append(0)
                pair[here] = number
                if not open_pairs[number]:
                    flag |= OF_PAIR
                open_pairs[number] += 1
            flags[here] = flag
            left -= 1
            if not left:
                left = WALKED
                yield
            if first[here] >= 0:
                here = first[here]
                continue
            # Up again, to the next that is not walked yet
            while True:
                running[function[here]] -= 1
                if pair[here] >= 0:
                    open_pairs[pair[here]] -= 1
                if here == root or following[here] >= 0:
                    break
                here = stacks.parent[here]
            if here == root:
                break
            here = following[here]
    yield
    keys, mask = sorted(numbers), (1 << _BITS) - 1
    yield
    # The last place is that of -1.
    places = array("i", [-1]) * (len(keys) + 1)
    for place, key in enumerate(keys):
        places[numbers[key]] = place
    yield
    callees, callers = array("i", [key >> _BITS for key in keys]), array("i", [key & mask for key in keys])
    return Nesting(flags, array("i", map(places.__getitem__, pair)), callees, callers)
