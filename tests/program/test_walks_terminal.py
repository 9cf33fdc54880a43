"""Long random walks: thousands of keys, clicks and sizes through real, huge and hostile profiles.

Takes minutes, so only ``pytest -m slow`` runs it.
"""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path

import pytest
from tests.support.sentences import pattern

from proftui import messages

for needed in ("termios", "pexpect"):
    pytest.importorskip(needed, reason="no pseudo-terminals here")

from benchmarks import profiles  # noqa: E402
from tests.hostile import all_cases  # noqa: E402
from tests.support.corpus import small  # noqa: E402 - after what may be missing
from tests.support.pty_terminal import Cell, unexpected  # noqa: E402
from tests.support.random_walks import events, walk  # noqa: E402
from tests.support.screens import DEMO, opened  # noqa: E402
from tests.support.settled_terminal import SettledTerminal, bytes_of  # noqa: E402

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="only /proc tells when a program is done"),
    pytest.mark.filterwarnings("ignore:.*multi-threaded, use of forkpty:DeprecationWarning"),
]

REAL = (
    DEMO / "demo.stats",
    small("cprofile-py3.15-recurse.stats"),
    small("pyinstrument5.1.3-hillclimb.pstats"),
    small("ipython-prun-notebook.prof"),
    small("lp5.1.0-py3.11-lpdemo.lprof"),
)
HOSTILE = (
    "graph: two to the power of forty paths",
    "graph: callers that are nowhere",
    "graph: everything calls everything",
    "own times that are NaN",
    "name: zalgo",
    "name: long wide",
    "size: many long names",
)
HUGE = 100_000
"""Functions of the profile that is made."""
PLACES = [*REAL, *HOSTILE, HUGE]
EVENTS = 400
EVERY = 15
"""Events between two looks on the terminal."""
STATE = -2
"""The row in which a message stands until the next key."""


@pytest.fixture(scope="module")
def huge(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("huge") / "huge.stats"
    profiles.write(path, HUGE)
    return path


@pytest.fixture
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    where: Path | str | int = request.param
    if isinstance(where, Path):
        return where
    if isinstance(where, int):
        found: Path = request.getfixturevalue("huge")
        return found
    made = tmp_path / "hostile.prof"
    made.write_bytes(next(case.data for case in all_cases() if case.name == where))
    return made


def name_of(where: Path | str | int) -> str:
    return where.name if isinstance(where, Path) else str(where)


@pytest.mark.parametrize("path", PLACES, indirect=True, ids=name_of)
def test_a_long_walk_leads_only_to_true_screens(path: Path) -> None:
    # On a large profile a look costs as much as many keys.
    asyncio.run(walk(opened(path), path.name, EVENTS, every=EVERY))


@pytest.mark.parametrize("path", PLACES, indirect=True, ids=name_of)
def test_on_a_terminal_the_screen_is_what_a_fresh_one_is(path: Path, tmp_path: Path) -> None:
    """``Ctrl+L`` draws the same, letter by letter and in the same colours, over whatever stands there."""
    chosen = random.Random(f"{path.name} {path.stat().st_size}")
    (tmp_path / "here").mkdir()
    with SettledTerminal("--", str(path), folder=tmp_path / "here", notes=tmp_path / "notes") as shown:
        shown.wait_for("help")
        shown.press("Z")
        shown.wait_for(pattern(messages.UNKNOWN_KEY.format("Z")))
        coming = events(chosen, opened(path)(), (shown.columns, shown.rows))
        done: list[str] = []
        for step in range(EVENTS):
            name, data = next(coming)
            done.append(name)
            shown.do(data, " ".join(done[-8:]))
            if step % EVERY == EVERY - 1:
                look(shown, done)
        assert not shown.overflow
        leave(shown)
    assert not unexpected(shown.raw)


def look(shown: SettledTerminal, done: list[str]) -> None:
    """Compare what stands there with what is drawn anew."""
    shown.rest()
    before = shown.cells()
    shown.write_over()
    shown.do(bytes_of("ctrl+l"), "ctrl+l")
    after = shown.cells()
    if any(set(row) == {"?"} for row in shown.screen):
        # A prompt or a sheet has got the key, which it does not know.
        shown.write_over(before)
        return
    wrong = [
        f"{x},{y}: {seen(before[y][x])}, not {seen(after[y][x])}: {text_of(after[y])!r}"
        for y in range(shown.rows)
        for x in range(shown.columns)
        if y != shown.rows + STATE and seen(before[y][x]) != seen(after[y][x])
    ]
    assert not wrong, "\n".join((f"{done[-12:]} at {shown.columns}×{shown.rows}", *wrong[:20]))


def seen(cell: Cell) -> tuple[object, ...]:
    """A cell as a person sees it: of a blank the ground, and what is drawn through it."""
    if cell.data == " " and not cell.reverse:
        return " ", cell.ground, cell.style & (1 << 4 | 1 << 9)
    return cell


def text_of(cells: list[Cell]) -> str:
    return "".join(cell.data for cell in cells)


def leave(shown: SettledTerminal) -> None:
    """Whatever lies on top: out of it, and out."""
    for _ in range(3):
        shown.do(bytes_of("escape"), "escape")
    shown.press("q")
    assert shown.end() == 0
    shown.assert_restored()
