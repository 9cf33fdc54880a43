"""Processor profiles of gperftools, which ``yep`` and ``CPUPROFILE`` write: addresses of machine code alone.

Described in gperftools' ``cpuprofile-fileformat.html``. All is words of 4 or 8 bytes, in the order of the
machine: a header 0, 3, 0, microseconds between samples, 0; records of how often, how many addresses, and
these, the innermost first; at the end 0, 1, 0. Then comes text, what was mapped where, as ``/proc/self/maps``
has it: ``7f00-7f9c r-xp 0010 08:01 12 /usr/lib/libpython3.11.so``.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_right

import proftui_parsers.messages as messages
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.measure import SAMPLES, TIME
from proftui_parsers.profile import Profile, ProfileError
from proftui_parsers.stacks.addresses import placed
from proftui_parsers.stacks.building import DEEPEST, LONGEST_NAME, Builder
from proftui_parsers.stacks.collecting import Collector
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.recording import Track
from proftui_parsers.stacks.text import lines_of

if TYPE_CHECKING:
    from proftui_parsers.files import Progress

_FORMS = tuple((code, order) for code in "QI" for order in ("little", "big"))
"""Codes of words, and orders of their bytes."""
_HEADER, _END = [0, 3, 0], [0, 1, 0]
_OF_HEADER = 5
_MICROSECOND = 1e-6
_OF_MAPPING, _OF_SAMPLE = 300, 60
"""Bytes that each takes."""
_HEX_DIGITS = "0123456789abcdefABCDEF"


def matches(head: bytes) -> bool:
    """Whether data begins with such a header, in words of either size and order."""
    return any(_words(head[:40], *form) for form in _FORMS)


def _words(data: bytes, code: str, order: str) -> array[int]:
    """The words of a profile; none if it does not begin with a header in such words."""
    words = array(code)
    words.frombytes(data[: len(data) // words.itemsize * words.itemsize])
    if order != sys.byteorder:
        words.byteswap()
    return words if len(words) >= _OF_HEADER and words[:3].tolist() == _HEADER else array(code)


def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
    """The profile of all samples; ProfileError: there are none."""
    data = b"".join(pieces)
    pieces.clear()
    words = next(filter(None, (_words(data, *form) for form in _FORMS)))
    builder, collector = Builder(size=len(data)), Collector(2)
    begins, end = array("q"), _OF_HEADER
    while end + 1 < len(words) and words[end : end + 3].tolist() != _END:
        begins.append(end)
        end += 2 + words[end + 1]
        builder.take(_OF_SAMPLE)
    is_cut = words[end : end + 3].tolist() != _END
    if is_cut and begins and end > len(words):
        end = begins.pop()
    if not any(words[at] for at in begins):
        raise ProfileError(messages.IS_CUT_OFF.format(len(data)) if is_cut else messages.NO_CPU_TIME)
    maps = _Maps(b"" if is_cut else data[(end + 3) * words.itemsize :], builder)
    frames, track, period = dict[int, int](), collector.track(Track("")), words[3] * _MICROSECOND
    for at in begins:
        count, stack = words[at], words[at + 2 : at + 2 + words[at + 1]]
        if len(stack) > DEEPEST:
            raise ProfileError(messages.STACK_TOO_DEEP.format(DEEPEST))
        # Some systems tell the innermost address twice.
        stack = stack[1:] if stack[:1] == stack[1:2] else stack
        for address in stack:
            if address not in frames:
                frames[address] = builder.frame(builder.function(*maps.place(address)), 0)
        node = builder.stack(map(frames.__getitem__, reversed(stack)))
        collector.add(node, track, (count * period, count))
    said = [messages.CUT_OFF_AT.format(end * words.itemsize)] if is_cut else []
    made = builder.collected(
        path,
        "gperftools",
        "gperftools",
        collector,
        measures=(TIME, SAMPLES),
        remarks=(messages.ADDRESSES_ALONE, *said),
        badges=(messages.CUT_OFF,) if is_cut else (),
    )
    return profile_of(made, progress=progress)


class _Maps:
    """What was mapped where in memory."""

    def __init__(self, text: bytes, builder: Builder) -> None:
        made = list[tuple[int, int, int, str]]()
        for lines, _ in lines_of(text):
            for line in lines:
                of = line.split(None, 5)
                numbers = [*of[0].split("-"), of[2]] if len(of) > 5 else []
                if len(numbers) == 3 and all(0 < len(n) <= 16 and not n.strip(_HEX_DIGITS) for n in numbers):
                    builder.take(_OF_MAPPING)
                    start, end, offset = (int(number, 16) for number in numbers)
                    made.append((start, end, offset, of[5].rstrip()[:LONGEST_NAME]))
        self._mapped = sorted(made)
        self._starts = [start for start, *_ in self._mapped]

    def place(self, address: int) -> tuple[str, int, str]:
        """File, no line, and name of what is at an address."""
        at = bisect_right(self._starts, address) - 1
        start, end, offset, file = self._mapped[at] if at >= 0 else (0, 0, 0, "")
        return (file, 0, placed(address, start, offset, file)) if address < end else ("", 0, f"{address:#x}")
