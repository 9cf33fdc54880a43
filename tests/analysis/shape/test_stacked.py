"""Shapes of whole stacks: every figure is that of the stacks rewritten one by one."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpus import needs_corpus, shared_files, small
from tests.support.examples import examples, some
from tests.support.rewritten_stacks import (
    NOBODY,
    Rewrite,
    Truth,
    all_of,
    calls_of,
    focusing,
    grouping,
    hiding,
    recorded_stacks,
    wrong,
)
from tests.support.shape_truth import wrong_edges, wrong_figures

from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.mine import mine_of
from proftui.analysis.names import Names
from proftui.analysis.shape.hiding import hidden_by
from proftui.analysis.shape.making import making
from proftui.analysis.shape.shape import (
    ANYWHERE,
    FOCUS,
    FUNCTION,
    GROUPS,
    MINE,
    PACKAGE,
    PATH,
    WHOLE,
    Shape,
    Step,
    StepGone,
)
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.background.pieces import finished
from proftui.state.call_trees import Trees
from proftui_parsers import Profile, ProfileError, load
from proftui_parsers.consistency import checked
from proftui_parsers.profile import Measure
from proftui_parsers.stacks.building import Builder
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.recording import Choice, Recording, Records, Track

FILES = shared_files("speedscope", "collapsed", "pyspy", "austin", "tachyon")
FUNCTIONS = (
    ("/home/me/app/main.py", 1, "main"),
    ("/home/me/app/main.py", 5, "work"),
    ("/home/me/app/other.py", 1, "other"),
    ("/usr/lib/python3.11/site-packages/lib/a.py", 1, "serve"),
    ("/usr/lib/python3.11/site-packages/lib/b.py", 1, "call"),
    ("/usr/lib/python3.11/json/decoder.py", 1, "decode"),
    ("~", 0, "<built-in method builtins.len>"),
    ("~", 0, "<built-in method builtins.sorted>"),
)
SECONDS, SAMPLES = (
    Measure("seconds", "s", "time", key="seconds"),
    Measure("samples", "", "samples", key="samples"),
)
FEW = st.integers(0, len(FUNCTIONS) - 1)
STACK = st.lists(FEW, max_size=7)
RECORDS = st.lists(st.tuples(STACK, st.integers(0, 2), st.integers(0, 9)), min_size=1, max_size=25)
"""Stack, thread, weight."""


def recorded(rows: list[tuple[list[int], int, int]], *, counted: bool = False) -> Recording:
    """A recording of functions of :data:`FUNCTIONS`; ``counted``: with calls instead of samples."""
    builder = Builder(defined=True)
    frames = [
        [builder.frame(builder.function(file, line, name), line + more) for more in range(2)]
        for file, line, name in FUNCTIONS
    ]
    nodes = [builder.stack([frames[f][place % 2] for place, f in enumerate(stack)]) for stack, _, _ in rows]
    weights = array("d", (weight for _, _, weight in rows))
    stacks = builder.stacks()
    if counted:
        stacks.calls = [1 + node % 3 for node in range(len(stacks))]
    return Recording(
        path="made",
        paths=("made",),
        format="made",
        producer="made",
        files=builder.files,
        linenos=builder.linenos,
        names=builder.names,
        measures=(SECONDS,) if counted else (SECONDS, SAMPLES),
        tracks=tuple(Track(name) for name in ("one", "two", "three")),
        stacks=stacks,
        records=Records(
            array("i", nodes),
            array("H", (0 if counted else track for _, track, _ in rows)),
            (weights,) if counted else (weights, array("d", (1.0 for _ in rows))),
        ),
    )


def shaped(profile: Profile, shape: Shape) -> ShapedProfile:
    names = Names(profile)
    others = mine_of(names, ()).others
    made = finished(making(shape, CallGraph(profile), names, lambda: others)).profile
    assert isinstance(made, ShapedProfile)
    return made


def hidden_in(profile: Profile, shape: Shape) -> set[int]:
    names = Names(profile)
    hidden = hidden_by(shape, names, lambda: mine_of(names, ()).others)
    return {function for function in range(profile.count) if hidden[function]}


def groups_of(made: ShapedProfile) -> list[int]:
    assert made.groups is not None
    return list(made.groups.members.group_of)


def truth_of(profile: Profile, shape: Shape, group_of: list[int] | None = None) -> Truth:
    """The figures of a shape whose functions are all in the profile."""
    assert profile.recording is not None
    hidden = hidden_in(profile, shape)
    number = {profile.function(index): index for index in range(profile.count)}
    rewrites: list[Rewrite] = [hiding(hidden)]
    for step in shape.focuses:
        assert step.function is not None
        path = [
            index for index in map(number.__getitem__, step.path or (step.function,)) if index not in hidden
        ]
        rewrites.append(focusing(path, from_root=step.kind == PATH and step.name != ANYWHERE))
    if group_of is not None:
        rewrites.append(grouping(group_of))
    return Truth(recorded_stacks(profile.recording, profile.choice), all_of(rewrites))


def check(profile: Profile, shape: Shape) -> ShapedProfile:
    made = shaped(profile, shape)
    if not shape.by:
        assert wrong(made, truth_of(profile, shape)) == []
        return made
    assert made.groups is not None
    names = made.groups.group
    assert wrong(made, truth_of(profile, shape, groups_of(made)), lambda index: names[index]) == []
    return made


@st.composite
def shapes(draw: st.DrawFn) -> Shape:
    """What hides, what is focused on, and groups."""
    labels = st.sampled_from(FUNCTIONS)
    steps = [Step(FUNCTION, function=label) for label in draw(st.lists(labels, max_size=3, unique=True))]  # type: ignore[arg-type] # a label is a tuple of the same
    steps += [MINE] * draw(st.booleans())
    if draw(st.booleans()):
        path = tuple(draw(st.lists(labels, min_size=1, max_size=3)))
        kind, name = draw(st.sampled_from([(FOCUS, ""), (PATH, ""), (PATH, ANYWHERE)]))
        steps.append(Step(kind, name, path[-1], path if kind == PATH else ()))  # type: ignore[arg-type]
    return Shape(tuple(steps)).grouped(draw(st.sampled_from(("", *GROUPS))))


@examples(800)
@given(RECORDS, shapes(), st.sampled_from([None, frozenset({0}), frozenset({0, 2})]), st.integers(0, 1))
def test_all_figures_are_those_of_the_stacks_one_by_one(
    rows: list[tuple[list[int], int, int]], shape: Shape, tracks: frozenset[int] | None, measure: int
) -> None:
    profile = profile_of(recorded(rows), Choice(measure, tracks))
    try:
        check(profile, shape)
    except StepGone as gone:
        step = gone.step
        assert step.function is not None
        hidden = hidden_in(profile, shape)
        every = truth_of(profile_of(recorded(rows)), shape) if profile.has_edges else None
        number = {profile.function(index): index for index in range(profile.count)}
        # It is hidden, or no thread has such a stack.
        assert every is None or number[step.function] in hidden or not every.whole


@examples(600)
@given(RECORDS, shapes())
def test_calls_are_counted_anew(rows: list[tuple[list[int], int, int]], shape: Shape) -> None:
    shape = Shape(shape.hiding).grouped(shape.by)
    recording = recorded(rows, counted=True)
    profile = profile_of(recording)
    made, hidden = check(profile, shape), hidden_in(profile, shape)
    assert made.ncalls is not None
    if not shape.by:
        every = calls_of(recording, hidden, range(profile.count))
        for function in range(profile.count):
            assert made.ncalls[function] == sum(n for (_, of), n in every.items() if of == function)
            for edge in made.callers(function):
                assert edge.ncalls == every[edge.function, function]
            root = made.roots.get(function)
            assert (0 if root is None else root.calls.value) == every[NOBODY, function]
        return
    assert made.groups is not None
    every = calls_of(recording, hidden, groups_of(made))
    for function, group in made.groups.group.items():
        into = sum(n for (by, of), n in every.items() if of == group != by)
        assert made.ncalls[function] == into
        assert made.calls_inside[function] == every[group, group]


@examples(600)
@given(RECORDS, shapes())
def test_the_truth_lies_within_what_edges_alone_allow(
    rows: list[tuple[list[int], int, int]], shape: Shape
) -> None:
    # What a profiler of calls writes has a call for each node, and built-ins that call nobody by name.
    shape = Shape(tuple(step for step in shape.hiding))
    profile = profile_of(recorded(rows, counted=True))
    if not shape.steps or not profile.has_edges:
        return
    edges = profile.changed(recording=None, choice=None)
    by_edges, by_stacks = shaped(edges, shape), shaped(profile, shape)
    if checked(edges).contradictions.excess or checked(edges).contradictions.missing:
        return
    assert [*wrong_figures(by_edges, by_stacks), *wrong_edges(by_edges, by_stacks)] == []


def test_a_stack_of_which_nothing_is_left_counts_to_nobody() -> None:
    rows = [([3, 4], 0, 5), ([0, 3], 0, 2), ([], 0, 1)]
    made = check(profile_of(recorded(rows)), WHOLE.plus(MINE))
    assert (made.tottime[0], made.outside.value, made.unattributed) == (2.0, 5.0, 1.0)
    labels = [(node.label, node.time) for node in Trees(made).tree.roots() if node.label]  # type: ignore[union-attr] # there is one
    assert labels == [("(all hidden)", 5.0), ("(no frame)", 1.0)]


def test_trees_of_a_shape_are_of_its_stacks() -> None:
    rows = [([0, 3, 1, 6], 0, 5), ([0, 3, 3, 2], 0, 2), ([1, 6], 0, 1)]
    made = check(profile_of(recorded(rows)), WHOLE.plus(MINE))
    tree = Trees(made).top_down
    main, work = tree.roots()
    assert (main.time, main.own, work.time) == (7.0, 0.0, 1.0)
    assert [(node.function, node.time, node.exact) for node in tree.children(main)] == [
        (1, 5.0, True),
        (2, 2.0, True),
    ]


def test_a_path_with_direct_recursion_is_meant_as_it_stands() -> None:
    rows = [([0, 1, 1, 2], 0, 4), ([0, 1, 2], 0, 2)]
    profile = profile_of(recorded(rows))
    path = tuple(profile.function(index) for index in (0, 1, 1))
    made = check(profile, WHOLE.plus(Step(PATH, "", path[-1], path)))
    assert made.focus is not None and made.focus.value == 4.0
    once = check(profile, WHOLE.plus(Step(PATH, "", path[1], path[:2])))
    assert once.focus is not None and once.focus.value == 6.0


def test_a_path_may_begin_with_a_thread() -> None:
    rows = [([0, 1], 0, 4), ([0, 1], 1, 2), ([0, 2], 1, 1)]
    recording = recorded(rows)
    profile = profile_of(recording, Choice(0, None, split=True))
    path = tuple(profile.function(index) for index in (profile.count + 1, 0))
    made = shaped(profile, WHOLE.plus(Step(PATH, "", path[-1], path)))
    assert made.focus is not None and made.focus.value == 3.0
    roots = Trees(made).top_down.roots()
    assert [(node.function, node.time) for node in roots] == [(profile.count + 1, 3.0)]


def test_what_is_hidden_under_a_thread_stays_under_it() -> None:
    rows = [([3, 0], 0, 4), ([3], 1, 2)]
    profile = profile_of(recorded(rows), Choice(0, None, split=True))
    made = shaped(profile, WHOLE.plus(MINE))
    tree = Trees(made).top_down
    (thread, gone) = tree.roots()
    assert [node.function for node in tree.children(thread)] == [0]
    assert (gone.label, gone.time) == ("(all hidden)", 2.0)


def test_functions_of_other_threads_are_no_rows() -> None:
    rows = [([0, 1], 0, 4), ([0, 2], 1, 2)]
    profile = profile_of(recorded(rows), Choice(0, frozenset({0})))
    assert not shaped(profile, WHOLE.plus(Step(FUNCTION, function=profile.function(3)))).hidden[1]
    made = shaped(profile, WHOLE.plus(Step(FOCUS, function=profile.function(0))))
    assert [function for function in range(made.count) if not made.hidden[function]] == [0, 1]


def test_recorded_figures_that_a_shape_does_not_change_are_the_very_same() -> None:
    profile = load(str(small("pyspy0.4.3-asyncio.speedscope.json")))
    hottest = max(range(profile.count), key=profile.tottime.__getitem__)
    made = shaped(profile, WHOLE.plus(Step(FUNCTION, function=profile.function(hottest))))
    changed = [f for f in range(made.count) if made.tottime[f] != profile.tottime[f] and f != hottest]
    callers = {edge.function for edge in profile.callers(hottest) if edge.tottime}
    assert set(changed) == callers
    assert profile.cumtime is not None and made.cumtime is not None
    assert all(made.cumtime[f] == profile.cumtime[f] for f in range(made.count) if f != hottest)


@needs_corpus
@pytest.mark.parametrize(
    "path",
    some(shared_files("speedscope", "collapsed", "pyspy", "austin", "tachyon")),
    ids=lambda path: path.name,
)
def test_real_recordings(path: Path) -> None:
    try:
        profile = load(str(path))
    except ProfileError:
        # Pictures, settings and what needs another library.
        return
    if profile.recording is None or not profile.count:
        return
    names = Names(profile)
    hottest = max(range(profile.count), key=profile.tottime.__getitem__)
    caller = max(profile.callers(hottest), key=lambda edge: edge.cumtime or 0.0, default=None)
    steps = [MINE, Step(PACKAGE, names.package(hottest)), Step(FUNCTION, function=profile.function(hottest))]
    if profile.has_edges:
        steps.append(Step(FOCUS, function=profile.function(hottest)))
    if caller is not None:
        both = profile.function(caller.function), profile.function(hottest)
        steps.append(Step(PATH, ANYWHERE, both[-1], both))
    for by in ("", *GROUPS):
        every = [WHOLE.plus(step) for step in steps] + ([WHOLE] if by else [])
        for shape in every:
            if len(hidden_in(profile, shape)) < profile.count:
                check(profile, shape.grouped(by))


def test_what_root_calls_probably_took_bounds_no_calls_from_edges() -> None:
    # main calls serve, and serve begins a second root that calls work, main and serve again.
    profile = profile_of(recorded([([0, 3, 0], 0, 0), ([3, 1, 0, 3], 0, 1)], counted=True))
    shape = WHOLE.plus(MINE)
    by_edges = shaped(profile.changed(recording=None, choice=None), shape)
    assert list(wrong_edges(by_edges, shaped(profile, shape))) == []
