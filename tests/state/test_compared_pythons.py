"""Sessions that compare over versions of Python, of which the older makes functions of comprehensions.

They have no rows, and all else has its own names and figures.
"""

from __future__ import annotations

import pytest
from tests.support.compared import Key, profile_of
from tests.support.compared_screens import compared_session

from proftui.analysis.calltree.nodes import CallNode
from proftui.analysis.compare.both_tree import BothTree
from proftui.analysis.compare.side import side_of
from proftui.state.session import Session
from proftui_parsers import Profile

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


# Real files
