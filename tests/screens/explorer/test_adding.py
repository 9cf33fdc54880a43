"""``A``: other files are added to what is shown, and taken off again."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.support.corpus import Stats, dumped
from tests.support.screens import DEMO, explore, finished, press, typed
from tests.support.shots import Shot, shot_of
from textual.pilot import Pilot

from proftui import messages
from proftui.screens.explorer import reload
from proftui.screens.explorer.screen import ExplorerScreen
from proftui.state.loading import Loader
from proftui_parsers import load
from proftui_parsers.messages import STACKS_ALONE

MAIN, PARSE, OTHER = ("m.py", 1, "main"), ("m.py", 9, "parse"), ("m.py", 20, "other")


def write(path: Path, parse: float) -> str:
    """A run of a program of three functions that takes 1.5 s and what ``parse`` takes."""
    calls = (2, 2, parse, parse)
    table: Stats = {
        MAIN: (1, 1, 0.5, 0.5 + parse, {}),
        PARSE: (2, 2, parse, parse, {MAIN: calls}),
        OTHER: (1, 1, 1.0, 1.0, {}),
    }
    path.write_bytes(dumped(table))
    return str(path)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Three runs, the newest first."""
    made = [write(tmp_path / f"{name}.stats", 2.0 + n) for n, name in enumerate("pqr")]
    for age, path in enumerate(made):
        os.utime(path, (10**9 - age, 10**9 - age))
    return made


def shown(read: Loader, *keys: str | tuple[str, ...], size: tuple[int, int] = (80, 24)) -> list[Shot]:
    """The first screen, and one after each key, or after some that are typed at once."""
    taken: list[Shot] = []

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        for key in ((), *keys):
            press(pilot, *([key] if isinstance(key, str) else key))
            await pilot.pause()
            await finished(pilot, explorer)
            taken.append(shot_of(pilot))

    explore(read, script, size=size)
    return taken


def after(files: list[str], *keys: str | tuple[str, ...], opened: int = 1) -> list[Shot]:
    return shown(Loader(files[:opened], 1 << 30), *keys)


def last(files: list[str], *keys: str | tuple[str, ...], opened: int = 1) -> Shot:
    return after(files, *keys, opened=opened)[-1]


def word(text: str) -> tuple[str, ...]:
    """The keys of an action that takes something."""
    return ("colon", *typed(text), "enter")


def but_message(shot: Shot) -> list[str]:
    return [*shot.rows[:-2], shot.rows[-1]]


def test_marked_files_are_added_and_taken_off_again(files: list[str]) -> None:
    off = (word("remove q.stats"), "U", ("colon", *typed("remove")), "enter", word("remove r.stats"))
    first, listed, *_, added, one, same, offered, back, none = after(
        files, "A", "space", "space", "enter", *off
    )
    assert messages.ADD_TITLE in "".join(listed.rows) and "p.stats" not in "".join(listed.rows[1:])
    assert added.rows[0].startswith(" p.stats + 2  cProfile · 12 calls ")
    assert added.rows[0].endswith("  13.500 s ")
    assert added.state == f"{messages.ADDED.format('q.stats and 1 more')} · {messages.REMOVES}"
    assert one.rows[0].startswith(" p.stats + 1 ") and one.state == messages.REMOVED.format("q.stats")
    assert same.state == messages.NOTHING_TO_UNDO and same.rows[0] == one.rows[0]
    assert messages.WORDS_TAKEN["remove"].format("r.stats") in "".join(offered.rows)
    assert back.state == messages.REMOVED.format("r.stats") and but_message(back) == but_message(first)
    assert none.state == messages.NONE_ADDED


def test_a_pattern_means_the_files_that_are_not_shown(files: list[str]) -> None:
    every = word(f"add {Path(files[0]).parent}/*.stats")
    assert last(files, every).rows[0].startswith(" p.stats + 2 ")
    assert last(files, every, every).state == messages.NO_PROFILE_TO_ADD


def test_r_reads_all_of_them_again(files: list[str]) -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        press(pilot, "A", "enter")
        await pilot.pause()
        write(Path(files[0]), 1.0)
        write(Path(files[1]), 1.0)
        press(pilot, "R")
        await pilot.pause()
        assert "8.000 → 5.000 s  −37.5 %" in shot_of(pilot).state
        # What it was alone is read again for it, if it is there.
        os.rename(files[0], f"{files[0]}.away")
        press(pilot, *word("remove q.stats"))
        await pilot.pause()
        assert shot_of(pilot).state.startswith("p.stats does not exist")
        assert shot_of(pilot).rows[0].startswith(" p.stats + 1 ")
        os.rename(f"{files[0]}.away", files[0])
        press(pilot, *word("remove q.stats"))
        await pilot.pause()
        assert shot_of(pilot).rows[0].endswith("  2.500 s ")

    explore(Loader(files[:1], 1 << 30), script)


def test_unlike_kinds_and_bad_files_are_refused_by_name(files: list[str], tmp_path: Path) -> None:
    stacks = tmp_path / "stacks.txt"
    stacks.write_text("main (a.py:1);work (a.py:2) 10\n")
    (tmp_path / "q.stats").write_bytes(b"no profile")
    lines = str(DEMO / "demo.lprof")
    # Either way what is shown stays as it was.
    for one, other in ((str(stacks), files[0]), (files[0], str(stacks)), (lines, str(stacks))):
        first, *_, refused = shown(Loader([one], 1 << 30), word(f"add {other}"), size=(120, 40))
        rest = Path(other if one == str(stacks) else one).name
        assert refused.state == STACKS_ALONE.format("stacks.txt", rest)
        assert but_message(refused) == but_message(first)
    refused = last(files, word(f"add {files[1]}"))
    assert refused.state.startswith("q.stats ") and refused.rows[0].startswith(" p.stats  ")


def test_standard_input_is_not_needed_again(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def reading(path: str, **options: object) -> object:
        return load(files[0] if path == "-" else path, **options)  # type: ignore[arg-type]

    monkeypatch.setattr("proftui.state.loading.load", reading)
    monkeypatch.setattr(reload, "WAITS", ())
    *_, added, again = shown(Loader(["-"], 1 << 30), word(f"add {files[1]}"), "R")
    assert added.rows[0].endswith("  8.000 s ") and again.rows[0] == added.rows[0]
    assert messages.NOT_READ_TWICE in again.state


def test_comparing_keeps_files_apart(files: list[str]) -> None:
    compared, said, *_, added = after(files, "D", "enter", "A", "D", "enter", "A", "enter")[2:]
    assert said.state == messages.COMPARED_IS_APART and but_message(said) == but_message(compared)
    assert added.rows[0].startswith(" p.stats + 1 ")


def test_a_shape_stays_when_files_are_added_and_is_taken_back(files: list[str]) -> None:
    *_, added, whole = after(files, "x", "A", "enter", "U")
    assert added.rows[0].startswith(" p.stats + 1 ") and " without parse " in added.rows[2]
    assert whole.rows[0].startswith(" p.stats + 1 ") and " without " not in whole.rows[2]
