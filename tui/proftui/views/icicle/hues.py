"""Which hue a package has: the same in every run and view."""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

from proftui.analysis.builtin_names import BUILT_IN
from proftui.analysis.names import Names
from proftui.drawing.hues import HUES

MINE = "0"
"""The hue of the user's own code: the theme's primary colour's."""
GREY = "g"
"""The hue of built-ins and the import system, which run below everything."""
_IN_GREY = frozenset({BUILT_IN, "importlib"})


@lru_cache(maxsize=1024)
def hue_of_package(package: str) -> str:
    """``1`` to ``7`` for a library, ``g`` for built-ins and importlib; ``0`` is left for the user's code."""
    if package in _IN_GREY:
        return GREY
    # The upper half: in the lower one, names that are often seen together have equal remainders.
    return str(1 + (crc32(package.encode("utf-8", "surrogatepass")) >> 16) % (HUES - 1))


def hue(names: Names, index: int) -> str:
    """The hue of function ``index``: ``0`` for the user's code, then as its package."""
    return MINE if names.is_mine(index) else hue_of_package(names.package(index))
