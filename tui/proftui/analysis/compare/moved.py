"""Functions whose file moved: stage 4."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from functools import partial
from itertools import chain, compress
from typing import NamedTuple

from proftui.analysis.compare.alike import Alike, Group, anchors_of
from proftui.analysis.compare.found import MOVED, Found
from proftui.analysis.compare.left import Left, tells
from proftui.analysis.compare.moved_folders import (
    Folders,
    Namesakes,
    common_tail,
    in_moved_folders,
    moved_folders,
    path_parts,
)
from proftui.background.pieces import Pace, Pieces
from proftui_parsers import Profile

_IN_COMMON = 2
"""Names that two files must have in common at least, but for those that many files have."""
_ENOUGH = 0.5
"""Share of the own time of two files that must be in names that both have."""
_SOME = 0.2
"""The same share, from which on files of one name may tell that their folder moved."""
_COMMON = 20
"""Files that have a name, from which on it says nothing of which of them another file became."""
_Sides = tuple[Left, Left]
_Partners = Mapping[str, tuple[float, str]]
"""By file before, how sure it is, and the file that it became."""


class _Files(NamedTuple):
    """What is left of some files of a side."""

    functions: dict[str, dict[str, int]]
    """By file and name, a function; where several have the name, the first."""
    several: dict[str, dict[str, list[int]]]
    """By file and name that several functions have, all of them."""

    def of_name(self, file: str, name: str) -> list[int]:
        """All functions of a name."""
        return self.several.get(file, {}).get(name) or [self.functions[file][name]]


def moved_files(left: _Sides, found: Found) -> Pieces[None]:
    """Pair the functions of files that are each other's best by the own time of names in common."""
    candidates = yield from _candidates(left)
    if not candidates:
        return
    wanted = {before for before, _ in candidates}, {after for _, after in candidates}
    files = _files(left[0], wanted[0]), _files(left[1], wanted[1])
    yield
    shares = _shares(left[0].profile, files[0]), _shares(left[1].profile, files[1])
    yield
    best, namesakes = yield from _best_partners(candidates, shares)
    folders = moved_folders(best, namesakes)
    if folders:
        best = yield from _in_place(best, folders, left)
    yield from _inside(left, files, best, found)
    if not folders:
        return
    left = left[0].still(found), left[1].still(found)
    there = yield from in_moved_folders(folders, _only(*left), _only(*left[::-1]))
    known = set(there), {after for _, after in there.values()}
    files = _files(left[0], known[0]), _files(left[1], known[1])
    yield
    yield from _inside(left, files, there, found)


def _in_place(best: _Partners, folders: Folders, left: _Sides) -> Pieces[_Partners]:
    """Without files that got another name, where a file of that name stands in the folder that moved."""
    renamed = {
        file: after
        for file, (_, after) in best.items()
        if not common_tail(path_parts(file), path_parts(after))
    }
    if not renamed:
        return best
    there = yield from in_moved_folders(folders, _only(*left), _only(*left[::-1]))
    taken = {after for _, after in there.values()}
    return {
        file: partner
        for file, partner in best.items()
        if file not in renamed or (file not in there and partner[1] not in taken)
    }


def _inside(
    left: _Sides,
    files: tuple[_Files, _Files],
    partners: _Partners,
    found: Found,
) -> Pieces[None]:
    """Pair the functions of files with those of the same name in the files that these became."""
    pace = Pace()
    for before, (score, after) in partners.items():
        there, here = files[1].functions[after], files[0].functions[before]
        names = {*files[0].several.get(before, ()), *files[1].several.get(after, ())}
        alone = here if not names else {name: f for name, f in here.items() if name not in names}
        # Whether their lines are the same makes no difference here.
        known = [(f, there[name]) for name, f in alone.items() if name in there]
        if not common_tail(path_parts(before), path_parts(after)):
            known = _in_order(known, left)
        found.pair_some(known, *_grade(score, 1))
        if names:
            both = sorted(name for name in names if name in here and name in there)
            groups = [Group(files[0].of_name(before, n), files[1].of_name(after, n)) for n in both]
            alike = Alike(left[0].profile, left[1].profile, found, partial(_grade, score))
            _of_several(alike, groups, known)
        if pace.done(len(there)):
            yield


def _in_order(pairs: list[tuple[int, int]], left: _Sides) -> list[tuple[int, int]]:
    """Without pairs of a name that tells nothing, where these are not between the pairs around them.

    A file of another name may be a part of what it was: another ``__new__`` of it is elsewhere.
    """
    names, (base, new) = left[0].keys.names, (side.profile.linenos for side in left)
    known = sorted((base[f], new[g]) for f, g in pairs if tells(names[f]))
    kept = []
    for f, g in pairs:
        at = bisect_left(known, (base[f], new[g]))
        above, below = known[at - 1 : at], known[at : at + 1]
        ordered = all(line <= new[g] for _, line in above) and all(new[g] <= line for _, line in below)
        if tells(names[f]) or ordered:
            kept.append((f, g))
    return kept


def _of_several(alike: Alike, groups: Sequence[Group], known: list[tuple[int, int]]) -> None:
    """Pair those of names that several have; ``known``: pairs of the same two files."""
    rest = alike.same_lines(groups)
    to_new = alike.found.to_new
    known += [(f, to_new[f]) for group in groups for f in group.base if to_new[f] >= 0]
    anchors = anchors_of(known, alike.base, alike.new)
    for group in rest:
        alike.by_order(group, anchors)


def _only(left: Left, other: Left) -> list[str]:
    """The files of what is left that the other side does not have."""
    return list(set(left.modules(left.functions)).difference(other.keys.modules))


def _grade(score: float, _: int) -> tuple[int, float]:
    return 4, MOVED * score


def _candidates(left: _Sides) -> Pieces[list[tuple[str, str]]]:
    """Files before and after that have two names in common which few files have."""
    names, names_after = (side.names(side.functions) for side in left)
    holders: dict[str, set[str]] = {
        name: set() for name in set(names).intersection(names_after) if tells(name)
    }
    yield
    for module, name in left[1].keys_of(holders.keys(), names_after):
        if len(holders[name]) <= _COMMON:
            holders[name].add(module)
    holders = {name: modules for name, modules in holders.items() if len(modules) <= _COMMON}
    yield
    names_of: dict[str, set[str]] = {}
    for module, name in left[0].keys_of(holders.keys(), names):
        names_of.setdefault(module, set()).add(name)
    yield
    found, pace = [], Pace()
    for module, common_names in names_of.items():
        if len(common_names) >= _IN_COMMON:
            common = Counter(chain.from_iterable(map(holders.__getitem__, common_names)))
            found += [(module, other) for other, number in common.items() if number >= _IN_COMMON]
            if pace.done(sum(common.values())):
                yield
    return found


def _files(left: Left, wanted: Set[str]) -> _Files:
    """The functions that are left of some files."""
    files = _Files({file: {} for file in wanted}, {})
    modules, names = left.keys.modules, left.keys.names
    theirs = map(wanted.__contains__, left.modules(left.functions))
    for function in compress(left.functions, theirs):
        file, name = files.functions[modules[function]], names[function]
        first = file.setdefault(name, function)
        if first != function:
            files.several.setdefault(modules[function], {}).setdefault(name, [first]).append(function)
    return files


def _shares(profile: Profile, files: _Files) -> dict[str, dict[str, float]]:
    """By file and name, its part of the own time of the run."""
    total, own = profile.total_time or 1.0, profile.tottime
    shares = [time / total if time - time == 0 else 0.0 for time in own]
    made = {
        file: dict(zip(names, map(shares.__getitem__, names.values()), strict=True))
        for file, names in files.functions.items()
    }
    for file, names in files.several.items():
        for name, some in names.items():
            made[file][name] = sum(t for f in some if (t := own[f]) - t == 0) / total
    return made


def _best_partners(
    candidates: Sequence[tuple[str, str]],
    shares: tuple[dict[str, dict[str, float]], dict[str, dict[str, float]]],
) -> Pieces[tuple[_Partners, list[Namesakes]]]:
    """By file before, what it and its partner have in common, if they are each other's best, and that one.

    And files of one name that have something in common.
    """
    best: tuple[dict[str, tuple[float, int, str]], dict[str, tuple[float, int, str]]] = {}, {}
    namesakes: list[Namesakes] = []
    pace = Pace()
    for before, after in candidates:
        score = _in_common(shares[0][before], shares[1][after])
        tail = common_tail(path_parts(before), path_parts(after)) if score >= _SOME else 0
        if tail:
            namesakes.append((before, score, after))
        if score >= _ENOUGH:
            _keep(best[0], before, (score, tail, after))
            _keep(best[1], after, (score, tail, before))
        if pace.done(len(shares[0][before])):
            yield
    partners = {
        before: (score, after) for before, (score, _, after) in best[0].items() if best[1][after][2] == before
    }
    return partners, namesakes


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
