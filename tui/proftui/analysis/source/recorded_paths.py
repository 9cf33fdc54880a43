"""Paths as profiles record them, of any system: taken apart, and explained where they name no file."""

from __future__ import annotations

import ntpath
import posixpath
import re
import sys
from typing import NamedTuple

from proftui import messages
from proftui.analysis.nearby import is_network
from proftui.analysis.recorded_files import is_native
from proftui.drawing.locations import shorten_location
from proftui.drawing.safe_text import cell_width, clean, cut_end
from proftui_parsers.entries import NO_PYTHON_FILES

NOTE_CELLS = 78
"""What a note may take of a line of the screen."""

_WINDOWS = re.compile(r"[A-Za-z]:[/\\]|\\")
_VERSIONED = re.compile(r"(python|pypy)(\d+\.\d+)t?")
_WINDOWS_PYTHON = re.compile(r"python[.-]?(\d)\.?(\d+)", re.IGNORECASE)
_FROZEN = re.compile(r"<frozen (\w+(?:\.\w+)*)>")
_NOTEBOOK = re.compile(r"<(?:ipython-input|command)-|(?:^|[/\\])ipython-input-|[/\\]ipykernel_\d+[/\\]")


class Library(NamedTuple):
    """A path of a Python's library taken apart: its folder, the Python if told, and what is below."""

    folder: str
    python: str
    rest: tuple[str, ...]

    @property
    def is_standard(self) -> bool:
        """Whether it is of the standard library, not of an installed package."""
        return self.rest[0].partition(".")[0] in sys.stdlib_module_names


def components(path: str) -> list[str]:
    """The components of a path of any system, without ``.`` and, but at the start, without ``..``.

    The first is ``""`` or a drive when the path is absolute.
    """
    if _WINDOWS.match(path) or ("\\" in path and "/" not in path):
        path = ntpath.normpath(path).replace("\\", "/")
    else:
        path = posixpath.normpath(path)
    return [] if path == "." else path.rstrip("/").split("/")


def in_library(path: str) -> Library | None:
    """The path taken apart, if it is in the library folder of a Python."""
    windows = _WINDOWS.match(path) is not None
    parts = path.replace("\\", "/").split("/") if windows else path.split("/")
    for depth, part in enumerate(parts[:-1]):
        if part.lower() not in ("lib", "lib32", "lib64"):
            continue
        versioned = _VERSIONED.fullmatch(parts[depth + 1])
        rest = tuple(parts[depth + 2 :])
        if versioned and rest:
            python = versioned[2] if versioned[1] == "python" else f"PyPy {versioned[2]}"
            return Library("/".join(parts[: depth + 2]), python, rest)
        if windows and not versioned:
            match = _WINDOWS_PYTHON.search(parts[depth - 1]) if depth else None
            python = f"{match[1]}.{match[2]}" if match else ""
            return Library("/".join(parts[: depth + 1]), python, tuple(parts[depth + 1 :]))
    return None


def frozen_module(recorded: str) -> tuple[str, ...]:
    """The components of a module that ``<frozen ...>`` names, if it is of the standard library."""
    match = _FROZEN.fullmatch(recorded)
    names = tuple(match[1].split(".")) if match else ()
    return names if names and names[0] in sys.stdlib_module_names else ()


def may_have_text(recorded: str) -> bool:
    """Whether there may be a file with the text of what was recorded there."""
    return not no_file(recorded) or bool(frozen_module(recorded))


def no_file(recorded: str) -> str:
    """Why there can be no file of this name, in a sentence; empty where there may be one."""
    if recorded in NO_PYTHON_FILES:
        return messages.BUILT_IN_HAS_NO_SOURCE
    if not recorded:
        return messages.HAS_NO_FILE
    if "\0" in recorded:
        return messages.NOT_A_PATH
    if is_native(recorded):
        return _around(messages.IS_MACHINE_CODE, recorded)
    if _NOTEBOOK.search(recorded):
        return _around(messages.WAS_A_CELL, recorded)
    if recorded == "<stdin>":
        return messages.WAS_TYPED
    if recorded.startswith("<frozen "):
        return _around(messages.IS_FROZEN, recorded)
    if recorded == "<string>":
        return messages.WAS_A_STRING
    if recorded.startswith("<") and recorded.endswith(">"):
        return _around(messages.WAS_GENERATED, recorded)
    return ""


def not_found(recorded: str) -> str:
    """The note for a text that is nowhere, with the options that help."""
    if why := no_file(recorded):
        return why
    if is_network(recorded):
        return not_shown(recorded, messages.IS_ELSEWHERE)
    windows = _WINDOWS.match(recorded) is not None
    folder = (ntpath if windows else posixpath).dirname(recorded)
    if not windows and not recorded.startswith("/"):
        return _around(messages.TRY_SOURCE_ROOT, recorded)
    whole = clean(messages.TRY_MAP_OF.format(recorded, folder))
    if cell_width(whole) <= NOTE_CELLS and folder != "/":
        return whole
    return _around(messages.TRY_MAP, recorded)


def not_shown(recorded: str, reason: str) -> str:
    """The note for a file that is no text to be read."""
    return _around(messages.NOT_SHOWN, recorded, cut_end(clean(reason), 50))


def _around(template: str, recorded: str, reason: str = "") -> str:
    left = NOTE_CELLS - cell_width(template.format("", reason))
    return template.format(shorten_location(clean(recorded[-300:]), left), reason)
