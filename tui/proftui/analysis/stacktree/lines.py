"""What functions spent on each line that they were seen executing, exact of what whole stacks tell.

The own time of a line is that of all stacks that end in it. Its time with callees is that of all stacks
that it is in, each counted once, however often the function calls itself on that line: it is added up from
the outermost of its nodes. What a line calls are the nodes directly below it, counted in the same way.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from proftui.analysis.neighbours import Neighbour
from proftui.analysis.stacktree.weighed import WeighedStacks
from proftui_parsers import Profile
from proftui_parsers.measure import standard_error
from proftui_parsers.stacks.by_thread import stacked
from proftui_parsers.stacks.recording import Choice, Stacks
from proftui_parsers.stacks.tree import OF_FUNCTION, OF_PAIR


def spans(parent: Sequence[int]) -> tuple[array[int], array[int]]:
    """By node its place in a walk through the whole tree, and the next place that is not below it."""
    size = array("i", [1]) * len(parent)
    for node in range(len(parent) - 1, -1, -1):
        if parent[node] >= 0:
            size[parent[node]] += size[node]
    begin, end, following = array("i", size), array("i", size), array("i", size)
    place = 0
    for node, above in enumerate(parent):
        # Siblings stand one behind the other, the first of them right behind its parent.
        at = place if above < 0 else following[above]
        begin[node], end[node], following[node] = at, at + size[node], at + 1
        if above < 0:
            place = end[node]
        else:
            following[above] = end[node]
    return begin, end


def outermost(nodes: Iterable[int], begin: Sequence[int], end: Sequence[int]) -> list[int]:
    """Those of some nodes that stand below none of the others; ``begin``, ``end``: see :func:`spans`."""
    found, reached = [], -1
    for node in sorted(nodes, key=begin.__getitem__):
        if begin[node] >= reached:
            found.append(node)
            reached = end[node]
    return found


UNKNOWN = 0
"""The number of a line that the file does not tell."""


class Executed(NamedTuple):
    """One line of a function; figures are in the unit of the profile."""

    own: float
    cum: float
    samples: float | None
    """In how many samples it was the innermost one; ``None``: these are no samples."""
    calls: tuple[Neighbour, ...]
    """What it calls, the heaviest first; calls are counted where the file counts them."""


class StackLines:
    """The lines of all functions of one profile, worked out function by function when they are asked for."""

    def __init__(self, profile: Profile) -> None:
        """``profile``: one with a recording."""
        assert profile.recording is not None
        self._profile = profile
        self._recorded: Stacks = stacked(profile.recording, profile.choice or Choice()).stacks
        self._found: dict[int, Mapping[int, Executed]] = {}

    @cached_property
    def _weighed(self) -> WeighedStacks:
        return WeighedStacks(self._profile)

    @cached_property
    def _spans(self) -> tuple[array[int], array[int]]:
        return spans(self._recorded.parent)

    @cached_property
    def known(self) -> bool:
        """Whether the file tells any lines."""
        return any(line > 0 for line in self._recorded.frame_line)

    def has_lines(self, function: int) -> bool:
        """Whether it tells some of this function."""
        return self.known and any(line > 0 for line in self.of(function))

    def of(self, function: int) -> Mapping[int, Executed]:
        """The lines of a function, in their order; :data:`UNKNOWN` for those that the file does not tell."""
        if function not in self._found:
            self._found[function] = self._worked_out(function, UNKNOWN)
        return self._found[function]

    def with_heading(self, function: int, heading: int) -> Mapping[int, Executed]:
        """The same, what is of unknown lines put to line ``heading``."""
        known = self.of(function)
        if UNKNOWN in known and heading in known:
            return self._worked_out(function, heading)
        return {line if line != UNKNOWN else heading: executed for line, executed in known.items()}

    def error(self, line: Executed) -> float | None:
        """One standard error of a line's own share of the run, percent; ``None``: these are no samples."""
        share = standard_error(self._profile, line.own)
        return None if share is None else 100.0 * share

    def _worked_out(self, function: int, heading: int) -> dict[int, Executed]:
        stacks, weighed = self._recorded, self._weighed
        on_line: dict[int, list[int]] = defaultdict(list)
        below: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        for node in stacks.of_function(function):
            line = stacks.frame_line[stacks.frame[node]]
            line = line if line > 0 else heading
            on_line[line].append(node)
            for child in weighed.children(node):
                below[line][stacks.function[child]].append(child)
        found = {}
        for line in sorted(on_line):
            nodes, called = on_line[line], below.get(line, {})
            callees = (self._called(callee, children) for callee, children in called.items())
            calls = sorted(filter(_is_something, callees), key=_weight, reverse=True)
            samples = _sum(weighed.own_samples, nodes) if weighed.samples else None
            cum = self._cum(nodes, OF_FUNCTION)
            made = Executed(_sum(weighed.own, nodes), cum, samples, tuple(calls))
            if made.cum or made.calls:
                found[line] = made
        return found

    def _called(self, callee: int, nodes: Sequence[int]) -> Neighbour:
        weighed, choice = self._weighed, self._profile.choice
        calls = None
        if weighed.calls is not None and choice is not None and choice.tracks is None:
            calls = sum(map(weighed.calls.__getitem__, nodes))
        return Neighbour(callee, calls, None, _sum(weighed.own, nodes), self._cum(nodes, OF_PAIR))

    def _cum(self, nodes: Sequence[int], flag: int) -> float:
        """What nodes weigh with all below them, each stack once; ``flag``: see ``Nesting``."""
        if len(nodes) == 1:
            return self._weighed.time[nodes[0]]
        flags = self._weighed.recording.stacks.nesting.flags
        # Below no other of the same function, or pair, a node is below none of the same line.
        if not all(flags[node] & flag for node in nodes):
            nodes = outermost(nodes, *self._spans)
        return _sum(self._weighed.time, nodes)


def _sum(column: Sequence[float], nodes: Iterable[int]) -> float:
    return sum(map(column.__getitem__, nodes))


def _weight(call: Neighbour) -> tuple[float, float]:
    return call.cumtime or 0.0, call.tottime or 0.0


def _is_something(call: Neighbour) -> bool:
    return bool(call.cumtime or call.ncalls)
