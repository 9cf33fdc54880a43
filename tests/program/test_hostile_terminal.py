"""Everything in ``tests/hostile`` on a real terminal: refused in one sentence, or every action of every view.

Takes minutes, so only ``pytest -m slow`` runs it. Each case has every second action, and of its keys and what
can follow them one; every sixteenth has all of them.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from proftui import messages

for needed in ("termios", "pexpect"):
    pytest.importorskip(needed, reason="no pseudo-terminals here")

from tests.hostile import graphs, telling_cases  # noqa: E402 - after what may be missing
from tests.hostile.case import Case  # noqa: E402
from tests.support.pty_terminal import unexpected  # noqa: E402
from tests.support.settled_terminal import AT_WORK, SettledTerminal, bytes_of  # noqa: E402

from proftui.frame.keys import KEYS, SORT_LETTERS, Key  # noqa: E402
from proftui.screens.explorer.export import WRITTEN_AS  # noqa: E402
from proftui.state.loading import demo_files  # noqa: E402
from proftui.state.view_names import OVERVIEW, SOURCE, TITLES, VIEWS  # noqa: E402

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="only /proc tells when a program is done"),
    pytest.mark.filterwarnings("ignore:.*multi-threaded, use of forkpty:DeprecationWarning"),
]

NO_ARGUMENTS = ("file: a name with a NUL", "file: a name of a surrogate", "file: an open ")
"""Names that no command line can hold, and numbers of files that are open here only."""
FOLDERS = ("file: a folder", "file: a link to a folder")
"""They are opened: their profiles are offered."""
ONE_IN = 16
"""Of cases of recordings so many are opened here once: what they do to a reader is tried elsewhere."""
CASES = [case for case in telling_cases(ONE_IN) if not case.name.startswith(NO_ARGUMENTS + FOLDERS)]
MOST = 256 << 20
VERY_LONG = 60.0
"""Seconds for one key: a busy machine is slow, but no key hangs."""
LEAVE = ("quit", "interrupt", "suspend")
"""Actions that end the program; the last of the three needs a shell."""
FIRST_SCREEN = r"\[1 Functions\]"
FREE = next(letter for letter in "ZQJWVT" if all(letter not in key.keys.split(",") for key in KEYS))
"""A letter that does nothing, and says so."""
ANSWER = messages.UNKNOWN_KEY.partition(" ·")[0].format(FREE)

THEN: dict[str, tuple[tuple[str, ...], ...]] = {
    "sort_by": tuple((letter,) for letter in SORT_LETTERS),
    "least": tuple((digit,) for digit in "0123456"),
    "write": tuple((letter,) for letter in WRITTEN_AS),
    "snakeviz": (("escape",),),
    "threads": (("t", "escape"), ("j", "space", "escape"), ("a", "escape")),
    "measure": (("escape",),),
    "base": (("escape",),),
    "add_profile": (("escape",),),
    "filter": (("(", "escape"), ("!", "q", "z", "enter"), ("f", "backspace", "f", "enter")),
    "columns": (("enter", "down", "enter", "escape"),),
    "functions": (("down", "enter"), ("escape",)),
    "palette": (("x", "escape"), ("c", "o", "p", "y", "enter")),
    "explain": (("escape",),),
    "help": (("pagedown", "end", "escape"),),
    "notes": (("down", "escape"),),
}
"""What is pressed after keys that open something."""
SHEETS = ("palette", "help", "notes", "functions", "columns")
"""What lies over the views, and is the same over each of them: one of them a case has."""
THOROUGH = 16
"""Of so many cases, one has every key in every view."""
HALF = 2
"""The others have every second key in the views where it does something."""
ELSEWHERE = ("views", "go", "source")
"""Keys of these areas may lead to another view."""


def steps(view: str, turn: int) -> Iterator[tuple[Key, tuple[str, ...]]]:
    """What there is to press in a view, on the ``turn``-th case."""
    every = turn % THOROUGH == 0
    for key in KEYS if every else KEYS[turn % HALF :: HALF]:
        ways = [(name, *then) for name in key.keys.split(",") for then in THEN.get(key.action, ((),))]
        if key.action in LEAVE or key.action == f"view('{view}')":
            continue
        if every:
            yield from ((key, way) for way in ways)
        elif view in key.views and (key.action not in SHEETS or turn % len(VIEWS) == VIEWS.index(view)):
            yield key, ways[turn // HALF % len(ways)]


@pytest.mark.parametrize(
    ("turn", "case"),
    list(enumerate(CASES)),
    ids=[case.name.encode("ascii", "replace").decode() for case in CASES],
)
def test_refused_in_a_sentence_or_every_action_of_every_view(
    turn: int, case: Case, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    files, folder = tmp_path / "files", tmp_path / "here"
    files.mkdir()
    folder.mkdir()
    paths = case.paths(files)
    # Megabytes are what the command line knows: a limit below is one of none.
    limit = str(case.max_bytes >> 20)
    with SettledTerminal("--max-size", limit, "--", *paths, folder=folder, notes=tmp_path / "notes") as shown:
        if ends(shown):
            assert case.either or case.refused or not case.max_bytes >> 20
            refused(shown)
        else:
            assert case.either or not case.refused
            every_action(shown, turn)
            goes(shown)
    assert shown.peak < MOST, f"{shown.peak >> 20} MiB"
    record_property("peak", (shown.peak / 2**20, ""))
    record_property("slowest", shown.slowest)
    assert set(os.listdir(tmp_path)) == {"files", "here", "notes"}


COMPARED = [*graphs.cases()[1::5], *graphs.large_cases()[:2]]


@pytest.mark.parametrize(("turn", "case"), list(enumerate(COMPARED, 1)), ids=[case.name for case in COMPARED])
def test_every_action_of_every_view_of_a_comparison(turn: int, case: Case, tmp_path: Path) -> None:
    """The sample is the base, every other time the new side."""
    sides = [*case.paths(tmp_path), demo_files()[0]]
    before, after = sides if turn % 2 else sides[::-1]
    with SettledTerminal("--base", before, after, folder=tmp_path, notes=tmp_path / "notes") as shown:
        shown.wait_for(FIRST_SCREEN)
        every_action(shown, turn)
        goes(shown)
    assert shown.peak < MOST, f"{shown.peak >> 20} MiB"


def ends(shown: SettledTerminal) -> bool:
    """Whether the program ends instead of showing the first screen."""
    try:
        shown.wait_for(FIRST_SCREEN)
    except AssertionError:
        # The terminal closes a little before the program on it is gone; what hangs still runs after this.
        shown.end()
        return True
    return False


def refused(shown: SettledTerminal) -> None:
    """One sentence stands there; where it took long enough for a screen, that is gone."""
    assert shown.end() == 2
    said = shown.raw.rpartition(b"\x1b[?25h")[2].decode("utf-8")
    assert not unexpected(shown.raw)
    if shown.modes():
        assert {number for number, is_on in shown.modes().items() if is_on} == {7, 25}
    assert re.fullmatch(r"proftui: \S[^\r\n]{3,2000}\r\n", said), said
    assert said.strip().isprintable()
    assert "Traceback" not in said and "failed" not in said
    assert shown.attributes() == shown.attributes_before


def every_action(shown: SettledTerminal, turn: int) -> None:
    """All actions in every view; after those of a view, a letter is still answered."""
    answers(shown, "1")
    for view in VIEWS:
        number = TITLES[view][0]
        to(shown, view, "")
        for key, names in steps(view, turn):
            for place, name in enumerate(names):
                shown.do(bytes_of(name), f"{view}: {' '.join(names[: place + 1])}", VERY_LONG)
            if key.action == "edit":
                comes_back(shown)
            if key.area in ELSEWHERE or (view == OVERVIEW and key.action == "peel"):
                to(shown, view, f" after {' '.join(names)}")
        answers(shown, "1" if view == OVERVIEW else number)
        to(shown, view, " in the end")
        assert f"[{number} " in shown.screen[1], shown.text
        assert "Traceback" not in shown.text and "failed" not in shown.text
        assert not shown.overflow


def to(shown: SettledTerminal, view: str, when: str) -> None:
    """To a view; in the overview its own key would lead out of it."""
    for number in ("1", "0") if view == OVERVIEW else TITLES[view][0]:
        shown.do(number.encode(), f"{number} to {view}{when}", VERY_LONG)
    if view == SOURCE:
        # By package, module, file, then none; what is pressed while groups are made asks for the same again.
        for _ in range(12):
            at_rest(shown)
            if f"[{TITLES[SOURCE][0]} " in shown.screen[1]:
                return
            shown.do(b"M", "M, so that there are no groups", VERY_LONG)
            at_rest(shown)
            shown.do(TITLES[SOURCE][0].encode(), f"to {view}{when}", VERY_LONG)
        raise AssertionError(shown.text)


def comes_back(shown: SettledTerminal) -> None:
    """The editor ends by itself; what is typed before that is typed for it, and is not answered."""
    for _ in range(20):
        shown.press(FREE)
        with contextlib.suppress(AssertionError):
            shown.wait_for(ANSWER, 1.0)
            break
    assert shown.is_alive


def at_rest(shown: SettledTerminal) -> None:
    """No work is left that the user waits for."""
    shown.wait_for(lambda: messages.ESC_STOPS not in shown.text, AT_WORK)


def answers(shown: SettledTerminal, view: str) -> None:
    """A letter without a meaning is answered in the state line; what work leads to is said after it."""
    at_rest(shown)
    before = len(shown.raw)
    shown.press(FREE)
    # On a busy machine it may have gone again before the screen is looked at.
    shown.wait_for(lambda: ANSWER in shown.text or ANSWER.encode() in shown.raw[before:])
    shown.press(view)
    shown.wait_until_gone(ANSWER)


def goes(shown: SettledTerminal) -> None:
    """Out with ``q``; the terminal is as it was, and has got nothing but what proftui writes."""
    shown.press("q")
    assert shown.end() == 0
    shown.assert_restored()
    assert not unexpected(shown.raw)
