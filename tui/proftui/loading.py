"""The files of the command line, read and read again."""

from __future__ import annotations

import gc
import time

from proftui.asked import Refused, shown
from proftui_parsers import ProfileError, load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from proftui_parsers import Profile

PATIENCE = 0.3
"""Seconds of reading after which it is shown how far it is."""
EVERY = 0.05
"""Seconds between two such pictures."""


class Loader:
    """Reads the files of the command line, and reads them again."""

    def __init__(
        self, paths: Sequence[str], max_bytes: int, tell: Callable[[str, float], None] | None
    ) -> None:
        self.paths = list(paths)
        self.max_bytes = max_bytes
        self.tell = tell
        self.once = "-" in self.paths
        self.loaded = False

    def __call__(self) -> Profile:
        """All files as one profile.

        Raises:
            Refused: a file is bad at the start; the sentence names it.
            ProfileError: it cannot be read again.
        """
        if self.loaded and self.once:
            raise ProfileError("came by standard input and cannot be read again")
        profiles = []
        for number, path in enumerate(self.paths, 1):
            try:
                profiles.append(load(path, max_bytes=self.max_bytes, progress=self._progress(path, number)))
            except ProfileError as error:
                if self.loaded:
                    raise
                raise Refused(f"{shown(path)} {error}") from None
        profile = profiles[0] if len(profiles) == 1 else self._sum(profiles)
        self.loaded = True
        # A million objects that stay: no collection need ever look at them again.
        gc.freeze()
        return profile

    def _sum(self, profiles: list[Profile]) -> Profile:
        from proftui_parsers import add

        try:
            return add(profiles)
        except ProfileError as error:
            raise Refused(f"{', '.join(shown(path) for path in self.paths)}: {error}") from None

    def _progress(self, path: str, number: int) -> Callable[[float], None] | None:
        tell = self.tell
        # Read again, it is the full program that has the terminal.
        if tell is None or self.loaded:
            return None
        several = f" · {number} of {len(self.paths)} files" if len(self.paths) > 1 else ""
        what = f"{shown(path)}{several}"
        last = time.monotonic() + PATIENCE

        def told(part: float) -> None:
            nonlocal last
            now = time.monotonic()
            if now >= last:
                last = now + EVERY
                tell(what, part)

        return told
