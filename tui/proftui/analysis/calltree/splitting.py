"""Functions that only pass calls on, taken apart by who called them (README, "Splitting")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from proftui.analysis.builtin_names import EXEC
from proftui.analysis.importlib_names import IMPORTLIB, PASSED_ON, TRAMPOLINE
from proftui_parsers import Edge, Profile
from proftui_parsers.sums import SAME

ROOT = -1
"""Stands for the calls that no profiled function made."""

_EXEC = frozenset({*EXEC, "<execfile>"})


@dataclass(frozen=True)
class Part:
    """Callers of a function and what it calls for them, ``proven`` if the figures leave no doubt of it."""

    callers: frozenset[int]
    callees: frozenset[int]
    proven: bool = False
    kind: int = -1
    """What is asked for, as a place in ``PASSED_ON``: parts of one kind may call what each other calls."""


def is_exec(profile: Profile, index: int) -> bool:
    """Whether the function is ``exec``."""
    return profile.names[index] in _EXEC


def is_machinery(profile: Profile, index: int) -> bool:
    """Whether the function belongs to the import system."""
    file, name = profile.files[index], profile.names[index]
    if file.startswith(IMPORTLIB) or "/importlib/_bootstrap" in file:
        return True
    return name in _EXEC or name in ("<built-in method builtins.__import__>", "<__import__>")


def parts(profile: Profile) -> dict[int, list[Part]]:
    """How to take functions apart, by function; what is in no part stays together."""
    made: dict[int, list[Part]] = {}
    for index in range(profile.count):
        name = profile.names[index]
        if name in _EXEC:
            made[index] = _exec_parts(profile, index)
        elif name == TRAMPOLINE and "importlib" in profile.files[index]:
            made[index] = _trampoline_parts(profile, index)
    return {index: its_parts for index, its_parts in made.items() if its_parts}


def _exec_parts(profile: Profile, index: int) -> list[Part]:
    """The calls of ``exec`` whose code is known."""
    edges = profile.edges
    above = slice(edges.starts[index], edges.starts[index + 1])
    times, counts = edges.cumtime[above], edges.ncalls[above]
    # A sum is not a number where one of its parts is not.
    if profile.ncalls is None or min(counts, default=0) < 0 or (checked := sum(times)) != checked:
        return []
    roots = profile.ncalls[index] - sum(counts)
    cumtime = profile.cumtime[index] if profile.cumtime is not None else 0.0
    callers = [(cumtime, roots, ROOT)] if roots > 0 else []
    callers += zip(times, counts, edges.callers[above], strict=True)
    callers.sort(key=itemgetter(0), reverse=True)
    entries, code = profile.calls_of(index)
    run = [(edges.cumtime[entry], entry, callee) for entry, callee in zip(entries, code, strict=True)]
    run = sorted((one for one in run if one[0] == one[0]), key=itemgetter(0), reverse=True)
    exec_parts = []
    next_times = [time for time, _, _ in callers[1:]] + [0.0]
    fitting = zip(callers, next_times, run, strict=False)
    for (time, calls, caller), next_time, (largest, entry, callee) in fitting:
        # One call that ran one piece of code once, which took longer than anybody else's calls.
        if calls != 1 or edges.ncalls[entry] != 1 or not next_time < largest <= time * (1 + SAME):
            break
        exec_parts.append(Part(frozenset({caller}), frozenset({callee}), proven=True))
    return exec_parts


def _trampoline_parts(profile: Profile, index: int) -> list[Part]:
    """The trampoline ``_call_with_frames_removed(f, *args)``: by the names at its two ends."""
    callers, callees = profile.callers(index), profile.callees(index)
    matched = []
    for kind, (asking, asked) in enumerate(PASSED_ON):
        at = [edge for edge in callers if profile.names[edge.function] in asking]
        to = [edge for edge in callees if any(name in profile.names[edge.function] for name in asked)]
        matched += [replace(part, kind=kind) for part in _matched(at, to)]
    return matched


def _matched(callers: Sequence[Edge], callees: Sequence[Edge]) -> list[Part]:
    """Callers and callees of one kind, paired where only one of each was called so often."""
    matched = []
    left, below = list(callers), list(callees)
    for caller in callers:
        alike = [edge for edge in callees if edge.ncalls == caller.ncalls]
        if len(alike) == 1 and sum(edge.ncalls == caller.ncalls for edge in callers) == 1:
            matched.append(Part(frozenset({caller.function}), frozenset({alike[0].function})))
            left.remove(caller)
            below.remove(alike[0])
    if left and below:
        at, to = (frozenset(edge.function for edge in edges) for edges in (left, below))
        matched.append(Part(at, to))
    return matched
