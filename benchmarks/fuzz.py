"""Seeded mutants of small profiles through each reader: ``python -m benchmarks.fuzz --seconds 60``.

A reader may open a mutant or refuse it with its own error; anything else, and what takes long, is written to
a file named by its hash.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import resource
import struct
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [path for path in (str(ROOT), str(ROOT / "parsers")) if path not in sys.path]

from benchmarks import flame_seeds, jsonsamples, memray_seeds, native_seeds, stack_seeds  # noqa: E402 - found in the checkout
from proftui_parsers import ProfileError, load_bytes  # noqa: E402 - found in the checkout

READERS = {
    "stats": "pstats/*",
    "lprof": "lprof/*",
    "collapsed": "",
    "speedscope": "",
    "austin": "stacks/*.austin",
    "mojo": "stacks/*.mojo",
    "tachyon": "stacks/tachyon*",
    "pyinstrument": "",
    "gecko": "",
    "flamegraph": "",
    "printed": "printed/*",
    "memray": "",
    "pprof": "",
    "gperftools": "",
    "perf": "",
    "callgrind": "",
    "scalene": "",
}
"""Where the profiles of each reader are below ``tests/data``; empty: they are made."""
MADE: dict[str, Callable[[], list[bytes]]] = {
    "collapsed": lambda: stack_seeds.COLLAPSED,
    "speedscope": lambda: stack_seeds.SPEEDSCOPE,
    "pyinstrument": jsonsamples.pyinstrument,
    "gecko": jsonsamples.gecko,
    "scalene": jsonsamples.scalene,
    "flamegraph": lambda: flame_seeds.SMALL,
    "memray": lambda: memray_seeds.SMALL,
    "pprof": lambda: native_seeds.PPROF,
    "gperftools": lambda: native_seeds.GPERFTOOLS,
    "perf": lambda: native_seeds.PERF,
    "callgrind": lambda: stack_seeds.CALLGRIND,
}
LARGEST = 12_000
SLOW = 0.05
"""Seconds from which on a mutant is a finding."""
TOKENS: dict[str, list[bytes]] = {
    **stack_seeds.WORDS,
    **native_seeds.WORDS,
    "stats": [
        *(b"{", b"0", b")\x03", b"\xa9\x03", b")\x04", b")\x05", b"(\x05\0\0\0", b"r\0\0\0\0", b"R\0\0\0\0"),
        *(b"N", b"T", b"z\x01a", b"\xda\x01a", b"u\x02\0\0\0\xc3\xa4", b"i\1\0\0\0", b"I" + bytes(8), b"c"),
        *(b"l\5\0\0\0" + bytes(10), b"g" + bytes(8), b"f\x033.5", b"[\1\0\0\0", b"<\1\0\0\0", b"\xfb", b":"),
        *(b"t\1\0\0\0a", b"s\1\0\0\0a", b"y"),
    ],
    "lprof": [
        *(b"(", b")", b"]", b"}", b"N", b"t", b"\x85", b"\x86", b"\x87", b"a", b"e", b"s", b"u", b"K\x01"),
        *(b"M\1\1", b"J\1\1\1\1", b"\x8a\x01\xff", b"G" + bytes(8), b"\x8c\x01a", b"X\1\0\0\0a"),
        *(b"U\x01a", b"h\0", b"q\0", b"\x94", b"j\1\0\0\0", b"r\1\0\0\0", b"cos\nsystem\n"),
        *(b"\x93", b"\x81", b"\x92", b"b", b".", b"R", b"\x80\x04", b"\x95" + bytes(8)),
    ],
    "austin": [
        *(b"P1", b";", b"T0:1", b";T1", b" 12\n", b"1,0,-4096", b",", b":", b":INVALID:", b"a.py:f:3", b"\n"),
        *(b"# mode: full\n", b"# mode: memory\n", b"# austin: 3.7.0\n", b"9" * 30, b"-", b"\xff\xfe", b"\0"),
    ],
    "printed": [
        *(
            b"   ncalls  tottime  percall  cumtime  percall filename:lineno(function)\n",
            b" <- ",
            b" -> ",
            b"\n\n",
        ),
        *(
            b"Function       was called by...\n",
            b"Line #      Hits         Time  Per Hit   % Time  Line Contents\n",
        ),
        *(
            b"Timer unit: 1e-06 s\n",
            b"9" * 30,
            b" 0.001",
            b" 1e+99",
            b" 7/1 ",
            b"nan",
            b" ",
            b"a.py:1(f)",
            b"\0",
        ),
    ],
    "mojo": [
        *(bytes([event]) for event in range(1, 18)),
        *(b"\x01mode\0full\0", b"\x01mode\0memory\0", b"\x02\x01\x001\0", b"\x09\x81\x01", b"\x0a\x41"),
        *(b"\x0b\x02a\0", b"\x03\x02\x02\x02\5\5\1\1", b"\x05\x02", b"\x80", b"\xff" * 9),
    ],
    "tachyon": [
        *(b"HCAT", b"TACH", b"\x28\xb5\x2f\xfd", b"\x00\x01", b"\x01\x01\x01\x01", b"\x02\x01\x01\x01"),
        *(b"\x80\x01", b"\xff" * 11, b'"type":"end"', b'"frame_id":', b'"self":-1', b'"run_id":"a"'),
        *(b"\n", b"{}", b"[]", b",", b'"', b";", b" 7\n", b"null", b"1e999", b"\x1b["),
    ],
}
JSON = [
    *(b"{", b"}", b"[", b"]", b",", b":", b'"', b"null", b"NaN", b"-Infinity", b"1e400", b"-1", b"9" * 30),
    *(b"\\", b"\\u0000", b"\\u0001l1", b"\\ud800", b"[[", b"]]", b'{"a":', b'"], ', b'], [["', b'", "'),
    *(b"0.5", b"4294967296"),
]
TOKENS["pyinstrument"] = [
    *(*JSON, b'"children": [', b'"time": 1,', b'"class_name": "A"', b"<thread>", b'"frame_records": ['),
]
TOKENS["scalene"] = [
    *(
        *JSON,
        b'"lines": [',
        b'"functions": [',
        b'"stacks": [',
        b'"files": {',
        b'"lineno": 1',
        b'"line": "def f():"',
    ),
    *(b'"n_cpu_percent_c": 5', b'"n_malloc_mb": 1', b'"count": 3', b"x.py f:3;", b'"elapsed_time_sec": 1'),
]
TOKENS["gecko"] = [
    *(*JSON, b'"prefix": [', b'"schema": {', b'"data": [', b'"stringArray": [', b'"processes": ['),
    b'"weight": [1]',
]
TOKENS["flamegraph"] = flame_seeds.WORDS
TOKENS["memray"] = memray_seeds.WORDS
NUMBERS = [
    *(bytes([value]) for value in (0, 1, 2, 3, 127, 128, 254, 255)),
    *(struct.pack("<i", value) for value in (-1, 0, 1, 255, 256, 65535, 2**27, 2**31 - 1, -(2**31))),
    *(struct.pack("<d", value) for value in (0.0, -1.0, 1e308, float("nan"), float("inf"), float("-inf"))),
]


def samples(reader: str) -> list[bytes]:
    """The small profiles that mutants are made of."""
    if reader in MADE:
        return MADE[reader]()
    paths = (ROOT / "tests" / "data").glob(READERS[reader])
    found = [path.read_bytes() for path in sorted(paths)]
    return [data for data in found if 0 < len(data) <= LARGEST]


def mutants(reader: str, seed: int) -> Iterator[bytes]:
    """Without end, the same for the same seed."""
    dice = random.Random(f"{reader} {seed}")
    known = samples(reader)
    while True:
        data = bytearray(dice.choice(known))
        for _ in range(dice.choice((1, 1, 1, 2, 3, 8))):
            dice.choice(OPERATORS)(data, dice, known, TOKENS[reader])
        yield bytes(data)


Operator = Callable[[bytearray, random.Random, Sequence[bytes], Sequence[bytes]], None]


def flip(data: bytearray, dice: random.Random, known: Sequence[bytes], tokens: Sequence[bytes]) -> None:
    """Turn a bit."""
    if data:
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)


def change(data: bytearray, dice: random.Random, known: Sequence[bytes], tokens: Sequence[bytes]) -> None:
    """Another byte."""
    if data:
        data[dice.randrange(len(data))] = dice.randrange(256)


def cut(data: bytearray, dice: random.Random, known: Sequence[bytes], tokens: Sequence[bytes]) -> None:
    """Leave a part out, or the end."""
    start = dice.randrange(len(data) + 1)
    del data[start : dice.choice((start + dice.randrange(1, 64), len(data)))]


def duplicate(data: bytearray, dice: random.Random, known: Sequence[bytes], tokens: Sequence[bytes]) -> None:
    """A part again, some of them often."""
    start = dice.randrange(len(data) + 1)
    part = data[start : start + dice.randrange(1, 64)] * dice.choice((1, 1, 2, 50))
    place = dice.choice((start, dice.randrange(len(data) + 1)))
    data[place:place] = part


def splice(data: bytearray, dice: random.Random, known: Sequence[bytes], tokens: Sequence[bytes]) -> None:
    """The end of another profile."""
    other = dice.choice(known)
    data[dice.randrange(len(data) + 1) :] = other[dice.randrange(len(other)) :]


def number(data: bytearray, dice: random.Random, known: Sequence[bytes], tokens: Sequence[bytes]) -> None:
    """A number at the edge of something, over what is there."""
    value = dice.choice(NUMBERS)
    place = dice.randrange(len(data) + 1)
    data[place : place + len(value)] = value


def token(data: bytearray, dice: random.Random, known: Sequence[bytes], tokens: Sequence[bytes]) -> None:
    """Something that the format has, put in or put over what is there."""
    value = dice.choice(tokens) * dice.choice((1, 1, 1, 2, 40))
    place = dice.randrange(len(data) + 1)
    data[place : place + dice.choice((0, len(value)))] = value


OPERATORS: tuple[Operator, ...] = (flip, change, cut, duplicate, splice, number, token)


@dataclass
class Outcome:
    """What came of some mutants."""

    tried: int = 0
    opened: int = 0
    worst: float = 0.0


def survives(data: bytes) -> bool:
    """Whether a mutant opens; raises whatever is not the reader's own error."""
    try:
        profile = load_bytes(data, "mutant")
        profile.warnings  # noqa: B018 - looked for only when asked for
        for index in range(min(3, profile.count)):
            profile.callers(index), profile.callees(index), profile.lines.get(index)
    except ProfileError as problem:
        sentence = str(problem)
        if not 3 < len(sentence) < 400 or "\n" in sentence:
            raise ValueError(f"no sentence: {sentence!a}") from None
        return False
    return True


def run(reader: str, seed: int, seconds: float, most: int, findings: Path) -> Outcome:
    """Try mutants until the time is over or there are enough."""
    outcome = Outcome()
    for data in (b"text", *samples(reader)):
        # What is imported for the first of its kind is no fault of a mutant.
        survives(data)
    end = time.monotonic() + seconds
    for data in mutants(reader, seed):
        if outcome.tried >= most or time.monotonic() > end:
            return outcome
        began = time.process_time()
        try:
            outcome.opened += survives(data)
        except Exception as problem:
            keep(data, findings, reader, type(problem).__name__)
        took = time.process_time() - began
        outcome.tried += 1
        outcome.worst = max(outcome.worst, took)
        if took > SLOW:
            keep(data, findings, reader, f"{1000 * took:.0f} ms")
    return outcome


def keep(data: bytes, findings: Path, reader: str, what: str) -> None:
    """Write a finding down."""
    findings.mkdir(parents=True, exist_ok=True)
    path = findings / f"{hashlib.sha256(data).hexdigest()[:16]}.{reader}"
    path.write_bytes(data)
    print(f"{path}: {what}")


def main(argv: Sequence[str] | None = None) -> int:
    """Run each reader in turn; the exit status tells whether there are findings."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.fuzz", description=str(__doc__).partition("\n")[0]
    )
    parser.add_argument("--seconds", type=float, default=60.0, help="for each reader (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="(%(default)s)")
    parser.add_argument("--most", type=int, default=1_000_000, help="mutants for each reader (%(default)s)")
    parser.add_argument(
        "--findings", type=Path, default=Path("findings"), help="folder to write to (%(default)s)"
    )
    parser.add_argument("--reader", choices=sorted(READERS), help="only this one")
    chosen = parser.parse_args(argv)
    readers = [chosen.reader] if chosen.reader else list(READERS)
    for reader in readers:
        outcome = run(reader, chosen.seed, chosen.seconds, chosen.most, chosen.findings)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{reader}: {outcome.tried:,} mutants, {outcome.opened:,} opened,"
            f" worst {1000 * outcome.worst:.1f} ms, peak of the process {peak:.0f} MiB"
        )
    return int(chosen.findings.is_dir() and any(chosen.findings.iterdir()))


if __name__ == "__main__":
    raise SystemExit(main())
