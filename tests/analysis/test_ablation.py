"""Each rule of causes and of bounds changes what is said of a real file: switched off, it is missed there.

A rule for which no such file is known has no place here, nor, perhaps, in the program.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from tests.support.compared import compared, demo_pair, side
from tests.support.corpus import SHARED, needs_corpus
from tests.support.tree_identities import walk

from proftui.analysis.calltree import topology
from proftui.analysis.calltree.edge_times import EdgeTimes
from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.calltree.recursion_groups import RecursionGroups
from proftui.analysis.calltree.weights import Weights
from proftui.analysis.compare import entries, finding, terms, under_work
from proftui.analysis.names import Names
from proftui.analysis.shape import focus, fold, group, rows
from proftui.analysis.shape.making import making
from proftui.analysis.shape.shape import ANYWHERE, FOCUS, GROUP, MINE, PACKAGE, PATH, Shape, Step, StepGone
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.background.pieces import finished
from proftui.frame import compare_sentences
from proftui.state.call_trees import ALL_CALLERS, TOP_DOWN, Trees
from proftui_parsers import Profile, load

pytestmark = [pytest.mark.slow, needs_corpus]


def pieces(answer: Callable[..., object]) -> Callable[..., Iterator[None]]:
    """Work that is done at once."""

    def made(*given: object) -> Any:
        return answer(*given)
        yield

    return made


def always(answer: object) -> Callable[..., object]:
    return lambda *given: answer


def called(part: object) -> str:
    """In the name of a case: files, and the rule."""
    return part if isinstance(part, str) else "-"


DEMO, PSTATS, RECURSE = "demo", SHARED / "pstats", "cprofile-py{}-recurse.stats"
MODULE, YOUNG = "profile-module-py3.11-recurse.stats", RECURSE.format("3.8")
VARIANT = "variant-{}.stats"
YOUNGER, TRACED = RECURSE.format("3.12"), "tracing-py3.15-recurse.stats"
V4, Joining = VARIANT.format("marshal-v4"), finding._Joining
CAUSES: list[tuple[str, str, object, str, object]] = [
    (DEMO, DEMO, finding, "rows_under_work", pieces(lambda a, b, pairs, c: bytearray(b"\1") * len(pairs))),
    (DEMO, DEMO, entries.Folding, "_give_back", always(None)),
    (DEMO, DEMO, terms, "within", lambda time, change: time),
    (V4, YOUNG, terms, "_passing_nodes", pieces(always(set()))),
    (V4, YOUNG, Joining, "_by_package", lambda a, numbers, b: [[n] for n in numbers]),
    (V4, YOUNG, finding, "modules_run_once", always((set(), set()))),
    (TRACED, MODULE, Joining, "_without_opposites", lambda known, causes: [*causes]),
    (TRACED, MODULE, under_work, "is_standard", always(False)),
    (VARIANT.format("marshal-v3"), VARIANT.format("dynamic-code"), compare_sentences, "_A_THIRD", math.inf),
    (TRACED, YOUNGER, compare_sentences, "_stands_out", always(True)),
    (VARIANT.format("marshal-v3"), VARIANT.format("dynamic-code"), finding, "_is_instead", always(False)),
    (RECURSE.format("3.10"), RECURSE.format("3.7"), compare_sentences, "_of_everything", always("")),
    (RECURSE.format("3.7"), RECURSE.format("3.13"), terms.Terms, "naming", lambda known, numbers: [*numbers]),
    (YOUNG, RECURSE.format("3.13"), Joining, "wrapper", always(-1)),
    (
        VARIANT.format("dynamic-code"),
        "kernprof5.1.0-no-l-julia.py.prof",
        under_work,
        "_parting",
        pieces(always([])),
    ),
    (
        VARIANT.format("marshal-v0"),
        VARIANT.format("context-manager"),
        finding,
        "_sorted",
        lambda times, *_: sorted(range(len(times)), key=lambda number: -abs(times[number])),
    ),
    (RECURSE.format("3.15"), TRACED, compare_sentences, "_is_close", always(False)),
]


def causes_of(old: str, new: str) -> list[object]:
    """The headline, and all that is listed."""
    both = demo_pair() if old == DEMO else (side(PSTATS / old), side(PSTATS / new))
    comparison = compared(*both)
    assert comparison.causes is not None
    listed = [
        (compare_sentences.told(comparison, cause), round(cause.time, 7))
        for cause in comparison.causes.listed
    ]
    return [compare_sentences.headline(comparison).text, round(comparison.causes.not_told_apart, 7), *listed]


@pytest.mark.parametrize(("old", "new", "place", "name", "off"), CAUSES, ids=called)
def test_a_rule_of_causes_changes_what_is_said_of_a_real_pair(
    old: str, new: str, place: object, name: str, off: object
) -> None:
    before = causes_of(old, new)
    with mock.patch.object(place, name, off):
        assert causes_of(old, new) != before


MERKLE = "pstats/3p-mia1024--merkle-tree-certificate-profile.pstat"
NO_BUILTINS, UNTIMED = "pstats/variant-no-builtins.stats", "pstats/profile-module-py3.11-recurse.stats"
DYNAMIC, PRINTED = "pstats/variant-dynamic-code.stats", "pstats/3p-jrfonseca--gprof2dot-print1.pstats"
LATE, SNUBA = "found/m1-root-without-outermost-calls.stats", "pstats/3p-getsentry--snuba-restats"
CYCLE, NESTED, EXECS = "found/cyclepath.stats", "pstats/yappi-recurse.pstat", "found/execs13.stats"
BOUNDS: list[tuple[str, object, str, object]] = [
    ("pstats/cprofile-py3.11-cython.stats", FlowTree, "is_sure", always(False)),
    (SNUBA, FlowTree, "_is_all_here", always(False)),
    (SNUBA, fold.Fold, "_calling_back", pieces(always(None))),
    (LATE, CallGraph, "is_told", True),
    (LATE, focus._Focusing, "_doubtful", always([])),
    (CYCLE, FlowTree, "_program", lambda tree, root: root),
    (CYCLE, topology, "parts_of", always({})),
    (CYCLE, Weights, "leads_back", always(False)),
    (PRINTED, FlowTree, "has_all_calls", always(False)),
    (DYNAMIC, rows.Intervals, "draw_in", always(None)),
    (NO_BUILTINS, group, "_MOST_BITS", -1),
    (EXECS, fold.Fold, "lost", []),
    (NO_BUILTINS, focus._Focusing, "_is_all_here", always(False)),
    (DYNAMIC, rows.Intervals, "level", always(None)),
    (NESTED, CallGraph, "may_nest", always(False)),
    (NESTED, fold.Fold, "level", always(None)),
    (MERKLE, RecursionGroups, "has_one_context", always(True)),
    (MERKLE, focus._Focusing, "_never_reenters", always(False)),
    (UNTIMED, CallGraph, "most", always(math.inf)),
    (UNTIMED, EdgeTimes, "are_sound", True),
    ("pstats/cprofile-py3.9-recurse.stats", CallGraph, "bounded", True),
]
WAYS = (TOP_DOWN, False), (TOP_DOWN, True), (ALL_CALLERS, False)


def shapes(profile: Profile) -> Iterator[Shape]:
    """My code, packages, and what runs below some function, from anywhere and from a root."""
    times = profile.cumtime or ()
    yield from (Shape((MINE,)), Shape((Step(GROUP, PACKAGE),)), Shape((MINE, Step(GROUP, PACKAGE))))
    hottest = sorted(range(profile.count), key=lambda f: -times[f])
    function = profile.function(hottest[:7][-1])
    yield Shape((Step(FOCUS, "", function),))
    if above := profile.callers(hottest[:7][-1]):
        yield Shape((Step(PATH, ANYWHERE, function, (profile.function(above[0].function), function)),))
    for root in [f for f in range(profile.count) if not profile.callers(f)][:1]:
        for edge in profile.callees(root)[:1]:
            below = profile.function(edge.function)
            yield Shape((Step(PATH, "", below, (profile.function(root), below)),))


def bounds_of(path: Path) -> list[object]:
    """Nodes of all trees, figures of all shapes and the nodes of their trees, with bounds."""
    profile = load(str(path))
    names = Names(profile)
    not_mine = partial(bytearray, [not names.is_mine(function) for function in range(len(profile.files))])
    found: list[object] = [nodes(profile, *way) for way in WAYS]
    for shape in shapes(profile):
        try:
            made = finished(making(shape, CallGraph(profile), names, not_mine)).profile
        except StepGone:
            continue
        assert isinstance(made, ShapedProfile)
        edges = made.edge_bounds
        columns = made.own, made.time, edges.calls, edges.time, edges.own
        found.append([[rounded(*column[row]) for row in range(len(column))] for column in columns])
        found.append(nodes(made, TOP_DOWN, False))
    return found


def nodes(profile: Profile, way: str, unrolled: bool) -> list[object]:
    """Those from 1 % on."""
    trees = Trees(profile)
    trees.state = (way, None, unrolled)
    if (tree := trees.tree) is None:
        return []
    finished(trees.preparing())
    walked = walk(tree, 0.01 * tree.total)
    return [(n.kind, n.function, n.label, rounded(n.time, n.low, n.high, n.exact), n.calls) for n in walked]


def rounded(*figures: float) -> list[float]:
    return [round(figure, 9) for figure in figures]


@pytest.mark.parametrize(("file", "place", "name", "off"), BOUNDS, ids=called)
def test_a_rule_of_bounds_changes_what_is_said_of_a_real_file(
    file: str, place: object, name: str, off: object
) -> None:
    before = bounds_of(SHARED / file)
    with mock.patch.object(place, name, off):
        assert bounds_of(SHARED / file) != before
