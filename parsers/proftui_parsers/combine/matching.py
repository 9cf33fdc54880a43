"""Which function of a profile of calls is which of a profile of lines.

The files may be written differently: cProfile keeps a path as it was imported, kernprof as it was
typed. The names may be: line_profiler 5 writes ``Square.area`` where cProfile writes ``area``.

Both profiles may hold hundreds of thousands of functions, all alike but for their folder, with texts
of a megabyte; so where many are alike, none is looked for among them.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable
from itertools import islice

from proftui_parsers.profile import Profile
from proftui_parsers.texts import Texts

EVERY = 2048
"""After so many functions it is told how far the work is."""
NONE = -1
"""Instead of the index of a function: there is no partner."""
_MOST = 50
"""Functions of one line and one plain name in files of one name, among which one is looked for."""
_LONGEST = 4_000
"""Characters of a path, from its end, that are compared."""
_HERE = re.compile(r"(?:^|(?<=/))(?:\./)+")

_Key = tuple[int, str, str]
"""Line, plain name, and a path or the name of a file."""


def partners(calls: Profile, lines: Profile, told: Callable[[float], None]) -> array[int]:
    """For each function of ``lines`` the one of ``calls`` that it can be, :data:`NONE` if none or several."""
    texts = Texts()
    paths = texts.only(lines.files, _normal_path)
    every = zip(lines.linenos, texts.only(lines.names, _plain_name), paths, lines.names, strict=True)
    asked = list(islice(every, lines.count))
    alike: dict[_Key, list[int]] = {(line, plain, _base(path)): [] for line, plain, path, _ in asked}
    same: dict[_Key, list[int]] = {(line, plain, path): [] for line, plain, path, _ in asked}
    plain_names, paths = texts.only(calls.names, _plain_name), texts.only(calls.files, _normal_path)
    for row in range(calls.count):
        if row % EVERY == 0:
            told(row / calls.count)
        line, plain, path = calls.linenos[row], plain_names[row], paths[row]
        for rows in (alike.get((line, plain, _base(path))), same.get((line, plain, path))):
            if rows is not None and len(rows) <= _MOST:
                rows.append(row)

    def partner(line: int, plain: str, path: str, name: str) -> int:
        """Of those with this very path, else of those with the same end, else with the same file name."""
        found = same[line, plain, path]
        if not found:
            found = alike[line, plain, _base(path)]
            if len(found) <= _MOST:
                found = [row for row in found if _ends_alike(paths[row], path)] or found
        if len(found) > _MOST:
            return NONE
        exact = found if len(found) == 1 else [row for row in found if calls.names[row] == name]
        return exact[0] if len(exact) == 1 else NONE

    return array("q", [partner(*each) for each in asked])


def _ends_alike(one: str, other: str) -> bool:
    """Whether one path is the end of the other."""
    return one.endswith(f"/{other}") or other.endswith(f"/{one}")


def _plain_name(name: str) -> str:
    """The last part of a qualified name."""
    return name.rpartition(".")[2]


def _normal_path(file: str) -> str:
    """The end of a path with one kind of separator and without folders that are the same one."""
    path = file[-_LONGEST:].replace("\\", "/")
    return _HERE.sub("", path) if "./" in path else path


def _base(path: str) -> str:
    """The name of a file, without its folders."""
    return path.rpartition("/")[2]
