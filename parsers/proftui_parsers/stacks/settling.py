"""What is known of frames when all of a file is read: which are no functions, and what their lines are.

py-spy puts a frame for each process and one for the thread around a stack (``-s``, ``-t``); pyinstrument puts
one for own time, ``[self]``, inside it.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import proftui_parsers.messages as messages
from proftui_parsers.profile import ProfileError
from proftui_parsers.stacks.building import Builder
from proftui_parsers.stacks.collecting import MOST_TRACKS
from proftui_parsers.stacks.frame_texts import track_of
from proftui_parsers.stacks.recording import Track, apart

OWN_TIME = "[self]"
"""What pyinstrument calls the own time of the function above it."""
_NOWHERE = Track("")
_LEFT_OUT = -1


class Settled:
    """The stacks of a file with functions alone."""

    def __init__(self, builder: Builder, *, defined: bool, exporter: str) -> None:
        """``builder``: it is not used any more.

        ``defined``: lines are those of definitions, and tell functions apart. ``exporter``: pyinstrument
        writes own time as a frame; proftui names no thread in one.
        """
        self.builder = builder
        self.nodes: Sequence[int] = range(len(builder.parent))
        """By stack of the file, the one that it is now; below 0: it has no function."""
        self.tracks: list[Track] = []
        """By stack of the file, the process and thread that its outermost frames name; empty: none does."""
        functions, files = builder.frame_function, builder.files
        of_frames = {n: None if files[n] else track_of(name) for n, name in enumerate(builder.names)}
        labels = {frame: track for frame, of in enumerate(functions) if (track := of_frames[of])}
        if exporter.startswith("proftui"):
            labels = {}
        own_time = exporter.startswith("pyinstrument")
        own = {frame for frame, of in enumerate(functions) if own_time and builder.names[of] == OWN_TIME}
        if labels or own:
            kept = self._kept(labels, own)
            left = {*labels, *own}.difference(kept)
            frames = [frame for frame in range(len(functions)) if frame not in left]
            numbers = dict(zip(frames, range(len(frames)), strict=True))
            self.builder = Builder(size=builder.size)
            self.nodes = self.builder.tree(builder.parent, [numbers.get(frame, _LEFT_OUT) for frame in kept])
            _take(self.builder, builder, frames, defined=defined)
        elif defined:
            _take(builder, builder, range(len(functions)), defined=True)

    def records(self, nodes: array[int]) -> array[int]:
        """The stacks that these of the file are now."""
        if not self.tracks:
            return nodes
        return array("i", [self.nodes[node] if node >= 0 else node for node in nodes])

    def threads(self, told: Sequence[tuple[Track, Sequence[int]]]) -> tuple[tuple[Track, ...], array[int]]:
        """All threads, and by record which; ``told``: by profile the thread that it names, and its stacks.

        Systems give numbers of threads again, and py-spy keeps such threads as one profile: where frames name
        the threads, these do, one a number, by the longest of its names.
        """
        of_records = array("H")
        if not any(track.tid for track in set(self.tracks)):
            for number, (_, nodes) in enumerate(told):
                of_records.extend(array("H", [number]) * len(nodes))
            return apart(track for track, _ in told), of_records
        numbers, tracks = dict[tuple[int, str, str], int](), list[Track]()
        for whole, nodes in told:
            for node in nodes:
                frame = self.tracks[node] if node >= 0 else whole
                track = frame if frame.tid else whole
                pid = frame.pid or whole.pid
                number = numbers.setdefault((pid, track.tid, "" if track.tid else track.name), len(tracks))
                if number == len(tracks):
                    tracks.append(track)
                if number >= MOST_TRACKS:
                    raise ProfileError(messages.TOO_MANY_THREADS.format(MOST_TRACKS))
                tracks[number] = Track(max(tracks[number].name, track.name, key=len), pid, track.tid)
                of_records.append(number)
        return apart(tracks), of_records

    def _kept(self, labels: dict[int, Track], own: set[int]) -> list[int]:
        """By stack, its innermost frame, or that this is left out."""
        kept: list[int] = []
        for parent, frame in zip(self.builder.parent, self.builder.frame_of, strict=True):
            above = self.tracks[parent] if parent >= 0 else _NOWHERE
            label = labels.get(frame) if parent < 0 or kept[parent] == _LEFT_OUT else None
            if label is not None:
                above = Track(label.name, label.pid or above.pid, label.tid or above.tid)
            self.tracks.append(above)
            kept.append(_LEFT_OUT if label is not None or (frame in own and parent >= 0) else frame)
        return kept


def _take(made: Builder, builder: Builder, frames: Sequence[int], *, defined: bool) -> None:
    """Have only these frames of a builder, and their functions; ``defined``: one for each line."""
    functions, lines, linenos = builder.frame_function, builder.frame_line, builder.linenos
    numbers: dict[tuple[int, int], int] = {}
    keys = ((functions[frame], lines[frame] if defined else linenos[functions[frame]]) for frame in frames)
    made.frame_function = array("i", [numbers.setdefault(key, len(numbers)) for key in keys])
    made.frame_line = array("i", [0 if defined else lines[frame] for frame in frames])
    made.linenos = [line for _, line in numbers]
    made.files, made.names = ([texts[of] for of, _ in numbers] for texts in (builder.files, builder.names))
