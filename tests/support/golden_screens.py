"""Screens that are kept as text; ``python -m tests.support.golden_screens`` writes them anew, to look at.

Those of the demo, of a real profile (where it is at hand) and of a folder of profiles, each after some keys.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import chdir
from functools import partial
from itertools import cycle
from pathlib import Path
from unittest import mock

from tests.support import kept_app
from tests.support.compared import PAIR
from tests.support.compared_screens import explore_compared, pair
from tests.support.corpus import dumped, small
from tests.support.screens import (
    BIG,
    DATA,
    DEMO,
    Script,
    demo,
    explore,
    finished,
    opened,
    press,
    rows_of,
    show_followers,
    typed,
)
from textual.pilot import Pilot

from proftui.analysis.source.locating import Candidate, SourcePaths
from proftui.drawing.capabilities import TRUECOLOR
from proftui.screens.explorer import status_line
from proftui.screens.explorer.screen import ExplorerScreen
from proftui.screens.file_picker import Picker
from proftui.state.loading import Loader
from proftui_parsers import Profile

Size = tuple[int, int]
Walk = dict[str, tuple[str, ...]]
"""The keys that lead from each screen to the next one."""
Taken = dict[tuple[str, Size], list[str]]
SIZES: tuple[Size, ...] = ((80, 24), (120, 40))
REAL: Walk = {
    "functions": ("down", "down", "down"),
    "palette": ("colon", *typed("time")),
    "filter": ("escape", "slash", *typed("pkg:sklearn wrap")),
    "calls": ("enter", "2"),
    "imports": ("1", "escape", "I", "H"),
    "icicle": ("4",),
    "tree": ("3", "C", "H"),
    "explain": ("full_stop",),
    "help": ("escape", "question_mark"),
}
HIDDEN: Walk = {
    "my-code": ("m",),
    "my-code-calls": ("down", "2"),
    "my-code-tree": ("3",),
    "my-code-icicle": ("4",),
    "hidden-package": ("1", "m", "end", "X"),
    "focus": ("U", "m", "g", "down", "down", "down", "down", "down", "f"),
}
GROUPED: Walk = {
    "by-package": ("M",),
    "by-package-calls": ("down", "2"),
    "by-package-tree": ("3",),
    "by-package-icicle": ("4",),
    "functions-of-a-package": ("1", "enter"),
}
_PLACES = ("colon", *typed("mine"), "enter")
MINE: Walk = {
    "mine": _PLACES,
    "mine-in-part": ("escape", "colon", *typed("mine numpy"), "enter", *_PLACES),
}
ONE_PAGE: Walk = {"overview": ("0",), "my-code-overview": ("m",)}
OF_THE_DEMO: Walk = {"source": ("5", "n")}
OF_STACKS: Walk = {
    "source-of-stacks": ("slash", *typed("func:^checksum$"), "enter", "5"),
    "source-of-stacks-whole-file": ("a",),
}
OF_SAMPLES: Walk = {
    "samples": ("down",),
    "threads": ("T", "down"),
    "one-thread": ("enter",),
    "samples-tree": ("U", "3"),
    "by-thread": ("T", "t", "escape", "3"),
    "other-measure": ("U", "1", "d"),
}
COMPARED: Walk = {
    "compare-functions": ("n",),
    "compare-calls": ("2",),
    "compare-my-code": ("1", "m"),
    "compare-tree": ("U", "3", "g", "H"),
    "compare-icicle": ("4",),
    "compare-overview": ("0", "g"),
    "compare-source": ("n", "up", "5"),
}
READ_AGAIN: Walk = {
    "read-again": ("down", "R"),
    "read-again-tree": ("3", "H", "R"),
    "added": ("1", "colon", *typed("add q.stats"), "enter"),
}
"""Before each R another run takes the place of the file; ``q.stats`` is one, too."""
STAIRS = small("pyspy0.4.3-stairs.raw.txt")
"""Its source stands beside it."""
_candidates = SourcePaths.candidates
_WALKS: dict[str, Walk] = {
    "demo": OF_THE_DEMO,
    "stacks": OF_STACKS,
    "compared": COMPARED,
    "samples": OF_SAMPLES,
    "read again": READ_AGAIN,
    "real": REAL,
    "hidden": HIDDEN,
    "grouped": GROUPED,
    "mine": MINE,
    "one page": ONE_PAGE,
}
"""By session; the one in a folder of profiles has a single screen, of its name."""


def path_of(name: str, size: Size) -> Path:
    """Where a screen is kept."""
    return DATA / "screens" / f"{name}-{size[0]}x{size[1]}.txt"


def sessions() -> dict[str, Callable[[Path], Taken]]:
    """By session, of what is at hand, what takes its screens; with a folder for the files of it."""
    made: dict[str, Callable[[Path], Taken]] = {
        "demo": lambda _: _explored(demo(), OF_THE_DEMO),
        "picker": _picked,
        "stacks": lambda _: _explored(opened(STAIRS), OF_STACKS),
        "compared": lambda _: _compared(),
        "samples": lambda _: _explored(opened(small("pyspy0.4.3-asyncio.speedscope.json")), OF_SAMPLES),
        "read again": _of_runs,
    }
    if BIG.exists():
        for name in ("real", "hidden", "grouped", "mine", "one page"):
            made[name] = partial(_of_real, _WALKS[name])
    return made


def names_of(session: str) -> list[str]:
    """The screens of a session that are kept."""
    return sorted(_WALKS.get(session, (session,)))


def screens(session: str) -> Taken:
    """The rows of all screens of a session, without blanks at their ends."""
    with tempfile.TemporaryDirectory() as folder, mock.patch.object(SourcePaths, "candidates", _of_the_demo):
        taken = sessions()[session](Path(folder))
    return {kept: [row.rstrip() for row in rows] for kept, rows in taken.items()}


def _of_runs(folder: Path) -> Taken:
    taken: Taken = {}
    path, runs = folder / "p.stats", cycle(PAIR / side / "3.stats" for side in ("old", "new"))
    shutil.copy(next(runs), path)
    shutil.copy(PAIR / "new" / "4.stats", folder / "q.stats")

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        for name, keys in READ_AGAIN.items():
            for key in keys:
                if key == "R":
                    shutil.copy(next(runs), path)
                press(pilot, key)
                await pilot.pause()
                await finished(pilot, explorer)
            show_followers(explorer)
            await _take(name, pilot, taken)

    with chdir(folder), mock.patch.object(status_line, "CHANGE_SECONDS", 3600.0):
        explore(Loader(["p.stats"], 1 << 30), script, size=SIZES[0])
    return taken


def _of_real(walk: Walk, folder: Path) -> Taken:
    return _explored(opened(Path(shutil.copy(BIG, folder / "hillclimb.stats"))), walk)


def _of_the_demo(paths: SourcePaths, recorded: str) -> Iterator[Candidate]:
    """The text of Python's library is another one on each machine."""
    kept = str(DEMO), str(STAIRS.parent)
    return (found for found in _candidates(paths, recorded) if found.path.startswith(kept))


def _explored(read: Callable[[], Profile], walk: Walk) -> Taken:
    taken: Taken = {}
    explore(read, _walking(walk, taken), size=SIZES[0])
    return taken


def _compared() -> Taken:
    taken: Taken = {}
    explore_compared(*pair(), _walking(COMPARED, taken), size=SIZES[0])
    return taken


def _walking(walk: Walk, taken: Taken) -> Script:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        for name, keys in walk.items():
            for key in keys:
                press(pilot, key)
                await pilot.pause()
                await finished(pilot, explorer)
            show_followers(explorer)
            await _take(name, pilot, taken)

    return script


async def _take(name: str, pilot: Pilot[None], taken: Taken) -> None:
    """The screen in every size in which it is kept."""
    for size in SIZES[::-1]:
        await pilot.resize_terminal(*size)
        await pilot.pause()
        taken[name, size] = rows_of(pilot.app)


def _picked(home: Path) -> Taken:
    """The picker in a folder of profiles, one of them damaged."""
    folder = home / "profiles"
    folder.mkdir()
    (folder / "broken.stats").write_bytes(dumped({("a.py", 1, "f"): (1, 1, 0.5, 0.5, {})})[:-4])
    for source in (DEMO / "demo.stats", small("lp5.1.0-julia.lprof"), small("tachyon3.15.2-spin.pstats")):
        shutil.copy(source, folder)
    for days, path in enumerate(sorted(folder.iterdir()), 2):
        os.utime(path, (time.time() - 86400 * days - 3600,) * 2)
    taken: Taken = {}

    async def script(pilot: Pilot[None]) -> None:
        await _take("picker", pilot, taken)

    def never(profile: Profile, again: Callable[[], Profile]) -> ExplorerScreen:
        raise AssertionError("nothing is opened")

    picker = Picker(folder, lambda path: Loader([path], 1 << 30), never)
    with mock.patch.dict(os.environ, HOME=str(home)):
        kept_app.drive(picker, script, size=SIZES[0], colours=TRUECOLOR, ascii_only=False)
    return taken


def main() -> None:
    from tests import conftest

    if skipped := _WALKS.keys() - sessions().keys():
        print("not written, as their profile is not at hand:", ", ".join(sorted(skipped)))
    for session in sessions():
        for (name, size), rows in screens(session).items():
            path_of(name, size).write_text("\n".join(rows) + "\n", encoding="utf-8")
    conftest.pytest_sessionfinish()


if __name__ == "__main__":
    main()
