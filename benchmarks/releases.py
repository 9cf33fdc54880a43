"""Whether the first cause is the edit that a changelog names: ten libraries, two releases each.

releases.py FOLDER [LIBRARY …]   profile both releases into FOLDER/LIBRARY/old and …/new, five runs a side,
                                 unless they are there; print headline, causes, and if the first is right

``releases.json``: the releases, the line of the changelog, what a cause that tells the edit may name (part of
``file:function:``), and what both sides run. A spare is for a pair that does not run its edit.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

RUNS, CAUSES = 5, 5
RELEASES = Path(__file__).with_suffix(".json")
PYTHON = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def installed(folder: Path, library: str, version: str) -> str:
    """The Python of a virtual environment that has this release."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    python = str(folder / "bin" / "python")
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", f"{library}=={version}"]
    subprocess.run(pip, check=True, env=PYTHON)
    return python


def record(folder: Path, release: dict[str, Any]) -> None:
    """Profile the workload with both releases, in turn."""
    (folder / "workload.py").write_text(release["workload"], "utf-8")
    pythons = {
        side: installed(folder / f"env-{side}", release["library"], release[side]) for side in ("old", "new")
    }
    for side, run in [(side, run) for run in range(RUNS) for side in pythons]:
        (folder / side).mkdir(exist_ok=True)
        profiled = ["-m", "cProfile", "-o", str(folder / side / f"{run}.stats"), str(folder / "workload.py")]
        quiet = subprocess.DEVNULL
        subprocess.run([pythons[side], *profiled], check=True, env=PYTHON, stdout=quiet, stderr=quiet)


def compared(folder: Path, *options: str) -> str:
    """What proftui prints of both sides."""
    sides = [str(folder / "new"), "--base", str(folder / "old")]
    command = [sys.executable, "-m", "proftui", *sides, "--print", *options]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout


def told(end: dict[str, Any] | None) -> str:
    """A function of a cause, as ``edit`` names it."""
    return f"{end['file']}:{end['name']}:" if end else ""


def main(folder: Path, *libraries: str) -> None:
    """Record what is missing, and print what the causes say."""
    for release in json.loads(RELEASES.read_text("utf-8")):
        library = release["library"]
        if library not in libraries if libraries else release.get("spare"):
            continue
        here = folder.resolve() / library
        if not (here / "new" / f"{RUNS - 1}.stats").exists():
            here.mkdir(parents=True, exist_ok=True)
            record(here, release)
        comparison = json.loads(compared(here, "--view", "overview", "--format", "json"))["comparison"]
        right = False
        lines = []
        for number, cause in enumerate(comparison["causes"][:CAUSES]):
            ends = [told(cause["caller"]), told(cause["callee"])]
            if not number:
                named = any(edit in end for edit in release["edit"] for end in ends)
                right = named and cause["time"] * comparison["change"]["time"] > 0
            short = " → ".join(end.rpartition("site-packages/")[2] for end in ends)
            lines.append(f"   {cause['time']:+.3f}  {cause['kind']:8}  {short}  {cause['ncalls']}")
        print(f"{library} {release['old']} → {release['new']}: {'right' if right else 'WRONG'}")
        print("  ", compared(here, "--limit", "1").splitlines()[1], *lines, sep="\n", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
