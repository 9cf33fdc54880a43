"""Which function is which: five stages, each on what the ones before left; a pair is never undone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat

from proftui.analysis.compare.alike import Alike, Group, anchors_of
from proftui.analysis.compare.found import SCORES, Found
from proftui.analysis.compare.keys import Key, functions_with_rows, keying
from proftui.analysis.compare.moved import moved_files, moved_functions
from proftui.analysis.compare.pairs import BY_HAND
from proftui.analysis.names import Names
from proftui.background.pieces import Pieces


def matching(base: Names, new: Names, by_hand: Iterable[tuple[int, int]]) -> Pieces[Found]:
    """Match functions with a row; ``by_hand``: pairs that the user made, by their numbers."""
    base_keys, new_keys = yield from keying(base, new)
    found = Found(base.profile.count, new.profile.count)
    for before, after in by_hand:
        if found.is_left(0, before) and found.is_left(1, after):
            found.pair(before, after, BY_HAND, SCORES[BY_HAND])
    several = yield from _alone(base, new, base_keys, new_keys, found)
    if several:
        yield from _of_several(base, new, base_keys, several, found)
    left = found.left(0, functions_with_rows(base.profile)), found.left(1, functions_with_rows(new.profile))
    yield
    if left[0] and left[1]:
        yield from moved_files(base, new, base_keys, new_keys, left, found)
        yield from moved_functions(base, new, base_keys, new_keys, left, found)
    return found


def _alone(
    base: Names, new: Names, base_keys: list[Key], new_keys: list[Key], found: Found
) -> Pieces[dict[Key, Group]]:
    """Pair functions whose key no other has, and return those of keys that several have on one side."""
    before, after = functions_with_rows(base.profile), functions_with_rows(new.profile)
    base_of, shared = _by_key(base_keys, before)
    yield
    new_of, others = _by_key(new_keys, after)
    shared |= others
    yield
    partners = list(map(base_of.get, map(new_keys.__getitem__, after), repeat(-1)))
    base_lines, new_lines = base.profile.linenos, new.profile.linenos
    to_base, to_new, stages, scores = found.to_base, found.to_new, found.stages, found.scores
    yield
    for f, g in zip(partners, after, strict=True):
        if f >= 0 and to_base[g] < 0 and to_new[f] < 0 and (not shared or new_keys[g] not in shared):
            stage = 1 if base_lines[f] == new_lines[g] else 2
            to_base[g], to_new[f], stages[g], scores[g] = f, g, stage, SCORES[stage]
    yield
    groups = {key: Group([], []) for key in shared if key in base_of and key in new_of}
    if groups:
        for f in before:
            if base_keys[f] in groups and to_new[f] < 0:
                groups[base_keys[f]].base.append(f)
        for g in after:
            if new_keys[g] in groups and to_base[g] < 0:
                groups[new_keys[g]].new.append(g)
    return {key: group for key, group in groups.items() if group.base and group.new}


def _by_key(keys: Sequence[Key], functions: Sequence[int]) -> tuple[dict[Key, int], set[Key]]:
    """The last of some functions with each key, and the keys that several have."""
    theirs = [keys[f] for f in functions] if len(functions) < len(keys) else keys
    last = dict(zip(theirs, functions, strict=True))
    if len(last) == len(functions):
        return last, set()
    return last, {keys[f] for f in set(functions).difference(last.values())}


def _of_several(
    base: Names, new: Names, base_keys: list[Key], several: dict[Key, Group], found: Found
) -> Pieces[None]:
    """Pair functions of keys that several have: by line, then in order."""
    alike = Alike(base.profile, new.profile, found, lambda stage: (stage, SCORES[stage]))
    left: dict[str, list[Group]] = {}
    for key, group in several.items():
        for rest in alike.same_lines([group]):
            left.setdefault(key[0], []).append(rest)
    yield
    known: dict[str, list[tuple[int, int]]] = {module: [] for module in left}
    if left:
        for f, g in enumerate(found.to_new):
            if g >= 0 and base_keys[f][0] in known:
                known[base_keys[f][0]].append((f, g))
    yield
    for module, groups in left.items():
        anchors = anchors_of(known[module], base.profile, new.profile)
        for group in groups:
            alike.by_order(group, anchors)
            yield
