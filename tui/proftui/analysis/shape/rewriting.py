"""Stacks rewritten: frames taken out, stacks cut and left out, frames put together. The rest is as recorded.

Each goes once through the nodes of a recording, parents first, and makes another recording of the same
functions and threads, of which any measure may be chosen (README, "Whole stacks").
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import compress, pairwise
from typing import NamedTuple

from proftui.analysis.shape.group import OUTSIDE
from proftui.background.pieces import PIECE, Pieces
from proftui_parsers.stacks.building import Builder
from proftui_parsers.stacks.recording import ALL_HIDDEN, NO_NODE, NO_PARENT, Recording, Records, Stacks

_GONE = -3
"""The node of a stack that is left out."""


def without(recording: Recording, hidden: Sequence[int]) -> Pieces[Recording]:
    """The stacks without the frames of some functions: what these weigh counts to the frame above them.

    ``hidden``: by function, whether it is one of them. A stack of which no frame is left has the node
    :data:`ALL_HIDDEN`.
    """
    stacks = recording.stacks
    made, builder, function = _nodes_of(stacks), Builder(), stacks.frame_function
    for piece in _pieces(stacks):
        for node in piece:
            above, frame = made[stacks.parent[node]], stacks.frame[node]
            made[node] = above if hidden[function[frame]] else builder.node(above, frame)
        yield
    visible = (not hidden[of] for of in stacks.function)
    return _recording(recording, builder, _with_ends(made), compress(range(len(stacks)), visible))


def under(recording: Recording, path: Sequence[int], *, from_root: bool = False) -> Pieces[Recording]:
    """The stacks in which the functions of a path call each other, from the last one of them on.

    Of several such places in a stack the outermost counts. ``from_root``: the path begins at the outermost
    frame. A function that calls itself is one step, unless the path has such calls.
    """
    stacks = recording.stacks
    made, builder, function, parent = _nodes_of(stacks), Builder(), stacks.function, stacks.parent
    is_rolled = all(caller != callee for caller, callee in pairwise(path))
    # By node, the outermost of those of its function that are directly above each other.
    first = array("i", range(len(stacks)))

    def ends_in_path(node: int) -> bool:
        for of in reversed(path):
            if node < 0 or function[node] != of:
                return False
            node = parent[first[node]]
        return node < 0 or not from_root

    for piece in _pieces(stacks):
        for node in piece:
            above = parent[node]
            if is_rolled and above >= 0 and function[above] == function[node]:
                first[node] = first[above]
            if above >= 0 and made[above] != _GONE:
                made[node] = builder.node(made[above], stacks.frame[node])
            else:
                made[node] = builder.node(NO_PARENT, stacks.frame[node]) if ends_in_path(node) else _GONE
        yield
    made[-2:] = array("i", [_GONE, _GONE])
    kept = (node for node in range(len(stacks)) if made[node] != _GONE)
    return _recording(recording, builder, made, kept)


def of_thread(recording: Recording, thread: int) -> Recording:
    """The stacks of one thread alone."""
    records = recording.records
    pairs = zip(records.node, records.track, strict=True)
    nodes = array("i", (node if track == thread else _GONE for node, track in pairs))
    return recording.changed(records=_records(records, nodes))


class GroupedStacks(NamedTuple):
    """Stacks of groups of functions."""

    recording: Recording
    into: Sequence[int]
    """By group, calls of its functions by what is not in it; nothing where calls were not counted."""
    inside: Sequence[int]
    """By group, calls of its functions by each other; as ``into``."""


def grouped(recording: Recording, group_of: Sequence[int], stands: Sequence[int]) -> Pieces[GroupedStacks]:
    """The stacks with each frame named by its group; equal ones next to each other are one.

    ``group_of``: by function, its group, or :data:`OUTSIDE` of a built-in, which belongs to the group that
    called it. ``stands``: by group, the function that it is then.
    """
    stacks = recording.stacks
    made, builder, function = _nodes_of(stacks), Builder(), stacks.function
    frame_of = builder.frame_of
    for piece in _pieces(stacks):
        for node in piece:
            above, group = made[stacks.parent[node]], group_of[function[node]]
            is_same = group == OUTSIDE or (above >= 0 and frame_of[above] == group)
            made[node] = above if is_same else builder.node(above, group)
        yield
    entered, into, inside = _calls_of_groups(stacks, group_of, len(stands), made)
    regrouped = _recording(recording, builder, _with_ends(made), entered)
    frames = array("i", stands), array("i", bytes(4 * len(stands)))
    left = regrouped.stacks
    left = Stacks(left.parent, left.frame, *frames, left.calls)
    return GroupedStacks(regrouped.changed(stacks=left), into, inside)


def _calls_of_groups(
    stacks: Stacks, group_of: Sequence[int], count: int, made: Sequence[int]
) -> tuple[list[int], list[int], list[int]]:
    """The nodes that are calls of one group by another; by group, the calls from outside, and inside."""
    if stacks.calls is None:
        return [], [], []
    entered, into, inside = [], [0] * count, [0] * count
    for node, (above, of, calls) in enumerate(zip(stacks.parent, stacks.function, stacks.calls, strict=True)):
        group = group_of[of]
        if group == OUTSIDE:
            continue
        if above >= 0 and group_of[stacks.function[above]] == group:
            inside[group] += calls
            continue
        into[group] += calls
        if made[node] != made[above]:
            # Not by way of a built-in from the group itself.
            entered.append(node)
    return entered, into, inside


def _nodes_of(stacks: Stacks) -> array[int]:
    """A place by node for what becomes of it, and two more: of what has no node, counted from the end."""
    return array("i", [NO_PARENT]) * (len(stacks) + 2)


def _pieces(stacks: Stacks) -> Iterator[range]:
    every = range(len(stacks))
    return (every[begin : begin + PIECE] for begin in range(0, len(every), PIECE))


def _with_ends(made: array[int]) -> array[int]:
    """What becomes of nodes, so that those without a frame say whether that was recorded."""
    for node, other in enumerate(made):
        if other == NO_PARENT:
            made[node] = ALL_HIDDEN
    made[NO_NODE] = NO_NODE
    return made


def _recording(
    recording: Recording, builder: Builder, made: Sequence[int], counted: Iterator[int] | list[int]
) -> Recording:
    """The same recording with what became of its nodes; ``counted``: those whose calls are left."""
    stacks, records = recording.stacks, recording.records
    calls = None
    if stacks.calls is not None:
        calls = [0] * len(builder.parent)
        for node in counted:
            calls[made[node]] += stacks.calls[node]
    left = Stacks(builder.parent, builder.frame_of, stacks.frame_function, stacks.frame_line, calls)
    nodes = array("i", map(made.__getitem__, records.node))
    return recording.changed(stacks=left, records=_records(records, nodes))


def _records(records: Records, nodes: array[int]) -> Records:
    """Records of other nodes, without those that are left out."""
    if _GONE not in nodes:
        return Records(nodes, records.track, records.weights, records.at)
    kept = [node != _GONE for node in nodes]
    return Records(
        array("i", compress(nodes, kept)),
        array("H", compress(records.track, kept)),
        tuple(array("d", compress(column, kept)) for column in records.weights),
        None if records.at is None else array("d", compress(records.at, kept)),
    )
