"""Hostile and broken input, made by functions: one module for each kind of hazard, nothing large in git."""

from __future__ import annotations

from functools import cache
from types import ModuleType

from tests.hostile import (
    austin,
    callgrind,
    collapsed,
    compressed,
    files,
    flame_svg,
    foreign,
    gecko,
    graphs,
    marshalled,
    memray,
    names,
    native,
    pickled,
    printed,
    pyinstrument,
    scalene,
    several,
    sizes,
    speedscope,
    tachyon,
    tachyon_lines,
    truncated,
)
from tests.hostile.case import Case

RECORDINGS = (
    austin,
    callgrind,
    collapsed,
    flame_svg,
    gecko,
    memray,
    native,
    printed,
    pyinstrument,
    scalene,
    speedscope,
    tachyon,
    tachyon_lines,
)
"""A module for each format of stacks, whose cases differ in how they are read alone."""
MODULES = (
    marshalled,
    pickled,
    truncated,
    foreign,
    names,
    graphs,
    sizes,
    files,
    several,
    compressed,
    *RECORDINGS,
)


@cache
def all_cases() -> list[Case]:
    """Every case of every class; names are unique."""
    return [case for module in MODULES for case in cases_of(module)]


@cache
def cases_of(module: ModuleType) -> list[Case]:
    """Those of one class, made once."""
    made: list[Case] = module.cases()
    return made


def telling_cases(one_in: int) -> list[Case]:
    """All cases but those of recordings, and of these one in so many."""
    recorded = {case.name for module in RECORDINGS for case in cases_of(module)}
    kept = {name for number, name in enumerate(sorted(recorded)) if number % one_in == 0}
    return [case for case in all_cases() if case.name not in recorded or case.name in kept]
