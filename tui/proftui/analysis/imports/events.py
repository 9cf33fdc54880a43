"""What importers may import, told by the import statements of their source text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import accumulate

from proftui.analysis.imports.import_times import OUTSIDE, ImportTimes
from proftui.analysis.imports.importers import MayImport
from proftui.analysis.source.file_names import FileNames, names_of
from proftui.analysis.source.source_text import Source
from proftui.background.pieces import Pieces
from proftui_parsers import Profile

_BETWEEN = re.compile(r"[\s\\()]+")
Parts = tuple[str, ...]
"""A module by the parts of its path: folders, then its own name."""


def reading(
    profile: Profile, times: ImportTimes, source: Callable[[str], Pieces[Source | None]]
) -> Pieces[MayImport]:
    """What all importers name; ``source`` finds the text of a recorded file, if its disk answers."""
    named = _Named(profile, times)
    may_import: dict[int, set[int] | None] = dict.fromkeys(times.by_extensions)
    texts: dict[str, FileNames | None] = {}
    answers = True
    for importer in times.entered:
        may_import[importer] = None
        if importer == OUTSIDE or importer in times.freely or importer >= profile.count or not named.tells:
            continue
        file = profile.files[importer]
        if file not in texts:
            text = (yield from source(file)) if answers else None
            answers = text is not None
            is_it = text is not None and text.path is not None and text.verified and not text.note
            texts[file] = names_of(text.lines) if text is not None and is_it else None
            yield
        found = texts[file]
        if found is None:
            continue
        here = None if times.is_module(importer) else found.definition_at(profile.linenos[importer])
        if here is None and not times.is_module(importer):
            continue
        # Unless it is the program, what is in a package runs after the package's own code.
        parts = () if importer in times.programs else _parts(file)
        may_import[importer] = {
            module
            for scope, statement in found.imports
            if scope == here
            for name in modules_of(statement)
            for known, module in named.modules(file, name)
            if known != parts[: len(known)]
        }
    return may_import


def modules_of(statement: str) -> Iterator[str]:
    """The modules that a statement names: ``from a.b import c`` names ``a.b`` and then, perhaps, ``a.b.c``.

    With leading dots where it is relative; ends in ``*`` where what follows is not known.
    """
    head, _, listed = re.sub(r"\bimport\b", " import ", _BETWEEN.sub(" ", statement)).partition(" import ")
    module = head.strip().removeprefix("from").replace(" ", "")
    if module.strip("."):
        yield module
    joined = f"{module}." if module.strip(".") else module
    for part in listed.split(","):
        for name in part.split()[:1]:
            yield joined + name


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
