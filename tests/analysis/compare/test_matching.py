"""Which function is which, after lines, folders, files and Pythons have changed."""

from __future__ import annotations

import pstats

import pytest
from tests.support.compared import PAIR, Key, comparison_of, moved, pair_names, profile_of
from tests.support.corpus import DATA, SHARED, Stats, dumped, needs_corpus

from proftui.analysis.compare.comparison import Comparison, Same
from proftui_parsers import Profile, load, load_bytes

JULIA = DATA / "pstats" / "cprofile-py3.11-julia.stats"
RECURSE = DATA / "pstats" / "cprofile-py3.11-recurse.stats"


def stats_of(path: object) -> Stats:
    found: Stats = pstats.Stats(str(path)).stats  # type: ignore[attr-defined]
    return found


def profile(stats: Stats) -> Profile:
    return load_bytes(dumped(stats), "moved.stats")


def renamed(comparison: Comparison) -> set[tuple[str, str]]:
    """Pairs of other names, but for built-ins."""
    base, new, pairs = comparison.base.profile, comparison.new.profile, comparison.pairs
    return {
        (base.names[f], new.names[g])
        for f, g in zip(pairs.base, pairs.new, strict=True)
        if f >= 0 and g >= 0 and base.files[f] != "~" and base.names[f] != new.names[g]
    }


OWN = str(PAIR / "old" / "1.stats")


@pytest.mark.parametrize(
    ("place", "lines"),
    [
        ({}, 10),
        ({"demo.py": "/home/ann/checkout/demo.py"}, 0),
        ({"demo.py": "/home/ann/checkout/demo.py", "/usr/lib/python3.11": "/opt/py/lib/python3.13"}, 3),
        ({"/usr/lib/python3.11/json/": "/usr/lib/python3.11/simplejson/"}, 0),
        ({"/usr/lib/python3.11/json/encoder.py": "<frozen json.encoder>"}, 0),
    ],
    ids=["lines", "checkout", "both", "package", "frozen"],
)
def test_all_is_found_again(place: dict[str, str], lines: int) -> None:
    before = stats_of(OWN)
    comparison = comparison_of(profile(before), profile(moved(before, place, lines)))
    assert min(comparison.matched) >= 0.99 and not renamed(comparison)
    # Every function is itself: its figures are the same.
    pairs = comparison.pairs
    found = [row for row in range(len(pairs)) if pairs.status(row) not in ("new", "gone")]
    assert all(pairs.base_own[row] == pairs.new_own[row] for row in found)


def test_another_checkout_with_folders() -> None:
    files = ("/home/ann/proj/app/main.py", "/home/ann/proj/app/sub/core.py")
    other = ("/srv/ci/build-7/app/main.py", "/srv/ci/build-7/app/sub/core.py")
    before = profile_of({(files[0], 1, "main"): (1, 0.5), (files[1], 5, "main"): (1, 0.1)})
    after = profile_of({(other[1], 5, "main"): (1, 0.1), (other[0], 1, "main"): (1, 0.5)})
    pairs = comparison_of(before, after).pairs
    assert list(pairs.base_own) == list(pairs.new_own) and set(pairs.stages) == {1}


def test_a_file_more_does_not_move_the_folder() -> None:
    before = profile_of({("/p/a/x.py", 1, "f"): (1, 1.0), ("/p/a/y.py", 1, "f"): (1, 2.0)})
    after = profile_of(
        {("/p/a/x.py", 1, "f"): (1, 1.0), ("/p/a/y.py", 1, "f"): (1, 2.0), ("/p/y.py", 1, "f"): (1, 3.0)}
    )
    pairs = comparison_of(before, after).pairs
    assert [pairs.base_own[row] for row in range(3)] == [1.0, 2.0, 0.0]


@needs_corpus
@pytest.mark.parametrize(
    ("python", "least"),
    [("2.7", 0.93), ("3.6", 0.97), ("3.8", 0.99), ("3.10", 0.99), ("3.11", 0.99), ("3.12", 0.99)],
)
def test_another_python(python: str, least: float) -> None:
    folder = SHARED / "pstats"
    before, after = (folder / f"cprofile-py{version}-recurse.stats" for version in (python, "3.13"))
    comparison = comparison_of(load(before), load(after))
    # Python's own encoder of JSON is really gone, since 3.13 has it in C for this call.
    assert comparison.matched[1] >= least
    assert not renamed(comparison)


def test_queens_on_python_3_8_and_3_13() -> None:
    comparison = comparison_of(load(PAIR / "queens-3.8.stats"), load(PAIR / "queens-3.13.stats"))
    assert comparison.matched[0] >= 0.89 and comparison.matched[1] >= 0.95
    assert not renamed(comparison)
    base, new, pairs = comparison.base.profile, comparison.new.profile, comparison.pairs
    files = {
        (base.files[f].rpartition("/")[2], new.files[g].rpartition("/")[2])
        for f, g, stage in zip(pairs.base, pairs.new, pairs.stages, strict=True)
        if stage == 4
    }
    assert files == {("sre_parse.py", "_parser.py"), ("sre_compile.py", "_compiler.py")}


def test_built_ins_of_other_pythons() -> None:
    names = [
        ("<built-in method io.open>", "<built-in method _io.open>"),
        ("<built-in method __builtin__.len>", "<built-in method builtins.len>"),
        ("<method 'match' of '_sre.SRE_Pattern' objects>", "<method 'match' of 're.Pattern' objects>"),
        ("<built-in method now of type object at 0x7f01>", "<built-in method now of type object at 0x9a02>"),
    ]
    before, after = ({("~", 0, pair[side]): (1, 0.1) for pair in names} for side in (0, 1))
    comparison = comparison_of(profile_of(before), profile_of(after))
    assert set(pair_names(comparison)) == {(old, 0) for old, _ in names}
    assert all(pair_names(comparison)[old, 0] == (new, 0) for old, new in names)


def test_built_ins_never_match_across_names() -> None:
    before = profile_of({("~", 0, "<built-in method builtins.max>"): (1, 1.0)})
    after = profile_of({("~", 0, "<built-in method builtins.min>"): (1, 1.0)})
    assert None in pair_names(comparison_of(before, after))


INIT = "__init__"


def test_classes_of_a_file_stay_apart() -> None:
    """A class more in the middle: lines alone would pair the wrong ones."""
    before = {("m.py", line, INIT): (1, line / 10) for line in (10, 50, 90)}
    after = {("m.py", line, INIT): (1, line / 10) for line in (10, 42, 58, 98)}
    before |= {("m.py", 5, "top"): (1, 0.1), ("m.py", 60, "run"): (1, 0.1)}
    after |= {("m.py", 5, "top"): (1, 0.1), ("m.py", 68, "run"): (1, 0.1)}
    comparison = comparison_of(profile_of(before), profile_of(after))
    pairs = pair_names(comparison)
    assert (pairs[INIT, 10], pairs[INIT, 90]) == ((INIT, 10), (INIT, 98))
    # Which of those between is the new one is not known.
    (bundle,) = comparison.pairs.bundles.values()
    assert list(map(len, bundle)) == [1, 2]


def test_who_is_who_is_not_said_where_it_is_not_known() -> None:
    before = profile_of({("m.py", line, "<lambda>"): (line, 0.1) for line in (10, 12, 14)})
    after = profile_of({("m.py", line, "<lambda>"): (line, 0.1) for line in (11, 13)})
    comparison = comparison_of(before, after)
    pairs = comparison.pairs
    assert len(pairs) == 1 and len(pairs.bundles[0][0]) == 3 and len(pairs.bundles[0][1]) == 2
    assert (pairs.base_calls[0], pairs.new_calls[0]) == (36, 24)
    assert pairs.base_own[0] == pytest.approx(0.3) and pairs.base_cumtime[0] != pairs.base_cumtime[0]


def test_equal_numbers_are_paired_in_order_and_said_so() -> None:
    before = profile_of({("m.py", line, "<lambda>"): (1, line / 100) for line in (10, 100, 500)})
    after = profile_of({("m.py", line, "<lambda>"): (1, line / 100) for line in (10, 250, 300)})
    comparison = comparison_of(before, after)
    assert comparison.pairs.bundles == {}
    assert set(comparison.pairs.stages) <= {3, -1}


def moved_pair(names: dict[str, float], more: dict[str, float]) -> Comparison:
    """A file whose functions stand in another file afterwards, beside more."""
    before = {("lib/a.py", 10 * i + 1, name): (1, own) for i, (name, own) in enumerate(names.items())}
    after = {("lib/b.py", 10 * i + 4, name): (1, own) for i, (name, own) in enumerate((names | more).items())}
    stay = {("lib/main.py", 1, "main"): (1, 0.1)}
    return comparison_of(profile_of(before | stay), profile_of(after | stay))


def test_a_moved_file() -> None:
    comparison = moved_pair({"<module>": 0.1, "parse": 0.5, "scan": 0.4}, {"other": 0.2})
    pairs = comparison.pairs
    found = [row for row in range(len(pairs)) if pairs.stages[row] == 4]
    assert len(found) == 3 and all(0.4 < pairs.score(row) < 0.8 for row in found)


@pytest.mark.parametrize(
    ("names", "more"),
    [
        ({"<module>": 1.0, "__init__": 1.0, "<lambda>": 1.0}, {}),
        ({"<module>": 0.1, "parse": 0.2, "scan": 0.1}, {f"other_{n}": 0.1 for n in range(12)}),
    ],
    ids=["names that all files have", "too little in common"],
)
def test_not_a_moved_file(names: dict[str, float], more: dict[str, float]) -> None:
    pairs = moved_pair(names, more).pairs
    assert 4 not in set(pairs.stages)


PACKAGE = {
    "core.py": ("<module>", "encode", "decode", "<lambda>"),
    "data.py": ("<module>",),
    "__init__.py": ("<module>",),
    "sub/only.py": ("<module>", "only"),
}


def test_a_file_that_could_have_become_two_is_none_of_them() -> None:
    def run(core: str, more: str, *data: str) -> Profile:
        names = list(enumerate(PACKAGE["core.py"], 1))
        files = {(f"/a/{core}/core.py", line, name): (1, 0.1) for line, name in names}
        files |= {(f"/a/{more}/more.py", line, f"more_{name}"): (1, 0.1) for line, name in names}
        return profile_of(files | {(f"/a/{folder}/data.py", 1, "<module>"): (1, 0.1) for folder in data})

    comparison = comparison_of(run("lib", "lib", "lib"), run("b", "c", "b", "c"))
    rows = [row for row in range(len(comparison.pairs)) if comparison.pairs.stages[row] < 0]
    assert {comparison.pairs.status(row) for row in rows} == {"gone", "new"} and len(rows) == 3


def files_of_pairs(before: Profile, after: Profile) -> set[tuple[str, str]]:
    """The files of both functions of each pair."""
    pairs = comparison_of(before, after).pairs
    both = [(f, g) for f, g in zip(pairs.base, pairs.new, strict=True) if f >= 0 and g >= 0]
    return {(before.files[f], after.files[g]) for f, g in both} - {("/w/work.py", "/w/work.py")}


def of_files(folder: str, files: dict[str, dict[str, float]]) -> Profile:
    """A program that stays where it is, and functions with own time by file of a folder."""
    functions = {
        (f"{folder}/{file}", line, name): (1, own)
        for file, its_functions in files.items()
        for line, (name, own) in enumerate(its_functions.items(), 1)
    }
    return profile_of({("/w/work.py", 1, "work"): (1, 0.1)} | functions)


def test_by_hand() -> None:
    before = profile_of({("a.py", 1, "main"): (1, 0.1), ("a.py", 9, "parse_row"): (5, 0.3)})
    after = profile_of({("a.py", 1, "main"): (1, 0.1), ("a.py", 9, "read_row"): (5, 0.4)})
    assert pair_names(comparison_of(before, after))["parse_row", 9] is None
    found = comparison_of(before, after, [Same(1, 1)])
    assert pair_names(found)["parse_row", 9] == ("read_row", 9)
    assert list(found.pairs.stages) == [1, 0]


def test_qualified_names_on_one_side() -> None:
    before = profile_of({("a.py", 1, "Reader.parse"): (1, 0.5), ("a.py", 9, "main"): (1, 0.5)})
    after = profile_of({("a.py", 1, "parse"): (1, 0.5), ("a.py", 9, "main"): (1, 0.5)})
    assert pair_names(comparison_of(before, after))["Reader.parse", 1] == ("parse", 1)


def test_what_has_no_name_is_found_where_the_function_above_it_went() -> None:
    lines = {"first": 10, "second": 30, "third": 50}
    other = {"third": 13, "first": 27, "second": 46}
    calls = {"first": 5, "second": 70, "third": 900}

    def program(begin: dict[str, int]) -> Profile:
        named = {("a.py", line, name): (calls[name], 1.0) for name, line in begin.items()}
        inside = {("a.py", line + 2, "<lambda>"): (calls[name], 2.0) for name, line in begin.items()}
        return profile_of({**named, **inside})

    comparison = comparison_of(program(lines), program(other))
    expected = {("<lambda>", lines[name] + 2): ("<lambda>", other[name] + 2) for name in lines}
    assert expected.items() <= pair_names(comparison).items()
    assert not comparison.pairs.bundles and comparison.causes is not None and not comparison.causes.listed


def test_only_what_stands_in_the_function_that_was_edited_is_not_told_apart() -> None:
    def program(inside: range) -> Profile:
        lambdas = {("a.py", 10 + 2 * n, "<lambda>"): (n + 1, 1.0) for n in inside}
        others = {("a.py", 1, "first"): (1, 1.0), ("a.py", 2, "<lambda>"): (7, 1.0)}
        return profile_of({**others, ("a.py", 9, "edited"): (1, 1.0), **lambdas})

    comparison = comparison_of(program(range(2)), program(range(3)))
    assert pair_names(comparison)["<lambda>", 2] == ("<lambda>", 2)


def test_what_has_no_name_is_not_taken_for_what_stands_in_another_function() -> None:
    first, second = ("a.py", 1, "first"), ("a.py", 20, "second")
    before = profile_of({first: (1, 1.0), second: (1, 1.0), ("a.py", 3, "<lambda>"): (9, 1.0)})
    after = profile_of({first: (1, 1.0), second: (1, 1.0), ("a.py", 23, "<lambda>"): (9, 1.0)})
    pairs = comparison_of(before, after).pairs
    assert sorted(map(pairs.status, range(len(pairs)))) == ["gone", "new", "same", "same"]


def test_what_stands_below_a_function_that_moved_goes_along() -> None:
    """A class goes to another file, with methods whose names others have, and a function with its lambda."""
    main, stays = ("a.py", 1, "main"), ("a.py", 3, INIT)
    parts = {"Moved": (INIT, "area"), "helper": ("<lambda>",)}

    def program(file: str, begin: int) -> Profile:
        functions: dict[Key, tuple[int, float]] = {
            main: (1, 1.0),
            stays: (4, 1.0),
            ("a.py", 4, "area"): (4, 1.0),
        }
        calls: dict[tuple[Key, Key], int] = {}
        for place, (name, inside) in enumerate(parts.items()):
            moved = file, begin + 20 * place, name
            functions[moved] = 2, 1.0
            calls[main, moved] = 2
            functions |= {(file, begin + 20 * place + n, of): (7 + n, 1.0) for n, of in enumerate(inside, 1)}
        return profile_of(functions, calls)

    comparison = comparison_of(program("a.py", 30), program("b.py", 5))
    assert comparison.matched == (1.0, 1.0)
    expected = {(INIT, 31): (INIT, 6), ("area", 32): ("area", 7), ("<lambda>", 51): ("<lambda>", 26)}
    assert expected.items() <= pair_names(comparison).items()


@pytest.mark.parametrize(("before", "after"), [(3, 2), (3, 1), (2, 3)])
def test_built_ins_of_one_name_are_one_row_of_all_their_time(before: int, after: int) -> None:
    def several(count: int) -> Profile:
        name = "<built-in method __new__ of type object at 0x{:x}>"
        return profile({("~", 0, name.format(number)): (10, 10, 0.5, 0.5, {}) for number in range(count)})

    pairs = comparison_of(several(before), several(after)).pairs
    assert [*zip(pairs.base_own, pairs.new_own, strict=True)] == [(before / 2, after / 2)]
