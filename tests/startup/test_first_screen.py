"""The first screen is the one that stands when all is loaded: cell by cell, and every theme's colours."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from rich.segment import Segment
from tests.support.compared_screens import compared_session, explore_compared, pair
from tests.support.corpus import small
from tests.support.screens import demo, explore, finished, opened, session_on
from textual.pilot import Pilot
from textual.theme import BUILTIN_THEMES

from proftui import messages
from proftui.analysis.compare.comparison import find_few_causes
from proftui.analysis.compare.side import Side, side_of
from proftui.analysis.order import Order
from proftui.app.application import ProftuiApp
from proftui.app.driver import StylePens
from proftui.drawing import capabilities as terminal
from proftui.drawing import themes
from proftui.drawing.line import Line
from proftui.drawing.palette import Palette
from proftui.screens.explorer.screen import ExplorerScreen
from proftui.startup.first_screen import FirstScreen
from proftui.state.session import Options, Session
from proftui.terminal.cells import Screenful
from proftui.terminal.ink import Inkwell
from proftui.views.functions.rows import Look
from proftui_parsers import Profile
from proftui_parsers.consistency import checked

SIZES = ((80, 24), (120, 40), (250, 70), (60, 18), (100, 36), (170, 19), (30, 6))
MODES = (terminal.TRUECOLOR, terminal.COLOURS_256, terminal.COLOURS_16, terminal.NO_COLOURS)
FILES: dict[str, Callable[[], Profile]] = {
    "demo": demo(),
    "recursive": opened(small("cprofile-py3.11-recurse.stats")),
    "lines": opened(small("lp5.1.0-julia.lprof")),
    "empty": opened(small("variant-empty-dict.stats")),
}


def drawn_first(session: Session, size: tuple[int, int], mode: str, *, plain: bool = False) -> Screenful:
    """What the standard library alone draws."""
    screenful = Screenful(*size)
    ink = Inkwell(Palette(themes.variables(themes.DARK) or {}, mode), plain)
    first = FirstScreen(session, Look(), size, plain)
    first.brief = False
    for x, y, line in first.lines():
        screenful.put(x, y, ink.runs(line))
    return screenful


def put_strips(screenful: Screenful, strips: Iterable[Iterable[Segment]], mode: str) -> None:
    pens = StylePens(mode)
    for y, strip in enumerate(strips):
        screenful.put(0, y, pens.runs(strip))


def by_textual(read: Callable[[], Profile], size: tuple[int, int], mode: str) -> list[list[Segment]]:
    """What the full program draws when it is loaded."""

    drawn: list[list[Segment]] = []

    async def look(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        # Its figures are compared with each other beside, and what comes of it is noted.
        await finished(pilot, explorer)
        await pilot.pause()
        drawn.extend(list(strip) for strip in pilot.app.screen._compositor.render_strips())

    explore(read, look, size=size, colours=mode)
    return drawn


def cases() -> list[Any]:
    """All of them in the slow job; each time so many that each two of file, size and colours meet."""
    return [
        pytest.param(
            name,
            size,
            mode,
            id=f"{name}-{size[0]}x{size[1]}-{mode}",
            marks=() if (x + y + z) % len(MODES) == 0 else pytest.mark.slow,
        )
        for x, name in enumerate(FILES)
        for y, size in enumerate(SIZES)
        for z, mode in enumerate(MODES)
    ]


@pytest.mark.parametrize(("name", "size", "mode"), cases())
def test_the_full_program_changes_no_cell_of_it(name: str, size: tuple[int, int], mode: str) -> None:
    read = FILES[name]
    session = Session(read(), Order.usual("hits" if name == "lines" else "tottime"))
    if name == "lines":
        session = Session(read(), Order.usual("tottime"))
    _ = checked(session.profile).notes
    screenful = drawn_first(session, size, mode)
    assert screenful.flush()
    strips = by_textual(read, size, mode)
    put_strips(screenful, strips, mode)
    assert screenful.flush() == ""


SIDES: dict[str, Callable[[], tuple[Side, Side]]] = {
    "pair": pair,
    "lines": lambda: (side_of([opened(small("lp5.1.0-julia.lprof"))()]),) * 2,
    "samples": lambda: (
        side_of([opened(small("pyspy0.4.3-asyncio.speedscope.json"))()]),
        side_of([opened(small("pyspy0.4.3-asyncio.speedscope.json"))()]),
    ),
    "nothing": lambda: (side_of([demo()()]), side_of([opened(small("variant-empty-dict.stats"))()])),
}


def compared_cases() -> list[Any]:
    """The real pair in all sizes each time, others in some of them; the rest in the slow job."""
    return [
        pytest.param(
            name,
            size,
            MODES[y % len(MODES)],
            id=f"{name}-{size[0]}x{size[1]}",
            marks=() if not x or (x + y) % len(SIDES) == 0 else pytest.mark.slow,
        )
        for x, name in enumerate(SIDES)
        for y, size in enumerate(SIZES)
    ]


@pytest.mark.parametrize(("name", "size", "mode"), compared_cases())
def test_that_of_a_comparison_too(name: str, size: tuple[int, int], mode: str) -> None:
    ascii_only = size[0] == 100
    session = compared_session(*SIDES[name]())
    assert session.compared is not None
    find_few_causes(session.compared.now)
    _ = checked(session.profile).notes
    screenful = drawn_first(session, size, mode, plain=ascii_only)
    assert screenful.flush()
    drawn: list[list[Segment]] = []

    async def look(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        await finished(pilot, explorer)
        await pilot.pause()
        drawn.extend(list(strip) for strip in pilot.app.screen._compositor.render_strips())

    explore_compared(*SIDES[name](), look, size=size, colours=mode, ascii_only=ascii_only)
    put_strips(screenful, drawn, mode)
    assert screenful.flush() == ""


def test_of_many_calls_causes_are_still_to_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proftui.analysis.compare.comparison.AT_ONCE", 0)
    session = compared_session(*pair())
    assert session.compared is not None
    find_few_causes(session.compared.now)
    rows = [line.text for line in lines_of(FirstScreen(session, Look(), (80, 24), plain=False))]
    assert "finding causes  0 %" in rows[22]
    assert "faster" in rows[2] and "closest" not in rows[2]


def test_esc_and_ctrl_c_are_answered_before_the_full_program_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("proftui.analysis.compare.comparison.AT_ONCE", 0)
    session = compared_session(*pair())
    assert session.compared is not None
    find_few_causes(session.compared.now)
    first = FirstScreen(session, Look(), (100, 24), False)
    for typed, said in (
        (b"\x1b", messages.NO_CAUSES_YET),
        (b"\x03", messages.QUITS),
        (b"", "finding causes"),
    ):
        first.say(typed)
        assert said in next(line.text for _, y, line in first.lines() if y == 22)


def test_what_is_found_odd_later_changes_the_state_row_alone() -> None:
    read = FILES["recursive"]
    session = Session(read(), Order.usual("tottime"))
    rows, later = [], Session(read(), Order.usual("tottime"))
    _ = checked(later.profile).notes
    for shown in (session, later):
        rows.append([line.text for line in lines_of(FirstScreen(shown, Look(), (80, 24), plain=False))])
    assert [row for row, (one, other) in enumerate(zip(*rows, strict=True)) if one != other] == [22]
    assert "2 notes" in rows[1][22]


@pytest.mark.parametrize("theme", sorted(name for name in BUILTIN_THEMES if not name.startswith("ansi")))
def test_the_colours_of_themes_are_those_of_textual(theme: str) -> None:
    app = ProftuiApp(ExplorerScreen(session_on(demo()()), Options(), demo()), colours=terminal.TRUECOLOR)
    app.theme = theme
    theirs = app.get_css_variables()
    assert themes.variables(theme) == {name: theirs[name] for name in themes.NAMES}


def test_an_unknown_theme_has_no_first_screen() -> None:
    assert themes.variables("nobody's") is None


def lines_of(first: FirstScreen) -> list[Line]:
    return [line for _, _, line in first.lines()]


def test_the_cursor_moves_on_it_as_it_will() -> None:
    session = Session(demo()(), Order.usual("tottime"))
    first = FirstScreen(session, Look(), (120, 40), plain=False)
    page = first.page
    first.move(1)
    assert (first.cursor, first.top, first.is_behind) == (1, 0, True)
    first.move(page, page=True)
    assert (first.cursor, first.top) == (page + 1, page)
    first.move(10**9)
    assert first.selected == session.rows[-1] and first.top == len(session.rows) - page
    assert any(line.ground == "cursor" for line in lines_of(first))
    first.follow()
    assert not first.is_behind and first.calls.around is not None
    assert first.calls.around.function == session.rows[-1]
    first.move(-(10**9))
    assert (first.cursor, first.top) == (0, 0)


@pytest.mark.parametrize("name", ["cprofile-py3.11-recurse.stats", "pyspy0.4.3-asyncio.speedscope.json"])
def test_nothing_heavy_is_imported_before_it(name: str) -> None:
    script = (
        "import sys; from proftui.state.loading import Loader;"
        "import proftui.cli.main, proftui.startup.opening;"
        "from proftui.state.session import Session; from proftui.analysis.order import Order;"
        "from proftui.startup.first_screen import FirstScreen; from proftui.views.functions.rows import Look;"
        "s = Session(Loader([sys.argv[1]], 1 << 30)(), Order.usual('tottime'));"
        "first = FirstScreen(s, Look(), (120, 40), False); first.brief = False;"
        "list(first.lines()); print(*sys.modules)"
    )
    ran = subprocess.run(
        [sys.executable, "-S", "-c", script, str(small(name))],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": ":".join(str(Path(__file__).parents[2] / part) for part in ("tui", "parsers"))},
    )
    heavy = {"textual", "rich", "asyncio", "argparse", "dataclasses", "inspect", "typing", "re", "enum"}
    heavy |= {"pathlib", "threading", "locale", "shutil", "subprocess", "ast", "tokenize", "json"}
    # Of the formats, the one that is read alone.
    heavy |= {"proftui_parsers.stacks.collapsed", "proftui_parsers.stacks.gecko"}
    assert not heavy & set(ran.stdout.split())
