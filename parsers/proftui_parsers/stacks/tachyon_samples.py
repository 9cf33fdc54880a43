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
    from collections.abc import Iterable, Sequence

_REPEATED, _WHOLE, _SHARED, _POPPED = range(4)
_WITH_GIL, _ON_CPU, _MAIN = 1, 2, 32
"""Bits of the state that a sample has."""
_OWNER = 12
"""Bytes that say of which thread and interpreter a sample is."""
MOST_FRAMES_KEPT = 256
"""Frames of a stack, the innermost ones, that Python 3.15 writes."""
_LONGEST = 10
"""Bytes of a number."""
DEEPEST = 100_000
MOST_NODES = 2_000_000
_MAIN_THREAD = "MainThread"


class NoNumber(Exception):
    """What stands there is no number."""


def number(data: bytes, at: int) -> tuple[int, int]:
    """A number of seven bits a byte, low ones first, and where it ends; IndexError: the data ends in it."""
    value = data[at]
    at += 1
    if value < 0x80:
        return value, at
    value &= 0x7F
    for shift in range(7, 7 * _LONGEST, 7):
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
    raise NoNumber


class _Thread:
    """The last stack of a thread."""

    def __init__(self, number_of_track: int) -> None:
        self.track = number_of_track
        self.node, self.depth = NO_NODE, 0
        self.states = 0
        """All bits that were set in one of its samples."""


class Samples:
    """Stacks of frames by their numbers in the file, and their samples: in all, on a CPU, with the GIL."""

    def __init__(self, order: str, frames: int) -> None:
        """``order``: of bytes, as ``struct`` has it; ``frames``: how many the file has."""
        self.stacks = Builder()
        self.collector = Collector(3)
        self.count = 0
        self.at_limit = 0
        """Samples with as many frames as are kept: there may have been more."""
        self._owner = Struct(f"{order}QI")
        self._frames = frames
        self._threads: dict[bytes, _Thread] = {}
        self._again: _Thread | None = None
        """Whose stack comes again."""
        self._left = 0
        """How often."""

    def take(self, pieces: Iterable[bytes]) -> None:
        """All samples; ProfileError: they are damaged."""
        rest = b""
        for piece in pieces:
            rest += piece
            rest = rest[self._take_whole(rest) :]
        if rest or self._left:
            raise self._damaged()

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

    def _take_whole(self, data: bytes) -> int:
        """Take the samples that are there to their end; where the rest begins."""
        at = 0
        try:
            while at < len(data):
                at = self._run(data, at) if self._left else self._record(data, at)
        except IndexError:
            pass
        except NoNumber:
            raise self._damaged() from None
        return at

    def _record(self, data: bytes, at: int) -> int:
        """One record; where it ends. Nothing is changed when it does not end in this data."""
        kind, owner = data[at + _OWNER], data[at : at + _OWNER]
        thread = self._threads.get(owner)
        if thread is None:
            thread = self._threads[owner] = self._new_thread()
        at += _OWNER + 1
        if kind == _REPEATED:
            self._left, at = number(data, at)
            self._again = thread
            return at
        at = _past_number(data, at)
        state = data[at]
        first, at = number(data, at + 1)
        if kind == _WHOLE:
            pushed, popped = first, thread.depth
        else:
            pushed, at = number(data, at)
            popped = thread.depth - first if kind == _SHARED else first
            if kind > _POPPED or not 0 <= popped <= thread.depth:
                raise self._damaged()
        frames, at = self._numbers(data, at, pushed)
        self._move(thread, popped, frames)
        self._add(thread, 1, state >> 1 & 1, state & 1, state)
        return at

    def _new_thread(self) -> _Thread:
        return _Thread(self.collector.track(Track("", tid=str(len(self._threads)))))

    def _numbers(self, data: bytes, at: int, count: int) -> tuple[Sequence[int], int]:
        """The numbers of so many frames, and where they end."""
        if count > DEEPEST:
            raise self._damaged()
        frames: Sequence[int] = data[at : at + count]
        if len(frames) == count and data[at : at + count].isascii():
            at += count
        else:
            frames = []
            for _ in range(count):
                frame, at = number(data, at)
                frames.append(frame)
        if count and max(frames) >= self._frames:
            raise ProfileError(messages.NO_SUCH_FRAME.format(max(frames), self._frames))
        return frames, at

    def _move(self, thread: _Thread, popped: int, frames: Sequence[int]) -> None:
        """From a stack to the next of the same thread."""
        if popped == thread.depth:
            thread.node = NO_NODE
        else:
            parent, node = self.stacks.parent, thread.node
            for _ in range(popped):
                node = parent[node]
            thread.node = node
        thread.depth += len(frames) - popped
        if frames:
            thread.node = self.stacks.below(thread.node, reversed(frames))
            if len(self.stacks.parent) > MOST_NODES:
                raise ProfileError(messages.TOO_MANY_STACKS.format(MOST_NODES))

    def _run(self, data: bytes, at: int) -> int:
        """As many samples of one stack as are there; where the first of the others begins."""
        thread, left = self._again, self._left
        assert thread is not None
        on_cpu = with_gil = states = 0
        try:
            while left:
                end = at
                while data[end] >= 0x80:
                    end += 1
                    if end - at >= _LONGEST:
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
        self._add(thread, self._left - left, on_cpu, with_gil, states)
        self._left = left
        return at

    def _add(self, thread: _Thread, samples: int, on_cpu: int, with_gil: int, states: int) -> None:
        thread.states |= states
        self.count += samples
        if thread.depth == MOST_FRAMES_KEPT:
            self.at_limit += samples
        self.collector.add(thread.node, thread.track, (samples, on_cpu, with_gil))


def _past_number(data: bytes, at: int) -> int:
    """Where a number ends whose value does not matter."""
    return at + 1 if data[at] < 0x80 else number(data, at)[1]
