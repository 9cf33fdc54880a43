"""JSON lines of profiling.sampling, Python's own sampler from 3.15 on: functions and lines, no stacks.

A record a line: what was sampled, texts, frames that refer to them, how many samples each frame is in, and an
end, without which the file is not whole. Several runs may stand one behind the other. Unknown records and
fields are passed over. The reference is the text in CPython's ``Lib/profiling/sampling/jsonl_collector.py``.
"""

from __future__ import annotations

from array import array

import proftui_parsers.messages as messages
from proftui_parsers.json_walk import JsonWalker, NotJson
from proftui_parsers.measure import SAMPLED_SECONDS
from proftui_parsers.profile import LineTime, Profile, ProfileError, no_edges
from proftui_parsers.pstats.sampled import merged
from proftui_parsers.stacks.building import LONGEST_NAME, MOST_FUNCTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Progress = Callable[[float], None]

_FORMAT = messages.PYTHONS_SAMPLER
_MARK, _BLANKS = b"\xef\xbb\xbf", b" \t\r\0"
_VERSION = 0
_MOST_RECORDS, _LONGEST_RECORD = 100_000, 2 << 20
_MOST_SAMPLES = 1 << 53
_LONGEST_INTERVAL = 1e12
"""Microseconds."""


def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
    """The profile of all runs; ProfileError: the file is damaged, or ends before there are figures."""
    data = pieces[0] if len(pieces) == 1 else b"".join(pieces)
    pieces.clear()
    reading = _Reading(data)
    reading.records(progress)
    return reading.profile(path)


class _Run:
    """What one run has said so far."""

    def __init__(self) -> None:
        self.interval = 0.0
        """Seconds between two samples; 0: not said."""
        self.texts: dict[int, str] = {}
        self.rows: dict[int, int] = {}
        """By number of a frame in the file, its row."""
        self.samples = 0
        """In all, as it says."""
        self.has_ended = False


class _Rows:
    """Lines of functions, each once, and their samples: where they executed, and those on the stack."""

    def __init__(self) -> None:
        self.numbers: dict[tuple[str, str, int], int] = {}
        self.own: list[int] = []
        self.cumulative: list[int] = []
        self.own_time, self.cumulative_time = array("d"), array("d")

    def number(self, file: str, name: str, line: int) -> int:
        """The number of a row; ProfileError: there are too many."""
        known = self.numbers.setdefault((file, name, line), len(self.own))
        if known == len(self.own):
            if known >= MOST_FUNCTIONS:
                raise ProfileError(messages.TOO_MANY_PLACES.format(MOST_FUNCTIONS))
            self.own.append(0)
            self.cumulative.append(0)
            self.own_time.append(0.0)
            self.cumulative_time.append(0.0)
        return known

    def add(self, row: int, own: int, cumulative: int, interval: float) -> None:
        """Samples that are so many seconds apart."""
        self.own[row] += own
        self.cumulative[row] += cumulative
        self.own_time[row] += own * interval
        self.cumulative_time[row] += cumulative * interval


class _Reading:
    """One file on its way to a profile."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.walker = JsonWalker(b"")
        """In the line that is read."""
        self.runs: dict[str, _Run] = {}
        self.rows = _Rows()
        self.faults = 0
        """Entries that are not what they should be, or refer to what is not there."""
        self.is_cut = False
        self.entries = (
            ("string_table", "strings", _text),
            ("frame_table", "frames", self._frame),
            ("agg", "entries", self._figures),
        )
        """By kind of record, where its entries stand, and what takes one if it is as it should be."""

    # Records

    def records(self, progress: Progress | None) -> None:
        """All of them, a line each, up to where the file is cut off."""
        data, walker, start, count = self.data, self.walker, 0, 0
        if data.startswith(_MARK):
            start = len(_MARK)
        while start < len(data):
            end = data.find(b"\n", start)
            walker.data, walker.at = data[start : end if end >= 0 else len(data)], 0
            count += 1
            try:
                if not _is_blank(walker):
                    self._record()
                    if not _is_blank(walker):
                        raise NotJson(walker.at)
            except NotJson as fault:
                if end >= 0:
                    raise ProfileError(messages.DAMAGED_AT.format(_FORMAT, start + fault.args[0])) from None
                self.is_cut = True
            if count > _MOST_RECORDS:
                raise ProfileError(messages.TOO_MANY_RECORDS.format(_MOST_RECORDS))
            if progress is not None:
                progress(start / len(data))
            start = end + 1 if end >= 0 else len(data)

    def _record(self) -> None:
        """One record, which has some hundred entries at most."""
        record = self.walker.value(_LONGEST_RECORD)
        if not isinstance(record, dict):
            raise NotJson(0)
        _check_version(record.get("v"))
        run, kind = _Run(), record.get("type")
        if "run_id" in record:
            run = self.runs.setdefault(_word(record["run_id"]), run)
        if kind == "meta":
            run.interval = _seconds(record.get("sample_interval_usec"))
        if "samples_total" in record:
            run.samples = _count(record["samples_total"]) or 0
        if (record.get("kind", "frame"), record.get("scope", "final")) == ("frame", "final"):
            for name, key, take in self.entries:
                entries = record.get(key) if name == kind else None
                for entry in entries if isinstance(entries, list) else ():
                    self.faults += not isinstance(entry, dict) or not take(run, entry)
        run.has_ended |= kind == "end"

    def _frame(self, run: _Run, entry: dict[str, Any]) -> bool:
        number, line = entry.get("frame_id"), entry.get("line")
        file, name = run.texts.get(_key(entry, "path_str_id")), run.texts.get(_key(entry, "func_str_id"))
        if type(number) is not int or number < 0 or file is None or name is None:
            return False
        line = line if type(line) is int and 0 < line < 1 << 31 else 0
        run.rows[number] = self.rows.number(file, name, line)
        return True

    def _figures(self, run: _Run, entry: dict[str, Any]) -> bool:
        row = run.rows.get(_key(entry, "frame_id"))
        own, cumulative = _count(entry.get("self")), _count(entry.get("cumulative"))
        if row is None or own is None or cumulative is None:
            return False
        if run.interval <= 0:
            raise ProfileError(messages.NO_INTERVAL)
        self.rows.add(row, own, cumulative, run.interval)
        return True

    # The profile

    def profile(self, path: str) -> Profile:
        """What the file says; ProfileError: it ends before there is anything."""
        rows, runs = self.rows, self.runs.values()
        self.is_cut |= not all(run.has_ended for run in runs)
        if self.is_cut and not any(rows.cumulative):
            raise ProfileError(messages.IS_CUT_OFF.format(len(self.data)))
        count = len(rows.own)
        by_line = Profile(
            path=path,
            paths=(path,),
            format="tachyon-jsonl",
            producer=_FORMAT,
            measure=SAMPLED_SECONDS,
            count=count,
            files=[file for file, _, _ in rows.numbers],
            linenos=array("q", [line for _, _, line in rows.numbers]),
            names=[name for _, name, _ in rows.numbers],
            tottime=rows.own_time,
            cumtime=rows.cumulative_time,
            ncalls=rows.cumulative,
            primitive_calls=rows.own,
            edges=no_edges(count),
            total_time=sum(rows.own_time),
            total_calls=sum(rows.cumulative),
            total_primitive_calls=sum(rows.own),
            badges=(messages.CUT_OFF,) if self.is_cut else (),
        )
        made = merged(by_line, None)
        return made.changed(lines=self._lines(made), remarks=(*self._remarks(), *made.warnings))

    def _lines(self, made: Profile) -> dict[int, tuple[LineTime, ...]]:
        """By function, its lines, each with the samples and the time of what it called, too."""
        functions = {key: index for index, key in enumerate(zip(made.files, made.names, strict=True))}
        lines: dict[int, list[LineTime]] = {}
        for row, (file, name, line) in enumerate(self.rows.numbers):
            figures = LineTime(line, self.rows.cumulative[row], self.rows.cumulative_time[row])
            lines.setdefault(functions[file, name], []).append(figures)
        return {index: tuple(sorted(of)) for index, of in lines.items()}

    def _remarks(self) -> Iterator[str]:
        said, have = sum(run.samples for run in self.runs.values()), sum(self.rows.own)
        if self.is_cut:
            yield messages.RECORDS_CUT_OFF
        if self.faults:
            yield messages.ENTRIES_LEFT_OUT.format(self.faults)
        if said != have:
            yield messages.OTHER_NUMBER_OF_SAMPLES.format(said, have)


def _is_blank(walker: JsonWalker) -> bool:
    """Whether nothing but blanks is left of the line."""
    return not walker.data[walker.at :].strip(_BLANKS)


def _word(value: object) -> str:
    """A text; nothing where it is none."""
    return value if isinstance(value, str) else ""


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _check_version(version: Any) -> None:
    """ProfileError: records are of a version that came later, which may mean other things."""
    if _is_number(version) and version != _VERSION:
        raise ProfileError(messages.SAMPLING_VERSION.format(version, _VERSION))


def _text(run: _Run, entry: dict[str, Any]) -> bool:
    number, value = entry.get("str_id"), entry.get("value")
    if type(number) is not int or number < 0 or not isinstance(value, str):
        return False
    run.texts[number] = value[:LONGEST_NAME]
    return True


def _key(entry: dict[str, Any], name: str) -> int:
    """A number of what is referred to; one that nothing has where it is none."""
    value = entry.get(name)
    return value if type(value) is int else -1


def _count(value: object) -> int | None:
    """A number of samples that can be."""
    return value if type(value) is int and 0 <= value < _MOST_SAMPLES else None


def _seconds(value: Any) -> float:
    """An interval in seconds; 0: there is none."""
    return value / 1e6 if _is_number(value) and 0 < value < _LONGEST_INTERVAL else 0.0
