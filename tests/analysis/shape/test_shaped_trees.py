"""Call trees of what is left where functions are hidden, against programs with known stacks."""

from __future__ import annotations

import random

import pytest
from tests.support.examples import slowly
from tests.support.grouped import grouped
from tests.support.log_truth import Truth
from tests.support.lsprof_emulation import Logged
from tests.support.random_logs import CLEAN, drawn
from tests.support.screens import BIG
from tests.support.shape_truth import log_of_groups, random_groups, shaped, without
from tests.support.tree_checks import CLAIMS, TreeCheck, Violation, trees_of

from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.names import Names
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.background.pieces import finished
from proftui_parsers import load
from proftui_parsers.consistency import checked


def violations(made: Logged, hidden: set[int]) -> list[Violation]:
    """What is wrong in the trees of a program without the hidden functions."""
    return all_wrong(shaped(made.profile, hidden), without(made, hidden))


def all_wrong(profile: ShapedProfile, left: Logged) -> list[Violation]:
    """What is wrong in the trees of a shaped profile; ``left``: the log as it would be of that alone."""
    truth = Truth(left, profile)
    found: list[Violation] = []
    for way, tree in trees_of(profile):
        check = TreeCheck(way, profile, truth, tree)
        check.run()
        kinds = CLAIMS | {"bounds", "sum"}
        found += [violation for violation in check.found if violation.kind in kinds]
    return found


@pytest.mark.parametrize("family", CLEAN)
@pytest.mark.parametrize("seeds", [range(10), *slowly(range(10, 200))], ids=len)
def test_nodes_are_true_or_marked_and_within_their_bounds(family: str, seeds: range) -> None:
    wrong: list[tuple[int, Violation]] = []
    for seed in seeds:
        made, rng = drawn(family, seed), random.Random(f"{family} {seed}")
        count = made.profile.count
        hidden = set(rng.sample(range(count), rng.randrange(count)))
        doubts = checked(made.profile).contradictions
        if not doubts.missing and not doubts.excess:
            wrong += [(seed, violation) for violation in violations(made, hidden)]
    assert wrong == []


@pytest.mark.parametrize("family", CLEAN)
@pytest.mark.parametrize("seeds", [range(10), *slowly(range(10, 200))], ids=len)
def test_nodes_of_groups_are_true_or_marked_and_within_their_bounds(family: str, seeds: range) -> None:
    wrong: list[tuple[int, Violation]] = []
    for seed in seeds:
        made, rng = drawn(family, seed), random.Random(f"{family} {seed}")
        graph, profile, left, hidden = CallGraph(made.profile), made.profile, made, set[int]()
        doubts = graph.checked.contradictions
        if doubts.missing or doubts.excess:
            continue
        if rng.random() < 0.5:
            hidden = set(rng.sample(range(profile.count), rng.randrange(profile.count)))
            graph, left = CallGraph(shaped(profile, hidden)), without(made, hidden)
        group_of, count = random_groups(profile, hidden, rng)
        found = finished(grouped(graph, group_of, count))
        true = log_of_groups(left, profile, group_of, found.representatives)
        wrong += [(seed, violation) for violation in all_wrong(found.profile, true)]
    assert wrong == []


@pytest.mark.skipif(not BIG.exists(), reason="the large profiles are not here")
def test_in_a_file_that_contradicts_itself_nothing_of_the_tree_of_my_code_is_exact() -> None:
    profile = load(str(BIG))
    names = Names(profile)
    mine = shaped(profile, {index for index in range(len(profile.files)) if not names.is_mine(index)})
    tree = FlowTree(mine)
    finished(tree.preparing())
    waiting, seen = list(tree.roots()), []
    while waiting:
        node = waiting.pop()
        seen.append((mine.names[node.function], round(node.time, 3)))
        assert not node.exact and not node.bounded
        waiting += tree.children(node)
    assert ("<module>", 6.227) in seen and ("cv_objective", 0.717) in seen and len(seen) == 11
