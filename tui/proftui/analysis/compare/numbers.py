"""Numbers for keys: the same on both sides, of functions whose module and name both sides have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import compress, count
from operator import add

from proftui.analysis.compare.keys import Keys
from proftui.background.pieces import Pieces

_Both = tuple[Sequence[int], Sequence[int]]
"""Functions of the base, and of the new side."""


def numbering(keys: tuple[Keys, Keys], rows: _Both) -> Pieces[tuple[_Both, tuple[list[int], list[int]]]]:
    """The functions of either side whose module and name the other has too, and by position their numbers.

    A number is that of the base's first function of the key; where the base has none, it is beyond all of
    its functions.
    """
    before, after = rows
    numbers: list[dict[str, int]] = []
    # Modules first: two programs have few in common.
    for texts, texts_after in ((keys[0].modules, keys[1].modules), (keys[0].names, keys[1].names)):
        every = set(texts), set(texts_after)
        common = every[0] & every[1]
        before = _having(texts, common, every[0], before)
        after = _having(texts_after, common, every[1], after)
        # Steps as large as there are names, so that the sum of both numbers is that of one key alone.
        step = len(numbers[0]) if numbers else 1
        numbers.append(dict(zip(common, count(0, step))))
        yield
    known: dict[int, int] = {}
    base = list(map(known.setdefault, _of_keys(keys[0], numbers, before), before))
    yield
    beyond = len(keys[0].names)
    fresh = range(beyond, beyond + len(after))
    new = list(map(known.setdefault, _of_keys(keys[1], numbers, after), fresh))
    yield
    return (before, after), (base, new)


def _having(
    texts: Sequence[str], common: Set[str], every: Set[str], functions: Sequence[int]
) -> Sequence[int]:
    """Those of some functions that have a text which both sides have; ``every``: all of ``texts``."""
    if len(common) == len(every):
        return functions
    return list(compress(functions, map(common.__contains__, _taken(texts, functions)))) if common else []


def _of_keys(keys: Keys, numbers: Sequence[Mapping[str, int]], functions: Sequence[int]) -> Iterable[int]:
    """What stands for the keys of some functions."""
    modules, names = (
        map(of.__getitem__, _taken(texts, functions))
        for of, texts in zip(numbers, (keys.modules, keys.names), strict=True)
    )
    return map(add, modules, names)


def _taken(texts: Sequence[str], functions: Sequence[int]) -> Iterable[str]:
    """The texts of some functions; of all of them, as they are."""
    return texts if len(functions) == len(texts) else map(texts.__getitem__, functions)
