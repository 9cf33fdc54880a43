"""Which call tree is looked at, as ``i`` and ``c`` change it."""

from __future__ import annotations

import gc
import pstats
import tracemalloc
import weakref
from pathlib import Path

import pytest
from tests.support.corpus import Stats, dumped, index_of, small
from tests.support.examples import slowly
from tests.support.stats_files import chain, written

from proftui.analysis.calltree.nodes import walk
from proftui.state.call_trees import ALL_CALLERS, CALLERS, TOP_DOWN, Trees
from proftui_parsers import Profile, load


@pytest.fixture
def profile() -> Profile:
    return load(str(small("cprofile-py3.11-recurse.stats")))


def test_top_down_comes_first_and_begins_with_the_program(profile: Profile) -> None:
    tree = Trees(profile).tree
    assert tree is not None and not tree.inverted
    assert profile.names[tree.roots()[0].function] == "<module>"
    assert tree.total == profile.total_time


def test_invert_goes_to_the_callers_of_one_then_of_all_then_back(profile: Profile) -> None:
    trees = Trees(profile)
    first, fib = trees.tree, index_of(profile, "fib")
    assert trees.invert(fib) == CALLERS
    one = trees.tree
    assert one is not None and one.inverted
    assert [root.function for root in one.roots()] == [fib]
    assert one.roots()[0].time == profile.tottime[fib]
    assert trees.invert(fib) == ALL_CALLERS
    every = trees.tree
    assert every is not None and every.inverted and len(every.roots()) > 20
    assert sum(root.time for root in every.roots()) == pytest.approx(profile.total_time)
    assert trees.invert(fib) == TOP_DOWN and trees.tree is first


def test_without_a_selection_there_are_only_the_callers_of_all(profile: Profile) -> None:
    trees = Trees(profile)
    assert [trees.invert(None) for _ in range(4)] == [ALL_CALLERS, TOP_DOWN] * 2


def test_trees_are_kept_so_that_what_was_open_is_found_again(profile: Profile) -> None:
    trees = Trees(profile)
    seen = []
    for _ in range(2):
        for function in (3, 4):
            for _ in range(3):
                seen.append(trees.tree)
                trees.invert(function)
    assert all(one is other for one, other in zip(seen[:6], seen[6:], strict=True))
    assert len(set(map(id, seen))) == 4, "top-down, callers of two functions, of all"


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


def test_cycles_are_one_node_or_unrolled(profile: Profile) -> None:
    trees = Trees(profile)
    assert trees.has_cycles
    grouped = trees.tree
    trees.unrolled = True
    unrolled = trees.tree
    assert grouped is not None and unrolled is not None and unrolled is not grouped
    least = profile.total_time / 100
    assert any(node.kind == "cycle" for node in walk(grouped, least))
    assert not any(node.kind == "cycle" for node in walk(unrolled, least))
    for tree in (grouped, unrolled):
        assert sum(root.time for root in tree.roots()) == pytest.approx(0.1417778, rel=1e-4)


def test_whether_there_are_cycles_does_not_depend_on_the_way(profile: Profile) -> None:
    trees = Trees(profile)
    trees.invert(0)
    assert trees.has_cycles and trees.way == CALLERS
    assert not Trees(load(str(small("cprofile-py3.11-julia.stats")))).has_cycles


@pytest.mark.parametrize("name", ["lp5.1.0-julia.lprof", "variant-empty-dict.stats"])
def test_without_times_of_calls_there_is_no_tree(name: str) -> None:
    trees = Trees(load(str(small(name))))
    assert trees.tree is None
    trees.invert(None)
    assert trees.tree is None


@pytest.mark.parametrize("name", ["variant-no-subcalls.stats", "variant-only-disable.stats"])
def test_without_edges_every_function_is_a_root(name: str) -> None:
    path = small(name)
    stats: Stats = pstats.Stats(str(path)).stats  # type: ignore[attr-defined]
    profile = load(str(path))
    trees = Trees(profile)
    assert not trees.is_ready
    for _ in trees.preparing():
        pass
    assert trees.is_ready
    assert trees.tree is not None
    found = {profile.function(root.function): root.time for root in trees.tree.roots()}
    assert found == {function: row[3] for function, row in stats.items()}
    trees.invert(None)
    found = {profile.function(root.function): root.time for root in trees.tree.roots()}
    assert found == {function: row[2] for function, row in stats.items()}


def test_callers_of_the_end_of_a_deep_chain(tmp_path: Path) -> None:
    profile = written(tmp_path / "deep.stats", chain(5000))()
    trees = Trees(profile)
    trees.invert(index_of(profile, "f4999"))
    assert trees.tree is not None
    nodes = list(walk(trees.tree, 0.0))
    assert len(nodes) == 5000
    assert all(node.time == pytest.approx(0.001) for node in nodes)
