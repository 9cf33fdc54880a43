"""Call trees that take shares from sampled stacks: the sums hold, and no estimate leaves what is proven."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from statistics import mean

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.support.context_errors import error_of
from tests.support.examples import slowly
from tests.support.hard_logs import log_of
from tests.support.log_truth import Truth
from tests.support.random_logs import CLEAN, drawn
from tests.support.real_logs import PROGRAMS, real_log
from tests.support.sampled_runs import joined_tree, of_log, of_run
from tests.support.simulated_programs import RUNS, TICK, WITHOUT_CYCLES, Run
from tests.support.tree_checks import TreeCheck
from tests.support.tree_identities import CLOSE, check_truth, nodes_of, said, sums_of

from proftui.analysis.calltree.apportioning import Bid, apportioned
from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.nodes import CallNode, CallTree

QUICK = ("json_both_ways", "copies")
"""Real programs of the quick tests."""
SAMPLES = st.sampled_from([1, 20, 1000])


def worked(run: Run) -> bool:
    """Whether there is anything to sample."""
    return run.profile.total_time > 0


@given(WITHOUT_CYCLES, st.booleans(), SAMPLES, st.integers(0, 9))
def test_without_cycles_all_own_time_is_in_the_tree(run: Run, grouped: bool, count: int, seed: int) -> None:
    assume(worked(run))
    total, tree = run.profile.total_time, joined_tree(run.profile, of_run(run, count, seed), grouped=grouped)
    sums = sums_of(tree)
    assert sums.roots == pytest.approx(total) and sums.all == pytest.approx(total)
    lost = sums.recursion + sums.shared + sums.unattributed + sums.rest
    assert lost <= CLOSE * max(total, TICK)


@given(RUNS, st.booleans(), SAMPLES, st.integers(0, 9))
def test_no_estimate_lies_outside_of_what_is_proven(run: Run, grouped: bool, count: int, seed: int) -> None:
    assume(worked(run))
    tree = joined_tree(run.profile, of_run(run, count, seed), grouped=grouped)
    sums = sums_of(tree)
    assert sums.all == pytest.approx(sums.roots)
    check_truth(run, tree)
    for node in nodes_of(tree):
        edges = tree.edges_of(node)
        assert edges is not None
        # The bounds are those of the edges alone: nothing is widened to hold what samples say.
        slack = CLOSE * tree.total
        assert edges.low - slack <= node.time <= edges.high + slack, said(node)
        assert node.own_low - slack <= node.own <= node.own_high + slack, said(node)
        assert not edges.exact or abs(node.time - edges.time) <= slack, said(node)


@given(RUNS, st.booleans(), st.floats(0.001, 0.5))
def test_what_is_too_small_is_summed_up_and_can_be_opened(run: Run, grouped: bool, share: float) -> None:
    assume(worked(run))
    least = share * run.profile.total_time
    tree = joined_tree(run.profile, of_run(run, 50), grouped=grouped)
    sums = sums_of(tree, least)
    assert sums.all == pytest.approx(sums.roots)
    for rest in [node for node in nodes_of(tree, least) if node.kind == "rest"]:
        found = tree.children(rest)
        assert len(found) == rest.count > 0
        assert sum(child.time for child in found) == pytest.approx(rest.time), said(rest)


@given(RUNS, st.booleans())
def test_a_node_asked_twice_has_the_same_children(run: Run, grouped: bool) -> None:
    assume(worked(run))
    tree = joined_tree(run.profile, of_run(run, 100), grouped=grouped)
    for node in list(nodes_of(tree)):
        below = tree.children(node)
        assert [id(child) for child in below] == [id(child) for child in tree.children(node)]
        assert all(one.time >= other.time for one, other in pairwise(below))
        assert not below or tree.opens(node), said(node)


@given(st.lists(st.tuples(st.floats(0, 10), st.floats(0, 5), st.floats(0, 5)), min_size=1), st.floats(0, 1))
def test_a_sum_is_shared_out_within_bounds(parts: list[tuple[float, float, float]], where: float) -> None:
    bids = [Bid(weight, low, low + room) for weight, low, room in parts]
    least, most = sum(bid.low for bid in bids), sum(bid.high for bid in bids)
    whole = least + where * (most - least)
    times = apportioned(whole, bids)
    assert sum(times) == pytest.approx(whole)
    for time, bid in zip(times, bids, strict=True):
        assert bid.low - 1e-9 <= time <= bid.high + 1e-9


def test_of_two_callers_stacks_tell_who_asked_for_what() -> None:
    """The example of the documentation: edges alone share `parse` out by the time of `load`."""
    made = log_of("main{ a{ load{ parse{ 9 } scan{ 1 } } } b{ load{ parse{ 1 } scan{ 9 } } } }")
    truth = Truth(made)
    name_of = made.profile.names

    def parses(tree: CallTree) -> dict[str, float]:
        found = {}
        for node in nodes_of(tree):
            if node.function >= 0 and name_of[node.function] == "parse":
                caller: CallNode | None = node.parent and node.parent.parent
                assert caller is not None
                found[name_of[caller.function]] = node.time / tree.total
        return found

    edges = parses(FlowTree(made.profile))
    stacks = parses(joined_tree(made.profile, of_log(made, truth, 1000), grouped=True))
    assert edges == {"a": pytest.approx(0.25), "b": pytest.approx(0.25)}
    assert stacks == {"a": pytest.approx(0.45, abs=0.03), "b": pytest.approx(0.05, abs=0.03)}


@pytest.mark.parametrize("family", CLEAN)
@pytest.mark.parametrize("seeds", [range(6), *slowly(range(6, 60))], ids=len)
def test_random_programs_are_told_as_they_are(family: str, seeds: Iterable[int]) -> None:
    without, beside = [], []
    for seed in seeds:
        made = drawn(family, seed)
        truth = Truth(made)
        if not truth.down.time or not any(context.own for context in truth.down.all()):
            continue
        stacks = of_log(made, truth, 1000, seed)
        for grouped in (True, False):
            tree = joined_tree(made.profile, stacks, grouped=grouped, bare=True)
            check = TreeCheck("joined", made.profile, truth, tree)
            check.run()
            # Each node is shared out by itself: own times of all nodes together are near the table's alone.
            wrong = [found for found in check.found if found.kind not in ("table", "lost")]
            assert wrong == [], (family, seed, grouped)
        without.append(error_of(truth, FlowTree(made.profile, False, bare=True)))
        beside.append(error_of(truth, tree))
    assert mean(beside) <= mean(without) + 0.01


@pytest.mark.parametrize("name", [*QUICK, *slowly(*(name for name in PROGRAMS if name not in QUICK))])
def test_of_real_programs_contexts_are_nearer_to_the_truth(name: str) -> None:
    made = real_log(name)
    truth = Truth(made)
    tree = joined_tree(made.profile, of_log(made, truth, 1000), grouped=False, bare=True)
    without = error_of(truth, FlowTree(made.profile, False, bare=True))
    assert error_of(truth, tree) <= max(0.01, 0.8 * without)
