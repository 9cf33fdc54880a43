"""Where names of the user's own modules begin, by recorded files, the file that was run, and this disk."""

from __future__ import annotations

import math
import os
from itertools import compress, groupby, product, repeat
from operator import ge

from proftui.analysis.builtin_names import MODULE
from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple, cached_property
from proftui_parsers.profile import Profile

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from proftui.analysis.nearby import Nearby

INIT, PATH, DISK, ROOT, SHARED = "init", "path", "disk", "root", "shared"
"""What told it: a recorded ``__init__``, other recorded paths, the disk, the file of the program, or nothing:
then it is the folder that all such files share."""
_DEEPEST = 64
"""Folders in folders; of what is deeper nothing is told."""
_MOST_FOLDERS = 10_000
"""Folders; of a profile with more, which no program has, nothing is told."""
_SRC = "src/"
"""What packages may lie in."""


class Root(NamedTuple):
    """A folder with a slash at its end, and what told it."""

    folder: str
    source: str


class ModuleRoots:
    """The roots of one profile's own files; folders have plain slashes, and one at their end."""

    def __init__(self, files: Iterable[str], program: Iterable[str], where: Where) -> None:
        """``program``: those of the files that were run, not imported, as ``where`` has them recorded."""
        self._files = dict.fromkeys(files)
        self._folders = dict.fromkeys([file[: file.rfind("/") + 1] for file in self._files])
        if len(self._folders) > _MOST_FOLDERS:
            self._files, self._folders = {}, {}
        special = [file for file in self._files if "/__" in file]
        self._packages = {folder_of(file): PATH for file in special if "/__main__." in file}
        self._packages |= {folder_of(file): INIT for file in special if "/__init__." in file}
        self._program, self._where = list(program), where
        self._scripts = set(map(folder_of, self._program)) - set(self._packages)
        self._known: dict[str, Root] = {}
        self._shared: dict[str, str] = {}
        """By what absolute paths begin with, what all folders share of which nothing tells."""

    def of(self, folder: str) -> Root:
        """The root of the files of a folder."""
        if not self._folders:
            return Root("", SHARED)
        if folder not in self._known:
            others = self._others
            self._known[folder] = self._told(folder) or self._below(folder, others)
        return self._known[folder]

    def _told(self, folder: str) -> Root | None:
        """What the topmost package lies in that a folder is, or is in."""
        found = [here for here in _upwards(folder) if here in self._packages]
        return Root(self._project(_above(found[-1])), self._packages[found[-1]]) if found else None

    def _project(self, folder: str) -> str:
        """The folder, or the one of the same name that it is in: a project has the name of its package."""
        above = _above(folder)
        name = folder[len(above) :]
        is_package = above.endswith(f"/{name}") and name[:-1].isidentifier() and folder not in self._scripts
        return above if is_package else folder

    def _below(self, folder: str, others: Container[str]) -> Root:
        """The deepest root of others that a folder is below; else what all folders without one share."""
        root = next((here for here in _upwards(folder) if here in others), None)
        if root is None:
            shared = self._shared.get(_kind(folder), "")
            root = self._project(shared) if folder.startswith(shared) else ""
            return Root(root, SHARED if root in ("", shared) else PATH)
        is_in_src = folder.startswith(root + _SRC) and root + _SRC not in self._folders
        return Root(root + _SRC if is_in_src else root, ROOT if root in self._scripts else PATH)

    @cached_property
    def _others(self) -> set[str]:
        """The roots that are known; what is below none of them is sorted out."""
        self._ask_disk()
        roots = {told.folder for folder in self._folders if (told := self._told(folder))} | self._scripts
        left = [folder for folder in self._folders if _kind(folder) and roots.isdisjoint(_upwards(folder))]
        for kind, alike in groupby(sorted(left, key=_kind), _kind):
            self._shared[kind] = folder_of(os.path.commonprefix(list(alike)))  # noqa: RUF071 - up to a slash
            roots |= self._likely(self._shared[kind])
        return roots

    def _likely(self, shared: str) -> set[str]:
        """The folder of a script that was run as ``run.py``, by the disk, else by what folders share."""
        for here, file in product(_upwards(shared), self._program):
            if here + file not in self._files and self._where.has(here + file):
                self._scripts.add(here + folder_of(file))
                return self._scripts
        # It may be that of the script, but is more often a package in it.
        is_script_s = any(shared.endswith(f"/{folder_of(file)}") for file in self._program if "/" in file)
        is_package = self._where.is_partial and not is_script_s and shared.count("/") > 3
        return {_above(shared)} if is_package and [*map(folder_of, self._files)].count(shared) > 1 else set()

    def _ask_disk(self) -> None:
        # Where all modules are recorded that ran, a package that a script lies in would be, too.
        told: Container[str] = () if self._where.is_partial else self._scripts
        for folder in [folder for folder in self._folders if _kind(folder) and not self._told(folder)]:
            while folder and folder not in told and self._where.has(f"{folder}__init__.py"):
                self._packages[folder] = DISK
                folder = _above(folder)


def folder_of(file: str) -> str:
    """The folder of a file, with a slash at its end."""
    return file[: file.rfind("/") + 1]


def _above(folder: str) -> str:
    return folder_of(folder[:-1])


def _upwards(folder: str) -> Iterator[str]:
    """The folder and those that it is in; for relative ones at last the one where they begin."""
    is_relative = not _kind(folder)
    if folder.count("/") <= _DEEPEST:
        while folder:
            yield folder
            folder = _above(folder)
        if is_relative:
            yield folder


def _kind(folder: str) -> str:
    """What absolute paths begin with; empty: it is a relative one."""
    return folder[:2] if folder[1:3] == ":/" else "/" * folder.startswith("/")


_MOST_ASKED = 400
"""Files that the disk is asked of; of others it is not known."""
_LEAST = 0.5
"""Part of the run that what began it took."""


class Where:
    """What is known of the files of one profile beside their names."""

    def __init__(self, profile: Profile) -> None:
        self._profile, self._asked = profile, 0
        self.of_samples = profile.recording is not None or profile.measure.sampled
        """Whether a sampler recorded them, which may leave out where modules are looked for."""
        has_all = profile.ncalls is not None and not profile.is_of_lines
        self.is_partial = self.of_samples or not has_all
        """Whether modules may have run that are not among the files."""

    @cached_property
    def program(self) -> list[str]:
        """The file whose code began the run; none where all that ran of modules is too little for that."""
        profile = self._profile
        # Threads have stacks of their own, and with them a part of the whole.
        least = _LEAST * profile.total_time if profile.recording is None else 0.0
        times = profile.cumtime or profile.tottime
        first = max(module_codes(profile, least), key=times.__getitem__, default=None)
        return [] if first is None else [profile.files[first]]

    def has(self, path: str) -> bool:
        """Whether a file is there, beside the profile or in the working folder; asks no other computer."""
        self._asked += 1
        if self._asked > _MOST_ASKED:
            return False
        folders = {"", *map(os.path.dirname, self._profile.paths)} if not os.path.isabs(path) else ("",)
        return any(self._nearby.reached(os.path.join(folder, path)).path for folder in folders)

    @cached_property
    def _nearby(self) -> Nearby:
        # The first screen of most profiles asks for nothing.
        from proftui.analysis.nearby import Nearby

        return Nearby()


def module_codes(profile: Profile, least: float = -math.inf) -> Iterator[int]:
    """The functions that are the code of modules in files and took so long, the profiler's own aside."""
    times = profile.cumtime or profile.tottime
    long = compress(range(profile.count), map(ge, times, repeat(least)))
    return (code for code in long if profile.names[code] == MODULE and not _began(profile, code))


def _began(profile: Profile, code: int) -> bool:
    """Whether code is in no file, or that of the profiler's command, which began the program."""
    file = profile.files[code]
    command = file.replace("\\", "/").removesuffix("/__main__.py").removesuffix(".exe")
    return file.startswith("<") or command.rpartition("/")[2] == profile.producer
