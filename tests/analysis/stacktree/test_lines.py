"""Own time, time with callees and callees of executed lines, against a walk through every record."""

from __future__ import annotations

from array import array
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpus import DATA, SHARED, needs_corpus, totals_oracle
from tests.support.examples import some
from tests.support.recorded_lines import Stack, recorded

from proftui.analysis.stacktree.lines import StackLines, outermost, spans
from proftui_parsers import Profile, load
from proftui_parsers.measure import SAMPLES
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.recording import Choice, Recording

KEPT = sorted(path for path in (DATA / "stacks").glob("*[nt]") if "callgrind" not in path.name)
"""Files of whole stacks that are kept beside the tests, without the source text of one."""
FILES = totals_oracle("collapsed", "speedscope")
CLOSE = 1e-9


class Walked(NamedTuple):
    """What a walk through every record finds, by function and line; of callees by the callee too."""

    own: dict[tuple[int, int], float]
    cum: dict[tuple[int, int], float]
    callee_own: dict[tuple[int, int, int], float]
    callee_cum: dict[tuple[int, int, int], float]


def walked(recording: Recording, choice: Choice) -> Walked:
    """Each record is looked at alone: what is on its stack counts once, however often it is there."""
    found = Walked(*(defaultdict(float) for _ in Walked._fields))
    stacks, records = recording.stacks, recording.records
    rows = zip(records.node, records.track, records.weights[choice.measure], strict=True)
    for innermost, track, weight in rows:
        if choice.tracks is not None and track not in choice.tracks:
            continue
        frames, node = [], innermost
        while node >= 0:
            frame = stacks.frame[node]
            frames.append((stacks.frame_function[frame], stacks.frame_line[frame]))
            node = stacks.parent[node]
        calls = [(*above, below[0]) for below, above in pairwise(frames)]
        for line in frames[:1]:
            found.own[line] += weight
        for line in set(frames):
            found.cum[line] += weight
        for call in calls[:1]:
            found.callee_own[call] += weight
        for call in set(calls):
            found.callee_cum[call] += weight
    return found


def assert_same(recording: Recording, choice: Choice) -> None:
    """What :class:`StackLines` says is what the walk finds, and nothing else."""
    profile, known = profile_of(recording, choice), walked(recording, choice)
    assert profile.cumtime is not None
    lines, seen, called = StackLines(profile), set(), set()
    for function in range(profile.count):
        of_it = lines.of(function)
        for line, executed in of_it.items():
            seen.add((function, line))
            assert executed.own == pytest.approx(known.own.get((function, line), 0.0), rel=CLOSE, abs=CLOSE)
            assert executed.cum == pytest.approx(known.cum[function, line], rel=CLOSE, abs=CLOSE)
            assert executed.cum <= profile.cumtime[function] * (1 + CLOSE) + CLOSE
            for call in executed.calls:
                key = function, line, call.function
                called.add(key)
                assert call.tottime == pytest.approx(known.callee_own.get(key, 0.0), rel=CLOSE, abs=CLOSE)
                assert call.cumtime == pytest.approx(known.callee_cum[key], rel=CLOSE, abs=CLOSE)
        own = sum(executed.own for executed in of_it.values())
        assert own == pytest.approx(profile.tottime[function], rel=CLOSE, abs=CLOSE)
    assert seen == {key for key, weight in known.cum.items() if weight}
    assert called == {key for key, weight in known.callee_cum.items() if weight}


def choices(recording: Recording) -> list[Choice]:
    every = [Choice(measure) for measure in range(len(recording.measures))]
    return every + [Choice(0, frozenset({track})) for track in range(min(3, len(recording.tracks)))]


def assert_same_in_file(path: Path) -> None:
    recording = load(str(path)).recording
    assert recording is not None
    for choice in choices(recording):
        assert_same(recording, choice)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name)
def test_lines_of_kept_files_are_those_of_every_record(path: Path) -> None:
    assert_same_in_file(path)


@needs_corpus
@pytest.mark.parametrize("name", some(FILES, 3))
def test_lines_of_real_files_are_those_of_every_record(name: str) -> None:
    assert_same_in_file(SHARED / name)


STACKS = st.lists(
    st.tuples(
        st.lists(st.tuples(st.sampled_from("fghi"), st.integers(0, 3)), max_size=12),
        st.integers(0, 1),
        st.sampled_from((0.0, 0.5, 1.0, 3.0)),
    ),
    max_size=20,
)


@given(STACKS, st.sampled_from((None, frozenset({0}), frozenset({0, 1}))))
def test_lines_are_those_of_every_record(
    records: list[tuple[Stack, int, float]], tracks: frozenset[int] | None
) -> None:
    weighed = [(stack, weight) for stack, _, weight in records]
    recording = recorded(weighed, tracks=[track for _, track, _ in records])
    assert_same(recording, Choice(0, tracks))


@given(
    st.lists(st.integers(-1, 30), max_size=30).map(lambda above: [min(a, n - 1) for n, a in enumerate(above)])
)
def test_places_in_a_walk_tell_what_is_below_what(parent: list[int]) -> None:
    begin, end = spans(parent)
    assert sorted(begin) == list(range(len(parent)))

    def chain(node: int) -> set[int]:
        found = set()
        while node >= 0:
            found.add(node)
            node = parent[node]
        return found

    for node in range(len(parent)):
        for other in range(len(parent)):
            assert (begin[other] <= begin[node] < end[other]) == (other in chain(node))
    some = range(0, len(parent), 2)
    assert set(outermost(some, begin, end)) == {n for n in some if not chain(parent[n]) & set(some)}


def test_calls_are_counted_by_the_line_they_were_made_on_where_the_file_counts_them() -> None:
    recording = recorded([([("f", 1), ("g", 5)], 1.0), ([("f", 2), ("g", 6)], 2.0)])
    recording.stacks.calls = array("q", [1, 30, 0, 4])
    of_f = StackLines(profile_of(recording)).of(0)
    assert {line: at.calls[0].ncalls for line, at in of_f.items()} == {1: 30, 2: 4}


def test_the_error_of_a_share_is_that_of_as_many_samples() -> None:
    profile: Profile = profile_of(recorded([([("f", 1)], 25.0), ([("g", 2)], 75.0)], measure=SAMPLES))
    lines = StackLines(profile)
    error = lines.error(lines.of(0)[1])
    assert error == pytest.approx(100 * (0.25 * 0.75 / 100) ** 0.5)
    timed = StackLines(profile_of(recorded([([("f", 1)], 25.0)])))
    assert timed.error(timed.of(0)[1]) is None
