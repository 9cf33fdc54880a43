"""Text of a file: UTF-8, or what PowerShell writes, UTF-16 with a byte order mark."""

from __future__ import annotations

_MARKS = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


def decoded(data: bytes, *, cut: bool = False) -> str | None:
    """The text, with U+FFFD for what is none; ``None``: this is no text. ``cut``: only its beginning."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[2:].decode(encoding, "replace")
    if b"\x00" in data:
        return None
    text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    return text.rstrip("\ufffd") if cut else text
