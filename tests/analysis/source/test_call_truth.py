"""No line is blamed without a mark for calls of another: compared with what the interpreter itself tells."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support import called_tracer
from tests.support.called_programs import PROGRAMS
from tests.support.called_truth import Program, Statements, profiled, recorded
from tests.support.examples import slowly, some

OTHER_PYTHONS = ("3.8", "3.9", "3.10", "3.11", "3.12", "3.13")


def _case(param: tuple[str, bool]) -> str:
    name, builtins = param
    return name if builtins else f"{name}, built-ins not recorded"


CASES = [*some(((name, True) for name in PROGRAMS), 2), *some((name, False) for name in PROGRAMS)]


@pytest.fixture(scope="module", params=CASES, ids=_case)
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Program:
    name, builtins = request.param
    if not builtins and not called_tracer.leaves_out_builtins():
        pytest.skip("cProfile of this Python records built-in functions in any case")
    path = tmp_path_factory.mktemp("called") / "program_under_test.py"
    path.write_text(PROGRAMS[name])
    return profiled(path, builtins=builtins)


@pytest.mark.parametrize("with_library", [True, False], ids=["all text", "own text"])
def test_where_nothing_is_marked_one_line_made_all_calls(program: Program, with_library: bool) -> None:
    known = 0
    for caller, callee, site in program.edges(with_library=with_library):
        made = program.truth.get((caller, callee), set())
        known += bool(made)
        if made and site is not None and not site.joint:
            assert made == set(site.lines), (caller, callee)
    assert known


def installed(version: str) -> str:
    """A Python of this version that runs."""
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    for found in [*versions.glob(f"{version}.*/bin/python"), shutil.which(f"python{version}")]:
        if found and not subprocess.run([found, "-c", ""], capture_output=True, check=False).returncode:
            return str(found)
    pytest.skip(f"Python {version} is not installed")


@pytest.mark.parametrize("version", slowly(*OTHER_PYTHONS))
def test_the_same_holds_for_what_other_pythons_recorded(version: str, tmp_path: Path) -> None:
    if version == f"{sys.version_info.major}.{sys.version_info.minor}":
        pytest.skip("this is the Python of the tests above")
    python = installed(version)
    paths = [tmp_path / name / "program_under_test.py" for name in PROGRAMS]
    for path in paths:
        path.parent.mkdir()
        path.write_text(PROGRAMS[path.parent.name])
    subprocess.run([python, called_tracer.__file__, *paths], check=True, capture_output=True)
    ran = [path for path in paths if path.with_suffix(".False.json").exists()]
    assert len(ran) > len(paths) // 2
    wrong = []
    for path, builtins in itertools.product(ran, (True, False)):
        program = recorded(path, builtins=builtins)
        statements = Statements(program.lines if version in ("3.8", "3.9", "3.10") else ())
        for caller, callee, site in program.edges(with_library=True):
            said = set(site.lines) if site is not None and not site.joint else set()
            made = program.truth.get((caller, callee), set()) if said else set()
            if any(said.isdisjoint(statements.lines(line, callee[2])) for line in made):
                wrong.append((path.parent.name, caller, callee, made, said))
    assert wrong == []


def test_what_a_function_calls_by_name_alone_stands_on_one_line(tmp_path: Path) -> None:
    path = tmp_path / "program_under_test.py"
    path.write_text(PROGRAMS["straight"])
    straight = profiled(path)
    found = {
        (caller[2], callee[2]): site.lines if site else ()
        for caller, callee, site in straight.edges(with_library=True)
        if caller[2] != "<module>"
    }
    by_name = {line.strip(): number for number, line in enumerate(straight.lines, 1)}
    assert found["main", "dumps"] == (by_name["text = json.dumps([1, 2, 3])"],)
    assert found["main", "parse"] == (by_name["value = parse(text)"],)
    assert found["total", "clip"] == (by_name["result += clip(row)"],)
    assert all(len(of_edge) == 1 for of_edge in found.values()), found
