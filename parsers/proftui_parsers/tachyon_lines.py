"""JSON lines of profiling.sampling, Python's own sampler from 3.15 on: functions and lines, no stacks.

A record a line: what was sampled, texts, frames that refer to them, how many samples each frame is in, and an
end, without which the file is not whole. Several runs may stand one behind the other. Unknown records and
fields are passed over. The reference is the text in CPython's ``Lib/profiling/sampling/jsonl_collector.py``.
"""

from __future__ import annotations

from array import array

import proftui_parsers.messages as messages
from proftui_parsers.files import whole
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.json_walk import JsonWalker, NotJson
from proftui_parsers.measure import SAMPLED_SECONDS
from proftui_parsers.profile import LineTime, Profile, ProfileError, no_edges
from proftui_parsers.pstats.sampled import merged
from proftui_parsers.stacks.building import LONGEST_NAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Progress = Callable[[float], None]
    Row = list[Any]
    """Samples in which a line of a function executed, and those with it on the stack; the same in seconds."""

_FORMAT = messages.PYTHONS_SAMPLER
_MARK, _BLANKS = b"\xef\xbb\xbf", b" \t\r\0"
_VERSION = 0
_MOST_RECORDS, _LONGEST_RECORD = 100_000, 2 << 20
_MOST_SAMPLES, _MOST_PLACES = 1 << 53, 250_000
_LONGEST_INTERVAL = 1e12
"""Microseconds."""


def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
    """The profile of all runs; ProfileError: the file is damaged, or ends before there are figures."""
    data = whole(pieces)
    reading = _Reading(data)
    reading.records(progress)
    return reading.profile(path)


class _Run:
    """What one run has said so far."""

    def __init__(self) -> None:
        self.interval = 0.0
        """Seconds between two samples; 0: not said."""
        self.texts: dict[int, str] = {}
        self.rows: dict[int, Row] = {}
        """By number of a frame in the file."""
        self.samples = 0
        """In all, as it says."""
        self.has_ended = False


class _Reading:
    """One file on its way to a profile."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.walker = JsonWalker(b"")
        """In the line that is read."""
        self.runs: dict[str, _Run] = {}
        self.rows: dict[tuple[str, str, int], Row] = {}
        """By file, name and line."""
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
        version = record.get("v", _VERSION)
        if version != _VERSION and _is_number(version):
            # A later one may mean other things.
            raise ProfileError(messages.SAMPLING_VERSION.format(version, _VERSION))
        run, kind = _Run(), record.get("type")
        if "run_id" in record:
            run = self.runs.setdefault(str(record["run_id"]), run)
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
        run.rows[number] = self.rows.setdefault((file, name, line), [0, 0, 0.0, 0.0])
        if len(self.rows) > _MOST_PLACES:
            raise ProfileError(messages.TOO_MANY_PLACES.format(_MOST_PLACES))
        return True

    def _figures(self, run: _Run, entry: dict[str, Any]) -> bool:
        row = run.rows.get(_key(entry, "frame_id"))
        own, cumulative = _count(entry.get("self")), _count(entry.get("cumulative"))
        if row is None or own is None or cumulative is None:
            return False
        if run.interval <= 0:
            raise ProfileError(messages.NO_INTERVAL)
        row[0] += own
        row[1] += cumulative
        row[2] += own * run.interval
        row[3] += cumulative * run.interval
        return True

    # The profile

    def profile(self, path: str) -> Profile:
        """What the file says; ProfileError: it ends before there is anything."""
        keys, count = list(self.rows), len(self.rows)
        own, cumulative, own_time, time = ([row[n] for row in self.rows.values()] for n in range(4))
        self.is_cut |= not all(run.has_ended for run in self.runs.values())
        if self.is_cut and not any(cumulative):
            raise ProfileError(messages.IS_CUT_OFF.format(len(self.data)))
        by_line = Profile(
            path=path,
            paths=(path,),
            format="tachyon-jsonl",
            producer=_FORMAT,
            measure=SAMPLED_SECONDS,
            count=count,
            files=[file for file, _, _ in keys],
            linenos=array("q", [line for _, _, line in keys]),
            names=[name for _, name, _ in keys],
            tottime=own_time,
            cumtime=time,
            ncalls=cumulative,
            primitive_calls=own,
            edges=no_edges(count),
            total_time=sum(own_time),
            total_calls=sum(cumulative),
            total_primitive_calls=sum(own),
            badges=(messages.CUT_OFF,) if self.is_cut else (),
        )
        made = merged(by_line, None)
        remarks = (*self._remarks(sum(own)), *made.warnings)
        return made.changed(lines=self._lines(made), remarks=remarks)

    def _lines(self, made: Profile) -> dict[int, tuple[LineTime, ...]]:
        """By function, its lines, each with the samples and the time of what it called, too."""
        functions = {key: index for index, key in enumerate(zip(made.files, made.names, strict=True))}
        lines: dict[int, list[LineTime]] = {}
        for (file, name, line), (_, samples, _, time) in self.rows.items():
            figures = LineTime(line, samples, time)
            lines.setdefault(functions[file, name], []).append(figures)
        return {index: tuple(sorted(of)) for index, of in lines.items()}

    def _remarks(self, have: int) -> Iterator[str]:
        said = sum(run.samples for run in self.runs.values())
        if self.is_cut:
            yield messages.RECORDS_CUT_OFF
        if self.faults:
            yield messages.ENTRIES_LEFT_OUT.format(self.faults)
        if said != have:
            yield messages.OTHER_NUMBER_OF_SAMPLES.format(said, have)


def _is_blank(walker: JsonWalker) -> bool:
    """Whether nothing but blanks is left of the line."""
    return not walker.data[walker.at :].strip(_BLANKS)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


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
