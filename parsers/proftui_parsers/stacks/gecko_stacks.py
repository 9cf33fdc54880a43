"""Stacks of Firefox profiles, from their tables into a builder; every number of an entry is checked."""

from __future__ import annotations

from array import array

import proftui_parsers.messages as messages
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.profile import ProfileError
from proftui_parsers.stacks.frame_texts import pyspy_frame
from proftui_parsers.stacks.gecko_tables import NONE
from proftui_parsers.stacks.recording import NO_NODE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proftui_parsers.stacks.building import Builder
    from proftui_parsers.stacks.gecko_tables import GeckoTables

_LAUNCHER = "_sync_coordinator.py"
"""The file of what Tachyon starts a program with."""
MOST_FUNCTIONS = 150_000
"""As many as fit into the memory that a small file may take."""
_UNKNOWN, _BEGUN, _LEFT_OUT = -2, -3, -4
_EMPTY = array("i")
_HAS_SOURCE = 8
"""Among the flags of a function."""


class GeckoStacks:
    """The stacks of a thread, or of all threads that share their tables."""

    def __init__(self, builder: Builder, own: GeckoTables, shared: GeckoTables, *, is_tachyon: bool) -> None:
        """``own``: the tables of a thread; what it has not is in ``shared``."""

        def columns(table: str) -> dict[str, array[int]]:
            return own.columns.get(table) or shared.columns.get(table, {})

        stacks, frames, functions = columns("stackTable"), columns("frameTable"), columns("funcTable")
        self.builder, self.is_tachyon = builder, is_tachyon
        self.texts: Sequence[str] = own.strings if own.strings is not None else shared.strings or []
        self.prefix, self.frame = stacks.get("prefix", _EMPTY), stacks.get("frame", _EMPTY)
        if "prefixOffset" in stacks:
            # Versions from 66 on say how far before a stack its caller stands; 0: it has none.
            offsets = enumerate(stacks["prefixOffset"])
            self.prefix = array("q", [at - offset if offset else NONE for at, offset in offsets])
        self.function, self.location = frames.get("func", _EMPTY), frames.get("location")
        self.line = frames.get("line", _EMPTY)
        self.name, self.file = functions.get("name", _EMPTY), functions.get("fileName", _EMPTY)
        self.source = functions.get("source", _EMPTY)
        self.sources = columns("sources").get("filename", _EMPTY)
        flags = functions.get("flags")
        if flags is not None:
            # Versions from 73 on say so beside what is there or not.
            pairs = zip(self.source, flags, strict=False)
            self.source = array("i", [of if flag & _HAS_SOURCE else NONE for of, flag in pairs])
        self.defined_at = functions.get("lineNumber", _EMPTY)
        self.resource = functions.get("resource", _EMPTY)
        self.resources = columns("resourceTable").get("name", _EMPTY)
        self.left_out = 0
        """Frames of the launcher."""
        count = min(len(self.prefix), len(self.frame))
        self._nodes = array("i", [_UNKNOWN]) * count
        self._frames = array("i", [_UNKNOWN]) * len(self.function if self.location is None else self.location)

    def node(self, stack: int) -> int:
        """The node of a stack; ProfileError: it calls itself, or it names what there is not."""
        nodes, path, here = self._nodes, [], stack
        while True:
            if not 0 <= here < len(nodes):
                raise _missing("stack", here, len(nodes))
            node = nodes[here]
            if node == _BEGUN:
                raise ProfileError(messages.STACKS_IN_CIRCLES.format(here))
            if node != _UNKNOWN:
                break
            nodes[here] = _BEGUN
            path.append(here)
            here = self.prefix[here]
            if here == NONE:
                node = NO_NODE
                break
        for here in reversed(path):
            frame = self._frame(self.frame[here])
            if frame != _LEFT_OUT:
                node = self.builder.node(node, frame)
            nodes[here] = node
        return node

    def _frame(self, number: int) -> int:
        """The builder's frame; ``_LEFT_OUT``: it is one of the launcher."""
        if not 0 <= number < len(self._frames):
            raise _missing("frame", number, len(self._frames))
        known = self._frames[number]
        if known == _UNKNOWN:
            file, defined_at, name = self._function(number)
            line = max(0, self.line[number]) if number < len(self.line) else 0
            if self.is_tachyon and file.rpartition("/")[2] == _LAUNCHER:
                self.left_out += 1
                known = _LEFT_OUT
            else:
                at = defined_at if self.builder.defined else line or defined_at
                known = self.builder.frame(self.builder.function(file, at, name), line)
                if len(self.builder.names) > MOST_FUNCTIONS:
                    raise ProfileError(messages.STACKS_OF_TOO_MANY_FUNCTIONS.format(MOST_FUNCTIONS))
            self._frames[number] = known
        return known

    def _function(self, frame: int) -> tuple[str, int, str]:
        """File, line and name of the function of a frame."""
        if self.location is not None:
            return located(self._text(self.location[frame]))
        function = self.function[frame]
        if not 0 <= function < len(self.name):
            raise _missing("function", function, len(self.name))
        line = max(0, self.defined_at[function]) if function < len(self.defined_at) else 0
        return self._file(function), line, self._text(self.name[function])

    def _file(self, function: int) -> str:
        """The file of a function; empty: it has none."""
        text = self.file[function] if function < len(self.file) else NONE
        source = self.source[function] if function < len(self.source) else NONE
        if source != NONE:
            if not 0 <= source < len(self.sources):
                raise _missing("source", source, len(self.sources))
            text = self.sources[source]
        return self._text(text) if text != NONE else self._frozen(function)

    def _frozen(self, function: int) -> str:
        """``<frozen runpy>``, which Tachyon leaves out of files and has among resources; empty otherwise."""
        number = self.resource[function] if function < len(self.resource) else NONE
        if not self.is_tachyon or not 0 <= number < len(self.resources):
            return ""
        text = self._text(self.resources[number]) if self.resources[number] != NONE else ""
        return text if text.startswith("<") else ""

    def _text(self, number: int) -> str:
        if not 0 <= number < len(self.texts):
            raise _missing("text", number, len(self.texts))
        return self.texts[number]


def located(text: str) -> tuple[str, int, str]:
    """File, line of the definition and name of ``work (/srv/app.py:1)``, which may end with a column, too.

    Of anything else, all is the name.
    """
    frame = pyspy_frame(text)
    if frame is None or not frame[0] or not frame[1]:
        return "", 0, text
    # The last number is a column if another stands before it.
    file, line, _ = pyspy_frame(f" ({frame[0]})") or frame
    return (file, line, frame[2]) if file and line else frame


def _missing(what: str, number: int, count: int) -> ProfileError:
    return ProfileError(messages.NO_SUCH_ENTRY.format(what, number, count))
