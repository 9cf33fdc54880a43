"""Modules that importlib ran: each once, for whoever imported it first, which edges do not tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import compress

from proftui.analysis.builtin_names import EXEC
from proftui.analysis.calltree.splitting import ROOT
from proftui.analysis.calltree.topology import parts_of
from proftui.analysis.importlib_names import FIND_AND_LOAD, IMPORTLIB, MODULE, TRAMPOLINE
from proftui_parsers import Profile


def imported_rows(
    profiles: Sequence[Profile], rows_of: Sequence[Sequence[int]], calls: Sequence[Sequence[int]]
) -> dict[int, tuple[float, float]]:
    """Rows of modules that were imported on either side, and ran at most once on each; seconds on both.

    Seconds are those of the module without what it imports itself, and what loading a file took on average; 0
    where calls have no times.

    ``rows_of``: by function its row, below 0 where it has none; ``calls``: by row, of each side.
    """
    found = {
        row_of[function]
        for profile, row_of in zip(profiles, rows_of, strict=True)
        for function in _imported(profile)
    }
    rows = {row for row in found if row >= 0 and all(side[row] <= 1 for side in calls)}
    base, new = (_times(*side, rows) for side in zip(profiles, rows_of, strict=True)) if rows else ({}, {})
    return {row: (base.get(row, 0.0), new.get(row, 0.0)) for row in rows}


def _times(profile: Profile, row_of: Sequence[int], rows: Set[int]) -> dict[int, float]:
    """Seconds of each module without what it imports, and of loading one of them, as an average."""
    edges, cumtime, names, files = profile.edges, profile.cumtime, profile.names, profile.files
    modules = {function for function in range(profile.count) if row_of[function] in rows}
    if cumtime is None or not edges.timed:
        return {}
    bodies = {function: cumtime[function] for function in modules}
    whole = 0.0
    for function in range(profile.count):
        if files[function].startswith(IMPORTLIB):
            for entry in range(edges.starts[function], edges.starts[function + 1]):
                if edges.callers[entry] in bodies:
                    bodies[edges.callers[entry]] -= edges.cumtime[entry]
            if names[function] == FIND_AND_LOAD:
                whole = max(whole, cumtime[function])
    loading = max(0.0, whole - sum(bodies.values())) / max(1, len(bodies))
    return {row_of[function]: max(0.0, time) + loading for function, time in bodies.items()}


def _imported(profile: Profile) -> Iterator[int]:
    """Modules with a file that ``exec`` ran for importlib, not for another caller."""
    edges, names, files = profile.edges, profile.names, profile.files
    for function in compress(range(profile.count), map(EXEC.__contains__, names)):
        callers = edges.callers[edges.starts[function] : edges.starts[function + 1]]
        if not _are_of_importlib(profile, callers):
            continue
        parts = parts_of(profile).get(function, ())
        apart = [part.callees for part in parts if not _are_of_importlib(profile, part.callers)]
        others = frozenset().union(*apart)
        for callee in profile.calls_of(function)[1]:
            has_file = files[callee][:1] != "<" or files[callee].startswith(IMPORTLIB)
            if names[callee] == MODULE and has_file and callee not in others:
                yield callee


def _are_of_importlib(profile: Profile, callers: Iterable[int]) -> bool:
    """Whether its trampoline is among some callers."""
    return any(caller != ROOT and profile.names[caller] == TRAMPOLINE for caller in callers)
