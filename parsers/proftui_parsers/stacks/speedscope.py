"""speedscope's own format: frames once, and for each thread samples, or events that open and close frames.

Its reference is speedscope's ``file-format-spec.ts``. Times are scaled to seconds while they are read.
"""

from __future__ import annotations

from array import array
from itertools import repeat
from operator import mul

import proftui_parsers.messages as messages
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.json_walk import JsonWalker, NotJson
from proftui_parsers.measure import BYTES, COUNTS, SAMPLES, TIME, Measure, named_by
from proftui_parsers.profile import ProfileError
from proftui_parsers.stacks.building import DEEPEST, Builder, counted
from proftui_parsers.stacks.collecting import LARGEST, MOST_TRACKS, Collector
from proftui_parsers.stacks.events import Events
from proftui_parsers.stacks.json_reading import JsonReading
from proftui_parsers.stacks.recording import NO_NODE, NONE, ORDER, REAL, Records, Track
from proftui_parsers.stacks.settling import Settled

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from proftui_parsers.stacks.recording import Recording

_SECONDS_OF = {"seconds": 1.0, "milliseconds": 1e-3, "microseconds": 1e-6, "nanoseconds": 1e-9}
_NO_CALLS = ("pyinstrument", "proftui stacks", "proftui estimate")
"""Exporters whose events are no calls."""
_WITH_DEFINITIONS = ("pyinstrument", "pyspeedscope", "estimate", "defined")
"""Words of exporters whose lines are those of definitions."""
_COUNTED = ("proftui", "py-spy")
"""Exporters that write samples where they say no unit."""
_OF_MEMORY = {"bytes", "none"}
"""Units of a file in which one profile is of bytes, another of their allocations."""
_ODOO_BEGINS, _ODOO_ENDS = "Combined", (" (no gap)", " (density)")
"""Names of profiles that Odoo writes, each of the whole run."""
_MOST_VIEWS, _LONGEST_TITLE = 16, 60
"""Profiles of which each is of the whole run, and characters of their names."""
_COUNTS_AS_SECONDS = "py-spy@0.3.8"
"""The one release that says seconds and writes 1 for each sample, whatever the rate."""
_MOST_FRAMES = 1 << 31
_NUMBERS = (int, float)
_PART = 1 << 14
"""Samples that are looked at at once: numbers in lists take much room."""


class _Thread:
    """One of the profiles of a file."""

    def __init__(self, begin: int) -> None:
        self.name, self.unit = "", "none"
        self.end = 0.0
        self.rows = slice(begin, begin)
        """Its records."""
        self.is_evented = False

    def __len__(self) -> int:
        return int(self.rows.stop - self.rows.start)


class Speedscope(JsonReading):
    """One file on its way to a recording."""

    NAME = "speedscope"

    def __init__(self, walker: JsonWalker) -> None:
        super().__init__(walker)
        self.builder = Builder(size=len(walker.data))
        self.collector = Collector(2)
        """By profile, weights and numbers of samples."""
        self.profiles: list[_Thread] = []
        self.has_frames = self.has_profiles = False
        self.exporter = ""
        self.says_so = False
        """Whether the file names the schema of this format."""
        self.entered = array("q")
        """By stack of events, how often its last frame was opened; shorter than there are stacks."""
        self.faults = self.odd = self.back = 0

    @property
    def is_ours(self) -> bool:
        """Whether all is there that tells this format."""
        return self.has_frames and self.has_profiles

    @property
    def is_met(self) -> bool:
        """Whether anything is there that only this format has."""
        return self.has_profiles or self.has_frames or self.says_so

    def top(self) -> None:
        """The whole file."""
        walker = self.walker
        for key in walker.members():
            if key == "shared" and walker.is_object():
                for inner in walker.members():
                    if inner == "frames" and walker.is_array():
                        self._once(self.has_frames)
                        self.has_frames = True
                        self._read_frames()
            elif key == "profiles" and walker.is_array():
                self._once(self.has_profiles)
                self.has_profiles = True
                for number in walker.elements():
                    if number >= MOST_TRACKS:
                        raise ProfileError(messages.TOO_MANY_THREADS.format(MOST_TRACKS))
                    if walker.is_object():
                        self.profiles.append(self._read_profile())
            elif key == "exporter":
                self.exporter = walker.text()
            elif key == "$schema":
                self.says_so = "speedscope" in walker.text()

    def _once(self, is_known: bool) -> None:
        """Have nothing be there twice: one of the two would be lost, and nobody knows which was meant."""
        if is_known:
            raise NotJson(self.walker.at)

    def _read_frames(self) -> None:
        builder = self.builder
        nameless: int | None = None
        for batch in self.walker.batches():
            functions, lines = list[int](), list[int]()
            for frame in batch:
                if not frame and isinstance(frame, dict):
                    nameless = builder.function("", 0, "") if nameless is None else nameless
                    functions.append(nameless)
                    lines.append(0)
                    continue
                if not isinstance(frame, dict):
                    raise NotJson(self.walker.at)
                name, file, line = frame.get("name"), frame.get("file"), frame.get("line")
                line = line if type(line) is int and 0 < line < 1 << 31 else 0
                function = builder.function(
                    file if isinstance(file, str) else "",
                    line,
                    name if isinstance(name, str) else "" if name is None else str(name)[:100],
                )
                functions.append(function)
                lines.append(line)
            builder.frame_function.fromlist(functions)
            builder.frame_line.fromlist(lines)

    # One thread

    def _read_profile(self) -> _Thread:
        thread, walker = _Thread(len(self.collector)), self.walker
        weights: array[float] | None = None
        samples: list[array[int]] | None = None
        for key in walker.members():
            if key == "name":
                thread.name = walker.text()
            elif key == "unit":
                unit = walker.text()
                thread.unit = unit if unit in (*_SECONDS_OF, "bytes") else "none"
            elif key == "endValue":
                end = walker.number()
                thread.end = end if end is not None and -LARGEST < end < LARGEST else 0.0
            elif key == "samples" and walker.is_array():
                self._once(samples is not None)
                samples = [array("i", nodes) for nodes in walker.lists(self._nodes_of)]
            elif key == "weights" and walker.is_array():
                self._once(weights is not None)
                weights = walker.numbers()
            elif key == "events" and walker.is_array():
                self._once(thread.is_evented)
                thread.is_evented = True
                self._read_events(thread)
        if samples is not None:
            self._once(any(samples) and len(self.collector) > thread.rows.start)
            self._weigh(samples, weights or ())
        thread.rows = slice(thread.rows.start, len(self.collector))
        return thread

    def _read_events(self, thread: _Thread) -> None:
        """All of them; what is open at the end closes there."""
        events = Events(self.builder, self.collector, len(self.profiles), self.entered)
        for batch in self.walker.batches():
            for event in batch:
                event = event if isinstance(event, dict) else {}
                kind, at, frame = event.get("type"), event.get("at"), event.get("frame")
                if type(frame) is not int or not 0 <= frame < _MOST_FRAMES or kind not in ("O", "C"):
                    self.faults += 1
                    continue
                if not isinstance(at, _NUMBERS) or not -LARGEST < at < LARGEST:
                    self.odd += 1
                    at = events.now or 0.0
                events.take(kind == "O", frame, float(at))
        events.end(thread.end)
        self.faults += events.faults
        self.back += events.back

    def _nodes_of(self, batch: list[Any], is_remembered: bool) -> list[int]:
        """The stacks that these lists of frames are; whether the walker remembers what comes of them."""
        if set(map(type, batch)) != {list}:
            raise NotJson(self.walker.at)
        if max(map(len, batch)) > DEEPEST:
            raise ProfileError(messages.STACK_TOO_DEEP.format(DEEPEST))
        try:
            return self.builder.stacks_of(batch, keep=not is_remembered)
        except (TypeError, OverflowError):
            raise NotJson(self.walker.at) from None

    def _weigh(self, samples: list[array[int]], weights: Sequence[float]) -> None:
        """Take samples; those that follow each other and are of one stack become one record."""
        begin = 0
        samples.reverse()
        while samples:
            here = samples.pop()
            weighs = list(weights[begin : begin + len(here)])
            weighs += [0.0] * (len(here) - len(weighs))
            begin += len(here)
            # This is so only if each is.
            if not sum(map(abs, weighs)) < LARGEST:
                self.odd += sum(not -LARGEST < weight < LARGEST for weight in weighs)
                weighs = [weight if -LARGEST < weight < LARGEST else 0.0 for weight in weighs]
            self.collector.extend_track(len(self.profiles), here, weighs, [1.0] * len(here))
        self.faults += abs(len(weights) - begin)

    # All of it

    def recording(self, path: str) -> Recording:
        """What the file says."""
        builder, threads, records = self.builder, self.profiles, self.collector.records()
        if not builder.frame_of and not len(records):
            raise ProfileError(messages.NO_STACKS)
        scales = [_SECONDS_OF.get(thread.unit, 1.0) for thread in threads]
        weights, counts = records.weights
        if {*scales} != {1.0}:
            weights = array("d", map(mul, weights, map(scales.__getitem__, records.track)))
        if self.exporter == _COUNTS_AS_SECONDS:
            for thread in threads:
                thread.unit = "none"
        largest, frames = max(builder.frame_of, default=-1), len(builder.frame_function)
        if largest >= frames:
            raise ProfileError(messages.NO_SUCH_FRAME.format(largest, frames))
        words = self.exporter.partition("@")[0].split()
        is_defined = any(word in _WITH_DEFINITIONS for word in words)
        made = Settled(builder, defined=is_defined, exporter=self.exporter)
        views = self._views()
        nodes: Any = records.node
        measures, columns = self._of_views(views, nodes, weights) if views else self._weights(weights, counts)
        has_calls = not views and not made.tracks and not self.exporter.startswith(_NO_CALLS)
        has_calls = has_calls and all(thread.is_evented for thread in threads)
        self.entered.extend(repeat(0, len(made.nodes) - len(self.entered)))
        # A copy of each thread's nodes would take much room.
        view = memoryview(nodes)
        tracks, of_records = made.threads([(track_of(thread.name), view[thread.rows]) for thread in threads])
        if views:
            nodes = array("i", [*range(len(self.builder.parent)), NO_NODE])
            tracks, of_records = (Track(""),), array("H", bytes(2 * len(nodes)))
        return made.builder.recording(
            path,
            Records(made.records(nodes), of_records, columns),
            self.entered if has_calls else None,
            format="speedscope",
            producer=words[0] if words else "speedscope",
            measures=measures,
            tracks=tracks,
            clock=NONE if views else self._clock(weights),
            remarks=tuple(self._remarks()),
            defined=is_defined,
        )

    def _views(self) -> list[_Thread]:
        """The profiles, if each is of the whole run: bytes and counts, or as Odoo writes; bytes first."""
        threads = [thread for thread in self.profiles if len(thread)]
        units = {"s" if thread.unit in _SECONDS_OF else thread.unit for thread in threads}
        is_odoo = not self.exporter and any(
            thread.name.startswith(_ODOO_BEGINS) or thread.name.endswith(_ODOO_ENDS) for thread in threads
        )
        are_views = len(threads) <= _MOST_VIEWS and (is_odoo or units == _OF_MEMORY)
        if len(units) > 1 and not are_views:
            raise ProfileError(messages.UNITS_DIFFER.format(", ".join(sorted(units))))
        if not are_views:
            return []
        return sorted(threads, key=lambda thread: thread.unit != "bytes")

    def _of_views(
        self, views: list[_Thread], nodes: Sequence[int], weights: Sequence[float]
    ) -> tuple[tuple[Measure, ...], tuple[Sequence[float], ...]]:
        """A measure for each view, and its column, by stack."""
        measures: dict[str, Measure] = {}
        columns: list[array[float]] = []
        for view in views:
            of = TIME if view.unit in _SECONDS_OF else BYTES if view.unit == "bytes" else COUNTS
            name = " ".join(view.name.lower().split())[:_LONGEST_TITLE]
            if name.isprintable() and name and (of is not BYTES or of.key in measures):
                of = of._replace(title=name, key=name.replace(" ", "-"))
            while of.key in measures:
                of = of._replace(key=f"{of.key}-{len(measures) + 1}")
            measures[of.key] = of
            # A stack without a frame, which has the number -1, stands at the end.
            columns.append(array("d", bytes(8 * (1 + len(self.builder.parent)))))
            for node, weight in zip(nodes[view.rows], weights[view.rows], strict=True):
                columns[-1][node] += weight
        return tuple(measures.values()), tuple(columns)

    def _weights(
        self, column: Sequence[float], counts: Sequence[float]
    ) -> tuple[tuple[Measure, ...], tuple[Sequence[float], ...]]:
        """What was measured, and the column of each: what the file has, and the number of samples."""
        threads = self.profiles
        unit = next((thread.unit for thread in threads if len(thread)), "seconds")
        is_sampled = not any(thread.is_evented for thread in threads)
        if unit in _SECONDS_OF or unit == "bytes":
            of = TIME if unit in _SECONDS_OF else BYTES
            if self.exporter.startswith("proftui"):
                of = named_by(of, self.exporter.partition("@")[0].partition(" of ")[2])
            return ((of, SAMPLES), (column, counts)) if is_sampled else ((of,), (column,))
        is_counted = column == counts or self.exporter.startswith(_COUNTED)
        is_whole = is_sampled and is_counted and all(map(float.is_integer, column))
        return ((SAMPLES if is_whole else COUNTS),), (column,)

    def _clock(self, weights: Sequence[float]) -> str:
        threads = self.profiles
        if self.exporter.startswith("proftui"):
            return ORDER
        if any(thread.is_evented for thread in threads):
            return REAL
        sums = [_sum(weights, thread.rows) for thread in threads]
        same = max(sums, default=0.0) - min(sums, default=0.0) <= 1e-9 * max(sums, default=0.0)
        return REAL if same and not self.exporter.startswith("py-spy") else ORDER

    def _remarks(self) -> list[str]:
        said = []
        if self.exporter == _COUNTS_AS_SECONDS:
            said.append(messages.SECONDS_ARE_SAMPLES)
        if self.exporter.startswith("pyinstrument"):
            said.append(messages.LEFT_OUT_BY_PYINSTRUMENT)
        return said + counted(
            (messages.EVENTS_DO_NOT_FIT, self.faults),
            (messages.TIMES_GO_BACK, self.back),
            (messages.WEIGHTS_LEFT_OUT, self.odd),
        )


def _sum(weights: Sequence[float], rows: slice) -> float:
    """Of some rows, without a copy of them all."""
    return sum(sum(weights[at : min(at + _PART, rows.stop)]) for at in range(rows.start, rows.stop, _PART))


def track_of(name: str) -> Track:
    """The thread that a profile's name tells, as py-spy and austin write it; else the name itself."""
    pid, rest = 0, name
    if rest.startswith("Process "):
        number, _, after = rest[8:].partition(" ")
        if number.isdecimal() and len(number) < 10:
            pid, rest = int(number), after
    if rest.startswith("Thread "):
        tid, _, quoted = rest[7:].partition(" ")
        return Track(quoted.removeprefix('"').removesuffix('"'), pid, tid)
    _, found, ids = name.rpartition(" for ")
    parts = ids.split(":")
    if found and len(parts) == 3 and all(part.isalnum() for part in parts) and parts[0].isdecimal():
        return Track("", int(parts[0][:9]), parts[2])
    return Track(name)
