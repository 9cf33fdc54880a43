"""Which of some files are runs of the program that is shown: read aside, the newest first."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import copy_context
from pathlib import Path
from typing import NamedTuple

from proftui import messages
from proftui.analysis.compare.kin import is_same_program, traits_of
from proftui.background import threads
from proftui.frame.rows import total_text
from proftui.screens.folder import MOST_BYTES, Candidate
from proftui.state.loading import GivenUp
from proftui.state.runs import kind_of
from proftui_parsers import Profile, ProfileError, load

MOST_READ = 200
"""Files."""
EVERY = 0.25
"""Seconds between two times that it is told what is known."""
PATIENCE = 0.1
"""Seconds that are waited for what is known by then."""


class Kin(NamedTuple):
    """What is known of a file."""

    is_same: bool
    """Whether it is a run of the program that is shown."""
    told: str
    """How long that run took, or why it is none."""


class KinFinder:
    """Reads files one after the other until it is told to end."""

    def __init__(self, shown: Profile, found: Sequence[Candidate], *, adds: bool) -> None:
        """``adds``: whether they are to be added, which joins other figures too, and not compared."""
        self._adds = adds
        self.known: dict[Path, Kin] = {}
        self.is_done = False
        self._shown = shown
        self._files = [candidate for candidate in found[:MOST_READ] if candidate.size <= MOST_BYTES]
        self._given_up = False

    def begin(self, tell: Callable[[], None]) -> None:
        """Begin, and wait a little; ``tell``: what is called now and then after that, when more is known."""
        loop, context = asyncio.get_running_loop(), copy_context()

        def told() -> None:
            # The program may have ended meanwhile.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(tell, context=context)

        def work() -> None:
            with suppress(GivenUp, MemoryError):
                self._read_all(told)
            self.is_done = True
            told()

        with suppress(MemoryError):
            threads.start(work).join(PATIENCE)

    def end(self) -> None:
        """Read nothing more."""
        self._given_up = True

    def _go_on(self, part: float = 0.0) -> None:
        if self._given_up:
            raise GivenUp

    def _kin(self, profile: Profile, is_same: bool) -> Kin:
        if not is_same:
            return Kin(False, messages.OTHER_PROGRAM)
        if not self._adds and kind_of(profile) != kind_of(self._shown):
            return Kin(False, messages.OTHER_KIND)
        has_total = profile.has_calls or profile.recording is not None
        return Kin(True, total_text(profile) if has_total else "")

    def _read_all(self, tell: Callable[[], object]) -> None:
        shown, last = traits_of(self._shown), time.monotonic()
        for candidate in self._files:
            self._go_on()
            # What cannot be read says so when it is chosen.
            with suppress(ProfileError):
                profile = load(str(candidate.path), max_bytes=MOST_BYTES, progress=self._go_on)
                self.known[candidate.path] = self._kin(profile, is_same_program(shown, traits_of(profile)))
            if time.monotonic() > last + EVERY:
                last = time.monotonic()
                tell()
