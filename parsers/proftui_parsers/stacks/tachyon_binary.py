"""The binary format of profiling.sampling, Python's own sampler from 3.15 on, also known as Tachyon.

A header, samples that may be compressed with zstd, texts, frames that refer to them, and at the end how many
there are. The reference is CPython's ``InternalDocs/profiling_binary_format.md``. The file has the frames of
the program that starts what is profiled, too; as in profiling.sampling's own reports, they are left out here.
"""

from __future__ import annotations

from array import array
from itertools import compress
from struct import Struct

import proftui_parsers.messages as messages
from proftui_parsers.binary import decoded
from proftui_parsers.files import MAX_BYTES
from proftui_parsers.import_free import NamedTuple
from proftui_parsers.measure import SAMPLES, Measure
from proftui_parsers.profile import Profile, ProfileError
from proftui_parsers.stacks.building import LONGEST_NAME, Builder
from proftui_parsers.stacks.deriving import profile_of, taking
from proftui_parsers.stacks.recording import NO_NODE, REAL, Records
from proftui_parsers.stacks.tachyon_samples import LONGEST, MOST_FRAMES_KEPT, NoNumber, Samples, number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from proftui_parsers.stacks.recording import Recording

    Progress = Callable[[float], None]

_ORDERS = {b"HCAT": "<", b"TACH": ">"}
"""The order of bytes, by what a file begins with."""
_HEADER, _FOOTER = 64, 32
_VERSION = 1
_PLAIN, _ZSTD = 0, 1
_FIELDS = 6
"""Numbers of a frame: of its file and its name, first and last line, first and last column."""
_MODE = 7
"""Bits of the flags that say what was sampled."""
_PIECE = 1 << 20
_FREE = 16 << 20
"""Bytes of samples up to which it does not matter how small they were packed."""
_MOST_TEXTS = _MOST_FRAMES = 1_000_000
_LAUNCHER = "/profiling/sampling/_sync_coordinator.py"
_BUILT_IN = "~"
_NOT_YET = -2
_WALL = Measure("seconds", "s", messages.WALL_TIME, sampled=True, key="wall")
_ON_CPU = Measure("seconds", "s", messages.TIME_ON_CPU, sampled=True, key="on-cpu")
_WITH_GIL = Measure("seconds", "s", messages.TIME_WITH_GIL, sampled=True, key="with-gil")
_IN_EXCEPTIONS = Measure("seconds", "s", messages.TIME_IN_EXCEPTIONS, sampled=True, key="exception")
_OF_MODE = {2: _ON_CPU, 3: _WITH_GIL, 5: _IN_EXCEPTIONS}
"""What each sample stands for, by the mode of the recording; of all others, for wall time."""


class _Places:
    """Where frames are, by their numbers: columns of numbers of texts, and of lines, 0 for none."""

    def __init__(self) -> None:
        self.files, self.names, self.lines = array("I"), array("I"), array("i")

    def __len__(self) -> int:
        return len(self.lines)


class _Header(NamedTuple):
    """What the first 64 bytes say."""

    order: str
    interval: float
    """Seconds between two samples; 0: not known."""
    samples: int
    texts_at: int
    frames_at: int
    compression: int
    flags: int

    @property
    def packed(self) -> int:
        """How many bytes are packed."""
        return self.texts_at - _HEADER if self.compression == _ZSTD else 0


def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
    """The profile of all threads; ProfileError: the file is damaged, cut off or of another version."""
    data = pieces[0] if len(pieces) == 1 else b"".join(pieces)
    pieces.clear()
    header = _header(data)
    texts, places = _tables(data, header)
    samples = Samples(header.order, len(places), len(data) - header.packed)
    pieces_of_samples = _sample_data(data, header)
    if header.packed:
        pieces_of_samples = _counted(pieces_of_samples, samples.stacks)
    samples.take(_told(pieces_of_samples, header.texts_at, taking(progress)))
    del data
    return profile_of(_Made(header, texts, places, samples).recording(path), progress=progress)


def _header(data: bytes) -> _Header:
    if data[:4] not in _ORDERS:
        raise ProfileError(messages.SAMPLING_UNFINISHED)
    if len(data) < _HEADER + _FOOTER:
        raise ProfileError(messages.IS_CUT_OFF.format(len(data)))
    order = _ORDERS[data[:4]]
    _, version, _, _, interval, samples, _, texts_at, frames_at, compression, flags = Struct(
        f"{order}4sI4sQQQIQQII"
    ).unpack_from(data)
    if version != _VERSION:
        raise ProfileError(messages.SAMPLING_VERSION.format(version, _VERSION))
    last = len(data) - _FOOTER
    if texts_at > last or frames_at > last:
        raise ProfileError(messages.IS_CUT_OFF.format(len(data)))
    if not _HEADER <= texts_at <= frames_at or compression not in (_PLAIN, _ZSTD):
        raise ProfileError(messages.SAMPLING_HEADER)
    return _Header(order, interval / 1e6, samples, texts_at, frames_at, compression, flags)


def _tables(data: bytes, header: _Header) -> tuple[list[str], _Places]:
    """All texts and all frames."""
    last = len(data) - _FOOTER
    texts, frames, size = Struct(f"{header.order}IIQ").unpack_from(data, last)
    if size != len(data) or texts > header.frames_at - header.texts_at or frames > last - header.frames_at:
        raise ProfileError(messages.IS_CUT_OFF_INSIDE.format(len(data)))
    if texts > _MOST_TEXTS or frames > _MOST_FRAMES:
        raise ProfileError(messages.TOO_MANY_PLACES.format(_MOST_FRAMES))
    try:
        return (
            list(_texts(data[header.texts_at : header.frames_at], texts)),
            _places(data[header.frames_at : last], frames, texts),
        )
    except (IndexError, NoNumber):
        raise ProfileError(messages.SAMPLING_TABLES) from None


def _texts(data: bytes, count: int) -> Iterator[str]:
    at = 0
    for _ in range(count):
        size, at = number(data, at)
        if size > len(data) - at:
            raise IndexError
        # More than this is not kept, and a text may be that of very many functions.
        yield decoded(data[at : at + min(size, 4 * LONGEST_NAME)])[:LONGEST_NAME]
        at += size


def _places(data: bytes, count: int, texts: int) -> _Places:
    made, at = _Places(), 0
    for _ in range(count):
        row = data[at : at + _FIELDS]
        if row.isascii() and len(row) == _FIELDS:
            (file, name, line), at = row[:3], at + _FIELDS
        else:
            file, at = number(data, at)
            name, at = number(data, at)
            line, at = number(data, at)
            begin = at
            for _ in range(_FIELDS - 3):
                while data[at] >= 0x80:
                    at += 1
                at += 1
            if at - begin > (_FIELDS - 3) * LONGEST:
                raise NoNumber
        data[at]
        at += 1
        if file >= texts or name >= texts:
            raise IndexError
        made.files.append(file)
        made.names.append(name)
        made.lines.append(0 if line & 1 or line >> 32 else line >> 1)
    return made


def _sample_data(data: bytes, header: _Header) -> Iterator[bytes]:
    """The samples, unpacked if need be, in pieces that are large but for the last."""
    if header.compression == _PLAIN:
        for start in range(_HEADER, header.texts_at, _PIECE):
            yield data[start : min(start + _PIECE, header.texts_at)]
        return
    if header.texts_at > _HEADER:
        yield from _unpacked(data[_HEADER : header.texts_at])


def _unpacked(data: bytes) -> Iterator[bytes]:
    from proftui_parsers.compressed import OF_ZSTD, unpacked
    from proftui_parsers.zstd import library

    if library() is None:
        raise ProfileError(messages.NEEDS_ZSTD)
    try:
        yield from unpacked(OF_ZSTD, data, MAX_BYTES, _FREE)
    except ProfileError as problem:
        raise ProfileError(messages.SAMPLES_PACKED.format(problem)) from None


def _counted(pieces: Iterator[bytes], builder: Builder) -> Iterator[bytes]:
    """The same; what they make may take memory by the bytes that they have unpacked."""
    for piece in pieces:
        builder.grow(len(piece))
        yield piece


def _told(pieces: Iterator[bytes], size: int, progress: Progress | None) -> Iterator[bytes]:
    """The same; how far it is, as far as that can be told: data that is packed well seems to take longer."""
    done = 0
    for piece in pieces:
        yield piece
        done += len(piece)
        if progress is not None:
            progress(min(1.0, done / max(size, 1)))


class _Made:
    """What has been read, on its way to a recording without the frames of the program that started it all."""

    def __init__(self, header: _Header, texts: Sequence[str], places: _Places, samples: Samples) -> None:
        self.header, self.texts, self.places, self.samples = header, texts, places, samples
        self.builder = Builder(size=samples.stacks.size)
        self.launched = False
        """Whether a frame was left out."""

    def recording(self, path: str) -> Recording:
        """All of it."""
        raw = self.samples.collector.records()
        nodes = array("i", map(self._nodes().__getitem__, raw.node))
        counts, numbers = raw.weights, raw.track
        if NO_NODE in nodes:
            kept = bytes(map(NO_NODE.__ne__, nodes))
            counts = tuple(array("d", compress(column, kept)) for column in counts)
            nodes, numbers = array("i", compress(nodes, kept)), array("H", compress(numbers, kept))
        measures, weights = self._weights(*counts)
        # A thread can have had no frame all the time.
        tracks = {track: new for new, track in enumerate(sorted({*numbers}))}
        every = self.samples.tracks()
        return self.builder.recording(
            path,
            Records(nodes, array("H", map(tracks.__getitem__, numbers)), weights),
            format="tachyon",
            producer=messages.PYTHONS_SAMPLER,
            measures=measures,
            tracks=tuple(every[track] for track in tracks),
            clock=REAL,
            interval=self.header.interval if self.header.interval > 0 else None,
            remarks=tuple(self._remarks(self.samples.count - round(sum(counts[0])))),
            badges=(messages.STACKS_CUT,) if self.samples.at_limit else (),
        )

    def _nodes(self) -> Sequence[int]:
        """By stack of the file, which stack it is here; behind all others, what has no frame."""
        stacks = self.samples.stacks.stacks()
        made = self.builder.tree(stacks.parent, self._frames(stacks.frame))
        made.append(NO_NODE)
        return made

    def _frames(self, places: Iterable[int]) -> Iterator[int]:
        """The numbers of frames here."""
        known = array("i", [_NOT_YET]) * len(self.places)
        for place in places:
            frame = known[place]
            if frame == _NOT_YET:
                frame = known[place] = self._frame(place)
            yield frame

    def _frame(self, place: int) -> int:
        """The number of a frame here; -1: it is left out."""
        places, texts = self.places, self.texts
        file, name, line = texts[places.files[place]], texts[places.names[place]], places.lines[place]
        if file.replace("\\", "/").endswith(_LAUNCHER):
            self.launched = True
            return -1
        return self.builder.frame(self.builder.function("" if file == _BUILT_IN else file, line, name), line)

    def _weights(
        self, every: Sequence[float], on_cpu: Sequence[float], with_gil: Sequence[float]
    ) -> tuple[tuple[Measure, ...], tuple[Sequence[float], ...]]:
        """What was measured, and its columns, made of numbers of samples: times are so many intervals."""
        interval = self.header.interval
        found: list[tuple[Measure, Sequence[float]]] = []
        if interval > 0:
            main = _OF_MODE.get(self.header.flags & _MODE, _WALL)
            parts = [(_ON_CPU, on_cpu), (_WITH_GIL, with_gil)]
            more = [(part, column) for part, column in parts if part is not main and any(column)]
            for measure, column in [(main, every), *more]:
                found.append((measure, array("d", map(interval.__mul__, column))))
        found.append((SAMPLES, every))
        return tuple(measure for measure, _ in found), tuple(column for _, column in found)

    def _remarks(self, lost: int) -> Iterator[str]:
        if self.launched:
            yield messages.LAUNCHER_LEFT_OUT
        if lost:
            yield messages.ONLY_LAUNCHER.format(lost)
        if self.samples.at_limit:
            yield messages.OUTERMOST_MISSING.format(MOST_FRAMES_KEPT, self.samples.at_limit)
        if self.samples.count != self.header.samples:
            yield messages.OTHER_NUMBER_OF_SAMPLES.format(self.header.samples, self.samples.count)
