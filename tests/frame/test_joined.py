"""What is said of calls and sampled stacks that were joined."""

from __future__ import annotations

import json

import pytest
from tests.support.hard_logs import log_of
from tests.support.log_truth import Truth
from tests.support.sampled_runs import of_log
from tests.support.tree_identities import nodes_of

from proftui import messages
from proftui.analysis.calltree.joined_tree import JoinedTree
from proftui.analysis.order import Order
from proftui.background.pieces import finished
from proftui.frame import explain_nodes
from proftui.frame.rows import top_line
from proftui.output.forms import Wanted, parts
from proftui.state.call_trees import ALL_CALLERS
from proftui.state.session import Session
from proftui_parsers import add

TEXT = "main{ a{ load{ parse{ 9 } scan{ 1 } } } b{ load{ parse{ 1 } scan{ 9 } } } }"


def session() -> Session:
    made = log_of(TEXT)
    return Session(add([made.profile, of_log(made, Truth(made), 1000)]), Order.usual("tottime"))


def test_the_first_row_says_that_two_runs_are_joined() -> None:
    profile = session().profile
    assert "cProfile + collapsed stacks, 1,000 samples" in top_line(profile, 120).text
    assert "collapsed stacks" in session().notes[0] and "100 %" in session().notes[0]


def test_trees_from_above_take_their_shares_from_the_stacks() -> None:
    trees = session().trees
    for unrolled in (False, True):
        trees.unrolled = unrolled
        assert isinstance(trees.tree, JoinedTree) and trees.top_down is trees.tree
        finished(trees.preparing())
    trees.way = ALL_CALLERS
    assert not isinstance(trees.tree, JoinedTree) and isinstance(trees.top_down, JoinedTree)


def test_all_calls_of_a_function_begin_a_tree_of_their_own() -> None:
    trees = session().trees
    load = trees.profile.names.index("load")
    node = trees.all_calls_of(load)
    below = {trees.profile.names[child.function]: child for child in trees.top_down.children(node)}
    assert node.exact and below["parse"].time == below["scan"].time == node.time / 2


def test_the_sheet_says_that_the_share_comes_from_stacks() -> None:
    of = session()
    tree = of.trees.tree
    assert isinstance(tree, JoinedTree)
    said = []
    for node in nodes_of(tree):
        told = explain_nodes.node(of, tree, node)
        text = " ".join(text for figure in told.figures for _, text in figure.lines)
        assert ("by stacks" in text) == ("the calls alone say" in text) == (not node.exact)
        assert messages.LOOK_STACKS not in text
        said.append(text)
    assert any("exact" in text for text in said)
    by_stacks = [text for text in said if "by stacks" in text]
    assert len(by_stacks) == 4
    assert all("it lies between" in text and "samples in load" in text for text in by_stacks)


def test_json_of_the_tree_has_the_same_shares() -> None:
    of = session()
    document = json.loads("".join(part or "" for part in parts(of, Wanted("tree", "json", (), share=0.0))))
    assert document["files"] == list(of.profile.paths)
    tree, waiting, level = of.trees.tree, list(document["tree"]), 0
    assert tree is not None and waiting
    while waiting:
        times = sorted(node.time for node in nodes_of(tree) if node.depth == level)
        assert sorted(node["time"] for node in waiting) == pytest.approx(times)
        waiting, level = [child for node in waiting for child in node["children"]], level + 1
