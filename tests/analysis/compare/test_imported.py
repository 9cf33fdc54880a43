"""Modules that one side imports are causes by package, whoever imported them first."""

from __future__ import annotations

import math
from itertools import pairwise

from tests.support.compared import Key, comparison_of, profile_of

from proftui.analysis.compare.comparison import Comparison
from proftui.frame.compare_sentences import told
from proftui_parsers import Profile

LIB = "/usr/lib/python3.11/site-packages"
MAIN: Key = ("/home/me/app.py", 1, "<module>")
LOAD: Key = ("<frozen importlib._bootstrap>", 1165, "_find_and_load")
RUN: Key = ("<frozen importlib._bootstrap_external>", 934, "exec_module")
TRAMPOLINE: Key = ("<frozen importlib._bootstrap>", 233, "_call_with_frames_removed")
EXEC: Key = ("~", 0, "<built-in method builtins.exec>")


def program(modules: dict[str, float], *, importing: int = 0) -> Profile:
    """What imports modules, by the path of their file; the first so many of them import all others."""
    keys = {(f"{LIB}/{path}", 1, "<module>"): own for path, own in modules.items()}
    functions = {
        MAIN: (1, 1.0),
        LOAD: (len(keys), 0.01 * len(keys)),
        RUN: (len(keys), 0.01 * len(keys)),
        TRAMPOLINE: (len(keys), 0.0),
        EXEC: (len(keys) + 1, 0.0),
    } | {key: (1, own) for key, own in keys.items()}
    importers = [*keys][:importing] or [MAIN]
    calls = {(importer, LOAD): len(keys) // len(importers) for importer in importers}
    if importing:
        calls[MAIN, LOAD] = len(keys) - sum(calls.values())
    calls |= {(LOAD, RUN): len(keys), (RUN, TRAMPOLINE): len(keys), (TRAMPOLINE, EXEC): len(keys)}
    return profile_of(functions, calls | {(EXEC, key): 1 for key in (*keys, MAIN)})


def causes(comparison: Comparison) -> dict[str, float]:
    assert comparison.causes is not None
    every = (*comparison.causes.listed, *comparison.causes.others)
    return {told(comparison, cause): cause.time for cause in every if cause.term.kind == "import"}


OLD = {"json/__init__.py": 0.2, "json/decoder.py": 0.1}
PANDAS = {"pandas/__init__.py": 0.5, "pandas/core/frame.py": 2.0, "pandas/io.py": 0.5}


def check(before: Profile, after: Profile, expected: dict[str, float]) -> None:
    for one, other, sign in ((before, after, 1), (after, before, -1)):
        found = causes(comparison_of(one, other))
        assert len(found) == len(expected)
        for (said, time), (words, about) in zip(sorted(found.items()), sorted(expected.items()), strict=True):
            assert sign < 0 or said == words
            assert math.isclose(time, sign * about, rel_tol=0.1)


def test_a_package_is_one_cause_whoever_imports_it() -> None:
    check(program(OLD), program(OLD | PANDAS), {"now imports 3 modules of pandas": 3.0})
    check(program(OLD), program(OLD | PANDAS, importing=2), {"now imports 3 modules of pandas": 3.0})


def test_one_module_has_its_own_name() -> None:
    check(program(OLD), program(OLD | {"pandas/io.py": 0.5}), {"now imports pandas.io": 0.5})


def test_a_package_in_place_of_another() -> None:
    polars = {"polars/__init__.py": 2.0, "polars/frame.py": 1.6}
    check(program(PANDAS), program(polars), {"imports polars in place of pandas": 0.6})


def test_code_that_exec_runs_many_times_is_no_import() -> None:
    key: Key = ("/home/me/cell.py", 1, "<module>")
    call: Key = ("/home/me/app.py", 5, "run")

    def executing(times: int) -> Profile:
        functions = {MAIN: (1, 1.0), call: (1, 0.0), EXEC: (times, 0.0), key: (times, 0.1 * times)}
        return profile_of(functions, {(MAIN, call): 1, (call, EXEC): times, (EXEC, key): times})

    assert not causes(comparison_of(executing(2), executing(20)))


def test_a_module_that_is_loaded_again_and_again_is_no_import() -> None:
    key: Key = (f"{LIB}/plugin.py", 1, "<module>")

    def loading(times: int) -> Profile:
        functions = {MAIN: (1, 1.0), LOAD: (times, 0.0), RUN: (times, 0.0), TRAMPOLINE: (times, 0.0)}
        functions |= {EXEC: (times, 0.0), key: (times, 0.1 * times)}
        order = (MAIN, LOAD, RUN, TRAMPOLINE, EXEC, key)
        return profile_of(functions, dict.fromkeys(pairwise(order), times))

    comparison = comparison_of(loading(2), loading(20))
    assert not causes(comparison) and comparison.causes is not None
    said = told(comparison, comparison.causes.listed[0])
    assert said == "app calls _find_and_load 20 times, not twice"
