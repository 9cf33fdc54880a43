"""The binary format of profiling.sampling, Python's own sampler from 3.15 on, also known as Tachyon.

A header, samples that may be compressed with zstd, texts, frames that refer to them, and at the end how many
there are. Each sample is told by what differs from the last of its thread: the same stack again so many
times, a whole stack, or one of which the outermost frames are kept; frames are numbers, the innermost first.
The reference is CPython's ``InternalDocs/profiling_binary_format.md``. The file has the frames of the program
that starts what is profiled, too; as in profiling.sampling's own reports, they are left out here.
"""

from __future__ import annotations

from array import array
from itertools import compress
from struct import Struct

import proftui_parsers.messages as messages
from proftui_parsers.binary import decoded
from proftui_parsers.files import MAX_BYTES, whole
from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple
from proftui_parsers.measure import SAMPLES, Measure
from proftui_parsers.profile import Profile, ProfileError
from proftui_parsers.stacks.building import LONGEST_NAME, Builder
from proftui_parsers.stacks.collecting import Collector
from proftui_parsers.stacks.deriving import profile_of, taking
from proftui_parsers.stacks.recording import NO_NODE, REAL, Records, Track

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from proftui_parsers.files import Progress
    from proftui_parsers.stacks.collecting import Record
    from proftui_parsers.stacks.recording import Recording

    Place = tuple[str, int, str]
    """File, line and name of a frame."""

_ORDERS = {b"HCAT": "<", b"TACH": ">"}
"""The order of bytes, by what a file begins with."""
_HEADER, _FOOTER = 64, 32
_VERSION = 1
_PLAIN, _ZSTD = 0, 1
_MODE = 7
"""Bits of the flags that say what was sampled."""
_PIECE = 1 << 20
_FREE = 16 << 20
"""Bytes of samples up to which it does not matter how small they were packed."""
_MOST_PLACES = 250_000
"""Texts, or frames; real programs have some ten thousand."""
_LAUNCHER = "/profiling/sampling/_sync_coordinator.py"
_BUILT_IN = "~"
_LEFT_OUT, _NOT_YET = -1, -2
_LONGEST = 10
"""Bytes of a number."""
_OWNER = 12
"""Bytes that say of which thread and interpreter a sample is."""
_REPEATED, _WHOLE, _SHARED, _POPPED = range(4)
_WITH, _ON, _MAIN, _MAIN_THREAD = 1, 2, 32, "MainThread"
"""Bits of the state: with the GIL, on a CPU, of the main thread; and the name of that."""
_MOST_FRAMES_KEPT = 256
"""Frames of a stack, the innermost ones, that Python 3.15 writes."""
DEEPEST, DEEPEST_TOGETHER = 100_000, 400_000
"""Frames of one stack, and of those that all threads have at one time."""
_WALL = Measure("seconds", "s", messages.WALL_TIME, sampled=True, key="wall")
_ON_CPU = Measure("seconds", "s", messages.TIME_ON_CPU, sampled=True, key="on-cpu")
_WITH_GIL = Measure("seconds", "s", messages.TIME_WITH_GIL, sampled=True, key="with-gil")
_IN_EXCEPTIONS = Measure("seconds", "s", messages.TIME_IN_EXCEPTIONS, sampled=True, key="exception")
_OF_MODE = {2: _ON_CPU, 3: _WITH_GIL, 5: _IN_EXCEPTIONS}
"""What each sample stands for, by the mode of the recording; of all others, for wall time."""


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
    data = whole(pieces)
    header = _header(data)
    places = _places(data, header)
    samples = _Samples(header, len(places), len(data) - header.packed)
    samples.take(_sample_data(data, header), taking(progress))
    del data
    return profile_of(_Made(header, places, samples).recording(path), progress=progress)


class _NoNumber(Exception):
    """What stands there is no number."""


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number and where it ends; IndexError: the data ends in it."""
    value = 0
    for shift in range(0, 7 * _LONGEST, 7):
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
    raise _NoNumber


def _numbers(data: bytes, at: int, count: int) -> tuple[Sequence[int], int]:
    """So many numbers and where they end; IndexError: the data ends in them."""
    raw = data[at : at + count]
    if len(raw) < count:
        raise IndexError
    if raw.isascii():
        return raw, at + count
    found = []
    for _ in range(count):
        value, at = _number(data, at)
        found.append(value)
    return found, at


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


def _places(data: bytes, header: _Header) -> list[Place]:
    """All frames, by their numbers."""
    last = len(data) - _FOOTER
    texts, frames, size = Struct(f"{header.order}IIQ").unpack_from(data, last)
    if size != len(data) or texts > header.frames_at - header.texts_at or frames > last - header.frames_at:
        raise ProfileError(messages.IS_CUT_OFF_INSIDE.format(len(data)))
    if max(texts, frames) > _MOST_PLACES:
        raise ProfileError(messages.TOO_MANY_PLACES.format(_MOST_PLACES))
    try:
        known = list(_texts(data[header.texts_at : header.frames_at], texts))
        return list(_frames(data[header.frames_at : last], frames, known))
    except (IndexError, _NoNumber):
        raise ProfileError(messages.SAMPLING_TABLES) from None


def _texts(data: bytes, count: int) -> Iterator[str]:
    at = 0
    for _ in range(count):
        size, at = _number(data, at)
        if size > len(data) - at:
            raise IndexError
        # More than this is not kept, and a text may be that of very many functions.
        yield decoded(data[at : at + min(size, 4 * LONGEST_NAME)])[:LONGEST_NAME]
        at += size


def _frames(data: bytes, count: int, texts: Sequence[str]) -> Iterator[Place]:
    """Of each file and name, first and last line, first and last column, and the instruction, a byte."""
    at = 0
    for _ in range(count):
        (file, name, line, *_), at = _numbers(data, at, 6)
        data[at]
        at += 1
        yield texts[file], 0 if line & 1 or line >> 32 else line >> 1, texts[name]


def _sample_data(data: bytes, header: _Header) -> Iterator[bytes]:
    """The samples, unpacked if need be, in pieces that are large but for the last."""
    if header.compression == _PLAIN:
        for start in range(_HEADER, header.texts_at, _PIECE):
            yield data[start : min(start + _PIECE, header.texts_at)]
        return
    from proftui_parsers.compressed import OF_ZSTD, unpacked

    if OF_ZSTD.unpacker() is None:
        raise ProfileError(messages.NEEDS_ZSTD)
    try:
        if header.packed:
            yield from unpacked(OF_ZSTD, data[_HEADER : header.texts_at], MAX_BYTES, _FREE)
    except ProfileError as problem:
        raise ProfileError(messages.SAMPLES_PACKED.format(problem)) from None


class _Thread:
    """The last stack of a thread, and how many frames it has."""

    __slots__ = ("depth", "node", "states", "track")

    def __init__(self, track: int) -> None:
        self.track, self.node, self.depth = track, NO_NODE, 0
        self.states = 0
        """All bits that were set in one of its samples."""


class _Samples:
    """Stacks of frames by their numbers in the file, and their samples: in all, on a CPU, with the GIL."""

    def __init__(self, header: _Header, frames: int, size: int) -> None:
        """``frames``: how many the file has; ``size``: bytes of the file, without what is packed."""
        self.header, self.frames = header, frames
        self.stacks = Builder(size=size)
        self.collector = Collector(3)
        self.at_limit = 0
        """Samples with as many frames as are kept: there may have been more."""
        self._owner = Struct(f"{header.order}QI")
        self._threads: dict[bytes, _Thread] = {}
        self._again: _Thread | None = None
        """Whose stack comes again."""
        self._left = 0
        """How often."""
        self._together = 0
        """Frames of the last stacks of all threads."""
        self._end = 0

    def take(self, pieces: Iterable[bytes], progress: Progress | None) -> None:
        """All samples; ProfileError: they are damaged, or ask for too much."""
        rest, done = b"", 0
        for piece in pieces:
            if self.header.packed:
                # What they make may take memory by the bytes that they have unpacked.
                self.stacks.grow(len(piece))
            rest += piece
            self.collector.extend(self._records(rest))
            rest = rest[self._end :]
            done += len(piece)
            if progress is not None:
                # Data that is packed well seems to take longer.
                progress(min(1.0, done / self.header.texts_at))
        if rest or self._left:
            raise self._damaged()

    @property
    def count(self) -> int:
        """How many samples there were."""
        return round(sum(self.collector.records().weights[0]))

    def tracks(self) -> tuple[Track, ...]:
        """The threads, by their numbers."""
        made = []
        for owner, thread in self._threads.items():
            tid, interpreter = self._owner.unpack(owner)
            name = _MAIN_THREAD if thread.states & _MAIN else ""
            if interpreter:
                name = messages.INTERPRETER.format(interpreter)
            made.append(Track(name, tid=str(tid)))
        return tuple(made)

    def _damaged(self) -> ProfileError:
        return ProfileError(messages.SAMPLE_IS_DAMAGED.format(self.count + 1))

    def _records(self, data: bytes) -> Iterator[Record]:
        """What samples weigh that are there to their end; ``_end``: where the rest begins."""
        at = 0
        try:
            while at < len(data):
                if self._left and self._again is not None:
                    thread, states, at = self._again, *self._run(data, at)
                    self._left -= len(states)
                else:
                    kind, owner = data[at + _OWNER], data[at : at + _OWNER]
                    thread = self._threads.get(owner) or self._new_thread(owner)
                    number, end = _number(data, at + _OWNER + 1)
                    if kind == _REPEATED:
                        self._again, self._left, at = thread, number, end
                        continue
                    states = bytearray((data[end],))
                    at = self._change(thread, kind, data, end + 1)
                if thread.depth == _MOST_FRAMES_KEPT:
                    self.at_limit += len(states)
                for state in {*states}:
                    thread.states |= state
                    times = states.count(state)
                    yield (
                        thread.node,
                        thread.track,
                        (times, times * bool(state & _ON), times * (state & _WITH)),
                    )
        except IndexError:
            pass
        except _NoNumber:
            raise self._damaged() from None
        self._end = at

    def _run(self, data: bytes, at: int) -> tuple[bytearray, int]:
        """The states of samples of one stack, as many as are there, and where these end."""
        states = bytearray()
        try:
            for _ in range(self._left):
                end = at
                while data[end] >= 0x80:
                    end += 1
                    if end - at >= _LONGEST:
                        raise _NoNumber
                states.append(data[end + 1])
                at = end + 2
        except IndexError:
            if not states:
                raise
        return states, at

    def _new_thread(self, owner: bytes) -> _Thread:
        track = self.collector.track(Track("", tid=str(len(self._threads))))
        made = self._threads[owner] = _Thread(track)
        return made

    def _change(self, thread: _Thread, kind: int, data: bytes, at: int) -> int:
        """Change the stack of a thread as told there; where that ends."""
        kept, pushed = 0, 0
        if kind == _WHOLE:
            pushed, at = _number(data, at)
        else:
            first, at = _number(data, at)
            pushed, at = _number(data, at)
            kept = first if kind == _SHARED else thread.depth - first
        if kind > _POPPED or not 0 <= kept <= thread.depth:
            raise self._damaged()
        if kept + pushed > DEEPEST:
            raise ProfileError(messages.STACK_TOO_DEEP.format(DEEPEST))
        frames, end = _numbers(data, at, pushed)
        if frames and max(frames) >= self.frames:
            raise ProfileError(messages.NO_SUCH_FRAME.format(max(frames), self.frames))
        self._together += kept + pushed - thread.depth
        if self._together > DEEPEST_TOGETHER:
            raise ProfileError(messages.STACKS_TOO_DEEP.format(DEEPEST_TOGETHER))
        if kept:
            node, parent = thread.node, self.stacks.parent
            for _ in range(thread.depth - kept):
                node = parent[node]
            thread.node = self.stacks.below(node, frames[::-1])
        else:
            thread.node = self.stacks.known_stack(frames[::-1])
        thread.depth = kept + pushed
        return end


class _Made:
    """What has been read, on its way to a recording without the frames of the program that started it all."""

    def __init__(self, header: _Header, places: Sequence[Place], samples: _Samples) -> None:
        self.header, self.places, self.samples = header, places, samples
        self.builder = Builder(size=samples.stacks.size)
        self.launched = False
        """Whether a frame was left out."""

    def recording(self, path: str) -> Recording:
        """All of it."""
        raw = self.samples.collector.records()
        stacks = self.samples.stacks.stacks()
        made = self.builder.tree(stacks.parent, self._frames(stacks.frame))
        # Behind all others stands what has no frame.
        made.append(NO_NODE)
        nodes = array("i", map(made.__getitem__, raw.node))
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

    def _frames(self, places: Iterable[int]) -> Iterator[int]:
        """The numbers of frames here."""
        known = array("i", [_NOT_YET]) * len(self.places)
        for place in places:
            frame = known[place]
            if frame == _NOT_YET:
                frame = known[place] = self._frame(*self.places[place])
            yield frame

    def _frame(self, file: str, line: int, name: str) -> int:
        """The number of a frame here, if it is not left out."""
        if file.replace("\\", "/").endswith(_LAUNCHER):
            self.launched = True
            return _LEFT_OUT
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
            yield messages.OUTERMOST_MISSING.format(_MOST_FRAMES_KEPT, self.samples.at_limit)
        if self.samples.count != self.header.samples:
            yield messages.OTHER_NUMBER_OF_SAMPLES.format(self.header.samples, self.samples.count)
