"""The same stacks with the thread that they ran in as their outermost frame."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterable, Sequence

from proftui_parsers.stacks.recording import NO_PARENT, Choice, Recording, Records, Stacks
from proftui_parsers.stacks.sums import slices
from proftui_parsers.stacks.tree import WALKED, finished


def stacked(recording: Recording, choice: Choice) -> Recording:
    """The recording whose stacks are those of a choice: this one, or the same by thread."""
    return finished(stacking(recording, choice))


def stacking(recording: Recording, choice: Choice) -> Generator[None, None, Recording]:
    """What :func:`stacked` gives, with stops."""
    if not choice.split or len(recording.tracks) < 2:
        return recording
    if recording.by_thread is None:
        recording.by_thread = yield from by_thread(recording)
    return recording.by_thread


def by_thread(recording: Recording) -> Generator[None, None, Recording]:
    """A recording in which thread ``n`` is function ``count + n``, as :attr:`Recording.identity` has them.

    It has no counts of calls, as these are of all threads together.
    """
    stacks, records = recording.stacks, recording.records
    functions, frames = len(recording.names), len(stacks.frame_function)
    parent, frame = array("i"), array("i")
    of_track: list[set[int]] = [set() for _ in recording.tracks]
    for part in slices(len(records)):
        for node, track in set(zip(records.node[part], records.track[part], strict=True)):
            if node >= 0:
                of_track[track].add(node)
        yield
    made: list[dict[int, int]] = []
    for track, ends in enumerate(of_track):
        root = len(parent)
        parent.append(NO_PARENT)
        frame.append(frames + track)
        places: dict[int, int] = {}
        for number, node in enumerate(sorted(_with_ancestors(ends, stacks.parent)), 1):
            above = stacks.parent[node]
            places[node] = len(parent)
            parent.append(places[above] if above >= 0 else root)
            frame.append(stacks.frame[node])
            if not number % WALKED:
                yield
        made.append(places)
        yield
    threads = range(len(recording.tracks))
    split = Stacks(
        parent,
        frame,
        array("i", [*stacks.frame_function, *(functions + track for track in threads)]),
        array("i", [*stacks.frame_line, *(0 for _ in threads)]),
    )
    nodes = array("i")
    for part in slices(len(records)):
        pairs = zip(records.node[part], records.track[part], strict=True)
        nodes.extend([made[track][node] if node >= 0 else node for node, track in pairs])
        yield
    return recording.changed(stacks=split, records=Records(nodes, records.track, records.weights, records.at))


def _with_ancestors(nodes: Iterable[int], parent: Sequence[int]) -> set[int]:
    found: set[int] = set()
    for node in nodes:
        here = node
        while here >= 0 and here not in found:
            found.add(here)
            here = parent[here]
    return found
