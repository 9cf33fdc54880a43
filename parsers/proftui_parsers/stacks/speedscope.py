"""speedscope's own format: frames once, and for each thread samples, or events that open and close frames.

Its reference is speedscope's ``file-format-spec.ts``. Times are scaled to seconds while they are read.
"""

from __future__ import annotations

from array import array
from itertools import accumulate, compress, islice, repeat
from operator import ne, sub

import proftui_parsers.messages as messages
from proftui_parsers.json_walk import JsonWalker, NotJson
from proftui_parsers.measure import BYTES, COUNTS, SAMPLES, TIME, Measure, named_by
from proftui_parsers.profile import ProfileError
from proftui_parsers.stacks.building import DEEPEST, OF_FRAME, Builder, counted
from proftui_parsers.stacks.collecting import LARGEST, MOST_TRACKS
from proftui_parsers.stacks.json_reading import JsonReading
from proftui_parsers.stacks.recording import NO_NODE, NONE, ORDER, REAL, Records, Track
from proftui_parsers.stacks.settling import Settled

TYPE_CHECKING = False
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
"""Samples that are joined at once: numbers in lists take much room."""
_OPPOSITE = bytes([1, 0]) * 128
"""By byte the opposite of a flag: 1 in place of 0, 0 in place of 1."""


class _Thread:
    """One of the profiles of a file."""

    def __init__(self) -> None:
        self.name, self.unit, self.kind = "", "none", ""
        self.start = self.end = 0.0
        self.nodes, self.weights = array("i"), array("d")
        self.counts = array("d")
        """By record of samples, how many there are."""
        self.total = 0.0
        """Of all weights."""
        self.is_evented = False


class Speedscope(JsonReading):
    """One file on its way to a recording."""

    NAME = "speedscope"

    def __init__(self, walker: JsonWalker) -> None:
        super().__init__(walker)
        self.builder = Builder(size=len(walker.data))
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
        thread, walker = _Thread(), self.walker
        weights: array[float] | None = None
        samples: array[int] | None = None
        for key in walker.members():
            if key == "name":
                thread.name = walker.text()
            elif key == "unit":
                unit = walker.text()
                thread.unit = unit if unit in (*_SECONDS_OF, "bytes") else "none"
            elif key == "startValue":
                thread.start = _finite(walker.number())
            elif key == "endValue":
                thread.end = _finite(walker.number())
            elif key == "samples" and walker.is_array():
                self._once(samples is not None)
                samples = self._read_samples()
            elif key == "weights" and walker.is_array():
                self._once(weights is not None)
                weights = walker.numbers()
            elif key == "events" and walker.is_array():
                self._once(thread.is_evented)
                thread.is_evented = True
                _Events(self, thread).read()
        if samples is not None:
            self._once(len(samples) > 0 and len(thread.nodes) > 0)
            self._weigh(thread, samples, weights or ())
        scale = _SECONDS_OF.get(thread.unit)
        if scale is not None and scale != 1.0:
            thread.weights = array("d", [weight * scale for weight in thread.weights])
        thread.total = sum(thread.weights)
        return thread

    def _read_samples(self) -> array[int]:
        """The stacks in the order of the file."""
        made = array("i")
        for nodes in self.walker.lists(self._nodes_of):
            made.fromlist(nodes)
        return made

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

    def _weigh(self, thread: _Thread, samples: array[int], weights: Sequence[float]) -> None:
        """Join samples that follow each other and are of one stack."""
        if len(weights) != len(samples):
            self.faults += abs(len(weights) - len(samples))
        for begin in range(0, len(samples), _PART):
            here = samples[begin : begin + _PART]
            weighs = list(weights[begin : begin + len(here)])
            weighs += [0.0] * (len(here) - len(weighs))
            # This is so only if each is.
            if not sum(map(abs, weighs)) < LARGEST:
                self.odd += sum(not -LARGEST < weight < LARGEST for weight in weighs)
                weighs = [weight if -LARGEST < weight < LARGEST else 0.0 for weight in weighs]
            _join(thread, here, weighs)

    # All of it

    def recording(self, path: str) -> Recording:
        """What the file says."""
        builder, threads = self.builder, self.profiles
        if not builder.frame_of and not any(thread.nodes for thread in threads):
            raise ProfileError(messages.NO_STACKS)
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
        measures, weights = self._of_views(views) if views else self._weights()
        has_calls = not views and not made.tracks and not self.exporter.startswith(_NO_CALLS)
        has_calls = has_calls and all(thread.is_evented for thread in threads)
        self.entered.extend(repeat(0, len(made.nodes) - len(self.entered)))
        tracks, of_records = made.threads([(track_of(thread.name), thread.nodes) for thread in threads])
        nodes = _as_one([thread.nodes for thread in threads], array("i"))
        if views:
            nodes = array("i", [*range(len(self.builder.parent)), NO_NODE])
            tracks, of_records = (Track(""),), array("H", bytes(2 * len(nodes)))
        return made.builder.recording(
            path,
            Records(made.records(nodes), of_records, weights),
            self.entered if has_calls else None,
            format="speedscope",
            producer=words[0] if words else "speedscope",
            measures=measures,
            tracks=tracks,
            clock=NONE if views else self._clock(),
            remarks=tuple(self._remarks()),
            defined=is_defined,
        )

    def _views(self) -> list[_Thread]:
        """The profiles, if each is of the whole run: bytes and counts, or as Odoo writes; bytes first."""
        threads = [thread for thread in self.profiles if len(thread.nodes)]
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

    def _of_views(self, views: list[_Thread]) -> tuple[tuple[Measure, ...], tuple[array[float], ...]]:
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
            for node, weight in zip(view.nodes, view.weights, strict=True):
                columns[-1][node] += weight
        return tuple(measures.values()), tuple(columns)

    def _weights(self) -> tuple[tuple[Measure, ...], tuple[array[float], ...]]:
        """What was measured, and the column of each: what the file has, and the number of samples."""
        threads = self.profiles
        unit = next((thread.unit for thread in threads if len(thread.nodes)), "seconds")
        column = _as_one([thread.weights for thread in threads], array("d"))
        counts = _as_one([thread.counts for thread in threads], array("d"))
        is_sampled = not any(thread.is_evented for thread in threads)
        if unit in _SECONDS_OF or unit == "bytes":
            of = TIME if unit in _SECONDS_OF else BYTES
            if self.exporter.startswith("proftui"):
                of = named_by(of, self.exporter.partition("@")[0].partition(" of ")[2])
            return ((of, SAMPLES), (column, counts)) if is_sampled else ((of,), (column,))
        is_counted = column == counts or self.exporter.startswith(_COUNTED)
        is_whole = is_sampled and is_counted and all(map(float.is_integer, column))
        return ((SAMPLES if is_whole else COUNTS),), (column,)

    def _clock(self) -> str:
        threads = self.profiles
        if self.exporter.startswith("proftui"):
            return ORDER
        if any(thread.is_evented for thread in threads):
            return REAL
        sums = [thread.total for thread in threads]
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


class _Events:
    """Events of one thread, which open and close frames."""

    def __init__(self, reading: Speedscope, thread: _Thread) -> None:
        self.reading, self.thread = reading, thread
        self.open: list[int] = []
        """Frames that are open, outermost first."""
        self.times_open: dict[int, int] = {}
        """By frame, how often it is."""
        self.nodes: list[int] = []
        self.now: float | None = None
        self.early: tuple[int, float] | None = None
        """A frame that was closed while others in it were open, and when."""

    def read(self) -> None:
        """All of them; what is open at the end closes there."""
        for batch in self.reading.walker.batches():
            for event in batch:
                self._take(event if isinstance(event, dict) else {})
        self._close_early()
        if self.now is not None and self.thread.end > self.now:
            self._pass(self.thread.end)

    def _take(self, event: dict[str, Any]) -> None:
        kind, at, frame = event.get("type"), event.get("at"), event.get("frame")
        if type(frame) is not int or not 0 <= frame < _MOST_FRAMES or kind not in ("O", "C"):
            self.reading.faults += 1
            return
        if not isinstance(at, _NUMBERS) or not -LARGEST < at < LARGEST:
            self.reading.odd += 1
            at = self.now or 0.0
        closes_last = kind == "C" and bool(self.open) and self.open[-1] == frame
        if self.early is not None and not closes_last:
            self._close_early()
        self._pass(float(at))
        if kind == "O":
            self._enter(frame)
        elif closes_last:
            self._leave()
            if self.early is not None and self.open[-1:] == [self.early[0]]:
                # The two only came in the wrong order.
                self._leave()
                self.early = None
            elif self.early is not None and not self.times_open[self.early[0]]:
                # It is closed by now: of calls of one frame in each other an inner one was meant.
                self.early = None
        else:
            self.reading.faults += 1
            self.early = (frame, float(at)) if self.times_open.get(frame) else None

    def _enter(self, frame: int) -> None:
        builder, entered, nodes = self.reading.builder, self.reading.entered, self.nodes
        node = builder.node(nodes[-1] if nodes else -1, frame)
        self.open.append(frame)
        nodes.append(node)
        before = self.times_open.get(frame)
        if before is None:
            builder.take(OF_FRAME)
        self.times_open[frame] = (before or 0) + 1
        if node >= len(entered):
            entered.extend(repeat(0, node + 1 - len(entered)))
        entered[node] += 1

    def _leave(self) -> int:
        self.nodes.pop()
        frame = self.open.pop()
        self.times_open[frame] -= 1
        return frame

    def _close_early(self) -> None:
        """The closing events of what was in a frame that is closed are missing: it closes with that."""
        if self.early is not None:
            frame, at = self.early
            self._pass(at)
            while self._leave() != frame:
                pass
            self.early = None

    def _pass(self, at: float) -> None:
        """Time passes, with the frames that are open."""
        now = self.now
        if now is None:
            self.now = at
        elif at > now:
            self.now = at
            if self.nodes:
                self._weigh(self.nodes[-1], at - now)
        else:
            self.reading.back += at < now

    def _weigh(self, node: int, time: float) -> None:
        thread = self.thread
        if thread.nodes and thread.nodes[-1] == node:
            thread.weights[-1] += time
        else:
            thread.nodes.append(node)
            thread.weights.append(time)


def _join(thread: _Thread, samples: Sequence[int], weights: Sequence[float]) -> None:
    """Add samples, of which those that follow each other and are of one stack become one record."""
    nodes, weighs, before = list(samples), list(weights), 1.0
    if thread.nodes:
        nodes.insert(0, thread.nodes.pop())
        weighs.insert(0, thread.weights.pop())
        before = thread.counts.pop()
    is_new = bytes([1, *map(ne, nodes, islice(nodes, 1, None))])
    sums = list(compress(weighs, is_new))
    if len(sums) < len(nodes):
        is_more = is_new.translate(_OPPOSITE)
        records = islice(accumulate(is_new, initial=-1), 1, None)
        for record, weight in zip(compress(records, is_more), compress(weighs, is_more), strict=True):
            sums[record] += weight
    begins = [*compress(range(len(nodes)), is_new), len(nodes)]
    counts: list[float] = list(map(sub, begins[1:], begins))
    counts[0] += before - 1
    thread.nodes.fromlist(list(compress(nodes, is_new)))
    thread.weights.fromlist(sums)
    thread.counts.fromlist(counts)


def _as_one(columns: Sequence[array[Any]], empty: array[Any]) -> array[Any]:
    """All of them as one: the first that is not empty, to which the others were added."""
    long = [column for column in columns if column]
    if not long:
        return empty
    for column in long[1:]:
        long[0].extend(column)
    return long[0]


def _finite(number: float | None) -> float:
    return number if number is not None and -LARGEST < number < LARGEST else 0.0


def track_of(name: str) -> Track:
    """The thread that a profile's name tells, as py-spy and austin write it; else the name itself."""
    pid, rest = 0, name
    if rest.startswith("Process "):
        number, _, after = rest[8:].partition(" ")
        if number.isdecimal() and len(number) < 10:
            pid, rest = int(number), after
    if rest.startswith("Thread "):
        tid, _, quoted = rest[7:].partition(" ")
        return Track(quoted.strip('"'), pid, tid)
    _, found, ids = name.rpartition(" for ")
    parts = ids.split(":")
    if found and len(parts) == 3 and all(part.isalnum() for part in parts) and parts[0].isdecimal():
        return Track("", int(parts[0][:9]), parts[2])
    return Track(name)
