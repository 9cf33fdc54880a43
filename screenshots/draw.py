"""Draw the README's pictures from real profiles, mostly the demo's: ``python screenshots/draw.py``."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import session
from movie import Run, Screen

if TYPE_CHECKING:
    from rich.color import Color
    from textual.strip import Strip

    from proftui.app.application import ProftuiApp
    from proftui.screens.explorer.screen import ExplorerScreen

HERE = Path(__file__).parent
PROGRAMS = HERE.parent / "tests" / "data" / "programs"
JULIA = tuple(str(PROGRAMS / f"julia.{ending}") for ending in ("stats", "lprof"))


class Picture(NamedTuple):
    """A screen of the demo, or of ``files``: its size, and the keys that lead to it."""

    name: str
    size: tuple[int, int]
    keys: tuple[str, ...]
    files: tuple[str, ...] = ()


PICTURES = (
    Picture("functions", (80, 24), ()),
    Picture("calls", (80, 24), ("enter",)),
    Picture("filter", (120, 40), ("slash", *"json")),
    Picture("source", (100, 24), ("5",)),
    Picture("lines", (100, 24), ("5",), JULIA),
    Picture("icicle", (100, 28), ("4",)),
    Picture("tree", (100, 24), ("3",)),
)


@asynccontextmanager
async def opened(
    size: tuple[int, int], files: Sequence[str] = ()
) -> AsyncIterator[tuple[ProftuiApp, Callable[..., Awaitable[None]]]]:
    """The program with ``files`` or the demo open, and what presses keys and waits until all is drawn."""
    from proftui.analysis.order import Order
    from proftui.app.application import ProftuiApp
    from proftui.drawing import capabilities as terminal
    from proftui.screens.explorer import checking
    from proftui.screens.explorer.screen import ExplorerScreen
    from proftui.state.loading import Loader, demo_files
    from proftui.state.session import Options, Session

    # Names from the library's source depend on the Python that draws.
    checking.REST = 3600.0
    load = Loader(files or demo_files(), 1 << 20)
    explorer = ExplorerScreen(Session(load(), Order.usual("tottime")), Options(), load)
    app = ProftuiApp(explorer, colours=terminal.TRUECOLOR)
    async with app.run_test(size=size) as pilot:

        async def press(*keys: str) -> None:
            await pilot.press(*keys)
            _show_followers(explorer)
            await pilot.pause()

        yield app, press


def _show_followers(explorer: ExplorerScreen) -> None:
    """Show at once what would follow the cursor after a rest."""
    panes = explorer.panes
    panes.follow()
    for worker in (panes.finder, explorer.filter.measurer):
        worker.hurry()


async def drawn(picture: Picture) -> str:
    """The SVG of one picture."""
    async with opened(picture.size, picture.files) as (app, press):
        await press(*picture.keys)
        return app.export_screenshot(title="proftui p.stats p.lprof" if picture.files else "proftui --demo")


async def played() -> str:
    """The SVG that shows a session."""
    screens: list[Screen] = []
    async with opened(session.SIZE) as (app, press):
        for step in session.STEPS:
            await press(*([step.key] if step.key else []))
            screens.append([_runs(strip) for strip in app.screen._compositor.render_strips()])
    return session.picture(screens)


def _runs(strip: Strip) -> list[Run]:
    """The cells of a row; every segment of the program names its ground, and its ink where it has letters."""
    runs, column = [], 0
    for text, style, _ in strip:
        if style is not None:
            ground = _hex(style.bgcolor)
            ink = _hex(style.color) if style.color else ground
            runs.append(Run(column, text, ink, ground, bool(style.bold), bool(style.underline)))
        column += len(text)
    return runs


def _hex(colour: Color | None) -> str:
    assert colour is not None
    return colour.get_truecolor().hex


def words(svg: str) -> str:
    """What a picture says, without fonts, colours and places."""
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    return "\n".join(text.replace("&#160;", " ").strip() for text in texts)


def main() -> None:
    """Draw all of them."""
    for name in ("NO_COLOR", "TEXTUAL_THEME", "PROFTUI_ASCII"):
        os.environ.pop(name, None)
    for picture in PICTURES:
        (HERE / f"{picture.name}.svg").write_text(asyncio.run(drawn(picture)), encoding="utf-8")
    (HERE / "session.svg").write_text(asyncio.run(played()), encoding="utf-8")


if __name__ == "__main__":
    main()
