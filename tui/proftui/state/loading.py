"""The files of the command line, read and read again; ``screens/loading.py`` is the window meanwhile."""

from __future__ import annotations

import _thread
import gc
import os
import time
from collections.abc import Callable, Sequence

from proftui import messages
from proftui.background import memory
from proftui_parsers import Profile, ProfileError, load
from proftui_parsers.detect import is_packed
from proftui_parsers.files import with_open

Tell = Callable[[str, float], None]
FileState = tuple[int, ...]
"""What tells a file from any that it was before: which it is, its size, and when it was changed."""

PATIENCE = 0.3
"""Seconds of reading after which it is shown how far it is."""
EVERY = 0.05
"""Seconds between two such pictures."""
REST = 0.5
"""Seconds after which nothing that was begun before a reading is still on its way."""
COARSE, FINE = 2.0, 0.1
"""Seconds for which a file that was written may be written once more without another time of change: where
times are in whole seconds, and elsewhere."""
LARGE = 256 << 10
"""Bytes of files from which on reading can take long, and memory."""
TIMES = 50
"""So many times as many bytes are in a packed file of stacks."""


class Refused(Exception):
    """The command line asks for something that cannot be; one sentence."""


class GivenUp(Exception):
    """The user did not want to wait for the file."""


def shown(path: str) -> str:
    """A path in a sentence; what is wrong with it must not be pushed out of sight."""
    if path in ("-", ""):
        return messages.STANDARD_INPUT if path else "''"
    return path if len(path) <= 500 else f"…{path[-500:]}"


def forget_former() -> None:
    """Free what is left of a profile that was read before: objects that refer to each other."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def is_fresh(changed: int) -> bool:
    """Whether a file that was changed then, in nanoseconds, may change now without another time of change."""
    return time.time() - changed / 1e9 < (FINE if changed % 10**9 else COARSE)


def _weight(path: str) -> int:
    """Bytes of a file, of a packed one about as many as are in it; 0: it is not there."""

    def bytes_of(descriptor: int) -> int:
        return os.fstat(descriptor).st_size * (TIMES if is_packed(os.read(descriptor, 4)) else 1)

    return with_open(path, bytes_of) or 0


def _state(path: str) -> FileState | None:
    """The state of a file, if a change from now on would make it another."""
    # Opened, since a network's server is asked anew then.
    status = with_open(path, os.fstat)
    if status is None or is_fresh(max(status.st_mtime_ns, status.st_ctime_ns)):
        return None
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _identity(profile: Profile) -> int:
    """What tells a profile from others; all parts of a recording are of one."""
    return id(profile if profile.recording is None else profile.recording)


class Loader:
    """Reads the files of the command line, and reads them again."""

    def __init__(
        self,
        paths: Sequence[str],
        max_bytes: int,
        adapt: Callable[[Profile], Profile] = lambda profile: profile,
    ) -> None:
        """``adapt``: gives the part of what is read that is asked for; it may raise Refused."""
        self.paths, self.adapt = list(paths), adapt
        self.max_bytes = max_bytes
        self.once = "-" in self.paths
        self.loaded = False
        self._states: list[FileState | None] = []
        """Of each file when it was last read; ``None``: a change since then might not show in it."""
        self._last = 0
        """Which profile came of that, by :func:`_identity`. It is not shown if the user had given up."""
        self._reading = _thread.allocate_lock()

    @property
    def is_large(self) -> bool:
        """Whether the files take long to read; what is not there does not."""
        return sum(_weight(path) for path in self.paths if path != "-") >= LARGE

    def has_not_changed_since(self, profile: Profile) -> bool:
        """Whether reading again would give this profile again."""
        return (
            self._last == _identity(profile)
            and None not in self._states
            and self._states == self._file_states()
        )

    def _file_states(self) -> list[FileState | None]:
        return [None if path == "-" else _state(path) for path in self.paths]

    def __call__(self, tell: Tell | None = None) -> Profile:
        """All files as one profile; ``tell`` hears now and then which part of which file is read.

        Raises:
            Refused: a file is bad at the start; the sentence names it.
            ProfileError: it cannot be read again.
            Exception: what ``tell`` raises, to give up.
        """
        if self.loaded and self.once:
            raise ProfileError(messages.NOT_READ_TWICE)
        # A reading that was given up may still be on its way to its end; limits are the process's.
        with self._reading:
            return self._read_all(tell)

    def _read_all(self, tell: Tell | None) -> Profile:
        collects = gc.isenabled()
        # A million objects that stay: no collection need ever look at them.
        gc.disable()
        limit = memory.limit() if self.once or self.is_large else None
        try:
            states = self._file_states()
            profiles = [self._read(path, number, tell) for number, path in enumerate(self.paths, 1)]
            profile = profiles[0] if len(profiles) == 1 else self._sum(profiles, tell)
            profile = self.adapt(profile)
            self.loaded, self._states, self._last = True, states, _identity(profile)
        finally:
            memory.lift(limit)
            gc.freeze()
            if collects:
                gc.enable()
        return profile

    def _read(self, path: str, number: int, tell: Tell | None) -> Profile:
        several = messages.FILE_OF.format(number, len(self.paths)) if len(self.paths) > 1 else ""
        progress = tell and self._progress(f"{shown(path)}{several}", tell)
        try:
            return load(path, max_bytes=self.max_bytes, progress=progress)
        except ProfileError as error:
            if self.loaded:
                raise
            raise Refused(f"{shown(path)} {error}") from None

    def _sum(self, profiles: list[Profile], tell: Tell | None) -> Profile:
        from proftui_parsers import add

        progress = tell and self._progress(messages.FILES_TOGETHER.format(len(profiles)), tell)
        try:
            return add(profiles, progress)
        except ProfileError as error:
            raise Refused(f"{', '.join(shown(path) for path in self.paths)}: {error}") from None

    def _progress(self, what: str, tell: Tell) -> Callable[[float], None]:
        last = time.monotonic() + PATIENCE

        def told(part: float) -> None:
            nonlocal last
            now = time.monotonic()
            if now >= last:
                last = now + EVERY
                tell(what, part)

        return told
