"""Profiles of Python programs, read safely: ``load(path)`` gives a :class:`Profile`.

Nothing in a file is imported, called or run, and only the standard library is needed. Whatever cannot be
read raises :class:`ProfileError`, in all modules of this package: one sentence that goes on after its name.
"""

from __future__ import annotations

import os

from proftui_parsers.detect import FORMATS, Format, detect
from proftui_parsers.files import MAX_BYTES, read_bytes, read_open, read_pieces
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.messages import IS_EMPTY
from proftui_parsers.profile import (
    NOT_MEASURED,
    Edge,
    Edges,
    Function,
    LineTime,
    Measure,
    Profile,
    ProfileError,
    Record,
    no_edges,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proftui_parsers.files import Progress, Readable

__all__ = [
    "FORMATS",
    "MAX_BYTES",
    "NOT_MEASURED",
    "Edge",
    "Edges",
    "Format",
    "Function",
    "LineTime",
    "Measure",
    "Profile",
    "ProfileError",
    "Record",
    "add",
    "load",
    "load_bytes",
    "no_edges",
    "read_bytes",
]


def add(profiles: Sequence[Profile], progress: Progress | None = None) -> Profile:
    """One profile of several; ``progress`` is told now and then how far a step of it is, 0.0 to 1.0.

    Profiles of calls are added up, figure by figure and in the order in which ``pstats.Stats(a, b, ...)``
    adds, so that sums agree to the last digit. Line times are added up too, and joined to the calls. Profiles
    that measure different things raise :class:`ProfileError`.
    """
    from proftui_parsers.combine.adding import add as added

    return added(profiles, progress)


def load(
    source: str | os.PathLike[str] | Readable, *, max_bytes: int = MAX_BYTES, progress: Progress | None = None
) -> Profile:
    """The profile in a file: its path, ``-`` for standard input, or anything open whose ``read`` gives bytes.

    What came through gzip is unpacked, and through zstd where Python 3.14 or the package zstandard is there.
    A file of more than ``max_bytes``, packed or not, is refused with :class:`ProfileError`, as is whatever
    cannot be read.
    An open file is read from where it stands to its end, and stays open; TypeError: it is open as text.
    ``progress`` is told now and then which share of the file is read, from 0.0 to 1.0.
    """
    detected: list[Format] = []

    # What is no profile may be a gigabyte of something else.
    def check(head: bytes) -> None:
        detected.append(detect(head, max_bytes))

    if isinstance(source, str | os.PathLike):
        path = os.fspath(source)
        pieces = read_pieces(path, max_bytes, check)
    else:
        name = getattr(source, "name", "")
        path = name if isinstance(name, str) else ""
        pieces = read_open(source, max_bytes, check)
        if not pieces:
            raise ProfileError(IS_EMPTY)
    known = detected[0] if detected else detect(pieces[0])
    return known.read(pieces, path, progress)


def load_bytes(data: bytes, path: str = "", *, progress: Progress | None = None) -> Profile:
    """The profile in these bytes; ``path`` is only remembered: the name by which messages are to call it."""
    if not data:
        raise ProfileError(IS_EMPTY)
    return detect(data).read([data], path, progress)
