"""Whether two profiles are runs of one program, as far as that can be told at a glance."""

from __future__ import annotations

from typing import NamedTuple

from proftui.analysis.names import Names
from proftui_parsers import Profile

_LEAST = 0.2
"""The part that both must have in common; below it a comparison says that these are different programs."""
_Key = tuple[str, str]
"""The end of the path of a file, and what a function in it is called."""


class Traits(NamedTuple):
    """What tells programs apart."""

    own: frozenset[_Key]
    """The functions of the user's own code."""
    times: dict[_Key, float]
    """Own time of all functions, seconds or what is counted."""


def traits_of(profile: Profile) -> Traits:
    """The traits of a profile; in a thread of its own nothing else may look at these names."""
    names, owned, ends = Names(profile), dict[str, bool](), dict[str, str]()
    own, times = set[_Key](), dict[_Key, float]()
    for index in range(profile.count):
        file = profile.files[index]
        if file not in ends:
            ends[file] = _end(file)
            owned[file] = not names.is_builtin(index) and names.lies_in_own_file(index)
        key = ends[file], profile.names[index]
        time = profile.tottime[index]
        times[key] = times.get(key, 0.0) + (time if time - time == 0 else 0.0)
        if owned[file]:
            own.add(key)
    return Traits(frozenset(own), times)


def _end(file: str) -> str:
    """The name of a file; of the one that stands for its package, the package too."""
    folder, _, name = file.replace("\\", "/").rpartition("/")
    return f"{folder.rpartition('/')[2]}/{name}" if name.startswith("__") else name


def is_same_program(one: Traits, other: Traits) -> bool:
    """Whether enough of the user's own functions are in both; where neither has any, of the time of each."""
    fewer = min(len(one.own), len(other.own))
    if one.own or other.own:
        return len(one.own & other.own) >= max(1, _LEAST * fewer)
    return all(_known(*pair) >= _LEAST for pair in ((one, other), (other, one)))


def _known(one: Traits, other: Traits) -> float:
    """The part of own time that is in functions of the other one too."""
    whole = sum(one.times.values())
    known = sum(time for key, time in one.times.items() if key in other.times)
    return known / whole if whole > 0 else 0.0
