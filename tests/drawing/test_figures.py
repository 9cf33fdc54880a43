"""Figures as text: seconds as pstats prints them, shares, counts, sizes, ages; how wide columns are."""

from __future__ import annotations

import pstats
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpus import small

from proftui.analysis.columns import columns_of, percall
from proftui.drawing import figures
from proftui.drawing.figures import MICROSECONDS, MILLISECONDS, SECONDS, UNITS
from proftui.state.figures import Figures
from proftui_parsers import load


@given(st.floats(-1e14, 1e14))
def test_seconds_are_those_of_pstats(seconds: float) -> None:
    text = pstats.f8(seconds).strip()  # type: ignore[attr-defined]
    assert figures.time(seconds) == ("0.000" if text == "-0.000" else text)


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (None, SECONDS, "—"),
        (0.0, SECONDS, "0.000"),
        (2.5834, SECONDS, "2.583"),
        (2.5834, MILLISECONDS, "2583.400"),
        (0.0000025, MICROSECONDS, "2.5"),
        (123456.75, SECONDS, "123456.750"),
        (nan, SECONDS, "nan"),
        (inf, MICROSECONDS, "inf"),
        (-inf, SECONDS, "-inf"),
        (-0.5, SECONDS, "-0.500"),
        (1e300, SECONDS, "1.000e+300"),
        (1e305, MICROSECONDS, "inf"),
    ],
)
def test_times(value: float | None, unit: figures.Unit, text: str) -> None:
    assert figures.time(value, unit) == text


PER = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1.0}


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (None, "—"),
        (0.0, "0 ns"),
        (5.829669, "5.83 s"),
        (120e-9, "120 ns"),
        (9.996e-6, "10.0 µs"),
        (0.0009996, "1.00 ms"),
        (999.4, "999 s"),
        (123456.7, "123457 s"),
        (1.5e9, "1.50e+09 s"),
        (-0.0031, "-3.10 ms"),
        (nan, "nan"),
    ],
)
def test_times_per_call_have_three_digits_and_a_unit(seconds: float | None, text: str) -> None:
    assert figures.per_call(seconds) == text


@pytest.mark.parametrize(
    ("seconds", "unit", "text"),
    [
        (1234.5, SECONDS, "1,234.500 s"),
        (2.5834, MILLISECONDS, "2,583.400 ms"),
        (-1234567.0, SECONDS, "-1,234,567.000 s"),
        (0.5, SECONDS, "0.500 s"),
        (None, SECONDS, "— s"),
        (1e300, SECONDS, "1.000e+300 s"),
    ],
)
def test_thousands_are_separated_in_sentences(seconds: float | None, unit: figures.Unit, text: str) -> None:
    assert figures.with_unit(seconds, unit) == text


@given(st.floats(-1e9, 1e9), st.sampled_from(UNITS))
def test_what_reads_as_zero_is_written_as_zero_and_is_none(value: float, unit: figures.Unit) -> None:
    text = figures.time(value, unit)
    assert figures.reads_as_zero(value, unit) is (float(text) == 0 and value != 0)


@pytest.mark.parametrize(
    ("part", "whole", "share"),
    [
        (0.415, 1.0, 41.5),
        (2.0, 1.0, 200.0),
        (0.0, 5.0, 0.0),
        (-1.0, 4.0, -25.0),
        (1.0, 0.0, None),
        (1.0, None, None),
        (None, 1.0, None),
        (nan, 1.0, None),
        (inf, 1.0, None),
        (1.0, inf, None),
        (1.0, nan, None),
        (1e308, 1e-5, None),
    ],
)
def test_shares(part: float | None, whole: float | None, share: float | None) -> None:
    assert figures.share(part, whole) == share


@given(st.floats(0, 200), st.floats(0, 1), st.integers(1, 20))
def test_a_bar_in_two_has_own_time_before_the_rest(share: float, part: float, room: int) -> None:
    own, rest = figures.bar_in_two(part * share, share, room)
    bar = own + rest
    assert len(bar) == max(room, len(bar.rstrip())) and "━" not in own and "█" not in rest
    assert len(bar.rstrip()) <= len(figures.bar(share, room).rstrip())
    assert figures.bar_in_two(share, share, room) == (figures.bar(share, room), "")


def test_what_a_bar_in_two_looks_like() -> None:
    bars = [figures.bar_in_two(own, 100.0, 6) for own in (None, 10.0, 50.0, 60.0, 100.0)]
    assert bars == [("", "━━━━━━"), ("█", "━━━━━"), ("███", "━━━"), ("████", "━━"), ("██████", "")]
    assert figures.bar_in_two(1.0, 8.0, 6) == ("", "      ")


def test_percentages_are_never_clamped() -> None:
    texts = [figures.percent(value) for value in (None, 0.0, 0.04, 41.52, 100.1, 12345.6, 1e6, -3.25)]
    assert texts == ["", "0.0", "0.0", "41.5", "100.1", "12345.6", "1e+06", "-3.2"]


def test_what_rounds_to_zero_has_no_minus() -> None:
    little = -1e-6
    assert figures.time(little) == "0.000"
    assert [figures.percent(little), figures.whole_percent(little)] == ["0.0", "0"]
    assert [figures.change(1.0, 1.0 + change) for change in (little, -little)] == ["0.0 %", "0.0 %"]


@pytest.mark.parametrize(
    ("calls", "primitive", "text"),
    [
        (574, 209, "574/209"),
        (9, 9, "9"),
        (0, 0, "0"),
        (3, 0, "3/0"),
        (9, None, "9"),
        (9, -1, "9"),
        (-1, -1, "—"),
        (None, None, "—"),
    ],
)
def test_calls_are_written_as_pstats_writes_them(calls: int | None, primitive: int | None, text: str) -> None:
    assert figures.ncalls(calls, primitive) == text


def test_counts_in_running_text() -> None:
    assert [figures.plural(n, "caller") for n in (0, 1, 2, 4000)] == [
        "0 callers",
        "1 caller",
        "2 callers",
        "4,000 callers",
    ]


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0 B"),
        (999, "999 B"),
        (1000, "1.0 kB"),
        (6_100_000, "6.1 MB"),
        (999_949, "999.9 kB"),
        (999_950, "1.0 MB"),
        (999_999_999, "1.0 GB"),
        (5 * 10**13, "50000.0 GB"),
    ],
)
def test_sizes(size: int, text: str) -> None:
    assert figures.size(size) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (-5, "0 s ago"),
        (0.4, "0 s ago"),
        (59.9, "59 s ago"),
        (60, "1 min ago"),
        (3599, "59 min ago"),
        (3600, "1 h ago"),
        (86399, "23 h ago"),
        (86400, "1 day ago"),
        (200_000, "2 days ago"),
    ],
)
def test_ages(seconds: float, text: str) -> None:
    assert figures.age(seconds) == text


# --- the figures of a profile


def test_per_call_needs_calls() -> None:
    assert percall(1.0, 4) == 0.25
    assert percall(1.0, 0) is None and percall(1.0, -1) is None


def test_figures_per_call_are_those_of_pstats() -> None:
    path = small("cprofile-py3.11-recurse.stats")
    profile = load(str(path))
    figs = Figures(profile)
    stats = pstats.Stats(str(path))
    table = stats.stats  # type: ignore[attr-defined]
    for index in range(profile.count):
        cc, nc, tt, ct, _ = table[tuple(profile.function(index))]
        assert figs.value("percall", index) == tt / nc
        assert figs.value("cumpercall", index) == ct / cc
        digits, unit = figs.text("cumpercall", index).split()
        assert float(digits) * PER[unit] == pytest.approx(ct / cc, rel=0.005)
        assert figs.value("tottime%", index) == 100.0 * tt / stats.total_tt  # type: ignore[attr-defined]
        assert figs.recursive(index) is (nc != cc)


def test_numbers_that_are_not_whole_keep_their_fractions() -> None:
    assert figures.with_unit(2.5, figures.unit_for(3.5, "")) == "2.500"
    assert figures.with_unit(2.0, figures.unit_for(3.0, "")) == "2"
    assert (
        figures.titled("own", figures.unit_for(3.5, ""))
        == figures.titled("own", figures.unit_for(3.0, ""))
        == "own"
    )


def test_profiles_have_the_columns_that_were_measured() -> None:
    keys = {
        name: [column.key for column in columns_of(load(str(small(name))))]
        for name in (
            "cprofile-py3.11-recurse.stats",
            "tachyon3.15.2-spin.pstats",
            "pyinstrument5.1.3-hillclimb.pstats",
            "lp5.1.0-julia.lprof",
        )
    }
    assert list(keys.values()) == [
        ["ncalls", "tottime", "tottime%", "percall", "cumtime", "cumtime%", "cumpercall"],
        ["ncalls", "tottime", "tottime%", "cumtime", "cumtime%"],
        ["tottime", "tottime%", "cumtime", "cumtime%"],
        ["hits", "tottime", "tottime%"],
    ]
