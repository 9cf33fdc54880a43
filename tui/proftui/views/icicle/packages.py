"""How much of an icicle's picture lies below each package, and where a package is seen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from proftui.views.icicle.boxes import Box, Icicle
from proftui.views.icicle.paint import Known, Package
from proftui_parsers.consistency import checked


class PackageTime(NamedTuple):
    """Seconds in which a package was running or had called what was, and their bounds."""

    seconds: float
    low: float
    high: float


class Packages:
    """What is known of the packages of one picture, each thing found out when it is asked for."""

    def __init__(self, icicle: Icicle, known: Known) -> None:
        self._icicle, self._known = icicle, known
        self._seen: dict[int, tuple[dict[Package, int], bool]] = {}

    def seen(self, levels: Sequence[int]) -> tuple[dict[Package, int], bool]:
        """Cells by package on some levels, and whether there is recursion among them."""
        found: dict[Package, int] = {}
        recursive = False
        for level in levels:
            known = self._seen.get(level)
            if known is None:
                known = self._seen[level] = _seen(self._icicle.level(level), self._known)
            for package, cells in known[0].items():
                found[package] = found.get(package, 0) + cells
            recursive = recursive or known[1]
        return found, recursive

    @cached_property
    def times(self) -> dict[Package, PackageTime]:
        """By package: the time of its boxes that lie below no other box of it, down from what is zoomed."""
        icicle = self._icicle
        levels = icicle.all_levels()[icicle.first :]
        sums: dict[Package, list[float]] = {}
        bits: dict[Package, int] = {}
        # What is not told apart, by which packages it lies below: it may be of any other.
        hidden: dict[int, float] = {}
        undrawn, above = icicle.thin, [0]
        for number, row in enumerate(levels):
            below = []
            for node, _, _, parent, _ in row:
                inside = above[parent] if number else 0
                if node.function >= 0:
                    package = self._known.package(node.function)
                    bit = bits.setdefault(package, 1 << len(bits))
                    if not inside & bit:
                        _add(sums.setdefault(package, [0.0, 0.0, 0.0]), node.time, node.low, node.high)
                        inside |= bit
                else:
                    is_rest = node.kind == "rest"
                    hidden[inside] = hidden.get(inside, 0.0) + (node.time if is_rest else node.own)
                    undrawn -= node.time * is_rest
                below.append(inside)
            above = below
        if not icicle.complete:
            undrawn += icicle.seconds
        times = {}
        for package, (time, low, high) in sums.items():
            others = sum(seconds for inside, seconds in hidden.items() if not inside & bits[package])
            most = max(time, min(high + undrawn + others, icicle.seconds))
            times[package] = PackageTime(time, low, most)
        return self._of_the_run(times)

    def _of_the_run(self, times: dict[Package, PackageTime]) -> dict[Package, PackageTime]:
        """Of a whole run seen from above: no package takes less than its functions did."""
        icicle, profile = self._icicle, self._known.names.profile
        if icicle.root is not None or icicle.tree.inverted or checked(profile).contradicts:
            return times
        least = self._known.least_times
        for package, (time, low, _) in times.items():
            known = min(least.get(package.title, 0.0), icicle.seconds)
            if known > time:
                # What else is more than the picture has of it is not known.
                times[package] = PackageTime(known, max(low, known), icicle.seconds)
        return times


def _add(sums: list[float], *parts: float) -> None:
    sums[:] = [before + part for before, part in zip(sums, parts, strict=True)]


def _seen(row: Sequence[Box], known: Known) -> tuple[dict[Package, int], bool]:
    packages: dict[Package, int] = {}
    recursive = False
    package_of = known.packages.get
    for node, _, width, _, _ in row:
        function = node.function
        if function >= 0:
            package = package_of(function) or known.package(function)
            packages[package] = packages.get(package, 0) + width
        recursive = recursive or node.kind in ("cycle", "recursion")
    return packages, recursive
