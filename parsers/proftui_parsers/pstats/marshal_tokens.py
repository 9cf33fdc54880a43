"""Whether marshalled bytes are whole: a look at where values begin and end, not at what they mean.

One regular expression steps over a million values in a tenth of a second. Files of odd forms take many
times as long to read, so damage near their end is looked for first.
"""

from __future__ import annotations

import re

import proftui_parsers.messages as messages
from proftui_parsers.pstats.marshal_containers import container_size
from proftui_parsers.pstats.marshal_reader import FLAG, MarshalReader
from proftui_parsers.pstats.marshal_scalars import SCALARS

_LONGEST = 1024
"""No value that the expression knows takes more bytes."""
_AT_ONCE = 5000
"""So many values, and as many in a dict, are matched before what was matched is forgotten."""
_MOST_ODD = 100_000
_CODE = 0x63
_DICTS = b"{}"
_REFERENCES = b"rR"


def check(reader: MarshalReader, depth: int) -> None:
    """Step over all that is left, from ``depth`` dicts inside the outermost; the reader stays where it is."""
    ahead = reader.ahead()
    for _ in range(_MOST_ODD):
        ahead.pos = _run(ahead)
        code = ahead.peek()
        if code == 0x30:
            ahead.pos += 1
            depth -= 1
            if depth < 0:
                return
        elif code & ~FLAG in _DICTS:
            ahead.pos += 1
            depth += 1
        elif code & ~FLAG == _CODE:
            # What follows depends on the version of Python.
            return
        else:
            _step(ahead, code)


def _run(ahead: MarshalReader) -> int:
    """Where the first value is that is not usual, or that goes on beyond the data."""
    while True:
        found = _VALUES.match(ahead.data, ahead.pos)
        end = ahead.pos if found is None else found.end()
        if ahead.pieces and len(ahead.data) - end < _LONGEST:
            ahead.pos = end
            ahead.refill()
        elif end - ahead.pos < _AT_ONCE:
            # Of so many values, each has a byte at least: something else ended this.
            return end
        else:
            ahead.pos = end


def _step(ahead: MarshalReader, code: int) -> None:
    """Step over the beginning of a container, or over a value that is no container."""
    at = ahead.pos
    code, _ = ahead.tag()
    if code in _REFERENCES:
        number = ahead.int32()
        if not 0 <= number < ahead.before + at:
            raise ahead.damaged(at + 1, messages.NO_SUCH_VALUE.format(number))
    elif code in SCALARS:
        SCALARS[code](ahead)
    else:
        container_size(ahead, code)


def _lengths(most: int, high: bytes, of: bytes) -> bytes:
    """So many bytes as the one before says; there are no back references to numbers."""
    return b"|".join(b"\\x%02x%s%s{%d}" % (size, high, of, size) for size in range(most + 1))


_VALUE = b"|".join(
    (
        rb"[i\xe9].{4}",
        rb"[rR].{3}\0",
        rb"[g\xe7].{8}",
        rb"[)\xa9].",
        rb"[zZ\xfa\xda](?:" + _lengths(255, b"", b".") + b")",
        rb"[u\xf5](?:" + _lengths(255, rb"\0\0\0", rb"[^\xc0\xc1\xf5-\xff]") + b")",
        rb"[st\xf3\xf4](?:" + _lengths(255, rb"\0\0\0", b".") + b")",
        rb"[([\xa8\xdb].\0\0\0",
        rb"[I\xc9].{8}",
        rb"[f\xe6](?:" + _lengths(32, b"", rb"[-+.0-9a-z]") + b")",
        rb"[l\xec](?:\x01\0{3}.{2}|\x02\0{3}.{4}|\x03\0{3}.{6}|\x04\0{3}.{8}|\x05\0{3}.{10})",
        rb"[NTF.S]",
    )
)
"""The pattern of one usual value, dicts apart; the most frequent first."""


_VALUES = re.compile(
    rb"(?:%b|[{\xfb](?=((?:%b){,%d}))\1\x30){,%d}" % (_VALUE, _VALUE, _AT_ONCE, _AT_ONCE), re.DOTALL
)
"""The look at where values end refuses nothing that can be read, and sees every cut.

Possessive quantifiers and atomic groups would say it shorter, but match wrongly before Python 3.11.5. So
at most ``_AT_ONCE`` values are matched, for which little has to be remembered, and what is in a dict is
looked at ahead and then stepped over: no other way is tried when its end is not there.
"""
