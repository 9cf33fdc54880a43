"""Built-in functions that call back, by who calls them: ``sorted`` with a key, ``any``, ``str.join``."""

from __future__ import annotations

from dataclasses import dataclass, field

from proftui_parsers import Profile
from proftui_parsers.entries import NO_PYTHON_FILES

_HALF = 0.5


@dataclass(eq=False)
class Handed:
    """What a built-in function calls for its callers."""

    by_caller: dict[int, list[int]] = field(default_factory=dict)
    """By caller, what it handed over to be called back."""
    for_nothing: list[int] = field(default_factory=list)
    """Callers for whom it calls nothing."""


def handed_over(profile: Profile) -> dict[int, Handed]:
    """By each built-in that calls back, who handed it what.

    A generator, comprehension or lambda is of the caller that begins nearest above it in its file: an
    estimate, since it may have been made there and handed over elsewhere. A caller in whose calls the
    built-in has no time but its own had nothing called back.
    """
    found = {
        index: Handed() for index in set(profile.edges.callers) if profile.files[index] in NO_PYTHON_FILES
    }
    if not found:
        return found
    _written_inside(profile, found)
    edges = profile.edges
    if edges.timed:
        for index, handed in found.items():
            for entry in range(edges.starts[index], edges.starts[index + 1]):
                if edges.cumtime[entry] == edges.tottime[entry]:
                    handed.for_nothing.append(edges.callers[entry])
    return found


def _written_inside(profile: Profile, found: dict[int, Handed]) -> None:
    """Tell what is called back by the place where it is written."""
    files, lines, edges = profile.files, profile.linenos, profile.edges
    for function, name in enumerate(profile.names[: profile.count]):
        if name[:1] != "<" or files[function] in NO_PYTHON_FILES:
            continue
        for by in edges.callers[edges.starts[function] : edges.starts[function + 1]]:
            if by not in found:
                continue
            callers = edges.callers[edges.starts[by] : edges.starts[by + 1]]
            above = [c for c in callers if files[c] == files[function] and lines[c] <= lines[function]]
            if above:
                caller = max(above, key=lines.__getitem__)
                found[by].by_caller.setdefault(caller, []).append(function)


def not_handed_over(profile: Profile, index: int, handed: Handed) -> dict[int, int]:
    """By what a built-in calls though nobody handed it over (``__lt__``), for whom it likely does.

    Nobody is left but callers who handed over something else: it is the one in whose calls there is as much
    time as that takes, and no other has half of it.
    """
    edges, (entries, called) = profile.edges, profile.calls_of(index)
    callers = edges.callers[edges.starts[index] : edges.starts[index + 1]]
    if (
        not handed.by_caller
        or not edges.timed
        or not set(callers) <= {*handed.by_caller, *handed.for_nothing}
    ):
        return {}
    times = {callee: edges.cumtime[entry] for callee, entry in zip(called, entries, strict=True)}
    known = {callee for callees in handed.by_caller.values() for callee in callees}
    left = dict.fromkeys(handed.by_caller, 0.0)
    for entry, caller in enumerate(callers, edges.starts[index]):
        if caller in left:
            own = sum(times.get(callee, 0.0) for callee in handed.by_caller[caller])
            left[caller] = edges.cumtime[entry] - edges.tottime[entry] - own
    first, *others = sorted(left, key=left.__getitem__, reverse=True)
    second = left[others[0]] if others else 0.0
    return {
        callee: first
        for callee, time in times.items()
        if callee not in known and left[first] >= _HALF * time > second
    }
