"""Sessions on two Pythons, one of which makes functions of comprehensions: who has which figures."""

from __future__ import annotations

import pytest
from tests.support.compared import Key, profile_of

from proftui.analysis.calltree.nodes import CallNode
from proftui.analysis.compare.both_tree import BothTree
from proftui.analysis.compare.side import Side, side_of
from proftui.analysis.order import Order
from proftui.analysis.shape.shape import PATH, TERMS, Shape, Step
from proftui.background.pieces import finished
from proftui.state.comparing import new_side, opening, resumed
from proftui.state.session import Session
from proftui_parsers import Profile

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


def compared(base: Side, new: Side) -> Session:
    made: list[Session] = []
    finished(opening(Session(new.profile, Order.usual("tottime")), base, new, made))
    return made[0]


@pytest.mark.parametrize("is_swapped", [False, True])
def test_every_row_has_the_name_of_its_figures(is_swapped: bool) -> None:
    sides = side_of([older()]), side_of([newer()])
    base, new = sides[::-1] if is_swapped else sides
    session = compared(base, new)
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
    session = compared(side_of([older()]), side_of([newer()]))
    shape = Shape((Step(TERMS, "func:^called$"),))
    finished(session.shaping.making(shape))
    session.take_shape(shape)
    assert session.compared is not None
    names = {session.profile.names[index] for index in session.rows}
    assert names == {"main", "old", "new"}


def test_without_the_comparison_the_file_is_as_it_was_read() -> None:
    new = side_of([older()])
    session = compared(side_of([newer()]), new)
    assert resumed(session, None).profile is new.profile
    assert new_side(session) is new


A, B, F = ("a.py", 40, "a"), ("a.py", 50, "b"), ("a.py", 60, "f")


def test_a_path_that_the_base_does_not_have_is_focused_on_the_other_side() -> None:
    functions: dict[Key, tuple[int, float]] = {MAIN: (1, 0.1), A: (1, 0.2), B: (1, 0.3), F: (1, 1.0)}
    ways = {(MAIN, A): 1, (MAIN, B): 1}
    session = compared(
        side_of([profile_of(functions, {**ways, (A, F): 1})]),
        side_of([profile_of(functions, {**ways, (B, F): 1})]),
    )
    path = tuple(session.profile.function(session.profile.names.index(name)) for name in ("main", "b", "f"))
    shape = Shape((Step(PATH, function=path[-1], path=path),))
    finished(session.shaping.making(shape))
    session.take_shape(shape)
    assert session.compared is not None
    assert {session.profile.names[index] for index in session.rows} >= {"f"}
