"""Functions by package, module and file: rows, what Enter shows, what needs one function."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.corpus import dumped
from tests.support.screens import DATA, DEMO, demo, opened, screen
from tests.support.shots import shots

from proftui import messages
from proftui.state.view_names import SOURCE, TITLES
from proftui_parsers import Profile

SITE = "/usr/lib/python3.11/site-packages"
MAIN, OTHER = "/home/me/job/main.py", "/home/me/job/other.py"
TRIO, APP = f"{SITE}/trio", f"{SITE}/trioapp"
PROFILE = dumped(
    {
        (MAIN, 1, "<module>"): (1, 1, 1.0, 10.0, {}),
        (OTHER, 5, "work"): (2, 2, 2.0, 9.0, {(MAIN, 1, "<module>"): (2, 2, 2.0, 9.0)}),
        (f"{TRIO}/a.py", 1, "serve"): (2, 2, 1.0, 7.0, {(OTHER, 5, "work"): (2, 2, 1.0, 7.0)}),
        (f"{TRIO}/b.py", 1, "wait"): (3, 3, 1.0, 6.0, {(f"{TRIO}/a.py", 1, "serve"): (3, 3, 1.0, 6.0)}),
        (f"{APP}/c.py", 1, "app"): (1, 1, 1.0, 1.0, {(f"{TRIO}/b.py", 1, "wait"): (1, 1, 1.0, 1.0)}),
        ("~", 0, "<built-in method builtins.len>"): (
            4, 4, 4.0, 4.0, {(f"{TRIO}/b.py", 1, "wait"): (4, 4, 4.0, 4.0)},
        ),
    }
)  # fmt: skip


@pytest.fixture
def made(tmp_path: Path) -> Callable[[], Profile]:
    path = tmp_path / "made.stats"
    path.write_bytes(PROFILE)
    return opened(path)


def rows_of(shown: list[str]) -> list[list[str]]:
    return [row.strip(" ▸").split() for row in shown[4:-3] if row.strip()]


def test_a_package_has_the_time_of_its_functions_and_of_the_built_ins_that_they_call(
    made: Callable[[], Profile],
) -> None:
    shown = screen(made, ["M"])
    assert messages.STEP_BY.format("package") in shown[2] and messages.BUILT_INS_TO_CALLERS in shown[2]
    (ncalls, own, _, _, time, name, functions), *_ = rows_of(shown)
    assert (ncalls, own, time, name, functions) == ("2", "6.000", "7.000", "trio", "2")
    assert "1–4 of 4 packages" in shown[1]


def test_modules_and_files_come_next_then_functions(made: Callable[[], Profile]) -> None:
    by_module, by_file, whole = (shot.rows for shot in shots(made, "M", "M", "M", "M")[2:])
    assert {row[-2] for row in rows_of(by_module)} == {"main", "other", "trio.a", "trio.b", "trioapp.c"}
    assert {row[-2] for row in rows_of(by_file)} >= {"trio/a.py", "trio/b.py", "trioapp/c.py"}
    assert [row.strip(" ▸") for row in whole[3:-3]] == [row.strip(" ▸") for row in screen(made, [])[3:-3]]
    assert whole[-2].strip() == messages.BY_FUNCTION


def test_enter_shows_the_functions_of_a_package_alone_and_back_leads_to_it(
    made: Callable[[], Profile],
) -> None:
    grouped, inside, back, undone = (
        shot.rows for shot in shots(made, "M", "enter", "less_than_sign", "U")[1:]
    )
    assert sorted(row.split()[-2] for row in inside[3:-3] if row.strip()) == ["serve", "wait"]
    assert inside[-2].strip() == messages.OF_GROUP.format("trio")
    assert back[:-2] == grouped[:-2]
    assert undone[:-2] == screen(made, [])[:-2]


def test_a_hidden_group_counts_to_who_called_it(made: Callable[[], Profile]) -> None:
    shown = screen(made, ["M", "x"])
    assert "trio" not in {row[-2] for row in rows_of(shown)}
    assert messages.STEP_WITHOUT_ALL.format("trio", 2) in shown[2]
    assert sum(float(row[1]) for row in rows_of(shown)) == pytest.approx(10.0)


@pytest.mark.parametrize(("key", "what"), [("5", TITLES[SOURCE]), ("e", "e")])
def test_what_needs_one_function_says_so(made: Callable[[], Profile], key: str, what: str) -> None:
    shown = screen(made, ["M", key])
    assert shown[-2].strip() == messages.NEEDS_ONE_FUNCTION.format("package", what)
    assert "by package" in shown[2]


@pytest.mark.parametrize("view", ["2", "3", "4"])
def test_calls_and_trees_are_of_groups(made: Callable[[], Profile], view: str) -> None:
    shown = "\n".join(screen(made, ["M", view, "E"], size=(120, 40)))
    assert "trio" in shown and "serve" not in shown and "a.py" not in shown


def test_where_there_are_only_built_ins_nothing_is_grouped(tmp_path: Path) -> None:
    path = tmp_path / "one.stats"
    path.write_bytes(dumped({("~", 0, "<built-in method builtins.len>"): (1, 1, 1.0, 1.0, {})}))
    assert screen(opened(path), ["M"])[-2].strip() == messages.NO_GROUPS


def test_where_only_built_ins_are_left_groups_are_taken_off_at_once(tmp_path: Path) -> None:
    path = tmp_path / "one.stats"
    path.write_bytes(
        dumped(
            {
                (MAIN, 1, "f"): (1, 1, 1.0, 3.0, {}),
                ("~", 0, "<len>"): (1, 1, 2.0, 2.0, {(MAIN, 1, "f"): (1, 1, 2.0, 2.0)}),
            }
        )
    )
    assert screen(opened(path), ["M", "x", "M"])[-2].strip() == messages.BY_FUNCTION
    assert screen(opened(path), ["M", "x", "M", "M"])[-2].strip() == messages.NO_GROUPS


@pytest.mark.parametrize(
    "key", ["full_stop", "W", "H", "u", "percent_sign", "t", "O", "i", "slash", "n", "v", "w"]
)
def test_every_key_goes_on_with_groups(key: str) -> None:
    views = ([view, key, "escape", "down", "up"] for view in ("1", "2", "3", "4"))
    screen(demo(), ["M", *itertools.chain(*views)], size=(120, 40))


@pytest.mark.parametrize("by", ["M", "MM", "MMM"])
def test_groups_that_differ_in_capitals_alone_are_two(tmp_path: Path, by: str) -> None:
    path = tmp_path / "case.stats"
    keys_of = (f"{SITE}/trio/a.py", 1, "lower"), (f"{SITE}/Trio/a.py", 1, "capital")
    path.write_bytes(dumped({key: (1, 1, 1.0, 1.0, {}) for key in keys_of}))
    for keys, name in (([*by, "enter"], "lower"), ([*by, "down", "enter"], "capital")):
        shown = screen(opened(path), keys)
        found = {row.split()[-2] for row in shown[3:-3] if row.strip()}
        assert len(found) == 1, (keys, name, found)


def test_of_a_step_in_place_of_another_the_one_that_was_done_is_taken_back() -> None:
    shown = screen(opened(DEMO / "demo.lprof"), ["M", "M", "U"])
    assert shown[-2].strip() == messages.TAKEN_BACK.format("by module")


def test_enter_on_a_thread_goes_on_as_a_thread_is_in_no_group() -> None:
    keys = ["M", "2", "T", "t", "escape", "up", "enter", "enter"]
    shown = screen(opened(DATA / "stacks" / "austin3.7.0-spin-full.austin"), keys)
    assert "by thread" in shown[2] and shown[-3].strip().startswith("pid 19184")
