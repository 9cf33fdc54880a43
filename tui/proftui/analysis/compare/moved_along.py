"""What goes where a function goes that moved to another file: its lambdas, the methods of a class."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import compress
from operator import itemgetter

from proftui.analysis.compare.aligning import Anchors
from proftui.analysis.compare.alike import Alike, Group
from proftui.analysis.compare.found import SCORES, Found
from proftui.analysis.compare.left import Left
from proftui.background.pieces import Pieces

_MOVED = 5
"""The stage of functions that moved by themselves."""


def moved_along(left: tuple[Left, Left], found: Found) -> Pieces[None]:
    """Pair functions of one name right below a function that moved by itself, where they are left.

    ``left``: what was left before functions moved.
    """
    moved = {found.to_base[g]: g for g in range(len(found.stages)) if found.stages[g] == _MOVED}
    if not moved:
        return
    yield
    after = _below(left[1].still(found), moved.values(), found)
    known = {g: f for f, g in moved.items()}
    before = _below(left[0].still(found), moved, found)
    yield
    alike = Alike(left[0].profile, left[1].profile, found, lambda _: (_MOVED, SCORES[_MOVED]))
    lines = left[0].profile.linenos, left[1].profile.linenos
    for (g, name), theirs in after.items():
        mine = before.get((known[g], name))
        if mine:
            shift = lines[1][g] - lines[0][known[g]]
            alike.by_order(Group(mine, theirs), Anchors([(lines[0][known[g]], shift)]))


def _below(left: Left, moved: Iterable[int], found: Found) -> dict[tuple[int, str], list[int]]:
    """Functions of one side that are left, in order, by the moved function nearest above them, and name."""
    profile, chosen = left.profile, set(moved)
    files = {profile.files[function] for function in chosen}
    lines: dict[str, list[tuple[int, int]]] = {file: [] for file in files}
    for function in compress(range(profile.count), map(files.__contains__, profile.files)):
        if not found.is_left(left.side, function):
            lines[profile.files[function]].append((profile.linenos[function], function))
    for of_file in lines.values():
        of_file.sort()
    below: dict[tuple[int, str], list[int]] = {}
    for function in sorted(left.functions, key=profile.linenos.__getitem__):
        of_file = lines.get(profile.files[function], [])
        above = bisect_right(of_file, profile.linenos[function], key=itemgetter(0)) - 1
        if above >= 0 and of_file[above][1] in chosen:
            below.setdefault((of_file[above][1], left.keys.names[function]), []).append(function)
    return below
