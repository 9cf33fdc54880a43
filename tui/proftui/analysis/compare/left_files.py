"""What is left of one side, file by file: functions by name, and what part of the own time they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Set
from itertools import chain, compress
from math import isfinite
from typing import NamedTuple

from proftui.analysis.bounds import exact_sum
from proftui.analysis.compare.left import Left
from proftui_parsers import Profile


class LeftFiles(NamedTuple):
    """What is left of some files of a side."""

    functions: dict[str, dict[str, int]]
    """By file and name, a function; where several have the name, the first."""
    several: dict[str, dict[str, list[int]]]
    """By file and name that several functions have, all of them."""

    def of_name(self, file: str, name: str) -> list[int]:
        """All functions of a name."""
        return self.several.get(file, {}).get(name) or [self.functions[file][name]]


def names_by_file(left: Left, names: Set[str]) -> dict[str, set[str]]:
    """By file, which of these names functions have that are left."""
    groups: defaultdict[str, set[str]] = defaultdict(set)
    every = zip(left.modules, left.names, strict=True)
    for file, name in compress(every, map(names.__contains__, left.names)):
        groups[file].add(name)
    return groups


def left_files(left: Left, wanted: Container[str]) -> LeftFiles:
    """What is left of some files."""
    functions: defaultdict[str, dict[str, int]] = defaultdict(dict)
    files = LeftFiles(functions, {})
    every = zip(left.modules, left.names, left.functions, strict=True)
    for file, name, function in compress(every, map(wanted.__contains__, left.modules)):
        first = functions[file].setdefault(name, function)
        if first != function:
            files.several.setdefault(file, {}).setdefault(name, [first]).append(function)
    return files


class Shares:
    """Own times of some files of a side as parts of that of the run."""

    def __init__(self, profile: Profile, files: LeftFiles) -> None:
        self.functions, self._total = files.functions, profile.total_time or 1.0
        own = list(profile.tottime)
        # By function; of the first of several of one name in a file, that of all of them.
        self._own = own if isfinite(sum(own)) else [time if time - time == 0 else 0.0 for time in own]
        for some in chain.from_iterable(names.values() for names in files.several.values()):
            self._own[some[0]] = sum(map(self._own.__getitem__, some))
        self._wholes: dict[str, float] = {}

    def whole(self, file: str) -> float:
        """The part of the run's own time that is in a file."""
        if file not in self._wholes:
            self._wholes[file] = sum(map(self._own.__getitem__, self.functions[file].values())) / self._total
        return self._wholes[file]

    def part(self, file: str, names: Iterable[str]) -> float:
        """What is in some names of it; in whatever order they come, the sum is the same."""
        functions = map(self.functions[file].__getitem__, names)
        return exact_sum(map(self._own.__getitem__, functions)) / self._total


def time_in_common(base: Shares, new: Shares, before: str, after: str) -> float:
    """Part of the own time of two files, 0 to 1, in names that both have; without times, of the names."""
    here, there = base.functions[before], new.functions[after]
    both = here.keys() & there.keys()
    whole = base.whole(before) + new.whole(after)
    if whole <= 0:
        return len(both) / len(here.keys() | there.keys())
    return (base.part(before, both) + new.part(after, both)) / whole
