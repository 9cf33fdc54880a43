"""pprof's own format, a protobuf message: Go, Datadog's ddtrace, austin2pprof and many others write it.

Described in pprof's ``profile.proto``. Fields of the message, in any order: 1 what is measured (1 type,
2 unit), 2 samples (1 locations, the innermost first, 2 a value for each measure, 3 labels of 1 key, 2 text,
3 number), 3 mappings (1 id, 2 start, 4 offset, 5 file), 4 locations (1 id, 2 mapping, 3 address, 4 lines of
1 function, 2 line; what was inlined stands before what it is in), 5 functions (1 id, 2 name, 3 system name,
4 file, 5 line), 6 all texts, 14 the measure to begin with. Texts are told by their number, all else by its
id.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import chain, islice

import proftui_parsers.messages as messages
from proftui_parsers.files import whole
from proftui_parsers.import_free import TYPE_CHECKING, pattern
from proftui_parsers.measure import BYTES, COUNTS, SAMPLES, SECONDS_IN, TIME, Measure, named_by
from proftui_parsers.profile import Profile, ProfileError
from proftui_parsers.stacks.building import DEEPEST, LONGEST_NAME, Builder, counted
from proftui_parsers.stacks.collecting import Collector
from proftui_parsers.stacks.deriving import profile_of, taking
from proftui_parsers.stacks.gperftools import placed
from proftui_parsers.stacks.recording import Track

if TYPE_CHECKING:
    from collections.abc import Iterator

    from proftui_parsers.files import Progress
    from proftui_parsers.stacks.collecting import Record
    from proftui_parsers.stacks.recording import Recording

_TYPE, _SAMPLE, _MAPPING, _LOCATION, _FUNCTION, _TEXT, _DEFAULT = 0x0A, 0x12, 0x1A, 0x22, 0x2A, 0x32, 0x70
"""Tags: the number of a field times 8, and its kind, 0 a number, 2 bytes."""
_LOCATIONS, _VALUES, _LABEL, _LINE = (0x08, 0x0A), (0x10, 0x12), 0x1A, 0x22
"""Of samples, where numbers stand one by one, or packed; and of locations."""
_ENTRIES = (_TYPE, _MAPPING, _LOCATION, _FUNCTION)
_FIRST = {**dict.fromkeys((*_ENTRIES, 0x5A), (0x08, 0x10)), _SAMPLE: (*_LOCATIONS, *_VALUES, _LABEL)}
"""With what messages begin; 0x5A: what samples are apart in."""
_PACKED = pattern(rb"[\x80-\xff]{0,9}[\x00-\x7f]")
_OF_SAMPLES = ("samples", "sample", "cpu-samples", "wall-samples")
"""Types that count samples; others count allocations and what else there is."""
_THREAD = ("thread name", "process id", "thread id")
"""Labels that name the thread, in whatever case, some with ``_``."""
_OF_FIELD, _OF_ENTRY, _OF_BYTE, _OF_LABEL, _OF_FRAME, _OF_MEASURE = 36, 150, 15, 250, 8, 1 << 19
"""Bytes that these take, some for the time that they take: a byte of an entry that has many fields."""
_LONGEST_LABEL, _LONGEST_PID, _STEP = 60, 10, 1 << 12
"""Bytes, digits, and samples between two words about progress."""
_UNKNOWN, _NO_TEXT, _SIGN = "<unknown>", 1 << 64, 1 << 63


def matches(head: bytes) -> bool:
    """Whether data begins with a measure, a sample or an entry with its id, or the empty text."""
    try:
        part, inside = next((field for field in _fields(head) if field[0] & 7), (0, b""))
        return inside == b"" if part == _TEXT else next(_fields(inside), (0, 0))[0] in _FIRST.get(part, ())
    except IndexError:
        return False


def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
    """The profile of all threads; ProfileError: there are no samples."""
    data = whole(pieces)
    try:
        made = _Reading(data).recording(path, taking(progress))
    except (IndexError, ValueError):
        raise ProfileError(messages.IS_CUT_OFF_INSIDE.format(len(data))) from None
    return profile_of(made, progress=progress)


def _fields(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The tags of a message and their bytes, also of a number; IndexError: one is cut off, or no field."""
    at, end = 0, len(data)
    while at < end:
        tag, at = (data[at], at + 1) if data[at] < 128 else _number(data, at)
        kind, begin = tag & 7, at
        if kind in (0, 2):
            size, at = (data[at], at + 1) if data[at] < 128 else _number(data, at)
            begin, at = (at, at + size) if kind else (begin, at)
            yield tag, data[begin:at]
        else:
            at += {1: 8, 5: 4}.get(kind, end + 1)
    if at > end:
        raise IndexError(at)


def _number(data: bytes, at: int = 0) -> tuple[int, int]:
    """A number of 7 bits a byte, the lowest first, and where it ends."""
    value = 0
    for place in range(10):
        value |= (data[at + place] & 127) << 7 * place
        if data[at + place] < 128:
            return value, at + place + 1
    raise IndexError(at)


def _numbers(data: bytearray) -> list[bytes]:
    """Numbers that stand one behind the other, each still packed, as most are known."""
    return _PACKED.findall(data[: 10 * DEEPEST])


def _values(data: bytes) -> dict[int, int]:
    """The numbers in a message, by field."""
    return {tag >> 3: _number(value)[0] for tag, value in _fields(data) if not tag & 7}


class _Reading:
    """One message on its way to a recording."""

    def __init__(self, data: bytes) -> None:
        # Imported late: files of other formats never need it.
        from functools import cache

        # Stacks take fewer bytes than in any other format.
        self.builder = Builder(size=2 * len(data))
        parts = defaultdict[int, list[bytes]](list)
        for tag, value in _fields(data):
            self.builder.take(_OF_ENTRY + (_OF_BYTE if tag in _ENTRIES else 1) * len(value))
            parts[tag].append(value)
        self.default, self.samples = [_number(raw)[0] for raw in parts[_DEFAULT]], parts[_SAMPLE]
        self.texts = [raw[:LONGEST_NAME].decode("utf-8", "replace") for raw in parts[_TEXT]]
        self.types, self.scales = [_values(raw) for raw in parts[_TYPE]], list[float]()
        self.mappings = {of.get(1, 0): of for of in map(_values, parts[_MAPPING])}
        self.functions = {of.get(1, 0): of for of in map(_values, parts[_FUNCTION])}
        self.locations = {_values(raw).get(1, 0): raw for raw in parts[_LOCATION]}
        self.frames, self.label = cache(self._frames), cache(self._label)
        self.unknown = self.addresses = 0

    def recording(self, path: str, progress: Progress | None) -> Recording:
        """What the file says."""
        measures = self._measures()
        collector = Collector(len(measures))
        collector.extend(self._records(collector, progress))
        remarks = (messages.ADDRESSES_IN_PPROF, self.addresses), (messages.UNKNOWN_KEYS, self.unknown)
        what = {"measures": (), "remarks": tuple(counted(*remarks))}
        made = self.builder.collected(path, "pprof", "pprof", collector, **what)
        columns = zip(made.records.weights, self.types, measures, strict=True)
        # First what the file says, else a time, but nothing that is 0 everywhere.
        ordered = sorted(
            columns, key=lambda of: (not any(of[0]), of[1].get(1) not in self.default, of[2].unit != "s")
        )
        made.records.weights, _, made.measures = zip(*ordered, strict=True)
        return made

    def _measures(self) -> list[Measure]:
        """What is measured, none of it twice."""
        if not self.types:
            raise ProfileError(messages.NO_MEASURE)
        made = list[Measure]()
        for number, type_of in enumerate(self.types, 1):
            self.builder.take(_OF_MEASURE)
            title, unit = (self.texts[type_of.get(at, 0)].lower() for at in (1, 2))
            usual = TIME if unit in SECONDS_IN else SAMPLES if title in _OF_SAMPLES else COUNTS
            of = named_by(BYTES if unit == "bytes" else usual, "-".join(title.replace("_", " ").split()))
            is_new = all(of.key != other.key for other in made)
            made.append(of if is_new else of._replace(key=f"{of.key}-{number}"))
            self.scales.append(SECONDS_IN.get(unit, 1.0))
        return made

    def _records(self, collector: Collector, progress: Progress | None) -> Iterator[Record]:
        """All samples."""
        for place, raw in enumerate(self.samples):
            if progress is not None and not place % _STEP:
                progress(place / len(self.samples))
            locations, values, said = bytearray(), bytearray(), dict[str, str]()
            for tag, value in _fields(raw):
                self.builder.take(_OF_FIELD)
                if tag in _LOCATIONS:
                    locations += value
                elif tag in _VALUES:
                    values += value
                elif tag == _LABEL and len(value) < _LONGEST_LABEL:
                    said |= self.label(value)
            name, pid, tid = map(said.get, _THREAD, ("", "", ""))
            # ddtrace names a thread by its number where it knows no name.
            number = int(pid) if pid.isdecimal() and len(pid) <= _LONGEST_PID else 0
            track = collector.track(Track("" if name == tid else name, number, tid))
            # Those below 0 have all 64 bits.
            signed = ((_number(value)[0] ^ _SIGN) - _SIGN for value in _numbers(values))
            weights = [value * scale for value, scale in zip(signed, self.scales, strict=True)]
            yield self._stack(_numbers(locations)), track, weights

    def _stack(self, locations: list[bytes]) -> int:
        """The stack of locations, the innermost first."""
        every = chain.from_iterable(map(self.frames, reversed(locations)))
        # What is inlined can make much of few bytes.
        frames = list(islice(every, DEEPEST + 1))
        self.builder.take(_OF_FRAME * len(frames))
        return self.builder.stack(frames)

    def _label(self, raw: bytes) -> dict[str, str]:
        """What a label says of the thread: most come again and again."""
        self.builder.take(_OF_LABEL)
        of = _values(raw)
        key = self._text(of.get(1, 0)).lower().replace("_", " ")
        return {key: self._text(of[2]) if of.get(2) else str(of.get(3, 0))} if key in _THREAD else {}

    def _frames(self, location: bytes) -> list[int]:
        """The frames of a location, the outermost first: several if something is inlined there."""
        raw = self.locations.get(_number(location)[0], b"")
        frames = [self._frame(_values(value)) for tag, value in _fields(raw) if tag == _LINE]
        return frames[::-1] or [self._address(_values(raw))]

    def _frame(self, of: dict[int, int]) -> int:
        """The frame that a line of a location is."""
        self.builder.take(_OF_ENTRY)
        function = self.functions.get(of.get(1, 0), {2: _NO_TEXT})
        line = of.get(2, 0) if of.get(2, 0) < 1 << 31 else 0
        file, name = self._text(function.get(4, 0)), self._text(function.get(2) or function.get(3, 0))
        return self.builder.frame(self.builder.function(file, line, name or _UNKNOWN), line)

    def _address(self, of: dict[int, int]) -> int:
        """The frame of a location that has no line."""
        mapping = self.mappings.get(of.get(2, 0), {})
        file = self._text(mapping.get(5, 0))
        self.addresses += 1
        name = placed(of.get(3, 0), mapping.get(2, 0), mapping.get(4, 0), file)
        return self.builder.frame(self.builder.function(file, 0, name), 0)

    def _text(self, number: int) -> str:
        self.unknown += number >= len(self.texts)
        return self.texts[number] if number < len(self.texts) else _UNKNOWN
