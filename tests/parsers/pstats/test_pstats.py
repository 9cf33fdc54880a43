from __future__ import annotations

import gc
import math
import pstats
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpus import (
    SHARED,
    Stats,
    as_stats,
    dumped,
    index_of,
    needs_corpus,
    oracle,
    shared_files,
    small,
)
from tests.support.examples import examples
from tests.support.stats_files import GOOD, MAIN, WORK, plain, stats_dicts

from proftui_parsers import Profile, ProfileError, load, load_bytes
from proftui_parsers.detect import is_stats
from proftui_parsers.pstats import table as stats_table
from proftui_parsers.pstats import usual_entries


def opened(stats: Stats, version: int = 4) -> Profile:
    return load_bytes(dumped(stats, version), "p.stats")


def refused(data: bytes) -> str:
    with pytest.raises(ProfileError) as caught:
        load_bytes(data, "p.stats")
    return str(caught.value)


# --- against CPython


def readable_by_pstats() -> list[Path]:
    names = ["cprofile-py3.11-recurse.stats", "cprofile-py3.15-recurse.stats", "ipython-prun-notebook.prof"]
    names += ["profile-module-py3.11-recurse.stats", "variant-summed2.stats", "cprofile-py3.11-cython.stats"]
    names += [f"variant-marshal-v{version}.stats" for version in range(5)]
    big = ["cprofile-py3.11-hillclimb-sklearn.stats", "cprofile-py3.11-pytest-networkx.stats"]
    return [small(name) for name in names] + [SHARED / "pstats" / name for name in big if SHARED.is_dir()]


@pytest.mark.parametrize("path", readable_by_pstats(), ids=lambda path: path.name)
def test_every_figure_of_every_function_and_caller_is_the_one_that_pstats_reads(path: Path) -> None:
    profile, expected = load(str(path)), pstats.Stats(str(path))
    stats: Stats = plain(expected.stats)  # type: ignore[attr-defined]
    assert list(as_stats(profile).items()) == list(stats.items())
    assert profile.total_time == expected.total_tt  # type: ignore[attr-defined]
    assert profile.total_calls == expected.total_calls  # type: ignore[attr-defined]
    assert profile.total_primitive_calls == expected.prim_calls  # type: ignore[attr-defined]


SAMPLED = ("tachyon/",)
SWAPPED = ("pstats/yappi-recurse.pstat",)
UNCOUNTED = ("pyinstrument/",)


@needs_corpus
@pytest.mark.parametrize(("name", "facts"), oracle(("pstats",)).items(), ids=list(oracle(("pstats",))))
def test_totals_and_top_rows_are_those_of_the_python_that_can_read_the_file(
    name: str, facts: dict[str, Any]
) -> None:
    path = SHARED / name
    if not path.stat().st_size:
        assert "is empty" in refused(path.read_bytes())
        return
    profile = load(str(path))
    if "error" in facts:
        assert profile.count == 0
        return
    if facts["python"].startswith("2."):
        # Python 2 adds up in the order of its hash table, which is not that of the file.
        assert profile.total_time == pytest.approx(facts["total_tt"], rel=1e-12)
    else:
        assert profile.total_time == facts["total_tt"]
    totals: tuple[Any, Any] = (facts["total_calls"], facts["prim_calls"])
    if name.startswith(UNCOUNTED):
        totals = (None, None)
    elif name in SWAPPED:
        totals = (totals[1], totals[0])
    assert (profile.total_calls, profile.total_primitive_calls) == totals
    if name.startswith(SAMPLED):
        assert profile.measure.name == "samples"
        return
    assert (profile.count, len(profile.edges)) == (facts["functions"], facts["edges"])
    places = {tuple(profile.function(index)): index for index in range(profile.count)}
    for file, line, text, cc, nc, tt, ct, callers in facts["top_tottime"] + facts["top_cumtime"]:
        index = places[(file, line, text)]
        assert profile.cumtime is not None
        assert (profile.tottime[index], profile.cumtime[index]) == (tt, ct)
        assert len(profile.callers(index)) == callers
        if profile.ncalls is not None and profile.primitive_calls is not None:
            counts = (nc, cc) if name in SWAPPED else (cc, nc)
            assert (profile.primitive_calls[index], profile.ncalls[index]) == counts


@needs_corpus
@pytest.mark.parametrize("path", shared_files("pstats"), ids=lambda path: path.name)
def test_no_real_profile_is_warned_about(path: Path) -> None:
    if path.stat().st_size > len(b"{0"):
        assert load(str(path)).warnings == ()


# --- each producer


@pytest.mark.parametrize(
    ("name", "producer", "measures"),
    [
        ("cprofile-py2.7-recurse.stats", "cProfile", "seconds"),
        ("cprofile-py3.15-recurse.stats", "cProfile", "seconds"),
        ("profile-module-py2.7-recurse.stats", "profile", "seconds"),
        ("profile-module-py3.11-recurse.stats", "profile", "seconds"),
        ("yappi-recurse.pstat", "yappi", "seconds"),
        ("pyinstrument5.1.3-hillclimb.pstats", "pyinstrument", "seconds"),
        ("tachyon3.15.2-spin.pstats", "profiling.sampling", "samples"),
        ("tachyon3.15.2-spin-redumped-marker-lost.pstats", "profiling.sampling", "samples"),
    ],
)
def test_who_wrote_it_and_what_it_measures(name: str, producer: str, measures: str) -> None:
    profile = load(str(small(name)))
    assert (profile.producer, profile.measure.name, profile.format) == (producer, measures, "pstats")
    assert profile.path == str(small(name))


def test_profile_counts_calls_per_caller_but_measures_no_time() -> None:
    profile = load(str(small("profile-module-py3.11-recurse.stats")))
    edges = [edge for index in range(profile.count) for edge in profile.callers(index)]
    assert edges and all(edge.ncalls is not None and edge.cumtime is None for edge in edges)
    assert all(edge.tottime is None and edge.primitive_calls is None for edge in edges)


@pytest.mark.parametrize(("name", "producer"), [("B.run", "yappi"), ("run", "cProfile")])
def test_yappi_is_known_by_classes_before_names_where_nothing_is_recursive(name: str, producer: str) -> None:
    assert opened({("a.py", 3, name): (1, 1, 0.5, 0.5, {})}).producer == producer


def test_built_ins_of_yappi_are_called_as_those_of_cprofile() -> None:
    recv = "<method 'recv' of '_socket.socket' objects>"
    keys = [
        ("builtins", 0, "len"),
        ("numpy.random.mtrand", 0, "seed"),
        ("builtins", 0, recv),
        ("a.py", 0, "f"),
    ]
    profile = opened({key: (1, 1, 0.5, 0.5, {("time", 0, "gone"): (1, 1, 0.5, 0.5)}) for key in keys})
    assert profile.producer == "yappi"
    assert [profile.function(index) for index in range(5)] == [
        ("~", 0, "<built-in method builtins.len>"),
        ("~", 0, "<built-in method numpy.random.mtrand.seed>"),
        ("~", 0, recv),
        ("a.py", 0, "f"),
        ("~", 0, "<built-in method time.gone>"),
    ]


def test_yappi_counts_are_put_the_right_way_round() -> None:
    profile = load(str(small("yappi-recurse.pstat")))
    fib = index_of(profile, "fib")
    assert profile.ncalls is not None and profile.primitive_calls is not None
    assert (profile.ncalls[fib], profile.primitive_calls[fib]) == (13529, 1)


def test_samples_of_the_lines_of_a_function_are_one_function() -> None:
    profile = load(str(small("tachyon3.15.2-spin.pstats")))
    labels = list(zip(profile.files, profile.names, strict=True))
    assert len(labels) == len(set(labels)) == profile.count
    loop = index_of(profile, "calculate_z_serial")
    assert profile.ncalls is not None and profile.cumtime is not None
    assert profile.tottime[loop] == pytest.approx(profile.ncalls[loop] * 0.001)
    assert any("sum of a function's lines" in warning for warning in profile.warnings)
    assert profile.total_calls == 5489 and profile.total_time == pytest.approx(1.105)


def test_samples_are_told_without_the_marker_too() -> None:
    marked = load(str(small("tachyon3.15.2-spin.pstats")))
    lost = load(str(small("tachyon3.15.2-spin-redumped-marker-lost.pstats")))
    assert sorted(zip(marked.files, marked.names, marked.tottime, strict=True)) == sorted(
        zip(lost.files, lost.names, lost.tottime, strict=True)
    )


def test_sampled_callers_are_merged_and_have_the_time_of_their_samples() -> None:
    profile = opened(
        {
            ("__sampled__",): True,
            ("a.py", 7, "f"): (3, 9, 0.03, 0.09, {("a.py", 2, "g"): 4, ("a.py", 3, "g"): 2}),
            ("a.py", 5, "f"): (1, 2, 0.01, 0.02, {("a.py", 2, "g"): 1}),
            ("a.py", 2, "g"): (0, 9, 0.0, 0.09, {}),
        }
    )
    assert [tuple(profile.function(index)) for index in range(profile.count)] == [
        ("a.py", 5, "f"),
        ("a.py", 2, "g"),
    ]
    (edge,) = profile.callers(0)
    assert (edge.function, edge.ncalls, edge.tottime) == (1, 7, None)
    assert edge.cumtime == pytest.approx(0.07)
    assert profile.ncalls is not None and list(profile.ncalls) == [11, 9]


# --- variants of one file


@pytest.mark.parametrize("version", range(5))
def test_all_versions_of_marshal_read_alike(version: int) -> None:
    assert as_stats(opened(GOOD, version)) == GOOD


def test_whole_number_times_are_accepted() -> None:
    profile = opened({MAIN: (1, 1, 0, 2, {})})
    assert profile.cumtime is not None
    assert (profile.tottime[0], profile.cumtime[0], profile.total_time) == (0, 2, 0)


def test_callers_without_an_entry_stand_behind_the_functions() -> None:
    profile = opened({WORK: (1, 1, 0.5, 0.5, {("b.py", 2, "gone"): (1, 1, 0.5, 0.5)})})
    assert (profile.count, len(profile.files)) == (1, 2)
    (edge,) = profile.callers(0)
    assert profile.function(edge.function).name == "gone"
    assert [edge.function for edge in profile.callees(1)] == [0]
    assert profile.total_calls == 1


def test_callers_with_counts_and_callers_with_figures_in_one_dict() -> None:
    other = ("a.py", 2, "g")
    profile = opened({WORK: (3, 3, 0.5, 0.5, {MAIN: 2, other: (1, 1, 0.1, 0.1)}), MAIN: GOOD[MAIN]})
    first, second = profile.callers(0)
    assert (first.ncalls, first.primitive_calls, first.cumtime) == (2, None, None)
    assert (second.ncalls, second.primitive_calls, second.cumtime) == (1, 1, 0.1)


def test_a_key_that_is_there_twice_is_damage() -> None:
    entries = [dumped({key: (n, n, 0.5, 0.5, {})}, 2)[1:-1] for n, key in enumerate((MAIN, WORK, MAIN), 1)]
    callers = [dumped({MAIN: (n, n, 0.5, 0.5)}, 2)[1:-1] for n in (1, 2)]
    calls = dumped({WORK: (2, 2, 0.5, 0.5, {})}, 2)[:-2] + b"".join(callers) + b"00"
    for data in (b"{" + b"".join(entries) + b"0", calls):
        with pytest.raises(ProfileError, match="there twice"):
            load_bytes(data, "p.stats")


@pytest.mark.parametrize("version", [2, 4])
@pytest.mark.parametrize("most", [1, 7])
def test_with_more_keys_than_are_remembered_at_a_time_all_is_the_same(
    version: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    stats = many_functions()
    data = dumped(stats, version)
    wanted = as_stats(load_bytes(data, "p.stats"))
    monkeypatch.setattr(stats_table, "_MOST_KNOWN", most)
    monkeypatch.setattr(stats_table, "_BYTES_FOR_KNOWN", 1 << 30)
    monkeypatch.setattr(usual_entries, "_TELL", 100)
    monkeypatch.setattr(stats_table, "_SMALL", 5)
    assert as_stats(load_bytes(data, "p.stats")) == wanted == stats
    found = load_bytes(data, "p.stats")
    assert len(found.files) == len({*zip(found.files, found.linenos, found.names, strict=True)})


def many_functions() -> Stats:
    """Functions of which each has two callers, some of them only there as callers."""
    keys = [(f"f{n % 5}.py", n, f"function_{n}") for n in range(60)]
    figures = [(n + 1, n + 1, n / 4, n / 2) for n in range(60)]
    return {
        keys[n]: (*figures[n], {keys[n * 7 % 60]: figures[n], keys[(n * 7 + 3) % 60]: figures[59 - n]})
        for n in range(50)
    }


def test_no_function_has_a_million_callers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stats_table, "_MOST_CALLERS", 9)
    callers: dict[Any, Any] = {("a.py", n, "f"): (1, 1, 0.5, 0.5) for n in range(9)}
    assert len(opened({WORK: (9, 9, 0.5, 0.5, callers)}).edges) == 9
    callers["a.py", 9, "f"] = 1
    with pytest.raises(ProfileError, match="more than 9 callers"):
        opened({WORK: (9, 9, 0.5, 0.5, callers)})
    # A large file has more functions, and so may each have more callers.
    monkeypatch.setattr(stats_table, "_BYTES_FOR_CALLER", 10)
    assert len(opened({WORK: (9, 9, 0.5, 0.5, callers)}).edges) == 10


# --- what cannot be


@pytest.mark.parametrize("calls", [2**63 - 2, 2**63, 2**200])
def test_counts_that_no_column_holds_are_noted(calls: int) -> None:
    main, leaf = ("m.py", 1, "main"), ("m.py", 2, "leaf")
    stats: Stats = {
        main: (1, 1, 1.0, 2.0, {}),
        leaf: (calls, calls, 1.0, 1.0, {main: (calls, calls, 1.0, 1.0)}),
    }
    profile = load_bytes(dumped(stats), "p.stats")
    said = [note for note in profile.warnings if "1 function has more calls than 9,223,372," in note]
    assert len(said) == (calls >= 2**63)


def test_odd_times_are_kept_and_counted() -> None:
    nan, inf = math.nan, math.inf
    profile = opened(
        {
            MAIN: (1, 1, nan, inf, {}),
            WORK: (1, 1, -1.0, -2.0, {}),
            ("c", 1, "c"): (1, 1, 3.0, 4.0, {}),
        }
    )
    assert math.isnan(profile.tottime[0]) and profile.tottime[1] == -1.0
    assert profile.total_time == 2.0
    assert profile.warnings == ("2 functions have a time that is negative, too large or no number",)


def test_callers_that_say_more_than_the_function_are_pointed_out() -> None:
    profile = opened({MAIN: GOOD[MAIN], WORK: (1, 1, 0.1, 0.1, {MAIN: (5, 5, 2.0, 2.0)})})
    assert [warning.split(" ", 1)[1] for warning in profile.warnings] == [
        "function has more calls from callers than calls in all",
        "function has more own time in calls from callers than in all",
    ]


def test_counts_that_are_the_wrong_way_round_in_some_rows_only_stay_as_recorded() -> None:
    profile = opened({MAIN: (5, 1, 0.1, 0.1, {}), WORK: (1, 5, 0.1, 0.1, {})})
    assert profile.ncalls is not None and list(profile.ncalls) == [1, 5]
    assert any("counts are shown as recorded" in warning for warning in profile.warnings)


def test_numbers_that_fit_no_column_become_the_nearest_that_does() -> None:
    profile = opened(
        {("a.py", 2**40, "f"): (1, 1 << 20000, 0.1, 0.1, {}), ("a.py", -1, "g"): (1, 1, 0.1, 0.1, {})}
    )
    assert list(profile.linenos) == [2**31 - 1, -1]
    assert profile.ncalls is not None and profile.ncalls[0] == 2**63 - 1


def test_strange_names_arrive_unchanged() -> None:
    names = [
        "\x1b]52;c;ZXZpbA==\x07",
        "two\nlines\0nul",
        "\u202egpj",
        "\ud800lone",
        "e" * 100_000,
        "größe",
        "",
    ]
    profile = opened({(name, 1, name): (1, 1, 0.1, 0.1, {}) for name in names})
    assert list(profile.names) == names and list(profile.files) == names


# --- broken and hostile


def test_every_truncation_says_where_the_file_ends() -> None:
    data = dumped({**GOOD, ("größe.py", 2, "n" * 300): (1, 2**40, 0.5, 1.5, {WORK: 3})})
    for length in range(6, len(data)):
        assert f"is cut off: it ends at byte {length:,}" in refused(data[:length])


def test_a_large_file_cut_off_names_the_function() -> None:
    stats: Stats = {("a.py", line, "f"): (1, 1, 0.5, 0.5, {}) for line in range(500)}
    data = dumped(stats)
    assert "inside the entry of function 2" in refused(data[: len(data) // 2])


def number(value: int) -> bytes:
    return value.to_bytes(4, "little", signed=True)


def test_a_reference_to_a_value_of_another_kind_in_the_quick_part_of_a_large_file() -> None:
    stats: Stats = {("a.py", line, "f"): (1, 1, 0.5, 0.5, {}) for line in range(100)}
    data = dumped(stats)
    at = data.index(b")\x05r", 100)
    assert "is damaged at byte" in refused(data[: at + 3] + number(0) + data[at + 7 :])
    assert "is damaged at byte" in refused(data[: at + 3] + number(99_999) + data[at + 7 :])


def test_the_collector_is_on_again_even_after_a_failure() -> None:
    assert gc.isenabled()
    refused(dumped(GOOD)[:-3])
    opened(GOOD)
    assert gc.isenabled()


def test_progress_grows_to_the_whole() -> None:
    seen: list[float] = []
    stats: Stats = {("a.py", line, "f"): (1, 1, 0.5, 0.5, {}) for line in range(5000)}
    load_bytes(dumped(stats), "p.stats", progress=seen.append)
    assert seen == sorted(seen) and len(seen) > 2 and seen[-1] == pytest.approx(1.0)


def big_file(folder: Path) -> Path:
    """A file that is read in several pieces, with names and numbers of all forms at their seams."""
    callers = [("größe.py", line, f"caller {line}") for line in range(20_000)]
    stats: Stats = {
        ("a.py", line, "é" * (line % 7) + "f" * (line % 90)): (
            2**40 if line % 11 == 0 else line,
            2**40 if line % 11 == 0 else line,
            line / 7,
            line / 3,
            {callers[line % 999]: (line, line, line / 7, line / 3), callers[line]: line},
        )
        for line in range(15_000)
    }
    stats["b.py", 1, "called by all"] = (
        9,
        9,
        1.0,
        1.0,
        {caller: (1, 1, n / 10, n / 5) for n, caller in enumerate(callers)},
    )
    stats["n" * 3_000_000, 2, "a name as long as three pieces"] = (1, 1, 1.0, 1.0, {})
    path = folder / "big.stats"
    path.write_bytes(dumped(stats))
    return path


def test_a_file_read_in_pieces_is_the_same_as_in_one(tmp_path: Path) -> None:
    path = big_file(tmp_path)
    assert path.stat().st_size > 2 << 20
    assert as_stats(load(str(path))) == as_stats(load_bytes(path.read_bytes(), "big.stats"))


def test_a_large_file_cut_off_says_where(tmp_path: Path) -> None:
    path = big_file(tmp_path)
    half = path.read_bytes()[: path.stat().st_size // 2]
    path.write_bytes(half)
    with pytest.raises(ProfileError) as caught:
        load(str(path))
    assert f"is cut off: it ends at byte {len(half):,} inside the entry of function" in str(caught.value)
    assert str(caught.value) == refused(half)


@pytest.mark.parametrize("problem", [KeyboardInterrupt, IndexError, TypeError, ProfileError])
def test_who_is_told_of_progress_may_stop_it(problem: type[BaseException]) -> None:
    def stop(share: float) -> None:
        raise problem("stop")

    with pytest.raises(problem, match="stop"):
        load_bytes(
            dumped({("a.py", line, "f"): (1, 1, 0.5, 0.5, {}) for line in range(5000)}), "p", progress=stop
        )
    assert gc.isenabled()


@pytest.mark.parametrize(
    "head", [b'{"a": 1}', b"{}", b"{\n", b"{0} is left", b"{(not marshal)", b"[1]", b"", b"{"]
)
def test_text_is_not_taken_for_marshal(head: bytes) -> None:
    assert not is_stats(head)


# --- anything that can be written


@examples(150)
@given(stats_dicts(), st.integers(0, 4))
def test_random_profiles_read_back_as_they_were_written(stats: Stats, version: int) -> None:
    assert as_stats(opened(stats, version)) == stats


@examples(150)
@given(stats_dicts(), st.data())
def test_values_that_others_hold_too_read_back_as_well(stats: Stats, data: st.DataObject) -> None:
    """A script that changes some figures writes the rest as read, and marshal numbers what is held twice."""
    held: list[object] = []
    for key, (cc, nc, tt, ct, callers) in stats.items():
        kind = data.draw(st.sampled_from(["callers", "figures", "both", "row", "none"]))
        row = (cc, nc, tt, ct, callers)
        if kind in ("callers", "both"):
            held.append(callers)
        if kind in ("figures", "both"):
            held += callers.values()
        if kind == "row":
            held.append(row)
        stats[key] = row
    assert as_stats(opened(stats)) == stats


@pytest.mark.parametrize("held", ["callers", "figures"])
def test_a_file_of_such_values_in_pieces_is_the_same_as_in_one(tmp_path: Path, held: str) -> None:
    keys = [("a.py", line, f"function {line}") for line in range(15_000)]
    stats: Stats = {
        key: (
            line,
            line,
            line / 7,
            line / 3,
            dict.fromkeys(keys[:line:5000], (line, 1, line / 9, line / 5)),
        )
        for line, key in enumerate(keys)
    }
    changed: Stats = {
        key: (cc, nc, 2 * tt, 2 * ct, callers if held == "callers" else dict(callers))
        for key, (cc, nc, tt, ct, callers) in stats.items()
    }
    path = tmp_path / "changed.stats"
    path.write_bytes(dumped(changed))
    assert path.stat().st_size > 1 << 20
    assert as_stats(load(str(path))) == changed
