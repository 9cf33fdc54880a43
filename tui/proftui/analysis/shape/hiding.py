"""Which functions the steps of a shape hide, and which one stands for a hidden one."""

from __future__ import annotations

from collections.abc import Callable

from proftui.analysis.names import Names
from proftui.analysis.search.query import parse
from proftui.analysis.shape.shape import (
    FUNCTION,
    MODULE,
    MY_CODE,
    PACKAGE,
    TERMS,
    Shape,
    Step,
    StepGone,
    functions_named,
)
from proftui_parsers import Profile


def hidden_by(shape: Shape, names: Names, not_mine: Callable[[], bytearray]) -> bytearray:
    """By function, callers without an entry included: whether a shape hides it.

    ``not_mine``: marks what is not the user's own.

    Raises:
        QueryError: terms are not valid.
    """
    profile = names.profile
    hidden = bytearray(len(profile.files))
    for step in shape.hiding:
        if step.kind == MY_CODE:
            hidden = bytearray(map(max, hidden, not_mine()))
        elif step.kind == FUNCTION:
            for index in functions_named(profile, step.function):
                hidden[index] = 1
        elif step.kind == TERMS:
            for index in parse(step.name).select(profile, names, range(profile.count), None):
                hidden[index] = 1
        else:
            of = {PACKAGE: names.package, MODULE: names.module}.get(step.kind, profile.files.__getitem__)
            known = dict[str, bool]()
            for index, file in enumerate(profile.files):
                if file not in known:
                    known[file] = of(index) == step.name
                hidden[index] |= known[file]
    return hidden


def visible_path(step: Step, profile: Profile, hidden: bytearray) -> list[int]:
    """The functions of a focus that are not hidden, the one that is focused on last.

    Raises:
        StepGone: that one is hidden, or has no figures.
    """
    every = (functions_named(profile, function) for function in step.path or (step.function,))
    left = [next((index for index in numbers if not hidden[index]), None) for numbers in every]
    if left[-1] is None or left[-1] >= profile.count:
        raise StepGone(step)
    return [function for function in left if function is not None]


def instead_of(profile: Profile, function: int, hidden: bytearray) -> int | None:
    """Who stands for a hidden function: of the visible ones that lead to it the heaviest, by its own time.

    ``profile``: the recorded one. ``None``: nothing visible leads to it.
    """
    edges, seen, here = profile.edges, {function}, [function]
    while here:
        visible, above = dict[int, float](), dict[int, float]()
        for callee in here:
            if callee >= profile.count:
                continue
            for entry in range(edges.starts[callee], edges.starts[callee + 1]):
                caller, own = edges.callers[entry], edges.tottime[entry]
                if caller in seen or caller >= profile.count:
                    continue
                found = above if hidden[caller] else visible
                found[caller] = found.get(caller, 0.0) + (own if own == own else 0.0)
        if visible:
            return max(visible, key=lambda caller: (visible[caller], -caller))
        here = list(above)
        seen.update(here)
    return None
