"""Small programs that import, run under cProfile, and what ``-X importtime`` says of who imports whom."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.support.steady_profile import profile_steadily

WORK = "sum(i * i for i in range({}))\n"


def profiled(folder: Path, files: Mapping[str, str]) -> Path:
    """Write a program, of which ``main.py`` starts, run it under cProfile, and return the profile."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    out = folder / "program.stats"
    profile_steadily(folder / "main.py", out)
    return out


def importers(folder: Path) -> dict[str, str]:
    """By module, who imported it, as ``-X importtime`` says; ``main`` for the program itself.

    It writes a package below the module for whose sake it was imported: that one has the same importer.
    """
    command = [sys.executable, "-X", "importtime", str(folder / "main.py")]
    told = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=60).stderr
    above: dict[str, str] = {}
    waiting: list[tuple[int, str]] = []
    for match in re.finditer(r"^import time:\s+\d+ \|\s+\d+ \| ( *)(\S+)$", told, re.M):
        level, module = len(match[1]) // 2, match[2]
        while waiting and waiting[-1][0] > level:
            above[waiting.pop()[1]] = module
        waiting.append((level, module))
    above.update((module, "main") for _, module in waiting)
    return {module: _importer(above, module) for module in above}


def _importer(above: Mapping[str, str], module: str) -> str:
    importer = above[module]
    while importer.startswith(f"{module}."):
        importer = above[importer]
    return importer
