"""Machine code of which only the address is known, as tools ask for it: by its place in the library."""

from __future__ import annotations

_FIXED = (0x400000, 0x8048000, 0x10000)
"""Where programs begin that are never moved: what names their addresses wants them as they are."""


def placed(address: int, start: int, offset: int, file: str) -> str:
    """``0x2a1b2 (libpython3.11.so)``; ``start``: where that byte of the file stands in memory."""
    library = file.rpartition("/")[2]
    if not library or address < start:
        return f"{address:#x}"
    base = start - offset
    return f"{address - (base if base not in _FIXED else 0):#x} ({library})"
