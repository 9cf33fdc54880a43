"""The figures of imports, all of them recorded: modules, those who import, finding and loading."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from proftui.analysis.builtin_names import EXEC, MODULE
from proftui.analysis.importlib_names import EXTENSIONS, IMPORT_FROM_CALLS
from proftui.analysis.names import Names
from proftui.background.pieces import Pieces
from proftui_parsers import Profile
from proftui_parsers.consistency import checked

OUTSIDE = -1
"""In place of a function: code that called into the profile and is not in it."""
_SYSTEM = {"importlib", "importlib._bootstrap", "importlib._bootstrap_external", "zipimport"}
_IMPORT = ("<built-in method builtins.__import__>", "<built-in method __import__>", "__import__")
_BY_STATEMENT = (*IMPORT_FROM_CALLS, "parent")
"""What the interpreter calls for an import statement."""
_NOTICEABLE = 0.01
"""The part of all imports from which on what a module calls may not be longer than the module."""
_SAME = 2e-6
"""Seconds by which two times of one call differ that are sums of other times."""


@dataclass(frozen=True, eq=False)
class ImportTimes:
    """What a profile says of imports; times in seconds, functions by their index."""

    total: float
    """What imports take, as the headline says."""
    modules: Sequence[int]
    """The code of the modules that were imported, by their time, longest first."""
    programs: Sequence[int]
    """The code of modules that ran and were not imported."""
    entered: dict[int, float]
    """By function outside of the import system, what the imports took that it asked for itself.

    Of :data:`OUTSIDE` it may be less where ``loading`` is ``None``.
    """
    by_extensions: dict[int, float]
    """The same of extension modules, which are part of the import system."""
    freely: set[int]
    """Those of them that did it otherwise than by a statement: by ``import_module`` and the like."""
    loading: float | None
    """Finding and loading: what importlib took for itself, all that it called but modules with it.

    ``None``: the file does not tell.
    """
    extensions: float
    """What extension modules took to start, as far as it was not Python."""
    repeated: set[int]
    """Modules whose code ran more than once: their times may be of some of these runs only."""

    def is_module(self, index: int) -> bool:
        """Whether this is the code of a module."""
        return index in self._codes

    @cached_property
    def _codes(self) -> set[int]:
        return {*self.modules, *self.programs}


def measuring(profile: Profile, names: Names, total: float) -> Pieces[ImportTimes | None]:
    """The figures of imports; ``None`` where the file does not tell. ``total``: seconds of all imports."""
    if total <= 0 or profile.cumtime is None or profile.ncalls is None:
        return None
    system = _system(profile, names)
    yield
    loaders = _loaders(profile, system)
    yield
    entered, by_extensions, freely = dict[int, float](), dict[int, float](), set[int]()
    for index in system:
        if profile.names[index].startswith("<") and profile.names[index] not in _IMPORT:
            continue
        for entry in _entries(profile, index):
            caller, time = profile.edges.callers[entry], profile.edges.cumtime[entry]
            if caller not in system:
                entered[caller] = entered.get(caller, 0.0) + time
                if index in loaders and profile.names[index] not in _BY_STATEMENT:
                    freely.add(caller)
            elif profile.names[caller] in EXTENSIONS:
                by_extensions[caller] = by_extensions.get(caller, 0.0) + time
    if not all(map(math.isfinite, entered.values())):
        return None
    yield
    modules, programs = _modules(profile, system, total)
    yield from checked(profile).comparing()
    extensions = sum(profile.tottime[index] for index in system if profile.names[index] in EXTENSIONS)
    excess, least = checked(profile).contradictions.excess, _NOTICEABLE * total
    repeated = {
        index
        for index in (*modules, *programs)
        if profile.ncalls[index] > len(profile.paths) or excess.get(index, 0.0) > least
    }
    loading: float | None = None
    from_outside = any(profile.root_calls[index] > 0 for index in system & loaders)
    # Where only modules import, what was called from outside is all that was not within another import.
    is_told = not from_outside or entered.keys() <= set(modules)
    if from_outside:
        entered[OUTSIDE] = total
    if is_told and not repeated:
        all_loading = sum(entered.values()) - sum(profile.cumtime[index] for index in modules)
        loading = max(0.0, all_loading - extensions)
    return ImportTimes(
        total, modules, programs, entered, by_extensions, freely, loading, extensions, repeated
    )


def _system(profile: Profile, names: Names) -> set[int]:
    """The functions of importlib, with the built-ins that it is made of."""
    files = {file for file in set(profile.files) if "importlib" in file or "zipimport" in file}
    built_in = {name for name in set(profile.names) if name.startswith("<built-in method _imp.")}
    built_in.update(_IMPORT)
    return {
        index
        for index, (file, name) in enumerate(zip(profile.files, profile.names, strict=True))
        if index < profile.count
        and (name in built_in or (file in files and name != MODULE and names.module(index) in _SYSTEM))
    }


def _loaders(profile: Profile, system: set[int]) -> set[int]:
    """Those of the import system that run modules, or lead to what does."""
    runs = (*EXEC, *EXTENSIONS)
    found = [index for index in range(profile.count) if profile.names[index] in runs]
    loaders = set(found)
    while found:
        for entry in _entries(profile, found.pop()):
            caller = profile.edges.callers[entry]
            if caller in system and caller not in loaders:
                loaders.add(caller)
                found.append(caller)
    return loaders


def _entries(profile: Profile, index: int) -> range:
    return range(profile.edges.starts[index], profile.edges.starts[index + 1])


def _modules(profile: Profile, system: set[int], total: float) -> tuple[list[int], list[int]]:
    """Modules that were imported, and those that were not: run by something else, or longer than imports."""
    assert profile.cumtime is not None
    code = [
        index
        for index in range(profile.count)
        if profile.names[index] == MODULE and not _is_text(profile.files[index])
    ]
    run = list(_run_by_others(profile, system))
    modules, programs = list[int](), list[int]()
    for index in code:
        time = profile.cumtime[index]
        other = time > total + _SAME or any(abs(time - alone) < _SAME for alone in run)
        (programs if other else modules).append(index)
    modules.sort(key=profile.cumtime.__getitem__, reverse=True)
    programs.sort(key=profile.cumtime.__getitem__, reverse=True)
    return modules, programs


def _is_text(file: str) -> bool:
    """Whether it is no file but a text that ``exec`` was given: ``<string>``, or what its maker calls it."""
    return file.startswith("<") and not file.startswith("<frozen ")


def _run_by_others(profile: Profile, system: set[int]) -> Iterator[float]:
    """Seconds of what ``exec`` ran for others than importlib, where each of them ran one thing."""
    assert profile.cumtime is not None and profile.ncalls is not None
    edges = profile.edges
    for index in range(profile.count):
        if profile.names[index] not in EXEC:
            continue
        entries = _entries(profile, index)
        for entry in entries:
            if edges.callers[entry] not in system and edges.ncalls[entry] == 1:
                yield edges.cumtime[entry] - edges.tottime[entry]
        if profile.ncalls[index] - sum(edges.ncalls[entry] for entry in entries) == 1:
            own = profile.tottime[index] - sum(edges.tottime[entry] for entry in entries)
            yield profile.cumtime[index] - own
