"""Which function is which: four stages, each on what the ones before left; a pair is never undone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import compress, repeat
from operator import lt, ne

from proftui.analysis.compare.aligning import WRITTEN_INSIDE
from proftui.analysis.compare.found import Found
from proftui.analysis.compare.keys import Keys, functions_with_rows, keying
from proftui.analysis.compare.moved import moved_files
from proftui.analysis.compare.numbers import numbering
from proftui.analysis.compare.partners import Alike, Group, anchors_of, left_of
from proftui.analysis.names import Names
from proftui.background.pieces import Pieces

_Both = tuple[Sequence[int], Sequence[int]]
"""By side, numbers of functions, or of their keys in the same order."""


def matching(base: Names, new: Names, known: Iterable[tuple[int, int, int, float]]) -> Pieces[Found]:
    """Match functions with a row; ``known``: pairs by their numbers, each with its stage and its score."""
    keys = yield from keying(base, new)
    rows = functions_with_rows(base.profile), functions_with_rows(new.profile)
    found = Found(base.profile.count, new.profile.count)
    for before, after, stage, score in known:
        if found.is_left(0, before) and found.is_left(1, after):
            found.pair(before, after, stage, score)
    both, numbers = yield from numbering(keys, rows)
    several = yield from _alone(base, new, keys[0], both, numbers, found)
    if several:
        yield from _of_several(base, new, keys[0], several, found)
    left = left_of(base.profile, keys[0], rows[0], 0, found), left_of(new.profile, keys[1], rows[1], 1, found)
    yield
    yield from moved_files(left, found)
    return found


def _alone(
    base: Names,
    new: Names,
    base_keys: Keys,
    functions: _Both,
    numbers: _Both,
    found: Found,
) -> Pieces[dict[int, Group]]:
    """Pair functions whose key no other has, and return those of keys that several have on one side.

    ``functions``: of modules and names that both sides have; ``numbers``: of their keys.
    """
    (before, after), count = functions, base.profile.count
    in_both = list(compress(numbers[1], map(lt, numbers[1], repeat(count))))
    theirs = set(in_both)
    shared = set(compress(numbers[0], map(ne, numbers[0], before)))
    if len(theirs) < len(in_both):
        shared.update(number for number, times in Counter(in_both).items() if times > 1)
    yield
    # Of what is written inside functions, the one of a file may be in another function than before.
    names = map(base_keys.names.__getitem__, before)
    shared.update(compress(numbers[0], map(WRITTEN_INSIDE.__contains__, names)))
    # Of a key that one function has on each side, the number is the base's function.
    partners = list(range(count))
    for number in shared:
        partners[number] = -1
    partners += repeat(-1, len(after))
    found.pair_all(list(map(partners.__getitem__, numbers[1])), after, base.profile, new.profile)
    yield
    return _groups(sorted(shared & theirs), functions, numbers, found)


def _groups(keys: Sequence[int], functions: _Both, numbers: _Both, found: Found) -> dict[int, Group]:
    """By number of a key, the functions that have it and are left, if there are some on both sides."""
    groups = {key: Group([], []) for key in keys}
    if not groups:
        return groups
    for side, (theirs, keys_of_theirs) in enumerate(zip(functions, numbers, strict=True)):
        partners = found.to_base if side else found.to_new
        every = zip(theirs, keys_of_theirs, strict=True)
        for function, key in compress(every, map(groups.__contains__, keys_of_theirs)):
            if partners[function] < 0:
                groups[key][side].append(function)
    return {key: group for key, group in groups.items() if all(group)}


def _of_several(
    base: Names, new: Names, base_keys: Keys, several: dict[int, Group], found: Found
) -> Pieces[None]:
    """Pair functions of keys that several have: by line, then in order."""
    alike = Alike(base.profile, new.profile, found)
    left: dict[str, list[Group]] = {}
    for number, group in several.items():
        for rest in alike.same_lines([group]):
            left.setdefault(base_keys.modules[number], []).append(rest)
    yield
    known: dict[str, list[tuple[int, int]]] = {module: [] for module in left}
    if left:
        modules = base_keys.modules
        for f in compress(range(len(modules)), map(known.__contains__, modules)):
            if found.to_new[f] >= 0:
                known[modules[f]].append((f, found.to_new[f]))
    yield
    for module, groups in left.items():
        anchors = anchors_of(known[module], base.profile, new.profile)
        for group in groups:
            alike.by_order(group, anchors)
            yield
