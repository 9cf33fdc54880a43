"""Screens of the explorer without a terminal: open a profile, press keys, look at the rows."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from tests.support import kept_app
from textual import events
from textual.app import App
from textual.pilot import Pilot

from proftui.analysis.order import Order
from proftui.app.application import ProftuiApp
from proftui.drawing.capabilities import TRUECOLOR
from proftui.screens.explorer.screen import ExplorerScreen
from proftui.state.session import Options, Session
from proftui_parsers import Profile, add, load

DATA = Path(__file__).parents[1] / "data"
DEMO = Path(__file__).parents[2] / "tui" / "proftui" / "demo"
SHARED = Path(__file__).parents[3] / "shared" / "data"
BIG = SHARED / "pstats" / "cprofile-py3.11-hillclimb-sklearn.stats"

Script = Callable[[Pilot[None], ExplorerScreen], Awaitable[None]]

NAMES = {
    "|": "vertical_line",
    "!": "exclamation_mark",
    ":": "colon",
    "<": "less_than_sign",
    ">": "greater_than_sign",
    "/": "slash",
    "?": "question_mark",
    "%": "percent_sign",
    "(": "left_parenthesis",
    "=": "equals_sign",
    "^": "circumflex_accent",
    "$": "dollar_sign",
    " ": "space",
}


def typed(text: str) -> list[str]:
    """The keys that type ``text``."""
    return [NAMES.get(character, character) for character in text]


def opened(*paths: Path | str) -> Callable[[], Profile]:
    """What loads the files, as the command line does."""

    def read() -> Profile:
        profiles = [load(str(path)) for path in paths]
        return profiles[0] if len(profiles) == 1 else add(profiles)

    return read


def demo() -> Callable[[], Profile]:
    """The sample with its line times."""
    return opened(DEMO / "demo.stats", DEMO / "demo.lprof")


def press(pilot: Pilot[None], *keys: str) -> None:
    """Type ahead: all keys at once, as a burst on a slow link brings them."""
    characters = {name: character for character, name in NAMES.items()}
    for key in keys:
        character = characters.get(key, key if len(key) == 1 else None)
        pilot.app.post_message(events.Key(key, character))


async def finished(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
    """Wait until all is done that keys asked for and that goes on beside."""
    jobs = explorer.jobs
    while any(worker.busy for worker in (*jobs._begun, jobs._beside)):
        await pilot.pause(0.001)


def show_followers(explorer: ExplorerScreen) -> None:
    """Show at once what would follow the cursor after a rest."""
    panes = explorer.panes
    panes.follow()
    for worker in (panes.finder, explorer.filter.measurer):
        worker.hurry()


async def settled(pilot: Pilot[None], explorer: ExplorerScreen, *keys: str) -> None:
    """Press keys, if any, and wait until nothing goes on beside the screen either."""
    press(pilot, *keys)
    await pilot.pause()
    await finished(pilot, explorer)
    show_followers(explorer)
    await finished(pilot, explorer)
    await pilot.pause()


def rows_of(app: App[Any]) -> list[str]:
    """The characters of the screen."""
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip) for strip in strips]


def session_on(profile: Profile) -> Session:
    """A session as it is where nothing else is asked for."""
    return Session(profile, Order.usual("tottime"))


def explore(
    read: Callable[[], Profile],
    script: Script,
    *,
    size: tuple[int, int] = (80, 24),
    colours: str = TRUECOLOR,
    ascii_only: bool = False,
    options: Options | None = None,
    session_of: Callable[[Profile], Session] = session_on,
    own_app: bool = False,
) -> None:
    """Run ``script`` in an explorer of that size; ``own_app``: and end the application after it."""
    explorer = ExplorerScreen(session_of(read()), options or Options(), read)
    if not own_app:
        kept_app.drive(
            explorer,
            lambda pilot: script(pilot, explorer),
            size=size,
            colours=colours,
            ascii_only=ascii_only,
        )
        return

    async def main() -> None:
        app = ProftuiApp(explorer, colours=colours, ascii_only=ascii_only)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(pilot, explorer)
        assert not app.failure, app.failure

    asyncio.run(main())


def screen(
    read: Callable[[], Profile],
    keys: Sequence[str] = (),
    *,
    size: tuple[int, int] = (80, 24),
    colours: str = TRUECOLOR,
    ascii_only: bool = False,
    options: Options | None = None,
    session_of: Callable[[Profile], Session] = session_on,
) -> list[str]:
    """The rows after those keys, when nothing goes on beside the screen either."""
    rows: list[str] = []

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        press(pilot, *keys)
        await pilot.pause()
        show_followers(explorer)
        await finished(pilot, explorer)
        await pilot.pause()
        rows.extend(rows_of(pilot.app))

    explore(
        read,
        script,
        size=size,
        colours=colours,
        ascii_only=ascii_only,
        options=options,
        session_of=session_of,
    )
    return rows
