"""The stacks of a recording with what they weigh by a choice of measure and threads."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property

from proftui_parsers import Profile
from proftui_parsers.stacks.by_thread import stacked
from proftui_parsers.stacks.recording import Choice, Recording
from proftui_parsers.stacks.sums import by_node, totals


class WeighedStacks:
    """A prefix tree of stacks; its nodes are numbers. Figures are in the unit of the profile."""

    def __init__(self, profile: Profile) -> None:
        """``profile``: one with a recording."""
        recording, choice = profile.recording, profile.choice
        assert recording is not None and choice is not None
        recording = stacked(recording, choice)
        self.profile, self.recording = profile, recording
        self.total = profile.total_time
        """Of the whole, stacks without a frame included."""
        stacks = recording.stacks
        self.parent, self.function = stacks.parent, stacks.function
        self.calls = stacks.calls if choice.tracks is None else None
        """By node; ``None``: not known, as of single threads."""
        self.first_child, self.next_sibling = stacks.links
        self.outermost = stacks.outermost()
        weighed = by_node(recording, choice, choice.measure)
        self.own, self.time = weighed.own, weighed.total
        """By node, of its own, and with what is below."""
        self.frameless, self.all_hidden = weighed.frameless, weighed.hidden
        """What stacks without a frame weigh: as they were recorded, and where all frames are hidden."""
        self.own_samples, self.samples = self._counted(recording, choice)
        """By node, how many samples end in it, and how many go through it; empty: these are no samples."""

    def _counted(self, recording: Recording, choice: Choice) -> tuple[Sequence[float], Sequence[float]]:
        number = recording.samples
        if number is None:
            return (), ()
        if number == choice.measure:
            return self.own, self.time
        return by_node(recording, choice, number)[:2]

    @cached_property
    def has_negative(self) -> bool:
        """Whether something weighs less than nothing, so that what is below a node can add up to nothing."""
        return any(weight < 0 for weight in self.own)

    @cached_property
    def weighs(self) -> Sequence[float]:
        """By node, not 0 where some stack with it weighs something, whatever that adds up to."""
        if not self.has_negative:
            return self.time
        return totals(self.recording.stacks, array("d", map(abs, self.own)))

    @cached_property
    def outermost_alike(self) -> Sequence[int]:
        """By node, the outermost one of those of its function that are directly above each other."""
        found, function = array("i", range(len(self.parent))), self.function
        for node, over in enumerate(self.parent):
            if over >= 0 and function[over] == function[node]:
                found[node] = found[over]
        return found

    def children(self, node: int) -> list[int]:
        """The nodes directly below one."""
        found, child, following = [], self.first_child[node], self.next_sibling
        while child >= 0:
            found.append(child)
            child = following[child]
        return found

    def levels(self, nodes: Sequence[int]) -> list[int]:
        """Nodes of one function, and those of the same function that follow directly below them."""
        if not nodes:
            return []
        function, found, waiting = self.function[nodes[0]], [], list(nodes)
        while waiting:
            node = waiting.pop()
            found.append(node)
            waiting += [child for child in self.children(node) if self.function[child] == function]
        return found

    def of_function(self, function: int) -> array[int]:
        """All nodes of a function."""
        return self.recording.stacks.of_function(function)
