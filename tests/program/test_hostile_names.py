"""Names and source lines that would act on a terminal, in every view on a real one."""

from __future__ import annotations

import base64
import marshal
import pickle
import re
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest
from tests.support.sentences import pattern

from proftui import messages

for needed in ("termios", "pexpect"):
    pytest.importorskip(needed, reason="no pseudo-terminals here")

from tests.support.demo_on_terminal import CALLS, FUNCTIONS, SOURCE, Condition, quits, ready  # noqa: E402 - it needs all of these
from tests.support.pty_terminal import Terminal, clipboard, unexpected  # noqa: E402

# The child becomes another program at once, so threads that other tests have left do not matter to it.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded, use of forkpty:DeprecationWarning")

SET_CLIPBOARD, SET_TITLE = "\x1b]52;c;aGFja2Vk\x07", "\x1b]0;owned\x07"
HOSTILE = (
    "[/b]",
    "[@click=app.quit]x[/]",
    "[red]not red",
    f"{SET_CLIPBOARD}osc52",
    f"{SET_TITLE}osc0",
    "\x1b[2Jcleared",
    "\x1b[?1049lleft",
    "\x1bPq#0~\x1b\\sixel",
    "\x9b31mc1",
    "\x9d52;c;aGFja2Vk\x9cc1osc",
    "nul\0nul",
    "two\nlines",
    "back\r\x08\x08over",
    "tab\ttab",
    "\u202egnp.exe",
    "\u2066isolated",
    "函数名字函数名字函数名字函数名字函数名字",
    "ｆｕｌｌ",
    "한글한글",
    "\u1112\u1161\u11ab jamo",
    "👩\u200d👩\u200d👧\u200d👦 family",
    "❤\ufe0f heart",
    "🇩🇪 flag",
    "👍🏽 skin",
    "A" * 100_000,
    "名" * 100_000,
    "\ud800lone",
    "e" + "\u0301" * 50 + "marks",
    "\u0e01\u0e33\u0e33thai",
    "क्षि conjunct",
    "\u200bzero\u00adsoft",
    "line\u2028separator",
    "-rf",
    "'$(id)`id`\"",
)
HOSTILE_LINES = (
    "def evil():\n",
    f"    a = '{SET_CLIPBOARD}'  # {SET_TITLE}\n",
    "    b = 'tabs\ttabs'\t\t# \t\x0c\n",
    "    c = '\x1b[2J\x9b31m'\n",
    "    d = '函数名字' * 2  # 👩\u200d👩\u200d👧\n",
    "    e = '\u202ereversed\u2069'\x0c\n",
    "    f = '[@click=app.quit]x[/]'\n",
    f"    g = '{'長' * 500}'\n",
    "    h = '\u2028'\r    i = 2\r\n",
)

Key = tuple[str, int, str]


def write_hostile(folder: Path) -> list[str]:
    """A call profile and a line profile full of bad names, and the source they name."""
    source = folder / "ev\x1b]0;owned\x07il.py"
    source.write_bytes("".join(HOSTILE_LINES).encode("utf-8"))
    names: list[Key] = [(f"/srv/{text[:2000]}/{text}.py", 7, text) for text in HOSTILE]
    names += [("~", 0, f"<built-in method {SET_TITLE}>"), (str(source), 1, "evil")]
    table: dict[Key, tuple[object, ...]] = {}
    for number, (above, name) in enumerate(pairwise([names[-1], *names])):
        own, whole = 1.0 / (number + 2), 40.0 - number
        callers = {above: (3, 3, own / 2, whole / 2), names[0]: (1, 1, own / 4, whole / 4)}
        table[name] = (4, 4, own, whole, callers)
    # Something to note, with a name in it.
    table[("\x1b[31mnan.py", 1, f"nan{SET_TITLE}")] = (1, 1, float("nan"), -1.0, {})
    table[("~", -5, f"negative{SET_CLIPBOARD}")] = (9, 2, -3.0, -1.0, {names[3]: (7, 1, 9.0, 9.0)})
    profile = folder / f"h{SET_TITLE}[b]函.stats"
    profile.write_bytes(marshal.dumps(table))
    lines = folder / "h\x1b[2J.lprof"
    timings = {(str(source), 1, "evil"): [(number, 10 * number, 1000 * number) for number in range(2, 9)]}
    timings[(f"/srv/{SET_TITLE}.py", 3, f"gone{SET_CLIPBOARD}")] = [(4, 1, 5)]
    lines.write_bytes(pickle.dumps(line_stats(timings)))
    return [str(profile), str(lines)]


def line_stats(timings: dict[Key, list[tuple[int, int, int]]]) -> object:
    """What line_profiler pickles."""
    module: ModuleType = pytest.importorskip("line_profiler.line_profiler")
    made: object = module.LineStats(timings, 1e-6)
    return made


@pytest.fixture
def hostile(tmp_path: Path) -> list[str]:
    return write_hostile(tmp_path)


def assert_tidy(shown: Terminal) -> None:
    """Nothing is wider than the terminal, and what belongs at its right edge stands there."""
    assert not shown.overflow, f"right of the edge: {shown.overflow!r}\n{shown.text}"
    last = shown.columns - 1
    ends = [0, 1]
    if shown.row_of(FUNCTIONS) == 1:
        pane = shown.row_of(" callers of ")
        detail = pane - 1 if pane > 0 else shown.rows - 3
        ends += [y for y, row in enumerate(shown.screen[:detail]) if re.match(r"[ ▸] +[\d/]+ +[\d.—-]", row)]
        ends.append(detail)
        assert len(ends) >= 8, shown.text
    for y in ends:
        gap, end = shown.cell(last, y).data, shown.cell(last - 1, y).data
        assert (gap, end.isspace()) == (" ", False), f"row {y} ends in {end!r}, {gap!r}\n{shown.text}"


def tidy(shown: Terminal) -> Condition:
    """As a condition: the screen may be between two drawings."""

    def rows_have_the_width() -> bool:
        try:
            assert_tidy(shown)
        except AssertionError as error:
            rows_have_the_width.__name__ = f"rows have the width: {error}"
            return False
        return True

    return rows_have_the_width


def assert_nothing_leaked(shown: Terminal) -> None:
    """No byte of a name has reached the terminal as something it would act on."""
    assert unexpected(shown.raw) == []
    for payload in ("\x1b]52;c;aGFja2Vk", "\x1b]0;", "\x1b[2J", "\x1bP", "\x9b", "\x9d", "\u202e", "\u200d"):
        assert payload.encode() not in shown.raw
    for sent in clipboard(shown.raw):
        text = base64.b64decode(sent, validate=True).decode("utf-8")
        assert text.replace("\t", "").isprintable() and len(sent) <= 100_000


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), pytest.param(120, 40, marks=pytest.mark.slow)])
def test_hostile_names_do_nothing_in_any_view(hostile: list[str], columns: int, rows: int) -> None:
    with Terminal(*hostile, columns=columns, rows=rows) as shown:
        shown.wait_for(ready(shown, "▸"))
        shown.wait_for(tidy(shown))
        # The neighbours are on the screen in Calls.
        step = 2 if columns == 80 else 4
        for _ in range(0, len(HOSTILE) + 3, step):
            for key, view in (("2", CALLS), ("5", SOURCE), ("1", FUNCTIONS)):
                shown.press(key)
                shown.wait_for(view)
                shown.wait_for(tidy(shown))
            before = shown.marked
            shown.press(*["down"] * step)
            shown.wait_until_moved(before)
        assert_nothing_leaked(shown)
        quits(shown)


@pytest.mark.slow
def test_hostile_names_do_nothing_when_filtered_copied_or_noted(hostile: list[str]) -> None:
    with Terminal(*hostile) as shown:
        shown.wait_for(ready(shown, "▸"))
        shown.press("/")
        shown.wait_for("↵ keep")
        shown.press(r"[\W_]|s")  # marks parts of every name
        shown.wait_for(r"own \d+.* 38 matches")
        shown.press("enter")
        shown.wait_for(r"filter .*own \d")
        shown.wait_for(tidy(shown))
        shown.press("end")
        shown.press("y")
        shown.wait_for(pattern(messages.SENT))
        shown.press("home")
        for number in range(12):
            shown.press("y")
            shown.wait_for_copies(2 * number + 2)
            shown.press("Y")
            shown.wait_for_copies(2 * number + 3)
            shown.wait_for(lambda: not shown.overflow)
            shown.press("down")
        for key, seen in (("!", messages.NOTES_TITLE), ("?", "Help: 1"), (":", "theme|draw the screen")):
            shown.press(key)
            shown.wait_for(seen)
            shown.wait_for(lambda: not shown.overflow)
            shown.press("escape")
            shown.wait_until_gone(seen)
        shown.press("R")
        shown.wait_for(messages.NOT_CHANGED_SINCE.format(""))
        for key in ("s", "s", "S", "r", "m", "t", "%", "H", "u", "<", "l", "oa", "of", "n", "N"):
            shown.press(key)
        shown.press("!")
        shown.wait_for(messages.NOTES_TITLE)
        assert_nothing_leaked(shown)
        shown.press("q")
        shown.wait_until_gone(messages.NOTES_TITLE)
        quits(shown)


@pytest.mark.slow
@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40)])
def test_hostile_source_lines_do_nothing(hostile: list[str], columns: int, rows: int) -> None:
    with Terminal(
        *hostile, "--view", "source", "--filter", "func:^evil$", columns=columns, rows=rows
    ) as shown:
        shown.wait_for(r"def evil")
        for seen in ("tabs", "函数名字", "長長", "click=app.quit", "i = 2"):
            shown.wait_for(seen)
        shown.press("/")
        shown.wait_for("↵ keep")
        shown.press("[^a]+", "enter")
        shown.wait_for(r"find \[\^a\]\+")
        for key in ("down", "n", "y", "Y", "right", "right", "right", "left", "end", "home"):
            shown.press(key)
        shown.press("?")
        shown.wait_for("Help: 5")
        assert not shown.overflow
        shown.press("escape")
        shown.wait_until_gone("Help: 5")
        assert_nothing_leaked(shown)
        quits(shown)


def test_a_refused_file_with_a_hostile_name_is_one_clean_sentence(tmp_path: Path) -> None:
    bad = tmp_path / f"{SET_TITLE}\x1b[2Jbad.stats"
    bad.write_bytes(b"{\xfbnot a profile" * 9)
    with Terminal(str(bad)) as shown:
        assert shown.end() == 2
        assert shown.raw.count(b"\n") == 1 and shown.raw.startswith(b"proftui: ")
        assert b"\x1b" not in shown.raw and "\x9b".encode() not in shown.raw
