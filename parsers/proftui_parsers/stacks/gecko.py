"""Profiles of Firefox: as the browser writes them, or as its profiler and others (Tachyon, samply) save them.

A *raw* file has tables of rows with a schema, and processes in processes; a *processed* one, of which
``meta.preprocessedProfileVersion`` tells, has tables of columns, in each thread or, in newer versions, once
for all in ``shared``. Records are added up by stack and thread: when samples were taken is not kept.
"""

from __future__ import annotations

from collections.abc import Iterator

import proftui_parsers.messages as messages
from proftui_parsers.json_walk import JsonWalker, NotJson
from proftui_parsers.measure import BYTES, SAMPLES, TIME, Measure
from proftui_parsers.profile import ProfileError
from proftui_parsers.stacks.building import Builder, counted
from proftui_parsers.stacks.collecting import LARGEST, Collector
from proftui_parsers.stacks.gecko_stacks import GeckoStacks
from proftui_parsers.stacks.gecko_tables import NONE, GeckoTables
from proftui_parsers.stacks.json_reading import JsonReading
from proftui_parsers.stacks.recording import NO_NODE, Recording, Track

_DEEPEST = 100
"""Processes in each other."""
_MOST_THREADS = 10_000
"""Threads, or processes, with samples or without."""
_KNOWN = {"preprocessedProfileVersion": 70, "version": 36}
"""What ``meta`` says of the version, the second in raw files; and the last version that is known."""
_NUMBERS = (*_KNOWN, "interval")
"""What ``meta`` has in these files, one at least."""


class _Process:
    """What ``meta`` says of a process."""

    def __init__(self) -> None:
        self.numbers: dict[str, float] = {}
        self.product = self.imported_from = ""

    @property
    def newer(self) -> str:
        """That the version is newer than what is known; empty: it is not."""
        kind = next((kind for kind in _KNOWN if kind in self.numbers), "")
        is_newer = kind and self.numbers[kind] > _KNOWN[kind]
        return messages.IS_NEWER_FIREFOX.format(self.numbers[kind], _KNOWN[kind]) if is_newer else ""

    @property
    def interval(self) -> float | None:
        """Seconds between two samples; ``None``: not known."""
        milliseconds = self.numbers.get("interval", 0.0)
        return milliseconds / 1000 if 0 < milliseconds < LARGEST else None


class _Thread:
    """A thread with its tables."""

    def __init__(self, process: _Process) -> None:
        self.process = process
        self.tables = GeckoTables()
        self.name, self.pid, self.tid = "", 0, ""

    @property
    def unit(self) -> str:
        """What its weights are in: ``s``, ``B``, ``samples``."""
        kind = self.tables.weight_type
        if kind == "samples":
            return "s" if self.process.interval is not None else "samples"
        return {"tracing-ms": "s", "bytes": "B"}.get(kind, kind[:20] if kind.isprintable() else "?")


class Gecko(JsonReading):
    """One file on its way to a recording."""

    NAME = "Firefox profile"

    def __init__(self, walker: JsonWalker) -> None:
        super().__init__(walker)
        self.first = _Process()
        self.threads: list[_Thread] = []
        self.shared = GeckoTables()
        self.texts = self.met = 0
        self.has_meta = self.has_threads = False
        self.odd = self.faults = 0

    @property
    def is_ours(self) -> bool:
        """Whether the file says that it is of this format."""
        return self.has_meta and (self.has_threads or "preprocessedProfileVersion" in self.first.numbers)

    # The file

    def top(self) -> None:
        """The whole file, with the processes that are in it."""
        walker = self.walker
        inside: list[tuple[Iterator[str | None], _Process]] = [(walker.members(), self.first)]
        while inside:
            members, process = inside[-1]
            for key in members:
                if key is None and walker.is_object():
                    self._count()
                    inside.append((walker.members(), _Process()))
                    break
                if key == "profile" and walker.is_object():
                    inside.append((walker.members(), process))
                    break
                if key == "processes" and walker.is_array():
                    inside.append(((None for _ in walker.elements()), process))
                    break
                if key is not None:
                    self._take(key, process)
            else:
                inside.pop()
            if len(inside) > _DEEPEST:
                raise NotJson(walker.at)

    def _take(self, key: str, process: _Process) -> None:
        """Read what stands at a key of a process."""
        walker = self.walker
        if key == "meta" and walker.is_object():
            self._read_meta(process)
        elif key == "threads" and walker.is_array():
            self.has_threads = True
            for _ in walker.elements():
                self._count()
                if walker.is_object():
                    self._read_thread(_Thread(process))
        elif key == "shared" and walker.is_object():
            for inner in walker.members():
                self.texts = self.shared.take(inner, walker, self.texts)

    def _count(self) -> None:
        self.met += 1
        if self.met > _MOST_THREADS:
            raise ProfileError(messages.TOO_MANY_THREADS.format(_MOST_THREADS))

    def _read_meta(self, process: _Process) -> None:
        walker = self.walker
        for key in walker.members():
            if key in _NUMBERS:
                number = walker.number()
                if number is not None:
                    process.numbers[key] = number
                    self.has_meta = True
            elif key == "product":
                process.product = walker.text()
            elif key == "importedFrom":
                process.imported_from = walker.text()

    def _read_thread(self, thread: _Thread) -> None:
        walker = self.walker
        for key in walker.members():
            if key == "name":
                thread.name = walker.text()
            elif key in ("pid", "tid") and walker.peek() not in b"[{":
                value = walker.value()
                text = str(value) if isinstance(value, int | str) else ""
                if key == "tid":
                    thread.tid = text
                else:
                    thread.pid = int(text) if text.isdecimal() and text.isascii() and len(text) < 10 else 0
            else:
                self.texts = thread.tables.take(key, walker, self.texts)
        if thread.tables.columns.get("samples", {}).get("stack"):
            self.threads.append(thread)

    # All of it

    def whole(self, path: str) -> Recording:
        """As of all; what is wrong with a file of a newer version is that."""
        try:
            return super().whole(path)
        except ProfileError:
            if self.first.newer:
                raise ProfileError(self.first.newer) from None
            raise

    def recording(self, path: str) -> Recording:
        """What the file says."""
        if not self.threads:
            raise ProfileError(messages.NO_STACKS)
        is_tachyon = self.first.imported_from.startswith("Tachyon")
        builder, measures = Builder(defined=not is_tachyon), self._measures()
        interval = self._interval()
        collector = Collector(len(measures))
        shared = GeckoStacks(builder, self.shared, self.shared, is_tachyon=is_tachyon)
        left_out = 0
        # The tables of a thread are freed when it is done.
        self.threads.reverse()
        while self.threads:
            thread = self.threads.pop()
            stacks = shared
            if thread.tables.has_stacks:
                stacks = GeckoStacks(builder, thread.tables, self.shared, is_tachyon=is_tachyon)
            self._add(thread, stacks, collector, len(measures))
            left_out += 0 if stacks is shared else stacks.left_out
        named = self.first.imported_from.partition(" ")[0] or self.first.product or "Firefox"
        return builder.collected(
            path,
            "gecko",
            messages.PYTHONS_SAMPLER if is_tachyon else named,
            collector,
            measures=measures,
            interval=interval,
            remarks=tuple(self._remarks(left_out + shared.left_out)),
            defined=builder.defined,
        )

    def _measures(self) -> tuple[Measure, ...]:
        """What was measured: the file's own, and the number of samples where all threads have samples."""
        units = {thread.unit for thread in self.threads}
        if len(units) > 1 or not units <= {"s", "B", "samples"}:
            raise ProfileError(messages.UNITS_DIFFER.format(", ".join(sorted(units))))
        (unit,) = units
        if unit != "s":
            return (BYTES if unit == "B" else SAMPLES,)
        sampled = all(thread.tables.weight_type == "samples" for thread in self.threads)
        return (TIME, SAMPLES) if sampled else (TIME,)

    def _interval(self) -> float | None:
        """Seconds between two samples, where that is the same in all threads."""
        intervals = {thread.process.interval for thread in self.threads}
        sampled = all(thread.tables.weight_type == "samples" for thread in self.threads)
        return intervals.pop() if sampled and len(intervals) == 1 else None

    def _add(self, thread: _Thread, stacks: GeckoStacks, collector: Collector, measures: int) -> None:
        """The records of a thread, added up by stack."""
        track = collector.track(Track(thread.name, thread.pid, thread.tid))
        scale = 1.0
        if thread.unit == "s":
            scale = 1e-3 if thread.tables.weight_type == "tracing-ms" else thread.process.interval or 0.0
        # Versions from 78 on may have -1 for no stack.
        none = (NONE, -1) if self.first.newer else (NONE,)
        collector.extend(
            (NO_NODE if stack in none else stacks.node(stack), track, (weight * scale, weight)[:measures])
            for stack, weight in self._weighed(thread.tables).items()
        )

    def _weighed(self, tables: GeckoTables) -> dict[int, float]:
        """The weight of each stack of a thread."""
        samples, weights = tables.columns["samples"]["stack"], tables.weights
        weighed: dict[int, float] = dict.fromkeys(samples, 0.0)
        if weights is None:
            for stack in samples:
                weighed[stack] += 1
            return weighed
        self.faults += abs(len(weights) - len(samples))
        for stack, weight in zip(samples, weights, strict=False):
            if 0 <= weight < LARGEST:
                weighed[stack] += weight
            else:
                self.odd += 1
        return weighed

    def _remarks(self, left_out: int) -> list[str]:
        said = [messages.NEWER_FIREFOX.format(self.first.newer)] if self.first.newer else []
        if left_out:
            said.append(messages.LAUNCHER_LEFT_OUT)
        return said + counted((messages.EVENTS_DO_NOT_FIT, self.faults), (messages.ODD_WEIGHTS, self.odd))
