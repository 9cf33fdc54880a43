"""The profiles of a folder as rows, told by how their files begin."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from proftui.analysis.nearby import Nearby
from proftui.drawing import figures
from proftui.drawing.line import Span
from proftui.drawing.safe_text import clean, cut_start, pad
from proftui_parsers import ProfileError, load
from proftui_parsers.detect import sniff
from proftui_parsers.files import with_open

MOST_FILES = 5_000
FOLDER, DEEPEST, PATIENCE = "folder", 3, 0.2
"""What stands for the format of a folder; how far below folders are looked into, and for how many seconds
these, or profiles."""
MOST_BYTES = 8 << 20
"""So much of a profile is looked into; of a page, which is not looked into if it is larger."""
LEAST_NAME, LONGEST_NAME, BESIDE_NAME = 16, 60, 45
"""Cells of a name, and of all else in a row."""
_HEADING = "profile"


class Candidate(NamedTuple):
    """A profile that can be opened, or a folder of some."""

    path: Path
    format: str
    size: int
    """Bytes; of a folder its profiles."""
    modified: float
    name: str
    """As it is listed."""


def candidates(folder: Path, nearby: Nearby | None = None) -> list[Candidate]:
    """The profiles in ``folder``, which the user named, or is ``nearby``; newest first; contents decide."""
    profiles, nearby = [], nearby or Nearby((str(folder),))
    try:
        with os.scandir(folder) as entries:
            for entry in islice(entries, MOST_FILES):
                with suppress(OSError):
                    # A link may lead to another computer.
                    kind = sniff(nearby.reached(entry.path).path)
                    if kind is not None:
                        status = entry.stat()
                        path, size, modified = Path(entry.path), status.st_size, status.st_mtime
                        profiles.append(Candidate(path, kind, size, modified, clean(entry.name)))
    except OSError:
        return []
    return sorted(profiles, key=lambda c: -c.modified)


def has(candidate: Candidate, name: bytes) -> bool:
    """Whether a profile that is not packed has a path that ends so, soon enough in it."""
    head = with_open(str(candidate.path), lambda descriptor: os.read(descriptor, MOST_BYTES)) or b""
    return re.search(rb"(?<![\w.-])" + re.escape(name).replace(b"/", rb"[/\\]+"), head) is not None


def folders_in(folder: Path) -> list[Candidate]:
    """The folders below that hold profiles, the newest first, as far as there is time to look; no mounts."""
    found: list[Candidate] = []
    nearby = Nearby((str(folder),))
    end, waiting = monotonic() + PATIENCE, _folders(folder, nearby)
    for inside in waiting:
        if monotonic() > end:
            break
        name = inside.relative_to(folder)
        if profiles := candidates(inside, nearby):
            newest = profiles[0].modified
            found.append(Candidate(inside, FOLDER, len(profiles), newest, clean(f"{name}{os.sep}")))
        if len(name.parts) < DEEPEST:
            waiting += _folders(inside, nearby)
    return sorted(found, key=lambda c: -c.modified)


def _folders(folder: Path, nearby: Nearby) -> list[Path]:
    """Those in a folder, but for hidden ones and what is mounted there, which may be another computer's."""
    with suppress(OSError), os.scandir(folder) as entries:
        device = os.lstat(folder).st_dev
        inside = (e for e in islice(entries, MOST_FILES) if not e.name.startswith("."))
        # What an automounter is on is near, but nothing in it.
        near = (entry for entry in inside if not nearby.reached(os.path.join(entry.path, entry.name)).why)
        folders = (entry for entry in near if entry.is_dir(follow_symlinks=False))
        return [Path(e.path) for e in folders if e.stat(follow_symlinks=False).st_dev == device]
    return []


def page_in(folder: Path) -> str:
    """What a folder without profiles has in their place, a page that a profiler wrote; empty: it has none."""
    page = folder / "index.html"
    try:
        if path := Nearby((str(folder),)).reached(str(page)).path:
            load(path, max_bytes=MOST_BYTES)
    except (OSError, ProfileError) as problem:
        return f"{page.name} {problem}"
    return ""


def name_cells(longest: int, width: int) -> int:
    """The cells of the names of files in rows of that width; ``longest``: of the longest name."""
    return min(max(longest, len(_HEADING)), LONGEST_NAME, max(LEAST_NAME, width - BESIDE_NAME))


def heading(name: int) -> list[Span]:
    """The titles of the columns; ``name``: cells of the names."""
    return [Span(f"{pad(_HEADING, name)}  {'size':>12}  {'format':10} {'age':>12}", "heading")]


def row(candidate: Candidate, now: float, name: int) -> list[Span]:
    """One profile, or folder of some."""
    age = figures.age(now - candidate.modified) if candidate.modified else ""
    about = f"  {size_of(candidate):>12}  {candidate.format:10} {age:>12}"
    return [Span(pad(cut_start(candidate.name, name), name)), Span(about, "muted")]


def size_of(candidate: Candidate) -> str:
    """Of a file its bytes, of a folder its profiles; nothing where there is none."""
    if candidate.format == FOLDER:
        return figures.plural(candidate.size, "profile")
    return figures.size(candidate.size) if candidate.size else ""
