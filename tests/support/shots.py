"""What stands on the explorer's screen after each of some keys, and what of it is marked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.support.screens import explore, finished, settled, typed
from textual.pilot import Pilot

from proftui.drawing.capabilities import TRUECOLOR
from proftui.frame.keys import KEYS, Key
from proftui.screens.explorer.screen import ExplorerScreen
from proftui.state.loading import Loader
from proftui.state.session import Options
from proftui_parsers import Profile

NEVER = ("quit", "interrupt", "suspend", "redraw")
"""Actions that end the program, leave it, or show what is shown already."""


@dataclass
class Shot:
    """The screen after some keys."""

    rows: list[str]
    reversed: list[str]
    """Of each row the cells that are drawn in reverse."""

    @property
    def tab(self) -> str:
        return self.rows[1].partition("[")[2].partition("]")[0]

    @property
    def body(self) -> list[str]:
        return self.rows[3:-3]

    @property
    def detail(self) -> str:
        return self.rows[-3].strip()

    @property
    def state(self) -> str:
        return self.rows[-2].strip()

    @property
    def cursor(self) -> str:
        """The row under the cursor."""
        (row,) = (row for row in self.rows[3:] if row.startswith("▸"))
        return row

    @property
    def selected(self) -> str:
        """The function that the detail row names."""
        return self.detail.split()[0]


def shot_of(pilot: Pilot[None]) -> Shot:
    strips = pilot.app.screen._compositor.render_strips()
    marked = ["".join(s.text for s in strip if s.style is not None and s.style.reverse) for strip in strips]
    return Shot(["".join(segment.text for segment in strip) for strip in strips], marked)


def shots(
    read: Callable[[], Profile],
    *keys: str,
    size: tuple[int, int] = (80, 24),
    colours: str = TRUECOLOR,
    ascii_only: bool = False,
    options: Options | None = None,
    last: int | None = None,
) -> list[Shot]:
    """The first screen, and one more after each key; or only the ``last`` so many of them."""
    taken: list[Shot] = []
    first = 0 if last is None else len(keys) + 1 - last

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        for number, key in enumerate((None, *keys)):
            if key is not None:
                await pilot.press(key)
                await pilot.pause()
                await finished(pilot, explorer)
            if number >= first:
                taken.append(shot_of(pilot))

    explore(read, script, size=size, colours=colours, ascii_only=ascii_only, options=options)
    return taken


def shot(
    read: Callable[[], Profile],
    *keys: str,
    size: tuple[int, int] = (80, 24),
    colours: str = TRUECOLOR,
    ascii_only: bool = False,
    options: Options | None = None,
) -> Shot:
    """The screen after those keys."""
    return shots(read, *keys, size=size, colours=colours, ascii_only=ascii_only, options=options, last=1)[0]


def seen(path: Path, *keys: str | Callable[[], object]) -> list[Shot]:
    """The screen after each key, between which the file is edited."""
    taken: list[Shot] = []

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        for key in keys:
            if callable(key):
                key()
            else:
                await settled(pilot, explorer, key)
                taken.append(shot_of(pilot))

    explore(Loader([str(path)], 1 << 30), script)
    return taken


def found(text: str) -> tuple[str, ...]:
    """The keys of a search that is kept."""
    return ("slash", *typed(text), "enter")


def names_of(key: Key) -> list[str]:
    return key.keys.split(",")


def keys_in(view: str) -> list[tuple[Key, str]]:
    """Every key that does something in a view."""
    return [
        (key, name)
        for key in KEYS
        if view in key.views and key.action not in NEVER and key.action != f"view('{view}')"
        for name in names_of(key)
    ]
