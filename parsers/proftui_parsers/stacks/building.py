"""Stacks put together, frame by frame, into a recording."""

from __future__ import annotations

from array import array

import proftui_parsers.messages as messages
from proftui_parsers.profile import ProfileError
from proftui_parsers.stacks.recording import NO_PARENT, Stacks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_NODES = 20_000_000
"""Different stacks, their beginnings counted too."""
MOST_FUNCTIONS = 1_000_000
LONGEST_NAME = 4_000
"""Characters of a name or a file that are kept."""
_BITS = 32


class Builder:
    """Functions, frames and stacks by what they are, each kept once."""

    def __init__(self, *, defined: bool = False) -> None:
        """``defined``: lines of functions are those of definitions, and a part of what tells them apart."""
        self.defined = defined
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
                raise ProfileError(messages.MORE_FUNCTIONS.format(MOST_FUNCTIONS))
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
                return self._new(parent, frame)
            if self.frame_of[first] == frame:
                return first
        key = parent << _BITS | frame
        known = self._nodes.get(key)
        if known is None:
            known = self._nodes[key] = self._new(parent, frame)
        return known

    def _new(self, parent: int, frame: int) -> int:
        number = len(self.parent)
        if number >= MOST_NODES:
            raise ProfileError(messages.TOO_MANY_STACKS.format(MOST_NODES))
        self.parent.append(parent)
        self.frame_of.append(frame)
        self._first.append(-1)
        return number

    def stack(self, frames: Iterable[int]) -> int:
        """The stack of these frames, the outermost first."""
        first, frame_of, nodes, here = self._first, self.frame_of, self._nodes, NO_PARENT
        for frame in frames:
            child = first[here] if here >= 0 else -1
            if child < 0 or frame_of[child] != frame:
                known = nodes.get(here << _BITS | frame)
                child = self.node(here, frame) if known is None else known
            here = child
        return here

    def stacks(self) -> Stacks:
        """All of them; what was kept to tell equal ones is given up."""
        self._nodes, self._frames, self._functions, self._first = {}, {}, {}, array("i")
        return Stacks(self.parent, self.frame_of, self.frame_function, self.frame_line)
