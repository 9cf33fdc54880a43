"""Functions whose file moved: stage 4."""

from __future__ import annotations

from collections.abc import Sequence

from proftui.analysis.compare.found import MOVED, Found
from proftui.analysis.compare.partners import Alike, Group, Sides, anchors_of, finding_partners
from proftui.background.pieces import Pace, Pieces


def moved_files(left: Sides, found: Found) -> Pieces[None]:
    """Pair the functions of files that are each other's best by the own time of names in common."""
    partners, files = yield from finding_partners(left)
    pace = Pace()
    for before, (score, after) in partners.items():
        there, here = files[1].functions[after], files[0].functions[before]
        names = {*files[0].several.get(before, ()), *files[1].several.get(after, ())}
        alone = here if not names else {name: f for name, f in here.items() if name not in names}
        # Whether their lines are the same makes no difference here.
        known = [(f, there[name]) for name, f in alone.items() if name in there]
        found.pair_some(known, 4, MOVED * score)
        if names:
            both = sorted(name for name in names if name in here and name in there)
            groups = [Group(files[0].of_name(before, n), files[1].of_name(after, n)) for n in both]
            alike = Alike(left[0].profile, left[1].profile, found, MOVED * score)
            _of_several(alike, groups, known)
        if pace.done(len(there)):
            yield


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
