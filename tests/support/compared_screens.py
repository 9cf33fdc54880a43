"""Comparisons for tests: of files, or of functions said in a few words, as screens show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.support import kept_app
from tests.support.compared import PAIR
from tests.support.corpus import Stats, dumped
from tests.support.screens import Script, rows_of, settled
from textual.pilot import Pilot

from proftui.analysis.compare.side import Side, side_of
from proftui.analysis.order import Order
from proftui.background.pieces import finished as all_of
from proftui.drawing.capabilities import TRUECOLOR
from proftui.screens.explorer.screen import ExplorerScreen
from proftui.state.comparing import comparing_session
from proftui.state.loading import Loader
from proftui.state.session import Options, Session
from proftui_parsers import load

Said = Mapping[str, tuple[int, float]]
"""Calls and own time of functions that ``main`` calls, by name."""


def pair() -> tuple[Side, Side]:
    """The two sides of the real pair, named as on a command line in its folder."""
    sides = []
    for name in ("old", "new"):
        paths = [Path(name) / path.name for path in sorted((PAIR / name).glob("*.stats"))]
        runs = [load(str(PAIR / path)).changed(path=str(path), paths=(str(path),)) for path in paths]
        sides.append(side_of(runs))
    return sides[0], sides[1]


def stats_of(said: Said, first_line: int = 10) -> Stats:
    """A program in which ``main`` calls these functions, ten lines each."""
    place = "/home/me/app.py"
    main = (place, 1, "main")
    stats: Stats = {}
    for number, (name, (calls, own)) in enumerate(said.items()):
        callers = {main: (calls, calls, own, own)}
        stats[place, first_line + 10 * number, name] = (calls, calls, own, own, callers)
    whole = sum(own for _, own in said.values())
    stats[main] = (1, 1, 0.001, whole + 0.001, {})
    return stats


def written(folder: Path, name: str, said: Said, first_line: int = 10) -> Path:
    """Such a program as a file."""
    path = folder / name
    path.write_bytes(dumped(stats_of(said, first_line)))
    return path


def compared_session(base: Side, new: Side) -> Session:
    """A session that compares two sides."""
    alone = Session(new.profile, Order.usual("tottime"))
    session = all_of(comparing_session(alone, base, new))
    alone.shapes.of_both()
    return session


def explore_compared(
    base: Side,
    new: Side,
    script: Script,
    *,
    size: tuple[int, int] = (80, 24),
    colours: str = TRUECOLOR,
    ascii_only: bool = False,
) -> None:
    """Run ``script`` in an explorer that compares."""
    session = compared_session(base, new)
    loader = Loader(list(new.paths[:1]), 1 << 30)
    explorer = ExplorerScreen(session, Options(), loader)
    kept_app.drive(
        explorer, lambda pilot: script(pilot, explorer), size=size, colours=colours, ascii_only=ascii_only
    )


def compared_screens(
    base: Side,
    new: Side,
    keys: Sequence[str] = (),
    *,
    size: tuple[int, int] = (80, 24),
    colours: str = TRUECOLOR,
    ascii_only: bool = False,
) -> list[list[str]]:
    """The rows of the first screen, and those after each of the keys."""
    taken: list[list[str]] = []

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        for pressed in ((), *((key,) for key in keys)):
            await settled(pilot, explorer, *pressed)
            taken.append(rows_of(pilot.app))

    explore_compared(base, new, script, size=size, colours=colours, ascii_only=ascii_only)
    return taken


def compared_screen(
    base: Side,
    new: Side,
    keys: Sequence[str] = (),
    *,
    size: tuple[int, int] = (80, 24),
    ascii_only: bool = False,
) -> list[str]:
    """The rows after those keys."""
    return compared_screens(base, new, keys, size=size, ascii_only=ascii_only)[-1]
