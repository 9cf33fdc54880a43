from __future__ import annotations

import io
import marshal
import math
import pstats
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpus import Stats, as_stats, dumped, needs_corpus, shared_files, small
from tests.support.examples import examples, some
from tests.support.screens import DATA

from proftui_parsers import Profile, ProfileError, add, load, load_bytes
from proftui_parsers.pstats.writing import BIDI, stats_bytes

FILES = sorted((DATA / "pstats").iterdir())


def opened(path: Path) -> Profile:
    try:
        return load(str(path))
    except ProfileError:
        pytest.skip("this file is none")


def same(one: Sequence[float] | None, other: Sequence[float] | None) -> bool:
    """Whether two columns have the same figures, those that are no number included."""
    if one is None or other is None:
        return one is other
    return len(one) == len(other) and all(
        a == b or (a != a and b != b) for a, b in zip(one, other, strict=True)
    )


def assert_same(one: Profile, other: Profile) -> None:
    """What is known of the calls is the same, in the same order."""
    assert one.count == other.count
    assert [one.function(i) for i in range(len(one.files))] == [
        other.function(i) for i in range(len(other.files))
    ]
    for column in ("tottime", "cumtime", "ncalls", "primitive_calls"):
        assert same(getattr(one, column), getattr(other, column)), column
    for column in ("starts", "callers", "ncalls", "primitive_calls", "tottime", "cumtime"):
        assert same(getattr(one.edges, column), getattr(other.edges, column)), f"edges' {column}"
    assert one.total_calls == other.total_calls
    assert one.total_primitive_calls == other.total_primitive_calls
    # Sums of several files were added up in another order.
    assert one.total_time == pytest.approx(other.total_time, rel=1e-12)


def in_pstats(profile: Profile, folder: Path) -> pstats.Stats:
    path = folder / "written.stats"
    path.write_bytes(stats_bytes(profile))
    return pstats.Stats(str(path), stream=io.StringIO())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_is_written_reads_the_same(path: Path) -> None:
    profile = opened(path)
    assert_same(load_bytes(stats_bytes(profile), "-"), profile)


@needs_corpus
@pytest.mark.parametrize("path", some(shared_files("pstats")), ids=lambda path: path.name)
def test_real_profiles_read_the_same(path: Path) -> None:
    profile = opened(path)
    if profile.cumtime is None or profile.format != "pstats":
        pytest.skip("no profile of calls")
    assert_same(load_bytes(stats_bytes(profile), "-"), profile)


@pytest.mark.parametrize(
    "path",
    [path for path in FILES if path.name.startswith(("cprofile-py3", "variant-marshal", "variant-summed"))],
    ids=lambda path: path.name,
)
def test_pstats_has_the_figures_that_the_profiler_wrote(path: Path, tmp_path: Path) -> None:
    written = in_pstats(load(str(path)), tmp_path)
    original = pstats.Stats(str(path))
    assert list(written.stats.items()) == list(original.stats.items())  # type: ignore[attr-defined]
    for figure in ("total_tt", "total_calls", "prim_calls", "top_level"):
        assert getattr(written, figure) == getattr(original, figure)


def test_runs_added_together_are_what_pstats_adds(tmp_path: Path) -> None:
    paths = [str(small(f"cprofile-py3.11-{name}.stats")) for name in ("julia", "recurse", "cython")]
    profile = add([load(path) for path in paths])
    assert in_pstats(profile, tmp_path).stats == pstats.Stats(*paths).stats  # type: ignore[attr-defined]
    assert_same(load_bytes(stats_bytes(profile), "-"), profile)


def test_callers_without_an_entry_stay_callers_only(tmp_path: Path) -> None:
    stats: Stats = {
        ("a.py", 1, "a"): (2, 5, 0.5, 1.5, {("gone.py", 7, "ghost"): (5, 2, 0.5, 1.5)}),
        ("b.py", 2, "b"): (3, 3, 0.25, 0.25, {("gone.py", 7, "ghost"): 1, ("a.py", 1, "a"): 2}),
    }
    profile = load_bytes(dumped(stats), "-")
    assert_same(load_bytes(stats_bytes(profile), "-"), profile)
    written = in_pstats(profile, tmp_path)
    assert list(written.stats) == list(stats)  # type: ignore[attr-defined]
    # pstats fails on a file that has a mere number for such a caller.
    written.print_callers().print_callees()
    assert "gone.py:7(ghost)" in written.stream.getvalue()  # type: ignore[attr-defined]


def test_a_profile_without_cumulative_times_is_refused() -> None:
    with pytest.raises(ProfileError, match="no cumulative times"):
        stats_bytes(load(str(small("lp5.1.0-py3.11-lpdemo.lprof"))))


# What turns the direction of text is written as its code.
letters = st.characters(codec="utf-8", exclude_characters=list(map(chr, BIDI)))
keys = st.tuples(
    st.text(letters, max_size=9) | st.just("a" * 300),
    st.integers(-(2**31), 2**31 - 1),
    st.text(letters, max_size=20),
)
odd_keys = st.tuples(
    st.text(st.characters(categories=["Cs", "Lu", "Zs", "Cc"])), st.just(0), st.sampled_from("ab")
)
counts = st.integers(0, 2**62)
times = st.floats(allow_nan=False) | st.just(math.inf)


@st.composite
def profiles(draw: st.DrawFn) -> Profile:
    named = draw(st.lists(keys | odd_keys, min_size=2, max_size=6, unique=True))
    functions = named[: draw(st.integers(1, len(named)))]
    stats: Stats = {}
    for key in functions:
        # Primitive calls never exceed calls: where they always do, they are taken for yappi's.
        calls, primitive = sorted((draw(counts), draw(counts)), reverse=True)
        figures = st.integers(0, 2**40) | st.tuples(counts, counts, times, times)
        callers = draw(st.dictionaries(st.sampled_from(named), figures, max_size=4))
        stats[key] = (primitive, calls, draw(times), draw(times), callers)
    return load_bytes(dumped(stats), "-")


@examples(50)
@given(profiles())
def test_any_profile_reads_the_same_and_marshal_loads_it(profile: Profile) -> None:
    data = stats_bytes(profile)
    assert_same(load_bytes(data, "-"), profile)
    loaded: Stats = marshal.loads(data)
    expected = as_stats(profile)
    assert list(loaded) == list(expected)
    for key, (*figures, callers) in loaded.items():
        for caller, edge in callers.items():
            if caller not in loaded and isinstance(edge, tuple) and math.isnan(edge[3]):
                callers[caller] = edge[0]
        assert (*figures, callers) == expected[key]
