"""Which functions are put together: by package, module or file."""

from __future__ import annotations

from array import array

from proftui.analysis.members import Members, Represented
from proftui.analysis.names import Names
from proftui.analysis.shape.group import OUTSIDE
from proftui.analysis.shape.shape import FILE, MODULE, PACKAGE, Step
from proftui.background.pieces import Pace, Pieces
from proftui_parsers import Profile


def members_by(by: str, names: Names, hidden: bytearray) -> Pieces[Members]:
    """Put all functions of a profile together that have one package, module or file, in pieces.

    ``hidden``: by function, callers without an entry included. Each group has a function with an entry.
    """
    profile = names.profile
    numbers, known, called = dict[str, int](), dict[str, int](), list[str]()
    group_of = array("q", [OUTSIDE]) * len(profile.files)
    sizes = list[int]()
    of, pace = {PACKAGE: names.files.package, MODULE: names.files.module}.get(by), Pace()
    for index, file in enumerate(profile.files):
        if pace.done(2):
            yield
        if hidden[index] or names.is_builtin(index):
            continue
        group = known.get(file, OUTSIDE)
        if group == OUTSIDE:
            name = of(file) if of is not None else file
            group = numbers.get(name, OUTSIDE)
            if group == OUTSIDE:
                if index >= profile.count:
                    # Nothing of it was measured.
                    continue
                group = numbers[name] = len(called)
                called.append(name if of is not None else names.path(index))
                sizes.append(0)
            known[file] = group
        group_of[index] = group
        sizes[group] += index < profile.count
    return Members(by, called, group_of, sizes)


def hidden_step(groups: Represented, function: int, profile: Profile) -> Step:
    """The step that hides a group."""
    name = profile.files[function] if groups.members.by == FILE else groups.name(function)
    return Step(groups.members.by, name)
