"""Long random walks by hand: ``python -m tests.support.long_walks FILE… --length 5000 --seeds 3``.

After every few events the screen is compared with the profile; the first difference ends a walk and is
printed with the events before it. A file named ``@5000`` is made: a profile of so many functions.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from benchmarks import profiles
from tests.support.random_walks import walk
from tests.support.screens import opened


def main() -> int:
    """Walk, and say how each walk went; 1 when a screen was wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.support.long_walks", description=str(__doc__).partition("\n")[0]
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="profiles, or @NUMBER of functions")
    parser.add_argument("--length", type=int, default=2000, help="events of each walk (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (%(default)s)")
    parser.add_argument("--seeds", type=int, default=1, help="walks through each profile (%(default)s)")
    parser.add_argument("--every", type=int, default=6, help="events between two looks (%(default)s)")
    asked = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for name in asked.files:
            path = made(Path(folder), name) if name.startswith("@") else Path(name)
            for seed in range(asked.seed, asked.seed + asked.seeds):
                before = time.monotonic()
                try:
                    asyncio.run(walk(opened(path), seed, asked.length, every=asked.every))
                    said = "good"
                except Exception as problem:
                    failed, said = True, f"{type(problem).__name__}: {problem}"
                print(f"{name} seed {seed}, {time.monotonic() - before:.0f} s: {said}", flush=True)
    return int(failed)


def made(folder: Path, name: str) -> Path:
    """A profile of as many functions as the name says."""
    path = folder / f"{name[1:]}.stats"
    if not path.exists():
        profiles.write(path, int(name[1:]))
    return path


if __name__ == "__main__":
    sys.exit(main())
