from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st
from tests.support.stack_tree import StackTree

from proftui.analysis.calltree.nodes import CallNode, CallTree
from proftui.analysis.calltree.slices import Hidden
from proftui.analysis.calltree.unfolding import Unfolding

STACKS = st.lists(
    st.tuples(
        st.lists(st.integers(0, 4), min_size=1, max_size=6), st.sampled_from([0.25, 1.0, 2.0, 8.0, 64.0])
    ),
    min_size=1,
    max_size=30,
)


def program() -> StackTree:
    """0 calls 1, which calls 3 and 4, and 2, which calls 5 and little things."""
    return StackTree(
        [((0, 1, 3), 4.0), ((0, 1, 4), 3.0), ((0, 2, 5), 2.0), ((0, 2, 6), 0.25), ((0, 2, 7), 0.125)]
    )


def shown(rows: Unfolding) -> list[tuple[int, int]]:
    """Level and function of every row; a rest is -1."""
    return [(level, node.function) for level, node in zip(rows.levels, rows.nodes, strict=True)]


def expected(rows: Unfolding) -> list[tuple[int, CallNode]]:
    """The rows as a plain walk over what is open gives them, for trees whose roots are all shown."""
    found: list[tuple[int, CallNode]] = []
    waiting = [(0, root) for root in reversed(rows.tree.roots())]
    while waiting:
        level, node = waiting.pop()
        found.append((level, node))
        if node in rows.opened:
            waiting += [(level + 1, child) for child in reversed(rows.children(node))]
    return found


def test_a_small_root_that_is_asked_for_is_shown() -> None:
    tree = StackTree([((0,), 10.0), ((1,), 0.25), ((2,), 0.5)])
    rows = Unfolding(tree, least=1.0)
    node = tree.roots()[2]
    row = rows.reveal(node)
    assert row is not None and rows.nodes[row] is node
    assert rows.hidden == Hidden(0, 0.0)


def test_expanding_stops_at_the_limit_and_takes_the_heaviest_first() -> None:
    rows = Unfolding(program())
    assert rows.expand(most=4) == 1
    assert shown(rows) == [(0, 0), (1, 1), (2, 3), (2, 4), (1, 2)]
    assert rows.expand(most=4) == 0
    assert len(rows.nodes) == 8


def test_the_start_opens_the_heaviest_until_the_screen_is_half_full() -> None:
    chain = [(tuple(range(depth + 1)), 1.0) for depth in range(40)]
    rows = Unfolding(StackTree(chain))
    rows.open_first(9)
    assert rows.levels == list(range(9))
    wide = Unfolding(StackTree([((0, child), 1.0) for child in range(1, 200)]))
    wide.open_first(9)
    assert len(wide.nodes) == 200
    flat = Unfolding(StackTree([((0,), 90.0), ((0, 1, 2), 5.0)]))
    flat.open_first(9)
    assert shown(flat) == [(0, 0), (1, 1)]


def test_a_node_of_another_tree_is_not_revealed() -> None:
    assert Unfolding(program()).reveal(program().roots()[0]) is None


def every_node(tree: CallTree) -> list[CallNode]:
    found = list(tree.roots())
    for node in found:
        found.extend(child for child in tree.children(node) if child.kind != "rest")
    return found


@given(STACKS, st.sampled_from([0.0, 0.5, 3.0, 20.0]), st.data())
def test_every_node_can_be_revealed(
    stacks: list[tuple[list[int], float]], least: float, data: st.DataObject
) -> None:
    tree = StackTree(stacks)
    rows = Unfolding(tree, least)
    for node in data.draw(st.lists(st.sampled_from(every_node(tree)), min_size=1, max_size=4)):
        row = rows.reveal(node)
        assert row is not None and rows.nodes[row] is node


@given(STACKS, st.sampled_from([0.0, 0.5, 3.0]), st.lists(st.integers(0, 50), max_size=25))
def test_slices_show_what_a_walk_over_the_open_nodes_finds(
    stacks: list[tuple[list[int], float]], least: float, steps: list[int]
) -> None:
    # One root, which is never small, so that a walk from the roots finds everything.
    rows = Unfolding(StackTree([((9, *stack), seconds + 3) for stack, seconds in stacks]), least)
    for step in steps:
        row = step % len(rows.nodes)
        match step % 5:
            case 0 | 1:
                before = len(rows.nodes)
                assert rows.open(row) == len(rows.nodes) - before
            case 2:
                rows.close(row)
            case 3:
                rows.expand(row, most=3)
            case _:
                rows.collapse()
        assert list(zip(rows.levels, rows.nodes, strict=True)) == expected(rows)
        assert rows.estimates == 0


@given(STACKS, st.sampled_from([0.0, 0.5, 3.0, 20.0]))
def test_open_rows_own_times_other_rows_times_and_what_is_hidden_are_the_whole(
    stacks: list[tuple[list[int], float]], least: float
) -> None:
    tree = StackTree(stacks)
    rows = Unfolding(tree, least)
    rows.expand()
    times = sum(node.own if node in rows.opened else node.time for node in rows.nodes)
    assert math.isclose(times + rows.hidden.seconds, tree.total)
