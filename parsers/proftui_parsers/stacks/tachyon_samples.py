"""Samples of a binary file of profiling.sampling, each told by what differs from the last of its thread.

A sample begins with thread, interpreter and its kind: the same stack again so many times, a whole stack, or
one of which the outermost frames are kept. Frames are numbers, the innermost first. The reference is
CPython's ``InternalDocs/profiling_binary_format.md``.
"""

from __future__ import annotations

from struct import Struct

import proftui_parsers.messages as messages
from proftui_parsers.profile import ProfileError
from proftui_parsers.stacks.building import Builder
from proftui_parsers.stacks.collecting import Collector
from proftui_parsers.stacks.recording import NO_NODE, Track

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from proftui_parsers.stacks.collecting import Record

    Place = tuple[int, int]
    """A stack, and how many frames it has."""
    Key = bytes | tuple[int, int, bytes]
    """The bytes of a whole stack; the kind of a change, the stack that is changed, and the bytes of that."""

LONGEST = 10
"""Bytes of a number."""
_ENDS = bytes(range(0x80))
"""Bytes with which a number ends."""
_REPEATED, _WHOLE, _SHARED, _POPPED = range(4)
_MAIN = 32
"""The bit of the state that the main thread has."""
_OF_STATE = tuple((1, state >> 1 & 1, state & 1) for state in range(256))
"""What one sample weighs, by its state: in all, on a CPU, with the GIL."""
_OWNER = 12
"""Bytes that say of which thread and interpreter a sample is."""
MOST_FRAMES_KEPT = 256
"""Frames of a stack, the innermost ones, that Python 3.15 writes."""
DEEPEST, DEEPEST_TOGETHER = 100_000, 400_000
"""Frames of one stack, and of those that all threads have at one time."""
_ROOM, _OF_ONE = 32 << 20, 300
"""Bytes that known changes may take, and those of each beside its own."""
_FEW = 10
"""Frames that are looked up one by one; of more, most are those of the stack before."""
_MAIN_THREAD = "MainThread"


class NoNumber(Exception):
    """What stands there is no number."""


def number(data: bytes, at: int) -> tuple[int, int]:
    """A number and where it ends; IndexError: the data ends in it."""
    value = data[at]
    at += 1
    if value < 0x80:
        return value, at
    value &= 0x7F
    for shift in range(7, 7 * LONGEST, 7):
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
    raise NoNumber


def past_numbers(data: bytes, at: int, count: int) -> int:
    """Where so many numbers end; IndexError: the data ends in them."""
    last = at + LONGEST * count
    while count:
        part = data[at : at + count]
        if len(part) < count:
            raise IndexError
        at += count
        if at > last:
            raise NoNumber
        # Each byte that ends no number belongs to one that is still to end.
        count = 0 if part.isascii() else len(part.translate(None, _ENDS))
    return at


def numbers(data: bytes) -> Sequence[int]:
    """All numbers, where nothing else is in the data."""
    if data.isascii():
        return data
    found, value, shift = [], 0, 0
    for byte in data:
        if byte < 0x80:
            found.append(value | byte << shift)
            value = shift = 0
        else:
            value |= (byte & 0x7F) << shift
            shift += 7
            if shift >= 7 * LONGEST:
                raise NoNumber
    return found


class _Thread:
    """The last stack of a thread."""

    __slots__ = ("place", "states", "track")

    def __init__(self, number_of_track: int) -> None:
        self.track = number_of_track
        self.place: Place = (NO_NODE, 0)
        self.states = 0
        """All bits that were set in one of its samples."""


class Samples:
    """Stacks of frames by their numbers in the file, and their samples: in all, on a CPU, with the GIL.

    Changes of stacks are known by their bytes, as programs come to the same ones again: where a change ends
    does not hang on what is behind it, so where its bytes stand again, it is the same change.
    """

    def __init__(self, order: str, frames: int, size: int) -> None:
        """``order``: of bytes, as ``struct`` has it; ``frames``: how many the file has.

        ``size``: bytes of the file, without what is packed.
        """
        self.stacks = Builder(size=size)
        self.collector = Collector(3)
        self.at_limit = 0
        """Samples with as many frames as are kept: there may have been more."""
        self._owner = Struct(f"{order}QI")
        self._frames = frames
        self._threads: dict[bytes, _Thread] = {}
        self._known: dict[Key, Place] = {}
        self._room = _ROOM
        self._again: _Thread | None = None
        """Whose stack comes again."""
        self._left = 0
        """How often."""
        self._together = 0
        """Frames of the last stacks of all threads."""
        self._end = 0

    def take(self, pieces: Iterable[bytes]) -> None:
        """All samples; ProfileError: they are damaged, or ask for too much."""
        rest = b""
        for piece in pieces:
            rest += piece
            self.collector.extend(self._records(rest))
            rest = rest[self._end :]
        if rest or self._left:
            raise self._damaged()
        self._known = {}

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
        threads, at = self._threads, 0
        try:
            while at < len(data):
                if self._left:
                    record, at = self._run(data, at)
                    yield record
                    continue
                kind, owner = data[at + _OWNER], data[at : at + _OWNER]
                thread = threads.get(owner) or self._new_thread(owner)
                end = at + _OWNER + 1
                if kind == _REPEATED:
                    self._left, at = number(data, end)
                    self._again = thread
                    continue
                while data[end] >= 0x80:
                    end += 1
                if end - at > _OWNER + LONGEST:
                    raise NoNumber
                state, end = data[end + 1], end + 2
                place, at = self._change(thread.place, kind, data, end)
                self._together += place[1] - thread.place[1]
                if self._together > DEEPEST_TOGETHER:
                    raise ProfileError(messages.STACKS_TOO_DEEP.format(DEEPEST_TOGETHER))
                thread.place = place
                thread.states |= state
                if place[1] == MOST_FRAMES_KEPT:
                    self.at_limit += 1
                yield place[0], thread.track, _OF_STATE[state]
        except IndexError:
            pass
        except NoNumber:
            raise self._damaged() from None
        self._end = at

    def _new_thread(self, owner: bytes) -> _Thread:
        track = self.collector.track(Track("", tid=str(len(self._threads))))
        made = self._threads[owner] = _Thread(track)
        return made

    def _change(self, place: Place, kind: int, data: bytes, at: int) -> tuple[Place, int]:
        """To which stack a change leads that begins there, and where it ends; nothing else is changed."""
        begin, pushed = at + 1, data[at]
        first, is_change = pushed, kind != _WHOLE
        if is_change:
            begin, pushed = at + 2, data[at + 1]
        end = begin + pushed
        raw = data[at:end]
        if not raw.isascii() or end > len(data):
            # Some of the numbers are of several bytes.
            first, begin = number(data, at)
            pushed, begin = number(data, begin) if is_change else (first, begin)
            end = past_numbers(data, begin, min(pushed, DEEPEST + 1))
            raw = data[at:end]
        kept = 0
        if is_change:
            kept = first if kind == _SHARED else place[1] - first
            if kind > _POPPED or not 0 <= kept <= place[1]:
                raise self._damaged()
        if kept + pushed > DEEPEST:
            raise ProfileError(messages.STACK_TOO_DEEP.format(DEEPEST))
        key = (kind, place[0], raw) if is_change else raw
        made = self._known.get(key)
        if made is None:
            made = self._moved(place, kept, data[begin:end]), kept + pushed
            self._keep(key, made, len(raw))
        return made, end

    def _keep(self, key: Key, place: Place, size: int) -> None:
        self._room -= size + _OF_ONE
        if self._room < 0:
            self._known.clear()
            self._room = _ROOM
        self._known[key] = place

    def _moved(self, place: Place, kept: int, raw: bytes) -> int:
        """The stack that has so many of the outermost frames of another, and below them others."""
        node, depth = place
        frames = numbers(raw)[::-1]
        if frames and max(frames) >= self._frames:
            raise ProfileError(messages.NO_SUCH_FRAME.format(max(frames), self._frames))
        if not kept:
            if len(frames) > _FEW:
                return self.stacks.known_stack(frames)
            node = NO_NODE
        elif kept < depth:
            parent = self.stacks.parent
            for _ in range(depth - kept):
                node = parent[node]
        return self.stacks.below(node, frames)

    def _run(self, data: bytes, at: int) -> tuple[Record, int]:
        """As many samples of one stack as are there, and where the first of the others begins."""
        thread, left = self._again, self._left
        assert thread is not None
        on_cpu = with_gil = states = 0
        try:
            while left:
                end = at
                while data[end] >= 0x80:
                    end += 1
                    if end - at >= LONGEST:
                        raise NoNumber
                state = data[end + 1]
                at = end + 2
                states |= state
                on_cpu += state >> 1 & 1
                with_gil += state & 1
                left -= 1
        except IndexError:
            if left == self._left:
                raise
        taken, self._left = self._left - left, left
        node, depth = thread.place
        thread.states |= states
        if depth == MOST_FRAMES_KEPT:
            self.at_limit += taken
        return (node, thread.track, (taken, on_cpu, with_gil)), at
