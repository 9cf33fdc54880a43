"""Every number in headlines, notes and detail rows of real files, recomputed from what pstats reads."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.corpus import DATA, SHARED, shared_files
from tests.support.examples import some
from tests.support.figures_said import Facts, Said, said_in, unexplained
from tests.support.recorded import Key, Recorded

from proftui.analysis.builtin_names import BUILT_IN
from proftui.analysis.order import Order
from proftui.analysis.own_by_package import MINE, WAITS, own_by_package
from proftui.drawing.figures import MICROSECONDS, SECONDS
from proftui.drawing.line import Line
from proftui.frame import rows
from proftui.frame.headline import headline
from proftui.state.session import Session
from proftui_parsers import load
from proftui_parsers.waiting import LEAST_WAIT, WAITING

LEAST = 1.0
"""Percent of the time from which on a function's numbers are looked at."""
WIDTHS = (80, 100, 120, 200)


FILES = shared_files("pstats") if SHARED.is_dir() else sorted((DATA / "pstats").glob("[!t]*"))
"""All but samples, whose rows are put together."""


class Opened:
    """A file twice: as pstats reads it, and as proftui does."""

    def __init__(self, path: Path) -> None:
        try:
            self.recorded = Recorded(path)
        except (ValueError, TypeError, EOFError):
            pytest.skip("this Python's pstats cannot read it")
        if self.recorded.own <= 0 or len(list(self.recorded.above(LEAST))) < 2:
            pytest.skip("there are not several functions above the least share")
        self.profile = load(str(path))
        self.session = Session(self.profile, Order.usual("tottime"))

    def key(self, index: int) -> Key:
        return tuple(self.profile.function(index))


@pytest.fixture(params=some(FILES, 3), ids=lambda path: path.name, scope="module")
def opened(request: pytest.FixtureRequest) -> Opened:
    return Opened(request.param)


def figures_of(line: Line) -> str:
    """A detail row without the name of the function and its location."""
    return "".join(span.text for span in line.spans if span.role not in ("title", "heading")).strip()


# --- headlines and notes


def test_headlines(opened: Opened) -> None:
    said, found = headline(opened.profile, opened.session.names), opened.recorded
    largest = max(row.own or 0.0 for row in found.functions.values())
    facts: dict[str, list[float | None]] = {"%": [*found.shares(largest)], "function": [*found.halves()]}
    if not found.shares(largest)[0] >= 1:
        facts["%"].append(1.0)
    assert unexplained(said_in(said.sentence), facts) == [], said.sentence
    times = [row.time for key, row in found.functions.items() if key[2] == "_find_and_load"]
    assert unexplained(said_in(said.imports), {"%": found.shares(*times)}) == [], said.imports


def test_own_time_by_package(opened: Opened) -> None:
    """Parts of the run, and those of who has no built-ins to call are what pstats adds up."""
    parts = own_by_package(opened.profile, opened.session.names)
    if not parts:
        pytest.skip("parts are not the whole")
    assert sum(parts.values()) == pytest.approx(opened.recorded.own, rel=1e-3)
    names, own, found = opened.session.names, dict[str, float](), opened.recorded
    keys = [opened.key(index) for index in range(len(opened.profile.files))]
    package = {
        key: BUILT_IN if names.is_builtin(i) else MINE if names.is_mine(i) else names.package(i)
        for i, key in enumerate(keys)
    }
    for key, row in found.functions.items():
        waits = key[2] in WAITING and (row.own or 0.0) >= LEAST_WAIT * (row.calls or 0)
        callers = found.callers[key] if package[key] == BUILT_IN and not waits else {}
        given = {caller: edge.own or 0.0 for caller, edge in callers.items()}
        if sum(given.values()) > (row.own or 0.0) * 1.0005:
            given = {}
        where = WAITS if waits else package[key]
        own[where] = own.get(where, 0.0) + (row.own or 0.0) - sum(given.values())
        for caller, time in given.items():
            own[package[caller]] = own.get(package[caller], 0.0) + time
    for name, seconds in parts.items():
        # The pure Python profiler has itself in its file.
        assert seconds == pytest.approx(own.get(name, 0.0), abs=1e-4 * found.own), name


def test_notes(opened: Opened) -> None:
    facts = opened.recorded.oddities()
    for note in opened.profile.warnings:
        assert unexplained(said_in(note), facts) == [], note


# --- detail rows of Functions and Calls


def facts_of(found: Recorded, key: Key, part: str) -> Facts:
    """What the numbers of a function can stand for, in a part that may say which of them it is about."""
    row = found.functions[key]
    times = [row.own] if "own" in part else [row.time] if "cum" in part else [row.own, row.time]
    return {
        "s": times,
        "%": found.shares(*times),
        "call": [row.calls],
        "caller": [len(found.callers[key])],
        "callee": [len(found.callees[key])],
    }


def unexplained_of_function(found: Recorded, key: Key, sentence: str) -> list[Said]:
    return [one for said in said_in(sentence) for one in unexplained([said], facts_of(found, key, said.part))]


def test_detail_rows_of_functions(opened: Opened) -> None:
    session, found = opened.session, opened.recorded
    told, large = 0, set(found.above(LEAST))
    for index in range(opened.profile.count):
        key = opened.key(index)
        if key not in large:
            continue
        for unit in (SECONDS, MICROSECONDS):
            for width in WIDTHS:
                line = rows.detail_line(session.figures.in_unit(unit), session.names, index, width)
                sentence = figures_of(line)
                assert unexplained_of_function(found, key, sentence) == [], (key, sentence)
                told += len(said_in(sentence))
    assert told > 2 * len(WIDTHS) * 2 * 2
