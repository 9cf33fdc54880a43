"""Functions whose file moved, and those that moved to another file: stages 4 and 5."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import partial
from itertools import chain
from operator import itemgetter

from proftui.analysis.builtin_names import BUILT_IN_MODULE
from proftui.analysis.compare.alike import Alike, Group, anchors_of
from proftui.analysis.compare.found import MOVED, SCORES, Found
from proftui.analysis.compare.keys import Key
from proftui.analysis.compare.moved_folders import common_tail, in_moved_folders, moved_folders, path_parts
from proftui.analysis.names import Names
from proftui.background.pieces import PIECE, Pace, Pieces
from proftui_parsers import Profile

_IN_COMMON = 2
"""Names that two files must have in common at least, but for those that many files have."""
_ENOUGH = 0.5
"""Share of the own time of two files, or of names around two functions, that must be in common."""
_COMMON = 20
"""Files that have a name, from which on it says nothing of which of them another file became."""
_SHORTEST = 3
_NAME = itemgetter(1)
Left = tuple[list[int], list[int]]
"""The functions of both sides for which nobody was found."""
_File = dict[str, list[int]]
"""What is left of a file: its functions by name."""


def tells(name: str) -> bool:
    """Whether a name is one that not every file has."""
    return not (name.startswith("<") or (name.startswith("__") and name.endswith("__")))


def moved_files(
    base: Names, new: Names, base_keys: Sequence[Key], new_keys: Sequence[Key], left: Left, found: Found
) -> Pieces[None]:
    """Pair the functions of files that are each other's best by the own time of names in common."""
    keys = base_keys, new_keys
    candidates = yield from _candidates(keys, left)
    if not candidates:
        return
    wanted = {before for before, _ in candidates}, {after for _, after in candidates}
    files = _files(base_keys, left[0], wanted[0]), _files(new_keys, left[1], wanted[1])
    yield
    shares = _shares(base.profile, files[0]), _shares(new.profile, files[1])
    yield
    best = yield from _best_partners(candidates, shares)
    yield from _inside(base, new, files, best, found)
    folders = moved_folders(best)
    if not folders:
        return
    left = found.left(0, left[0]), found.left(1, left[1])
    only = _only(left[0], base_keys, new_keys), _only(left[1], new_keys, base_keys)
    there = yield from in_moved_folders(folders, *only)
    known = set(there), {after for _, after in there.values()}
    files = _files(base_keys, left[0], known[0]), _files(new_keys, left[1], known[1])
    yield
    yield from _inside(base, new, files, there, found)


def _inside(
    base: Names,
    new: Names,
    files: tuple[dict[str, _File], dict[str, _File]],
    partners: Mapping[str, tuple[float, str]],
    found: Found,
) -> Pieces[None]:
    """Pair the functions of files with those of the same name in the files that these became."""
    for before, (score, after) in partners.items():
        names = [name for name in files[0][before] if name in files[1][after]]
        groups = [Group(files[0][before][name], files[1][after][name]) for name in names]
        alike = Alike(base.profile, new.profile, found, partial(_grade, score))
        rest = alike.same_lines(groups)
        known = [(f, found.to_new[f]) for group in groups for f in group.base if found.to_new[f] >= 0]
        anchors = anchors_of(known, base.profile, new.profile)
        for group in rest:
            alike.by_order(group, anchors)
        yield


def _only(left: Iterable[int], keys: Sequence[Key], others: Sequence[Key]) -> list[str]:
    """The files of what is left that the other side does not have."""
    files = dict.fromkeys(keys[function][0] for function in left)
    others_files = {module for module, _ in others}
    return [file for file in files if file not in others_files and file != BUILT_IN_MODULE]


def _grade(score: float, _: int) -> tuple[int, float]:
    return 4, MOVED * score


def _candidates(keys: tuple[Sequence[Key], Sequence[Key]], left: Left) -> Pieces[list[tuple[str, str]]]:
    """Files before and after that have two names in common which few files have."""
    named = [set(map(_NAME, map(keys[side].__getitem__, left[side]))) for side in (0, 1)]
    yield
    holders: dict[str, set[str]] = {name: set() for name in named[0] & named[1] if tells(name)}
    for module, name in map(keys[1].__getitem__, left[1]):
        if name in holders and module != BUILT_IN_MODULE:
            holders[name].add(module)
    yield
    holders = {name: modules for name, modules in holders.items() if 0 < len(modules) <= _COMMON}
    known: dict[str, set[str]] = {}
    for module, name in map(keys[0].__getitem__, left[0]):
        if name in holders and module != BUILT_IN_MODULE:
            known.setdefault(module, set()).add(name)
    yield
    found, pace = [], Pace()
    for before, in_it in known.items():
        if len(in_it) >= _IN_COMMON:
            common = Counter(chain.from_iterable(map(holders.__getitem__, in_it)))
            found += [(before, after) for after, number in common.items() if number >= _IN_COMMON]
            if pace.done(sum(common.values())):
                yield
    return found


def _files(keys: Sequence[Key], functions: Iterable[int], wanted: Set[str]) -> dict[str, _File]:
    files: dict[str, _File] = {file: {} for file in wanted}
    for function in functions:
        module, name = keys[function]
        if module in wanted:
            files[module].setdefault(name, []).append(function)
    return files


def _shares(profile: Profile, files: dict[str, _File]) -> dict[str, dict[str, float]]:
    """By file and name, its part of the own time of the run."""
    total, own = profile.total_time or 1.0, profile.tottime
    return {
        file: {name: sum(t for f in some if (t := own[f]) - t == 0) / total for name, some in names.items()}
        for file, names in files.items()
    }


def _best_partners(
    candidates: Sequence[tuple[str, str]],
    shares: tuple[dict[str, dict[str, float]], dict[str, dict[str, float]]],
) -> Pieces[dict[str, tuple[float, str]]]:
    """By file before, what it and its partner have in common, if they are each other's best, and that one."""
    best: tuple[dict[str, tuple[float, int, str]], dict[str, tuple[float, int, str]]] = {}, {}
    pace = Pace()
    for before, after in candidates:
        score = _in_common(shares[0][before], shares[1][after])
        if score >= _ENOUGH:
            tail = common_tail(path_parts(before), path_parts(after))
            _keep(best[0], before, (score, tail, after))
            _keep(best[1], after, (score, tail, before))
        if pace.done(len(shares[0][before])):
            yield
    return {
        before: (score, after) for before, (score, _, after) in best[0].items() if best[1][after][2] == before
    }


def _keep(best: dict[str, tuple[float, int, str]], file: str, other: tuple[float, int, str]) -> None:
    """Keep the better one: more in common, a longer tail of the path, the first name."""
    known = best.get(file)
    if known is None or (-other[0], -other[1], other[2]) < (-known[0], -known[1], known[2]):
        best[file] = other


def _in_common(before: dict[str, float], after: dict[str, float]) -> float:
    """Own time of the names that both have, of that of all their names; without any times, names."""
    both = before.keys() & after.keys()
    whole = sum(before.values()) + sum(after.values())
    if whole <= 0:
        return len(both) / len(before.keys() | after.keys())
    return sum(before[name] + after[name] for name in sorted(both)) / whole


def moved_functions(
    base: Names, new: Names, base_keys: Sequence[Key], new_keys: Sequence[Key], left: Left, found: Found
) -> Pieces[None]:
    """Pair functions whose name is left once on each side, if half of the names around them agree."""
    names = _once(0, base_keys, left[0], found), _once(1, new_keys, left[1], found)
    yield
    both = {name for name in names[0] & names[1] if len(name) >= _SHORTEST and tells(name)}
    if not both:
        return
    before, after = (
        _of_names(0, base_keys, left[0], both, found),
        _of_names(1, new_keys, left[1], both, found),
    )
    pace = Pace()
    for name, f in before.items():
        g = after.get(name)
        if g is not None:
            around = _around(base.profile, base_keys, f), _around(new.profile, new_keys, g)
            if any(_agree(one, other) for one, other in zip(*around, strict=True)):
                found.pair(f, g, 5, SCORES[5])
            if pace.done(PIECE // 20):
                yield


def _once(side: int, keys: Sequence[Key], left: list[int], found: Found) -> set[str]:
    """The names that only one function of what is left has."""
    theirs = map(keys.__getitem__, found.left(side, left))
    number = Counter([name for module, name in theirs if module != BUILT_IN_MODULE])
    return {name for name, n in number.items() if n == 1}


def _of_names(
    side: int, keys: Sequence[Key], left: list[int], names: Set[str], found: Found
) -> dict[str, int]:
    """The functions of these names, each of one that is left."""
    functions = [f for f in left if keys[f][1] in names and keys[f][0] != BUILT_IN_MODULE]
    return {keys[f][1]: f for f in found.left(side, functions)}


def _around(profile: Profile, keys: Sequence[Key], function: int) -> tuple[set[str], set[str]]:
    """The names of what calls a function, and of what it calls."""
    starts = profile.edges.starts
    callers = profile.edges.callers[starts[function] : starts[function + 1]]
    callees = profile.calls_of(function)[1]
    names = profile.names
    return {keys[c][1] if c < len(keys) else names[c] for c in callers}, {keys[c][1] for c in callees}


def _agree(one: set[str], other: set[str]) -> bool:
    return len(one & other) >= _ENOUGH * len(one | other) > 0
