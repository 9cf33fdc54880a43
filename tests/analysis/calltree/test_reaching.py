from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpus import dumped
from tests.support.stack_tree import StackTree
from tests.support.tree_identities import walk

from proftui.analysis.calltree.nodes import CallNode
from proftui.analysis.calltree.reaching import Goal, find, heaviest, reaching
from proftui.analysis.calltree.unfolding import Unfolding
from proftui_parsers import Profile, load

FUNCTIONS = 6
ARCS = st.sets(st.tuples(st.integers(0, FUNCTIONS - 1), st.integers(0, FUNCTIONS - 1)), max_size=14)
STACKS = st.lists(
    st.tuples(st.lists(st.integers(0, 5), min_size=1, max_size=5), st.sampled_from([1.0, 2.0, 4.0])),
    min_size=1,
    max_size=15,
)


def called(folder: Path, arcs: set[tuple[int, int]]) -> Profile:
    """A profile of functions ``f0`` to ``f5`` with these calls."""
    labels = [("a.py", line, f"f{line}") for line in range(FUNCTIONS)]
    stats = {
        label: (1, 1, 1.0, 1.0, {labels[a]: (1, 1, 1.0, 1.0) for a, b in sorted(arcs) if b == line})
        for line, label in enumerate(labels)
    }
    path = folder / "calls.stats"
    path.write_bytes(dumped(stats))
    return load(str(path))


def closure(arcs: set[tuple[int, int]], targets: set[int]) -> set[int]:
    found = set(targets)
    for _ in range(FUNCTIONS):
        found |= {caller for caller, callee in arcs if callee in found}
    return found


def everywhere(*functions: int) -> Goal:
    """These functions, possibly anywhere."""
    return Goal(set(functions), bytearray(b"\1" * 10))


@given(arcs=ARCS, targets=st.sets(st.integers(0, FUNCTIONS - 1)))
def test_reaching_is_the_closure_either_way(arcs: set[tuple[int, int]], targets: set[int]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        profile = called(Path(folder), arcs)
    marked = {i for i, mark in enumerate(reaching(profile, targets)) if mark}
    assert marked == closure(arcs, targets)
    marked = {i for i, mark in enumerate(reaching(profile, targets, inverted=True)) if mark}
    assert marked == closure({(b, a) for a, b in arcs}, targets)


def program() -> StackTree:
    return StackTree([((0, 1, 2), 8.0), ((0, 1, 3), 4.0), ((0, 4, 2), 2.0), ((0, 4, 5, 2), 1.0), ((6,), 0.5)])


def way(node: CallNode | None) -> list[int]:
    """Functions from the root down."""
    found: list[int] = []
    while node is not None:
        found.append(node.function)
        node = node.parent
    return found[::-1]


def test_branches_that_cannot_lead_there_are_not_looked_at() -> None:
    reach = bytearray(b"\1\0\1\0\1\1\0")
    found = find(Unfolding(program()), 0, Goal({2}, reach), 1)
    assert way(found.node) == [0, 4, 2]


def test_a_search_gives_up_and_goes_on_when_asked_again() -> None:
    tree = StackTree([((0, 1, 10 + number), 9.0) for number in range(50)] + [((0, 2, 7), 1.0)])
    goal = Goal({7}, bytearray(b"\1" * 100))
    rows = Unfolding(tree)
    answers = []
    for _ in range(20):
        answers.append(find(rows, 0, goal, 1, most=60))
        if answers[-1].node is not None:
            break
    assert answers[0].stopped or answers[0].node is not None
    assert way(answers[-1].node) == [0, 2, 7]


@given(STACKS)
def test_the_heaviest_node_of_a_function_is_found_however_light_it_is(
    stacks: list[tuple[list[int], float]],
) -> None:
    calls = StackTree(stacks)
    times: dict[int, float] = {}
    for node in walk(calls, 0.0):
        times[node.function] = max(node.time, times.get(node.function, 0.0))
    for function, time in times.items():
        if function >= 0:
            found = heaviest(calls, function, None)
            assert found is not None and found.function == function and found.time == time


@given(STACKS, st.integers(0, 5), st.lists(st.integers(0, 30), max_size=6))
def test_walking_down_meets_every_match_once_and_walking_up_meets_them_in_reverse(
    stacks: list[tuple[list[int], float]], wanted: int, opened: list[int]
) -> None:
    every = Unfolding(StackTree(stacks))
    every.expand()
    matches = [way(node) for node in every.nodes if node.function == wanted]
    for step in (1, -1):
        rows = Unfolding(StackTree(stacks))
        for row in opened:
            rows.open(row % len(rows.nodes))
        met = []
        row, goal = 0, everywhere(wanted)
        for _ in matches:
            found = find(rows, row, goal, step)
            assert found.node is not None
            met.append(way(found.node))
            row = rows.reveal(found.node) or 0
        at_the_start = matches and matches[0] == way(every.nodes[0])
        turned = matches[1:] + matches[:1] if at_the_start else matches
        assert met == (turned if step > 0 else matches[::-1])
