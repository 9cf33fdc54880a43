"""``--watch``: what ``R`` does, whenever the file changes."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from textual.screen import Screen

from proftui.screens.explorer.reload import Reload
from proftui.screens.loading import Load
from proftui.state.loading import Loader
from proftui.widgets.prompt import Prompt

EVERY = 0.5
"""Seconds between two looks at the file."""
Marks = dict[str, tuple[int, int, int] | None]
"""Of each file which it is, its size, and when it was changed; ``None``: it is not there."""


class Watching:
    """Asks the system now and then: no way to be told by it works on all drives."""

    def __init__(self, screen: Screen[Any], load: Callable[[], Load], reload: Reload, prompt: Prompt) -> None:
        """``load``: what the files are read with now."""
        self._screen, self._reload, self._prompt = screen, reload, prompt
        self._load = load
        self._seen: Marks = {}

    def begin(self) -> None:
        """Look at the file from now on; what was written since it was read is found at the first look."""
        self._seen, load = self._marks(), self._load()
        if isinstance(load, Loader) and load.has_changed():
            self._seen = dict.fromkeys(load.paths)
        self._screen.set_interval(EVERY, self.look)

    def look(self) -> None:
        """Read the file again if it has changed since the last look; not while something lies over it."""
        if not self._screen.is_current or self._prompt.is_open:
            return
        before, self._seen = self._seen, self._marks()
        # What was added since was read just then.
        if any(before.get(path, mark) != mark for path, mark in self._seen.items()):
            self._reload.reload()

    def _marks(self) -> Marks:
        load = self._load()
        return {path: _mark(path) for path in load.paths} if isinstance(load, Loader) else {}


def _mark(path: str) -> tuple[int, int, int] | None:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns
