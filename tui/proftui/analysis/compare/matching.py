"""Which function is which: five stages, each on what the ones before left; a pair is never undone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from itertools import compress, repeat
from operator import lt, ne

from proftui.analysis.compare.alike import Alike, Group, anchors_of
from proftui.analysis.compare.found import SCORES, Found
from proftui.analysis.compare.keys import Keys, functions_with_rows, keying
from proftui.analysis.compare.left import left_of
from proftui.analysis.compare.moved import moved_files
from proftui.analysis.compare.moved_alone import moved_functions
from proftui.analysis.compare.pairs import BY_HAND
from proftui.analysis.names import Names
from proftui.background.pieces import Pieces


def matching(base: Names, new: Names, by_hand: Iterable[tuple[int, int]]) -> Pieces[Found]:
    """Match functions with a row; ``by_hand``: pairs that the user made, by their numbers."""
    keys = yield from keying(base, new)
    rows = functions_with_rows(base.profile), functions_with_rows(new.profile)
    found = Found(base.profile.count, new.profile.count)
    for before, after in by_hand:
        if found.is_left(0, before) and found.is_left(1, after):
            found.pair(before, after, BY_HAND, SCORES[BY_HAND])
    common = set(keys[0].modules).intersection(keys[1].modules)
    both = _of_modules(common, keys[0], rows[0]), _of_modules(common, keys[1], rows[1])
    yield
    numbers = yield from _numbering(keys, both)
    several = yield from _alone(base, new, both, numbers, found)
    if several:
        yield from _of_several(base, new, keys[0], several, found)
    left = left_of(base.profile, keys[0], rows[0], 0, found), left_of(new.profile, keys[1], rows[1], 1, found)
    yield
    if left[0].functions and left[1].functions:
        yield from moved_files(left, found)
        yield from moved_functions((left[0].still(found), left[1].still(found)), found)
    return found


def _of_modules(modules: Set[str], keys: Keys, rows: Sequence[int]) -> Sequence[int]:
    """Those of some functions that are of these modules."""
    if len(rows) == len(keys.modules):
        found = list(compress(rows, map(modules.__contains__, keys.modules)))
        return rows if len(found) == len(rows) else found
    return [function for function in rows if keys.modules[function] in modules]


def _numbering(
    keys: tuple[Keys, Keys], functions: tuple[Sequence[int], Sequence[int]]
) -> Pieces[tuple[list[int], list[int]]]:
    """By position of these functions a number for the key: that of the base's first function that has it.

    Where the base has none, the number is beyond all of its functions.
    """
    known: dict[tuple[str, str], int] = {}
    (before, after), beyond = functions, len(keys[0].names)
    base = list(map(known.setdefault, _keys_of(keys[0], before), before))
    yield
    fresh = range(beyond, beyond + len(after))
    new = list(map(known.setdefault, _keys_of(keys[1], after), fresh))
    yield
    return base, new


def _keys_of(keys: Keys, functions: Sequence[int]) -> Iterable[tuple[str, str]]:
    if len(functions) == len(keys.names):
        return zip(keys.modules, keys.names, strict=True)
    modules, names = map(keys.modules.__getitem__, functions), map(keys.names.__getitem__, functions)
    return zip(modules, names, strict=True)


def _alone(
    base: Names,
    new: Names,
    functions: tuple[Sequence[int], Sequence[int]],
    numbers: tuple[list[int], list[int]],
    found: Found,
) -> Pieces[dict[int, Group]]:
    """Pair functions whose key no other has, and return those of keys that several have on one side.

    ``functions``: of the modules that both sides have; ``numbers``: of their keys.
    """
    (before, after), count = functions, base.profile.count
    shared = set(compress(numbers[0], map(ne, numbers[0], before)))
    in_both = list(compress(numbers[1], map(lt, numbers[1], repeat(count))))
    theirs = set(in_both)
    if len(theirs) < len(in_both):
        shared.update(number for number, times in Counter(in_both).items() if times > 1)
    yield
    # Of a key that one function has on each side, the number is the base's function.
    partners = list(range(count))
    for number in shared:
        partners[number] = -1
    partners += repeat(-1, len(after))
    found.pair_all(list(map(partners.__getitem__, numbers[1])), after, base.profile, new.profile)
    yield
    groups = {number: Group([], []) for number in sorted(shared & theirs)}
    if groups:
        for f, number in compress(zip(before, numbers[0], strict=True), map(groups.__contains__, numbers[0])):
            if found.to_new[f] < 0:
                groups[number].base.append(f)
        for g, number in compress(zip(after, numbers[1], strict=True), map(groups.__contains__, numbers[1])):
            if found.to_base[g] < 0:
                groups[number].new.append(g)
    return {number: group for number, group in groups.items() if group.base and group.new}


def _of_several(
    base: Names, new: Names, base_keys: Keys, several: dict[int, Group], found: Found
) -> Pieces[None]:
    """Pair functions of keys that several have: by line, then in order."""
    alike = Alike(base.profile, new.profile, found, lambda stage: (stage, SCORES[stage]))
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
