"""Speed against floors and peers: ``python -m benchmarks`` from the checkout, a few minutes.

Every program runs in a pseudo-terminal of its own, in rounds: in each round every program has its turn, so
that what else the machine does meets all of them. Only ratios of one run say something.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks import profiles, programs, scenes
from benchmarks.results import Row, Samples, results, table
from benchmarks.targets import K1, K10, K100, ROWS
from benchmarks.timed_terminal import Late

LARGE, TOO_LARGE = 100_000, 200_000
"""From this size on the slowest programs have one turn only, and from that on none."""
SHORT, TIMES = 20_000, 3
"""Up to this size, short things are repeated so often in a round."""

SCENES: dict[scenes.Scene, tuple[str, ...]] = {
    scenes.starts: ("proftui.first", "textual.first", "pstats.listed"),
    scenes.textual: ("textual.",),
    scenes.session: ("proftui.",),
    scenes.pstats: ("pstats.",),
    scenes.first_key: ("proftui.key",),
    scenes.early_keys: ("proftui.early",),
    scenes.small_keys: ("small.",),
    scenes.loads: ("pstats.load", "proftui.load", "marshal."),
    scenes.comparison: ("compare.",),
    scenes.recordings: ("speedscope.", "collapsed.", "json.", "gprof2dot."),
    scenes.small_recording: ("profile.", "recording."),
    scenes.passes: ("pass.",),
    scenes.icicle: ("proftui.icicle",),
    scenes.visidata: ("visidata.",),
    scenes.snakeviz: ("snakeviz.",),
}
"""What is measured in every round, and how the names of its figures begin."""
SMALL_ONLY = (scenes.small_keys, scenes.recordings, scenes.small_recording)
SLOW = (scenes.visidata, scenes.snakeviz, scenes.icicle)


def arguments() -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=str(__doc__).partition("\n")[0])
    parser.add_argument(
        "--sizes", default=f"{K1},{K10},{K100}", help="functions in the profiles (%(default)s)"
    )
    parser.add_argument(
        "--rounds", type=int, default=5, help="how often everything is measured (%(default)s)"
    )
    parser.add_argument(
        "--rows", default="", metavar="TEXT,…", help="only rows with one of these words in them"
    )
    parser.add_argument("--idle", type=float, default=10.0, help="seconds of doing nothing (%(default)s)")
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="where profiles are made, and found next time"
    )
    parser.add_argument("--silent", action="store_true", help="a terminal that answers no question")
    parser.add_argument("--modern", action="store_true", help="a terminal with synchronized output")
    parser.add_argument("--markdown", action="store_true", help="the table as Markdown")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures here too")
    return parser.parse_args()


def chosen(words: str) -> list[Row]:
    """The rows in which one of the words occurs."""
    return [row for row in ROWS if any(word in row.title for word in words.split(","))]


def needed(rows: Sequence[Row], size: int, smallest: int) -> list[scenes.Scene]:
    """What must be measured for these rows at this size."""
    wanted = [row for row in rows if row.applies(size) or (row.growth and size == smallest)]
    found = {_scene_of(figure) for row in wanted for figure in (row.ours, *row.theirs)}
    return [scene for scene in SCENES if scene in found]


def _scene_of(figure: str) -> scenes.Scene:
    starts = [(start, scene) for scene, its in SCENES.items() for start in its if figure.startswith(start)]
    return max(starts, key=lambda pair: len(pair[0]))[1]


def plays(scene: scenes.Scene, size: int, smallest: int, number: int) -> bool:
    """Whether a scene has its turn in this round."""
    if scene in SMALL_ONLY:
        return size == smallest
    if scene in SLOW:
        return size < LARGE or (size < TOO_LARGE and number == 0)
    return scene is not scenes.early_keys or size < TOO_LARGE


def turns(sizes: Sequence[int], rounds: int, rows: Sequence[Row]) -> Iterator[tuple[int, int, scenes.Scene]]:
    """Round, size and scene, in the order in which they are measured."""
    for number in range(rounds):
        for size in sizes:
            for scene in needed(rows, size, sizes[0]):
                if plays(scene, size, sizes[0], number):
                    yield number, size, scene


def measure(asked: argparse.Namespace, folder: Path, sizes: Sequence[int], rows: Sequence[Row]) -> Samples:
    """All rounds; what fails is said, and the rest goes on."""
    samples = Samples()
    home = folder / "home"
    home.mkdir(exist_ok=True)
    environ = programs.environment(home)
    paths = {size: profiles.made(folder, size) for size in sizes}
    facts = {size: json.loads(path.with_suffix(".json").read_text("utf-8")) for size, path in paths.items()}
    for number, size, scene in turns(sizes, asked.rounds, rows):
        note(f"round {number + 1} of {asked.rounds}, {size:,} functions, {scene.__name__}")
        idle = asked.idle if number == 0 and size == sizes[0] else 0.0
        patience = 30 + size / 4000
        times = TIMES if size <= SHORT else 1
        stage = scenes.Stage(
            paths[size], facts[size], environ, not asked.silent, asked.modern, patience, idle, times
        )
        try:
            for figures in scene(stage):
                samples.add(size, number, figures)
        except KeyboardInterrupt:
            break
        except (Late, OSError, subprocess.SubprocessError) as problem:
            why = str(problem).rstrip().partition("\n")[0]
            note("")
            print(f"{scene.__name__}, {size:,} functions, round {number + 1}: {why}", file=sys.stderr)
    note("")
    return samples


def note(text: str) -> None:
    """What is going on, where somebody looks."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def machine(before: float, after: float) -> str:
    """What the figures depend on; a load above the number of cores makes wall times long."""
    python = ".".join(map(str, sys.version_info[:3]))
    return f"Python {python}, {os.cpu_count()} cores, load {before:.1f} before and {after:.1f} after"


def main() -> None:
    """Measure and print."""
    asked = arguments()
    before = os.getloadavg()[0]
    sizes = sorted({int(size) for size in asked.sizes.split(",")})
    rows = chosen(asked.rows)
    with tempfile.TemporaryDirectory() as scratch:
        folder = asked.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        samples = measure(asked, folder.resolve(), sizes, rows)
    print(machine(before, os.getloadavg()[0]), end="\n\n")
    print(table(results(samples, rows, sizes), asked.markdown), end="")
    if asked.json:
        asked.json.write_text(json.dumps(samples.as_json(), indent=1), "utf-8")


if __name__ == "__main__":
    main()
