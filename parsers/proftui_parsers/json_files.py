"""Which of our formats a JSON file is of, by keys that it has at its top."""

from __future__ import annotations

from proftui_parsers.files import UTF16, beginning
from proftui_parsers.import_free import NamedTuple
from proftui_parsers.profile import Profile, ProfileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from proftui_parsers.files import Progress

    Read = Callable[[bytearray, str, Progress | None], Profile]

_ENDS = 64 << 10
"""Bytes at both ends in which a key is looked for first."""


class JsonFormat(NamedTuple):
    """A kind of JSON file."""

    name: str
    """As :attr:`Profile.format` has it."""
    keys: tuple[bytes, ...]
    """All of these are in the file."""
    read: Read
    """The profile; raises NotThisFormat where the file is another one after all, or ProfileError."""


def _read_speedscope(data: bytearray, path: str, progress: Progress | None) -> Profile:
    from proftui_parsers.stacks.speedscope import Speedscope

    return Speedscope.profile(data, path, progress)


def _read_session(data: bytearray, path: str, progress: Progress | None) -> Profile:
    from proftui_parsers.stacks.pyinstrument import Session

    return Session.profile(data, path, progress)


def _read_tree(data: bytearray, path: str, progress: Progress | None) -> Profile:
    from proftui_parsers.stacks.pyinstrument_tree import Tree

    return Tree.profile(data, path, progress)


def _read_gecko(data: bytearray, path: str, progress: Progress | None) -> Profile:
    from proftui_parsers.stacks.gecko import Gecko

    return Gecko.profile(data, path, progress)


JSON_FORMATS = (
    JsonFormat("speedscope", (b"speedscope.app/file-format-schema",), _read_speedscope),
    JsonFormat("pyinstrument", (b'"frame_records"',), _read_session),
    JsonFormat("pyinstrument", (b'"root_frame"',), _read_tree),
    JsonFormat("speedscope", (b'"shared"', b'"profiles"'), _read_speedscope),
    JsonFormat("gecko", (b'"preprocessedProfileVersion"',), _read_gecko),
    JsonFormat("gecko", (b'"stackTable"',), _read_gecko),
)


def matches(head: bytes) -> bool:
    """Whether a file that begins like this is JSON with an object or an array in it."""
    if head.startswith(UTF16):
        from proftui_parsers.stacks.text import decoded

        head = decoded(head, cut=True).encode("utf-8", "replace")
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
        from proftui_parsers.stacks.text import decoded

        data = bytearray(decoded(bytes(data)).encode("utf-8", "replace"))
    for known in JSON_FORMATS:
        if all(_has(data, key) for key in known.keys):
            try:
                return known.read(data, path, progress)
            except NotThisFormat:
                continue
    from proftui_parsers.foreign import describe

    raise ProfileError(describe(beginning(data, 1 << 20)))


def _as_one(pieces: list[bytes]) -> bytearray:
    """The pieces one behind the other, each freed when it is there."""
    data = bytearray()
    pieces.reverse()
    while pieces:
        data += pieces.pop()
    return data


def _has(data: bytearray, key: bytes) -> bool:
    return data.find(key, 0, _ENDS) >= 0 or data.find(key, max(0, len(data) - _ENDS)) >= 0 or key in data
