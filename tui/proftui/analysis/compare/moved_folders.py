"""Files of a folder that moved: those that stand under the same name where others of it were found again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from proftui.background.pieces import Pace, Pieces

_COMMON = 20
"""Folders that one folder became, from which on it is not known where a file of it went."""
_AGREEING = 3
"""Files that have only something in common, from which on they tell that their folder moved."""
_Parts = tuple[str, ...]
OfOneName = tuple[str, float, str]
"""A file before and one after with the same name, and what they have in common."""
Folders = dict[_Parts, dict[_Parts, float]]
"""By folder before, the folders after in which some of its files stand now, and how sure that is."""


def in_moved_folders(
    folders: Folders, before: Iterable[str], after: Iterable[str]
) -> Pieces[dict[str, tuple[float, str]]]:
    """By file before, the file after that stands in its place, with the least score of what moved alike.

    ``before``, ``after``: files that only one side has. Where a file could have become several, it is none.
    """
    places = {_place(file): file for file in after}
    yield
    found: list[tuple[str, str, float]] = []
    pace = Pace()
    for file in before:
        parts = _place(file)
        partners: dict[str, float] = {}
        for length in range(len(parts) + 1):
            for folder, score in folders.get(parts[:length], {}).items():
                if (other := places.get(folder + parts[length:])) is not None:
                    partners[other] = min(score, partners.get(other, 1.0))
        found += [(file, other, score) for other, score in partners.items()]
        if pace.done(len(parts)):
            yield
    number = Counter(one for one, _, _ in found), Counter(other for _, other, _ in found)
    return {one: (score, other) for one, other, score in found if number[0][one] == 1 == number[1][other]}


def moved_folders(moved: Mapping[str, tuple[float, str]], of_one_name: Sequence[OfOneName]) -> Folders:
    """The folders that moved: what is left of paths of files that kept their names, without their ends.

    ``moved``: by file before, its score and the file that it became; ``of_one_name``: files of one name with
    less in common, of which several must agree.
    """
    folders: Folders = {}
    agreeing = Counter(_without_end(before, after) for before, _, after in of_one_name)
    sure = [(before, score, after) for before, (score, after) in moved.items()]
    told = [some for some in of_one_name if agreeing[_without_end(some[0], some[2])] >= _AGREEING]
    for before, score, after in (*sure, *told):
        folder, there = _without_end(before, after)
        if len(folder) < len(_path_parts(before)):
            known = folders.setdefault(folder, {})
            known[there] = min(score, known.get(there, 1.0))
    return {folder: there for folder, there in folders.items() if len(there) <= _COMMON}


def _without_end(before: str, after: str) -> tuple[_Parts, _Parts]:
    """What is left of two paths without the end that both have."""
    one, other = _path_parts(before), _path_parts(after)
    tail = common_tail(before, after)
    return one[: len(one) - tail], other[: len(other) - tail]


@lru_cache(maxsize=1 << 16)
def _path_parts(file: str) -> _Parts:
    """The folders of a path or module, and its name."""
    return tuple(file.removesuffix(".py").replace(".", "/").split("/"))


def _place(file: str) -> _Parts:
    """The same; of ``__init__.py`` the package, as modules are called."""
    parts = _path_parts(file)
    return parts[:-1] if parts[-1] == "__init__" else parts


def common_tail(before: str, after: str) -> int:
    """How many parts two paths or modules have in common at their ends."""
    parts, parts_after = _path_parts(before), _path_parts(after)
    if parts[-1] != parts_after[-1]:
        return 0
    tail = 0
    for one, other in zip(reversed(parts), reversed(parts_after), strict=False):
        if one != other:
            break
        tail += 1
    return tail
