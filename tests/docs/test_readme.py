"""The first page: short, every command in it run, every figure in it true."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.support.pages import README, ROOT, commands, section, tables, text_of

for needed in ("termios", "pexpect"):
    pytest.importorskip(needed, reason="no pseudo-terminals here")

from tests.support.demo_on_terminal import PROFTUI, open_demo, quits, ready, shell  # noqa: E402 - it needs these

# The child becomes another program at once, so threads that other tests have left do not matter to it.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded, use of forkpty:DeprecationWarning")

MOST_WORDS = 900
INSTALLING = ("pipx install .", "uv tool install --compile-bytecode .")
(RECORDING,) = (line for line in commands(README) if line.startswith("python -m cProfile "))
OPENING = "proftui p.stats"
DEMO, BENCHMARKS = "proftui --demo", "python -m benchmarks"


def with_pip() -> list[str]:
    """The two commands that need nothing but pip."""
    return [line for line in commands(README) if line.startswith("python3 -m venv ")]


def test_a_stranger_can_finish_it() -> None:
    assert len(text_of(README).split()) <= MOST_WORDS


# --- its commands


def test_no_command_is_untried() -> None:
    to_use, to_work = with_pip()
    assert commands(README) == [*INSTALLING, to_use, to_work, RECORDING, OPENING]
    inline = {
        code
        for code in re.findall(r"`([^`\n]+)`", text_of(README))
        if code.startswith(("python ", "proftui "))
    }
    assert inline == {DEMO, BENCHMARKS, OPENING, "python -m pstats"}


def test_ci_runs_the_commands_that_install_with_pip() -> None:
    """But for the demo, which it prints, and for where it puts them."""
    script = re.sub(r'"\$scratch/use([\w/]*)"', r".venv\1", (ROOT / ".ci" / "run").read_text("utf-8"))
    script = script.replace(" --quiet", "").replace("--demo --print --limit 5", "--demo")
    ran = [line.strip() for line in script.splitlines()]
    for command in with_pip():
        assert all(part in ran for part in command.split(" && "))


@pytest.mark.slow
@pytest.mark.parametrize("command", INSTALLING)
def test_other_tools_install_it_too(tmp_path: Path, command: str) -> None:
    python = shutil.which("python3")
    if python is None or subprocess.run([python, "-m", "pip", "--version"], capture_output=True).returncode:
        pytest.skip("no pip here that could fetch the tool")
    tool, bin_ = shlex.split(command)[0], tmp_path / "bin"
    subprocess.run([python, "-m", "venv", "--without-pip", tmp_path / "tool"], check=True)
    subprocess.run([python, "-m", "pip", "--python", tmp_path / "tool", "install", "-q", tool], check=True)
    places = {"PIPX_HOME": "pipx", "PIPX_BIN_DIR": "bin", "UV_TOOL_DIR": "uv", "UV_TOOL_BIN_DIR": "bin"}
    environ = {**os.environ, **{name: str(tmp_path / folder) for name, folder in places.items()}}
    environ["PATH"] = os.pathsep.join([str(tmp_path / "tool" / "bin"), environ["PATH"]])
    subprocess.run(shlex.split(command), cwd=ROOT, env=environ, check=True)
    shown = subprocess.run([bin_ / "proftui", "--demo", "--print"], capture_output=True, check=True)
    assert b"edit_distance" in shown.stdout


def test_a_program_is_recorded_and_opened(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text("def counted(number):\n    return number\n\ncounted(1)\n", "utf-8")
    python, *arguments = shlex.split(RECORDING)
    assert python == "python"
    subprocess.run([sys.executable, *arguments], cwd=tmp_path, check=True)
    with shell(OPENING.replace("proftui", PROFTUI, 1), tmp_path) as shown:
        shown.wait_for(ready(shown, "▸ "))
        assert "p.stats" in shown.screen[0]
        shown.press("/counted")
        shown.wait_for(r"▸ .*counted")
        shown.press("enter")
        quits(shown)


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="the benchmarks need Linux")
def test_the_benchmarks_run() -> None:
    """Of all they measure, what takes least."""
    less = ["--sizes", "1000", "--rounds", "1", "--rows", "load to columns"]
    ended = subprocess.run(
        [sys.executable, *shlex.split(BENCHMARKS)[1:], *less],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert re.search(r"load to columns.* 1,000 +\d", ended.stdout)


# --- its figures


class Step(NamedTuple):
    """A row of the tour: keys as written and as pressed, what then is on the screen, the row's figures."""

    written: str
    keys: tuple[str, ...]
    seen: str
    figures: tuple[str, ...]


TOUR = (
    Step("none", (), r"▸ +24003 +0\.815 +53\.0 .*edit_distance", ("53.0",)),
    Step("`Enter`", ("enter",), r"23142 .* 96\.9 .*closest", ("96.9",)),
    Step("`5`", ("5",), r"▸ +48 .* 50\.1 ", ("48", "50.1")),
    Step("`1` `/json`", ("1", "/json"), r"in its code 14\.2 %", ("14.2",)),
    Step("`Esc` `4`", ("escape", "4"), r" 9 levels", ("9", "3")),
)


def tour() -> list[list[str]]:
    (rows,) = tables(section(README, "One minute with the demo"))
    return rows


def test_the_tour_has_no_figure_that_is_not_looked_at() -> None:
    assert [row[0] for row in tour()] == [step.written for step in TOUR]
    for row, step in zip(tour(), TOUR, strict=True):
        assert tuple(re.findall(r"\d+(?:\.\d+)?", row[2])) == step.figures


def test_the_tour_on_a_terminal_shows_what_it_says() -> None:
    with open_demo(columns=100) as shown:
        for step in TOUR:
            for key in step.keys:
                shown.press(key)
                if key == "escape":
                    # A key that comes with it would be one that is pressed together with Alt.
                    shown.wait_until_gone("keep")
            shown.wait_for(step.seen)
        shown.press("3")
        shown.wait_for(r"\[3 Tree\]")
        quits(shown)


MEASURED = {
    "first screen, of the time that SnakeViz needs for its page": "first screen, against SnakeViz' page",
    "first screen, of the time that `pstats` needs to sort and print 20 rows": (
        "first screen, against pstats' sort and stats 20"
    ),
    "a key pressed from the first screen on": "Down every 30 ms from the first screen on: median",
    "wake-ups while nothing happens": "idle: wake-ups",
}
"""Of what the README tells, which row of the table of all measurements it is."""


def test_the_figures_of_speed_are_those_that_were_measured() -> None:
    (told,), (every, *_) = tables(section(README, "How fast")), tables(text_of(ROOT / "docs" / "speed.md"))
    assert [row[0] for row in told] == list(MEASURED)
    for what, figure in told:
        found = {row[1]: row[2] for row in every if row[0] == MEASURED[what]}
        number, _, unit = found.get("10,000", found["1,000"]).partition(" ")
        assert (float(figure.partition(" ")[0]), figure.partition(" ")[2]) == (float(number), unit)
