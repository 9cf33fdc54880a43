"""Comparing over versions of Python: comprehensions of the older side have no rows, all else has its own."""

from __future__ import annotations

import pytest
from tests.support.compared_screens import compared_session
from tests.support.corpus import small

from proftui.analysis.compare.both_tree import BothTree
from proftui.analysis.compare.side import side_of
from proftui.analysis.shape.shape import FOCUS, FUNCTION, WHOLE, Shape, Step
from proftui.background.pieces import finished
from proftui.state.session import Session
from proftui_parsers import load

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
    inlined = session.profile.absent or b""
    waiting, seen = list(tree.roots()), set[int]()
    while waiting and len(seen) < 60:
        node = waiting.pop()
        seen.add(node.function)
        assert node.function >= 0 or node.kind != "function", "a node of what has no row"
        waiting += tree.below(node)
    assert len(seen) > 20 and not any(inlined[f] for f in seen if 0 <= f < len(inlined))


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


def take(session: Session, shape: Shape) -> None:
    finished(session.shaping.making(shape))
    session.take_shape(shape)
