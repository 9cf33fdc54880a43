"""No line is named that did not make the call: compared with what the interpreter itself tells."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.support.called_programs import PROGRAMS
from tests.support.called_truth import Key, profile_of_program, truth_of
from tests.support.called_unseen import UNSEEN_PROGRAMS

from proftui.analysis.names import Names
from proftui.analysis.source.call_sites import Site, call_sites
from proftui.analysis.source.source_text import block_end
from proftui_parsers import Profile


@dataclass
class Program:
    """A program that was profiled: its text, and by edge the lines that made the calls."""

    path: str
    lines: Sequence[str]
    profile: Profile
    truth: dict[tuple[Key, Key], set[int]]


EVERY_PROGRAM = PROGRAMS | UNSEEN_PROGRAMS


def _case(param: tuple[str, bool]) -> str:
    name, builtins = param
    return name if builtins else f"{name}, built-ins not recorded"


@pytest.fixture(scope="module", params=itertools.product(EVERY_PROGRAM, (True, False)), ids=_case)
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Program:
    name, builtins = request.param
    path = tmp_path_factory.mktemp("called") / "program_under_test.py"
    path.write_text(EVERY_PROGRAM[name])
    # The first run imports what both others have then.
    truth_of(path)
    profile = profile_of_program(path, builtins=builtins)
    truth: dict[tuple[Key, Key], set[int]] = defaultdict(set)
    for caller, line, callee in truth_of(path, builtins=builtins):
        truth[caller, callee].add(line)
    return Program(str(path), path.read_text().split("\n"), profile, truth)


def edges(program: Program, *, with_library: bool) -> Iterator[tuple[Key, Key, Site | None]]:
    """The edges of the program's own functions, with the lines that are said to make the calls."""
    profile, names = program.profile, Names(program.profile)

    def text_of(file: str) -> Sequence[str]:
        return Path(file).read_text().split("\n") if with_library and Path(file).is_file() else ()

    for index in range(profile.count):
        if profile.files[index] != program.path:
            continue
        first, is_module = max(1, profile.linenos[index]), profile.names[index] == "<module>"
        last = len(program.lines) if is_module else block_end(program.lines, first)
        found = call_sites(profile, names, index, program.lines, first, last, text_of=text_of)
        sites = {site.callee: site for site in found.sites}
        for edge in profile.callees(index):
            key: Key = profile.function(edge.function)
            if key[0] == "~":
                key = ("~", 0, names.shown_name(edge.function).rpartition(".")[2])
            yield profile.function(index), key, sites.get(edge.function)


@pytest.mark.parametrize("with_library", [True, False], ids=["all text", "own text"])
def test_every_line_that_made_a_call_is_among_those_that_are_named(
    program: Program, with_library: bool
) -> None:
    known = 0
    for caller, callee, site in edges(program, with_library=with_library):
        made = program.truth.get((caller, callee), set())
        known += bool(made)
        if made and site is not None:
            # A generator that is dropped runs once more: its end may be told apart from its other calls.
            assert made <= {*site.lines, *site.ended}, (caller, callee)
            assert not site.ended or not set(site.lines) & set(site.ended)
    assert known


def test_what_a_function_calls_by_name_alone_stands_on_one_line(
    tmp_path: Path,
) -> None:
    path = tmp_path / "program_under_test.py"
    path.write_text(PROGRAMS["straight"])
    lines = path.read_text().split("\n")
    profile = profile_of_program(path)
    straight = Program(str(path), lines, profile, {})
    found = {
        (caller[2], callee[2]): site.lines if site else ()
        for caller, callee, site in edges(straight, with_library=True)
        if caller[2] != "<module>"
    }
    by_name = {line.strip(): number for number, line in enumerate(lines, 1)}
    assert found["main", "dumps"] == (by_name["text = json.dumps([1, 2, 3])"],)
    assert found["main", "parse"] == (by_name["value = parse(text)"],)
    assert found["total", "clip"] == (by_name["result += clip(row)"],)
    assert all(len(of_edge) == 1 for of_edge in found.values()), found
