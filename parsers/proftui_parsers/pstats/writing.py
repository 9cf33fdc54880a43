"""A profile written as a ``.stats`` file, for programs that read nothing else.

The file says what the profile says, and in pstats' own forms: a caller of which only the calls are
known is a number, a caller without an entry is named only as a caller, a count of -1 is none and so is
a time that is no number. What is lost is that times were sampled: no other reader expects that.
"""

from __future__ import annotations

import struct

import proftui_parsers.messages as messages
from proftui_parsers.profile import Profile, ProfileError

_INT32 = 2**31
_DIGIT = 15
"""Bits in each digit of a large number."""

_ENTRY, _CALLER = b")\x05", b")\x04"
_KEY = b"\xa9\x03"
"""A tuple of three that later ones may refer to by its number."""
_DICT, _END = b"{", b"0"
_NUMBERED = 0x80
"""In a type byte: later values may refer to this one by its number."""

BIDI = {
    code: f"\\u{code:04x}" for code in (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
}
"""What turns the direction of text, so that another name is seen: for :meth:`str.translate`."""
_NUMBER = struct.Struct("<ci")
_SIZE = struct.Struct("<cI")
_TIMES = struct.Struct("<cdcd")


def stats_bytes(profile: Profile) -> bytes:
    """The profile as a ``.stats`` file that ``pstats.Stats`` loads, which needs cumulative times."""
    if profile.cumtime is None:
        raise ProfileError(messages.NOT_AS_STATS)
    data, numbers = bytearray(_DICT), dict[int | str, int]()
    for index in range(profile.count):
        data += _key(profile, index, numbers) + _ENTRY
        # Of a function the primitive calls come first, of a caller all calls do.
        data += _whole(-1 if profile.primitive_calls is None else profile.primitive_calls[index])
        data += _whole(-1 if profile.ncalls is None else profile.ncalls[index])
        data += _TIMES.pack(b"g", profile.tottime[index], b"g", profile.cumtime[index]) + _DICT
        for entry in range(profile.edges.starts[index], profile.edges.starts[index + 1]):
            data += _key(profile, profile.edges.callers[entry], numbers) + _caller(profile, entry)
        data += _END
    data += _END
    return bytes(data)


def _caller(profile: Profile, entry: int) -> bytes:
    edges = profile.edges
    ncalls, primitive = edges.ncalls[entry], edges.primitive_calls[entry]
    tottime, cumtime = edges.tottime[entry], edges.cumtime[entry]
    # Of a mere number pstats prints the caller's own cumtime: it fails where the caller has no entry.
    has_entry = edges.callers[entry] < profile.count
    if has_entry and primitive < 0 and tottime != tottime and cumtime != cumtime:
        return _whole(ncalls)
    return _CALLER + _whole(ncalls) + _whole(primitive) + _TIMES.pack(b"g", tottime, b"g", cumtime)


def _key(profile: Profile, index: int, numbers: dict[int | str, int]) -> bytes:
    """A key as it is spelled out once, and then given by its number."""
    number = numbers.get(index)
    if number is not None:
        return _SIZE.pack(b"r", number)
    numbers[index] = len(numbers)
    file, line, name = profile.function(index)
    return _KEY + _text(file, numbers) + _whole(line) + _text(name, numbers)


def _whole(value: int) -> bytes:
    """A whole number of any size."""
    if -_INT32 <= value < _INT32:
        return _NUMBER.pack(b"i", value)
    digits, rest = [], abs(value)
    while rest:
        digits.append(rest & ((1 << _DIGIT) - 1))
        rest >>= _DIGIT
    size = len(digits) if value > 0 else -len(digits)
    return _NUMBER.pack(b"l", size) + struct.pack(f"<{len(digits)}H", *digits)


def _text(value: str, numbers: dict[int | str, int]) -> bytes:
    """A text as it is spelled out once, and then given by its number.

    Half a surrogate pair, as names of odd files have, is kept; what turns the direction of text is not.
    """
    number = numbers.get(value)
    if number is not None:
        return _SIZE.pack(b"r", number)
    numbers[value] = len(numbers)
    value = value.translate(BIDI)
    if value.isascii() and len(value) < 256:
        return bytes((ord("z") | _NUMBERED, len(value))) + value.encode("ascii")
    data = value.encode("utf-8", "surrogatepass")
    return _SIZE.pack(bytes((ord("u") | _NUMBERED,)), len(data)) + data
