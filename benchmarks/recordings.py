"""Recordings of whole stacks as large as long runs make them: a speedscope file, and collapsed stacks."""

from __future__ import annotations

import json
import random
from pathlib import Path

SPEEDSCOPE, COLLAPSED = 100_000_000, 35_600_000
"""Bytes."""
SMALL = 25_000
_FUNCTIONS, _DEPTH, _SAMPLES = 800, 28, 1500


def speedscope(path: Path, size: int = SPEEDSCOPE, seed: int = 1) -> None:
    """Samples of one thread, the same recording again and again, in so many bytes."""
    _speedscope(path, size, seed, _FUNCTIONS, _SAMPLES)


def small_speedscope(path: Path) -> None:
    """What a run of a second makes: 25 kB, a hundred functions."""
    _speedscope(path, SMALL, 1, 110, 180)


def _speedscope(path: Path, size: int, seed: int, functions: int, samples: int) -> None:
    dice = random.Random(seed)
    frames = [{"name": f"function_{n}", "file": f"module_{n % 90}.py", "line": n} for n in range(functions)]
    stacks, stack = list[list[int]](), list[int]()
    for _ in range(samples):
        # As samples of a program do, most of it stays.
        del stack[dice.randrange(_DEPTH) :]
        stack = [*stack, *(dice.randrange(functions) for _ in range(_DEPTH - len(stack)))]
        stacks.append(stack)
    once = json.dumps(stacks, separators=(",", ":"))[1:-1]
    times = max(1, size // (len(once) + 6 * len(stacks)))
    weights = ",".join(["0.005"] * (times * len(stacks)))
    head = json.dumps({"exporter": "py-spy@0.4.3", "shared": {"frames": frames}}, separators=(",", ":"))[:-1]
    thread = '"type":"sampled","name":"Thread 1","unit":"seconds","startValue":0.0,"endValue":1.0'
    with path.open("w", encoding="ascii") as file:
        file.write(f'{head},"profiles":[{{{thread},"samples":[')
        file.writelines(f"{',' if number else ''}{once}" for number in range(times))
        file.write(f'],"weights":[{weights}]}}]}}')


def collapsed(path: Path, size: int = COLLAPSED, seed: int = 1) -> None:
    """Long lines, each another stack, in so many bytes."""
    dice = random.Random(seed)
    names = [f"function_{n} (package/module_{n % 90}.py:{n})" for n in range(_FUNCTIONS)]
    trunks = [[dice.choice(names) for _ in range(90)] for _ in range(200)]
    with path.open("w", encoding="ascii") as file:
        while size > 0:
            stack = [*dice.choice(trunks), *(dice.choice(names) for _ in range(dice.randrange(1, 26)))]
            line = f"{';'.join(stack)} {dice.randrange(1, 9)}\n"
            file.write(line)
            size -= len(line)
