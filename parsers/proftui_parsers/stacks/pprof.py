"""pprof's own format, a protobuf message: Go, Datadog's ddtrace, austin2pprof and many others write it.

Described in pprof's ``profile.proto``. Fields of the message, in any order: 1 what is measured (1 type,
2 unit), 2 samples (1 locations, the innermost first, 2 a value for each measure, 3 labels of 1 key, 2 text,
3 number), 3 mappings (1 id, 2 start, 4 offset, 5 file), 4 locations (1 id, 2 mapping, 3 address, 4 lines of
1 function, 2 line; what was inlined stands before what it is in), 5 functions (1 id, 2 name, 3 system name,
4 file, 5 line), 6 all texts, 14 the measure to begin with. Texts are told by their number, all else by its
id.
"""

from __future__ import annotations

from array import array

import proftui_parsers.messages as messages
from proftui_parsers.binary import CutOffError, DamagedError, small
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.measure import BYTES, COUNTS, SAMPLES, TIME, Measure
from proftui_parsers.profile import Profile, ProfileError
from proftui_parsers.stacks.addresses import placed
from proftui_parsers.stacks.building import DEEPEST, LONGEST_NAME, Builder, counted
from proftui_parsers.stacks.collecting import Collector
from proftui_parsers.stacks.deriving import profile_of, taking
from proftui_parsers.stacks.recording import Track

if TYPE_CHECKING:
    from collections.abc import Iterator

    from proftui_parsers.files import Progress
    from proftui_parsers.stacks.collecting import Record
    from proftui_parsers.stacks.recording import Recording

    Field = tuple[int, int, int]
    """Its number; the value, and -1; or where its bytes begin and end."""
    Span = tuple[int, int]

_TYPE, _SAMPLE, _MAPPING, _LOCATION, _FUNCTION, _TEXT, _DEFAULT = 1, 2, 3, 4, 5, 6, 14
_KINDS = dict.fromkeys((_TYPE, _SAMPLE, _MAPPING, _LOCATION, _FUNCTION, _TEXT, 11), False)
_KINDS |= dict.fromkeys((7, 8, 9, 10, 12, _DEFAULT, 15), True)
"""Fields that are messages, texts or packed, and those that are a number."""
_LAST, _LAST_INSIDE = 1_000, {_TYPE: 2, _SAMPLE: 3, _MAPPING: 11, _LOCATION: 5, _FUNCTION: 5}
"""The last field of the message, even of one to come, and of what is in it."""
_BEGINS_WITH_TEXTS = b"\x32\x00\x32"
_UNITS = {
    name: (usual, scale)
    for usual, scale, names in (
        (TIME, 1e-9, "nanoseconds nanosecond ns"),
        (TIME, 1e-6, "microseconds microsecond us \u00b5s \u03bcs"),
        (TIME, 1e-3, "milliseconds millisecond ms"),
        (TIME, 1.0, "seconds second s"),
        (BYTES, 1.0, "bytes byte b"),
        (BYTES, 1024.0, "kilobytes kilobyte kb kib"),
        (BYTES, 1024.0**2, "megabytes megabyte mb mib"),
    )
    for name in names.split()
}
"""What is measured, and how much of our unit one is."""
_OF_SAMPLES = ("samples", "sample", "cpu-samples", "wall-samples")
"""Types that count samples; others count allocations and what else there is."""
_THREAD = ("thread name", "process id", "thread id")
"""Labels that name the thread, in whatever case, some with ``_``."""
_MOST_MEASURES, _LONGEST_TITLE = 64, 60
_OF_ENTRY, _OF_LINE, _OF_INLINED, _OF_SAMPLE = 250, 150, 8, 320
"""Bytes that a text, location or function takes beside its characters, a line of a location, a frame that
shares its location, and a sample beside its values, which takes time, too."""
_LONGEST_SAMPLE = 1 << 20
"""Bytes in which labels are looked for."""
_UNKNOWN = "<unknown>"
_MASK = (1 << 64) - 1
_DIGITS = 11
_STEP = 1 << 12
"""Samples between two words about progress."""


def matches(head: bytes) -> bool:
    """Whether data begins like this with fields of such a message, one of them a measure or a sample."""
    met = set[int]()
    try:
        for number, begin, end in _fields(head, 0, len(head), is_cut=True):
            if not 0 < number <= _LAST or (number in _KINDS and (end < 0) != _KINDS[number]):
                return False
            last = _LAST_INSIDE.get(number, 0)
            inside = _fields(head, begin, min(end, len(head)), is_cut=True) if last else ()
            if not all(0 < field <= last and (number != _TYPE or stop < 0) for field, _, stop in inside):
                return False
            met.add(number)
    except ProfileError:
        return False
    return not met.isdisjoint((_TYPE, _SAMPLE)) or (bool(met) and head.startswith(_BEGINS_WITH_TEXTS))


def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
    """The profile of all threads; ProfileError: there are no samples."""
    data = b"".join(pieces)
    pieces.clear()
    return profile_of(_Reading(data).recording(path, taking(progress)), progress=progress)


def _fields(data: bytes, at: int, end: int, *, is_cut: bool = False) -> Iterator[Field]:
    """The fields of a message; ``is_cut``: its end may be missing."""
    try:
        while at < end:
            begin, tag = at, data[at]
            tag, at = _number(data, at) if tag > 127 else (tag, at + 1)
            kind = tag & 7
            if kind in (0, 2):
                value = data[at]
                value, at = _number(data, at) if value > 127 else (value, at + 1)
                if kind == 0:
                    yield tag >> 3, value, -1
                    continue
                if at + value > end and not is_cut:
                    break
                yield tag >> 3, at, at + value
                at += value
            elif kind in (1, 5):
                at += 8 if kind == 1 else 4
            else:
                raise DamagedError(begin)
        is_whole = at == end
    except IndexError:
        is_whole = False
    if not is_whole and not is_cut:
        raise CutOffError(messages.IS_CUT_OFF_INSIDE.format(end))


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number of 7 bits a byte, the lowest first, and where it ends."""
    value = shift = 0
    while (byte := data[at]) > 127:
        value |= (byte & 127) << shift
        shift += 7
        at += 1
        if shift > 63:
            raise DamagedError(at)
    return (value | byte << shift) & _MASK, at + 1


def _numbers(data: bytes, begin: int, end: int) -> list[int]:
    """All numbers between two places; or the one that a field is, if ``end`` is below 0."""
    if end < 0:
        return [begin]
    raw = data[begin:end]
    if raw.isascii():
        return list(raw)
    made, at = list[int](), 0
    try:
        while at < len(raw):
            byte = raw[at]
            value, at = _number(raw, at) if byte > 127 else (byte, at + 1)
            made.append(value)
    except IndexError:
        raise DamagedError(end) from None
    return made


class _Reading:
    """One message on its way to a recording."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        # Stacks take fewer bytes than in any other format.
        self.builder = Builder(size=2 * len(data))
        self.texts: list[str] = []
        self.types: list[Span] = []
        self.samples = array("q")
        """Where each begins and ends."""
        self.default = 0
        self.tables: dict[int, dict[int, Span]] = {_MAPPING: {}, _LOCATION: {}, _FUNCTION: {}}
        """By id."""
        self.frames: dict[int, tuple[int, ...]] = {}
        """Of locations that were met, the outermost first."""
        self.unknown = self.addresses = self.odd = 0
        for field in _fields(data, 0, len(data)):
            self._take(*field)

    def _take(self, number: int, begin: int, end: int) -> None:
        """One field of the message."""
        if number == _DEFAULT:
            self.default = begin
        if end < 0:
            return
        if number == _SAMPLE:
            self.builder.take(_OF_SAMPLE)
            self.samples.extend((begin, end))
        elif number == _TYPE:
            self.types.append((begin, end))
            if len(self.types) > _MOST_MEASURES:
                raise ProfileError(messages.TOO_MANY_MEASURES.format(_MOST_MEASURES))
        elif number == _TEXT:
            raw = self.data[begin : min(end, begin + 4 * LONGEST_NAME)]
            self.texts.append(raw.decode("utf-8", "replace")[:LONGEST_NAME])
            self.builder.take(_OF_ENTRY + len(raw))
        elif number in self.tables:
            self.builder.take(_OF_ENTRY)
            fields = _fields(self.data, begin, end)
            self.tables[number][next((value for at, value, _ in fields if at == 1), 0)] = begin, end

    def _values(self, span: Span | None) -> dict[int, int]:
        """The numbers in a message, by field."""
        fields = _fields(self.data, *span) if span else ()
        return {number: value for number, value, end in fields if end < 0}

    def _text(self, number: int) -> str:
        if number < len(self.texts):
            return self.texts[number]
        self.unknown += 1
        return _UNKNOWN

    # Frames

    def _frames(self, location: int) -> tuple[int, ...]:
        """The frames of a location: more than one if something is inlined there."""
        span = self.tables[_LOCATION].get(location, (0, 0))
        self.unknown += span == (0, 0)
        frames, builder = list[int](), self.builder
        for number, begin, end in _fields(self.data, *span):
            if number == 4 and end >= 0:
                builder.take(_OF_LINE)
                line = self._values((begin, end))
                frames.append(self._frame(line.get(1, 0), small(_signed(line.get(2, 0)))))
        if not frames:
            of = self._values(span)
            mapping = self._values(self.tables[_MAPPING].get(of.get(2, 0)))
            address, file = of.get(3, 0), self._text(mapping.get(5, 0)) if mapping else ""
            name = placed(address, mapping.get(2, 0), mapping.get(4, 0), file) if address else _UNKNOWN
            self.addresses += address > 0
            frames = [builder.frame(builder.function(file, 0, name), 0)]
        made = self.frames[location] = tuple(reversed(frames))
        return made

    def _frame(self, function: int, line: int) -> int:
        known, builder = self.tables[_FUNCTION].get(function), self.builder
        self.unknown += known is None
        of, line = self._values(known), max(0, line)
        name = self._text(of.get(2) or of.get(3, 0)) if of else ""
        first = max(0, small(_signed(of.get(5, 0)))) if builder.defined else line
        return builder.frame(builder.function(self._text(of.get(4, 0)), first, name or _UNKNOWN), line)

    # Samples

    def recording(self, path: str, progress: Progress | None) -> Recording:
        """What the file says."""
        if not self.samples:
            raise ProfileError(messages.NO_STACKS)
        functions = self.tables[_FUNCTION].values()
        self.builder.defined = bool(functions) and all(self._values(span).get(5) for span in functions)
        known, ends = self._measures(), len(self.samples)
        collector = Collector(len(known))
        labels = [text.lower().replace("_", " ") for text in self.texts]
        threads = {number: label for number, label in enumerate(labels) if label in _THREAD}
        scales = list(known.values())
        for at in range(0, ends, 2 * _STEP):
            part = range(at, min(ends, at + 2 * _STEP), 2)
            collector.extend([self._record(place, collector, scales, threads) for place in part])
            if progress is not None:
                progress(at / ends)
        remarks = counted(
            (messages.ADDRESSES_IN_PPROF, self.addresses),
            (messages.UNKNOWN_KEYS, self.unknown),
            (messages.EVENTS_DO_NOT_FIT, self.odd),
        )
        what = {"measures": tuple(known), "remarks": tuple(remarks), "defined": self.builder.defined}
        made = self.builder.collected(path, "pprof", "pprof", collector, **what)
        columns, types = made.records.weights, [self._values(span).get(1, 0) for span in self.types]
        # First what the file says, else a time, but nothing that is 0 everywhere.
        first = min(
            range(len(known)),
            key=lambda at: (
                not any(columns[at]),
                not self.default or types[at] != self.default,
                made.measures[at].unit != "s",
            ),
        )
        order = [first, *(at for at in range(len(known)) if at != first)]
        made.records.weights = tuple(columns[at] for at in order)
        return made.changed(measures=tuple(made.measures[at] for at in order))

    def _measures(self) -> dict[Measure, float]:
        """What is measured, and of our unit how much one of the file's is; none of them twice."""
        made = dict[Measure, float]()
        if not self.types:
            raise ProfileError(messages.NO_MEASURE)
        for span in self.types:
            of = self._values(span)
            if max(of.get(1, 0), of.get(2, 0)) >= len(self.texts):
                raise CutOffError(messages.IS_CUT_OFF.format(len(self.data)))
            title, unit = self._text(of.get(1, 0)).lower(), self._text(of.get(2, 0)).lower()
            title = " ".join(title.split())[:_LONGEST_TITLE]
            usual, scale = _UNITS.get(unit, (SAMPLES if title in _OF_SAMPLES else COUNTS, 1.0))
            if unit not in (*_UNITS, "count", ""):
                title = f"{title} in {unit[:_LONGEST_TITLE]}"
            if title and title.isprintable():
                usual = usual._replace(key=title.replace(" ", "-"), title=title)
            while any(usual.key == other.key for other in made):
                usual = usual._replace(key=f"{usual.key}-{len(made) + 1}")
            made[usual] = scale
        return made

    def _record(
        self, place: int, collector: Collector, scales: list[float], threads: dict[int, str]
    ) -> Record:
        """One sample; ``threads``: by number, the texts of labels that name the thread."""
        locations, values, said = list[int](), list[int](), dict[str, str]()
        begin, end = self.samples[place : place + 2]
        for number, at, stop in _fields(self.data, begin, end):
            if number == 1:
                locations += _numbers(self.data, at, stop)
            elif number == 2:
                if stop - at > 10 * len(scales):
                    raise DamagedError(at)
                values += _numbers(self.data, at, stop)
            elif number == 3 and stop >= 0 and threads and at < begin + _LONGEST_SAMPLE:
                label = self._values((at, stop))
                if label.get(1, 0) in threads:
                    text = label.get(2, 0)
                    said[threads[label[1]]] = self._text(text) if text else str(label.get(3, 0))
        name, pid, tid = map(said.get, _THREAD, ("", "", ""))
        # ddtrace names a thread by its number where it knows no name.
        number = int(pid) if pid.isdecimal() and pid.isascii() and len(pid) < _DIGITS else 0
        track = collector.track(Track("" if name == tid else name, number, tid))
        self.builder.take(8 * len(scales))
        if len(values) != len(scales):
            self.odd += 1
            values = [*values[: len(scales)], *[0] * (len(scales) - len(values))]
        weights = [_signed(value) * scale for value, scale in zip(values, scales, strict=True)]
        return self._stack(locations), track, weights

    def _stack(self, locations: list[int]) -> int:
        """The stack of locations, the innermost first."""
        known, frames = self.frames, list[int]()
        for location in reversed(locations):
            frames += known.get(location) or self._frames(location)
        if len(frames) > DEEPEST:
            raise ProfileError(messages.STACK_TOO_DEEP.format(DEEPEST))
        # What is inlined can make much of few bytes.
        self.builder.take(_OF_INLINED * (len(frames) - len(locations)))
        return self.builder.stack(frames)


def _signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value
