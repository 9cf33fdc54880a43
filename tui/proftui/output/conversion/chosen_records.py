"""The records that a choice leaves of a recording, in the orders in which they are written."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from proftui.analysis.stacktree.lines import spans
from proftui_parsers.stacks.recording import Choice, Recording, Stacks


class Weighed(NamedTuple):
    """Columns of stacks, each of one thread and with what all its records weigh together."""

    track: array[int]
    node: array[int]
    """Below 0: a stack without a frame."""
    weight: array[float]


class ChosenRecords:
    """A recording, seen through a choice of measure and threads."""

    def __init__(self, recording: Recording, choice: Choice) -> None:
        self.recording, self.choice = recording, choice
        self.measure = recording.measures[choice.measure]
        self.weights = recording.records.weights[choice.measure]
        """By record."""
        self.tracks = [n for n in range(len(recording.tracks)) if choice.tracks is None or n in choice.tracks]

    @property
    def has_negative(self) -> bool:
        """Whether something weighs less than nothing, as memory that was freed does."""
        return any(weight < 0 for _, weight in self._weighed())

    @property
    def is_empty(self) -> bool:
        """Whether nothing was recorded in what is chosen."""
        return not any(True for _ in self._weighed())

    @property
    def frameless(self) -> float:
        """What stacks without a frame weigh."""
        return sum(weight for node, weight in self._weighed() if node < 0)

    def _weighed(self) -> Iterator[tuple[int, float]]:
        """The stack of each chosen record, and what it weighs."""
        records = self.recording.records
        for track, node, weight in zip(records.track, records.node, self.weights, strict=True):
            if self._has(track):
                yield node, weight

    def by_stack(self) -> Weighed:
        """Thread by thread, stacks in the order of a walk through their tree; equal ones are added up.

        Last come the deepest of those that weigh nothing, so that all functions are there.
        """
        records, places = self.recording.records, spans(self.recording.stacks.parent)[0]
        width = len(places) + 1
        keys = array(
            "q",
            (
                track * width + (places[node] + 1 if node >= 0 else 0)
                for node, track in zip(records.node, records.track, strict=True)
            ),
        )
        found, last = Weighed(array("H"), array("i"), array("d")), -1
        for record in sorted(range(len(keys)), key=keys.__getitem__):
            if keys[record] == last:
                found.weight[-1] += self.weights[record]
            elif self._has(records.track[record]):
                found.track.append(records.track[record])
                found.node.append(records.node[record])
                found.weight.append(self.weights[record])
                last = keys[record]
        nodes = range(len(places)) if self.choice.tracks is None else ()
        for node in set(nodes).difference(self.recording.stacks.parent, records.node):
            found.track.append(self.tracks[0])
            found.node.append(node)
            found.weight.append(0.0)
        return found

    def by_track(self) -> dict[int, array[int]]:
        """The numbers of the records of each chosen thread, in the order in which they were recorded."""
        numbers = {track: array("i") for track in self.tracks}
        for record, track in enumerate(self.recording.records.track):
            if track in numbers:
                numbers[track].append(record)
        return numbers

    def _has(self, track: int) -> bool:
        return self.choice.tracks is None or track in self.choice.tracks


def path(stacks: Stacks, node: int) -> list[int]:
    """The frames of a stack, outermost first."""
    frames = list(upwards(stacks, node))
    frames.reverse()
    return frames


def upwards(stacks: Stacks, node: int) -> Iterator[int]:
    """The frames of a stack from the innermost to the outermost."""
    while node >= 0:
        yield stacks.frame[node]
        node = stacks.parent[node]


def sizes(stacks: Stacks, of_frame: Sequence[int]) -> Sequence[int]:
    """By node, what its frames take together."""
    found = array("q", bytes(8 * len(stacks)))
    for node, parent in enumerate(stacks.parent):
        found[node] = of_frame[stacks.frame[node]] + (found[parent] if parent >= 0 else 0)
    return found
