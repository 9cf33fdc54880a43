"""Which functions are the user's own; of a library that is profiled by itself, those of its package."""

from __future__ import annotations

from proftui.analysis.names import Names
from proftui.analysis.recorded_files import MODULE
from proftui_parsers.import_free import NamedTuple


class Mine(NamedTuple):
    """What is not the user's own."""

    others: bytearray
    """By function, callers without an entry included: whether it is not."""
    package: str = ""
    """The package that is taken for the user's, where nothing else is."""


def mine_of(names: Names) -> Mine:
    """The user's own code by where its files are; else the package of the program that was run.

    That is the package of the module with the most time: ``black`` of ``python -m black``. Where there is
    none, all functions are marked as others.
    """
    profile = names.profile
    own = dict[str, bool]()
    others = bytearray()
    for index, file in enumerate(profile.files):
        if file not in own or file in ("~", "profile"):
            own[file] = names.is_mine(index)
        others.append(not own[file])
    if not all(others[: profile.count]):
        return Mine(others)
    package = _program(names)
    if not package:
        return Mine(others)
    same = {file: names.package(index) == package for index, file in enumerate(profile.files) if file != "~"}
    return Mine(bytearray(not same.get(file, False) for file in profile.files), package)


def _program(names: Names) -> str:
    """The package of the module that took longest; empty where none is a file's."""
    profile, cumtime = names.profile, names.profile.cumtime or names.profile.tottime
    modules = [index for index in range(profile.count) if profile.names[index] == MODULE]
    modules = [index for index in modules if not names.package(index).startswith(("<", "("))]
    return names.package(max(modules, key=cumtime.__getitem__)) if modules else ""
