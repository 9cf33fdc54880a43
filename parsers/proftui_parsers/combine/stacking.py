"""Several recordings of whole stacks as one: equal stacks are one stack, threads stay apart."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

import proftui_parsers.messages as messages
from proftui_parsers.profile import Profile, ProfileError
from proftui_parsers.stacks.building import Builder
from proftui_parsers.stacks.collecting import MOST_TRACKS
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.recording import NO_NODE, NONE, Recording, Records, Track, apart


def added(profiles: Sequence[Profile], told: Callable[[float], None]) -> Profile:
    """The profile of all records of these profiles, each of which has a recording.

    Functions that agree in file and name are one, and in the line of their definition where all have one.
    ProfileError: the recordings do not measure the same.
    """
    recordings = [profile.recording for profile in profiles if profile.recording is not None]
    _check(recordings)
    return profile_of(_Sum(recordings, told).recording())


def _check(recordings: Sequence[Recording]) -> None:
    """Have all measure the same, in the same units."""
    first = recordings[0]
    for other in recordings[1:]:
        if _measured(first) != _measured(other):
            raise ProfileError(
                messages.OTHER_MEASURES.format(first.path, _said(first), other.path, _said(other))
            )


def _measured(recording: Recording) -> list[tuple[str, str]]:
    return [(measure.key, measure.unit) for measure in recording.measures]


def _said(recording: Recording) -> str:
    """What is measured, as a sentence has it: ``time (s) and samples``."""
    said = []
    for measure in recording.measures:
        what = measure.title
        said.append(what if measure.unit in ("", what) else f"{what} ({measure.unit})")
    return " and ".join(said)


class _Sum:
    """Recordings on their way to be one."""

    def __init__(self, recordings: Sequence[Recording], told: Callable[[float], None]) -> None:
        self.recordings, self.told = recordings, told
        self.defined = all(recording.defined for recording in recordings)
        self.builder = Builder(defined=self.defined)
        self.nodes = sum(map(len, recordings))
        """Of all recordings."""
        self.done = 0
        self.node, self.track = array("i"), array("H")
        self.weights = tuple(array("d") for _ in recordings[0].measures)
        self.tracks: list[Track] = []
        self.calls: list[int] | None = [] if all(r.stacks.calls is not None for r in recordings) else None
        """By node of the sum, as far as it is made."""

    def recording(self) -> Recording:
        """All of them."""
        names = _apart([recording.path for recording in self.recordings])
        remarks, paths = list[str](), list[str]()
        for recording, name in zip(self.recordings, names, strict=True):
            self._add_records(recording, self._add_stacks(recording))
            self._add_tracks(recording, name)
            remarks += (messages.SAID_OF_FILE.format(name, remark) for remark in recording.remarks)
            paths += recording.paths
        if not self.defined and any(recording.defined for recording in self.recordings):
            remarks.append(messages.FUNCTIONS_BY_NAME)
        first = self.recordings[0]
        clocks = {recording.clock for recording in self.recordings}
        intervals = {recording.interval for recording in self.recordings}
        return self.builder.recording(
            first.path,
            Records(self.node, self.track, self.weights),
            None if self.calls is None else array("q", self.calls),
            paths=tuple(paths),
            format=first.format,
            producer=", ".join(dict.fromkeys(recording.producer for recording in self.recordings)),
            measures=first.measures,
            tracks=apart(self.tracks),
            clock=clocks.pop() if len(clocks) == 1 else NONE,
            interval=intervals.pop() if len(intervals) == 1 else None,
            remarks=tuple(remarks),
            badges=tuple(dict.fromkeys(badge for recording in self.recordings for badge in recording.badges)),
            defined=self.defined,
        )

    def _add_stacks(self, recording: Recording) -> array[int]:
        """By node of a recording, the node of the sum; parents stand before their children."""
        builder, stacks = self.builder, recording.stacks
        places = zip(recording.files, recording.linenos, recording.names, strict=True)
        functions = [builder.function(*place) for place in places]
        frames = [
            builder.frame(functions[function], line)
            for function, line in zip(stacks.frame_function, stacks.frame_line, strict=True)
        ]
        self.told(self.done / self.nodes)
        self.done += len(stacks)
        known = builder.tree(stacks.parent, map(frames.__getitem__, stacks.frame))
        if self.calls is not None and stacks.calls is not None:
            self.calls += [0] * (len(builder.parent) - len(self.calls))
            for node, calls in zip(known, stacks.calls, strict=True):
                self.calls[node] += calls
        return known

    def _add_records(self, recording: Recording, known: Sequence[int]) -> None:
        records, before = recording.records, len(self.tracks)
        if before + len(recording.tracks) > MOST_TRACKS:
            raise ProfileError(messages.TOO_MANY_THREADS.format(MOST_TRACKS))
        self.node.extend(node if node == NO_NODE else known[node] for node in records.node)
        self.track.extend(before + track for track in records.track)
        for column, weights in zip(self.weights, records.weights, strict=True):
            column.extend(weights)

    def _add_tracks(self, recording: Recording, name: str) -> None:
        """Threads, with the name of their file in front, which those of a sum have already."""
        is_sum = len(recording.paths) > 1
        for track in recording.tracks:
            with_file = f"{name}: {track.name}" if track.name else name
            self.tracks.append(track if is_sum else track._replace(name=with_file))


def _apart(paths: Sequence[str]) -> list[str]:
    """What to call files: by their names alone where these differ, else as the user named them."""
    names = [path.replace("\\", "/").rpartition("/")[2] for path in paths]
    return names if len(set(names)) == len(set(paths)) else list(paths)
