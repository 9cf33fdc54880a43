"""What is the user's own code: by where files lie, by his rules, and the places that come of it."""

from __future__ import annotations

import json
import re
from math import nan

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpus import SHARED, needs_corpus
from tests.support.known_files import files_of
from tests.support.profiles import FunctionKey, profile_of

from proftui.analysis.mine import mine_of
from proftui.analysis.mine_places import BUILT_IN, places
from proftui.analysis.mine_rules import (
    PLACES,
    Rule,
    deciding,
    expression,
    in_order,
    matching,
    place_of,
)
from proftui.analysis.names import Names
from proftui.state.project_file import LONGEST_PATTERN, rule_of
from proftui.views.icicle.paint import Known
from proftui_parsers import load, load_bytes

SITE = "/usr/lib/python3.11/site-packages"
OWN = "/home/me/job/run.py"


def named(*files: str) -> Names:
    places: list[FunctionKey] = [(file, 7, "f") for file in files]
    return Names(profile_of(dict.fromkeys(places, (1, 1, nan, nan))))


@pytest.mark.parametrize(
    ("file", "is_mine"),
    [
        (OWN, True),
        ("run.py", True),
        ("C:\\code\\run.py", True),
        ("<stdin>", True),
        ("<stdin>-3", True),
        ("<console>", True),
        ("<python-input-12>", True),
        ("<ipython-input-3-5f1c2e>", True),
        ("<command-1839475960>", True),
        ("<command-1/2>", True),
        ("/tmp/ipykernel_4242/1234.py", True),
        ("/home/me/otherlib/src/otherlib/core.py", True),
        ("<string>", False),
        ("<stdin", False),
        ("<attrs generated init a.B>", False),
        ("<frozen importlib._bootstrap>", False),
        (f"{SITE}/numpy/core.py", False),
        ("/usr/lib/python3/dist-packages/yaml/__init__.py", False),
        ("/home/me/job/.venv/lib/python3.12/site-packages/a.py", False),
        ("/usr/lib/python3.11/json/encoder.py", False),
        ("C:\\Python311\\Lib\\json\\encoder.py", False),
        ("", False),
    ],
)
def test_where_a_file_lies_says_whose_it_is(file: str, is_mine: bool) -> None:
    names = named(file, OWN)
    assert names.is_mine(0) is is_mine
    assert mine_of(names).others[0] == (not is_mine)


FILES = {
    "own": "/src/job/run.py",
    "own lib": "/src/job/otherlib/core.py",
    "vendored": "/src/job/app/_vendor/six.py",
    "numpy": f"{SITE}/numpy/core/x.py",
    "numpydoc": f"{SITE}/numpydoc/y.py",
    "json": "/usr/lib/python3.11/json/decoder.py",
    "frozen": "<frozen importlib._bootstrap>",
    "string": "<string>",
    "attrs": "<attrs generated init a.B>",
    "cell": "/tmp/ipykernel_1/2.py",
    "windows": "C:\\Code\\App\\main.py",
    "relative": "pkg/mod.py",
    "native": "/opt/blas/libblas.so.3",
}


@pytest.mark.parametrize(
    ("pattern", "matched"),
    [
        ("/src/job/**", {"own", "own lib", "vendored"}),
        ("/src/job", {"own", "own lib", "vendored"}),
        ("/src/job/", {"own", "own lib", "vendored"}),
        ("/src/job/*", {"own"}),
        ("/src/jo", set()),
        ("/src/*/app", {"vendored"}),
        ("/src/job/run.py", {"own"}),
        ("run.py", {"own"}),
        ("r*n.py", {"own"}),
        ("**/_vendor/**", {"vendored"}),
        ("**/_vendor", {"vendored"}),
        ("_vendor", {"vendored"}),
        ("**/app/**/six.py", {"vendored"}),
        ("**/site-packages/**", {"numpy", "numpydoc"}),
        ("numpy", {"numpy"}),
        ("numpy.core", {"numpy"}),
        ("numpy.cor", set()),
        ("otherlib", {"own lib"}),
        ("otherlib.core", {"own lib"}),
        ("src", set()),
        ("json", {"json"}),
        ("importlib", {"frozen"}),
        ("<string>", {"string"}),
        ("<attrs *>", {"attrs"}),
        ("<frozen>", {"frozen"}),
        ("<generated>", {"string", "attrs"}),
        ("<notebook>", {"cell"}),
        ("<site-packages>", {"numpy", "numpydoc"}),
        ("<standard library>", {"json"}),
        ("C:\\Code\\App", {"windows"}),
        ("c:/code/**", {"windows"}),
        ("**/app/main.py", {"windows"}),
        ("otherlib/core.py", {"own lib"}),
        ("./run.py", {"own"}),
        (".", {"own", "own lib", "vendored", "relative"}),
        ("pkg/*", {"relative"}),
        ("./pkg/", {"relative"}),
        ("pkg", {"relative"}),
        ("**", set(FILES) - {"frozen", "string", "attrs"}),
        ("/", {"own", "own lib", "vendored", "numpy", "numpydoc", "json", "cell", "native"}),
        ("<native>", {"native"}),
    ],
)
def test_what_a_pattern_is_about(pattern: str, matched: set[str]) -> None:
    names = named(*FILES.values())
    matches = matching(rule_of(pattern, True, "/src/job"), names.files)
    assert {name for name, file in FILES.items() if matches(file)} == matched


def test_what_is_not_mine_beats_what_is_and_both_beat_where_it_lies() -> None:
    names = named(FILES["own"], FILES["numpy"], FILES["string"])
    rules = in_order([rule_of("numpy", True), rule_of("<string>", True), rule_of("/src/**", False)])
    assert list(mine_of(names, rules).others) == [1, 0, 0]
    both = in_order([rule_of("numpy", True), rule_of("numpy", False), rule_of("<string>", True)])
    assert list(mine_of(names, both).others) == [0, 1, 0]


_PATTERNS = st.lists(
    st.sampled_from(["numpy", "numpy.core", "**/numpy/**", "/usr/**", "**", "*.py", "json", "<string>"]),
    max_size=6,
)


@given(_PATTERNS, _PATTERNS)
def test_of_one_list_the_longer_pattern_decides(mine: list[str], not_mine: list[str]) -> None:
    names = named(*FILES.values())
    given = [rule_of(text, True) for text in mine] + [rule_of(text, False) for text in not_mine]
    decides = deciding(in_order(given), names.files)
    for file in FILES.values():
        about = [rule for rule in given if matching(rule, names.files)(file)]
        against = [rule for rule in about if not rule.is_mine] or about
        found = decides(file)
        longest = max((len(rule.pattern) for rule in against), default=0)
        assert (found is None) == (not about)
        if found is not None:
            assert found in against and len(found.pattern) == longest


def test_built_ins_are_nobody_s_whatever_is_said() -> None:
    places: list[FunctionKey] = [("~", 0, "<built-in method builtins.len>"), ("", 0, "exec"), (OWN, 1, "f")]
    names = Names(profile_of(dict.fromkeys([*places, ("profile", 0, "profiler")], (1, 1, 0.0, 0.0))))
    for pattern in ("**", "builtins", *PLACES):
        assert list(mine_of(names, [rule_of(pattern, True)]).others) == [1, 1, 0, 1]


def test_a_package_that_is_run_is_mine_unless_a_rule_says_otherwise() -> None:
    module = f"{SITE}/tool/__main__.py"
    names = Names(profile_of({(module, 1, "<module>"): (1, 1, 1.0, 2.0), (OWN[:-6], 0, "x"): (1, 1, 0, 0)}))
    assert mine_of(names, [rule_of("/home", False)]).package == "tool"
    against = mine_of(names, [rule_of("/home", False), rule_of("tool", False)])
    assert against.package == "" and all(against.others)


@pytest.mark.parametrize("pattern", ["", " ", "a\0b", "x" * (LONGEST_PATTERN + 1), "~/src", "~"])
def test_what_is_no_pattern_is_said(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"^takes "):
        rule_of(pattern, True)


# --- patterns of paths


def slowly(pattern: list[str], path: list[str]) -> bool:
    """Whether folders match, tried in every way there is."""
    if not pattern:
        return not path
    if pattern[0] == "**":
        return slowly(pattern[1:], path) or (bool(path) and slowly(pattern, path[1:]))
    written = "".join("[^/]*" if c == "*" else re.escape(c) for c in pattern[0])
    return bool(path) and re.fullmatch(written, path[0]) is not None and slowly(pattern[1:], path[1:])


def oracle(pattern: str, path: str) -> bool:
    folders = pattern.split("/")
    is_found = slowly(folders, path.split("/"))
    if "*" in folders[-1]:
        below = folders[-1] == "**" and slowly([*folders, "*"], path.split("/"))
        return is_found if folders[-1] != "**" else below
    return is_found or slowly([*folders, "**"], path.split("/"))


_FOLDER = st.text("ab*", min_size=1, max_size=4).filter(lambda text: "**" not in text)


@given(
    st.lists(st.one_of(_FOLDER, st.just("**")), min_size=1, max_size=6),
    st.lists(st.text("ab", min_size=1, max_size=4), min_size=1, max_size=6),
)
def test_a_pattern_matches_as_if_every_way_were_tried(pattern: list[str], path: list[str]) -> None:
    written, file = "/".join(pattern), "/".join(path)
    assert expression(written)(file) == oracle(written, file), (written, file)


@pytest.mark.parametrize(
    "pattern",
    [
        "**/**/**/a*a*a*a*b",
        "/".join(["**/a*"] * 120),
        "**/" + "a*" * 400 + "b",
        "/".join(["**", "a", "a"] * 80) + "/b",
        "*" * 900,
        "(a+)+$" * 50,
    ],
)
def test_a_hostile_pattern_takes_no_longer_than_its_length(pattern: str) -> None:
    """It would not end if stars were tried in every way."""
    for path in ("a" * 4_000, "a/" * 2_000 + "c", "/".join(["a" * 60] * 60)):
        assert expression(pattern)(path) in (True, False)


# --- places


RULES = [
    (),
    (rule_of("numpy", True),),
    (rule_of("<site-packages>", True), rule_of("*.py", False)),
    (rule_of("**", False),),
]
NAMES = ["cprofile-py3.11-hillclimb-sklearn.stats", "cprofile-py3.11-black.stats", "variant-strip-dirs.stats"]


@needs_corpus
@pytest.mark.parametrize("name", [*NAMES, "ipython-prun-notebook.prof", "3p-Darker--RPH-program.prof"])
@pytest.mark.parametrize("rules", RULES, ids=len)
def test_places_add_up_to_the_profile_and_each_is_all_mine_or_not(name: str, rules: tuple[Rule, ...]) -> None:
    profile = load(str(SHARED / "pstats" / name))
    names = Names(profile)
    mine = mine_of(names, rules)
    found = places(names, mine)
    assert sum(place.functions for place in found) == profile.count
    assert sum(place.seconds for place in found) == pytest.approx(sum(profile.tottime))
    yours = sum(place.functions for place in found if place.is_mine)
    assert yours == profile.count - sum(mine.others[: profile.count])
    assert len({(place.pattern, place.is_mine) for place in found}) == len(found)


@needs_corpus
@pytest.mark.parametrize("name", NAMES)
def test_each_place_but_built_ins_can_be_moved_to_the_other_side(name: str) -> None:
    names = Names(load(str(SHARED / "pstats" / name)))
    for place in places(names, mine_of(names)):
        rule = Rule(place.pattern, not place.is_mine, "/somewhere")
        after = {(new.pattern, new.is_mine): new.functions for new in places(names, mine_of(names, [rule]))}
        if place.kind == BUILT_IN:
            assert after[place.pattern, False] == place.functions
        else:
            assert after.get((place.pattern, not place.is_mine), 0) >= place.functions, place


def recorded(*frames: str) -> Names:
    """Names of stacks as py-spy writes them."""
    return Names(load_bytes(f"{';'.join(frames)} 1\n".encode()))


SHORT = (
    "main (app.py:2)",
    "dumps (json/__init__.py:9)",
    "select (selectors.py:4)",
    "dot (numpy/core/x.py:7)",
)


def test_of_paths_that_a_sampler_cut_short_the_standard_library_is_known_and_the_rest_a_guess() -> None:
    names = recorded(*SHORT, "fold (libc.so.6)", "call (?)")
    mine = mine_of(names)
    assert mine.is_guess and [*mine.others] == [0, 1, 1, 0, 1, 1]
    found = {place.pattern: place.functions for place in places(names, mine)}
    assert found["<standard library>"] == 2 and found["<native>"] == 2
    # Where one path is whole, paths are as the program has them.
    names = recorded(*SHORT, "run (/srv/job.py:3)", "fold (/usr/lib/libc.so.6)", "irq ([kernel.kallsyms])")
    whole = mine_of(names)
    assert not whole.is_guess and [*whole.others] == [0] * 5 + [1, 1]
    assert [names.package(index) for index in (5, 6)] == ["libc.so.6", "[kernel.kallsyms]"]
    # And of calls, they are those of the program, or stripped.
    assert [*mine_of(named("app.py", "json/decoder.py")).others] == [0, 0]


def test_frames_of_no_python_code_are_in_no_package_and_nobody_s() -> None:
    names = recorded("main (app.py:2);<GC> ();f ()")
    assert [names.place(index) for index in range(3)] == ["app.py:2", "garbage collector", "(no file)"]
    assert [names.is_mine(index) for index in range(3)] == [True, False, False]


def test_what_pyinstrument_calls_built_in_is_a_built_in() -> None:
    session = {"frame_records": [[["f\0/srv/job.py\x001", "loads\0<built-in>\x000"], 0.1]]}
    names = Names(load_bytes(json.dumps(session).encode()))
    assert names.is_builtin(1) and (names.place(1), names.package(1)) == ("built-in", "built-in")
    assert names.texts.builtins == [1] and not names.is_mine(1)


@pytest.mark.parametrize("command", ["/venv/bin/pyinstrument", "/venv/lib/pyinstrument/__main__.py"])
def test_the_program_is_not_the_profiler_that_began_it(command: str) -> None:
    stack = [f"{name}\0{file}\x001" for name, file in (("<module>", command), ("<module>", "bin/job.py"))]
    names = Names(load_bytes(json.dumps({"frame_records": [[stack, 0.1]]}).encode()))
    assert (names.place(1), names.package(1), names.package_from(1)) == ("job.py:1", "job", "root")


def test_places_of_files() -> None:
    files = files_of([*FILES.values()])
    assert {place_of(file, files) for file in FILES.values()} == {*PLACES, "<own>"}


@pytest.mark.parametrize("main", ["isort/__main__.py", "isort/main.py"])
def test_of_a_module_that_was_run_mine_is_its_package_whatever_it_imports(main: str) -> None:
    """What it imports may take longer than itself."""
    program, imported = f"{SITE}/{main}", "/usr/lib/python3.11/importlib/metadata/__init__.py"
    took = {program: 0.007, imported: 0.09, f"{SITE}/isort/api.py": 0.001}
    names = Names(profile_of({(file, 1, "<module>"): (1, 1, time, time) for file, time in took.items()}))
    mine = mine_of(names)
    assert (mine.package, list(mine.others)) == ("isort", [0, 1, 0])


def test_of_an_installed_command_mine_is_the_package_that_it_imports() -> None:
    took = {"/venv/bin/pretty": 0.9, f"{SITE}/tool/cli.py": 0.1, "/usr/lib/python3.11/re/__init__.py": 0.2}
    names = Names(profile_of({(file, 1, "<module>"): (1, 1, time, time) for file, time in took.items()}))
    mine = mine_of(names)
    assert (mine.package, list(mine.others)) == ("tool", [1, 0, 1])


def test_of_paths_cut_short_mine_is_the_package_of_the_program() -> None:
    stack = "<module> (app.py:1);run (flask/app.py:9);serve (werkzeug/serving.py:3);all (sqlalchemy/orm.py:5)"
    names = Names(load_bytes(f"{stack} 9\n".encode(), "p.raw.txt"))
    assert [names.package(index) for index in range(4)] == ["app", "flask", "werkzeug", "sqlalchemy"]
    assert [names.is_mine(index) for index in range(4)] == [True, False, False, False]
    assert len({Known(names).hue(index) for index in range(4)}) == 4
