"""Callers and callees are those of pstats, for every function."""

from __future__ import annotations

import math
import pstats
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpus import SHARED, Stats, dumped, small
from tests.support.stats_files import label, plain

from proftui.analysis import calls
from proftui.analysis.neighbours import OUTSIDE, OWN_TIME, Neighbour, Neighbours
from proftui.drawing.figures import UNITS
from proftui.drawing.figures import time as time_text
from proftui_parsers import Profile, load, load_bytes

REAL = [
    small("cprofile-py3.11-recurse.stats"),
    small("cprofile-py3.15-recurse.stats"),
    small("ipython-prun-notebook.prof"),
    SHARED / "pstats" / "cprofile-py3.11-hillclimb-sklearn.stats",
    SHARED / "pstats" / "cprofile-py3.11-asyncio.stats",
    SHARED / "pstats" / "cprofile-py3.8-recurse.stats",
    SHARED / "pstats" / "tracing-py3.15-recurse.stats",
    SHARED / "pstats" / "3p-raiden-network--raiden-contracts-combined.prof",
]
COUNTED = [small("profile-module-py3.11-recurse.stats")]
Around = dict[tuple[Any, ...], dict[tuple[Any, ...], Any]]


def opened(path: Path) -> Profile:
    if not path.exists():
        pytest.skip("the corpus is not here")
    return load(str(path))


def figures_of(neighbour: Neighbour) -> Any:
    """As pstats keeps them: four figures, or a count alone."""
    if neighbour.primitive_calls is None:
        return neighbour.ncalls
    return (neighbour.ncalls, neighbour.primitive_calls, neighbour.tottime, neighbour.cumtime)


def shown(profile: Profile, neighbours: Neighbours) -> dict[tuple[Any, ...], Any]:
    found = {tuple(profile.function(n.function)): figures_of(n) for n in neighbours}
    assert len(found) == len(neighbours)
    return found


def all_callees(stats: pstats.Stats) -> Around:
    stats.calc_callees()
    return {
        label(function): {label(callee): figures for callee, figures in callees.items()}
        for function, callees in stats.all_callees.items()  # type: ignore[attr-defined]
    }


@pytest.mark.parametrize("path", [*REAL, *COUNTED], ids=lambda path: path.name)
def test_callers_and_callees_of_every_function_are_those_of_pstats(path: Path) -> None:
    profile = opened(path)
    stats = pstats.Stats(str(path))
    expected: Stats = plain(stats.stats)  # type: ignore[attr-defined]
    below = all_callees(stats)
    assert profile.count == len(expected)
    for index in range(profile.count):
        function = tuple(profile.function(index))
        assert shown(profile, calls.callers(profile, index)) == expected[function][4]
        assert shown(profile, calls.callees(profile, index)) == below[function]


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.name)
def test_callers_and_the_calls_from_outside_are_all_calls(path: Path) -> None:
    profile = opened(path)
    assert profile.ncalls is not None
    for index in range(profile.count):
        above = calls.callers(profile, index)
        outside = calls.outside(profile, index)
        if not above:
            assert outside is None
            continue
        counted = [n.ncalls for n in (*above, *([outside] if outside else [])) if n.ncalls is not None]
        assert sum(counted) == profile.ncalls[index]
        own = sum(n.tottime for n in (*above, *([outside] if outside else [])) if n.tottime is not None)
        assert own == pytest.approx(profile.tottime[index], rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("path", [*REAL, *COUNTED], ids=lambda path: path.name)
def test_only_callers_without_a_time_are_estimated(path: Path) -> None:
    profile = opened(path)
    assert profile.ncalls is not None and profile.cumtime is not None
    counted = path in COUNTED
    for index in range(profile.count):
        for n in calls.callers(profile, index):
            # The profiler's own row has no calls that a share could be taken of.
            assert n.estimated == (counted and profile.ncalls[index] > 0)
            if n.estimated:
                assert n.ncalls is not None and n.cumtime is not None
                share = n.ncalls / profile.ncalls[index]
                assert n.cumtime == pytest.approx(profile.cumtime[index] * share)


def test_sampled_callers_have_measured_samples_and_none_came_from_outside() -> None:
    profile = load(str(small("tachyon3.15.2-spin.pstats")))
    for index in range(profile.count):
        assert calls.outside(profile, index) is None
        assert not any(n.estimated for n in calls.callers(profile, index))


def test_a_function_without_an_entry_has_callees_and_no_figures_of_its_own() -> None:
    lost, work = ("a.py", 1, "lost"), ("a.py", 9, "work")
    profile = load_bytes(dumped({work: (2, 3, 0.75, 0.75, {lost: (3, 2, 0.75, 0.75)})}), "p.stats")
    assert profile.count == 1 and calls.own_time(profile, 1) is None and calls.outside(profile, 1) is None
    assert list(calls.callers(profile, 1)) == []
    assert list(calls.callees(profile, 1)) == [Neighbour(0, 3, 2, 0.75, 0.75)]


def test_callers_that_say_more_than_the_function_leave_nothing_outside() -> None:
    main, work = ("a.py", 1, "main"), ("a.py", 9, "work")
    profile = load_bytes(
        dumped({main: (1, 1, 0.5, 0.5, {}), work: (2, 2, 0.5, 0.5, {main: (5, 5, 0.9, 0.9)})}), "p.stats"
    )
    assert calls.outside(profile, 1) is None


# --- the heaviest


@pytest.mark.parametrize("odd", [[], [math.inf], [-12_345.0], [None, 1e300], [math.nan, -math.inf]])
def test_of_thousands_of_rows_those_with_the_longest_figures_are_measured(
    odd: list[float | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [Neighbour(n, n + 1, n + 1, n / 8, n / 4) for n in range(400)]
    rows[7] = Neighbour(7, 12_345, 12_000, 0.5, 98_765.0)
    rows[9] = Neighbour(9, 999_999, None, 0.5, 0.5)
    rows[11] = Neighbour(11, 3, 3, 87_654.0, 0.25)
    for place, time in enumerate(odd, 20):
        rows[place] = Neighbour(place, 1, 1, time, time)
    monkeypatch.setattr("proftui.analysis.neighbours._MANY", 10)
    widest = Neighbours.of(rows).widest
    assert len(widest) < 50
    for unit in UNITS:
        for column in ("tottime", "cumtime"):
            whole = max(len(time_text(getattr(row, column), unit)) for row in rows)
            assert max(len(time_text(getattr(row, column), unit)) for row in widest) == whole
    assert {7, 9} <= {row.function for row in widest}


def heaviest_of(neighbours: Neighbours, leave_out: Sequence[int]) -> int | None:
    place = calls.heaviest(neighbours, leave_out)
    return None if place is None else neighbours[place].function


def test_the_heaviest_is_by_time_then_own_time_then_calls() -> None:
    def of(function: int, ncalls: int | None, own: float | None, cum: float | None) -> Neighbour:
        return Neighbour(function, ncalls, None, own, cum)

    def heaviest(*rows: Neighbour, leave_out: Sequence[int] = ()) -> int | None:
        return heaviest_of(Neighbours.of(rows), leave_out)

    assert heaviest() is None
    assert heaviest(of(OWN_TIME, None, 9.0, None), of(OUTSIDE, 9, 9.0, None)) is None
    assert heaviest(of(1, 9, 1.0, 1.0), of(2, 1, 0.0, 2.0)) == 2
    assert heaviest(of(1, 9, 1.0, 2.0), of(2, 1, 2.0, 2.0)) == 2
    assert heaviest(of(1, 1, None, None), of(2, 3, None, None)) == 2
    assert heaviest(of(1, 9, 1.0, 2.0), of(2, 1, 2.0, 2.0), leave_out=[2]) == 1


# --- programs whose stacks are known

Tree = tuple[int, list[Any]]


def trees() -> st.SearchStrategy[Tree]:
    """Which function was called, and what it called in turn."""
    return st.recursive(
        st.tuples(st.integers(0, 4), st.just([])),
        lambda inner: st.tuples(st.integers(0, 4), st.lists(inner, max_size=3)),
        max_leaves=25,
    )


def profiled(roots: list[Tree]) -> Stats:
    """What cProfile records of these calls, each of which takes one second of its own."""
    figures: dict[int, list[float]] = defaultdict(lambda: [0, 0, 0.0, 0.0])
    edges: dict[tuple[int, int], list[float]] = defaultdict(lambda: [0, 0, 0.0, 0.0])
    active: dict[Any, int] = defaultdict(int)

    def run(tree: Tree, caller: int | None) -> float:
        function, below = tree
        edge = (caller, function) if caller is not None else None
        keys = [function, *([edge] if edge else [])]
        for key in keys:
            active[key] += 1
        total = 1.0 + sum(run(callee, function) for callee in below)
        for key in keys:
            active[key] -= 1
        for key, record in [(function, figures[function]), *([(edge, edges[edge])] if edge else [])]:
            record[0] += 1
            record[2] += 1.0
            if not active[key]:
                record[1] += 1
                record[3] += total
        return total

    for root in roots:
        run(root, None)
    return {
        ("p.py", function, f"f{function}"): (
            int(primitive),
            int(count),
            own,
            cumulative,
            {
                ("p.py", caller, f"f{caller}"): (int(c), int(p), t, ct)
                for (caller, callee), (c, p, t, ct) in edges.items()
                if callee == function
            },
        )
        for function, (count, primitive, own, cumulative) in figures.items()
    }


@given(st.lists(trees(), min_size=1, max_size=3))
def test_every_call_and_second_of_a_known_program_is_accounted_for(roots: list[Tree]) -> None:
    profile = load_bytes(dumped(profiled(roots)), "p.stats")
    assert profile.ncalls is not None and profile.cumtime is not None
    assert profile.total_time == profile.total_calls
    started: dict[int, int] = defaultdict(int)
    for function, _ in roots:
        started[function] += 1
    for index in range(profile.count):
        above, below = calls.callers(profile, index), calls.callees(profile, index)
        outside = calls.outside(profile, index)
        if above:
            assert (outside.ncalls if outside else 0) == started[profile.linenos[index]]
            assert (outside.tottime if outside else 0.0) == started[profile.linenos[index]]
        for neighbour in below:
            (same,) = (n for n in calls.callers(profile, neighbour.function) if n.function == index)
            assert same[1:] == neighbour[1:]
            assert neighbour.cumtime is not None and neighbour.tottime is not None
            assert neighbour.tottime <= neighbour.cumtime


def test_of_outermost_calls_that_nobody_counted_there_is_no_time_per_call() -> None:
    assert Neighbour(0, 15, -1, 0.5, 0.75).per_call is None
