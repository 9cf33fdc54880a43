"""Call trees of programs whose true stacks are known, and of shapes that are hostile to trees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpus import Stats, dumped
from tests.support.examples import slowly
from tests.support.log_writer import key
from tests.support.lsprof_emulation import TICK, Event, Logged
from tests.support.random_logs import RUNS, WITH_CYCLES, WITHOUT_CYCLES
from tests.support.tree_identities import CLOSE, check_own_times, nodes_of, said, sums_of

from proftui.analysis.calltree.bottom_up import CallerTree
from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.calltree.nodes import MOST_CHILDREN, CallTree, path_of
from proftui.background.pieces import PIECE
from proftui_parsers import Profile, load_bytes

GROUPED = st.booleans()


def close(left: float, right: float, whole: float) -> bool:
    return abs(left - right) <= CLOSE * max(whole, TICK)


# From the roots down


@given(WITHOUT_CYCLES, GROUPED)
def test_without_cycles_all_own_time_is_in_the_tree(run: Logged, grouped: bool) -> None:
    tree = FlowTree(run.profile, grouped)
    sums = sums_of(tree)
    total = run.profile.total_time
    assert close(sums.roots, total, total)
    assert close(sums.all, total, total)
    check_own_times(run.profile, sums.own, everything=True)
    assert close(sums.recursion + sums.shared + sums.unattributed + sums.rest, 0, total)


@given(WITH_CYCLES, GROUPED)
def test_with_cycles_the_sums_hold(run: Logged, grouped: bool) -> None:
    tree = FlowTree(run.profile, grouped)
    sums = sums_of(tree)
    assert close(sums.all, sums.roots, run.profile.total_time)
    check_own_times(run.profile, sums.own, everything=False)


@given(RUNS, GROUPED, st.floats(0.0001, 0.7))
def test_what_is_too_small_is_summed_up_and_can_be_opened(run: Logged, grouped: bool, share: float) -> None:
    least = share * run.profile.total_time
    tree, whole = FlowTree(run.profile, grouped), FlowTree(run.profile, grouped)
    sums = sums_of(tree, least)
    assert close(sums.all, sums.roots, run.profile.total_time)
    slack = CLOSE * run.profile.total_time
    for rest in [node for node in nodes_of(tree, least) if node.kind == "rest"]:
        assert rest.parent is not None
        found = tree.children(rest)
        assert len(found) >= rest.count > 0
        assert close(sum(child.time for child in found), rest.time, run.profile.total_time), said(rest)
        assert all(child.time < least + slack for child in found), said(rest)
    # An opened rest moves nothing: everything is where it is in a tree without a limit.
    assert places(tree) == places(whole)


def places(tree: CallTree) -> Counter[tuple[tuple[str, int], ...]]:
    return Counter(
        tuple((step.kind, step.function) for step in path_of(node) if step.kind != "rest")
        for node in nodes_of(tree)
    )


@given(RUNS)
def test_no_function_stands_twice_on_an_unrolled_path(run: Logged) -> None:
    for node in nodes_of(FlowTree(run.profile, grouped=False)):
        keys = [step.key for step in path_of(node) if step.kind == "function"]
        assert len(keys) == len(set(keys)), said(node)


# From functions up to their callers


@given(RUNS)
def test_callers_share_the_own_time_of_a_function(run: Logged) -> None:
    profile = run.profile
    for function in range(profile.count):
        tree = CallerTree(profile, function)
        sums = sums_of(tree)
        assert close(sums.roots, profile.tottime[function], profile.total_time)
        assert close(sums.all, sums.roots, profile.total_time)
        check_callers(run, tree)


@given(RUNS)
def test_callers_share_the_own_time_of_the_whole_profile(run: Logged) -> None:
    tree = CallerTree(run.profile, None)
    sums = sums_of(tree)
    assert close(sums.roots, run.profile.total_time, run.profile.total_time)
    assert close(sums.all, sums.roots, run.profile.total_time)
    check_callers(run, tree)


def check_callers(run: Logged, tree: CallTree) -> None:
    """What is true of them is looked at by test_honesty.py: here, that what a file says is exact."""
    for node in nodes_of(tree):
        path = tuple(step.function for step in path_of(node))
        if len(path) <= 2:
            assert node.exact, said(node)
        if len(path) == 2 and node.calls is not None:
            (edge,) = [edge for edge in run.profile.callers(path[0]) if edge.function == path[1]]
            assert node.calls == edge.ncalls


@given(RUNS, st.floats(0.0001, 0.7))
def test_callers_that_are_too_small_are_summed_up(run: Logged, share: float) -> None:
    total = run.profile.total_time
    tree = CallerTree(run.profile, None)
    least = share * total
    sums = sums_of(tree, least)
    assert close(sums.all, sums.roots, total)
    for rest in [node for node in nodes_of(tree, least) if node.kind == "rest"]:
        assert close(sum(child.time for child in tree.children(rest)), rest.time, total)


# Hostile shapes


def layered(edges: Iterable[tuple[int, int]], own: Sequence[float]) -> Profile:
    """A profile of functions with this own time; callers come before callees, which they use alike."""
    above: list[list[int]] = [[] for _ in own]
    for caller, callee in edges:
        above[callee].append(caller)
    time = list(own)
    stats: Stats = {}
    for number in reversed(range(len(own))):
        callers = above[number]
        share = 1 / len(callers) if callers else 0.0
        for caller in callers:
            time[caller] += time[number] * share
        entries = {key(caller): (1, 1, own[number] * share, time[number] * share) for caller in callers}
        calls = len(callers) or 1
        stats[key(number)] = (calls, calls, own[number], time[number], entries)
    return load_bytes(dumped(stats), "layered.stats")


def logged(log: Sequence[Event]) -> Profile:
    numbers = {number for what, number in log if what == "c"}
    return Logged(tuple(log), {number: key(number) for number in numbers}).profile


def dense(layers: int = 45, width: int = 3) -> Profile:
    """Every function of a layer calls every one of the next: 3 ** 44 paths from the root to the bottom."""
    count = layers * width + 1
    edges = [(0, 1 + at) for at in range(width)]
    for layer in range(1, layers):
        above, here = 1 + (layer - 1) * width, 1 + layer * width
        edges += [(above + one, here + other) for one in range(width) for other in range(width)]
    return layered(edges, [0.01 * (1 + number % 7) for number in range(count)])


def chain(deep: int = 5000) -> Profile:
    return layered(pairwise(range(deep)), [0.001 * (1 + number % 3) for number in range(deep)])


def called_from_everywhere(callers: int = 50_000) -> Profile:
    helper = callers + 1
    edges = [(0, 1 + at) for at in range(callers)] + [(1 + at, helper) for at in range(callers)]
    return layered(edges, [0.5, *[1e-6 * (1 + at % 5) for at in range(callers)], 2.0])


def complete(functions: int = 300) -> Profile:
    """Everything calls everything, down to three deep, some of it while it runs already."""
    log: list[Event] = [("c", 0), ("w", 17)]
    for one in range(functions):
        for other in range(functions):
            log += [("c", one), ("w", 1 + one), ("c", other), ("w", 1 + other)]
            log += [("c", (one + other) % functions), ("w", 3), *[("r", 0)] * 3]
    return logged([*log, ("r", 0)])


def one_cycle(functions: int = 400, rounds: int = 3) -> Profile:
    log: list[Event] = []
    for step in range(functions * rounds):
        log += [("c", step % functions), ("w", 1000 + step)]
    return logged(log + [("r", 0)] * (functions * rounds))


def called(shape: object) -> str:
    """How a shape is named, with its size."""
    if isinstance(shape, partial):
        return f"{shape.func.__name__}-{shape.args[0]}"
    return getattr(shape, "__name__", str(shape))


@pytest.mark.parametrize(
    "shape",
    [
        dense,
        partial(chain, 2000),
        partial(called_from_everywhere, MOST_CHILDREN + 1000),
        *slowly(chain, called_from_everywhere),
    ],
    ids=called,
)
@pytest.mark.parametrize("grouped", [True, False])
@pytest.mark.parametrize("share", [0.01, *slowly(0.0005)])
def test_hostile_shapes_add_up(shape: Callable[[], Profile], grouped: bool, share: float) -> None:
    profile = shape()
    tree = FlowTree(profile, grouped)
    # Each node that is shown has the least share of its level; levels are not more than the shape is deep.
    sums = sums_of(tree, share * tree.total, most=100_000)
    assert close(sums.roots, profile.total_time, profile.total_time)
    assert close(sums.all, profile.total_time, profile.total_time)
    check_own_times(profile, sums.own, everything=False)
    assert sums.recursion == sums.shared == 0 and close(sums.unattributed, 0, profile.total_time)


def test_a_deep_chain_is_exact_to_its_end() -> None:
    profile = chain()
    tree = FlowTree(profile)
    sums = sums_of(tree)
    assert sums.nodes == profile.count
    check_own_times(profile, sums.own, everything=True)
    assert all(node.exact for node in nodes_of(tree))


def test_a_function_with_many_callers_is_whole() -> None:
    profile = called_from_everywhere(2_000)
    sums = sums_of(FlowTree(profile))
    assert sums.nodes == 1 + 2 * 2_000
    check_own_times(profile, sums.own, everything=True)


@pytest.mark.parametrize("shape", [partial(complete, 100), one_cycle, *slowly(complete)], ids=called)
@pytest.mark.parametrize("grouped", [True, False])
def test_cyclic_shapes_add_up(shape: Callable[[], Profile], grouped: bool) -> None:
    profile = shape()
    tree = FlowTree(profile, grouped)
    sums = sums_of(tree, 0.001 * tree.total, most=100_000)
    assert close(sums.all, sums.roots, profile.total_time)
    assert close(sums.roots, profile.total_time, profile.total_time)
    check_own_times(profile, sums.own, everything=False)


def test_one_single_cycle_is_one_node_with_exact_members() -> None:
    profile = one_cycle()
    tree = FlowTree(profile)
    (root,) = tree.roots()
    assert root.kind == "cycle" and root.exact and root.count == profile.count
    members = tree.children(root)
    assert len(members) == profile.count and all(member.exact for member in members)
    check_own_times(profile, sums_of(tree).own, everything=True)


@pytest.mark.parametrize("ring", [1, 3])
@pytest.mark.parametrize("primitive", [0, 10])
@pytest.mark.parametrize("grouped", [True, False])
def test_a_ring_that_nobody_calls_has_its_time(ring: int, primitive: int, grouped: bool) -> None:
    keys = [("m.py", number, f"f{number}") for number in range(ring)]
    table: Stats = {("m.py", 9, "root"): (1, 1, 1.0, 1.0, {})}
    for number, called in enumerate(keys):
        own, time = number + 1.0, 3.0 if primitive else 0.0
        edge = (10, primitive, own, time)
        table[called] = (*edge, {keys[number - 1]: edge})
    outside = keys[0]
    table["m.py", 8, "called"] = (1, 1, 2.0, 2.0, {outside: (1, 1, 2.0, 2.0)})
    profile = load_bytes(dumped(table), "p.stats")
    roots = FlowTree(profile, grouped).roots()
    assert [root.exact for root in roots] == [False, False]
    assert close(sum(root.time for root in roots), profile.total_time, profile.total_time)


@pytest.mark.parametrize("functions", [100, *slowly(300)])
def test_upside_down_nothing_explodes(functions: int) -> None:
    for profile in (dense(), complete(functions), one_cycle(functions=60)):
        tree = CallerTree(profile, None)
        sums = sums_of(tree, 0.001 * tree.total, most=100_000)
        assert close(sums.all, profile.total_time, profile.total_time)


def without_times(calls: dict[int, dict[int, int]], times: list[float]) -> Profile:
    """Functions by their cumulative times, whose callers have counts only."""
    keys = [("m.py", number + 1, f"f{number}") for number in range(len(times))]
    table: Stats = {}
    for number, time in enumerate(times):
        callers: dict[Any, Any] = {keys[caller]: count for caller, count in calls.get(number, {}).items()}
        every = max(1, sum(calls.get(number, {}).values()))
        table[keys[number]] = (every, every, time / 2, time, callers)
    return load_bytes(dumped(table), "p.stats")


def test_shares_of_calls_without_times_are_worked_out_some_at_a_time() -> None:
    hubs, callees = 20, 3_000
    calls = {hubs + number: dict.fromkeys(range(hubs), number % 5 + 1) for number in range(callees)}
    graph = CallGraph(without_times(calls, [100.0] * hubs + [0.5] * callees))
    assert sum(1 for _ in graph.times.preparing()) > hubs * callees // (2 * PIECE)
    positions, below, times = graph.arcs.outgoing(0) or ((), (), [])
    assert len(positions) == len(below) == callees
    assert close(sum(times), 0.5 * callees / hubs, 100.0)
