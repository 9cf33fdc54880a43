"""What unpacks zstd: Python from 3.14 on, else the package ``zstandard``; told alike of both."""

from __future__ import annotations

from proftui_parsers.import_free import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

FED = 256
"""Bytes that are unpacked at once, as not both limit what comes of them: that has some megabytes at most."""
_WINDOW_BITS = 27
"""What is looked back at is no larger, as with zstd's own program: 128 MiB."""


class Library(NamedTuple):
    """A library that unpacks."""

    new: Callable[[], Any]
    """What unpacks one frame: an object with ``decompress(data)``, ``eof`` and ``unused_data``."""
    fault: type[Exception]
    """Raised where data is damaged."""


def library() -> Library | None:
    """The one that is there, if any is."""
    try:
        from compression.zstd import (  # type: ignore[import-not-found,unused-ignore] # from Python 3.14 on
            DecompressionParameter,
            ZstdDecompressor,
            ZstdError,
        )
    except ImportError:
        return _package()
    options = {DecompressionParameter.window_log_max: _WINDOW_BITS}
    return Library(lambda: ZstdDecompressor(options=options), ZstdError)


def _package() -> Library | None:
    try:
        import zstandard  # type: ignore[import-not-found,unused-ignore] # where it is installed
    except ImportError:
        return None
    made = zstandard.ZstdDecompressor(max_window_size=1 << _WINDOW_BITS)
    return Library(made.decompressobj, zstandard.ZstdError)
