from __future__ import annotations

import pickle
import pstats
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from line_profiler.line_profiler import LineStats
from tests.support.corpus import Stats, as_stats, dumped, index_of, small
from tests.support.examples import examples
from tests.support.stats_files import GOOD, MAIN, WORK, finite, stats_dicts

from proftui_parsers import NOT_MEASURED, Profile, ProfileError, add, load, load_bytes


def opened(stats: Stats, path: str = "p.stats") -> Profile:
    return load_bytes(dumped(stats), path)


def lines(timings: dict[Any, Any], path: str = "p.lprof") -> Profile:
    return load_bytes(pickle.dumps(LineStats(timings, 1e-6)), path)


def check_against_pstats(paths: list[str]) -> None:
    total, expected = add([load(path) for path in paths]), pstats.Stats(*paths)
    assert list(as_stats(total).items()) == list(expected.stats.items())  # type: ignore[attr-defined]
    assert total.total_time == expected.total_tt  # type: ignore[attr-defined]
    assert total.total_calls == expected.total_calls  # type: ignore[attr-defined]
    assert total.total_primitive_calls == expected.prim_calls  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "names",
    [
        ["cprofile-py3.11-recurse.stats", "cprofile-py3.15-recurse.stats"],
        ["cprofile-py3.11-julia.stats", "cprofile-py3.11-recurse.stats", "ipython-prun-notebook.prof"],
        [
            "variant-embedded.stats",
            "variant-marshal-v0.stats",
            "variant-marshal-v1.stats",
            "variant-strip-dirs.stats",
        ],
        ["cprofile-py3.11-julia.stats", "cprofile-py3.11-julia.stats"],
    ],
    ids=len,
)
def test_sums_are_those_of_pstats_to_the_last_digit(names: list[str]) -> None:
    check_against_pstats([str(small(name)) for name in names])


@examples(40)
@given(stats_dicts(finite), stats_dicts(finite), stats_dicts(finite))
def test_random_sums_are_those_of_pstats(tmp_path_factory: Any, one: Stats, two: Stats, three: Stats) -> None:
    folder: Path = tmp_path_factory.mktemp("sums")
    paths = []
    for number, stats in enumerate((one, two, three)):
        if not stats:
            return
        paths.append(str(folder / f"{number}.stats"))
        Path(paths[-1]).write_bytes(dumped(stats))
    check_against_pstats(paths)


def test_a_caller_without_an_entry_in_one_file_may_have_one_in_the_other() -> None:
    alone: Stats = {WORK: (1, 1, 0.5, 0.5, {MAIN: (1, 1, 0.5, 0.5)})}
    total = add([opened(alone), opened(GOOD)])
    assert (total.count, len(total.files)) == (2, 2)
    assert as_stats(total)[WORK] == (3, 4, 1.25, 1.25, {MAIN: (4, 3, 1.25, 1.25)})


def test_counts_and_figures_of_one_caller_are_added_with_a_warning() -> None:
    counted: Stats = {MAIN: (1, 1, 0.5, 1.0, {}), WORK: (5, 5, 0.5, 0.5, {MAIN: 5})}
    for pair in ([GOOD, counted], [counted, GOOD]):
        total = add([opened(stats) for stats in pair])
        (edge,) = total.callers(index_of(total, "work"))
        assert (edge.ncalls, edge.primitive_calls, edge.tottime, edge.cumtime) == (8, 2, 0.75, 0.75)
        assert any("its time is too low" in warning for warning in total.warnings)


def test_calls_that_one_file_did_not_count_are_not_counted_in_the_sum() -> None:
    uncounted: Stats = {WORK: (-1, -1, 0.5, 0.5, {})}
    total = add([opened(GOOD), opened(uncounted)])
    assert total.ncalls is not None and list(total.ncalls) == [1, NOT_MEASURED]
    assert total.total_calls is None
    assert list(total.tottime) == [0.25, 1.25]


def test_samples_and_seconds_do_not_add_up() -> None:
    sampled: Stats = {WORK: (1, 1, 0.5, 0.5, {}), ("__sampled__",): True}
    with pytest.raises(ProfileError, match=r"stats measures seconds, .*stats measures samples"):
        add([opened(GOOD), opened(sampled)])


# --- lines


def test_line_profiles_are_added_by_line() -> None:
    one = lines({("a.py", 1, "f"): [(2, 1, 10), (3, 2, 20)]})
    two = lines({("b.py", 1, "g"): [(2, 1, 7)], ("a.py", 1, "f"): [(3, 1, 5), (4, 1, 1)]})
    total = add([one, two])
    assert (total.count, total.format, total.names) == (2, "lprof", ["f", "g"])
    assert [(line.line, line.hits) for line in total.lines[0]] == [(2, 1), (3, 3), (4, 1)]
    assert [line.time for line in total.lines[0]] == pytest.approx([1e-5, 2.5e-5, 1e-6])
    assert total.hits == {0: 5, 1: 1}
    assert total.tottime[0] == pytest.approx(3.6e-5) and total.total_time == pytest.approx(4.3e-5)


def test_line_times_join_the_calls_of_the_same_program() -> None:
    calls = load(str(small("cprofile-py3.11-julia.stats")))
    joined = add([calls, load(str(small("lp5.1.0-julia.lprof")))])
    inner = index_of(joined, "calculate_z_serial")
    assert joined.hits[inner] == 1694733 and len(joined.lines[inner]) == 10
    assert joined.tottime[inner] == calls.tottime[inner] and joined.total_time == calls.total_time
    assert (joined.format, joined.producer) == ("pstats", "cProfile, line_profiler")
    assert joined.warnings == () and len(joined.lines) == 2


@pytest.mark.parametrize(
    ("file", "name", "joins"),
    [
        ("/home/ana/app/shapes.py", "area", True),
        ("/home/ana/app/shapes.py", "Square.area", True),
        ("shapes.py", "Square.area", True),
        ("./shapes.py", "area", True),
        ("app/shapes.py", "area", True),
        ("C:\\ana\\app\\shapes.py", "area", True),
        ("/elsewhere/shapes.py", "area", True),
        ("/home/ana/app/othershapes.py", "area", False),
        ("/home/ana/app/shapes.py", "areas", False),
    ],
)
def test_paths_and_names_may_be_written_differently(file: str, name: str, joins: bool) -> None:
    calls = opened({("/home/ana/app/shapes.py", 61, "area"): (1, 1, 0.5, 0.5, {})})
    joined = add([calls, lines({(file, 61, name): [(62, 4, 9)]})])
    assert joined.hits == ({0: 4} if joins else {})
    assert bool(joined.warnings) is not joins


def partner(calls: Profile, file: str, name: str) -> int | None:
    """Which function takes the line times of one on line 1, looked for one by one."""

    def parts(path: str) -> list[str]:
        *folders, base = path.replace("\\", "/").split("/")
        return [folder for folder in folders if folder != "."] + [base]

    def ends(one: list[str], other: list[str]) -> bool:
        shorter = min(len(one), len(other))
        return one[-shorter:] == other[-shorter:]

    wanted = parts(file)
    alike = [i for i in range(calls.count) if calls.names[i].split(".")[-1] == name.split(".")[-1]]
    paths = {i: parts(calls.files[i]) for i in alike}
    same = [i for i in alike if paths[i] == wanted]
    tails = [i for i in alike if ends(paths[i], wanted)]
    found = same or tails or [i for i in alike if paths[i][-1] == wanted[-1]]
    exact = [i for i in found if calls.names[i] == name]
    best = found if len(found) == 1 else exact
    return best[0] if len(best) == 1 else None


FILES = st.builds(
    "".join,
    st.tuples(
        st.sampled_from(["", "/", "./", "C:\\", "../"]),
        st.lists(st.sampled_from(["a/", "b/", "./", "/", "a\\"]), max_size=3).map("".join),
        st.sampled_from(["m.py", "n.py", "."]),
    ),
)
NAMES = st.sampled_from(["f", "A.f", "B.f", "g", "A.<locals>.f", "f."])


@examples(300)
@given(
    st.lists(st.tuples(FILES, NAMES), min_size=1, max_size=8, unique=True),
    st.lists(st.tuples(FILES, NAMES), min_size=1, max_size=4, unique=True),
)
def test_each_function_joins_the_only_one_that_it_can_be(
    called: list[tuple[str, str]], timed: list[tuple[str, str]]
) -> None:
    calls = opened({(file, 1, name): (1, 1, 0.5, 0.5, {}) for file, name in called})
    expected: dict[int, int] = {}
    for file, name in timed:
        found = partner(calls, file, name)
        if found is not None:
            expected[found] = expected.get(found, 0) + 3
    joined = add([calls, lines({(file, 1, name): [(2, 3, 9)] for file, name in timed})])
    assert joined.hits == expected


def test_two_files_of_one_name_are_told_apart_by_their_folder_or_not_joined() -> None:
    calls = opened({("/x/a/m.py", 1, "f"): (1, 1, 0.5, 0.5, {}), ("/x/b/m.py", 1, "f"): (1, 1, 0.5, 0.5, {})})
    assert add([calls, lines({("b/m.py", 1, "f"): [(2, 3, 9)]})]).hits == {1: 3}
    assert add([calls, lines({("m.py", 1, "f"): [(2, 3, 9)]})]).hits == {}
