"""Bytes of the file that the user named, if it is a file: opening a device can act, a FIFO can hang."""

from __future__ import annotations

import io
import os
import stat
import sys

import proftui_parsers.messages as messages
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.profile import ProfileError

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol, TypeVar

    Answer = TypeVar("Answer")

    class Readable(Protocol):
        """What ``open(path, "rb")``, ``gzip.open(path)`` or a response of a server is."""

        def read(self, size: int, /) -> bytes:
            """Some of the bytes that are left, none at the end."""

    Progress = Callable[[float], None]
    """Is told now and then which share of the work is done; may raise, to give up."""
    Check = Callable[[bytes], object]
    """Raises when a file that begins like this need not be read to its end."""

MAX_BYTES = 1 << 30
"""What is read at most, unless the caller says otherwise."""

BOM = b"\xef\xbb\xbf"
GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
"""How packed files begin."""
UTF16 = b"\xff\xfe", b"\xfe\xff"
"""How text begins that PowerShell writes, its lower or its higher bytes first."""
_CHUNK = 1 << 20
_FEW = 128
"""Blanks that hide nothing of what tells a format."""
_READ_ONLY = os.O_RDONLY
for _flag in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY"):
    _READ_ONLY |= getattr(os, _flag, 0)
_KINDS = (
    (stat.S_ISDIR, messages.IS_FOLDER),
    (stat.S_ISFIFO, messages.IS_PIPE),
    (stat.S_ISSOCK, messages.IS_SOCKET),
    (stat.S_ISCHR, messages.IS_DEVICE),
    (stat.S_ISBLK, messages.IS_DEVICE),
)


def read_bytes(path: str, max_bytes: int = MAX_BYTES) -> bytes:
    """Everything in the file, or on standard input if ``path`` is ``-``; a longer file is refused unread."""
    return b"".join(read_pieces(path, max_bytes))


def whole(pieces: list[bytes]) -> bytes:
    """A file whose pieces are taken out of the list, so that none of it is in memory twice."""
    data = b"".join(pieces)
    pieces.clear()
    return data


def read_pieces(path: str, max_bytes: int = MAX_BYTES, check: Check | None = None) -> list[bytes]:
    """Everything in the file, or from standard input, in pieces; ``check`` is given the first of them."""
    if path == "-":
        return _standard_input(max_bytes, check)
    try:
        _check(os.stat(path), max_bytes)
        descriptor = os.open(path, _READ_ONLY)
        try:
            # Between the two it may have become something else, that cannot even be made a file object.
            status = os.fstat(descriptor)
            _check(status, max_bytes)
            with os.fdopen(descriptor, "rb", buffering=0, closefd=False) as file:
                pieces = _read(file, status.st_size, check)
        finally:
            os.close(descriptor)
    except OSError as problem:
        raise ProfileError(_reason(problem)) from None
    except ValueError:
        # Raised for NUL and for what the file system's encoding cannot express.
        raise ProfileError(messages.NOT_A_NAME) from None
    if sum(map(len, pieces)) != status.st_size:
        raise ProfileError(messages.CHANGED_WHILE_READ)
    return pieces


def read_open(file: Readable, max_bytes: int, check: Check | None = None) -> list[bytes]:
    """What is left in an open file, in pieces, as :func:`read_pieces`; it stays open."""
    if isinstance(file, io.TextIOBase):
        raise TypeError(messages.NOT_BINARY)
    try:
        pieces = _read(file, max_bytes, check)
    except OSError as problem:
        raise ProfileError(_reason(problem)) from None
    if sum(map(len, pieces)) > max_bytes:
        raise ProfileError(messages.INPUT_TOO_LARGE.format(max_bytes))
    return pieces


def beginning(data: bytes | bytearray, size: int) -> bytes:
    """The first bytes of some text, without its mark of UTF-8; of blanks before it few are left."""
    at = len(BOM) if data.startswith(BOM) else 0
    while data[at : at + _FEW].isspace():
        at += _FEW
    return bytes(data[at : at + size])


def with_open(path: str, ask: Callable[[int], Answer]) -> Answer | None:
    """What is answered about the descriptor of a regular file; ``None`` if it cannot be opened or read."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return None
        descriptor = os.open(path, _READ_ONLY)
        try:
            return ask(descriptor)
        finally:
            os.close(descriptor)
    except (OSError, ValueError):
        return None


def _check(status: os.stat_result, max_bytes: int) -> None:
    """Refuse what is not a regular file of a sensible size."""
    for matches, sentence in _KINDS:
        if matches(status.st_mode):
            raise ProfileError(sentence)
    if not stat.S_ISREG(status.st_mode):
        raise ProfileError(messages.IS_NOT_REGULAR)
    if status.st_size == 0:
        raise ProfileError(messages.IS_EMPTY)
    if status.st_size > max_bytes:
        raise ProfileError(messages.TOO_LARGE.format(status.st_size, max_bytes))


def _reason(problem: OSError) -> str:
    """The sentence for what the operating system said."""
    if isinstance(problem, FileNotFoundError):
        drive, colon, rest = str(problem.filename).partition(":")
        if os.sep == "/" and colon and len(drive) == 1 and drive.isalpha() and "/" not in rest:
            inside = rest.replace("\\", "/") if rest.startswith("\\") else "/..."
            return messages.DRIVE_DOES_NOT_EXIST.format(drive, *[drive.lower()] * 2, inside)
        return messages.DOES_NOT_EXIST
    if isinstance(problem, PermissionError):
        return messages.NOT_ALLOWED
    if isinstance(problem, NotADirectoryError):
        return messages.PATH_DOES_NOT_EXIST
    return messages.CANNOT_BE_READ.format(problem.strerror or messages.NO_REASON)


def _standard_input(max_bytes: int, check: Check | None) -> list[bytes]:
    """Standard input to its end."""
    stream = sys.stdin
    if stream is None or stream.closed:
        raise ProfileError(messages.INPUT_IS_CLOSED)
    if stream.isatty():
        raise ProfileError(messages.INPUT_IS_TERMINAL)
    pieces = read_open(stream.buffer, max_bytes, check)
    if not pieces:
        raise ProfileError(messages.INPUT_IS_EMPTY)
    return pieces


def _read(file: Readable, expected: int, check: Check | None) -> list[bytes]:
    """The bytes up to the end, but at most one more than expected, which tells that there are more."""
    parts: list[bytes] = []
    left = expected + 1
    while left > 0:
        part = _piece(file, min(left, _CHUNK))
        if not part:
            break
        # What our own limit has cut is too large, not cut off.
        if check is not None and not part.isspace() and len(part) < left:
            check(part)
            check = None
        parts.append(part)
        left -= len(part)
    return parts


def _piece(file: Readable, size: int) -> bytes:
    """The next ``size`` bytes, fewer only at the end: a pipe or a socket may give a few at a time."""
    parts: list[bytes] = []
    while size > 0 and (part := file.read(size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
