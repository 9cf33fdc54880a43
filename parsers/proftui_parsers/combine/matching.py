"""Which function of a profile of calls is which of a profile of lines.

The files may be written differently: cProfile keeps a path as it was imported, kernprof as it was
typed. The names may be: line_profiler 5 writes ``Square.area`` where cProfile writes ``area``.

Both profiles may hold hundreds of thousands of functions, all alike but for their folder, with texts
of a megabyte; so nothing here is looked for one by one, and equal texts are made one object first.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import islice

from proftui_parsers.profile import Profile
from proftui_parsers.texts import Texts

EVERY = 2048
"""After so many functions it is told how far the work is."""
NONE = -1
"""Instead of the index of a function: there is no partner."""
_DEEPEST = 16
"""So many folders of a path, from its end, are compared with a path that begins elsewhere."""
_HERE = re.compile(r"(?:^|(?<=/))(?:\./)+")


class _Group:
    """Functions of which the only one is wanted: the only one at all, or the only one of a name."""

    __slots__ = ("count", "first", "named")

    def __init__(self) -> None:
        self.count = 0
        self.first = NONE
        self.named: dict[str, int] = {}
        """Of the whole names that are asked for; :data:`NONE`: there are several."""

    def add(self, first: int, count: int, named: dict[str, int]) -> None:
        """So many more: the first of them, and those whose names are asked for."""
        if not self.count:
            self.first = first
        self.count += count
        for name, row in named.items():
            self.named[name] = NONE if name in self.named else row


class _Alike:
    """Functions of one line and one plain name, grouped by what may tell them apart."""

    __slots__ = ("by_base", "by_end", "by_path", "names", "paths")

    def __init__(self) -> None:
        self.paths: set[str] = set()
        self.names: set[str] = set()
        """Those of the functions that look for a partner."""
        self.by_path: dict[str, _Group] = {}
        self.by_end: dict[str, _Group] = {}
        """Those of longer paths, by the path that theirs end with."""
        self.by_base: dict[str, _Group] = {}

    def add(self, row: int, path: str, name: str) -> None:
        """A function that may be the partner of one of these."""
        self.by_path.setdefault(path, _Group()).add(row, 1, {name: row} if name in self.names else {})

    def settle(self, ends: Ends, told: Callable[[float], None]) -> None:
        """Group by ends what is grouped by path."""
        for number, (path, group) in enumerate(self.by_path.items()):
            if number % EVERY == EVERY - 1:
                told(number / len(self.by_path))
            members = group.first, group.count, group.named
            self.by_base.setdefault(base(path), _Group()).add(*members)
            for end in ends.of(path):
                if end in self.paths:
                    self.by_end.setdefault(end, _Group()).add(*members)

    def partner(self, path: str, name: str, ends: Ends) -> int:
        """Of those with this very path, else of those with the same end, else with the same file name."""
        groups = [self.by_path.get(path)]
        if not any(groups):
            groups = [self.by_end.get(path), *map(self.by_path.get, ends.of(path))]
        if not any(groups):
            groups = [self.by_base.get(base(path))]
        candidates = [group for group in groups if group is not None]
        if sum(group.count for group in candidates) == 1:
            return candidates[0].first
        exact = [group.named[name] for group in candidates if name in group.named]
        return exact[0] if len(exact) == 1 else NONE


def partners(calls: Profile, lines: Profile, told: Callable[[float], None]) -> array[int]:
    """For each function of ``lines`` the one of ``calls`` that it can be, :data:`NONE` if none or several."""
    texts = Texts()
    names, paths = texts.only(lines.names), texts.only(lines.files, normal_path)
    every = zip(lines.linenos, texts.only(lines.names, plain_name), paths, names, strict=True)
    asked = list(islice(every, lines.count))
    alike: dict[tuple[int, str], _Alike] = {}
    for line, plain, path, name in asked:
        group = alike.setdefault((line, plain), _Alike())
        group.paths.add(path)
        group.names.add(name)

    wanted = set(lines.linenos)
    rows = [row for row in range(calls.count) if calls.linenos[row] in wanted]
    names = [calls.names[row] for row in rows]
    paths = texts.only([calls.files[row] for row in rows], normal_path)
    called = zip(rows, texts.only(names, plain_name), paths, texts.only(names), strict=True)
    for number, (row, plain, path, name) in enumerate(called):
        if number % EVERY == 0:
            told(number / len(rows))
        candidates = alike.get((calls.linenos[row], plain))
        if candidates is not None:
            candidates.add(row, path, name)

    ends = Ends(path for _, _, path, _ in asked)
    for number, group in enumerate(alike.values()):
        if number % EVERY == 0:
            told(number / len(alike))
        group.settle(ends, told)
    ends = Ends(paths)
    return array("q", [alike[line, plain].partner(path, name, ends) for line, plain, path, name in asked])


class Ends:
    """Which of these paths other paths end with."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = {path: path for path in paths}
        self._lengths = set(map(len, self._paths))
        self.of: Callable[[str], Sequence[str]] = cache(lambda path: tuple(self._search(path)))
        """Those that follow one of the last separators of a path."""

    def _search(self, path: str) -> Iterable[str]:
        at = len(path)
        for _ in range(_DEEPEST):
            at = path.rfind("/", 0, at)
            if at < 0:
                return
            if len(path) - at - 1 in self._lengths:
                end = self._paths.get(path[at + 1 :])
                if end is not None:
                    yield end


def plain_name(name: str) -> str:
    """The last part of a qualified name."""
    return name.rpartition(".")[2]


def normal_path(file: str) -> str:
    """The path with one kind of separator and without folders that are the same one."""
    path = file.replace("\\", "/")
    return _HERE.sub("", path) if "./" in path else path


def base(path: str) -> str:
    """The name of a file, without its folders."""
    return path.rpartition("/")[2]
