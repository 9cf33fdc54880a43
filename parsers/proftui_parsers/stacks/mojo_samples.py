"""Samples of a MOJO file, and those of which it is known what they say, as one before had the same bytes."""

from __future__ import annotations

from proftui_parsers.import_free import NamedTuple
from proftui_parsers.stacks.mojo_keys import BadBytes, MojoBytes
from proftui_parsers.stacks.recording import NO_NODE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui_parsers.stacks.austin_samples import Samples
    from proftui_parsers.stacks.collecting import Record

    Base = tuple[int, int]
    """A stack that may be repeated, and how many frames it has."""
    Counted = tuple[int, int, int]
    """Frames that were not told, tasks, and names and frames that were given a number."""
    Weights = tuple[int, int, bool]
    """Microseconds, bytes, and whether all is there that a sample of the mode has."""

NOTHING = NO_NODE, 0
"""The base of a thread of which nothing was recorded yet."""
LONGEST = 8192
"""Bytes of a sample that is kept; it has some hundred frames."""
_SMALL, _LARGE, _SOME = 1 << 10, 1 << 16, 4
"""Bytes of which samples are told apart at once, and how many samples like the last at least."""
_ROOM, _OF_ONE = 4 << 20, 300
"""Bytes that what is kept may take, and those of one thing beside its own."""
_MOST_PROCESSES = 8
_FEW, _MANY = 4, 64
_TIME, _MEMORY = 9, 10


class Sample:
    """What the events since the name of a thread say."""

    time: int | None = None
    memory: int | None = None
    weighed_at = -1
    """Where in the file the first of these two begins; below 0: there is none."""
    idle = gc = False
    repeats = False
    """Whether the last stack of the thread goes on with these frames."""
    of_task = 0
    """How many of the next frames are those of a task."""

    def __init__(self, track: int, at: int, counted: Counted) -> None:
        """``at``: where in the file it begins; ``counted``: what was counted until then."""
        self.track, self.at, self.counted = track, at, counted
        self.stack: list[int] = []
        """Frames, the outermost first, without those that are repeated."""

    def is_whole(self, mode: str) -> bool:
        """Whether it has all numbers that a sample of this mode has."""
        return _is_whole(mode, self.time, self.memory)


class Head(NamedTuple):
    """What the bytes of a sample say that stand before its numbers."""

    sample: Sample
    node: int
    base: Base
    counted: Counted | None
    """``None``: nothing."""


class Odd(NamedTuple):
    """What is more to do than to add a record."""

    sample: Sample
    counted: Counted | None
    weights: tuple[float, ...] | None


class Row(NamedTuple):
    """What a whole sample says."""

    record: Record | None
    """``None``: it has no weight."""
    base: tuple[int, Base]
    """Its thread, and what the next sample of that may repeat."""
    odd: Odd | None
    """Of one that repeats another, in place of both; and where something is counted."""


class KnownSamples:
    """What samples say, by their bytes: most are as one before but for their time.

    Events are read one after the other, and what one says hangs on nothing behind it. So where bytes stand
    again that were whole events once, from the name of a thread on, they are the same events, and what
    follows begins the next one.
    """

    def __init__(self, samples: Samples) -> None:
        self.samples = samples
        self.processes: tuple[bytes, ...] = ()
        """How samples of the first processes begin."""
        self._mark = bytes([_MEMORY if samples.mode == "memory" else _TIME])
        """With what the numbers of a sample begin."""
        self._heads: dict[bytes, Head] = {}
        """By what stands before the numbers of a sample."""
        self._rows: dict[bytes, Row] = {}
        """By a whole sample."""
        self._room = _ROOM
        self._size = self._least = _SMALL
        """Bytes of which samples are told apart at once; few after one that is not known."""
        self._misses = self._left = 0
        """How often in a row none was known, and how many samples are not tried after that."""

    def begins(self, process: bytes) -> None:
        """Samples may begin like this."""
        if process not in self.processes and len(self.processes) < _MOST_PROCESSES:
            self.processes = (*self.processes, process)

    def learn(self, raw: bytes, numbers: bytes, head: Head) -> None:
        """Keep what the bytes of a sample say that has ended, if they are numbers that it ends with."""
        self._least = _SOME * (len(raw) + len(numbers))
        if raw not in self._heads and self._weights(numbers) is not None:
            self._take(raw)
            self._heads[raw] = head

    def forget(self) -> None:
        """What was told by a number is another thing now."""
        self._heads.clear()
        self._rows.clear()
        self._room = _ROOM

    def rows(self, data: bytes, at: int) -> tuple[list[Row], int]:
        """What samples say that begin at a place, up to one that is not known, and where that begins.

        The last of a file is left, as are those of later processes, and long ones.
        """
        rows = list[Row]()
        if self._left:
            self._left -= 1
            return rows, at
        known, begin = self._rows, at
        parts = self._parts(data[at : at + self._size])
        for part in parts:
            row = known.get(part) or self._row(part)
            if row is None:
                break
            rows.append(row)
            at += len(part)
        is_all = len(rows) == len(parts)
        self._size = min(2 * self._size, _LARGE) if is_all else self._least
        self._misses = self._misses + 1 if at == begin else 0
        self._left = min(self._misses // _FEW, _MANY)
        return rows, at

    def _parts(self, window: bytes) -> list[bytes]:
        """The samples in a part of the file that begins with one, without the last, which may be cut."""
        parts = [window]
        for process in self.processes:
            pieces, parts = parts, []
            for piece in pieces:
                first, *others = piece.split(process)
                if first:
                    parts.append(first)
                parts += [process + other for other in others]
        return parts[:-1]

    def _row(self, part: bytes) -> Row | None:
        """What a sample says of which what stands before its numbers is known; ``None``: that is not."""
        end = part.rfind(self._mark)
        if end < 0:
            end = len(part)
        head = self._heads.get(part[:end])
        numbers = None if head is None else self._weights(part[end:])
        if head is None or numbers is None or numbers[0] < 0:
            # Negative times are counted.
            return None
        sample, (time, memory, is_whole) = head.sample, numbers
        weights = self.samples.weights(time, memory, idle=sample.idle) if is_whole else None
        record = None if weights is None else (head.node, sample.track, weights)
        is_odd = sample.repeats or head.counted is not None
        odd = Odd(sample, head.counted, weights) if is_odd else None
        made = Row(record, (sample.track, head.base), odd)
        self._take(part)
        self._rows[part] = made
        return made

    def _take(self, raw: bytes) -> None:
        self._room -= len(raw) + _OF_ONE
        if self._room < 0:
            self.forget()

    def _weights(self, raw: bytes) -> Weights | None:
        """The numbers of a sample; ``None``: something else stands there."""
        source, time, memory = MojoBytes(raw, 0), None, None
        try:
            while source.at < len(raw):
                kind = raw[source.at]
                source.at += 1
                if kind == _TIME:
                    time = source.number()
                elif kind == _MEMORY:
                    memory = source.number()
                else:
                    return None
        except BadBytes:
            return None
        return time or 0, memory or 0, _is_whole(self.samples.mode, time, memory)


def _is_whole(mode: str, time: int | None, memory: int | None) -> bool:
    if mode == "full":
        return time is not None and memory is not None
    return time is not None or memory is not None
