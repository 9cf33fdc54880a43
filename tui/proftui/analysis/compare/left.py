"""What is left of one side: the functions for which nobody was found yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import compress, repeat
from operator import ne
from typing import NamedTuple

from proftui.analysis.builtin_names import BUILT_IN_MODULE
from proftui.analysis.compare.found import Found
from proftui.analysis.compare.keys import Keys
from proftui.background.pieces import Pieces
from proftui_parsers import Profile


class Left(NamedTuple):
    """Functions of one side, none of them built in, which is known by its name alone."""

    profile: Profile
    keys: Keys
    side: int
    """0 is the base's."""
    functions: Sequence[int]
    modules: Sequence[str]
    """The module or path of each of the functions."""
    names: Sequence[str]
    """The name of each."""

    def still(self, found: Found) -> Left:
        """What is left of it after more was found."""
        return _left(self.profile, self.keys, self.side, found.left(self.side, self.functions))


def left_of(profile: Profile, keys: Keys, rows: Sequence[int], side: int, found: Found) -> Left:
    """What is left of the functions with rows."""
    left = found.left(side, rows)
    modules = map(keys.modules.__getitem__, left)
    return _left(profile, keys, side, list(compress(left, map(ne, modules, repeat(BUILT_IN_MODULE)))))


def _left(profile: Profile, keys: Keys, side: int, functions: Sequence[int]) -> Left:
    modules, names = (list(map(of.__getitem__, functions)) for of in (keys.modules, keys.names))
    return Left(profile, keys, side, functions, modules, names)


def in_common(left: tuple[Left, Left], most: int) -> Pieces[set[str]]:
    """The names that functions of both sides have, at most so many, but for those that tell nothing."""
    before, after = Counter(left[0].names), Counter(left[1].names)
    yield
    return {
        name for name in filter(tells, before.keys() & after.keys()) if before[name] <= most >= after[name]
    }


def tells(name: str) -> bool:
    """Whether a name is one that not every file has."""
    return not (name.startswith("<") or (name.startswith("__") and name.endswith("__")))
