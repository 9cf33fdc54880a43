"""Profiles made at test time that are the same however busy the machine is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

_PROFILER = """
import cProfile, functools, itertools, sys
steady = functools.partial(cProfile.Profile, itertools.count().__next__, 1e-6)
sys.modules[cProfile.main.__module__].Profile = steady
sys.argv[0] = "cProfile"
cProfile.main()
"""


def profile_steadily(program: Path, out: Path) -> None:
    """``python -m cProfile -o out program`` by a clock that goes on by a microsecond when it is looked at.

    It is looked at when a function is called and when it ends: what calls more takes longer.
    """
    command = [sys.executable, "-c", _PROFILER, "-o", str(out), str(program)]
    subprocess.run(command, cwd=program.parent, check=True, stdout=subprocess.DEVNULL, timeout=60)
