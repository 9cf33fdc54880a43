"""Call trees of what runs under a function, or under a path to it, against programs with known stacks."""

from __future__ import annotations

import random

import pytest
from tests.support.examples import slowly
from tests.support.log_truth import Truth
from tests.support.lsprof_emulation import Logged
from tests.support.random_logs import CLEAN, drawn
from tests.support.shape_truth import shaped, under, without
from tests.support.tree_checks import CLAIMS, TreeCheck, Violation, trees_of

from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.shape.focus import focusing
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.background.pieces import finished
from proftui_parsers.consistency import checked

KINDS = CLAIMS | {"bounds", "sum"}


def violations(profile: ShapedProfile, left: Logged) -> list[Violation]:
    """What is wrong in the trees of a profile, of which only ``left`` is true."""
    truth = Truth(left, profile)
    found: list[Violation] = []
    for way, tree in trees_of(profile):
        check = TreeCheck(way, profile, truth, tree)
        check.run()
        found += [violation for violation in check.found if violation.kind in KINDS]
    return found


def focused(graph: CallGraph, left: Logged, label: tuple[str, int, str]) -> tuple[ShapedProfile, Logged]:
    """The profile under a function, and what of the log happened there."""
    profile = graph.profile
    function = next(index for index in range(profile.count) if tuple(profile.function(index)) == label)
    names = {tuple(left.profile.function(index)): index for index in range(left.profile.count)}
    return finished(focusing(graph, function)), under(left, names[label])


@pytest.mark.parametrize("family", CLEAN)
@pytest.mark.parametrize("seeds", [range(8), *slowly(range(8, 150))], ids=len)
def test_nodes_under_one_function_and_deeper_are_true_or_marked(family: str, seeds: range) -> None:
    wrong: list[tuple[int, object]] = []
    for seed in seeds:
        made, rng = drawn(family, seed), random.Random(f"{family} {seed}")
        doubts = checked(made.profile).contradictions
        if doubts.missing or doubts.excess:
            continue
        graph, left, hidden = CallGraph(made.profile), made, set[int]()
        if rng.random() < 0.4:
            hidden = set(rng.sample(range(made.profile.count), rng.randrange(made.profile.count)))
            graph, left = CallGraph(shaped(made.profile, hidden)), without(made, hidden)
        for _ in range(2):
            known = [tuple(left.profile.function(index)) for index in range(left.profile.count)]
            if not known:
                break
            profile, left = focused(graph, left, rng.choice(known))
            graph = CallGraph(profile)
            wrong += [(seed, violation) for violation in violations(profile, left)]
    assert wrong == []
