"""New files for what is written out: nothing that is there is touched."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable, Iterable
from pathlib import Path

from proftui import messages
from proftui.background.pieces import Pieces

_TRIES = 1000
TOGETHER = 100
"""Parts written between two stops: about a millisecond."""
_DESCRIPTORS = "/proc/self/fd"

_unfinished: set[Path] = set()


def writing(folder: Path, stem: str, suffix: str, parts: Iterable[str | bytes | None]) -> Pieces[Path]:
    """Write ``parts`` to ``stem.suffix``, or ``stem-2.suffix`` where that exists; where they are now.

    Text is written as UTF-8. A part that is ``None`` was work without anything to write yet.

    Where the system can, the file has no name until it is whole. Where it cannot be written as a whole,
    which raises OSError, or is left unfinished, nothing is left of it.
    """
    made, path = nameless(folder), None
    if made is None:
        path, made = _first_free(folder, stem, suffix, _created)
        _unfinished.add(path)
    try:
        with open(made, "wb") as file:
            for count, part in enumerate(parts, 1):
                if part is not None:
                    file.write(part.encode("utf-8", "backslashreplace") if isinstance(part, str) else part)
                if part is None or count % TOGETHER == 0:
                    yield
            file.flush()
            os.fsync(file.fileno())
            if path is None:
                return _first_free(folder, stem, suffix, lambda to: _named(made, to))[0]
    except BaseException:
        if path is not None:
            with contextlib.suppress(OSError):
                path.unlink()
        raise
    finally:
        if path is not None:
            _unfinished.discard(path)
    return path


def _first_free(folder: Path, stem: str, suffix: str, take: Callable[[Path], int]) -> tuple[Path, int]:
    """The first name that can be taken, and what taking it gave."""
    for number in range(1, _TRIES):
        path = folder / (f"{stem}.{suffix}" if number == 1 else f"{stem}-{number}.{suffix}")
        with contextlib.suppress(FileExistsError):
            return path, take(path)
    raise FileExistsError(messages.NAMES_TAKEN.format(f"{stem}.{suffix}", _TRIES))


def _created(path: Path) -> int:
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o666)


def nameless(folder: Path) -> int | None:
    """A file in this folder without a name yet, ``None`` without such; OSError if nothing can be written."""
    if not hasattr(os, "O_TMPFILE") or not os.path.isdir(_DESCRIPTORS):
        return None
    try:
        return os.open(folder, os.O_WRONLY | os.O_TMPFILE, 0o666)
    except OSError as error:
        if error.errno in (errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL, errno.ENOENT):
            return None
        raise


def _named(made: int, path: Path) -> int:
    """Give the file its name, which must be free."""
    # Only with a folder given, which an absolute path does not need, does Python follow the link.
    os.link(f"{_DESCRIPTORS}/{made}", path, src_dir_fd=made)
    return made


def remove_unfinished() -> None:
    """Take away what is half written, at an end that may come in the middle of the work."""
    for path in _unfinished:
        with contextlib.suppress(OSError):
            path.unlink()
