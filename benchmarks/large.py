"""Hostile files of 16 MB through the readers: ``python -m benchmarks.large [WORD...]``.

Each kind is made whole, wrong in its last bytes, cut off, or with something behind it, and each file is read
by a process of its own. Printed are CPU seconds of reading and the most memory that the process used.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks import large_exports, largestacks
from benchmarks.large_austin import austin
from benchmarks.large_tachyon import tachyon
from benchmarks.largefiles import foreign, lprof, recorded, stats

ROOT = Path(__file__).parents[1]
SECONDS, MEBIBYTES = 2.0, 170.0
"""To be refused in, and to be read with."""
MOST = 196.0
"""The rest of the program takes up to 58 of 256 MiB. Pages of 2 MiB make up to 15 of it a matter of luck."""

CHILD = """
import sys, time
sys.path.insert(0, sys.argv[1])
from proftui_parsers import ProfileError, load
path = sys.argv[2]
began = time.process_time()
try:
    profile = load(path)
    took, said = time.process_time() - began, f"{profile.count:,} functions, {len(profile.edges):,} calls"
    if "-w" in sys.argv:
        profile.warnings
except ProfileError as problem:
    took, said = time.process_time() - began, str(problem)
peak = next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(took, int(peak) / 1024, said, sep="\\t")
"""


FORMS: dict[str, Callable[[bytes], bytes]] = {
    "whole": lambda data: data,
    "wrong": lambda data: data[:-60] + b"\xff" * 30 + data[-30:],
    "cut": lambda data: data[:-61],
    "more": lambda data: data + b"garbage",
}


def kinds() -> dict[str, Callable[[], bytes]]:
    """All kinds of files."""
    of_lines = {f"lprof: {name}": make for name, make in lprof().items()}
    return {
        **stats(),
        **of_lines,
        **largestacks.kinds(),
        **austin(),
        **tachyon(),
        **recorded(),
        **foreign(),
        **large_exports.kinds(),
    }


def measured(path: Path, parsers: Path, options: Sequence[str] = ()) -> tuple[float, float, str]:
    """Seconds, mebibytes and what came of it, in a process of its own."""
    command = [sys.executable, "-I", "-c", CHILD, str(parsers), str(path), *options]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    if ran.returncode:
        return float("nan"), float("nan"), ran.stderr.strip()[-200:]
    seconds, peak, said = ran.stdout.rstrip("\n").split("\t")
    return float(seconds), float(peak), said


def main(argv: Sequence[str] | None = None) -> int:
    """Measure kinds whose names hold one of the words; the exit status tells whether all keep the limits."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.large", description=str(__doc__).partition("\n")[0]
    )
    parser.add_argument("words", nargs="*", help="parts of the names of kinds (all)")
    parser.add_argument("--forms", default="whole,wrong", help=f"of {', '.join(FORMS)} (%(default)s)")
    parser.add_argument("--parsers", type=Path, action="append", help="folders of readers to compare")
    parser.add_argument("--warnings", action="store_true", help="ask for the warnings too")
    chosen = parser.parse_args(argv)
    readers = chosen.parsers or [ROOT / "parsers"]
    options = ["-w"] if chosen.warnings else []
    beyond = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "p.prof")
        for kind, make in kinds().items():
            if chosen.words and not any(word in kind for word in chosen.words):
                continue
            data = make()
            for form in chosen.forms.split(","):
                path.write_bytes(FORMS[form](data))
                for reader in readers:
                    seconds, peak, said = measured(path, reader, options)
                    over = not peak <= MEBIBYTES or not seconds <= SECONDS
                    beyond += over
                    figures = f"{seconds:6.2f} s{peak:6.0f} MiB {'!' if over else ' '}"
                    print(f"{kind:40}{form:6}{figures} {said[:70]}", flush=True)
    return int(beyond > 0)


if __name__ == "__main__":
    raise SystemExit(main())
