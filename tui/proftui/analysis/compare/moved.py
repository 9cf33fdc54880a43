"""Functions whose file moved: stage 4."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import filterfalse

from proftui.analysis.compare.found import MOVED, Found
from proftui.analysis.compare.moved_folders import Folders, common_tail, in_moved_folders, moved_folders
from proftui.analysis.compare.partners import (
    Alike,
    Group,
    Left,
    LeftFiles,
    Partners,
    Sides,
    anchors_of,
    finding_partners,
    left_files,
    tells,
)
from proftui.background.pieces import Pace, Pieces


def moved_files(left: Sides, found: Found) -> Pieces[None]:
    """Pair the functions of files that are each other's best by the own time of names in common."""
    partnered = yield from finding_partners(left)
    if partnered is None:
        return
    best, of_one_name, files = partnered
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


def _in_place(best: Partners, folders: Folders, left: Sides) -> Pieces[Partners]:
    """Without files that got another name, where a file of that name stands in the folder that moved."""
    renamed = {file: after for file, (_, after) in best.items() if not common_tail(file, after)}
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
    left: Sides,
    files: tuple[LeftFiles, LeftFiles],
    partners: Partners,
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
        if not common_tail(before, after):
            known = _in_order(known, {alone[name] for name in alone.keys() & telling_nothing}, left)
        found.pair_some(known, 4, MOVED * score)
        if names:
            both = sorted(name for name in names if name in here and name in there)
            groups = [Group(files[0].of_name(before, n), files[1].of_name(after, n)) for n in both]
            alike = Alike(left[0].profile, left[1].profile, found, MOVED * score)
            _of_several(alike, groups, known)
        if pace.done(len(there)):
            yield


def _in_order(pairs: list[tuple[int, int]], unsure: set[int], left: Sides) -> list[tuple[int, int]]:
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


def _only(left: Left, other: Left) -> list[str]:
    """The files of what is left that the other side does not have."""
    return list(set(left.modules).difference(other.keys.modules))
