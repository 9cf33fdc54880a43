"""The figures of the overview are those of pstats and of the session, put together otherwise."""

from __future__ import annotations

import math
import pstats
from pathlib import Path
from typing import Any

import pytest
from tests.support.corpus import small
from tests.support.examples import some
from tests.support.grouped import grouped
from tests.support.hard_logs import log_of
from tests.support.profiles import profile_of
from tests.support.screens import DEMO, SHARED

from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.calltree.hot_path import hot_path
from proftui.analysis.names import Names
from proftui.analysis.order import Order
from proftui.analysis.overview.figures import Overview, first_odd
from proftui.analysis.shape.group import OUTSIDE, own_of_groups
from proftui.analysis.shape.shape import MINE, Shape
from proftui.background.pieces import finished
from proftui.state.overview import finding_overview
from proftui.state.session import Session
from proftui_parsers import Profile, load

DEMO_STATS = DEMO / "demo.stats"
KEPT = [DEMO_STATS, small("cprofile-py3.11-recurse.stats")]
CORPUS = [path for path in sorted((SHARED / "pstats").glob("c*.stats")) if "py2" not in path.name]
"""Without what the pstats of Python 3 does not read."""


def session_of(profile: Profile, *, mine: bool = False) -> Session:
    session = Session(profile, Order.usual("tottime"))
    if mine:
        shape = Shape((MINE,))
        finished(session.shaping.making(shape))
        session.shapes.take(shape, None)
        session.reshape()
    return session


def overview_of(session: Session) -> Overview:
    finished(finding_overview(session))
    assert session.overview is not None
    return session.overview


def oracle(path: Path) -> Any:
    return pstats.Stats(str(path))


@pytest.mark.parametrize("path", [*KEPT, *some(CORPUS, 6)], ids=lambda path: path.name)
def test_own_times_of_packages_are_together_all_own_time(path: Path) -> None:
    stats = oracle(path)
    overview = overview_of(session_of(load(str(path))))
    own = [package.own for package in overview.packages]
    assert sum(one.value for one in own) == pytest.approx(stats.total_tt, rel=1e-9)
    assert all(one.low <= one.value <= one.high for one in own)
    assert [one.value for one in own] == sorted((one.value for one in own), reverse=True)
    python = sum(1 for file, line, _ in stats.stats if not (file in ("~", "") and line == 0))
    counted = [package for package in overview.packages if package.name != "built-in"]
    assert sum(package.functions for package in counted) == python


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name)
def test_own_time_alone_has_the_bounds_of_all_that_is_said_of_groups(path: Path) -> None:
    profile = load(str(path))
    names, numbers = Names(profile), dict[str, int]()
    groups = [
        OUTSIDE if names.is_builtin(i) else numbers.setdefault(names.package(i), len(numbers))
        for i in range(len(profile.files))
    ]
    alone = finished(own_of_groups(CallGraph(profile), groups, len(numbers)))
    every = finished(grouped(CallGraph(profile), groups, len(numbers)))
    for one, function in zip(alone, every.representatives, strict=False):
        other = every.profile.own[function]
        assert other.low - 1e-12 <= one.low <= one.high <= other.high + 1e-12


def test_one_package_that_is_all_of_the_run_is_exact() -> None:
    (package,) = overview_of(session_of(load(str(DEMO_STATS)), mine=True)).packages
    assert package.name == "demo" and package.own.exact


@pytest.mark.parametrize("path", [*KEPT, *some(CORPUS, 6)], ids=lambda path: path.name)
def test_half_of_the_time_really_is_so_few_functions(path: Path) -> None:
    stats = oracle(path)
    overview = overview_of(session_of(load(str(path))))
    own = sorted((figures[2] for figures in stats.stats.values()), reverse=True)
    assert overview.half
    whole = session_of(load(str(path))).whole
    assert sum(own[: overview.half]) >= whole / 2 * (1 - 1e-9)
    assert sum(own[: overview.half - 1]) < whole / 2
    assert [round(t, 9) for t in own[: len(overview.hottest)]] == [
        round(stats.stats[tuple(load(str(path)).function(i))][2], 9) for i in overview.hottest
    ]


@pytest.mark.parametrize("path", [*KEPT, *some(CORPUS, 6)], ids=lambda path: path.name)
def test_recursion_is_that_of_pstats(path: Path) -> None:
    stats = oracle(path)
    overview = overview_of(session_of(load(str(path))))
    assert overview.recursive_calls == stats.total_calls - stats.prim_calls
    assert overview.recursive == sum(cc != nc for cc, nc, *_ in stats.stats.values())


@pytest.mark.parametrize("path", [*KEPT, *some(CORPUS, 6)], ids=lambda path: path.name)
def test_the_hot_path_is_that_from_the_function_at_the_root(path: Path) -> None:
    session = session_of(load(str(path)))
    found, trees = overview_of(session).path, session.trees
    whole = hot_path(trees.top_down, trees.all_calls_of(found[0].function))
    assert found[-1].function == whole.nodes[-1].function
    assert found[-1].kind != "cycle" and found[-1].parent in found


def test_on_the_hot_path_nobody_is_called_by_who_never_calls_it() -> None:
    made = log_of("main{ a{ b{ c{ 9 a{ b{ c{ 9 } } } } } } }")
    path = overview_of(session_of(made.profile)).path
    assert [node.label or made.profile.names[node.function] for node in path] == ["main", "cycle of 3", "c"]


def test_a_line_profile_has_lines_and_neither_packages_nor_a_path() -> None:
    profile = load(str(DEMO / "demo.lprof"))
    overview = overview_of(session_of(profile))
    times = sorted((line.time for lines in profile.lines.values() for line in lines), reverse=True)
    assert [hot.line.time for hot in overview.lines] == times[: len(overview.lines)] and len(
        overview.lines
    ) == 10
    assert not overview.packages and not overview.path and not overview.half


def test_what_is_no_time_is_among_the_hottest_nowhere() -> None:
    own = {
        ("a.py", n, f"f{n}"): (1, 1, time, 1.0) for n, time in enumerate((math.nan, math.inf, -1.0, 0.0, 2.0))
    }
    session = session_of(profile_of(own))
    assert [session.profile.names[index] for index in overview_of(session).hottest] == ["f4"]


def test_the_first_that_is_odd_is_told() -> None:
    quick = profile_of({("a.py", 1, "f"): (1, 1, 0.001, 0.001), ("a.py", 2, "g"): (1, 1, 0.001, 0.001)})
    lock = ("~", 0, "<method 'acquire' of '_thread.lock' objects>")
    waits = profile_of({("a.py", 1, "f"): (1, 1, 1.0, 1.0), lock: (1, 1, 1.0, 1.0)})
    plain = profile_of({("a.py", 1, "f"): (1, 1, 1.0, 1.0), ("a.py", 2, "g"): (1, 1, 1.0, 1.0)})
    kinds = []
    for profile in (quick, waits):
        odd = first_odd(profile, 0)
        assert odd is not None
        kinds.append((odd.kind, odd.function, round(odd.part, 2)))
    assert kinds == [("short", None, 0.0), ("waits", 1, 0.5)]
    assert first_odd(plain, 0) is None
    outside = first_odd(plain, 0, outside=1.5)
    assert outside is not None and (outside.kind, outside.part) == ("outside", 0.75)
    noted = first_odd(waits, 3)
    assert noted is not None and (noted.kind, noted.notes) == ("note", 2), "notes come first"
