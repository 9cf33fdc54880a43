"""What functions are called: pstats' labels, short names, places, modules; texts to search in.

A profile may have a million functions in a few thousand files, so what depends on the file alone
is worked out once for each file, when first asked for. Nothing here is cleaned for the screen.
"""

from __future__ import annotations

import sys
from itertools import islice

from proftui.analysis.text_column import MANY, Column, columns_in_steps
from proftui_parsers.import_free import NamedTuple, cached_property, pattern
from proftui_parsers.profile import Profile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Literal, TypeVar

    Found = TypeVar("Found")
    TextKind = Literal["shown", "folded", "path", "file", "func", "module"]
    """Texts by function: displayed name, that to sort by, displayed path; recorded file and name; module."""

_BY_FILE: tuple[TextKind, ...] = ("path", "module")
BUILT_IN = "built-in"
"""Location of built-ins, as displayed."""
BUILT_IN_MODULE = "(built-in)"
"""Module and package of built-ins."""
NO_FILE = "(no file)"
"""Module and package of generated code that names no file."""

_LIBRARY = pattern(
    r"(?:^|(?<=[/\\]))"
    r"(?:site-packages|dist-packages|lib(?:32|64)?[/\\](?:python|pypy)\d+(?:\.\d+)*t?(?:\.zip)?)[/\\]"
)
_WINDOWS_LIB = pattern(r"(?i)[/\\]lib[/\\](?=([^/\\.]+))")
# What older Pythons had, besides the modules of the one that runs.
_STDLIB = sys.stdlib_module_names | {"_bootlocale", "asynchat", "asyncore", "distutils", "imp", "smtpd"}
_METHOD = pattern(r"<[a-z -]+ '([^']+)' of '([^']+)' (?:objects|object at 0x\w+)>")
_BOUND = pattern(r"<[a-z -]+ (\S+) of (\S+) object at 0x\w+>")
_ADDRESSED = pattern(r"<(?:function|bound method|cyfunction|class) (\S+)(?: at 0x\w+)?>")
_PLAIN = ("<built-in method ", "<built-in function ")
_MEMBER, _OF, _OBJECTS = "<method '", "' of '", "' objects>"


_MOST_NOTED = 100_000
"""Files and names of which is kept what was found out: a program has fewer, and a hostile file a million."""
_LOWERED = 1_000_000
"""Characters of a text in which case can be ignored: changing it takes sixteen bytes for each."""
_KEPT = 32_000_000
"""Bytes of labels that are kept; where they take more they are made anew for each search."""
_AT_A_TIME = 4_000
"""Labels made at a time: some milliseconds."""
_SEARCHED, _ALL_SEARCHED = 400, 4_000_000
"""Characters of a name in a label that are searched at least, and those of all names together."""


class _Place(NamedTuple):
    """What there is to know about a file."""

    path: str
    own: bool


class Names:
    """What the functions of one profile are called, where they stand and what to search in."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self._places: dict[str, _Place] = {}
        self._modules: dict[str, str] = {}
        self._short: dict[str, str] = {}
        self._columns: dict[tuple[TextKind, bool], Column] = {}
        self._labels: dict[bool, tuple[int, list[str] | None, Callable[[int], str]]] = {}
        """By whether they are lowered: bytes, the labels if they are kept, and what gives one."""
        self._begun: dict[object, Iterator[None]] = {}
        """How columns and labels are made that take long, some at a time."""

    def label(self, index: int) -> str:
        """The label that pstats prints: ``file:line(name)``, ``{built-in method builtins.len}``."""
        profile = self.profile
        return pstats_label(profile.files[index], profile.linenos[index], profile.names[index])

    def is_builtin(self, index: int) -> bool:
        """Whether the function has no Python code."""
        file = self.profile.files[index]
        return file == "~" or (not file and self.profile.linenos[index] == 0)

    def shown_name(self, index: int) -> str:
        """The name as displayed: that of built-ins is short (``len``, ``list.append``)."""
        name = self.profile.names[index]
        if not name.startswith("<") or not self.is_builtin(index):
            return name
        short = self._short.get(name)
        if short is None:
            short = _noted(self._short, name, short_builtin(name))
        return short

    def path(self, index: int, *, with_dirs: bool = True) -> str:
        """The location without its line."""
        if self.is_builtin(index):
            return BUILT_IN
        path = self._place(index).path
        return path if with_dirs else basename(path)

    def location(self, index: int, *, with_dirs: bool = True) -> str:
        """Where the function stands, as displayed and in full: ``sklearn/base.py:12``, ``built-in``."""
        path = self.path(index, with_dirs=with_dirs)
        return path if self.is_builtin(index) else f"{path}:{self.profile.linenos[index]}"

    def module(self, index: int) -> str:
        """The dotted module, as far as the path tells: ``sklearn.utils.validation``, ``hillclimb``."""
        if self.is_builtin(index):
            return BUILT_IN_MODULE
        file = self.profile.files[index]
        module = self._modules.get(file)
        return _noted(self._modules, file, self._module_of(file)) if module is None else module

    def package(self, index: int) -> str:
        """The first component of the module."""
        module = self.module(index)
        return module if module.startswith(("<", "(")) else module.partition(".")[0] or module

    def is_mine(self, index: int) -> bool:
        """Whether the code is the user's: a file that is in no library and not generated."""
        return not self.is_builtin(index) and self._place(index).own and not self._is_profiler(index)

    def column(self, kind: TextKind, *, lowered: bool = False) -> Column:
        """One text for every function, made once; ``lowered`` for searches that ignore case."""
        for _ in self.making(kind, lowered=lowered):
            pass
        return self._columns[kind, lowered]

    def making(self, kind: TextKind, *, lowered: bool = False) -> Iterator[None]:
        """Make a column, some at a time: between two, there is time for something else."""
        done = (kind, lowered) in self._columns
        return self._going_on((kind, lowered), done, lambda: self._making(kind, lowered))

    def _making(self, kind: TextKind, lowered: bool) -> Iterator[None]:
        made: list[Column] = []
        if lowered:
            # Nowhere ``yield from``: where nobody waits any more, that would end the inner work too.
            for _ in self.making(kind):
                yield
            made.append(self._in_lower_case(kind))
        elif kind in ("file", "func"):
            yield from columns_in_steps(self.profile.files if kind == "file" else self.profile.names, made)
        elif kind == "shown":
            for _ in self.making("func"):
                yield
            made.append(self.column("func").replaced(self.builtins, short_builtin))
        elif kind == "folded":
            for _ in self.making("shown"):
                yield
            made.append(self.column("shown").seen_as(str.casefold))
        else:
            for _ in self.making("file"):
                yield
            change, built_in = (
                (self._module_of, BUILT_IN_MODULE) if kind == "module" else (self._path_of, BUILT_IN)
            )
            if len(self.column("file").texts) > MANY:
                # One of them at a time: they are of use for one sort or search.
                for other in ((kind, case) for kind in _BY_FILE for case in (False, True)):
                    self._columns.pop(other, None)
            yield from self.column("file").change_in_steps(change, made)
            made[0] = made[0].replaced(self.builtins, lambda _: built_in)
        self._columns[kind, lowered] = made[0]

    def _in_lower_case(self, kind: TextKind) -> Column:
        column = self.column(kind)
        if kind == "shown" and column is self.column("func"):
            return self.column("func", lowered=True)
        return column.lowered(_LOWERED)

    def labels(self, *, lowered: bool = False) -> Callable[[int], str]:
        """What gives the label of a function, with names and paths that are cut where they are very long."""
        for _ in self.making_labels(lowered):
            pass
        return self._labels[lowered][2]

    def kept_labels(self, *, lowered: bool) -> Sequence[str] | None:
        """The labels, if they take so little memory that they are kept."""
        self.labels(lowered=lowered)
        return self._labels[lowered][1]

    def prepared(self, lowered: bool) -> Iterator[None]:
        """Make what is searched in, some at a time: between two, there is time for something else."""
        kinds: list[TextKind] = ["file", "func", "shown"]
        for kind in kinds:
            for _ in self.making(kind, lowered=lowered):
                yield
        for _ in self.making_labels(lowered):
            yield

    def making_labels(self, lowered: bool) -> Iterator[None]:
        """Make the labels, some at a time."""
        return self._going_on(lowered, lowered in self._labels, lambda: self._labelling(lowered))

    def _going_on(self, key: object, done: bool, work: Callable[[], Iterator[None]]) -> Iterator[None]:
        """Work from where it was left."""
        begun = self._begun.get(key)
        if begun is None and not done:
            begun = self._begun[key] = self._begun_with(key, work())
        return iter(()) if begun is None else begun

    def _begun_with(self, key: object, work: Iterator[None]) -> Iterator[None]:
        try:
            yield from work
        finally:
            # Work that has failed cannot go on either.
            self._begun.pop(key, None)

    def _labelling(self, lowered: bool) -> Iterator[None]:
        longest = max(_SEARCHED, _ALL_SEARCHED // max(1, len(self.profile.files)))
        files = self.column("file", lowered=lowered).cut(longest)
        names = self.column("func", lowered=lowered).cut(longest)
        lines = self.profile.linenos

        def label(index: int) -> str:
            return pstats_label(files[index], lines[index], names[index])

        size = files.size_with(names)
        if size > _KEPT:
            self._labels[lowered] = 0, None, label
            return
        texts: list[str] = []
        places = zip(files, lines, names, strict=True)
        while some := [f"{file}:{line}({name})" for file, line, name in islice(places, _AT_A_TIME)]:
            texts += some
            yield
        for index in self.builtins:
            texts[index] = label(index)
        if sum(known[0] for known in self._labels.values()) + size > _KEPT:
            self._labels.clear()
        self._labels[lowered] = size, texts, texts.__getitem__

    @cached_property
    def builtins(self) -> list[int]:
        """All functions without Python code."""
        return [i for i, file in enumerate(self.profile.files) if file in ("~", "") and self.is_builtin(i)]

    def _is_profiler(self, index: int) -> bool:
        # The pure Python profiler records itself as the root of every run.
        return self.profile.files[index] == "profile" and self.profile.linenos[index] == 0

    def _place(self, index: int) -> _Place:
        file = self.profile.files[index]
        place = self._places.get(file)
        return _noted(self._places, file, self._placed(file)) if place is None else place

    def _path_of(self, file: str) -> str:
        """The path of its place, which is not kept: there may be very many."""
        if file[:1] != "/" or not _is_in_no_library(file):
            return self._placed(file).path
        return self._own_path(file)

    def _module_of(self, file: str) -> str:
        path, own = self._placed(file)
        if own:
            return _stem(file)
        return path or NO_FILE if not file or _is_generated(file) else _dotted(path)

    def _placed(self, file: str) -> _Place:
        frozen = file[len("<frozen ") : -1]
        if frozen and file == f"<frozen {frozen}>" and ">" not in frozen:
            return _Place(frozen, False)
        if not file or _is_generated(file):
            return _Place(file, False)
        tail = library_tail(file)
        if tail is not None:
            return _Place(tail, False)
        return _Place(self._own_path(file), True)

    def _own_path(self, file: str) -> str:
        if not _is_absolute(file):
            return file[2:].lstrip("/\\") or file if file.startswith(("./", ".\\")) else file
        cut = self._common_depth[_is_windows(file)]
        # With nothing but the root in common, the full path says more than its tail.
        return file if cut < 2 else _without_head(file, cut)

    @cached_property
    def _common_depth(self) -> dict[bool, int]:
        """How many leading directories all own absolute files share, by POSIX and Windows."""
        folders: dict[bool, set[str]] = {False: set(), True: set()}
        for file in set(map(_first_of_folder, set(self.profile.files))):
            if file and _is_absolute(file) and library_tail(file) is None:
                windows = _is_windows(file)
                path = file.replace("\\", "/").lower() if windows else file
                folders[windows].add(path[: path.rfind("/") + 1])
        return {windows: _shared(found) for windows, found in folders.items()}


def _noted(known: dict[str, Found], text: str, found: Found) -> Found:
    """What was found out about a text, kept for the next time that somebody asks."""
    if len(known) >= _MOST_NOTED:
        known.clear()
    known[text] = found
    return found


def pstats_label(file: str, line: int, name: str) -> str:
    """What pstats prints for a function."""
    if file == "~" and line == 0:
        return f"{{{name[1:-1]}}}" if name.startswith("<") and name.endswith(">") else name
    return f"{file}:{line}({name})"


def short_builtin(name: str) -> str:
    """The short form of a built-in's recorded name; names of unknown shape lose only their ``<>``."""
    if not name.startswith("<"):
        return name
    if name.startswith(_PLAIN) and name.endswith(">"):
        plain = name[name.index(" ", len("<built-in ")) + 1 : -1]
        if plain and " " not in plain:
            return _without_builtins(plain)
    if name.startswith(_MEMBER) and name.endswith(_OBJECTS):
        # By far the commonest of the next two: no pattern is needed for it.
        member, of, owner = name[len(_MEMBER) : -len(_OBJECTS)].partition(_OF)
        if member and owner and of and "'" not in member and "'" not in owner:
            return f"{owner.rpartition('.')[2]}.{member}"
    if method := _METHOD.fullmatch(name) or _BOUND.fullmatch(name):
        return f"{method[2].rpartition('.')[2]}.{method[1]}"
    if addressed := _ADDRESSED.fullmatch(name):
        return addressed[1]
    return name[1:-1] if len(name) > 2 and name.startswith("<") and name.endswith(">") else name


def _without_builtins(name: str) -> str:
    """A function's name without the module of built-ins before it."""
    head, dot, last = name.rpartition(".")
    for module in ("builtins", "__builtin__"):
        if dot and last and head.endswith(module):
            return head.removesuffix(module) + last
    return name


def library_tail(file: str) -> str | None:
    """What follows the last library folder of a path; ``None`` for files that are in no library."""
    if _is_in_no_library(file):
        return None
    end = _usual_library(file)
    if end:
        return file[end:] or None
    for match in _LIBRARY.finditer(file):
        end = match.end()
    if not end and _has_drive(file):
        # Windows keeps the standard library in plain "Lib", as projects may keep their own code.
        for match in _WINDOWS_LIB.finditer(file):
            if match[1] in _STDLIB:
                end = match.end()
    return file[end:] or None if end else None


def _is_in_no_library(file: str) -> bool:
    """Whether that can be seen without a closer look; such a path is not one of Windows."""
    return "lib" not in file and "-packages" not in file and "\\" not in file and ":" not in file[:3]


def _usual_library(file: str) -> int:
    """Where the library's folder ends in a path of the commonest kinds; 0: look more closely."""
    for folder in ("/site-packages/", "/dist-packages/"):
        head, found, tail = file.rpartition(folder)
        if found and not _has_library(tail):
            return len(head) + len(folder)
    head, found, tail = file.rpartition("/lib/python")
    version, slash, rest = tail.partition("/")
    digits = version.replace(".", "", 1)
    plain = digits.isascii() and digits.isdigit() and version[0] != "." and version[-1] != "."
    if found and slash and plain and not _has_library(rest):
        return len(file) - len(rest)
    return 0


def _has_library(tail: str) -> bool:
    """Whether a path may go on into another library."""
    inside = f"/{tail}"
    folders = ("/lib/", "/lib32/", "/lib64/")
    return "-packages" in tail or "\\" in tail or any(folder in inside for folder in folders)


def _has_drive(file: str) -> bool:
    """Whether a path begins as absolute ones do on Windows."""
    letter = file[:1]
    drive = letter.isascii() and letter.isalpha() and file[1:2] == ":" and file[2:3] in ("/", "\\")
    return drive or file.startswith("\\\\")


def basename(path: str) -> str:
    """The last component of a path, as ``strip_dirs`` leaves it; generated names stay whole."""
    if _is_generated(path):
        return path
    cut = path.rfind("/")
    if _is_windows(path):
        cut = max(cut, path.rfind("\\"))
    return path[cut + 1 :] or path


def _is_generated(file: str) -> bool:
    return file.startswith("<")


def _is_windows(file: str) -> bool:
    if file[:1] == "/":
        # By far the commonest, and there may be a file for every function.
        return False
    return _has_drive(file) or ("\\" in file and "/" not in file)


def _is_absolute(file: str) -> bool:
    return file.startswith("/") or _has_drive(file)


def _first_of_folder(file: str) -> str:
    """For ordinary paths the same path for all files of a folder, of which there are fewer."""
    return file[: file.rfind("/") + 1] + "x" if file[:1] == "/" and "\\" not in file else file


def _without_head(file: str, components: int) -> str:
    """``file`` without its first ``components``, with its own separators."""
    if not _is_windows(file):
        return file.split("/", components)[-1]
    text = file.replace("\\", "/")
    return file[len(text) - len(text.split("/", components)[-1]) :]


def _shared(folders: set[str]) -> int:
    """How many leading components all of ``folders``, each with a slash at its end, have in common."""
    if not folders:
        return 0
    # What the first and the last in order share, all between them share.
    first, last = min(folders).split("/")[:-1], max(folders).split("/")[:-1]
    for depth, (left, right) in enumerate(zip(first, last, strict=False)):
        if left != right:
            return depth
    return min(len(first), len(last))


def _dotted(tail: str) -> str:
    parts = _without_suffix(tail).replace("\\", "/").split("/")
    if parts[-1] == "__init__" and len(parts) > 1:
        parts.pop()
    return ".".join(parts) or tail


def _without_suffix(tail: str) -> str:
    """A path without ``.py``, ``.pyc`` and the like at its end, which a line feed may follow."""
    body = tail.removesuffix("\n")
    stem, dot, ending = body.rpartition(".")
    code = ending == "py" or (len(ending) == 3 and ending.startswith("py") and ending[2] in "cdiowx")
    return stem + tail[len(body) :] if dot and code else tail


def _stem(file: str) -> str:
    """The module that a file of unknown package is; a package is named after its folder."""
    name = basename(file)
    stem = name.rpartition(".")[0] or name
    if stem != "__init__":
        return stem
    folder = file[: len(file) - len(name)].rstrip("/\\")
    return basename(folder) or stem
