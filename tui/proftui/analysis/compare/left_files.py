"""What is left of one side, file by file: functions by name, and what part of the own time they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Mapping, Set
from itertools import compress
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
        self._own, self._total = profile.tottime, profile.total_time or 1.0
        self._files = files
        self._known: dict[str, tuple[dict[str, float], float]] = {}

    def of(self, file: str) -> tuple[Mapping[str, float], float]:
        """The part of the run's own time that is in each name of a file, and in all of it."""
        if file not in self._known:
            own, total = self._own, self._total
            functions = self._files.functions[file].items()
            parts = {name: t / total if (t := own[f]) - t == 0 else 0.0 for name, f in functions}
            for name, some in self._files.several.get(file, {}).items():
                parts[name] = sum(t for f in some if (t := own[f]) - t == 0) / total
            self._known[file] = parts, sum(parts.values())
        return self._known[file]


def time_in_common(base: Shares, new: Shares, before: str, after: str) -> float:
    """Part of the own time of two files, 0 to 1, in names that both have; without times, of the names."""
    (here, whole), (there, whole_after) = base.of(before), new.of(after)
    both = here.keys() & there.keys()
    if whole + whole_after <= 0:
        return len(both) / len(here.keys() | there.keys())
    # Rounded once: in whatever order the names come, the sum is the same.
    return exact_sum([here[name] + there[name] for name in both]) / (whole + whole_after)
