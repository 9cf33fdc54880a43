"""Somebody's editor, opened at a line: what to run, and running it on this terminal."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import termios
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from proftui import messages
from proftui.background import threads
from proftui.drawing.safe_text import clean
from proftui.terminal import tty

SETTING = "PROFTUI_EDITOR"
"""The variable for what no other program shares: an editor, or a template with ``{file}`` and ``{line}``."""

_PLUS = "vi vim nvim view gview gvim rvim vimx emacs emacsclient nano pico micro kak joe jed mg ne"
_MANNERS = {
    _PLUS: ("+{line}", "{file}"),
    "subl sublime_text hx helix zed": ("{file}:{line}",),
    "code codium vscodium cursor windsurf": ("--goto", "{file}:{line}"),
    "pycharm idea kate mate": ("--line", "{line}", "{file}"),
}
_TEMPLATES = {name: words for names, words in _MANNERS.items() for name in names.split()}
"""How editors are told the line; of all others only the file is known."""
_RETURNING = frozenset({"code", "codium", "vscodium", "cursor", "windsurf"})
"""Those that must be asked to stay until the text is closed."""
_GRAPHICAL = _RETURNING | {"gvim", "gview", "subl", "sublime_text", "zed", "pycharm", "idea", "kate", "mate"}

_PASSED_ON = (signal.SIGTERM, signal.SIGHUP, signal.SIGABRT, signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM)
"""Of what ends us, what is sent to programs: it ends the editor first, two cannot have the terminal."""


class EditorError(Exception):
    """No editor can be run; the text says why, in a sentence."""


def command(environ: Mapping[str, str], path: str, line: int) -> list[str]:
    """The program and arguments that open ``path`` at ``line``.

    It is that of ``$PROFTUI_EDITOR``, ``$VISUAL`` or ``$EDITOR``, else vi; no shell reads it.
    EditorError says why what was set cannot be run.
    """
    name, text = _chosen(environ)
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise EditorError(messages.EDITOR_UNREADABLE.format(name, str(error).lower())) from None
    if not words or not words[0]:
        raise EditorError(messages.EDITOR_EMPTY.format(name))
    if shutil.which(words[0], path=environ.get("PATH", os.defpath)) is None:
        raise EditorError(_why_not(words[0]).format(clean(words[0], 60)))
    if name != f"${SETTING}" or not any("{file}" in word for word in words):
        known = _known(words[0])
        if known in _RETURNING and not {"-w", "--wait"} & set(words):
            words.append("--wait")
        return [*words, *_filled(_TEMPLATES.get(known, ("{file}",)), path, line)]
    return _filled(words, path, line)


def is_graphical(argv: Sequence[str]) -> bool:
    """Whether the program has a window of its own, so that the terminal can stay as it is."""
    return _known(argv[0]) in _GRAPHICAL


def run(argv: Sequence[str]) -> str:
    """Run an editor on the terminal until it ends; a sentence if it failed, else nothing.

    For the main thread, with the terminal left to it before (``App.suspend``). Nothing is raised. The
    settings of the terminal are put back if the editor did not do that. Keys that make signals are the
    editor's business; a signal that ends us ends it too, and takes its course when it has ended.
    """
    child: subprocess.Popen[bytes] | None = None
    caught: list[int] = []

    def pass_on(number: int, frame: FrameType | None) -> None:
        caught.append(number)
        if child is not None:
            child.send_signal(number)

    # Functions that do nothing, since a program inherits what is ignored, but not what is handled.
    handlers = dict.fromkeys((signal.SIGINT, signal.SIGQUIT), lambda number, frame: None)
    handlers |= dict.fromkeys(_PASSED_ON, pass_on)
    with _handling(handlers), _terminal() as (stdin, stdout, stderr):
        try:
            child = subprocess.Popen(argv, stdin=stdin, stdout=stdout, stderr=stderr)
            if caught:
                child.send_signal(caught[0])
            status = child.wait()
        except (OSError, ValueError) as error:
            return _not_started(argv, error)
    if caught:
        os.kill(os.getpid(), caught[0])
    return _failed(argv, status)


def start(argv: Sequence[str], ended: Callable[[str], object]) -> str:
    """Start an editor that has a window; a sentence if that failed, else nothing.

    ``ended`` is called from another thread when it has ended, with a sentence if it failed. Nobody waits
    for that: the editor may stay when we end.
    """
    nowhere = subprocess.DEVNULL
    try:
        child = subprocess.Popen(argv, stdin=nowhere, stdout=nowhere, stderr=nowhere, start_new_session=True)
    except (OSError, ValueError) as error:
        return _not_started(argv, error)
    threads.start(lambda: ended(_failed(argv, child.wait())))
    return ""


def _chosen(environ: Mapping[str, str]) -> tuple[str, str]:
    """Which editor was set, and where."""
    names = (SETTING, "VISUAL", "EDITOR")
    return next(
        ((f"${name}", environ[name]) for name in names if environ.get(name)), (messages.DEFAULT_EDITOR, "vi")
    )


def _known(program: str) -> str:
    """The name by which an editor is known: of ``/usr/bin/vim.basic`` it is ``vim``."""
    stem = re.match("[a-z_]+", os.path.basename(program).lower())
    return stem[0] if stem else ""


def _why_not(program: str) -> str:
    """What is wrong with a program that was not found among those that can be run."""
    if os.path.dirname(program) and os.path.exists(program):
        return messages.EDITOR_IS_FOLDER if os.path.isdir(program) else messages.EDITOR_NOT_EXECUTABLE
    return messages.EDITOR_NOT_FOUND


def _filled(words: Sequence[str], path: str, line: int) -> list[str]:
    """The words with the file and the line in their places; an absolute path is never taken for an option."""
    values = {"{file}": os.path.abspath(path), "{line}": str(max(line, 1))}
    return [re.sub(r"\{(?:file|line)\}", lambda match: values[match[0]], word) for word in words]


def _failed(argv: Sequence[str], status: int) -> str:
    name = clean(os.path.basename(argv[0]), 60)
    if status < 0:
        return messages.ENDED_BY_SIGNAL.format(name, signal.strsignal(-status) or messages.A_SIGNAL, -status)
    return messages.ENDED_WITH_STATUS.format(name, status) if status else ""


def _not_started(argv: Sequence[str], error: OSError | ValueError) -> str:
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return messages.NOT_STARTED.format(clean(os.path.basename(argv[0]), 60), clean(why, 100).lower())


@contextmanager
def _handling(handlers: Mapping[signal.Signals, Callable[[int, FrameType | None], None]]) -> Iterator[None]:
    """Signals handled in another way for a while; in the main thread only, elsewhere as they were."""
    before: dict[signal.Signals, Any] = {}
    try:
        with suppress(ValueError):
            for number, handler in handlers.items():
                before[number] = signal.signal(number, handler)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler if handler is not None else signal.SIG_DFL)


@contextmanager
def _terminal() -> Iterator[list[int | None]]:
    """The terminal for each standard stream of a program that is not on it; its settings are kept."""
    terminal = tty.tried(os.open, "/dev/tty", os.O_RDWR | os.O_NOCTTY)
    if terminal is None:
        yield [None] * 3
        return
    try:
        settings = tty.tried(termios.tcgetattr, terminal)
        yield [None if os.isatty(number) else terminal for number in range(3)]
        if settings:
            tty.tried(termios.tcsetattr, terminal, termios.TCSANOW, settings)
    finally:
        os.close(terminal)
