"""Functions whose file moved: stage 4."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence, Set
from functools import partial
from itertools import chain, compress, filterfalse
from operator import eq

from proftui.analysis.compare.alike import Alike, Group, anchors_of
from proftui.analysis.compare.found import MOVED, Found
from proftui.analysis.compare.left import Counts, Left, in_common, tells
from proftui.analysis.compare.left_files import LeftFiles, Shares, left_files, names_by_file, time_in_common
from proftui.analysis.compare.moved_folders import (
    Folders,
    OfOneName,
    common_tail,
    in_moved_folders,
    moved_folders,
    path_parts,
)
from proftui.background.pieces import Pace, Pieces

_ENOUGH = 0.5
"""Share of the own time of two files that must be in names that both have."""
_SOME = 0.2
"""The same share, from which on files of one name may tell that their folder moved."""
_IN_COMMON = 2
"""Names that two files have in common at least, none of which is common on either side."""
_COMMON = 20
"""Functions that have a name at most where it says which file another file became."""
_Sides = tuple[Left, Left]
_Contents = Mapping[str, Set[str]]
"""By file of a side, names of its functions that tell which file it is."""
_Partners = dict[str, tuple[float, str]]
"""By file before, how sure it is, and the file that it became."""


def moved_files(left: _Sides, counts: Counts, found: Found) -> Pieces[None]:
    """Pair the functions of files that are each other's best by the own time of names in common."""
    names = in_common(counts, _COMMON)
    yield
    if not names:
        return
    contents = _telling(left[0], names), _telling(left[1], names)
    yield
    files = left_files(left[0], contents[0]), left_files(left[1], contents[1])
    yield
    alike = yield from _with_the_same_names(contents, files)
    candidates = yield from _candidates(contents, names, alike)
    if not alike and not candidates:
        return
    shares = Shares(left[0].profile, files[0]), Shares(left[1].profile, files[1])
    yield
    best, of_one_name = yield from _best_partners(candidates, shares)
    best |= {file: (1.0, partner) for file, partner in alike.items()}
    of_one_name += [(file, 1.0, there) for file, there in alike.items() if _common_tail(file, there)]
    folders = moved_folders(best, of_one_name)
    if folders:
        best = yield from _in_place(best, folders, left)
    yield from _inside(left, files, best, found)
    if not folders:
        return
    left = left[0].still(found), left[1].still(found)
    there = yield from in_moved_folders(folders, _only(*left), _only(*left[::-1]))
    files = left_files(left[0], there), left_files(left[1], {after for _, after in there.values()})
    yield
    yield from _inside(left, files, there, found)


def _in_place(best: _Partners, folders: Folders, left: _Sides) -> Pieces[_Partners]:
    """Without files that got another name, where a file of that name stands in the folder that moved."""
    renamed = {file: after for file, (_, after) in best.items() if not _common_tail(file, after)}
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
    files: tuple[LeftFiles, LeftFiles],
    partners: _Partners,
    found: Found,
) -> Pieces[None]:
    """Pair the functions of files with those of the same name in the files that these became."""
    pace = Pace()
    telling_nothing = set(filterfalse(tells, set(left[0].names)))
    for before, (score, after) in partners.items():
        there, here = files[1].functions[after], files[0].functions[before]
        names = {*files[0].several.get(before, ()), *files[1].several.get(after, ())}
        alone = here if not names else {name: f for name, f in here.items() if name not in names}
        # Whether their lines are the same makes no difference here.
        known = [(f, there[name]) for name, f in alone.items() if name in there]
        if not _common_tail(before, after):
            known = _in_order(known, {alone[name] for name in alone.keys() & telling_nothing}, left)
        found.pair_some(known, *_grade(score, 1))
        if names:
            both = sorted(name for name in names if name in here and name in there)
            groups = [Group(files[0].of_name(before, n), files[1].of_name(after, n)) for n in both]
            alike = Alike(left[0].profile, left[1].profile, found, partial(_grade, score))
            _of_several(alike, groups, known)
        if pace.done(len(there)):
            yield


def _in_order(pairs: list[tuple[int, int]], unsure: set[int], left: _Sides) -> list[tuple[int, int]]:
    """Without pairs of functions before that are ``unsure`` and are not between the pairs around them.

    Unsure is whose name tells nothing: a file of another name may be a part of what it was, and another
    ``__new__`` of it elsewhere.
    """
    if not unsure:
        return pairs
    base, new = (side.profile.linenos for side in left)
    known = sorted((base[f], new[g]) for f, g in pairs if f not in unsure)

    def is_ordered(line: int, line_after: int) -> bool:
        at = bisect_left(known, (line, line_after))
        above, below = known[at - 1][1] if at else line_after, known[at][1] if at < len(known) else line_after
        return above <= line_after <= below

    return [(f, g) for f, g in pairs if f not in unsure or is_ordered(base[f], new[g])]


def _of_several(alike: Alike, groups: Sequence[Group], known: list[tuple[int, int]]) -> None:
    """Pair those of names that several have; ``known``: pairs of the same two files."""
    rest = alike.same_lines(groups)
    if not rest:
        return
    to_new = alike.found.to_new
    known += [(f, to_new[f]) for group in groups for f in group.base if to_new[f] >= 0]
    anchors = anchors_of(known, alike.base, alike.new)
    for group in rest:
        alike.by_order(group, anchors)


def _common_tail(before: str, after: str) -> int:
    """How many last parts two paths have in common."""
    return common_tail(path_parts(before), path_parts(after))


def _only(left: Left, other: Left) -> list[str]:
    """The files of what is left that the other side does not have."""
    return list(set(left.modules).difference(other.keys.modules))


def _grade(score: float, _: int) -> tuple[int, float]:
    return 4, MOVED * score


def _telling(left: Left, names: Set[str]) -> dict[str, set[str]]:
    """By file, which of these names it has, if it is two at least."""
    every = names_by_file(left, names).items()
    return {file: held for file, held in every if len(held) >= _IN_COMMON}


def _with_the_same_names(
    contents: tuple[_Contents, _Contents], files: tuple[LeftFiles, LeftFiles]
) -> Pieces[dict[str, str]]:
    """By file before, the one after whose functions have the same names; no two files have more in common.

    Only where those that tell are in no other file so.
    """
    by_names: tuple[dict[Set[str], str], dict[Set[str], str]] = {}, {}
    for theirs, found in zip(contents, by_names, strict=True):
        for file, held in theirs.items():
            key = frozenset(held)
            # Of what several files have nothing is said.
            found[key] = "" if key in found else file
        yield
    before, after = (of.functions for of in files)
    return {
        file: there
        for held, file in by_names[0].items()
        if file and (there := by_names[1].get(held)) and before[file].keys() == after[there].keys()
    }


def _candidates(
    contents: tuple[_Contents, _Contents], names: Set[str], alike: Mapping[str, str]
) -> Pieces[list[tuple[str, str]]]:
    """Files before and after that have two of these names in common, but for those that are ``alike``."""
    holders: dict[str, list[int]] = {name: [] for name in names}
    known, files = set(alike.values()), list(contents[1])
    for number, (file, held) in enumerate(contents[1].items()):
        if file not in known:
            for name in held:
                holders[name].append(number)
    yield
    found, pace = [], Pace()
    for file, held in contents[0].items():
        if file in alike:
            continue
        others = sorted(chain.from_iterable(map(holders.__getitem__, held)))
        # What stands there twice has two names in common.
        found += [(file, files[other]) for other in set(compress(others, map(eq, others, others[1:])))]
        if pace.done(len(held) + len(others)):
            yield
    return found


def _best_partners(
    candidates: Sequence[tuple[str, str]], shares: tuple[Shares, Shares]
) -> Pieces[tuple[_Partners, list[OfOneName]]]:
    """By file before, what it and its partner have in common, if they are each other's best, and that one.

    And files of one name that have something in common.
    """
    best: tuple[dict[str, tuple[float, int, str]], dict[str, tuple[float, int, str]]] = {}, {}
    of_one_name: list[OfOneName] = []
    pace = Pace()
    for before, after in candidates:
        score = time_in_common(*shares, before, after)
        tail = _common_tail(before, after) if score >= _SOME else 0
        if tail:
            of_one_name.append((before, score, after))
        if score >= _ENOUGH:
            _keep(best[0], before, (score, tail, after))
            _keep(best[1], after, (score, tail, before))
        if pace.done(1):
            yield
    partners = {
        before: (score, after) for before, (score, _, after) in best[0].items() if best[1][after][2] == before
    }
    return partners, of_one_name


def _keep(best: dict[str, tuple[float, int, str]], file: str, other: tuple[float, int, str]) -> None:
    """Keep the better one: more in common, a longer tail of the path, the first name."""
    known = best.get(file)
    if known is None or (-other[0], -other[1], other[2]) < (-known[0], -known[1], known[2]):
        best[file] = other
