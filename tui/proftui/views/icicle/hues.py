"""Which hue a package has: the widest ones have one each, by the figures of the whole run."""

from __future__ import annotations

import heapq

from proftui.analysis.builtin_names import BUILT_IN, is_builtin
from proftui.analysis.names import Names

MINE = "0"
"""The hue of the user's own code: the theme's primary colour's."""
GREY = "g"
"""The hue of built-ins and the import system, which run below everything, and of all narrow packages."""
BY_WIDTH = ("5", "2", "4", "6", "1", "3", "7")
"""The hues of libraries from the widest on: the first ones lie far apart on the wheel."""
_MOST_FILES = 1_000
"""Files looked at for the widths of packages, those with the most time first."""
_IN_GREY = frozenset({BUILT_IN, "importlib"})


class Hues:
    """The hues of a profile's packages: the same in all pictures of it, zoomed or not."""

    def __init__(self, names: Names) -> None:
        self._names = names
        widths = _widths(names)
        widest = sorted(widths, key=lambda package: (-widths[package], package))
        self._by_package = dict(zip(widest, BY_WIDTH, strict=False))

    def of_function(self, index: int) -> str:
        """``0`` for the user's code, ``1`` to ``7`` for the widest libraries, ``g`` for the rest."""
        if self._names.is_mine(index):
            return MINE
        return self._by_package.get(self._names.package(index), GREY)


def _widths(names: Names) -> dict[str, float]:
    """How much of the picture of the whole run the boxes of each library fill, in seconds times levels."""
    profile, files = names.profile, names.files
    times = profile.tottime if profile.cumtime is None else profile.cumtime
    by_file: dict[str, float] = {}
    for file, time in zip(profile.files, times, strict=False):
        # What is no number is not above 0.
        if time > 0:
            by_file[file] = by_file.get(file, 0.0) + time
    widths: dict[str, float] = {}
    for file in heapq.nlargest(_MOST_FILES, by_file, key=by_file.__getitem__):
        package = files.package(file)
        # What was made while running is in no package that anybody knows.
        if not (is_builtin(file, 0) or files.displayed(file).own or package in _IN_GREY or package[0] == "<"):
            widths[package] = widths.get(package, 0.0) + by_file[file]
    return widths
