"""Whether the first cause is the edit that a changelog names: ten libraries, two releases each.

releases.py FOLDER [LIBRARY …]   profile both releases into FOLDER/LIBRARY/old and …/new, five runs a side,
                                 unless they are there; print headline, causes, and whether each is right

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
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = str(folder / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "-q", f"{library}=={version}"], check=True, env=PYTHON)
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


def ends(cause: dict[str, Any]) -> list[str]:
    """The functions of a cause, as ``edit`` names them."""
    return [f"{end['file']}:{end['name']}:" for end in (cause["caller"], cause["callee"]) if end]


def judged(release: dict[str, Any], causes: list[dict[str, Any]], change: float) -> str:
    """Whether the first of these causes names the edit, and has the sign of the change."""
    named = any(edit in end for cause in causes[:1] for edit in release["edit"] for end in ends(cause))
    return "right" if named and causes[0]["time"] * change > 0 else "WRONG"


def judge(release: dict[str, Any], folder: Path) -> None:
    """Print what the headline and the causes say, and whether the first of them is right."""
    comparison = json.loads(compared(folder, "--view", "overview", "--format", "json"))["comparison"]
    causes, change = comparison["causes"], comparison["change"]["time"]
    headline = compared(folder, "--limit", "1").splitlines()[1]
    # The headline ends with the seconds of its cause, or milliseconds.
    said = [cause for cause in causes if any(f"{abs(cause['time']) * k:.3f} " in headline for k in (1, 1000))]
    results = f"headline {judged(release, said, change)}, first cause {judged(release, causes, change)}"
    print(f"{release['library']} {release['old']} → {release['new']}: {results}\n   {headline}")
    for cause in causes[:CAUSES]:
        short = " → ".join(end.rpartition("site-packages/")[2] for end in ends(cause))
        print(f"   {cause['time']:+.3f}  {cause['kind']:8}  {short}  {cause['ncalls']}", flush=True)


def main(folder: Path, *libraries: str) -> None:
    """Record what is missing, and judge."""
    for release in json.loads(RELEASES.read_text("utf-8")):
        library = release["library"]
        if library in libraries or not (libraries or release.get("spare")):
            here = folder.resolve() / library
            if not (here / "new" / f"{RUNS - 1}.stats").exists():
                here.mkdir(parents=True, exist_ok=True)
                record(here, release)
            judge(release, here)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
