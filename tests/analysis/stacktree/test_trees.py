"""Trees of whole stacks, both ways: own times are those of the table, and nothing is lost."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.support.corpus import SHARED, needs_corpus, totals_oracle
from tests.support.examples import some
from tests.support.recordings import recording_of

from proftui.analysis.calltree import reaching
from proftui.analysis.calltree.hot_path import hot_path
from proftui.analysis.calltree.nodes import MOST_CALLS, CallNode, CallTree
from proftui.analysis.calltree.unfolding import Unfolding
from proftui.analysis.stacktree.stack_tree import StackTree
from proftui.analysis.stacktree.weighed import WeighedStacks
from proftui.state.figures import Figures
from proftui_parsers import load
from proftui_parsers.measure import BYTES
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.recording import Choice, Track

FILES = totals_oracle("collapsed", "speedscope", "austin", "mojo", "gecko", "pyisession")
CLOSE = 1e-9
MOST = 3_000
"""Nodes that are walked; some files have more."""


def walked(tree: CallTree) -> list[CallNode]:
    """All nodes, those of rests too; ``MOST`` of them where there are more."""
    found: list[CallNode] = []
    waiting = list(tree.roots())
    for _ in range(MOST):
        if not waiting:
            return found
        node = waiting.pop()
        if node.kind != "rest":
            found.append(node)
        if tree.opens(node):
            waiting += tree.children(node)
    return [tree.roots()[0]] * MOST


@needs_corpus
@pytest.mark.parametrize("unrolled", [True, False])
@pytest.mark.parametrize("name", some(FILES, 2))
def test_own_times_of_the_tree_are_those_of_the_table(name: str, unrolled: bool) -> None:
    recording = load(str(SHARED / name)).recording
    assert recording is not None
    for measure, weights in enumerate(recording.records.weights):
        if min(weights, default=0.0) < 0:
            # What was given back has no place in a tree of what was taken.
            continue
        profile = profile_of(recording, Choice(measure))
        nodes = walked(StackTree(WeighedStacks(profile), unrolled=unrolled))
        if len(nodes) >= MOST:
            continue
        assert all(node.exact for node in nodes)
        own: dict[int, float] = defaultdict(float)
        lost = 0.0
        for node in nodes:
            if node.kind == "function":
                own[node.function] += node.own
            else:
                lost += node.time
        known = [own[function] for function in range(profile.count)]
        assert known == pytest.approx(list(profile.tottime), rel=CLOSE, abs=1e-9)
        assert sum(known) + lost == pytest.approx(profile.total_time, rel=CLOSE, abs=1e-9)


@needs_corpus
@pytest.mark.parametrize("name", some(FILES, 2))
def test_upside_down_each_function_has_its_own_time_and_callers_share_it(name: str) -> None:
    profile = load(str(SHARED / name))
    tree = StackTree(WeighedStacks(profile), inverted=True)
    roots = walked_roots(tree)
    own = {node.function: node.time for node in roots}
    for function, time in enumerate(profile.tottime):
        assert own.get(function, 0.0) == pytest.approx(time, rel=CLOSE, abs=1e-9)
    for node in roots[:20]:
        callers = tree.children(node) if tree.opens(node) else []
        assert node.own + sum(caller.time for caller in callers) == pytest.approx(
            node.time, rel=CLOSE, abs=1e-9
        )


def walked_roots(tree: CallTree) -> list[CallNode]:
    """All roots, those of the rest too."""
    found: list[CallNode] = []
    waiting = list(tree.roots())
    while waiting:
        node = waiting.pop()
        if node.kind == "rest":
            waiting += tree.children(node)
        else:
            found.append(node)
    return found


@pytest.mark.parametrize("given_back", [-3.0, -5.0])
def test_what_adds_up_to_nothing_or_less_stands_in_both_trees(given_back: float) -> None:
    main, took, gave = ("a.py", 1, "main"), ("a.py", 2, "took"), ("a.py", 3, "gave")
    records = [(Track(""), [main, took], 3.0, 1), (Track(""), [main, gave], given_back, 1)]
    profile = profile_of(recording_of(records, BYTES, sampled=True))
    stacks = WeighedStacks(profile)
    (root,) = StackTree(stacks).roots()
    assert root.time == 3.0 + given_back
    tree = StackTree(stacks)
    assert [child.time for child in tree.children(tree.roots()[0])] == [3.0, given_back]
    assert tree.opens(tree.roots()[0], 1.0) and not tree.opens(tree.roots()[0], 4.0)
    callers = StackTree(stacks, inverted=True)
    assert [node.time for node in callers.roots()] == [3.0, given_back]
    assert callers.opens(callers.roots()[0])
    figs = Figures(profile)
    share = figs.text("tottime%", profile.names.index("took"))
    assert share == ("—" if given_back == -3.0 else "-150.0")


def callers_in_turn(path: Path, functions: int, depth: int) -> StackTree:
    """Upside down, functions that call each other in turn, each with own time at every depth."""
    begin = [{"type": "O", "frame": at % functions, "at": at} for at in range(depth)]
    end = [{"type": "C", "frame": at % functions, "at": 2 * depth - at} for at in reversed(range(depth))]
    frames = [{"name": name} for name in "fgh"[:functions]]
    thread = {"type": "evented", "unit": "seconds", "events": [*begin, *end]}
    path.write_text(json.dumps({"shared": {"frames": frames}, "profiles": [thread]}))
    return StackTree(WeighedStacks(load(str(path))), inverted=True)


def test_callers_of_deep_recursion_are_one_step(tmp_path: Path) -> None:
    """Each of a hundred thousand levels has own time, and all of it has one outermost call."""
    (root,) = callers_in_turn(tmp_path / "a.json", 1, 100_000).roots()
    assert root.own == root.time > 0


@pytest.mark.parametrize(
    "shows",
    [
        lambda tree: hot_path(tree, tree.roots()[0]),
        lambda tree: Unfolding(tree, 0.0).open_first(10_000),
        lambda tree: Unfolding(tree, 0.0).expand(),
        lambda tree: reaching.heaviest(tree, 9, None),
    ],
    ids=["hot path", "at the start", "all", "a function"],
)
def test_no_key_waits_for_all_callers_of_recursion_in_turn(
    tmp_path: Path, shows: Callable[[StackTree], Any]
) -> None:
    tree = callers_in_turn(tmp_path / "a.json", 2, 5_000)
    shows(tree)
    assert MOST_CALLS <= tree.effort <= MOST_CALLS + 5_000
