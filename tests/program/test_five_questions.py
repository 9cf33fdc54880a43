"""What people ask of a profile, answered at 80×24 by at most four keys; pstats alone says what is right.

A word that is typed counts as one key.
"""

from __future__ import annotations

import linecache
import pstats
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.support.screens import explore, finished, opened, settled, typed
from tests.support.shots import Shot, shot, shot_of
from tests.support.steady_profile import profile_steadily
from textual.pilot import Pilot

from proftui.screens.explorer.screen import ExplorerScreen
from proftui_parsers import Profile

pytestmark = pytest.mark.slow

Place = tuple[str, int, str]
PROGRAMS = {
    "feeds": """
        import xml.dom.minidom

        def stocked(document, tags):
            found = 0
            for tag in tags:
                found += len(document.getElementsByTagName(tag))  # hot
            return found

        def shop():
            text = "<shop>%s</shop>" % ("<item><name>thing</name><price>1.50</price></item>" * 500)
            return stocked(xml.dom.minidom.parseString(text), ["item", "name", "cost", "tax"] * 20)

        shop()
    """,
    "manual": """
        from pygments import highlight
        from pygments.formatters import HtmlFormatter
        from pygments.lexers import PythonLexer

        def coloured(code):
            return highlight(code, PythonLexer(), HtmlFormatter())  # hot

        def book(chapters):
            for chapter in range(chapters):
                coloured("def f(x):\\n    return x * 2 + 1  # times\\n" * 60)

        book(24)
    """,
    "greeting": """
        import argparse
        import asyncio  # hot
        import email.message
        import json
        import unittest.mock

        def greeting(names):
            return json.dumps(["hello " + name for name in names])

        greeting(["all"])
    """,
}
PACKAGES = {
    "feeds": "xml",
    "manual": "pygments",
    "greeting": "asyncio",
}


class Case(NamedTuple):
    """A program that was profiled, and what pstats reads."""

    program: str
    read: Callable[[], Profile]
    stats: dict[Place, tuple[int, int, float, float, dict[Place, tuple[int, int, float, float]]]]
    total: float

    def hottest(self) -> Place:
        return max(self.stats, key=lambda place: self.stats[place][2])

    def cause(self) -> Place:
        """Of the hottest function the first caller that is of the program itself, by the heaviest callers."""
        place, seen = self.hottest(), set()
        while not self.is_own(place):
            seen.add(place)
            callers = {caller: edge[3] for caller, edge in self.stats[place][4].items() if caller not in seen}
            place = max(callers, key=callers.__getitem__)
        return place

    def is_own(self, place: Place) -> bool:
        return Path(place[0]).name == f"{self.program}.py"


@pytest.fixture(scope="module", params=PROGRAMS)
def case(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Case:
    name, folder = request.param, tmp_path_factory.mktemp("questions")
    lines = PROGRAMS[name].strip("\n").split("\n")
    (folder / f"{name}.py").write_text("\n".join(line[8:] for line in lines) + "\n")
    path = folder / f"{name}.stats"
    profile_steadily(folder / f"{name}.py", path)
    read = pstats.Stats(str(path))
    return Case(name, opened(path), read.stats, read.total_tt)  # type: ignore[attr-defined]  # typeshed lacks both


def share(part: float, case: Case) -> str:
    return f"{100 * part / case.total:.1f} %"


def words(name: str) -> set[str]:
    return set(re.findall(r"\w+", name))


def test_the_hottest_function_stands_first(case: Case) -> None:
    file, line, name = hottest = case.hottest()
    seen = shot(case.read)
    shown, where = re.split(" +", seen.detail)[:2]
    assert words(shown) <= words(name) and where.endswith("built-in" if file == "~" else f":{line}")
    assert seen.cursor == seen.rows[3] and f" {share(case.stats[hottest][2], case)}" in seen.detail


def test_its_cause_is_the_nearest_row_of_the_program_above_it_in_the_tree(case: Case) -> None:
    _, line, name = case.cause()
    seen = shot(case.read, "3")
    shown = re.search(r"[▸▾] (?:.* › )?(\S+) +\S*:(\d+)$", nearest_of_the_program(seen, case.program))
    assert shown and shown[1] == (case.program if name == "<module>" else name) and int(shown[2]) == line


def nearest_of_the_program(seen: Shot, program: str) -> str:
    """Going up from the cursor to parents: the first of the program's own file."""
    indent = depth(seen.cursor)
    for row in seen.rows[seen.rows.index(seen.cursor) : 2 : -1]:
        if depth(row) < indent:
            indent = depth(row)
            if f" {program}.py:" in row:
                return row.rstrip()
    raise AssertionError("\n".join(seen.rows))


def depth(row: str) -> int:
    """Where the marker of a row of the tree stands."""
    return next((at for at, character in enumerate(row) if at and character in "▸▾·"), len(row))


def test_the_share_of_a_package(case: Case) -> None:
    package = PACKAGES[case.program]
    inside = re.compile(rf"/{package}(\.py$|/)")
    least = sum(figures[2] for (file, _, _), figures in case.stats.items() if inside.search(file))
    by_built_ins = 0.0
    for (file, _, _), figures in case.stats.items():
        for (caller, _, _), edge in figures[4].items() if file == "~" else ():
            least += edge[2] if inside.search(caller) else 0.0
            by_built_ins += edge[2] if caller == "~" else 0.0
    seen: list[str] = []

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        await settled(pilot, explorer, "slash", *typed(f"pkg:{package}"), "enter")
        seen.append(shot_of(pilot).state)

    explore(case.read, script)
    said = re.search(r" in its code (?:≈ )?([\d.]+) %", seen[0])
    assert said, seen
    low, high = (100 * part / case.total for part in (least, least + by_built_ins))
    assert low - 0.06 <= float(said[1]) <= high + 0.06


def test_the_hottest_line_of_the_cause(case: Case) -> None:
    file, _, name = cause = case.cause()
    word = f"func:{case.program if name == '<module>' else name}"
    seen = shot(case.read, "slash", *typed(word), "enter", "5")
    assert linecache.getline(file, int(seen.cursor[1:].split()[0])).endswith("  # hot\n")
    if name == "<module>":
        modules = [place for place in case.stats if place[2] == name and place != cause]
        longest = max(modules, key=lambda place: case.stats[place][3])
        assert seen.detail.split()[1] in Path(longest[0]).parts and " took " in seen.detail
    else:
        edges = {place: figures[4][cause] for place, figures in case.stats.items() if cause in figures[4]}
        heaviest = max(edges, key=lambda place: edges[place][3])
        assert f"→ {heaviest[2]} {edges[heaviest][0]:,}× " in seen.detail


def test_whether_imports_matter(case: Case) -> None:
    took = sum(figures[3] for (_, _, name), figures in case.stats.items() if name == "_find_and_load")
    seen: list[str] = []

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        seen.append(shot_of(pilot).state)
        await pilot.press("I")
        await finished(pilot, explorer)
        await pilot.pause()
        seen.append(shot_of(pilot).state)

    explore(case.read, script)
    first, imports = seen
    assert imports.removeprefix("imports ").startswith(f"{share(took, case)}: ")
    said = re.match(r"imports (\d+) %", first)
    assert said or took < 0.1 * case.total, "where they matter, the first screen says so"
    assert not said or int(said[1]) == round(100 * took / case.total)
