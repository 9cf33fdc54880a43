"""Stacks put together, frame by frame, into a recording."""

from __future__ import annotations

from array import array

import proftui_parsers.messages as messages
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.profile import ProfileError
from proftui_parsers.stacks.recording import NO_PARENT, Recording, Records, Stacks

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from proftui_parsers.stacks.collecting import Collector

MOST_NODES = 20_000_000
"""Different stacks, their beginnings counted too."""
MOST_FUNCTIONS = 1_000_000
DEEPEST = 400_000
"""Frames of a stack that stands whole in a file, or that repeats another with more of them."""
LONGEST_NAME = 4_000
"""Characters of a name or a file that are kept."""
ROOM, TIMES = 48 << 20, 4
"""Bytes that what is built may take, for any file, or for each byte of it if that is more; in recordings of
programs that is less than two."""
OF_FUNCTION, OF_FRAME, OF_RECORD, OF_CHILD, OF_NODE = 450, 250, 250, 220, 60
"""Bytes that one of these takes until the figures are there: a child beside another, and a first child."""
_BITS = 32
_MOST_RECENT = 500_000


class Builder:
    """Functions, frames and stacks by what they are, each kept once."""

    def __init__(self, *, defined: bool = False, size: int | None = None) -> None:
        """``defined``: lines of functions are those of definitions, and a part of what tells them apart.

        ``size``: bytes of the file, by which it is limited what all of this may take.
        """
        self.defined = defined
        self.size = size
        self._room = max(ROOM, TIMES * size) if size is not None else 1 << 62
        self.files: list[str] = []
        self.linenos: list[int] = []
        self.names: list[str] = []
        self.frame_function, self.frame_line = array("i"), array("i")
        self.parent, self.frame_of = array("i"), array("i")
        self._first = array("i")
        """By node, the first child that was made of it; -1: none. Most nodes have no other."""
        self._functions: dict[tuple[str, int, str], int] = {}
        self._frames: dict[tuple[int, int], int] = {}
        self._nodes: dict[int, int] = {}
        """What is outermost, and children beside the first, by parent and frame."""
        self._last: Sequence[int] = ()
        self._path: list[int] = []
        """The frames of the stack before, and its nodes, the outermost first."""
        self._recent: dict[tuple[int, ...], int] = {}
        self._in_recent = 0
        """Whole stacks by their frames, as programs come to the same ones again; and how many frames."""

    def grow(self, size: int) -> None:
        """Count bytes of the file that were not known before, as they had to be unpacked."""
        before = self.size or 0
        self.size = before + size
        self._room += max(ROOM, TIMES * self.size) - max(ROOM, TIMES * before)

    def take(self, size: int) -> None:
        """Count bytes that something new takes; ProfileError: too many for a file of this size."""
        self._room -= size
        if self._room < 0:
            raise ProfileError(messages.TOO_MUCH_FOR_ITS_SIZE)

    def function(self, file: str, line: int, name: str) -> int:
        """The number of a function.

        ``line``: of its definition; where lines are those that were executing, the first of them is kept.
        """
        name, file = name[:LONGEST_NAME], file[:LONGEST_NAME]
        key = file, line if self.defined else 0, name
        known = self._functions.get(key)
        if known is None:
            known = self._functions[key] = len(self.names)
            if known >= MOST_FUNCTIONS:
                raise ProfileError(messages.STACKS_OF_TOO_MANY_FUNCTIONS.format(MOST_FUNCTIONS))
            self.take(OF_FUNCTION + len(name) + len(file))
            self.files.append(file)
            self.linenos.append(line)
            self.names.append(name)
        elif not self.defined and line > 0 and not 0 < self.linenos[known] <= line:
            self.linenos[known] = line
        return known

    def frame(self, function: int, line: int) -> int:
        """The number of a frame: a function, and the line of it that is executing, 0 if that is not known."""
        key = function, line
        known = self._frames.get(key)
        if known is None:
            self.take(OF_FRAME)
            known = self._frames[key] = len(self.frame_function)
            self.frame_function.append(function)
            self.frame_line.append(line)
        return known

    def node(self, parent: int, frame: int) -> int:
        """The stack that ``parent`` (or :data:`NO_PARENT`) becomes with one more frame."""
        if parent >= 0:
            first = self._first[parent]
            if first < 0:
                self._first[parent] = len(self.parent)
                return self._new(parent, frame, OF_NODE)
            if self.frame_of[first] == frame:
                return first
        key = parent << _BITS | frame
        known = self._nodes.get(key)
        if known is None:
            known = self._nodes[key] = self._new(parent, frame, OF_CHILD)
        return known

    def _new(self, parent: int, frame: int, size: int) -> int:
        number = len(self.parent)
        if number >= MOST_NODES:
            raise ProfileError(messages.TOO_MANY_STACKS.format(MOST_NODES))
        self._room -= size
        if self._room < 0:
            raise ProfileError(messages.TOO_MUCH_FOR_ITS_SIZE)
        self.parent.append(parent)
        self.frame_of.append(frame)
        self._first.append(-1)
        return number

    def stack(self, frames: Iterable[int]) -> int:
        """The stack of these frames, the outermost first; :data:`NO_PARENT` of none.

        TypeError or OverflowError: one of them is no number of a frame.
        """
        frames = tuple(frames)
        known = self._recent.get(frames)
        if known is None:
            if len(frames) > DEEPEST:
                raise ProfileError(messages.STACK_TOO_DEEP.format(DEEPEST))
            # The quickest way to see that all are whole numbers, and none below 0 or beyond 32 bits.
            array("I", frames)
            known = self._recent[frames] = self.known_stack(frames)
            self._in_recent += len(frames)
            if self._in_recent > _MOST_RECENT:
                self._recent, self._in_recent = {}, 0
        return known

    def below(self, node: int, frames: Iterable[int]) -> int:
        """The stack of these frames below those of another one."""
        first, frame_of = self._first, self.frame_of
        for frame in frames:
            child = first[node] if node >= 0 else -1
            node = child if child >= 0 and frame_of[child] == frame else self.node(node, frame)
        return node

    def tree(self, parents: Iterable[int], frames: Iterable[int]) -> array[int]:
        """By node of another tree, what it is here; ``frames``: by node, its frame here, -1: to leave out."""
        made, first, frame_of = array("i"), self._first, self.frame_of
        for parent, frame in zip(parents, frames, strict=True):
            node = made[parent] if parent >= 0 else NO_PARENT
            if frame >= 0:
                child = first[node] if node >= 0 else -1
                node = child if child >= 0 and frame_of[child] == frame else self.node(node, frame)
            made.append(node)
        return made

    def stacks_of(self, batch: Iterable[Iterable[int]], *, keep: bool = True) -> list[int]:
        """As :meth:`stack` of each of them; ``keep``: unless the caller keeps what they become."""
        keys = list(map(tuple, batch))
        if not keep:
            for key in keys:
                # TypeError or OverflowError, as of :meth:`stack`.
                array("I", key)
            return list(map(self.known_stack, keys))
        found: list[Any] = list(map(self._recent.get, keys))
        if None in found:
            found = [self.stack(key) if node is None else node for key, node in zip(keys, found, strict=True)]
        return found

    def known_stack(self, frames: Sequence[int]) -> int:
        """As :meth:`stack`, of frames that have a number here, of which the caller keeps what they become."""
        # Most of a stack is that of the one before.
        same, path = 0, self._path
        for frame, before in zip(frames, self._last, strict=False):
            if frame != before:
                break
            same += 1
        del path[same:]
        self._last = frames
        if not same and frames:
            path.append(self.node(NO_PARENT, frames[0]))
            same = 1
        here = path[-1] if path else NO_PARENT
        first, frame_of, nodes = self._first, self.frame_of, self._nodes
        for frame in frames[same:]:
            child = first[here]
            if child >= 0 and frame_of[child] != frame:
                child = nodes.get(here << _BITS | frame, -1)
            if child < 0:
                child = self.node(here, frame)
            path.append(child)
            here = child
        return here

    def stacks(self) -> Stacks:
        """All of them; what was kept to tell equal ones is given up."""
        self._nodes, self._frames, self._functions, self._first = {}, {}, {}, array("i")
        self._recent, self._last, self._path = {}, (), []
        return Stacks(self.parent, self.frame_of, self.frame_function, self.frame_line)

    def recording(
        self, path: str, records: Records, calls: array[int] | None = None, **what: Any
    ) -> Recording:
        """The recording in a file, of these records; ``what``: its other fields. The builder is used up.

        ``calls``: by node, how often it was entered, if that is known.
        """
        stacks = self.stacks()
        stacks.calls = calls
        made = {"paths": (path,), "files": self.files, "linenos": self.linenos, "names": self.names, **what}
        return Recording(path=path, stacks=stacks, records=records, **made)

    def collected(self, path: str, kind: str, producer: str, collector: Collector, **what: Any) -> Recording:
        """The recording of what was collected from a file of this format; ProfileError: that is nothing."""
        if not len(collector):
            raise ProfileError(messages.NO_STACKS)
        tracks, records = tuple(collector.tracks), collector.records()
        return self.recording(path, records, format=kind, producer=producer, tracks=tracks, **what)


def counted(*sentences: tuple[str, float]) -> list[str]:
    """Of sentences with their numbers, those that count anything."""
    return [sentence.format(number) for sentence, number in sentences if number]
