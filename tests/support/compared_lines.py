"""Line by line comparisons for tests: a function before and after, its text and what its lines took."""

from __future__ import annotations

import pickle
from pathlib import Path

from line_profiler.line_profiler import LineStats
from tests.support.compared import side

from proftui.analysis.compare.side import Side

OLD = """def work(n):
    total = 0
    for i in range(n):
        total += i * i
    slow = sorted(range(n))
    return total
"""
NEW = """# moved down
def work(n):
    total = 0
    for i in range(n):
        if i % 2:
            total += i * i
    return total
"""
Timings = list[tuple[int, int, int]]
BEFORE: Timings = [(2, 1, 10), (3, 101, 50_000), (4, 100, 200_000), (5, 1, 90_000), (6, 1, 10)]
AFTER: Timings = [(3, 1, 10), (4, 101, 60_000), (5, 100, 30_000), (6, 50, 100_000), (7, 1, 10)]


def lines(folder: Path, text: str, timings: Timings, first: int) -> Path:
    """A ``.lprof`` of ``work``, with its text beside it where there is one."""
    folder.mkdir()
    if text:
        (folder / "app.py").write_text(text)
    path = folder / "app.lprof"
    path.write_bytes(timed(folder / "app.py", timings, first))
    return path


def timed(text: Path, timings: Timings, first: int) -> bytes:
    """What lines of ``work`` in a file took, as ``line_profiler`` writes it."""
    return pickle.dumps(LineStats({(str(text), first, "work"): timings}, 1e-6))


def both(tmp_path: Path, old: str = OLD, new: str = NEW) -> tuple[Side, Side]:
    before = lines(tmp_path / "old", old, BEFORE, 1)
    return side(before), side(lines(tmp_path / "new", new, AFTER, 2))


def row_with(rows: list[str], text: str) -> list[str]:
    return next(row for row in rows[4:] if text in row).split()
