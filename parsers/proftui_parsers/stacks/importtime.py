"""Logs of ``python -X importtime``: the time that each module took, with and without what it imported.

A line a module, ``import time: 313 | 545 | name`` in microseconds, behind those that it imported, which are
indented. What the program prints to the same place stands in between.
"""

from __future__ import annotations

import proftui_parsers.messages as messages
from proftui_parsers.files import whole
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.measure import TIME
from proftui_parsers.profile import Profile
from proftui_parsers.stacks.building import Builder
from proftui_parsers.stacks.collecting import Collector
from proftui_parsers.stacks.deriving import profile_of, telling
from proftui_parsers.stacks.recording import NO_NODE, Track
from proftui_parsers.stacks.text import lines_of, text_of

if TYPE_CHECKING:
    from proftui_parsers.files import Progress

_BEGINS = "import time:"
_DIGITS = 15
_OF_ENTRY = 100
"""Bytes that a module takes until all are read."""


def matches(head: bytes) -> bool:
    """Whether a text that begins like this has a line of such a log, or its heading."""
    return any(line.startswith(_BEGINS) and "|" in line for line in text_of(head, cut=True).split("\n"))


def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
    """The profile of all imports; ProfileError: there are none."""
    data, entries = whole(pieces), list[tuple[int, str, int]]()
    builder, collector = Builder(size=len(data)), Collector(1)
    for lines in telling(lines_of(data), progress):
        found = list(filter(None, map(_entry, lines)))
        builder.take(_OF_ENTRY * len(found))
        entries += found
    track, open_nodes = collector.track(Track("")), list[tuple[int, int]]()
    # From the last line up, a module stands before what it imported.
    for indent, name, own in reversed(entries):
        while open_nodes and open_nodes[-1][0] >= indent:
            open_nodes.pop()
        above = open_nodes[-1][1] if open_nodes else NO_NODE
        node = builder.node(above, builder.frame(builder.function("", 0, name), 0))
        open_nodes.append((indent, node))
        collector.add(node, track, (own * 1e-6,))
    made = builder.collected(path, "importtime", messages.IMPORT_TIMES, collector, measures=(TIME,))
    return profile_of(made, progress=progress)


def _entry(line: str) -> tuple[int, str, int] | None:
    """How far a module is indented, its name, and its own microseconds; ``None``: this is no such line."""
    own, _, rest = line.removeprefix(_BEGINS).partition("|")
    _, bar, module = rest.partition("|")
    own, name = own.strip(), module.strip()
    is_one = line.startswith(_BEGINS) and own.isdecimal() and own.isascii() and len(own) <= _DIGITS
    return (len(module) - len(module.lstrip()), name, int(own)) if is_one and bar and name else None
