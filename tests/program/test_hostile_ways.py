"""All of ``tests/hostile`` compared, grouped, hidden and written in every form, by the command line."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.hostile import all_cases, graphs, telling_cases
from tests.hostile.case import Case, Handful, handfuls, named
from tests.support import peak_memory

from proftui.cli.main import main
from proftui.cli.options import CONVERSIONS, FORMATS, STACK_FORMS
from proftui.state.loading import demo_files
from proftui.state.view_names import VIEWS

BASE, _ = demo_files()
OTHER = "OTHER"
"""Stands for the sample, beside a file that is tried."""
WRITTEN = tuple(("--view", view, "--format", form) for view in VIEWS for form in FORMATS[: -len(CONVERSIONS)])
GROUPED = (*(("--by", by) for by in ("package", "module", "file")), ("--my-code",), ("--hide", "f1"))
COMPARED = tuple(("--base", OTHER, *way) for way in ((), *GROUPED, *WRITTEN))
WAYS = (
    *COMPARED,
    *(("--base", "FILE", "--new", OTHER, *way) for way in ((), *GROUPED)),
    *(("--base", "FILE", *way) for way in ((), ("--my-code",))),
    *GROUPED,
    *(("--by", "file", "--view", view, "--format", "json") for view in VIEWS),
    *WRITTEN,
    *(("--format", form, "--estimate") for form in STACK_FORMS),
    ("--format", "pstats"),
)
"""What is asked for; ``FILE``: what is tried is the base, too, or alone where ``--new`` follows."""
NO_ARGUMENTS: tuple[str, ...] = (
    "file: a name with a NUL",
    "file: a name of a surrogate",
    "file: an open ",
    "file: a folder",
)
NO_ARGUMENTS += ("file: a folder", "file: a link to a folder")
"""No command line can hold these names, numbers are of files that are open here only, folders are listed."""
QUICK = [case for case in telling_cases(40) if case.is_short and not case.name.startswith(NO_ARGUMENTS)]
MOST, SECONDS = 256 << 20, 20
"""What one run may take; the seconds are of a processor, ten times what it takes on a computer of today."""


def arguments(way: Sequence[str], paths: Sequence[str], limit: int) -> list[str]:
    """The command line."""
    files, given = list(paths), list(way)
    if "--new" in given:
        place = given.index("--new")
        files = [given[place + 1]]
        del given[place : place + 2]
    bases: list[str] = []
    if given[0] == "--base":
        bases = [f"--base={one}" for one in (paths if given[1] == "FILE" else [BASE])]
        given = given[2:]
    files = [BASE if file == OTHER else file for file in files]
    return [*given, *bases, "--print", "--max-size", str(limit), "--", *files]


JOINING = "\n\r\u200b\u200c\u200d"
"""What no terminal acts on: ends of lines, and what joins letters or does not, which names keep."""


def harmless(status: int, out: bytes, err: bytes, *, is_text: bool) -> None:
    """It was done or refused, and nothing of the file can act on a terminal."""
    said = err.decode()
    assert status in (0, 2), said
    assert "Traceback" not in said and all(c.isprintable() or c == "\n" for c in said), said
    if is_text:
        odd = {c for c in out.decode() if not c.isprintable() and c not in JOINING}
        assert not odd, f"{odd!a}"


def tried(case: Case, folder: Path, way: Sequence[str], capsys: pytest.CaptureFixture[bytes]) -> None:
    """One case in one way."""
    status = main(arguments(way, case.paths(folder), case.max_bytes >> 20))
    harmless(status, *capsys.readouterr(), is_text=way[-1] != "pstats")


@pytest.mark.parametrize("handful", handfuls(QUICK[::8], 40), ids=str)
def test_each_case_in_one_way(
    handful: Handful, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    for turn, (case, folder) in enumerate(handful.each(tmp_path)):
        with named(case):
            tried(case, folder, WAYS[(turn * 7) % len(WAYS)], capsysbinary)


ALL = [case for case in all_cases() if not case.needs_data and not case.name.startswith(NO_ARGUMENTS)]


@pytest.mark.slow
@pytest.mark.parametrize(("turn", "handful"), list(enumerate(handfuls(ALL, 20))), ids=str)
def test_every_case_in_three_ways(
    turn: int, handful: Handful, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    for number, (case, folder) in enumerate(handful.each(tmp_path)):
        for more in range(3):
            way = WAYS[(turn * 20 + number + more * 29) % len(WAYS)]
            with named(case):
                below = folder / str(more)
                below.mkdir()
                tried(case, below, way, capsysbinary)


GRAPHS = [*graphs.cases(), *graphs.large_cases()]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in other units")
@pytest.mark.parametrize(("turn", "case"), list(enumerate(GRAPHS)), ids=[case.name for case in GRAPHS])
def test_no_graph_takes_more_than_grows_with_it(turn: int, case: Case, tmp_path: Path) -> None:
    """Each in every tenth way, in a process of its own."""
    paths = case.paths(tmp_path)
    for way in WAYS[turn % 10 :: 10]:
        notes = tmp_path / "notes"
        command = [
            sys.executable,
            "-I",
            "-S",
            peak_memory.__file__,
            str(notes),
            sys.executable,
            "-m",
            "proftui",
        ]
        ran = subprocess.run(
            [*command, *arguments(way, paths, 64)],
            capture_output=True,
            check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS)),
        )
        harmless(ran.returncode, ran.stdout, ran.stderr, is_text=way[-1] != "pstats")
        assert int(notes.read_text().split()[1]) << 10 <= MOST, way
