"""Hostile and broken input, made by functions: one module for each kind of hazard, nothing large in git."""

from __future__ import annotations

from functools import cache

from tests.hostile import (
    austin,
    collapsed,
    compressed,
    files,
    foreign,
    gecko,
    graphs,
    marshalled,
    names,
    pickled,
    pyinstrument,
    several,
    sizes,
    speedscope,
    tachyon,
    tachyon_lines,
    truncated,
)
from tests.hostile.case import Case

MODULES = (
    austin,
    collapsed,
    compressed,
    speedscope,
    marshalled,
    pickled,
    truncated,
    foreign,
    names,
    graphs,
    sizes,
    files,
    several,
    tachyon,
    tachyon_lines,
    pyinstrument,
    gecko,
)


@cache
def all_cases() -> list[Case]:
    """Every case of every class; names are unique."""
    return [case for module in MODULES for case in module.cases()]
