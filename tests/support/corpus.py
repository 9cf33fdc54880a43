"""Where the profiles are that tests open, and what other programs say is in them."""

from __future__ import annotations

import json
import marshal
import sys
from pathlib import Path
from typing import Any

import pytest

from proftui_parsers import Profile
from proftui_parsers.stacks.recording import Recording

DATA = Path(__file__).parents[1] / "data"
SHARED = Path(__file__).parents[3] / "shared" / "data"

Stats = dict[tuple[Any, ...], Any]


def oracle(kinds: tuple[str, ...] = ("pstats", "lprof")) -> dict[str, dict[str, Any]]:
    """What the profilers' own readers found, by the path of the file below the corpus."""
    if not SHARED.is_dir():
        return {}
    known: dict[str, dict[str, Any]] = json.loads((SHARED / "ORACLE.json").read_text("utf-8"))
    return {name: facts for name, facts in known.items() if facts["kind"] in kinds}


def totals_oracle(*kinds: str) -> dict[str, dict[str, Any]]:
    """What a reference reader found in files of stacks of these kinds, by their path below the corpus."""
    if not SHARED.is_dir():
        return {}
    known: dict[str, dict[str, Any]] = json.loads((SHARED / "ORACLE-totals.json").read_text("utf-8"))
    return {name: facts for name, facts in known.items() if facts["kind"] in kinds}


def shared_files(*folders: str) -> list[Path]:
    """All files of these folders of the corpus, if it is there."""
    return [path for folder in folders for path in sorted((SHARED / folder).glob("*"))]


def _has_demo_library() -> bool:
    """Whether what the demo ran with is here: without it, text of the running Python is shown in its place.

    Text that is newer than the profile proves nothing: in an unpacked sdist all files are of one old date.
    """
    folder = Path("/usr/lib/python3.11")
    if not folder.is_dir() and sys.version_info[:2] == (3, 11):
        folder = Path(json.__file__).parents[1]
    text = folder / "json" / "encoder.py"
    demo = Path(__file__).parents[2] / "tui" / "proftui" / "demo" / "demo.stats"
    return text.is_file() and text.stat().st_mtime <= demo.stat().st_mtime


needs_demo_library = pytest.mark.skipif(
    not _has_demo_library(), reason="the standard library that the demo ran with is not here"
)
needs_corpus = pytest.mark.skipif(not SHARED.is_dir(), reason="the corpus is not here")


def small(name: str) -> Path:
    """A profile that is kept beside the tests."""
    folder = "lprof" if name.endswith(".lprof") else "pstats"
    paths = (DATA / each / name for each in (folder, "printed"))
    return next((path for path in paths if path.exists()), DATA / "stacks" / name)


def recording_of(profile: Profile) -> Recording:
    """The stacks that a profile is made of, which it has."""
    assert profile.recording is not None
    return profile.recording


def dumped(stats: Stats, version: int = 4) -> bytes:
    """A ``.stats`` file with this content."""
    return marshal.dumps(stats, version)


def index_of(profile: Profile, name: str, line: int | None = None) -> int:
    """The function of this name, and line if there are several."""
    (index,) = (
        index
        for index in range(profile.count)
        if profile.names[index] == name and line in (None, profile.linenos[index])
    )
    return index


def as_stats(profile: Profile) -> Stats:
    """What ``pstats.Stats(...).stats`` would be, entry order included."""
    assert profile.ncalls is not None and profile.primitive_calls is not None and profile.cumtime is not None
    found: Stats = {}
    for index in range(profile.count):
        callers = {
            tuple(profile.function(edge.function)): (
                (edge.ncalls, edge.primitive_calls, edge.tottime, edge.cumtime)
                if edge.cumtime is not None
                else edge.ncalls
            )
            for edge in profile.callers(index)
        }
        figures = (
            profile.primitive_calls[index],
            profile.ncalls[index],
            profile.tottime[index],
            profile.cumtime[index],
        )
        found[tuple(profile.function(index))] = (*figures, callers)
    return found


def totals(recording: Recording) -> dict[str, float]:
    """By key of a measure, the whole in it."""
    return {measure.key: whole for measure, whole in zip(recording.measures, recording.totals, strict=True)}
