"""Which call tree is looked at, as ``i`` and ``c`` change it."""

from __future__ import annotations

import gc
import tracemalloc
import weakref
from pathlib import Path

import pytest
from tests.support.corpus import Stats, dumped, index_of, small
from tests.support.examples import slowly
from tests.support.stats_files import chain, written
from tests.support.tree_identities import walk

from proftui.state.call_trees import CALLERS, TOP_DOWN, Trees
from proftui_parsers import Profile, load


@pytest.fixture
def profile() -> Profile:
    return load(str(small("cprofile-py3.11-recurse.stats")))


def test_of_the_callers_of_each_function_in_turn_only_the_last_ones_are_kept(profile: Profile) -> None:
    trees = Trees(profile)
    first = trees.tree
    trees.way = CALLERS
    made = []
    for trees.function in range(20):
        assert trees.tree is not None and trees.tree.roots()
        made.append(weakref.ref(trees.tree))
        for _ in trees.preparing():
            pass
    gc.collect()
    assert [one() is not None for one in made] == [False] * 17 + [True] * 3
    trees.function = 0
    assert not trees.is_ready and trees.tree is not None
    trees.way = TOP_DOWN
    assert trees.tree is first


@pytest.mark.parametrize("functions", [1_500, *slowly(20_000)])
@pytest.mark.parametrize(("shape", "most"), [("calls without times", 250), ("a ring", 400)])
def test_the_trees_of_dense_and_of_deep_graphs_take_little_memory(
    shape: str, most: int, functions: int, tmp_path: Path
) -> None:
    """``most``: bytes for each call; where calls and roots are objects it takes 370 and 610."""
    keys = [("m.py", line, "f") for line in range(functions)]
    if shape == "a ring":
        table: Stats = {
            key: (1, 3, 0.01, 0.1, {keys[place - 1]: (1, 1, 0.001, 0.01)}) for place, key in enumerate(keys)
        }
    else:
        callers, callees = keys[: functions // 66], keys[-functions // 100 :]
        table = {key: (1, 1, 0.5, 0.5, {}) for key in callers}
        table |= {key: (1, 1, 0.01, 0.02, dict.fromkeys(callers, 1)) for key in callees}
    path = tmp_path / "p.stats"
    path.write_bytes(dumped(table))
    profile = load(str(path))
    gc.collect()
    tracemalloc.start()
    try:
        trees = Trees(profile)
        for _ in trees.preparing():
            pass
        assert tracemalloc.get_traced_memory()[1] < most * len(profile.edges)
    finally:
        tracemalloc.stop()


def test_callers_of_the_end_of_a_deep_chain(tmp_path: Path) -> None:
    profile = written(tmp_path / "deep.stats", chain(5000))()
    trees = Trees(profile)
    trees.invert(index_of(profile, "f4999"))
    assert trees.tree is not None
    nodes = list(walk(trees.tree, 0.0))
    assert len(nodes) == 5000
    assert all(node.time == pytest.approx(0.001) for node in nodes)
