"""Random walks: keys, sizes and mouse at random, and after every few of them a look at the whole screen."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from tests.support.compared_screens import compared_session
from tests.support.emulated_app import WiredApp, WireDriver, rows_that_differ, whole
from tests.support.expected_screen import problems
from tests.support.screens import finished, session_on, show_followers
from tests.support.settled_terminal import bytes_of

from proftui.analysis.compare.side import side_of
from proftui.drawing.capabilities import TRUECOLOR
from proftui.drawing.safe_text import cell_width
from proftui.frame.keys import KEYS, SORT_LETTERS
from proftui.screens.explorer.screen import ExplorerScreen
from proftui.state.session import Options
from proftui_parsers import Profile

NEVER = ("quit", "interrupt", "suspend", "edit", "write", "snakeviz")
"""Actions that end the program, leave it or write files."""
MOVES = [name for key in KEYS if key.area in ("move", "views") for name in key.keys.split(",")]
REST = [name for key in KEYS if key.action not in NEVER for name in key.keys.split(",")]
EVERY = 6
"""Events between two looks."""
TERMS = ("(", "a|b", "!e", "tottime>1ms", "cumtime>=5%", "ncalls>1", "file:py", '"a b', "x{9}", "é")

Event = tuple[str, bytes | tuple[int, int]]
"""What it is called, and the bytes that a terminal sends, or the size that the window gets."""


def events(chosen: random.Random, profile: Profile, size: tuple[int, int]) -> Iterator[Event]:
    """Without end."""
    width, height = size
    while True:
        dice = chosen.random()
        x, y = chosen.randrange(width), chosen.randrange(height)
        if dice < 0.4:
            yield key(chosen.choice(MOVES))
        elif dice < 0.72:
            name = chosen.choice(REST)
            yield key(name)
            if name == "o":
                yield key(chosen.choice(list(SORT_LETTERS)))
            elif name == "L":
                yield key(chosen.choice("0123456"))
        elif dice < 0.78:
            yield key("slash")
            yield "text", text(chosen, profile).encode("utf-8", "replace")
            yield key(chosen.choice(("enter", "enter", "escape")))
        elif dice < 0.82:
            yield key("escape")
        elif dice < 0.9:
            times = chosen.choice((1, 1, 2))
            yield f"click {x},{y}×{times}", (mouse(0, x, y) + mouse(0, x, y, up=True)) * times
        elif dice < 0.94:
            down = chosen.random() < 0.6
            yield f"wheel {x},{y}", mouse(65 if down else 64, x, y) * chosen.randint(1, 4)
        elif dice < 0.97:
            to = chosen.randrange(width), chosen.randrange(height)
            yield f"drag {x},{y} {to}", mouse(0, x, y) + mouse(32, *to) + mouse(0, *to, up=True)
        elif dice < 0.98:
            yield f"hover {x},{y}", mouse(35, x, y)
        else:
            odd = chosen.random() < 0.2
            width = chosen.randint(1, 60) if odd else chosen.randint(60, 180)
            height = chosen.randint(1, 12) if odd else chosen.randint(12, 60)
            yield f"size {width}×{height}", (width, height)


def key(name: str) -> Event:
    return name, bytes_of(name)


def mouse(button: int, x: int, y: int, up: bool = False) -> bytes:
    return f"\x1b[<{button};{x + 1};{y + 1}{'m' if up else 'M'}".encode()


def text(chosen: random.Random, profile: Profile) -> str:
    """What somebody may type into the prompt."""
    if not profile.count or chosen.random() < 0.4:
        return chosen.choice(TERMS)
    name = profile.names[chosen.randrange(profile.count)][:40]
    start = chosen.randrange(len(name) + 1)
    return "".join(c for c in name[start : start + chosen.randint(1, 8)] if c.isprintable()) or "f"


async def walk(
    read: Callable[[], Profile],
    seed: int | str,
    length: int,
    size: tuple[int, int] = (80, 24),
    every: int = EVERY,
    base: Callable[[], Profile] | None = None,
) -> None:
    """``length`` events at random; raises AssertionError with the last of them."""
    coming = events(random.Random(seed), read(), size)
    await follow(read, islice(coming, length), size, every, base)


async def follow(
    read: Callable[[], Profile],
    coming: Iterable[Event],
    size: tuple[int, int],
    every: int = 1,
    base: Callable[[], Profile] | None = None,
) -> None:
    """These events in an explorer, and a look after every few of them and after each other size.

    ``base``: reads what the profile is compared with.
    """
    profile = read()
    session = session_on(profile) if base is None else compared_session(side_of([base()]), side_of([profile]))
    screen = ExplorerScreen(session, Options(), read)
    app = WiredApp(screen, colours=TRUECOLOR)
    app.wire(size, True)
    done: list[str] = []
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        driver, explorer = app._driver, app.first
        assert isinstance(driver, WireDriver) and isinstance(explorer, ExplorerScreen)
        for step, (name, data) in enumerate(coming, 1):
            done.append(name)
            if isinstance(data, bytes):
                driver._take(data)
            else:
                driver.resize(*data)
            await pilot.pause()
            if step % every == 0 or not isinstance(data, bytes):
                # Work says how far it is while one looks.
                await finished(pilot, explorer)
                show_followers(explorer)
                await finished(pilot, explorer)
                await pilot.pause()
                await pilot.pause()
                wrong = look(app, driver, explorer)
                assert not wrong, "\n".join((f"after {step}: {done[-12:]} at {driver.room}", *wrong))
    assert not app.failure, f"{app.failure} after {done[-12:]}"


def look(app: WiredApp, driver: WireDriver, explorer: ExplorerScreen) -> list[str]:
    """What is wrong on the screen: against Textual's own picture of it, and against the profile."""
    # Over a sheet, Textual mixes colours by itself.
    if app._background_screens[1:]:
        return []
    emulator = driver.spoken.emulator
    rows = rows_that_differ(emulator, whole(app, driver))
    # Marks that are typed first go to the blank before the prompt, which Textual does not draw anew.
    rows = [(y, one, other) for y, one, other in rows if _blanks_unmarked(one) != _blanks_unmarked(other)]
    if app.screen is not explorer:
        # Where the edge of a sheet cuts a letter off its marks, Textual leaves the marks.
        rows = [(y, one, other) for y, one, other in rows if unmarked(one) != unmarked(other)]
    drawn = [f"{y}: {one!r} is to be {other!r}" for y, one, other in rows]
    return drawn or (problems(explorer, emulator) if app.screen is explorer else [])


def _blanks_unmarked(row: str) -> str:
    """Without the combining marks on blanks."""
    kept, letter = list[str](), ""
    for character in row:
        letter = character if cell_width(character) else letter
        if letter != " " or character == " ":
            kept.append(character)
    return "".join(kept)


def unmarked(row: str) -> str:
    """Without combining marks."""
    return "".join(character for character in row if cell_width(character))
