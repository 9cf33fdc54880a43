"""speedscope's own form: frames once, and for each thread samples, or events that open and close frames.

Its reference is speedscope's ``file-format-spec.ts``. What was sampled is written as samples, one after
the other; all else as events, since a reader counts samples.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from proftui import __version__
from proftui.output.conversion.chosen_records import ChosenRecords, path, sizes
from proftui.output.json_form import dumped
from proftui_parsers.measure import said_key
from proftui_parsers.stacks.recording import Track

SCHEMA = "https://www.speedscope.app/file-format-schema.json"
_UNITS = {"s": "seconds", "B": "bytes"}
_TOGETHER = 1_000
"""Frames, samples or events that are written at once."""
_DIGITS = 8
"""Characters of the number of a frame with a comma, about."""


class Speedscope:
    """One file in speedscope's form."""

    def __init__(self, chosen: ChosenRecords, title: str, exporter: str = "") -> None:
        """``exporter``: how the stacks came about, if not as recorded."""
        self.chosen, self.title = chosen, title
        self.recording, self.stacks = chosen.recording, chosen.recording.stacks
        self.unit = _UNITS.get(chosen.measure.unit, "none")
        self.counts = self._counts()
        """By record, how many samples it is; ``None``: it is written as events."""
        kind = exporter or ("" if self.counts is not None or self.stacks.calls is not None else "stacks")
        lines = "defined" if self.recording.defined and not exporter else ""
        key = said_key(chosen.measure)
        words = ("proftui", kind, lines, f"of {key}" if key else "")
        self.exporter = " ".join(filter(None, words)) + f"@{__version__}"
        self.opened = 0
        """How many frames events have opened so far."""

    def _counts(self) -> Sequence[float] | None:
        samples, choice = self.recording.samples, self.chosen.choice
        if samples is None:
            return None
        if samples == choice.measure:
            return ()
        return self.recording.records.weights[samples] if self.unit != "none" else None

    def size(self) -> int:
        """Characters of the samples, about; of events, which are few for each record, nothing."""
        if self.counts is None:
            return 0
        below = sizes(self.stacks, [_DIGITS] * len(self.stacks.frame_function))
        records = self.recording.records
        return sum(
            self._count(record)
            * ((below[records.node[record]] if records.node[record] >= 0 else 0) + _DIGITS)
            for of_track in self.chosen.by_track().values()
            for record in of_track
        )

    def parts(self) -> Iterator[str]:
        """The file piece by piece."""
        head = {"$schema": SCHEMA, "exporter": self.exporter, "name": self.title}
        yield dumped(head)[:-1] + ', "shared": {"frames": ['
        yield from _listed(map(dumped, self._frames()))
        yield ']}, "profiles": ['
        for position, (track, records) in enumerate(self.chosen.by_track().items()):
            yield ", " if position else ""
            yield from self._evented(track, records) if self.counts is None else self._sampled(track, records)
        yield "]}\n"

    def _frames(self) -> Iterator[dict[str, str | int]]:
        recording = self.recording
        for function, line in zip(self.stacks.frame_function, self.stacks.frame_line, strict=True):
            # A frame has one line: where lines tell functions apart, theirs.
            known = recording.linenos[function] if recording.defined else line
            file = recording.files[function]
            frame: dict[str, str | int] = {"name": recording.names[function]}
            yield frame | ({"file": file} if file else {}) | ({"line": known} if known > 0 else {})

    def _head(self, kind: str, track: int, end: float) -> str:
        made = {"type": kind, "name": name_of(self.recording.tracks[track]), "unit": self.unit}
        return dumped({**made, "startValue": 0, "endValue": end})[:-1]

    # Samples

    def _sampled(self, track: int, records: array[int]) -> Iterator[str]:
        nodes, weights = self.recording.records.node, self.chosen.weights
        yield self._head("sampled", track, sum(weights[record] for record in records)) + ', "samples": ['
        stacks = (f"[{','.join(map(str, path(self.stacks, nodes[record])))}]" for record in records)
        yield from _listed(self._repeated(records, stacks))
        yield '], "weights": ['
        shares = (repr(weights[record] / self._count(record)) for record in records)
        yield from _listed(self._repeated(records, shares))
        yield "]}"

    def _repeated(self, records: array[int], texts: Iterable[str]) -> Iterator[str]:
        """The text of each record as often as that has samples."""
        for record, text in zip(records, texts, strict=True):
            for _ in range(self._count(record)):
                yield text

    def _count(self, record: int) -> int:
        return max(1, round(self.counts[record])) if self.counts else 1

    # Events

    def _evented(self, track: int, records: array[int]) -> Iterator[str]:
        weights = self.chosen.weights
        yield self._head("evented", track, sum(weights[record] for record in records)) + ', "events": ['
        yield from _listed(self._events(records))
        yield "]}"

    def _events(self, records: array[int]) -> Iterator[str]:
        """What opens and closes from one record to the next, and at the end."""
        nodes, weights, parent = self.recording.records.node, self.chosen.weights, self.stacks.parent
        depth, open_nodes, at = sizes(self.stacks, [1] * len(self.stacks.frame_function)), list[int](), 0.0
        for record in records:
            node, new = nodes[record], list[int]()
            while node >= 0 and open_nodes[depth[node] - 1 : depth[node]] != [node]:
                new.append(node)
                node = parent[node]
            for closed in _taken(open_nodes, depth[node] if node >= 0 else 0):
                yield self._event("C", at, closed)
            for opened in reversed(new):
                open_nodes.append(opened)
                self.opened += 1
                yield self._event("O", at, opened)
            at += weights[record]
        for closed in _taken(open_nodes, 0):
            yield self._event("C", at, closed)

    def _event(self, kind: str, at: float, node: int) -> str:
        return f'{{"type": "{kind}", "at": {at!r}, "frame": {self.stacks.frame[node]}}}'


def _taken(nodes: list[int], down_to: int) -> Iterator[int]:
    """Take nodes off the end until only so many are left."""
    while len(nodes) > down_to:
        yield nodes.pop()


def _listed(texts: Iterable[str]) -> Iterator[str]:
    """Texts with commas between them, many at a time."""
    before, left = "", iter(texts)
    while some := list(islice(left, _TOGETHER)):
        yield before + ", ".join(some)
        before = ", "


def name_of(track: Track) -> str:
    """A thread as py-spy writes it, and as it is read again; without process and number, its name alone."""
    if track.pid:
        return f'Process {track.pid} Thread {track.tid} "{track.name}"'
    is_like_others = track.name.startswith(("Process ", "Thread ")) or " for " in track.name
    return f'Thread {track.tid} "{track.name}"' if track.tid or is_like_others else track.name
