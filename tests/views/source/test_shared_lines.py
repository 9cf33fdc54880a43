"""What Source says of calls that no single line can be blamed for, and of times of another run."""

from __future__ import annotations

import marshal
from pathlib import Path

import pytest
from tests.support.at_once import source_paths_of
from tests.support.called_programs import PROGRAMS
from tests.support.called_tracer import write_stats
from tests.support.called_truth import profiled
from tests.support.corpus import index_of
from tests.support.examples import slowly
from tests.support.profiles import calling, profile_of
from tests.support.screens import DEMO, opened, screen, typed

from proftui import messages
from proftui.analysis.columns import SHARE, columns_of
from proftui.analysis.names import Names
from proftui.analysis.order import Order
from proftui.analysis.source.listing import listing
from proftui.analysis.source.source_text import Source
from proftui.cli.main import main
from proftui.frame import sentences
from proftui.output.printed import Wanted
from proftui.output.tables import text
from proftui.state.session import Session
from proftui_parsers import LineTime, Profile, add, load

TWO = """
def dumps(x):
    return sum(x)

def main():
    a = dumps([1])
    for i in range(3):
        b = dumps(range(300))
    c = dumps([2]), once(a)

def once(x):
    return x
"""


@pytest.fixture
def two(tmp_path: Path) -> Path:
    """A profile of a program that calls one function on three lines, beside its text."""
    path = tmp_path / "two.py"
    path.write_text(TWO)
    write_stats(path, path.with_suffix(".stats"))
    return path.with_suffix(".stats")


@pytest.mark.parametrize("calls_itself", [False, True])
def test_calls_of_which_the_file_lost_some_are_marked(
    calls_itself: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "made.py"
    path.write_text("\ndef made():\n    one = First(1), Second(2)\n    return sum(one)\n")
    made, init = (str(path), 2, "made"), ("<string>", 2, "__init__")
    total = ("~", 0, "<built-in method builtins.sum>")
    # Both classes have such an __init__, of which cProfile kept one.
    calls = {
        init: (1, 1, 1.0, 1.0, {made: (1, 1, 1.0, 1.0)}),
        total: (1, 1, 0.5, 0.5, {made: (1, 1, 0.5, 0.5)}),
    }
    stats = path.with_suffix(".stats")
    # What sum goes over may have called it again.
    again = {total: (1, 1, 0.1, 0.4)} if calls_itself else {}
    stats.write_bytes(marshal.dumps({made: (1, 1 + len(again), 0.5, 4.0, again), **calls}))
    assert main([str(stats), "--view", "source", "--filter", "func:^made$", "--print"]) == 0
    printed = capsys.readouterr().out.splitlines()
    for drawn in (printed, screen(opened(stats), ["slash", *typed("func:^made$"), "enter", "5"])):
        (lost,) = [row.split() for row in drawn if "First(1)" in row]
        (exact,) = [row.split() for row in drawn if "sum(one)" in row]
        assert "(→1×)" in lost and "(1.000)" in lost
        assert "→1×" in exact and "0.500" in exact
        assert any(messages.JOINT_FIGURES in row for row in drawn)


@pytest.mark.parametrize("name", ["methods", "generators", "decorators"])
def test_no_line_takes_more_than_its_function(name: str, tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(PROGRAMS[name])
    assert_within_whole(profiled(path).profile)


@pytest.mark.parametrize("one_of", [8, *slowly(1)])
def test_no_line_of_the_demo_takes_more_than_its_function_whole_file_or_not(one_of: int) -> None:
    assert_within_whole(load(str(DEMO / "demo.stats")), one_of)


def assert_within_whole(profile: Profile, one_of: int = 1) -> None:
    """``one_of``: of so many functions one is looked at in its whole file."""
    sources: dict[str, Source] = {}
    names, looked_at = Names(profile), 0
    for index in range(profile.count):
        for whole_file in (False, True)[: 1 if index % one_of else 2]:
            shown = listing(profile, index, sources, source_paths_of(profile), names, whole_file)
            for number in shown.numbers:
                whole = shown.whole(number)
                looked_at += bool(whole)
                assert not whole or shown.seconds(number) <= whole * 1.001, (names.label(index), number)
    assert looked_at


def test_calls_of_a_function_that_calls_itself_are_not_added_up() -> None:
    lines = "def f(n):\n    g(n), h(n)\n"
    edges = {("x.py", 9, "g"): (5, 5, 0.0, 2.0), ("x.py", 12, "h"): (5, 5, 0.0, 1.0)}
    profile = profile_of({("x.py", 1, "f"): (1, 5, 0.0, 2.0)} | edges)
    called = calling(("x.py", 1, "f"), list(edges))
    profile = profile.changed(edges=called.edges)
    source = {"x.py": Source((*lines.split("\n"), *[""] * 10), "x.py")}
    shown = listing(profile, 0, source, source_paths_of(profile), Names(profile))
    assert shown.seconds(2) == 2.0 and len(shown.calls_of(2)) == 2


def test_behind_imports_of_several_lines_stands_what_each_module_took() -> None:
    lines = "import wave, csv\nfrom email import message\nimport nothing.here\n"
    loader = ("<frozen importlib._bootstrap>", 9, "_find_and_load")
    library = "/usr/lib/python3.11/"
    rows = {
        ("x.py", 1, "<module>"): (1, 1, 0.0, 0.9),
        loader: (3, 3, 0.0, 0.8),
        (f"{library}wave.py", 1, "<module>"): (1, 1, 0.0, 0.25),
        (f"{library}email/__init__.py", 1, "<module>"): (1, 1, 0.0, 0.5),
        (f"{library}test/csv.py", 1, "<module>"): (1, 1, 0.0, 0.125),
    }
    called = calling(("x.py", 1, "<module>"), [loader], [place for place in rows if place != loader][1:])
    profile = profile_of({place: rows[place] for place in places_of(called)}).changed(edges=called.edges)
    session = Session(profile, OWN)
    session.sources.texts["x.py"] = Source(tuple(lines.split("\n")), "x.py")
    printed = list(text(Wanted(session, "source", chosen=[0])))
    took = {line: messages.MODULE_TOOK.format(*words) for line, words in MODULES.items()}
    assert [f"  line {line}: {words}" for line, words in took.items()] == [
        row for row in printed if row and row.startswith("  line ")
    ]
    # Nobody knows whose the calls are, and still which import is the one to look at.
    assert [session.listing(0).numbers[row] for row in session.listing(0).hottest[:2]] == [2, 1]


MODULES = {1: ("wave", "0.250 s"), 2: ("email", "0.500 s")}


def places_of(profile: Profile) -> list[tuple[str, int, str]]:
    return list(zip(profile.files, profile.linenos, profile.names, strict=True))


# --- times of lines


INNER, OUTER = ("x.py", 1, "inner"), ("x.py", 3, "outer")
OWN = Order.usual("tottime")
LINES = "def inner():\n    return 1\ndef outer():\n    for _ in range(50): inner()\n"


def line_profile(calls: int = 50) -> Profile:
    times = {0: (LineTime(2, calls, 0.25),), 1: (LineTime(4, 51, 0.5),)}
    return profile_of([INNER, OUTER], lines=times)


def said(profile: Profile, name: str, lines: str = LINES) -> list[str]:
    session = Session(profile, OWN)
    session.sources.texts["x.py"] = Source(tuple(lines.split("\n")), "x.py")
    return [line or "" for line in text(Wanted(session, "source", chosen=[index_of(profile, name)]))]


def joined(calls: int, hits: int) -> Profile:
    profile = profile_of(
        {("x.py", 1, "inner"): (calls, calls, 0.1, 0.1), ("x.py", 3, "outer"): (1, 1, 0.1, 0.2)}
    )
    return add([profile, line_profile(hits)])


def test_a_line_time_beside_the_time_of_another_run_is_never_without_a_word() -> None:
    assert messages.DIFFERENT_RUNS.format("250.000 ms", "100.000 ms") in said(joined(50, 50), "inner")


def test_of_what_calls_itself_no_other_run_is_blamed_for_the_levels_that_lines_count() -> None:
    profile = profile_of({INNER: (50, 60, 0.1, 0.1), OUTER: (1, 1, 0.1, 0.2)})
    runs = messages.LEVELS_AND_CALLS.format("250.000 ms", "100.000 ms")
    assert runs in said(add([profile, line_profile(60)]), "inner")


@pytest.mark.slow
def test_that_a_caller_has_no_source_is_said_in_full_or_not_at_all() -> None:
    caller, called = (
        ("/app/package/module.py", 3, "a_caller_of_built_ins"),
        ("~", 0, "<built-in method builtins.len>"),
    )
    keys = ["slash", *typed("len"), "enter", "5"]
    for width in range(70, 130, 6):
        (row,) = [
            row
            for row in screen(lambda: calling(caller, [called]), keys, size=(width, 24))[3:-3]
            if "×" in row
        ]
        assert row.rstrip().endswith(("a_caller_of_built_ins", messages.NO_SOURCE)), row


def test_line_times_alone_say_what_their_total_is_and_no_headings_stand_over_nothing() -> None:
    noted = [span.text for row in sentences.notes(line_profile()) for span in row]
    assert " ".join(noted) == messages.NOTED_OF_LINES
    assert any(noted[0] in row for row in screen(line_profile, ["exclamation_mark"]))
    shares = screen(line_profile, ["percent_sign", "percent_sign"])
    (share,) = (column for column in columns_of(line_profile()) if column.kind == SHARE)
    explained = sentences.explained(share)
    assert explained in shares[-2]
    tree = screen(line_profile, ["3"])
    assert not tree[2].strip() and "function" not in tree[2]
