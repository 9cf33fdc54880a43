"""Recorded paths, of any system, and where their text may be here, without asking the disk."""

from __future__ import annotations

import ntpath
import os
import posixpath
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from proftui.analysis.nearby import ELSEWHERE, Nearby, is_network
from proftui.analysis.recorded_files import (
    cell_of,
    frozen_of,
    is_absolute,
    is_generated,
    is_native,
    is_standard,
    is_windows,
    library_folder,
    with_slashes,
)
from proftui.background.pieces import Pace, Pieces
from proftui_parsers import Profile
from proftui_parsers.entries import NO_PYTHON_FILES

_PYTHON = re.compile(r"(python|pypy)[.-]?(\d)\.?(\d+)", re.IGNORECASE)


class Note(NamedTuple):
    """What is missing of a text, or doubtful; ``messages.SOURCE_NOTES`` says it."""

    kind: str = ""
    """Empty: nothing is."""
    name: str = ""
    """The recorded path that it is about, or the function."""
    details: tuple[object, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.kind)


NOTHING = Note()


class Library(NamedTuple):
    """A path of a Python's library taken apart: its folder, the Python if told, and what is below."""

    folder: str
    python: str
    rest: tuple[str, ...]
    is_standard: bool
    """Whether it is of the standard library, not of an installed package."""


def components(path: str) -> list[str]:
    """The components of a path of any system, without ``.`` and, but at the start, without ``..``.

    The first is ``""`` or a drive when the path is absolute.
    """
    path = ntpath.normpath(path).replace("\\", "/") if is_windows(path) else posixpath.normpath(path)
    return [] if path == "." else path.rstrip("/").split("/")


def in_library(path: str) -> Library | None:
    """The path taken apart, if it is in the library folder of a Python."""
    folder = library_folder(path)
    if not folder:
        return None
    # An installation may be in a folder that is called so, too.
    every = [
        f"{'PyPy ' if kind.lower() == 'pypy' else ''}{major}.{minor}"
        for kind, major, minor in _PYTHON.findall(folder)
    ]
    rest = tuple(with_slashes(path)[len(folder) :].split("/"))
    return Library(with_slashes(folder).rstrip("/"), every[-1] if every else "", rest, is_standard(path))


def frozen_module(recorded: str) -> tuple[str, ...]:
    """The components of a module that ``<frozen ...>`` names, if it is of the standard library."""
    names = tuple(frozen_of(recorded).split("."))
    return names if names[0] in sys.stdlib_module_names and all(map(str.isidentifier, names)) else ()


def may_have_text(recorded: str) -> bool:
    """Whether there may be a file with the text of what was recorded there."""
    return not no_file(recorded) or bool(frozen_module(recorded))


def no_file(recorded: str) -> Note:
    """Why there can be no file of this name; nothing where there may be one."""
    if recorded in NO_PYTHON_FILES:
        return Note("built-in")
    if not recorded:
        return Note("no file")
    if "\0" in recorded:
        return Note("no path")
    if is_native(recorded):
        return Note("machine code", recorded)
    if cell_of(recorded):
        return Note("cell", recorded)
    return Note("generated", recorded) if is_generated(recorded) else NOTHING


def not_found(recorded: str) -> Note:
    """The note for a text that is nowhere."""
    if why := no_file(recorded):
        return why
    if is_network(recorded):
        return Note(ELSEWHERE, recorded)
    if not is_absolute(recorded):
        return Note("relative", recorded)
    return Note("absolute", recorded, ((ntpath if is_windows(recorded) else posixpath).dirname(recorded),))


RUNNING = f"{'PyPy ' if sys.implementation.name == 'pypy' else ''}{sys.version_info[0]}.{sys.version_info[1]}"
"""The Python that runs, as :class:`SourcePaths` names Pythons."""
RUNNING_LIBRARY = os.path.dirname(os.__file__)
DEEPEST = 64
"""Components of a path that are looked for below a root, from its end."""
_MOST_FILES = 100_000
"""Recorded paths from which it is told which Python ran: half a second."""
_STEPS = 4
"""Steps of work that one of them is."""

_NAMELESS = ("__init__.py", "__main__.py")
"""Every package may have one: the bare name tells nothing."""


class Candidate(NamedTuple):
    """A file that may hold the text; ``why`` is the note to show when it is not ``verified``."""

    path: str
    verified: bool = True
    why: Note = NOTHING


@dataclass(frozen=True)
class SourcePaths:
    """Where to look for the text that a profile names; ``roots`` and ``maps`` are what the user gave.

    ``python`` is the version that its paths name (``3.11``), if one, ``stdlib`` its library as recorded.
    """

    profiles: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()
    maps: tuple[tuple[str, str], ...] = ()
    python: str = ""
    stdlib: str = ""

    @cached_property
    def nearby(self) -> Nearby:
        """What of that may be looked at: what a project names on another computer was left out before."""
        return Nearby((*self.roots, *(target for _, target in self.maps), *self._folders()))

    def candidates(self, recorded: str) -> Iterator[Candidate]:
        """The files to try, best first: as mapped, as recorded, below the roots, of the running Python."""
        seen = set()
        for candidate in self._all(recorded):
            if candidate.path not in seen:
                seen.add(candidate.path)
                yield candidate

    def _all(self, recorded: str) -> Iterator[Candidate]:
        module = frozen_module(recorded)
        if module:
            for rest in ((*module[:-1], f"{module[-1]}.py"), (*module, "__init__.py")):
                yield from self._of_library(rest, self.python)
        if no_file(recorded):
            return
        parts = components(recorded)
        yield from map(Candidate, self._mapped(parts))
        yield from map(Candidate, self._as_recorded(recorded, parts))
        library = in_library(recorded)
        if library and library.is_standard:
            yield from self._of_library(library.rest, library.python or self.python)
        else:
            yield from map(Candidate, self._below_roots(parts))

    def _mapped(self, parts: Sequence[str]) -> Iterator[str]:
        """By each map whose prefix fits, the longest prefix first."""
        maps = [(components(prefix), target) for prefix, target in self.maps]
        for prefix, target in sorted(maps, key=lambda pair: -len(pair[0])):
            if _begins(parts, prefix):
                yield from _below(target, parts[len(prefix) :])

    def _as_recorded(self, recorded: str, parts: Sequence[str]) -> Iterator[str]:
        if os.path.isabs(recorded):
            yield recorded
        elif not _is_absolute(parts):
            for folder in self._folders():
                yield os.path.join(folder, recorded)
                yield os.path.join(folder, *parts)

    def _folders(self) -> Iterator[str]:
        """What relative paths may be relative to."""
        yield from (os.path.dirname(path) for path in map(_absolute, self.profiles) if path)
        if here := _absolute("."):
            yield here

    def _below_roots(self, parts: Sequence[str], shortest: int = 1) -> Iterator[str]:
        """The path's longest tails first, below each root."""
        names = [part for part in parts if part and not part.endswith(":")]
        for start in range(max(0, len(names) - DEEPEST), len(names) - shortest + 1):
            tail = names[start:]
            if len(tail) > 1 or len(names) == 1 or tail[0] not in _NAMELESS:
                for root in self.roots:
                    yield from _below(root, tail)

    def _of_library(self, rest: Sequence[str], python: str) -> Iterator[Candidate]:
        """A file of the standard library: the one profiled, below the roots, of the running Python."""
        if os.path.isabs(self.stdlib) and python == self.python:
            yield from map(Candidate, _below(self.stdlib, rest))
        yield from map(Candidate, self._below_roots(rest, len(rest)))
        for path in _below(RUNNING_LIBRARY, rest):
            why = Note("other Python" if python else "some Python", "", (RUNNING, python))
            yield Candidate(path) if python == RUNNING else Candidate(path, False, why)


def finding_source_paths(
    profile: Profile, roots: Iterable[str] = (), maps: Iterable[tuple[str, str]] = ()
) -> Pieces[SourcePaths]:
    """Where to look for the text of this profile; it reads through the recorded paths once, in pieces."""
    standard: dict[str, str] = {}
    pythons: set[str] = set()
    pace = Pace()
    for library in map(in_library, islice(dict.fromkeys(profile.files), _MOST_FILES)):
        if pace.done(_STEPS):
            yield
        if library and library.python:
            pythons.add(library.python)
            if library.is_standard:
                standard.setdefault(library.python, library.folder)
    python = pythons.pop() if len(pythons) == 1 else ""
    return SourcePaths(profile.paths, tuple(roots), tuple(maps), python, standard.get(python, ""))


def _is_absolute(parts: Sequence[str]) -> bool:
    return bool(parts) and (parts[0] == "" or parts[0].endswith(":"))


def _begins(parts: Sequence[str], prefix: Sequence[str]) -> bool:
    """Whether the path is at or below ``prefix``; Windows' paths are the same in any case."""
    if not prefix:
        return not _is_absolute(parts)
    head = parts[: len(prefix)]
    if prefix[0].endswith(":") or prefix[:2] == ["", ""]:
        return [part.casefold() for part in head] == [part.casefold() for part in prefix]
    return list(head) == list(prefix)


def _below(folder: str, parts: Sequence[str]) -> Iterator[str]:
    """The absolute path of ``parts`` in ``folder``, unless that is outside of it."""
    whole, top = _absolute(os.path.join(folder, *parts)), _absolute(folder)
    is_below = whole == top or whole.startswith(top.rstrip(os.sep) + os.sep)
    if whole and top and ".." not in parts and is_below:
        yield whole


def _absolute(path: str) -> str:
    """The absolute path, empty for standard input and where the current folder is gone."""
    try:
        return "" if path == "-" else os.path.abspath(path)
    except (OSError, ValueError):
        return ""
