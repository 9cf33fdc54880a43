"""What is left of one side: the functions for which nobody was found yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from itertools import compress, repeat
from operator import ne
from typing import NamedTuple

from proftui.analysis.builtin_names import BUILT_IN_MODULE
from proftui.analysis.compare.found import Found
from proftui.analysis.compare.keys import Keys
from proftui_parsers import Profile

Counts = tuple[Mapping[str, int], Mapping[str, int]]
"""By name, how many functions of the base and of the new side have it."""


class Left(NamedTuple):
    """Functions of one side, none of them built in, which is known by its name alone."""

    profile: Profile
    keys: Keys
    functions: Sequence[int]
    side: int
    """0 is the base's."""

    def modules(self, functions: Sequence[int]) -> list[str]:
        """The module or path of some functions."""
        return list(map(self.keys.modules.__getitem__, functions))

    def names(self, functions: Sequence[int]) -> list[str]:
        """The names of some functions."""
        return list(map(self.keys.names.__getitem__, functions))

    def named(self, names: Set[str]) -> list[int]:
        """The functions that have one of these names."""
        return list(compress(self.functions, map(names.__contains__, self.names(self.functions))))

    def still(self, found: Found) -> Left:
        """What is left of it after more was found."""
        return self._replace(functions=found.left(self.side, self.functions))


def left_of(profile: Profile, keys: Keys, rows: Sequence[int], side: int, found: Found) -> Left:
    """What is left of the functions with rows."""
    left = found.left(side, rows)
    modules = map(keys.modules.__getitem__, left)
    return Left(profile, keys, list(compress(left, map(ne, modules, repeat(BUILT_IN_MODULE)))), side)


def counted(left: tuple[Left, Left]) -> Counts:
    """How many functions of either side have each name."""
    return Counter(left[0].names(left[0].functions)), Counter(left[1].names(left[1].functions))


def in_common(counts: Counts, most: int) -> set[str]:
    """The names that functions of both sides have, at most so many, but for those that tell nothing."""
    before, after = counts
    return {
        name for name in filter(tells, before.keys() & after.keys()) if before[name] <= most >= after[name]
    }


def tells(name: str) -> bool:
    """Whether a name is one that not every file has."""
    return not (name.startswith("<") or (name.startswith("__") and name.endswith("__")))
