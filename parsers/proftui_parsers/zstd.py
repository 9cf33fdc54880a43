"""Data compressed with zstd, unpacked in pieces: by Python from 3.14 on, else by ``zstandard``."""

from __future__ import annotations

import proftui_parsers.messages as messages
from proftui_parsers.profile import ProfileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

FREE = 16 << 20
"""Bytes up to which it does not matter how small they were."""
MOST_TIMES = 200
"""How many times the size of its data what is unpacked may have from there on."""
MOST = 1 << 30
_FED = 256
"""Bytes that are unpacked at once: what comes of them has some megabytes at most."""
_WINDOW_BITS = 27
"""What is looked back at is no larger, as with zstd's own program: 128 MiB."""


def unpacked(data: bytes | memoryview) -> Iterator[bytes]:
    """All frames of zstd data, one behind the other.

    Raises:
        ProfileError: nothing that unpacks it can be imported, the data is damaged or ends inside a frame, or
            far more comes out of it than a recording has.
    """
    size, most = 0, min(MOST, max(FREE, MOST_TIMES * len(data)))
    for piece in _pieces(data):
        size += len(piece)
        if size > most:
            raise ProfileError(messages.UNPACKS_TO_TOO_MUCH.format(most))
        yield piece


def _pieces(data: bytes | memoryview) -> Iterator[bytes]:
    new, fault = _library()
    at = 0
    try:
        while at < len(data):
            frame = new()
            while not frame.eof:
                part = data[at : at + _FED]
                if not part:
                    raise ProfileError(messages.ZSTD_ENDS_INSIDE)
                at += len(part)
                piece: bytes = frame.decompress(part)
                if piece:
                    yield piece
            at -= len(frame.unused_data)
    except fault:
        raise ProfileError(messages.ZSTD_IS_DAMAGED) from None


def _library() -> tuple[Callable[[], Any], type[Exception]]:
    """What makes an object that unpacks a frame, alike in both libraries, and the fault that it raises."""
    try:
        from compression.zstd import (  # type: ignore[import-not-found,unused-ignore] # from Python 3.14 on
            DecompressionParameter,
            ZstdDecompressor,
            ZstdError,
        )
    except ImportError:
        return _package()
    options = {DecompressionParameter.window_log_max: _WINDOW_BITS}
    return lambda: ZstdDecompressor(options=options), ZstdError


def _package() -> tuple[Callable[[], Any], type[Exception]]:
    try:
        import zstandard  # type: ignore[import-not-found,unused-ignore] # where it is installed
    except ImportError:
        raise ProfileError(messages.NEEDS_ZSTD) from None
    made = zstandard.ZstdDecompressor(max_window_size=1 << _WINDOW_BITS)
    return made.decompressobj, zstandard.ZstdError
