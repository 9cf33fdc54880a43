"""The editor: what is run for which setting, and how its end is told."""

from __future__ import annotations

import os
import shlex
import signal
import stat
import sys
import threading
from pathlib import Path

import pytest

from proftui import messages
from proftui.external import editor
from proftui.external.editor import EditorError, command, is_graphical

FILE = "/src/a b.py"


def program(folder: Path, name: str, text: str = "#!/bin/sh\n") -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def argv(folder: Path, words: str, line: int = 7, path: str = FILE, **more: str) -> list[str]:
    """What is run for ``$EDITOR`` as in ``words``, the program being installed."""
    program(folder, os.path.basename(shlex.split(words)[0]))
    return command({"EDITOR": words, "PATH": str(folder), **more}, path, line)


# --- what is run


@pytest.mark.parametrize(
    ("words", "arguments"),
    [
        *((name, ["+7", FILE]) for name in ("vi", "vim", "nvim", "view", "gvim", "vim.basic", "emacs27")),
        *((name, ["+7", FILE]) for name in ("emacs", "emacsclient", "emacs-nox", "nano", "micro", "kak")),
        ("emacsclient -t -a ''", ["-t", "-a", "", "+7", FILE]),
        *((name, [f"{FILE}:7"]) for name in ("subl", "sublime_text", "hx", "helix", "zed")),
        *(
            (name, ["--wait", "--goto", f"{FILE}:7"])
            for name in ("code", "codium", "cursor", "code-insiders")
        ),
        ("code -n --wait", ["-n", "--wait", "--goto", f"{FILE}:7"]),
        ("code -w", ["-w", "--goto", f"{FILE}:7"]),
        *((name, ["--line", "7", FILE]) for name in ("pycharm", "idea", "pycharm.sh", "kate")),
        *((name, [FILE]) for name in ("ed", "acme", "viper", "codeine", "7zip")),
        ("myedit '--title=two words' {file}", ["--title=two words", "{file}", FILE]),
    ],
)
def test_each_editor_is_told_the_line_in_its_own_manner(
    tmp_path: Path, words: str, arguments: list[str]
) -> None:
    found = argv(tmp_path, words)
    assert found == [shlex.split(words)[0], *arguments]


def test_the_first_that_is_set_is_taken(tmp_path: Path) -> None:
    for name in ("ours", "visual", "plain", "vi"):
        program(tmp_path, name)
    environ = {"PATH": str(tmp_path)}
    assert command(environ, FILE, 2) == ["vi", "+2", FILE]
    environ |= {"EDITOR": "plain", "VISUAL": ""}
    assert command(environ, FILE, 2) == ["plain", FILE]
    environ["VISUAL"] = "visual"
    assert command(environ, FILE, 2) == ["visual", FILE]
    environ["PROFTUI_EDITOR"] = "ours"
    assert command(environ, FILE, 2) == ["ours", FILE]


@pytest.mark.parametrize(
    ("template", "arguments"),
    [
        ("ours {file}@{line}", ["/x/{line} $HOME `id`.py@9"]),
        ("ours -l {line} -- {file}", ["-l", "9", "--", "/x/{line} $HOME `id`.py"]),
        ("ours 'open {file} at {line}' {other} {}", ["open /x/{line} $HOME `id`.py at 9", "{other}", "{}"]),
        ("ours -n", ["-n", "/x/{line} $HOME `id`.py"]),
    ],
)
def test_a_template_is_filled_argument_by_argument(
    tmp_path: Path, template: str, arguments: list[str]
) -> None:
    program(tmp_path, "ours")
    environ = {"PATH": str(tmp_path), "PROFTUI_EDITOR": template, "EDITOR": "vi"}
    assert command(environ, "/x/{line} $HOME `id`.py", 9) == ["ours", *arguments]


@pytest.mark.parametrize("name", ["-c :!id.py", "+q.py", "--version"])
def test_no_file_name_becomes_an_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    for words in ("vi", "hx", "code", "pycharm", "ed"):
        assert not any(word.startswith(("-", "+q")) for word in argv(tmp_path, words, path=name)[-1:])
        assert str(tmp_path / name) in argv(tmp_path, words, path=name)[-1]


@pytest.mark.parametrize(
    ("environ", "sentence"),
    [
        ({"EDITOR": "vim 'unfinished"}, "$EDITOR cannot be read: no closing quotation"),
        ({"VISUAL": "vim \\", "EDITOR": "vi"}, "$VISUAL cannot be read: no escaped character"),
        ({"EDITOR": "   "}, messages.EDITOR_EMPTY.format("$EDITOR")),
        ({"EDITOR": "'' -x"}, messages.EDITOR_EMPTY.format("$EDITOR")),
        ({"PROFTUI_EDITOR": "nowhere {file}"}, messages.EDITOR_NOT_FOUND.format("nowhere")),
        ({"EDITOR": "/no/such/vim"}, messages.EDITOR_NOT_FOUND.format("/no/such/vim")),
        ({"EDITOR": "\x1b[31mx"}, messages.EDITOR_NOT_FOUND.format(r"\x1b[31mx")),
        ({}, messages.EDITOR_NOT_FOUND.format("vi")),
    ],
)
def test_a_setting_that_cannot_be_run_is_one_clean_sentence(
    tmp_path: Path, environ: dict[str, str], sentence: str
) -> None:
    with pytest.raises(EditorError) as caught:
        command({"PATH": str(tmp_path), **environ}, FILE, 1)
    assert str(caught.value) == sentence


def test_editors_with_a_window_leave_the_terminal_alone() -> None:
    for name in ("code", "subl", "gvim", "/usr/bin/pycharm", "idea.sh", "codium"):
        assert is_graphical([name, FILE])
    for name in ("vi", "nvim", "emacs", "emacsclient", "nano", "hx", "micro", "kak", "ed", "/bin/unknown"):
        assert not is_graphical([name, FILE])


# --- how it ends


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_only_a_failure_has_a_sentence(tmp_path: Path) -> None:
    name = os.path.basename(sys.executable)
    assert editor.run(python("")) == ""
    assert editor.run(python("raise SystemExit(3)")) == f"{name} ended with status 3"
    assert "Killed (9)" in editor.run(python("import os; os.kill(os.getpid(), 9)"))
    assert editor.run([str(tmp_path / "none")]) == messages.NOT_STARTED.format(
        "none", "no such file or directory"
    )
    assert editor.run([str(tmp_path)]) == messages.NOT_STARTED.format(tmp_path.name, "permission denied")
    assert messages.NOT_STARTED.format(name, "") in editor.run([sys.executable, "a\0b"])


def test_keys_that_make_signals_are_the_editors_business(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGINT)
    interrupts = (
        "import os, signal; os.kill(os.getppid(), signal.SIGINT); os.kill(os.getppid(), signal.SIGQUIT)"
    )
    assert editor.run(python(interrupts)) == ""
    # It gets the signals as if it had been started by a shell.
    asked = "import signal, sys; sys.exit(signal.getsignal(signal.SIGQUIT) is not signal.SIG_DFL)"
    assert editor.run(python(asked)) == ""
    assert signal.getsignal(signal.SIGINT) is before


def test_a_signal_that_ends_us_ends_the_editor_and_takes_its_course() -> None:
    caught: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: caught.append(number))
    try:
        told = editor.run(python("import os, signal; os.kill(os.getppid(), signal.SIGTERM); signal.pause()"))
    finally:
        signal.signal(signal.SIGTERM, before)
    assert "Terminated (15)" in told
    assert caught == [signal.SIGTERM]


def test_an_editor_with_a_window_is_not_waited_for_but_its_end_is_told(tmp_path: Path) -> None:
    told: list[str] = []
    ended = threading.Event()

    def note(sentence: str) -> None:
        told.append(sentence)
        ended.set()

    assert editor.start(python("print('this would be drawn over the screen')"), note) == ""
    assert ended.wait(20) and told == [""]
    ended.clear()
    assert editor.start(python("raise SystemExit(4)"), note) == ""
    assert ended.wait(20) and told[-1].endswith("ended with status 4")
    ended.clear()
    # It stays open until something is written.
    os.mkfifo(tmp_path / "window")
    assert editor.start(python(f"open({str(tmp_path / 'window')!r}).read()"), note) == ""
    assert not ended.is_set()
    (tmp_path / "window").write_text("x")
    assert ended.wait(20) and told[-1] == ""
    ended.clear()
    assert messages.NOT_STARTED.format("program", "") in editor.start(["/no/such/program"], note)
    assert not ended.is_set()
