"""Which of our formats a JSON file is of, by keys that it has at its top."""

from __future__ import annotations

from proftui_parsers.files import UTF16, beginning
from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple
from proftui_parsers.profile import Profile, ProfileError

if TYPE_CHECKING:
    from proftui_parsers.files import Progress
    from proftui_parsers.stacks.json_reading import JsonReading

_ENDS = 64 << 10
"""Bytes at both ends in which a key is looked for first."""


class JsonFormat(NamedTuple):
    """A kind of JSON file."""

    name: str
    """As :attr:`Profile.format` has it."""
    keys: tuple[bytes, ...]
    """All of these are in the file."""
    is_tree: bool = False
    """Whether it is the tree of pyinstrument."""


JSON_FORMATS = (
    JsonFormat("speedscope", (b"speedscope.app/file-format-schema",)),
    JsonFormat("pyinstrument", (b'"frame_records"',)),
    JsonFormat("pyinstrument", (b'"root_frame"',), is_tree=True),
    JsonFormat("speedscope", (b'"shared"', b'"profiles"')),
    JsonFormat("scalene", (b'"elapsed_time_sec"', b'"files"')),
    JsonFormat("gecko", (b'"preprocessedProfileVersion"',)),
    JsonFormat("gecko", (b'"stackTable"',)),
    JsonFormat("memray", (b'"costs"', b'"callchain"')),
    JsonFormat("memray", (b'"top_allocations_by_size"', b'"top_allocations_by_count"')),
)


def matches(head: bytes) -> bool:
    """Whether a file that begins like this is JSON with an object or an array in it."""
    if head.startswith(UTF16):
        from proftui_parsers.stacks.text import text_of

        head = text_of(head, cut=True).encode("utf-8", "replace")
    start = head.lstrip(b" \t\r\n")
    rest = start[1:].lstrip(b" \t\r\n")[:1]
    return (start[:1] == b"{" and rest in (b'"', b"}")) or (start[:1] == b"[" and rest in (b"{", b"]"))


def kind(ends: bytes) -> str | None:
    """The name of the format that the beginning and the end of a JSON file tell; ``None``: none of ours."""
    # UTF-16 has a zero beside each letter.
    plain = ends.translate(None, b"\x00")
    return next((known.name for known in JSON_FORMATS if all(key in plain for key in known.keys)), None)


def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
    """The profile in a JSON file; ProfileError says what any other file seems to be."""
    from proftui_parsers.json_walk import NotThisFormat

    data = _as_one(pieces)
    if data[:2] in UTF16:
        from proftui_parsers.stacks.text import text_of

        data = bytearray(text_of(bytes(data)).encode("utf-8", "replace"))
    for known in JSON_FORMATS:
        if all(_has(data, key) for key in known.keys):
            try:
                return _reader(known).profile(data, path, progress)
            except NotThisFormat:
                continue
    from proftui_parsers.foreign import describe

    raise ProfileError(describe(beginning(data, 1 << 20)))


def _reader(known: JsonFormat) -> type[JsonReading]:
    """What reads a format; its ``profile`` raises NotThisFormat where the file is another one after all."""
    reader: type[JsonReading]
    if known.is_tree:
        from proftui_parsers.stacks.pyinstrument_tree import Tree as reader
    elif known.name == "pyinstrument":
        from proftui_parsers.stacks.pyinstrument import Session as reader
    elif known.name == "memray":
        from proftui_parsers.stacks.memray import MemrayJson as reader
    elif known.name == "scalene":
        from proftui_parsers.stacks.scalene import Scalene as reader
    elif known.name == "speedscope":
        from proftui_parsers.stacks.speedscope import Speedscope as reader
    else:
        from proftui_parsers.stacks.gecko import Gecko as reader
    return reader


def _as_one(pieces: list[bytes]) -> bytearray:
    """The pieces one behind the other, each freed when it is there."""
    data = bytearray()
    pieces.reverse()
    while pieces:
        data += pieces.pop()
    return data


def _has(data: bytearray, key: bytes) -> bool:
    return data.find(key, 0, _ENDS) >= 0 or data.find(key, max(0, len(data) - _ENDS)) >= 0 or key in data
