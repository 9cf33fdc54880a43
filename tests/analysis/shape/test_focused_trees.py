"""Call trees of what runs under a function, or under a path to it, against programs with known stacks."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import pytest
from tests.support.examples import slowly
from tests.support.log_truth import Truth
from tests.support.lsprof_emulation import Logged
from tests.support.random_logs import CLEAN, drawn
from tests.support.shape_truth import CLOSE, all_wrong, shaped, under, under_path, without
from tests.support.tree_checks import CLAIMS, TreeCheck, Violation, trees_of
from tests.support.tree_places import Place, Places

from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.calltree.nodes import path_of
from proftui.analysis.shape.focus import focusing
from proftui.analysis.shape.paths import time_below_root, time_by_callers
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.background.pieces import finished
from proftui_parsers import Profile
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


def focused(graph: CallGraph, left: Logged, label: tuple[object, ...]) -> tuple[ShapedProfile, Logged]:
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


def _by_root(rng: random.Random, graph: CallGraph, left: Logged) -> tuple[tuple[int, ...], Logged] | None:
    """A path to a node of the tree, and what of the log is below it."""
    tree = FlowTree(graph.profile, rng.random() < 0.5, bare=True, graph=graph)
    finished(tree.preparing())
    places = Places(tree, Truth(left, graph.profile))
    found: list[Place] = []
    waiting = places.roots()
    while waiting and len(found) < 200:
        place = waiting.pop(rng.randrange(len(waiting)))
        plain = place.node.kind == "function" and place.alone and not place.inside and not place.cycles
        if plain and len(place.contexts) == 1:
            found.append(place)
        if place.node.kind == "function" and not place.inside:
            waiting += places.below(place)
    if not found:
        return None
    place = rng.choice(found)
    path = tuple(node.function for node in path_of(place.node))
    return path, under_path(left, _in(left, graph.profile, place.contexts[0].path()))


def _by_callers(rng: random.Random, graph: CallGraph, left: Logged) -> tuple[tuple[int, ...], Logged] | None:
    """Some functions that called each other one after the other, and what of the log is below the last."""
    contexts = [c.path() for c in Truth(left, graph.profile).down.all() if len(c.path()) > 1]
    if not contexts:
        return None
    path = rng.choice(contexts)[-rng.choice((2, 2, 3, 4)) :]
    if len(set(path)) < len(path):
        return None
    return path, under_path(left, _in(left, graph.profile, path), anywhere=True)


def _in(left: Logged, profile: Profile, path: Sequence[int]) -> list[int]:
    """Functions by their numbers in the profile of a log."""
    numbers = {left.profile.function(index): index for index in range(left.profile.count)}
    return [numbers[profile.function(index)] for index in path]


@pytest.mark.parametrize("family", CLEAN)
@pytest.mark.parametrize("seeds", [range(8), *slowly(range(8, 150))], ids=len)
def test_what_runs_below_a_path_is_true_or_marked(family: str, seeds: range) -> None:
    wrong: list[tuple[int, object]] = []
    for seed in seeds:
        made, rng = drawn(family, seed), random.Random(f"{family} {seed}")
        doubts = checked(made.profile).contradictions
        if doubts.missing or doubts.excess:
            continue
        graph, left = CallGraph(made.profile), made
        if rng.random() < 0.4:
            hidden = set(rng.sample(range(made.profile.count), rng.randrange(made.profile.count)))
            graph, left = CallGraph(shaped(made.profile, hidden)), without(made, hidden)
        if rng.random() < 0.3 and left.profile.count:
            label = tuple(left.profile.function(rng.randrange(left.profile.count)))
            profile, left = focused(graph, left, label)
            graph = CallGraph(profile)
        by_root = rng.random() < 0.5
        chosen = (_by_root if by_root else _by_callers)(rng, graph, left)
        if chosen is None:
            continue
        path, left = chosen
        time = finished((time_below_root if by_root else time_by_callers)(graph, path))
        assert time is not None
        profile = finished(focusing(graph, path[-1], time))
        wrong += [(seed, (path, what)) for what in all_wrong(profile, left)]
        wrong += [(seed, (path, violation)) for violation in violations(profile, left)]
        own = math.fsum(profile.tottime) + profile.unattributed
        assert own == pytest.approx(time.time.value, abs=CLOSE)
    assert wrong == []


@pytest.mark.parametrize("family", CLEAN)
def test_no_estimate_of_own_time_is_more_than_that_with_callees(family: str) -> None:
    for seed in range(10):
        made, rng = drawn(family, seed), random.Random(f"{family} {seed}")
        doubts = checked(made.profile).contradictions
        if not made.profile.count or doubts.missing or doubts.excess:
            continue
        found = finished(focusing(CallGraph(made.profile), rng.randrange(made.profile.count)))
        assert found.cumtime is not None
        for own, time in zip(found.tottime, found.cumtime, strict=True):
            assert own <= time + CLOSE
        edges = found.edges
        assert all(own <= time + CLOSE for own, time in zip(edges.tottime, edges.cumtime, strict=True))
