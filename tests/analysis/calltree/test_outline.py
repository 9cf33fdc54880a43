"""The cut-down tree that is written out: nothing of it is lost, however it is cut."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpus import small
from tests.support.icicle_programs import stacks
from tests.support.stack_tree import StackTree
from tests.support.stats_files import chain, doubling, written

from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.nodes import NO_BOUNDS, CallNode, CallTree
from proftui.analysis.calltree.outline import MOST, Outline, outlining, tops
from proftui.background.pieces import finished
from proftui_parsers import load

CLOSE = 1e-9
FILES = ("cprofile-py3.11-recurse.stats", "profile-module-py3.11-recurse.stats", "variant-summed2.stats")


def outline(tree: CallTree, roots: Sequence[CallNode], least: float, depth: int, most: int = MOST) -> Outline:
    return finished(outlining(tree, roots, least, depth, most))


def levels(roots: list[CallNode], below: Outline) -> list[list[CallNode]]:
    """The nodes of each level; every node stands on one only."""
    found = [list(roots)]
    while found[-1]:
        found.append([child for node in found[-1] for child in below.get(node, [])])
    every = [node for level in found for node in level]
    assert len(every) == len(set(every))
    return found[:-1]


def check(whole: CallTree, least: float, depth: int, below: Outline) -> list[list[CallNode]]:
    """Times add up, levels and least time are kept to."""
    found = levels(list(whole.roots()), below)
    assert not depth or len(found) <= depth + 1
    slack = CLOSE * max(whole.total, 1e-9)
    for level, nodes in enumerate(found):
        for node in nodes:
            children = below.get(node, [])
            if children:
                assert abs(node.own + sum(child.time for child in children) - node.time) <= slack
            if depth and level == depth:
                assert node.kind == "rest", "below the last level stands only what is summed up"
            if level and node.kind in ("function", "cycle"):
                assert node.time >= least
    return found


@given(stacks, st.floats(0, 5), st.integers(0, 5))
def test_what_is_cut_off_is_in_the_rest(
    program: list[tuple[list[int], float]], least: float, depth: int
) -> None:
    whole = StackTree(program)
    below = outline(whole, whole.roots(), least, depth)
    found = check(whole, least, depth, below)
    spent = sum(node.own if below.get(node) else node.time for nodes in found for node in nodes)
    assert spent == pytest.approx(sum(time for _, time in program))


@given(stacks, st.integers(1, 12))
def test_a_bound_on_the_nodes_keeps_the_heaviest_and_loses_no_time(
    program: list[tuple[list[int], float]], most: int
) -> None:
    whole = StackTree(program)
    below = outline(whole, whole.roots(), 0.0, 0, most)
    found = [node for level in check(whole, 0.0, 0, below) for node in level]
    assert sum(node.kind != "rest" for node in found) <= most + 6 + len(whole.roots())


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("depth", [0, 1, 3])
@pytest.mark.parametrize("percent", [0.0, 0.1, 5.0])
def test_trees_from_edges_add_up(name: str, depth: int, percent: float) -> None:
    whole = FlowTree(load(str(small(name))))
    least = whole.total * percent / 100
    check(whole, least, depth, outline(whole, whole.roots(), least, depth))


def test_a_chain_as_deep_as_it_likes(tmp_path: Path) -> None:
    whole = FlowTree(written(tmp_path / "deep.stats", chain(5000))())
    assert len(check(whole, 0.0, 0, outline(whole, whole.roots(), 0.0, 0))) == 5000
    assert len(check(whole, 0.0, 200, outline(whole, whole.roots(), 0.0, 200))) == 201


def test_a_tree_that_has_no_end_is_cut(tmp_path: Path) -> None:
    whole = FlowTree(written(tmp_path / "wide.stats", doubling(40))())
    below = outline(whole, whole.roots(), 0.0, 0, 5000)
    found = [node for level in check(whole, 0.0, 0, below) for node in level]
    assert 5000 <= len(found) <= 15_010
    assert any(node.label == "everything below" for node in found)


def test_roots_that_are_left_out_are_no_surer_together_than_each() -> None:
    tree = FlowTree(load(str(small("variant-strip-dirs.stats"))))
    rest = tops(tree, 0.5 * tree.total)[-1]
    assert rest.kind == "rest" and not rest.exact and (rest.low, rest.high) == NO_BOUNDS
