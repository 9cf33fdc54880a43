"""What is left of one side, file by file: functions by name, and what part of the own time they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import chain, compress
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


def by_file(left: Left, functions: Sequence[int]) -> dict[str, list[int]]:
    """Some of the functions that are left, by file."""
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for file, function in zip(left.modules(functions), functions, strict=True):
        groups[file].append(function)
    return groups


def left_files(left: Left, wanted: Collection[str]) -> LeftFiles:
    """What is left of some files."""
    files = LeftFiles({}, {})
    theirs = map(wanted.__contains__, left.modules(left.functions))
    for file, group in by_file(left, list(compress(left.functions, theirs))).items():
        names = left.names(group)
        # Most have no name twice, and are soon done.
        files.functions[file] = by_name = dict(zip(names, group, strict=True))
        if len(by_name) < len(group):
            files.functions[file], files.several[file] = _of_several(names, group)
    return files


def _of_several(
    names: Sequence[str], functions: Iterable[int]
) -> tuple[dict[str, int], dict[str, list[int]]]:
    """By name the first of these functions, and all of those names that several have."""
    first: dict[str, int] = {}
    several: dict[str, list[int]] = {}
    for name, function in zip(names, functions, strict=True):
        known = first.setdefault(name, function)
        if known != function:
            several.setdefault(name, [known]).append(function)
    return first, several


class Shares:
    """Own times of some files of a side as parts of that of the run."""

    def __init__(self, profile: Profile, files: LeftFiles) -> None:
        total, own = profile.total_time or 1.0, profile.tottime
        self.functions = files.functions
        self.shares = [time / total if time - time == 0 else 0.0 for time in own]
        """By function; of the first of several of one name in a file, that of all of them."""
        for some in chain.from_iterable(names.values() for names in files.several.values()):
            self.shares[some[0]] = sum(t for f in some if (t := own[f]) - t == 0) / total
        self._wholes: dict[str, float] = {}

    def whole(self, file: str) -> float:
        """The part of the run's own time that is in a file."""
        if file not in self._wholes:
            self._wholes[file] = sum(map(self.shares.__getitem__, self.functions[file].values()))
        return self._wholes[file]


def time_in_common(base: Shares, new: Shares, before: str, after: str) -> float:
    """Part of the own time of two files, 0 to 1, in names that both have; without times, of the names."""
    here, there = base.functions[before], new.functions[after]
    both = here.keys() & there.keys()
    whole = base.whole(before) + new.whole(after)
    if whole <= 0:
        return len(both) / len(here.keys() | there.keys())
    # Rounded once: in whatever order the names come, the sum is the same.
    return exact_sum([base.shares[here[name]] + new.shares[there[name]] for name in both]) / whole
