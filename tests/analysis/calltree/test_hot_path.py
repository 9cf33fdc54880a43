"""The hot path ends where the time is, from every view at the same function, and says why."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.support.corpus import Stats, dumped, shared_files, small
from tests.support.examples import some

from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.hot_path import SMALL, all_calls_of, hot_path
from proftui.analysis.calltree.nodes import CallNode, Kind, NoTree, node_below
from proftui.background.pieces import finished
from proftui_parsers import Profile, ProfileError, load, load_bytes

FILES = shared_files("pstats") or sorted(small("cprofile-py3.11-recurse.stats").parent.glob("*"))


def path_from(profile: Profile, function: int) -> tuple[list[int], str]:
    tree = FlowTree(profile, bare=True)
    path = hot_path(tree, all_calls_of(tree, function))
    return path.functions, path.stop


def program(**calls: tuple[float, dict[str, float]]) -> Profile:
    """Functions by name: own seconds, and the seconds of each caller's one call, or none for a root."""
    keys = {name: ("a.py", line, name) for line, name in enumerate(calls)}
    stats: Stats = {}
    for name, (own, above) in calls.items():
        below = sum(callers.get(name, 0.0) for _, callers in calls.values())
        stats[keys[name]] = (
            max(1, len(above)),
            max(1, len(above)),
            own,
            own + below,
            {keys[caller]: (1, 1, own * time / sum(above.values()), time) for caller, time in above.items()},
        )
    return load_bytes(dumped(stats), "p.stats")


@pytest.mark.parametrize("file", some(FILES, 2), ids=lambda file: file.name)
def test_from_the_top_every_view_ends_at_the_same_function(file: Path) -> None:
    try:
        profile = load(str(file))
    except ProfileError:
        pytest.skip("no profile")
    tree = FlowTree(profile, bare=True)
    finished(tree.preparing())
    for root in list(tree.roots())[:3]:
        if root.function < 0:
            continue
        path, alone = hot_path(tree, root), hot_path(tree, all_calls_of(tree, root.function))
        if all_calls_of(tree, root.function).time == pytest.approx(root.time):
            assert alone.functions == path.functions and alone.stop == path.stop
        # What only itself calls has what it calls, be its recorded time less.
        assert alone.nodes[0].time >= root.time * (1 - 1e-9) or not root.exact
        for above, below in zip(path.nodes, path.nodes[1:], strict=False):
            assert below.time > above.own and (
                below.time >= SMALL * tree.total or below.time * 2 >= above.time
            )


def test_the_end_is_the_wait_that_takes_most_of_the_run() -> None:
    file = next((file for file in FILES if file.name == "cprofile-py3.11-black.stats"), None)
    if file is None:
        pytest.skip("the corpus is not here")
    profile = load(str(file))
    assert profile.cumtime is not None
    top = max(range(profile.count), key=profile.cumtime.__getitem__)
    functions, stop = path_from(profile, top)
    assert "'poll' of 'select.epoll'" in profile.names[functions[-1]] and stop == "own"
    assert profile.tottime[functions[-1]] > 0.89 * profile.total_time


def test_it_ends_at_the_own_time_that_weighs_most() -> None:
    profile = program(main=(0.6, {}), work=(0.4, {"main": 0.4}))
    assert path_from(profile, 0) == ([0], "own")
    profile = program(main=(0.3, {}), work=(0.7, {"main": 0.7}))
    assert path_from(profile, 0) == ([0, 1], "own")


def test_it_ends_where_time_spreads_out_into_what_is_below_one_percent() -> None:
    leaves = {f"leaf{n}": (0.009, {"main": 0.009}) for n in range(100)}
    profile = program(main=(0.005, {}), **leaves, big=(0.1, {"start": 0.1}), start=(0.0, {}))
    assert path_from(profile, 0) == ([0], "small")


def test_times_along_the_path_are_those_of_its_start_not_of_all_who_call_the_same() -> None:
    # ``shared`` is called by both, mostly by the other: below ``start`` its calls are not 9 s.
    profile = program(
        start=(0.0, {}),
        other=(0.0, {}),
        shared=(0.5, {"start": 1.0, "other": 8.0}),
        deep=(8.5, {"shared": 8.5}),
    )
    tree = FlowTree(profile, bare=True)
    path = hot_path(tree, all_calls_of(tree, 0))
    assert path.functions == [0, 2, 3]
    assert [node.time for node in path.nodes] == pytest.approx([1.0, 1.0, 8.5 / 9.0])
    assert not path.nodes[-1].exact


def test_mutual_recursion_does_not_keep_the_path_going() -> None:
    one, two = ("a.py", 1, "one"), ("a.py", 2, "two")
    profile = load_bytes(
        dumped(
            {
                one: (1, 9, 0.0, 1.0, {two: (8, 1, 0.0, 0.9), one: (3, 1, 0.0, 0.9)}),
                two: (1, 9, 1.0, 1.0, {one: (8, 1, 1.0, 0.9)}),
            }
        ),
        "p.stats",
    )
    assert path_from(profile, 0)[0][-1] == path_from(profile, 1)[0][-1] == 1


def test_what_ran_inside_itself_is_never_longer_than_it_was_recorded_and_is_an_estimate() -> None:
    for file in [*FILES, *shared_files("honesty")]:
        try:
            profile = load(str(file))
        except ProfileError:
            continue
        if not profile.has_edges or profile.cumtime is None or profile.count > 2_000:
            continue
        tree = FlowTree(profile, bare=True)
        for function in range(profile.count):
            node = all_calls_of(tree, function)
            if node.kind == "function":
                assert node.time <= (profile.cumtime[function] or tree.total) * (1 + 1e-9)
                assert not node.exact or node.time == profile.cumtime[function]
            assert node.exact or node.low < node.high or not node.time


class OneLevel(NoTree):
    """A root of ten seconds, and what is below it."""

    total = 1_000.0

    def __init__(self, *below: tuple[Kind, float]) -> None:
        self.root = node_below(None, "function", 0, 10.0, exact=True)
        self.below = [node_below(self.root, kind, 1, time) for kind, time in below]

    def children(self, node: CallNode, least: float = 0.0) -> Sequence[CallNode]:
        return [child for child in self.below if node is self.root]


def test_it_ends_where_what_is_no_function_takes_more_than_any_step() -> None:
    recursive = OneLevel(("function", 4.0), ("recursion", 6.0))
    assert hot_path(recursive, recursive.root) == ([recursive.root], "leaf")
    spread = OneLevel(("recursion", 3.0), ("function", 4.0), ("function", 3.0))
    assert hot_path(spread, spread.root).stop == "small"


def test_a_chain_longer_than_the_limit_is_cut() -> None:
    stats: Stats = {}
    for number in range(1200):
        caller = {("a.py", number - 1, "f"): (1, 1, 0.001, 1.0)} if number else {}
        stats["a.py", number, "f"] = (1, 1, 0.001, 1.0, caller)
    profile = load_bytes(dumped(stats), "p.stats")
    assert len(path_from(profile, 0)[0]) == 1000 and path_from(profile, 0)[1] == "long"
