"""What functions are called: pstats' labels, short names, places, modules; texts to search in.

A profile may have a million functions in a few thousand files, so what depends on the file alone
is worked out once for each file, when first asked for. Nothing here is cleaned for the screen.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Literal, NamedTuple

from proftui_parsers.profile import Profile

BUILT_IN = "built-in"
"""Location of built-ins, as displayed."""
BUILT_IN_MODULE = "(built-in)"
"""Module and package of built-ins."""
NO_FILE = "(no file)"
"""Module and package of generated code that names no file."""

TextKind = Literal["label", "shown", "file", "func", "module", "search"]
"""Texts by function: label, displayed name, and, as recorded, file and name; module; see searchable."""

_LIBRARY = re.compile(
    r"(?:^|(?<=[/\\]))"
    r"(?:site-packages|dist-packages|lib(?:32|64)?[/\\](?:python|pypy)\d+(?:\.\d+)*t?(?:\.zip)?)[/\\]"
)
_WINDOWS = re.compile(r"[A-Za-z]:[/\\]|\\\\")
_WINDOWS_LIB = re.compile(r"[/\\]lib[/\\](?=([^/\\.]+))", re.IGNORECASE)
# What older Pythons had, besides the modules of the one that runs.
_STDLIB = sys.stdlib_module_names | {"_bootlocale", "asynchat", "asyncore", "distutils", "imp", "smtpd"}
_FROZEN = re.compile(r"<frozen ([^>]+)>")
_SUFFIX = re.compile(r"\.py[cdiowx]?$")
_BUILTINS_MODULE = re.compile(r"(?:builtins|__builtin__)\.(?=[^.]+$)")
_METHOD = re.compile(r"<[a-z -]+ '([^']+)' of '([^']+)' (?:objects|object at 0x\w+)>")
_BOUND = re.compile(r"<[a-z -]+ (\S+) of (\S+) object at 0x\w+>")
_ADDRESSED = re.compile(r"<(?:function|bound method|cyfunction|class) (\S+)(?: at 0x\w+)?>")
_PLAIN = re.compile(r"<built-in (?:method|function) ([^ ]+)>")


class _Place(NamedTuple):
    """What there is to know about a file."""

    path: str
    module: str
    own: bool


class Names:
    """What the functions of one profile are called, where they stand and what to search in."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._places: dict[str, _Place] = {}
        self._short: dict[str, str] = {}
        self._texts: dict[tuple[TextKind, bool], Sequence[str]] = {}

    def label(self, index: int) -> str:
        """The label that pstats prints: ``file:line(name)``, ``{built-in method builtins.len}``."""
        profile = self._profile
        return pstats_label(profile.files[index], profile.linenos[index], profile.names[index])

    def is_builtin(self, index: int) -> bool:
        """Whether the function has no Python code."""
        file = self._profile.files[index]
        return file == "~" or (not file and self._profile.linenos[index] == 0)

    def shown_name(self, index: int) -> str:
        """The name as displayed: that of built-ins is short (``len``, ``list.append``)."""
        name = self._profile.names[index]
        if not name.startswith("<") or not self.is_builtin(index):
            return name
        short = self._short.get(name)
        if short is None:
            short = self._short[name] = short_builtin(name)
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
        return path if self.is_builtin(index) else f"{path}:{self._profile.linenos[index]}"

    def module(self, index: int) -> str:
        """The dotted module, as far as the path tells: ``sklearn.utils.validation``, ``hillclimb``."""
        return BUILT_IN_MODULE if self.is_builtin(index) else self._place(index).module

    def package(self, index: int) -> str:
        """The first component of the module."""
        module = self.module(index)
        return module if module.startswith(("<", "(")) else module.partition(".")[0] or module

    def is_mine(self, index: int) -> bool:
        """Whether the code is the user's: a file that is in no library and not generated."""
        return not self.is_builtin(index) and self._place(index).own and not self._is_profiler(index)

    def searchable(self, index: int) -> str:
        """What a literal is searched in: the label, of a built-in also its short and its recorded name.

        The displayed name of a Python function is a part of its label. Regular expressions are
        searched in label and displayed name one after the other, since their anchors mean each.
        """
        label = self.label(index)
        if not self.is_builtin(index):
            return label
        return f"{label}\n{self.shown_name(index)}\n{self._profile.names[index]}"

    def texts(self, kind: TextKind, *, lowered: bool) -> Sequence[str]:
        """One text for every function, made once; ``lowered`` for searches that ignore case."""
        known = self._texts.get((kind, lowered))
        if known is None:
            known = self._texts[kind, lowered] = self._made(kind, lowered)
        return known

    def _made(self, kind: TextKind, lowered: bool) -> Sequence[str]:
        # A change made once for each distinct text, and no call for each function: a keystroke waits.
        change: Callable[[str], str] = str.lower if lowered else str
        profile = self._profile
        if kind == "file":
            return _each_once(profile.files, change)
        if kind == "func":
            return _each_once(profile.names, change)
        if kind == "module":
            texts = _each_once(profile.files, lambda file: change(self._place_of(file).module))
            return self._with_builtins(texts, lambda _: BUILT_IN_MODULE)
        if kind == "shown":
            texts = list(self.texts("func", lowered=lowered))
            return self._with_builtins(texts, lambda index: change(self.shown_name(index)))
        if kind == "search":
            texts = list(self.texts("label", lowered=lowered))
            return self._with_builtins(texts, lambda index: change(self.searchable(index)))
        places = zip(profile.files, profile.linenos, profile.names, strict=True)
        if lowered:
            texts = [f"{file}:{line}({name})".lower() for file, line, name in places]
        else:
            texts = [f"{file}:{line}({name})" for file, line, name in places]
        return self._with_builtins(texts, lambda index: change(self.label(index)))

    def _with_builtins(self, texts: list[str], text: Callable[[int], str]) -> list[str]:
        for index in self._builtins:
            texts[index] = text(index)
        return texts

    @cached_property
    def _builtins(self) -> list[int]:
        return [i for i, file in enumerate(self._profile.files) if file in ("~", "") and self.is_builtin(i)]

    def _is_profiler(self, index: int) -> bool:
        # The pure Python profiler records itself as the root of every run.
        return self._profile.files[index] == "profile" and self._profile.linenos[index] == 0

    def _place(self, index: int) -> _Place:
        return self._place_of(self._profile.files[index])

    def _place_of(self, file: str) -> _Place:
        place = self._places.get(file)
        if place is None:
            place = self._places[file] = self._placed(file)
        return place

    def _placed(self, file: str) -> _Place:
        if frozen := _FROZEN.fullmatch(file):
            return _Place(frozen[1], frozen[1], False)
        if not file or _is_generated(file):
            return _Place(file, file or NO_FILE, False)
        tail = library_tail(file)
        if tail is not None:
            return _Place(tail, _dotted(tail), False)
        return _Place(self._own_path(file), _stem(file), True)

    def _own_path(self, file: str) -> str:
        if not _is_absolute(file):
            return file[2:].lstrip("/\\") or file if file.startswith(("./", ".\\")) else file
        cut = self._common_depth[_is_windows(file)]
        # With nothing but the root in common, the full path says more than its tail.
        return file if cut < 2 else _without_head(file, cut)

    @cached_property
    def _common_depth(self) -> dict[bool, int]:
        """How many leading directories all own absolute files share, by POSIX and Windows."""
        folders: dict[bool, set[tuple[str, ...]]] = {False: set(), True: set()}
        for file in set(self._profile.files):
            if file and _is_absolute(file) and library_tail(file) is None:
                folders[_is_windows(file)].add(tuple(_components(file)[:-1]))
        return {windows: _shared(found) for windows, found in folders.items()}


def pstats_label(file: str, line: int, name: str) -> str:
    """What pstats prints for a function."""
    if file == "~" and line == 0:
        return f"{{{name[1:-1]}}}" if name.startswith("<") and name.endswith(">") else name
    return f"{file}:{line}({name})"


def short_builtin(name: str) -> str:
    """The short form of a built-in's recorded name; names of unknown shape lose only their ``<>``."""
    if plain := _PLAIN.fullmatch(name):
        return _BUILTINS_MODULE.sub("", plain[1], count=1)
    if method := _METHOD.fullmatch(name) or _BOUND.fullmatch(name):
        return f"{method[2].rpartition('.')[2]}.{method[1]}"
    if addressed := _ADDRESSED.fullmatch(name):
        return addressed[1]
    return name[1:-1] if len(name) > 2 and name.startswith("<") and name.endswith(">") else name


def library_tail(file: str) -> str | None:
    """What follows the last library folder of a path; ``None`` for files that are in no library."""
    end = 0
    for match in _LIBRARY.finditer(file):
        end = match.end()
    if not end and _WINDOWS.match(file):
        # Windows keeps the standard library in plain "Lib", as projects may keep their own code.
        for match in _WINDOWS_LIB.finditer(file):
            if match[1] in _STDLIB:
                end = match.end()
    return file[end:] or None if end else None


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
    return _WINDOWS.match(file) is not None or ("\\" in file and "/" not in file)


def _is_absolute(file: str) -> bool:
    return file.startswith("/") or _WINDOWS.match(file) is not None


def _components(file: str) -> list[str]:
    if _is_windows(file):
        return file.replace("\\", "/").lower().split("/")
    return file.split("/")


def _without_head(file: str, components: int) -> str:
    """``file`` without its first ``components``, with its own separators."""
    text = file.replace("\\", "/") if _is_windows(file) else file
    place = 0
    for _ in range(components):
        place = text.index("/", place) + 1
    return file[place:]


def _shared(folders: set[tuple[str, ...]]) -> int:
    """How many leading components all of ``folders`` have in common."""
    if not folders:
        return 0
    first, last = min(folders), max(folders)
    for depth, (left, right) in enumerate(zip(first, last, strict=False)):
        if left != right:
            return depth
    return min(len(first), len(last))


def _dotted(tail: str) -> str:
    parts = _SUFFIX.sub("", tail).replace("\\", "/").split("/")
    if parts[-1] == "__init__" and len(parts) > 1:
        parts.pop()
    return ".".join(parts) or tail


def _stem(file: str) -> str:
    """The module that a file of unknown package is; a package is named after its folder."""
    name = basename(file)
    stem = name.rpartition(".")[0] or name
    if stem != "__init__":
        return stem
    folder = file[: len(file) - len(name)].rstrip("/\\")
    return basename(folder) or stem


def _each_once(texts: Iterable[str], change: Callable[[str], str]) -> list[str]:
    """``change`` of every text, made once for equal ones."""
    known: dict[str, str] = {}
    changed: list[str] = []
    for text in texts:
        new = known.get(text)
        if new is None:
            new = known[text] = change(text)
        changed.append(new)
    return changed
