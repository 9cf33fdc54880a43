"""Which thread of a recording is the main one."""

from __future__ import annotations

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui_parsers.stacks.recording import Recording

_MODULE = "<module>"
_MAIN = ("MainThread", "main")
"""What producers call it."""


def main_of(recording: Recording) -> int | None:
    """The number of the only thread that is called so, or whose outermost frames are of a module.

    ``None``: it is not known, or there is more than one process.
    """
    tracks = recording.tracks
    if len({track.pid for track in tracks}) > 1:
        return None
    named = [number for number, track in enumerate(tracks) if track.name in _MAIN]
    if named:
        return named[0] if len(named) == 1 else None
    begins = _beginning_with_a_module(recording)
    return begins.pop() if len(begins) == 1 else None


def _beginning_with_a_module(recording: Recording) -> set[int]:
    stacks, records = recording.stacks, recording.records
    modules = {function for function, name in enumerate(recording.names) if name == _MODULE}
    roots = array("i", bytes(4 * len(stacks)))
    for node, parent in enumerate(stacks.parent):
        roots[node] = node if parent < 0 else roots[parent]
    return {
        track
        for node, track in zip(records.node, records.track, strict=True)
        if node >= 0 and stacks.function[roots[node]] in modules
    }
