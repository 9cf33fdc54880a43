"""Which function of a profile of calls is which of a profile of lines.

The files may be written differently: cProfile keeps a path as it was imported, kernprof as it was
typed. The names may be: line_profiler 5 writes ``Square.area`` where cProfile writes ``area``.

Both profiles may hold hundreds of thousands of functions, all alike but for their folder, with texts
of a megabyte; so nothing here is looked for one by one, and equal texts are made one object first.
"""

from __future__ import annotations

import re
from array import array

from proftui_parsers.profile import Profile
from proftui_parsers.texts import Texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

EVERY = 2048
"""After so many functions it is told how far the work is."""
NONE = -1
"""In place of a function that has no partner."""
_DEEPEST = 32
"""So many folders of a path, from its end, are compared with a path that begins elsewhere."""
_HERE = re.compile(r"(?:^|(?<=/))(?:\./)+")


class _Alike:
    """Functions of one line and one plain name."""

    __slots__ = ("by_base", "by_end", "by_path", "wanted")

    def __init__(self) -> None:
        self.wanted: set[str] = set()
        """Paths of those that look for a partner."""
        self.by_path: dict[str, list[int]] = {}
        self.by_end: dict[str, list[int]] = {}
        """Those of longer paths, by the wanted path that theirs end with."""
        self.by_base: dict[str, list[int]] = {}

    def add(self, row: int, path: str, ends: Iterable[str]) -> None:
        self.by_path.setdefault(path, []).append(row)
        self.by_base.setdefault(_base(path), []).append(row)
        for end in ends:
            if end in self.wanted:
                self.by_end.setdefault(end, []).append(row)

    def groups(self, path: str, ends: Iterable[str]) -> list[list[int]]:
        """Who can be the one of this path: those of this very path, or of the same end, or file name."""
        if path in self.by_path:
            return [self.by_path[path]]
        found = [self.by_path[end] for end in ends if end in self.by_path]
        if path in self.by_end:
            found.append(self.by_end[path])
        if not found and _base(path) in self.by_base:
            found.append(self.by_base[_base(path)])
        return found


def partners(calls: Profile, lines: Profile, told: Callable[[float], None]) -> array[int]:
    """For each function of ``lines`` the one of ``calls`` that it can be, :data:`NONE` if none or several."""
    texts = Texts()
    asked = range(lines.count)
    asked_plain = texts.only(lines.names, _plain)
    asked_path = texts.only(lines.files, _path)
    groups: dict[tuple[int, str], _Alike] = {}
    for index in asked:
        key = lines.linenos[index], asked_plain[index]
        groups.setdefault(key, _Alike()).wanted.add(asked_path[index])

    wanted_lines = set(lines.linenos)
    rows = [row for row in range(calls.count) if calls.linenos[row] in wanted_lines]
    plain = texts.only([calls.names[row] for row in rows], _plain)
    path = texts.only([calls.files[row] for row in rows], _path)
    ends = _Ends(asked_path)
    for number, (row, name, where) in enumerate(zip(rows, plain, path, strict=True)):
        if number % EVERY == 0:
            told(number / len(rows))
        alike = groups.get((calls.linenos[row], name))
        if alike is not None:
            alike.add(row, where, ends.of(where))

    found = array("q")
    by_name = _ByName(calls.names, texts)
    ends = _Ends(path)
    for index, name in zip(asked, texts.only(lines.names), strict=False):
        if index % EVERY == 0:
            told(index / len(asked))
        alike = groups[lines.linenos[index], asked_plain[index]]
        where = asked_path[index]
        found.append(by_name.only(alike.groups(where, ends.of(where)), name))
    return found


class _Ends:
    """Which of these paths other paths end with."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = {path: path for path in paths}
        self._lengths = set(map(len, self._paths))
        self._known: dict[str, tuple[str, ...]] = {}

    def of(self, path: str) -> tuple[str, ...]:
        """Those that follow one of the last separators of the path."""
        found = self._known.get(path)
        if found is None:
            found = self._known[path] = tuple(self._found(path))
        return found

    def _found(self, path: str) -> Iterable[str]:
        at = len(path)
        for _ in range(_DEEPEST):
            at = path.rfind("/", 0, at)
            if at < 0:
                return
            if len(path) - at - 1 in self._lengths:
                end = self._paths.get(path[at + 1 :])
                if end is not None:
                    yield end


class _ByName:
    """Functions by their whole name."""

    def __init__(self, names: Sequence[str], texts: Texts) -> None:
        self._names = names
        self._texts = texts
        self._known: dict[int, dict[str, int]] = {}

    def only(self, groups: Sequence[list[int]], name: str) -> int:
        """The only one there is, or the only one of this very name; :data:`NONE`."""
        if not groups:
            return NONE
        if len(groups) == 1 and len(groups[0]) == 1:
            return groups[0][0]
        exact = [found for group in groups if (found := self._of(group).get(name)) is not None]
        return exact[0] if len(exact) == 1 else NONE

    def _of(self, group: list[int]) -> dict[str, int]:
        known = self._known.get(id(group))
        if known is None:
            known = self._known[id(group)] = {}
            for row, name in zip(group, self._texts.only([self._names[row] for row in group]), strict=True):
                known[name] = NONE if name in known else row
        return known


def _plain(name: str) -> str:
    """The last part of a qualified name."""
    return name.rpartition(".")[2]


def _path(file: str) -> str:
    """The path with one kind of separator and without folders that are the same one."""
    path = file.replace("\\", "/")
    return _HERE.sub("", path) if "./" in path else path


def _base(path: str) -> str:
    return path.rpartition("/")[2]
