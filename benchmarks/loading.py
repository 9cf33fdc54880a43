"""What is measured without a terminal, in a process of its own; prints JSON.

loading.py pstats|proftui|marshal FILE     reading: CPU and wall seconds of the call, most memory used
loading.py labels FILE WORD...             CPU seconds of a regular expression over all labels, for each word
loading.py icicle FILE                     CPU seconds of frames of the icicle, layout included
"""

from __future__ import annotations

import gc
import json
import marshal
import re
import sys
import time
from collections.abc import Callable
from itertools import compress
from pathlib import Path
from statistics import median
from typing import Any

PASSES, FRAMES = 3, 15
PICTURE = (120, 38)


def reader(which: str) -> Callable[[str], Any]:
    """What is measured; its modules are imported before."""
    if which == "pstats":
        from pstats import Stats

        return Stats
    if which == "proftui":
        from proftui_parsers import load

        return load
    if which == "json":
        # Here the collector stays: nobody who calls it turns that off.
        return lambda path: json.loads(Path(path).read_bytes())
    # The collector doubles the time.
    gc.disable()
    return lambda path: marshal.loads(Path(path).read_bytes())


def peak() -> int:
    """Bytes; of this program only, not of the one that started it."""
    found = re.search(r"VmHWM:\s*(\d+)", Path("/proc/self/status").read_text())
    return int(found[1]) << 10 if found else 0


def passes(path: str, words: list[str]) -> list[float]:
    """CPU seconds to find each word, as a regular expression, in all labels."""
    stats = marshal.loads(Path(path).read_bytes())
    labels = [f"{file}:{line}({name})".lower() for file, line, name in stats]
    everything = range(len(labels))
    found = []
    for word in words:
        took = []
        for _ in range(PASSES):
            start = time.process_time()
            list(compress(everything, map(re.compile(word).search, labels)))
            took.append(time.process_time() - start)
        found.append(median(took))
    return found


def frames(path: str) -> list[float]:
    """CPU seconds to lay out the icicle of the whole run and make its lines, after a first time."""
    from proftui.analysis.names import Names
    from proftui.drawing.figures import unit_for
    from proftui.state.call_trees import Trees
    from proftui.views.icicle.boxes import Icicle
    from proftui.views.icicle.paint import Known, Paint
    from proftui.views.icicle.rows import level_line
    from proftui_parsers import load

    profile = load(path)
    tree = Trees(profile).tree
    assert tree is not None
    paint = Paint(Known(Names(profile)), tree.total, unit_for(tree.total), tree.total)
    found = []
    for _ in range(1 + FRAMES):
        start = time.process_time()
        picture = Icicle(tree, PICTURE[0])
        for level in range(PICTURE[1]):
            level_line(picture, level, paint)
        found.append(time.process_time() - start)
    return found[1:]


def main(which: str, path: str, *words: str) -> None:
    """Measure and print."""
    if which == "labels":
        print(json.dumps(passes(path, list(words))))
        return
    if which == "icicle":
        print(json.dumps(frames(path)))
        return
    read = reader(which)
    wall, cpu = time.perf_counter(), time.process_time()
    kept = read(path)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    print(json.dumps({"cpu": cpu, "wall": wall, "peak": peak()}), flush=True)
    assert kept


if __name__ == "__main__":
    main(*sys.argv[1:])
