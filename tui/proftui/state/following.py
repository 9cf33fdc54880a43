"""A session that takes the place of another, in which functions have other numbers."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from contextlib import suppress

from proftui.analysis.names import Names
from proftui.background.pieces import PIECE, Pieces
from proftui.state.call_trees import TOP_DOWN
from proftui.state.session import Session
from proftui_parsers import Function, Profile

Numbers = Sequence[int]
"""By number of a function in one profile, its number in another; below 0: that one does not have it."""
GONE = -1


def same_functions(before: Profile, after: Profile) -> array[int]:
    """Who is who where files, lines and names are as they were."""
    known = {key: number for number, key in enumerate(_keys(after))}
    return array("q", [known.get(key, GONE) for key in _keys(before)])


def _keys(profile: Profile) -> map[Function]:
    return map(Function, profile.files, profile.linenos, profile.names)


def following(before: Names, after: Names) -> Pieces[array[int]]:
    """Who is who in another reading, in pieces: by file, line and name, or else as a comparison matches."""
    numbers = same_functions(before.profile, after.profile)
    yield
    if GONE not in numbers[: before.profile.count]:
        return numbers
    from proftui.analysis.compare.matching import matching

    found = yield from matching(before, after, ())
    numbers[: before.profile.count] = found.to_new
    for olds, news in found.bundles:
        # Nobody knows who is who among these: one of them is near enough to stand on.
        for old, new in zip(olds, news, strict=False):
            numbers[old] = new
    return numbers


def pieces_of(profile: Profile) -> int:
    """How many pieces :func:`following` probably has."""
    return 2 + 2 * profile.count // PIECE


def of_comparison(former: Session, session: Session, numbers: Numbers) -> Numbers:
    """The same where both compare with one base: what it alone has stands behind all others."""
    was, now = former.compared, session.compared
    if was is None or now is None:
        return numbers
    both = array("q", numbers)
    for old in was.gone:
        base = was.base_function(old)
        both[old] = GONE if base is None else now.index_of_base(base)
    return both


def follow(session: Session, former: Session, numbers: Numbers) -> None:
    """Have a session look where the user looked in the one before it."""
    session.numbers, session.is_arriving = numbers, True
    session.history = former.history.renumbered(numbers)
    trees = former.trees_made
    if trees is not None:
        way, function, unrolled = trees.state
        there = function if function is None else numbers[function]
        session.trees.state = (way, there, unrolled) if there != GONE else (TOP_DOWN, None, unrolled)
    chosen = former.selected
    if chosen is not None and numbers[chosen] >= 0:
        session.selected = numbers[chosen]


def look_alike(session: Session, former: Session) -> None:
    """Have a comparison that was made anew show what the one before it showed, in that order."""
    was, now = former.compared, session.compared
    if was is None or now is None:
        return
    now.scale, now.before = was.scale, was.before
    now.calls_measure, now.measure = was.calls_measure, was.measure
    selected = session.selected
    if former.listed.order.column in session.listed.sort_columns:
        session.listed.sort(former.listed.order)
    if former.query is not None:
        from proftui.analysis.search.budget import TooSlow

        with suppress(TooSlow):
            session.listed.filter_again(former.listed.filter_text)
    session.selected = selected
