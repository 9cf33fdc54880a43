"""Sessions that compare over versions of Python, of which the older makes functions of comprehensions.

They have no rows, and all else has its own names and figures.
"""

from __future__ import annotations

import pytest
from tests.support.compared import Key, profile_of
from tests.support.compared_screens import compared_session
from tests.support.corpus import small

from proftui.analysis.calltree.nodes import CallNode
from proftui.analysis.compare.both_tree import BothTree
from proftui.analysis.compare.side import side_of
from proftui.analysis.shape.shape import FOCUS, FUNCTION, PATH, TERMS, WHOLE, Shape, Step
from proftui.background.pieces import finished
from proftui.state.comparing import new_side, resumed
from proftui.state.session import Session
from proftui_parsers import Profile, load


def take(session: Session, shape: Shape) -> None:
    finished(session.shaping.making(shape))
    session.take_shape(shape)


# Made programs

MAIN, LIST, CALLED = ("a.py", 1, "main"), ("a.py", 2, "<listcomp>"), ("a.py", 9, "called")
OLD, NEW = ("a.py", 20, "old"), ("a.py", 30, "new")


def older() -> Profile:
    """The comprehension stands before all that has another number without it."""
    functions: dict[Key, tuple[int, float]] = {
        LIST: (1, 0.5), MAIN: (1, 1.0), OLD: (7, 3.0), CALLED: (100, 2.0),
    }  # fmt: skip
    return profile_of(functions, {(MAIN, LIST): 1, (LIST, CALLED): 100, (MAIN, OLD): 7})


def newer() -> Profile:
    return profile_of(
        {NEW: (5, 4.0), MAIN: (1, 1.5), CALLED: (100, 2.0)}, {(MAIN, CALLED): 100, (MAIN, NEW): 5}
    )


@pytest.mark.parametrize("is_swapped", [False, True])
def test_every_row_has_the_name_of_its_figures(is_swapped: bool) -> None:
    sides = side_of([older()]), side_of([newer()])
    base, new = sides[::-1] if is_swapped else sides
    session = compared_session(base, new)
    assert session.compared is not None
    expected = {"main": (1.5, 1.5), "called": (2.0, 2.0), "old": (3.0, 0.0), "new": (0.0, 4.0)}
    rows = {session.profile.names[i]: session.compared.row(i) for i in session.rows}
    found = {n: session.compared.figures(row, "tottime") for n, row in rows.items() if row is not None}
    assert found == {n: times[::-1] if is_swapped else times for n, times in expected.items()}
    # The tree has the same names, and no comprehension in it.
    tree = session.trees.tree
    assert isinstance(tree, BothTree)
    (root,) = tree.roots()
    times = {_name(session, node): tree.sides(node).times for node in tree.below(root)}
    assert times == {n: found[n] for n in ("called", "old", "new")}


def _name(session: Session, node: CallNode) -> str:
    return session.profile.names[node.function]


def test_shapes_have_no_comprehension_either() -> None:
    session = compared_session(side_of([older()]), side_of([newer()]))
    take(session, Shape((Step(TERMS, "func:^called$"),)))
    assert session.compared is not None
    names = {session.profile.names[index] for index in session.rows}
    assert names == {"main", "old", "new"}


def test_without_the_comparison_the_file_is_as_it_was_read() -> None:
    new = side_of([older()])
    session = compared_session(side_of([newer()]), new)
    assert resumed(session, None).profile is new.profile
    assert new_side(session) is new


A, B, F = ("a.py", 40, "a"), ("a.py", 50, "b"), ("a.py", 60, "f")


def test_a_path_that_the_base_does_not_have_is_focused_on_the_other_side() -> None:
    functions: dict[Key, tuple[int, float]] = {MAIN: (1, 0.1), A: (1, 0.2), B: (1, 0.3), F: (1, 1.0)}
    ways = {(MAIN, A): 1, (MAIN, B): 1}
    session = compared_session(
        side_of([profile_of(functions, {**ways, (A, F): 1})]),
        side_of([profile_of(functions, {**ways, (B, F): 1})]),
    )
    path = tuple(session.profile.function(session.profile.names.index(name)) for name in ("main", "b", "f"))
    take(session, Shape((Step(PATH, function=path[-1], path=path),)))
    assert session.compared is not None
    assert {session.profile.names[index] for index in session.rows} >= {"f"}


# Real files

OLDER, NEWER = "cprofile-py3.11-recurse.stats", "cprofile-py3.13-recurse.stats"
BOTH = pytest.mark.parametrize(("before", "after"), [(OLDER, NEWER), (NEWER, OLDER)])


def opened(before: str, after: str) -> Session:
    return compared_session(*(side_of([load(small(name))]) for name in (before, after)))


def check_names(session: Session) -> None:
    """Each row is called as the comparison says, and so is its function of the base."""
    compared = session.compared
    assert compared is not None and session.rows
    for index in session.rows:
        row, base = compared.row(index), compared.base_function(index)
        assert row is not None
        if compared.now.pairs.new[row] >= 0:
            assert session.names.shown_name(index) == compared.now.name(row)
        if base is not None:
            assert compared.base.names.label(base) == compared.now.base.names.label(base)
            if row not in compared.now.pairs.bundles:
                assert compared.base.profile.tottime[base] == compared.figures(row, "tottime")[0]


@BOTH
def test_rows_are_called_what_they_are_on_both_sides(before: str, after: str) -> None:
    session = opened(before, after)
    check_names(session)
    notes = session.compared.now.notes if session.compared is not None else ()
    assert any("comprehension" in note for note in notes)


@BOTH
def test_trees_have_no_comprehensions(before: str, after: str) -> None:
    session = opened(before, after)
    finished(session.trees.preparing())
    tree = session.trees.tree
    assert isinstance(tree, BothTree)
    inlined = "<listcomp>", "<dictcomp>", "<setcomp>"
    waiting, seen = list(tree.roots()), set[int]()
    while waiting and len(seen) < 60:
        node = waiting.pop()
        seen.add(node.function)
        assert node.function >= 0 or node.kind != "function", "a node of what has no row"
        waiting += tree.below(node)
    assert len(seen) > 20 and not any(session.profile.names[f] in inlined for f in seen if f >= 0)


@BOTH
def test_in_a_shape_they_have_no_rows_either(before: str, after: str) -> None:
    session = opened(before, after)
    compared = session.compared
    assert compared is not None
    both = (i for i in session.rows if compared.base_function(i) is not None and not compared.is_gone(i))
    largest = session.profile.function(next(both))
    for step in (Step(FUNCTION, function=largest), Step(FOCUS, function=largest)):
        shape = WHOLE.plus(step)
        take(session, shape)
        check_names(session)
    take(session, WHOLE.grouped("module"))
    assert session.rows
