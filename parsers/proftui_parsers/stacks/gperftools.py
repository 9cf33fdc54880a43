"""Processor profiles of gperftools, which ``yep`` and ``CPUPROFILE`` write: addresses of machine code alone.

Described in gperftools' ``cpuprofile-fileformat.html``. All is words of 8 or 4 bytes, the lowest first:
a header 0, 3, 0, microseconds between samples, 0; records of how often, how many addresses, and these, the
innermost first; at the end 0, 1, 0. Then comes text, what was mapped where, as ``/proc/self/maps`` has it:
``7f00-7f9c r-xp 0010 08:01 12 /usr/lib/libpython3.11.so``.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_right

import proftui_parsers.messages as messages
from proftui_parsers.files import whole
from proftui_parsers.import_free import TYPE_CHECKING, pattern
from proftui_parsers.measure import SAMPLES, TIME
from proftui_parsers.profile import Profile, ProfileError
from proftui_parsers.stacks.building import Builder
from proftui_parsers.stacks.collecting import Collector
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.recording import Track

if TYPE_CHECKING:
    from proftui_parsers.files import Progress

_HEADER, _END, _OF_HEADER, _MICROSECOND = [0, 3, 0], [0, 1, 0], 5, 1e-6
_OF_MAPPING, _OF_SAMPLE = 300, 150
"""Bytes that each takes, a sample for its time."""
_MAP = pattern(rb"(?m)(?:^|(?<=\0))([0-9a-f]{1,16})-([0-9a-f]{1,16}) \S+ ([0-9a-f]{1,16}) \S+ \S+ +(\S.*)")

_FIXED = (0x400000, 0x8048000, 0x10000)
"""Where programs begin that are never moved: what names their addresses wants them as they are."""


def matches(head: bytes) -> bool:
    """Whether data begins with such a header, in words of either size."""
    return bool(_words(head[:40]))


def _words(data: bytes) -> array[int]:
    """The words of a profile; none if it does not begin with a header."""
    for code in "QI":
        words = array(code)
        words.frombytes(data[: len(data) // words.itemsize * words.itemsize])
        if sys.byteorder == "big":
            words.byteswap()
        if words[:3].tolist() == _HEADER:
            return words
    return array("Q")


def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
    """The profile of all samples; ProfileError: there are none."""
    # Imported late: files of other formats never need it.
    from functools import cache

    data = whole(pieces)
    words, builder, collector = _words(data), Builder(size=len(data)), Collector(2)
    maps = [(0, 0, 0, "")]
    for found in _MAP.finditer(data):
        builder.take(_OF_MAPPING + len(found[0]))
        start, stop, offset = (int(number, 16) for number in found.groups()[:3])
        maps.append((start, stop, offset, found[4].decode("utf-8", "replace").rstrip()))
    maps.sort()
    starts, track, at = [start for start, *_ in maps], collector.track(Track("")), _OF_HEADER

    @cache
    def frame(address: int) -> int:
        start, stop, offset, file = maps[bisect_right(starts, address) - 1]
        file = file if address < stop else ""
        return builder.frame(builder.function(file, 0, placed(address, start, offset, file)), 0)

    while words[at : at + 3].tolist() != _END:
        builder.take(_OF_SAMPLE)
        if at + 1 >= len(words):
            raise ProfileError(messages.IS_CUT_OFF.format(len(data)))
        count, stack = words[at], words[at + 2 : at + 2 + words[at + 1]]
        at += 2 + words[at + 1]
        # Some systems tell the innermost address twice.
        stack = stack[1:] if stack[:1] == stack[1:2] else stack
        node = builder.stack(map(frame, reversed(stack)))
        collector.add(node, track, (count * words[3] * _MICROSECOND, count))
    if not len(collector):
        raise ProfileError(messages.NO_CPU_TIME)
    what = {"measures": (TIME, SAMPLES), "remarks": (messages.ADDRESSES_ALONE,)}
    made = builder.collected(path, "gperftools", "gperftools", collector, **what)
    return profile_of(made, progress=progress)


def placed(address: int, start: int, offset: int, file: str) -> str:
    """An address as tools ask for it, by its place in the library: ``0x2a1b2 (libpython3.11.so)``.

    ``start``: where in memory the byte ``offset`` of the file stands.
    """
    library = file.rpartition("/")[2]
    if not library or address < start:
        return f"{address:#x}"
    base = start - offset
    return f"{address - (base if base not in _FIXED else 0):#x} ({library})"
