"""New files for what is written out: nothing that is there is touched."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

from proftui.analysis.pieces import Pieces

_TRIES = 1000
TOGETHER = 100
"""Parts written between two stops: about a millisecond."""


_unfinished: set[Path] = set()


def writing(folder: Path, stem: str, suffix: str, parts: Iterable[str | None]) -> Pieces[Path]:
    """Write ``parts`` to ``stem.suffix``, or ``stem-2.suffix`` where that exists; where they are now.

    A part that is ``None`` was work without anything to write yet.

    Left unfinished, nothing is left of the file.

    Raises:
        OSError: it cannot be written, or not as a whole; then nothing is left of it.
    """
    for number in range(1, _TRIES):
        path = folder / (f"{stem}.{suffix}" if number == 1 else f"{stem}-{number}.{suffix}")
        try:
            made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o666)
        except FileExistsError:
            continue
        _unfinished.add(path)
        try:
            with open(made, "w", encoding="utf-8", errors="backslashreplace", newline="") as file:
                for count, part in enumerate(parts, 1):
                    if part is not None:
                        file.write(part)
                    if part is None or count % TOGETHER == 0:
                        yield
                file.flush()
                os.fsync(file.fileno())
        except BaseException:
            with contextlib.suppress(OSError):
                path.unlink()
            raise
        finally:
            _unfinished.discard(path)
        return path
    raise FileExistsError(f"{stem}.{suffix} and {_TRIES} more are there already")


def remove_unfinished() -> None:
    """Take away what is half written, at an end that may come in the middle of the work."""
    for path in _unfinished:
        with contextlib.suppress(OSError):
            path.unlink()
