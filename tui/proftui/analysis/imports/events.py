"""What importers may import, told by the import statements of their source text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate

from proftui.analysis.imports.import_times import OUTSIDE, ImportTimes
from proftui.analysis.imports.importers import MayImport
from proftui.analysis.imports.statements import LONGEST_TEXT, Statement, statements
from proftui.analysis.source.source_text import Source
from proftui.background.pieces import Pieces
from proftui_parsers import Profile

Parts = tuple[str, ...]
"""A module by the parts of its path: folders, then its own name."""


def reading(
    profile: Profile, times: ImportTimes, source: Callable[[str], Pieces[Source | None]]
) -> Pieces[MayImport]:
    """What all importers name; ``source`` finds the text of a recorded file, if its disk answers."""
    named = _Named(profile, times)
    may_import: dict[int, set[int] | None] = dict.fromkeys(times.by_extensions)
    texts: dict[str, list[Statement] | None] = {}
    answers = True
    for importer in times.entered:
        may_import[importer] = None
        if importer == OUTSIDE or importer >= profile.count or not named.tells:
            continue
        file = profile.files[importer]
        if file not in texts:
            text = (yield from source(file)) if answers else None
            answers = text is not None
            texts[file] = None if text is None else _statements(text)
            yield
        found = texts[file]
        if found is None:
            continue
        here = list(_in_scope(profile, times, importer, found))
        calls = [statement.module for statement in here if statement.called]
        if importer not in times.freely or (calls and "*" not in calls):
            # Unless it is the program, what is in a package runs after the package's own code.
            parts = () if importer in times.programs else _parts(file)
            may_import[importer] = {
                module
                for statement in here
                for known, module in named.modules(file, statement.module)
                if known != parts[: len(known)]
            }
    return may_import


def _statements(source: Source) -> list[Statement] | None:
    if (
        source.path is None
        or not source.verified
        or source.note
        or sum(map(len, source.lines)) > LONGEST_TEXT
    ):
        return None
    return list(statements("\n".join(source.lines)))


def _in_scope(
    profile: Profile, times: ImportTimes, importer: int, found: Iterable[Statement]
) -> Iterator[Statement]:
    """The statements of a module's own code, or of the function or class that starts at a line."""
    if times.is_module(importer):
        return (statement for statement in found if statement.scope == (0, 0))
    line = profile.linenos[importer]
    return (statement for statement in found if statement.scope[0] <= line <= statement.scope[1])


class _Named:
    """The modules of a profile by what import statements call them."""

    def __init__(self, profile: Profile, times: ImportTimes) -> None:
        self._by_name: dict[str, list[tuple[Parts, int]]] = {}
        self._all = [(_parts(profile.files[module]), module) for module in times.modules]
        self.tells = all(len(parts) > 1 or _is_frozen(profile.files[module]) for parts, module in self._all)
        """Whether paths tell what modules are called: not where they are cut off."""
        for parts, module in self._all:
            self._by_name.setdefault(parts[-1], []).append((parts, module))

    def modules(self, file: str, named: str) -> Iterator[tuple[Parts, int]]:
        """What a statement may import that names a module so: that one, and the packages that it is in."""
        name = named.lstrip(".")
        level = len(named) - len(name)
        names = tuple(name.split("."))
        # In a package, one dot is the package itself.
        base = (*_parts(file), "")[: -level - (not _is_package(file))] if level else ()
        for some in accumulate((part,) for part in names):
            if some[-1].endswith("*"):
                yield from self._below(base + some[:-1], some[-1][:-1])
            else:
                yield from self._called(base + some)

    def _called(self, parts: Parts) -> list[tuple[Parts, int]]:
        every = self._by_name.get(parts[-1], ())
        return [(known, module) for known, module in every if known[-len(parts) :] == parts]

    def _below(self, parts: Parts, start: str) -> Iterator[tuple[Parts, int]]:
        """The modules in a package, at any depth, of which the name in it begins so."""
        length = len(parts)
        for known, module in self._all:
            ends = range(length, len(known))
            if any(known[end - length : end] == parts and known[end].startswith(start) for end in ends):
                yield known, module


def _is_frozen(file: str) -> bool:
    return file.startswith("<frozen ")


def _is_package(file: str) -> bool:
    return file.replace("\\", "/").rpartition("/")[2].startswith("__init__.")


def _parts(file: str) -> Parts:
    if _is_frozen(file):
        return tuple(file[len("<frozen ") : -1].split("."))
    *folders, name = file.replace("\\", "/").split("/")
    stem = name.rpartition(".")[0] or name
    return tuple(folders) if stem == "__init__" and folders else (*folders, stem)
