"""The terminal while an editor has it, and after: a small app with our driver, on a real pseudo-terminal."""

from __future__ import annotations

import re
import shlex
import signal
import sys
from pathlib import Path

import pytest

for needed in ("termios", "pexpect"):
    pytest.importorskip(needed, reason="no pseudo-terminals here")

from tests.support.pty_terminal import Terminal, environment  # noqa: E402 - it needs all of these

# The child becomes another program at once, so threads that other tests have left do not matter to it.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded, use of forkpty:DeprecationWarning")

APP = """
import os, sys
from textual.app import App
from textual.widgets import Static
from proftui.external import editor
from proftui.terminal import tty
from proftui.app.driver import TerminalDriver

class Tiny(App[None]):
    typed, opening, colours = "", None, "truecolor"

    def tidy(self):
        pass

    def compose(self):
        yield Static("tiny app", id="typed")

    def show(self, text):
        self.query_one(Static).update(text)

    def on_click(self, event):
        self.show("clicked")

    def on_paste(self, event):
        self.show("pasted " + event.text)

    def on_key(self, event):
        if event.character == "e":
            with self.suspend():
                told = editor.run(editor.command(os.environ, sys.argv[1], 7))
            self.show(f"back: {told or 'well'}")
        elif event.character == "q":
            self.exit()
        else:
            self.typed += event.character or "?"
            self.show("typed " + self.typed)

assert tty.own()
app = Tiny(driver_class=TerminalDriver)
app.run()
sys.exit(app.return_code)
"""
EDITOR = f"""#!{sys.executable}
import os, sys, termios, tty

wanted = termios.ICANON | termios.ECHO | termios.ISIG
print("editing", *sys.argv[1:])
print("terminals", *[os.isatty(number) for number in range(3)])
print("plain lines", termios.tcgetattr(0)[3] & wanted == wanted, flush=True)
for line in sys.stdin:
    print("took", line, flush=True)
    if line == "done\\n":
        break
    if line == "break\\n":
        print("\\x1b[?1000h\\x1b[?2004h\\x1b[?25l\\x1b[4h\\x1b[?6h\\x1b(0", end="", flush=True)
        tty.setraw(0)
        os._exit(3)
"""
MOUSE_AND_PASTE = (1000, 1003, 1006, 2004, 1004)


@pytest.fixture
def tiny(tmp_path: Path) -> str:
    """The command line of a small app with our driver, whose editor is a program that reads lines."""
    path = tmp_path / "vim"
    path.write_text(EDITOR)
    path.chmod(0o700)
    (tmp_path / "tiny.py").write_text(APP)
    line = shlex.join([sys.executable, str(tmp_path / "tiny.py"), "/src/x.py"])
    return f"EDITOR={shlex.quote(str(path))} VISUAL= PROFTUI_EDITOR= {line}"


def shell(line: str, folder: Path) -> Terminal:
    return Terminal(command=("/bin/sh", "-c", line), folder=folder)


def opens_editor(shown: Terminal) -> int:
    """Press the key; what was written before."""
    shown.wait_for("tiny app|back:")
    before = len(shown.raw)
    shown.press("e")
    # An earlier one may still stand on the screen that the editor comes back to.
    shown.wait_for(lambda: b"plain lines" in shown.raw[before:])
    return before


def test_the_editor_has_the_terminal_to_itself(tiny: str, tmp_path: Path) -> None:
    with shell(tiny, tmp_path) as shown:
        for times in range(2):
            before = opens_editor(shown)
            # As the shell had it: its screen, its lines, no mouse reports and no marks around pastes.
            shown.wait_for("editing \\+7 /src/x.py")
            shown.wait_for("terminals True True True")
            shown.wait_for("plain lines True")
            assert "tiny app" not in shown.text
            modes = shown.modes(before)
            assert not any(modes[number] for number in (*MOUSE_AND_PASTE, 1049))
            assert modes[25] and modes[7]
            assert shown.kitty_levels() == 0
            assert shown.attributes() == shown.attributes_before
            # What is typed is the editor's, all of it.
            text = f"jkq {times} éabc" * 5
            shown.press(f"{text}\r")
            shown.wait_for(lambda text=text: f"took {text}" in shown.text)  # type: ignore[misc]
            between = len(shown.raw)
            shown.press("done\r")
            shown.wait_for("back: well")
            modes = shown.modes(between)
            assert all(modes[number] for number in (*MOUSE_AND_PASTE, 1049))
            assert shown.kitty_levels() == 1
            assert "editing" not in shown.text and "took" not in shown.text
        shown.click(3, 3)
        shown.wait_for("clicked")
        shown.press("\x1b[200~some text\x1b[201~")
        shown.wait_for("pasted some text")
        shown.press("x")
        shown.wait_for("typed x$|typed x ")
        shown.press("q")
        assert shown.end() == 0
        shown.assert_restored()


def test_what_an_editor_leaves_behind_is_put_right(tiny: str, tmp_path: Path) -> None:
    with shell(tiny, tmp_path) as shown:
        opens_editor(shown)
        shown.press("break\r")
        shown.wait_for("back: vim ended with status 3")
        after = shown.raw.rpartition(b"\x1b(0")[2]
        assert all(mode in after for mode in (b"\x1b[4l", b"\x1b[?6l", b"\x1b(B"))
        shown.press("x")
        shown.wait_for("typed x")
        shown.press("q")
        assert shown.end() == 0
        shown.assert_restored()


def test_control_c_in_the_editor_does_not_end_the_program(tiny: str, tmp_path: Path) -> None:
    with shell(f"exec env {tiny}", tmp_path) as shown:
        opens_editor(shown)
        shown.press("\x03")
        shown.wait_for("back: vim")
        shown.press("x")
        shown.wait_for("typed x")
        shown.press("q")
        assert shown.end() == 0
        shown.assert_restored()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1])
def test_a_signal_ends_the_editor_and_then_the_program(number: int, tiny: str, tmp_path: Path) -> None:
    with shell(f"exec env {tiny}", tmp_path) as shown:
        opens_editor(shown)
        shown.signal(number)
        assert shown.end() == 128 + number
        shown.assert_restored()
        assert not shown.left_running()


def test_control_z_stops_editor_and_program_and_fg_continues_both(tiny: str, tmp_path: Path) -> None:
    environ = environment(PS1="ready> ", HOME=str(tmp_path))
    with Terminal(command=("/bin/sh", "-i"), environ=environ, folder=tmp_path) as shown:
        shown.wait_for(lambda: shown.raw.endswith(b"ready> "))
        shown.attributes_before = shown.attributes()
        shown.press(f"{tiny}\r")
        shown.wait_for(lambda: shown.modes().get(1049))
        opens_editor(shown)
        shown.press("\x1a")
        shown.wait_for(lambda: re.search(rb"(?i)stopped|suspended", shown.raw))
        shown.wait_for(lambda: shown.raw.rstrip().endswith(b"ready>"))
        shown.wait_until_others_stopped()
        shown.press("fg\r", "more\r")
        shown.wait_for("took more")
        shown.press("done\r")
        shown.wait_for("back: well")
        shown.press("q")
        shown.wait_for(lambda: shown.raw.rstrip().endswith(b"ready>"))
        shown.assert_restored()
        shown.press("exit\r")
        assert shown.end() == 0
