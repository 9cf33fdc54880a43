"""The tree of both sides adds up, and each of its sides is the tree of that side."""

from __future__ import annotations

import marshal

import pytest
from tests.support.compared import demo_pair
from tests.support.compared_screens import compared_session, stats_of
from tests.support.corpus import dumped

from proftui.analysis.calltree.nodes import MOST_CHILDREN, CallNode, CallTree, path_of
from proftui.analysis.calltree.outline import outlining
from proftui.analysis.compare.both_tree import BothTree
from proftui.analysis.compare.side import side_of
from proftui.background.pieces import finished
from proftui.drawing.figures import SECONDS
from proftui.frame.nodes import has_estimate
from proftui.state.session import Session
from proftui_parsers import load_bytes


@pytest.fixture(scope="module")
def session() -> Session:
    made = compared_session(*demo_pair(1))
    finished(made.trees.preparing())
    return made


def tree_of(session: Session) -> BothTree:
    tree = session.trees.tree
    assert isinstance(tree, BothTree)
    return tree


def nodes(tree: CallTree, most: int = 400) -> list[CallNode]:
    """Nodes from the roots on, those that change or take most first."""
    found: list[CallNode] = []
    waiting = list(tree.roots())
    while waiting and len(found) < most:
        node = waiting.pop(0)
        found.append(node)
        waiting += tree.children(node)
    return found


def test_changes_of_children_and_own_time_are_the_change(session: Session) -> None:
    tree = tree_of(session)
    for node in nodes(tree):
        pair, below = tree.sides(node), tree.below(node)
        if node.kind != "function" or not pair.exact or not below:
            continue
        own = pair.own[1] - pair.own[0]
        changes = own + sum(tree.sides(child).change for child in below)
        assert changes == pytest.approx(pair.change, abs=1e-9)


def test_children_stand_by_the_size_of_the_change_and_small_ones_are_summed_up(session: Session) -> None:
    tree = tree_of(session)
    root = tree.roots()[0]
    for node in nodes(tree, 50):
        times = [child.time for child in tree.below(node)]
        assert times == sorted(times, reverse=True)
    everything = tree.children(root)
    least = everything[0].time / 2
    *shown, rest = tree.children(root, least)
    assert all(child.time >= least for child in shown)
    assert rest.kind == "rest" and rest.count == len(everything) - len(shown)
    assert len(tree.children(rest)) == rest.count


def test_each_side_has_the_times_of_its_own_tree(session: Session) -> None:
    tree, compared = tree_of(session), session.compared
    assert compared is not None
    for before, plain in ((True, tree.base), (False, tree.new)):
        compared.before = before
        side = compared.side_tree(tree)
        assert plain is not None
        assert sum(node.time for node in side.roots()) == pytest.approx(sum(n.time for n in plain.roots()))
        for node in nodes(side, 100):
            of_both = tree.along(map(side.sides, path_of(node)))
            assert of_both is not None and tree.sides(of_both) == side.sides(node)
            assert node.time == side.sides(node).times[not before]
    compared.before = False


def test_what_is_written_out_of_many_paths_bounds_what_is_made() -> None:
    """Twelve rows of ten functions, each of which calls all of the next row."""
    rows = range(10)
    data = {
        ("a.py", 10 * r + c, "f"): (
            1,
            1,
            0.01,
            0.1,
            {("a.py", 10 * r - 10 + x, "f"): (1, 1, 0.01, 0.1) for x in rows} if r else {},
        )
        for r in range(12)
        for c in rows
    }
    many = load_bytes(marshal.dumps(data, 4), "many.stats")
    tree = tree_of(compared_session(demo_pair(1)[0], side_of([many])))
    finished(outlining(tree, tree.roots(), 0.0, 0, 500, lambda: tree.made))
    assert tree.made < 600


def test_what_one_side_shows_and_the_other_sums_up_is_not_new() -> None:
    """More callees than are shown at once, the largest before the smallest after."""
    names, own = [f"f{n}" for n in range(MOST_CHILDREN + 1)], range(1, MOST_CHILDREN + 2)
    before, after = (
        side_of([load_bytes(dumped(stats_of({name: (1, time / 1e3) for name, time in both})), "p.stats")])
        for both in (zip(names, own, strict=True), zip(names, reversed(own), strict=True))
    )
    session = compared_session(before, after)
    tree = tree_of(session)
    first, *others = (tree.sides(node) for node in tree.below(tree.roots()[0]))
    assert not any(pair.became for pair in (first, *others))
    # What was the smallest took at most what the second smallest did.
    assert first.times == (0.0, own[-1] / 1e3) and not first.exact
    assert first.bounds == pytest.approx(((own[-1] - own[1]) / 1e3, own[-1] / 1e3))
    # Whoever comes from the tree of one side is led to it.
    assert session.compared is not None
    side = session.compared.side_tree(tree)
    root = side.roots()[0]
    for node in side.below(root):
        found = tree.along(map(side.sides, (root, node)))
        assert found is not None and found.function == node.function


def test_what_one_side_alone_counts_is_no_estimate() -> None:
    sides = [side_of([load_bytes(text, "k.txt")]) for text in (b"a;b 500\na;d 200\n", b"a;b 600\na;c 400\n")]
    for base, new in (sides, reversed(sides)):
        tree = tree_of(compared_session(base, new))
        assert {tree.sides(node).became for node in nodes(tree)} == {"", "new", "gone"}
        assert not any(has_estimate(node, tree.total, SECONDS) for node in nodes(tree))
