"""Callgrind files: figures of valgrind's own report, of the file itself, and of what a converter read."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from tests.support.corpus import SHARED, index_of, needs_corpus, small, totals_oracle

import proftui_parsers.messages as messages
from proftui_parsers import NOT_MEASURED, Profile, add, load, load_bytes
from proftui_parsers.consistency import checked
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.recording import Choice

SUMS = "valgrind3.19-sums.callgrind.out"
REPORTED = {
    "main": (80_695, 22_222),
    "qsort": (68_784, 20_556),
    "qsort_r": (68_782, 20_556),
    "msort_with_tmp.part.0": (66_629, 20_268),
    "fib": (6_739, 1_395),
    "__memcpy_avx_unaligned_erms": (6_499, 1_601),
    "by_size": (6_414, 6_414),
    "malloc": (1_725, 188),
}
"""Ir and Dr with callees, by `callgrind_annotate --inclusive=yes`."""
FILES = totals_oracle("callgrind")
FEWER = {
    "3p-jrfonseca--gprof2dot-bzr.callgrind": 2751,
    "3p-jrfonseca--gprof2dot-issue35.callgrind": 178,
    "3p-jrfonseca--gprof2dot-selinux.callgrind": 658,
    "valgrind3.19-c-fib-instr-jumps.callgrind.out": 262,
    "valgrind3.19-julia.callgrind.out": 2181,
}
"""Functions that the reference reader has twice: what is called without a file is in that of the lines.

So valgrind writes it, and callgrind_annotate and KCachegrind read it: each of these functions has costs.
"""
SMALL = """version: 1
creator: x
positions: line
events: Ir
fl=(1) a.py
fn=(1) main
3 20
cfn=(2) f
calls=2 7
4 72
cfi=(2) b.py
cfn=(3) g
calls=1 1
* 11
fn=(2)
7 40
+1 10
cfn=(2)
calls=3 7
* 20
cfi=(2)
cfn=(3)
calls=4 1
* +2
fl=(2)
fn=(3)
0x1 33
totals: 103
"""


def measured(profile: Profile, number: int) -> Profile:
    assert profile.tables is not None
    return profile_of(profile.tables, Choice(number))


def cum(profile: Profile, name: str) -> float:
    assert profile.cumtime is not None
    return profile.cumtime[index_of(profile, name)]


def test_costs_with_callees_are_those_of_valgrinds_report() -> None:
    profile = load(str(small(SUMS)))
    for number, total in enumerate((80_695, 22_222)):
        one = measured(profile, number)
        assert one.total_time == total
        assert {name: cum(one, name) for name in REPORTED} == {n: r[number] for n, r in REPORTED.items()}
        assert not checked(one).lossy
    assert [measure.key for measure in profile.tables.measures][:3] == ["Ir", "Dr", "Dw"]  # type: ignore[union-attr]


def test_no_function_costs_more_than_all_where_calls_within_calls_count_again() -> None:
    profile = load(str(small(SUMS)))
    assert max(profile.cumtime or ()) == profile.total_time
    odd, even = index_of(profile, "is_odd'2"), index_of(profile, "is_even'2")
    assert profile.primitive_calls is not None and profile.primitive_calls[odd] == NOT_MEASURED
    assert (
        cum(profile, "is_odd'2") == cum(profile, "is_even'2") == profile.tottime[odd] + profile.tottime[even]
    )
    assert messages.CYCLES_COST_AT_MOST.format(2) in profile.warnings


def test_calls_and_positions_are_relative_and_names_are_numbers() -> None:
    profile = load_bytes(SMALL.encode())
    names = ["main", "f", "g"]
    assert [(profile.names[f], profile.files[f]) for f in range(3)] == [
        ("main", "a.py"),
        ("f", "a.py"),
        ("g", "b.py"),
    ]
    assert [profile.tottime[index_of(profile, name)] for name in names] == [20, 50, 33]
    assert list(profile.ncalls or ()) == [1, 5, 5] and list(profile.primitive_calls or ()) == [1, 2, 5]
    assert [cum(profile, name) for name in names] == [103, 72, 33]
    assert [(edge.name, edge.ncalls, edge.cumtime, edge.tottime) for edge in profile.callers(2)] == [
        ("main", 1, 11, 11),
        ("f", 4, 22, 22),
    ]
    lines = {profile.names[f]: [(time.line, time.time) for time in profile.lines[f]] for f in profile.lines}
    assert lines == {"main": [(3, 20), (4, 83)], "f": [(7, 40), (8, 32)], "g": [(1, 33)]}


def test_what_is_called_without_a_file_is_in_that_of_the_lines_if_they_are_anywhere() -> None:
    text = "events: Ir\nfl=a.c\nfn=main\n1 1\nfi=b.h\n2 1\ncfn=f\ncalls=1 1\n2 5\n"
    text += "fi=???\ncfn=g\ncalls=1 1\n0 3\n"
    profile = load_bytes(f"{text}fl=b.h\nfn=f\n1 5\nfl=a.c\nfn=g\n1 3\n".encode())
    assert [(of.file, of.name, of.cumtime) for of in profile] == [
        ("a.c", "main", 10),
        ("b.h", "f", 5),
        ("a.c", "g", 3),
    ]


def test_another_total_of_the_file_is_said() -> None:
    profile = load_bytes(SMALL.replace("totals: 103", "totals: 110").encode())
    assert "the file gives 110 Ir as its total: figures are what its lines come to, 103" in profile.warnings


def test_parts_are_added_up() -> None:
    parts = SMALL + SMALL.replace("version: 1\ncreator: x\n", "part: 2\n")
    assert load_bytes(parts.encode()).total_time == 206 == add([load_bytes(SMALL.encode())] * 2).total_time


def test_what_a_converter_reads_is_what_it_writes() -> None:
    """As pyprof2calltree: nanoseconds, lines in names, calls at the line where a function begins."""
    stats = load(str(small("cprofile-py3.11-julia.stats")))
    text = ["event: ns : Nanoseconds", "events: ns"]
    names = [
        f"{name}:{line}" if line else name for name, line in zip(stats.names, stats.linenos, strict=True)
    ]
    for function in range(stats.count):
        text += [f"fl={stats.files[function]}", f"fn={names[function]}"]
        text.append(f"{stats.linenos[function]} {round(stats.tottime[function] * 1e9)}")
        for edge in stats.callees(function):
            text += [f"cfl={edge.file}", f"cfn={names[edge.function]}", f"calls={edge.ncalls} {edge.line}"]
            text.append(f"{stats.linenos[function]} {round((edge.cumtime or 0) * 1e9)}")
    profile = load_bytes("\n".join(text).encode())
    same = {(f.file, f.line, f.name): (f.tottime, len(stats.callers(f))) for f in stats}
    assert profile.measure.unit == "s" and not profile.has_lines
    assert {(f.file, f.line, f.name) for f in profile} == same.keys()
    for found in profile:
        own, callers = same[found.file, found.line, found.name]
        assert found.tottime == pytest.approx(own, abs=1e-9)
        assert len(profile.callers(found)) == callers


def test_times_are_seconds_and_ticks_are_said() -> None:
    ticks = load_bytes(b"events: Ticks\nfl=a\nfn=f /a.py:3\n3 250000\n")
    assert (ticks.total_time, ticks.measure.unit) == (0.25, "s")
    assert any("tick" in note for note in ticks.warnings)
    samples = load_bytes(b"events: Hits\nfl=a\nfn=f\n3 2\ncfn=g\ncalls=5 1\n3 5\nfn=g\n1 5\n")
    assert samples.measure.sampled and samples.total_primitive_calls == 7 and samples.total_calls == 12


def test_ratios_are_no_measures_and_hits_have_no_callees() -> None:
    text = "events: hits microseconds usphit\nevent: usphit :microseconds/hit\nfl=a\nfn=f:1\n1 2 30 15\n"
    profile = load_bytes(f"{text}2 1 1 1\ncfn=g:5\ncalls=1 5\n2 1 9 9\nfn=g:5\n5 4 9 2\n".encode())
    assert profile.tables is not None
    assert [(of.key, of.unit) for of in profile.tables.measures] == [("hits", "hits"), ("microseconds", "s")]
    assert profile.cumtime is None and profile.total_time == 7
    assert measured(profile, 1).total_time == pytest.approx(40e-6)
    assert cum(measured(profile, 1), "f") == pytest.approx(40e-6)


@needs_corpus
@pytest.mark.parametrize(("path", "facts"), FILES.items(), ids=list(FILES))
def test_figures_are_those_of_a_reference_reader(path: str, facts: dict[str, Any]) -> None:
    profile = load(str(SHARED / path))
    name = Path(path).name
    assert profile.count == FEWER.get(name, facts["functions"])
    calls = measured(profile, len(profile.tables.measures) - 1).edges if profile.tables else profile.edges
    assert len(calls) == facts["edges"]
    if not profile.measure.sampled:
        assert sum(calls.ncalls) == facts["calls"]
    scale = {"ns": 1e-9, "Ticks": 1e-6}.get(facts["events"][0], 1.0)
    assert profile.total_time == pytest.approx(facts["totals"][0] * scale, rel=1e-9)
    assert math.fsum(profile.tottime) == pytest.approx(profile.total_time, rel=1e-9)
    hottest = sorted(profile.tottime, reverse=True)[: len(facts["top_self"])]
    assert hottest == pytest.approx(
        sorted((row[3] * scale for row in facts["top_self"]), reverse=True), rel=1e-9
    )
