"""A walk through the explorer, key by key: what stands on the screen after each, and how it is marked."""

from __future__ import annotations

import marshal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.support.screens import explore, opened, rows_of, typed
from textual.pilot import Pilot

from proftui.app.application import ProftuiApp
from proftui.drawing.capabilities import TRUECOLOR
from proftui.frame.keys import KEYS, Key
from proftui.screens.explorer.screen import ExplorerScreen
from proftui.state.session import Options
from proftui_parsers import Profile

NEVER = ("quit", "interrupt", "suspend", "redraw")
"""Actions that end the program, leave it, or show what is shown already."""
SHOP = "/srv/shop.py"
Rows = dict[tuple[str, int, str], tuple[int, int, float, float, dict[tuple[str, int, str], object]]]


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
    assert isinstance(pilot.app, ProftuiApp)
    strips = pilot.app.screen._compositor.render_strips()
    marked = ["".join(s.text for s in strip if s.style is not None and s.style.reverse) for strip in strips]
    return Shot(rows_of(pilot.app), marked)


def shots(
    read: Callable[[], Profile],
    *keys: str,
    size: tuple[int, int] = (80, 24),
    colours: str = TRUECOLOR,
    ascii_only: bool = False,
    options: Options | None = None,
) -> list[Shot]:
    """The screens from the first on, one more after each key."""
    found: list[Shot] = []

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        found.append(shot_of(pilot))
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
            found.append(shot_of(pilot))

    explore(read, script, size=size, colours=colours, ascii_only=ascii_only, options=options)
    return found


def shot(
    read: Callable[[], Profile],
    *keys: str,
    size: tuple[int, int] = (80, 24),
    colours: str = TRUECOLOR,
    ascii_only: bool = False,
    options: Options | None = None,
) -> Shot:
    """The screen after those keys."""
    return shots(read, *keys, size=size, colours=colours, ascii_only=ascii_only, options=options)[-1]


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


def written(path: Path, rows: Rows) -> Callable[[], Profile]:
    """What opens a profile with these functions."""
    path.write_bytes(marshal.dumps(rows))
    return opened(path)


def doubling(levels: int) -> Rows:
    """``levels`` pairs of functions, both of which call both of the next pair: twice the paths a level."""
    rows: Rows = {}
    time = 0.001
    above: list[tuple[str, int, str]] = []
    for level in range(levels):
        here = [(SHOP, 2 * level + side + 1, f"f{level}{'ab'[side]}") for side in range(2)]
        whole = time * (levels - level)
        for function in here:
            callers: dict[tuple[str, int, str], object] = dict.fromkeys(above, (1, 1, time / 2, whole / 2))
            calls = len(above) or 1
            rows[function] = (calls, calls, time, whole, callers)
        above = here
    return rows


def chain(depth: int) -> Rows:
    """``depth`` functions, each of which calls the next."""
    rows: Rows = {}
    for level in range(depth):
        time = 0.001 * (depth - level)
        caller = {(SHOP, level, f"f{level - 1}"): (1, 1, 0.001, time)} if level else {}
        rows[SHOP, level + 1, f"f{level}"] = (1, 1, 0.001, time, dict(caller))
    return rows
