"""What a user notices: the installed program on a real pseudo-terminal."""

from __future__ import annotations

import base64
import marshal
import os
import pickle
import re
import shlex
import signal
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest

import proftui

for needed in ("termios", "pexpect", "pyte"):
    pytest.importorskip(needed, reason="no pseudo-terminals here")

from terminal import Terminal, clipboard, environment, unexpected  # noqa: E402 - it needs all of these


def _has_terminals() -> bool:
    try:
        ends = os.openpty()
    except OSError:
        return False
    for end in ends:
        os.close(end)
    return True


pytestmark = [
    pytest.mark.skipif(not _has_terminals(), reason="no pseudo-terminals here"),
    # The child becomes another program at once, so threads that other tests have left do not matter to it.
    pytest.mark.filterwarnings("ignore:.*multi-threaded, use of forkpty:DeprecationWarning"),
]

Condition = Callable[[], bool]
PROFTUI = shlex.join([sys.executable, "-m", "proftui"])
FIRST = r"▸ .*edit_distance"
FUNCTIONS, CALLS, SOURCE = r"\[1 Functions\]", r"\[2 Calls\]", r"\[5 Source\]"


def shell(line: str, folder: Path | None = None) -> Terminal:
    """A shell's command line on a terminal of its own."""
    return Terminal(command=("/bin/sh", "-c", line), folder=folder)


def open_demo(columns: int = 80, rows: int = 24) -> Terminal:
    """The sample profile, its first screen drawn."""
    made = Terminal("--demo", columns=columns, rows=rows)
    try:
        made.wait_for(ready(made))
    except BaseException:
        made.close()
        raise
    return made


def ready(shown: Terminal, first: str = FIRST) -> Condition:
    """The whole first screen is there: the row under the cursor, and the last row."""

    def first_screen() -> bool:
        return bool(re.search(first, shown.text)) and "help" in shown.screen[-1]

    return first_screen


def quits(shown: Terminal) -> None:
    """``q`` ends it with status 0 and the terminal as it was."""
    shown.press("q")
    assert shown.end() == 0
    shown.assert_restored()


# 1. Keys


def test_keys_lead_to_the_right_screens() -> None:
    with open_demo() as shown:
        assert shown.modes()[1049] and shown.modes()[2004] and not shown.modes()[25]
        assert len(shown.screen) == 24
        assert "demo.stats" in shown.screen[0] and "1.537 s" in shown.screen[0]
        assert "ncalls" in shown.screen[2] and "location" in shown.screen[2]

        def marked(text: str) -> None:
            shown.wait_for(lambda: text in shown.marked)

        shown.press("down")
        marked("min")
        shown.press("down")
        marked("list.append")
        shown.press("up", "up")
        marked("edit_distance")
        shown.press("u")
        shown.wait_for("heaviest caller of edit_distance")
        marked("closest")
        shown.press("enter")
        shown.wait_for(CALLS)
        shown.wait_for("callers of closest|closest .*demo.py:53")
        shown.press("<")
        shown.wait_for(FUNCTIONS)
        marked("closest")
        shown.press("/")
        shown.wait_for("keep.*drop|keep  ·")
        shown.press("json", "enter")
        shown.wait_for(r"filter json · \d+ match")
        shown.wait_for(lambda: shown.row_of(r"filtered out") == 1 and "edit_distance" not in shown.text)
        shown.press("escape")
        shown.wait_for(r"of 239 *$|of 239 ")
        shown.wait_until_gone("filtered out")
        shown.press("5")
        shown.wait_for(SOURCE)
        shown.press("1", "home")
        marked("edit_distance")
        shown.press("5")
        shown.wait_for(r"def edit_distance")
        shown.press("?")
        shown.wait_for("Help: 5 Source")
        shown.press("escape")
        shown.wait_for(lambda: "Help" not in shown.text and re.search(SOURCE, shown.text))
        assert not unexpected(shown.raw) and not shown.overflow
        quits(shown)
        assert "Traceback" not in shown.text


def test_keys_that_arrive_at_once_are_handled_in_turn() -> None:
    with open_demo() as shown:
        shown.press("/quit\r")
        shown.wait_for("Nothing matches .quit")
        shown.press("/" + "\x7f" * 4 + "json\r5" + "1oc")
        shown.wait_for(
            lambda: shown.row_of("filtered out") == 1 and "▾cumtime" in shown.screen[2].replace(" ", "")
        )
        shown.press("!q?qq")
        assert shown.end() == 0
        shown.assert_restored()


def test_a_pattern_that_is_not_valid_is_named_in_every_view() -> None:
    with open_demo() as shown:
        for key, view in (("1", FUNCTIONS), ("2", CALLS), ("5", SOURCE)):
            shown.press(key)
            shown.wait_for(view)
            shown.press("/")
            shown.wait_for("↵ keep")
            shown.press("d(")
            shown.wait_for(r"/ d\( .*missing \)")
            shown.press("\x7f[")
            shown.wait_for(r"/ d\[ .*unterminated")
            shown.press("escape")
            shown.wait_until_gone("keep")
        quits(shown)


# 2. Hostile names

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


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40)])
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


def test_hostile_names_do_nothing_when_filtered_copied_or_noted(hostile: list[str]) -> None:
    with Terminal(*hostile) as shown:
        shown.wait_for(ready(shown, "▸"))
        shown.press("/")
        shown.wait_for("↵ keep")
        shown.press(r"[\W_]|s")  # marks parts of every name
        shown.wait_for(r"\d+ match")
        shown.press("enter")
        shown.wait_for(r"filter .*match")
        shown.wait_for(tidy(shown))
        shown.press("end")
        shown.press("y")
        shown.wait_for("sent to the terminal")
        shown.press("home")
        for number in range(12):
            shown.press("y")
            shown.wait_for_copies(2 * number + 2)
            shown.press("Y")
            shown.wait_for_copies(2 * number + 3)
            shown.wait_for(lambda: not shown.overflow)
            shown.press("down")
        for key, seen in (("!", "Notes on this profile"), ("?", "Help: 1"), (":", "theme|draw the screen")):
            shown.press(key)
            shown.wait_for(seen)
            shown.wait_for(lambda: not shown.overflow)
            shown.press("escape")
            shown.wait_until_gone(seen)
        shown.press("R")
        shown.wait_for("read again")
        for key in ("s", "s", "S", "r", "m", "t", "%", "H", "u", "<", "l", "oa", "of", "n", "N"):
            shown.press(key)
        shown.press("!")
        shown.wait_for("Notes on this profile")
        assert_nothing_leaked(shown)
        shown.press("q")
        shown.wait_until_gone("Notes on")
        quits(shown)


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


# 3. Sizes


def test_every_size_gets_its_screen() -> None:
    with open_demo(columns=120, rows=40) as shown:
        shown.wait_for(lambda: shown.row_of("callers of edit_distance|callees|calls from|calls of") > 20)
        shown.resize(60, 15)
        shown.wait_for(
            lambda: (
                shown.row_of("edit_distance") == 3
                and "help" in shown.screen[14]
                and tidy_right(shown, (0, 3))
            )
        )
        shown.resize(30, 6)
        shown.wait_for("make the window larger|larger")
        assert "1.537 s" in shown.text and "Functions" not in shown.text
        shown.resize(80, 24)
        shown.wait_for(lambda: ready(shown)() and tidy_right(shown, (0, 1, 2, 3, 4, 21)))
        first = shown.screen
        shown.resize(120, 40)
        shown.wait_for(lambda: "help" in shown.screen[39] and tidy_right(shown, (0, 1, 2, 3, 4, 37)))
        shown.resize(80, 24)
        shown.wait_for(lambda: shown.screen == first)
        assert "Traceback" not in shown.text
        quits(shown)


def tidy_right(shown: Terminal, rows: tuple[int, ...]) -> bool:
    """These rows end one cell before the right edge."""
    last = shown.columns - 1
    return all(shown.cell(last, y).data == " " and not shown.cell(last - 1, y).data.isspace() for y in rows)


# 4. To the shell and back, and Ctrl+C


def test_ctrl_z_gives_the_terminal_back_and_fg_draws_again(tmp_path: Path) -> None:
    environ = environment(PS1="ready> ", HOME=str(tmp_path))
    with Terminal(command=("/bin/sh", "-i"), environ=environ) as shown:
        shown.wait_for(lambda: shown.raw.endswith(b"ready> "))
        shown.attributes_before = shown.attributes()
        shown.press(f"{PROFTUI} --demo\r")
        shown.wait_for(ready(shown))
        shown.press("down")
        shown.wait_for(lambda: "min" in shown.marked)
        shown.press("\x1a")
        shown.wait_for(lambda: re.search(rb"(?i)stopped|suspended", shown.raw))
        shown.wait_for(lambda: shown.raw.rstrip().endswith(b"ready>"))
        shown.assert_restored()
        shown.press("echo at the $((40 + 2))\r")
        shown.wait_for("at the 42")
        stopped_at = len(shown.raw)
        shown.press("fg\r")
        shown.wait_for(lambda: shown.modes(stopped_at).get(1049))
        shown.wait_for(lambda: "demo.stats" in shown.screen[0] and "at the 42" not in shown.text)
        shown.wait_for(lambda: "min" in shown.marked and "help" in shown.screen[23])
        shown.press("down")
        shown.wait_for(lambda: "list.append" in shown.marked)
        left_at = len(shown.raw)
        shown.press("q")
        shown.wait_for(lambda: shown.raw[left_at:].rstrip().endswith(b"ready>"))
        shown.assert_restored()
        shown.press("echo status $?\r")
        shown.wait_for("status 0")
        shown.press("exit\r")
        assert shown.end() == 0


def test_ctrl_c_once_says_what_quits_and_twice_quits() -> None:
    with open_demo() as shown:
        shown.press("\x03")
        shown.wait_for("q quits")
        shown.press("\x03")
        assert shown.end() == 0
        shown.assert_restored()
        assert "Traceback" not in shown.text


# 5. Signals, and a terminal that goes away


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


def test_sigterm_restores_the_terminal() -> None:
    with open_demo() as shown:
        shown.signal(signal.SIGTERM)
        assert shown.end(5.0) == 128 + signal.SIGTERM
        shown.assert_restored()
        assert "Traceback" not in shown.text


def test_sigterm_while_the_prompt_is_open_restores_the_terminal() -> None:
    with open_demo() as shown:
        shown.press("/")
        shown.wait_for("↵ keep")
        shown.signal(signal.SIGTERM)
        assert shown.end(5.0) == 128 + signal.SIGTERM
        shown.assert_restored()


def test_sighup_ends_it() -> None:
    with open_demo() as shown:
        shown.signal(signal.SIGHUP)
        assert shown.end(5.0) in (128 + signal.SIGHUP, -signal.SIGHUP)
        shown.assert_restored()
        assert "Traceback" not in shown.text


def test_a_terminal_that_goes_away_leaves_nothing_behind(log: Path) -> None:
    with shell(f"exec {PROFTUI} --demo 2>{shlex.quote(str(log))}") as shown:
        shown.wait_for(ready(shown))
        shown.hang_up()
        assert shown.end(5.0) in (128 + signal.SIGHUP, -signal.SIGHUP)
        with pytest.raises(ProcessLookupError):
            os.kill(shown.pid, 0)
        assert log.read_bytes() == b""


def test_a_terminal_that_goes_away_without_a_signal_ends_it_too(log: Path) -> None:
    ignoring = f"trap '' HUP; exec {PROFTUI} --demo 2>{shlex.quote(str(log))}"
    with shell(ignoring) as shown:
        shown.wait_for(ready(shown))
        shown.hang_up()
        assert shown.end(5.0) in (128 + signal.SIGHUP, -signal.SIGHUP)
        assert log.read_bytes() == b""


# 6. Redirections


def test_a_profile_by_a_pipe_leaves_the_keys_working() -> None:
    sample = Path(proftui.__file__).parent / "demo" / "demo.stats"
    with shell(f"cat {shlex.quote(str(sample))} | {PROFTUI} -") as shown:
        shown.wait_for(ready(shown))
        shown.press("down", "enter")
        shown.wait_for(CALLS)
        shown.press("R")
        shown.wait_for("cannot be read again")
        quits(shown)


@pytest.mark.parametrize("redirection", ["2>log", "2>&-", "</dev/null", "</dev/null 2>&-", "<&-"])
def test_redirections_do_not_matter(redirection: str, tmp_path: Path) -> None:
    with shell(f"exec {PROFTUI} --demo {redirection}", folder=tmp_path) as shown:
        shown.wait_for(ready(shown))
        shown.press("down")
        shown.wait_for(lambda: "min" in shown.marked)
        quits(shown)
        assert [path.read_bytes() for path in tmp_path.iterdir()] in ([], [b""])


def test_without_a_terminal_to_draw_on_it_says_so() -> None:
    line = f"setsid -w {PROFTUI} --demo </dev/null 2>&1; echo status $?"
    with shell(f"command -v setsid >/dev/null || {{ echo status none; exit; }}; {line}") as shown:
        shown.wait_for(r"status \w+")
        if "status none" in shown.text:
            pytest.skip("no setsid here")
        assert "no terminal to draw on" in shown.text and "status 2" in shown.text


# 7. Colours


def picture(**environ: str) -> Iterator[Terminal]:
    """The first screen and a filter in a terminal with these variables."""
    ascii_first = r"[▸>] .*edit_distance"
    with Terminal("--demo", environ=environment(**environ)) as shown:
        shown.wait_for(ready(shown, ascii_first))
        shown.press("/")
        shown.wait_for("keep")
        shown.press("dist", "enter")
        shown.wait_for(r"filter dist")
        shown.wait_for(ascii_first)
        yield shown
        quits(shown)
        assert "Traceback" not in shown.text


MODES = {
    "truecolor": {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
    "256": {"TERM": "xterm-256color", "COLORTERM": ""},
    "16": {"TERM": "xterm", "COLORTERM": ""},
}


@pytest.mark.parametrize("kind", MODES)
def test_colours_are_those_of_the_terminal(kind: str) -> None:
    for shown in picture(**MODES[kind]):
        assert shown.colours == {kind}


@pytest.mark.parametrize(
    "environ",
    [{"NO_COLOR": "1"}, {"NO_COLOR": "1", "TERM": "xterm", "COLORTERM": ""}, {"TERM": "dumb"}, {"TERM": ""}],
    ids=["truecolor", "16", "dumb", "unset"],
)
def test_without_colours_the_marks_remain(environ: dict[str, str]) -> None:
    for shown in picture(**environ):
        assert shown.colours == set()
        row = shown.row_of("▸")
        name = re.search("edit_distance", shown.screen[row])
        assert name is not None
        assert all(shown.cell(x, row).reverse for x in (0, name.start(), 79))
        place = name.start() + len("edit_")
        # pyte's name for underlined; the filter may be kept before the rows are drawn.
        shown.wait_for(partial(lambda x, y, it: it.cell(x, y).underscore, place, row, shown))
        match = shown.cell(place, row)
        assert match.underscore and match.bold and match.data == "d"
        assert not shown.cell(name.start(), row).underscore
        tab = shown.cell(1, 1)
        assert (tab.data, tab.reverse, tab.bold) == ("1", True, True)
        plain = shown.screen[1].index("2 Calls")
        assert not shown.cell(plain, 1).reverse and not shown.cell(5, row + 1).reverse


@pytest.mark.parametrize(
    "environ",
    [{"PROFTUI_ASCII": "1"}, {"TERM": "linux", "COLORTERM": ""}, {"LC_ALL": "C"}, {"LC_ALL": "POSIX"}],
    ids=lambda environ: "-".join(f"{name}-{value}" for name, value in environ.items()),
)
def test_where_only_ascii_can_be_drawn_only_ascii_is(environ: dict[str, str]) -> None:
    for shown in picture(**environ):
        for key, seen in (("2", "2 Calls]"), ("5", "5 Source]"), ("?", "Help")):
            shown.press(key)
            shown.wait_for(re.escape(seen))
        assert shown.raw.isascii()
        shown.press("escape")
        shown.wait_until_gone("Help")


def test_the_c_locale_and_an_unknown_terminal_do_not_matter() -> None:
    for environ in ({"LC_ALL": "", "LANG": "C"}, {"TERM": "no-such-terminal", "LANG": "xx_YY.nonsense"}):
        for shown in picture(**environ):
            assert not unexpected(shown.raw)


# 8. Keys that arrive in pieces

PIECES = {"down": "\x1b[B", "home": "\x1b[H", "end": "\x1bOF", "home3": "\x1bOH", "ctrl+down": "\x1b[1;5B"}


def tear(shown: Terminal, sequence: str, seconds: float) -> None:
    """Send a sequence byte by byte, ``seconds`` apart: the slowness is what is tested."""
    for byte in sequence:
        shown.press(byte)
        time.sleep(seconds)


@pytest.mark.parametrize("seconds", [0.04, 0.08])
def test_torn_arrow_keys_do_nothing_but_their_escape(seconds: float) -> None:
    with open_demo() as shown:
        shown.press("/")
        shown.wait_for("↵ keep")
        shown.press("json", "enter")
        shown.wait_for("filter json")
        tear(shown, "\x1b[B", seconds)
        # Either it arrived whole in the end, or Esc took the filter off; more than that must not happen.
        shown.press("?")
        shown.wait_for("Help: 1 Functions")
        tear(shown, "\x1b[H", seconds)
        if "Help" in shown.text:
            shown.press("q")
        shown.wait_until_gone("Help")
        for sequence in PIECES.values():
            tear(shown, sequence, seconds)
        shown.press("!")
        shown.wait_for("Notes on")
        assert re.search(FUNCTIONS, shown.text) and "ncalls▾tottime" in shown.text
        shown.press("q")
        shown.wait_until_gone("Notes on")
        quits(shown)


def test_a_key_torn_in_the_prompt_types_nothing_and_runs_nothing() -> None:
    with open_demo() as shown:
        for sequence in ("\x1b[H", "\x1bOH", "\x1b[1;5H"):
            shown.press("/")
            shown.wait_for("↵ keep")
            shown.press("dist")
            shown.wait_for(r"/ dist .*match")
            tear(shown, sequence, 0.08)
            shown.wait_for(lambda: "keep" not in shown.text and "filtered out" not in shown.text)
        shown.press("!")
        shown.wait_for("Notes on")
        assert re.search(FUNCTIONS, shown.text) and "edit_distance" in shown.marked
        shown.press("q")
        shown.wait_until_gone("Notes on")
        quits(shown)


def test_a_senseless_key_sequence_ends_nothing() -> None:
    with open_demo() as shown:
        for sequence in ("\x1b[99999999999u", "\x1b[1114112u", "\x1b[<9;;M"):
            shown.press(sequence, "down")
        shown.press("?")
        shown.wait_for("Help: 1 Functions")
        shown.press("q")
        shown.wait_until_gone("Help")
        quits(shown)


# 9. Pasted text

NASTY_PASTE = "q5?\rone\x1b[Bq\x1bO\x03two\x00\x9b31m"


def paste(text: str) -> str:
    """As a terminal sends it."""
    return f"\x1b[200~{text}\x1b[201~"


@pytest.mark.parametrize(
    "text", ["q5?!", NASTY_PASTE, "", "q" * 300_000], ids=["keys", "escapes", "none", "long"]
)
def test_text_pasted_outside_a_prompt_runs_nothing(text: str) -> None:
    with open_demo() as shown:
        shown.press(paste(text))
        shown.wait_for("pasted text is ignored")
        shown.press("down")
        shown.wait_for(lambda: "min" in shown.marked and re.search(FUNCTIONS, shown.text))
        quits(shown)


def test_text_pasted_into_the_prompt_is_one_clean_line() -> None:
    with open_demo() as shown:
        shown.press("/")
        shown.wait_for("↵ keep")
        shown.press("d", paste("is\x1b[2Jt\tance \u202ex\nsecond line\rq"))
        shown.wait_for(re.escape(r"/ dis\x1b[2Jt ance \u202ex"))
        assert "second" not in shown.text
        shown.press("escape")
        shown.wait_until_gone("keep")
        shown.press("/")
        shown.wait_for("↵ keep")
        shown.press(paste("edit_dist"))
        shown.wait_for(r"/ edit_dist .*1 match")
        shown.press("enter")
        shown.wait_for("filter edit_dist")
        assert not unexpected(shown.raw)
        quits(shown)


def test_a_paste_whose_marks_arrive_in_pieces_is_still_a_paste() -> None:
    with open_demo() as shown:
        whole = paste("q5q")
        for start in range(0, len(whole), 4):
            shown.press(whole[start : start + 4])
        shown.wait_for("pasted text is ignored")
        shown.press("down")
        shown.wait_for(lambda: "min" in shown.marked)
        quits(shown)


# 10. The mouse


def test_the_mouse_selects_sorts_changes_the_view_and_scrolls() -> None:
    with open_demo() as shown:
        shown.click(50, 6)
        shown.wait_for(lambda: shown.row_of("▸") == 6 and "list.append" not in shown.marked)
        chosen = shown.marked.split()[-2]  # the function
        heading = shown.screen[2]
        shown.click(heading.index("ncalls") + 2, 2)
        shown.wait_for(lambda: "▾ncalls" in shown.screen[2] or "▾ ncalls" in shown.screen[2])
        shown.wait_for(lambda: chosen in shown.marked)
        shown.click(shown.screen[2].index("ncalls") + 2, 2)
        shown.wait_for(lambda: "▴" in shown.screen[2])
        shown.click(shown.screen[1].index("5 Source") + 2, 1)
        shown.wait_for(SOURCE)
        shown.click(shown.screen[1].index("2 Calls") + 2, 1)
        shown.wait_for(CALLS)
        shown.click(shown.screen[1].index("1 Functions") + 2, 1)
        shown.wait_for(FUNCTIONS)
        shown.press("home")
        shown.wait_for(r"\[1 Functions\].* 1–18 of 239")
        shown.wheel(40, 10)
        shown.wait_for(r" 4–21 of 239")
        shown.wheel(40, 10, down=False)
        shown.wait_for(r" 1–18 of 239")
        quits(shown)
