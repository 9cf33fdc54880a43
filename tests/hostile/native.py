"""Profiles of pprof, gperftools and perf that no program wrote: cut, damaged, and more than they seem."""

from __future__ import annotations

import struct
from collections.abc import Iterable

from benchmarks import native_seeds as made
from tests.hostile.case import Case
from tests.support.corpus import small
from tests.support.hostile_names import HOSTILE_NAMES

FILES = ("austin2pprof2.4.0-spin.pprof", "gperftools2.10-spin.prof", "perf6.1-spin.txt")
CUTS, MANY = 30, 100_000
TABLES = made.LOCATIONS + made.FUNCTIONS + made.texts()


def cases() -> list[Case]:
    return [*_cut(), *_names(), *_large()]


def _cut() -> Iterable[Case]:
    for name in FILES:
        whole = small(name).read_bytes()
        for at in (len(whole) * number // CUTS for number in range(1, CUTS)):
            yield Case(f"native: {name} cut at {at}", whole[:at], either=True)


def _names() -> Iterable[Case]:
    for name in HOSTILE_NAMES:
        raw = name.encode("utf-8", "surrogatepass")
        texts = b"".join(made.part(6, text) for text in (b"", raw, b"count", raw, raw))
        function = made.part(5, made.number(1, 1), made.number(2, 3), made.number(4, 4))
        label = made.number(1, 9) + made.number(2, 1)
        data = made.part(1, made.number(1, 1), made.number(2, 2)) + made.sample((1,), (5,), label) + function
        yield Case(f"pprof: named {name[:40]!a}", data + made.location(1, (1, 2)) + texts, facts={"count": 1})
        maps = b"1000-2000 r-xp 0 08:01 12 /usr/lib/" + raw.replace(b"\n", b" ") + b"\n"
        yield Case(f"gperftools: named {name[:40]!a}", made.gperftools(end=maps), facts={"count": 4})
        line = raw.replace(b"\n", b" ").replace(b"\r", b" ")
        clock = made.CLOCK + b"p 1 1.5: x:\n\t7f " + line + b" (/" + line + b")\n\n"
        yield Case(f"perf: named {name[:40]!a}", clock, either=True)


def _large() -> Iterable[Case]:
    numbers = range(1, MANY)
    inlined = made.part(4, made.number(1, 1), *[made.part(4, made.number(1, 1))] * 1_000) + made.FUNCTIONS
    inlined += made.texts()
    places = b"".join(made.part(4, made.number(1, n), made.number(3, n)) for n in numbers)
    places += b"".join(made.sample((n,), (1, 1)) for n in numbers)
    labels = (made.number(1, 10) + made.number(3, n) for n in numbers)
    threads = b"".join(made.sample((1,), (1, 1), label) for label in labels)
    large = {
        "samples": made.TYPES + made.sample((1,), (1, 1)) * MANY + TABLES,
        "samples without anything": made.TYPES + b"\x12\x00" * 10 * MANY + TABLES,
        "texts without anything": made.USUAL + b"\x32\x00" * 10 * MANY,
        "threads": made.TYPES + threads + TABLES,
        "addresses": made.TYPES + places + made.texts(),
        "inlined frames": made.TYPES + inlined + b"".join(made.sample([1] * n, (1, 1)) for n in range(300)),
        "labels": made.TYPES + made.sample((1,), (1, 1), *[made.THREAD] * MANY) + TABLES,
        "gperftools, records": made.gperftools(stacks=[(1, (5, 6))] * MANY),
        "gperftools, addresses": made.gperftools(stacks=[(1, (n,)) for n in numbers]),
        "gperftools, zeros": made.gperftools()[:40] + bytes(20 * MANY),
        "gperftools, huge": struct.pack("<9Q", 0, 3, 0, 2**64 - 1, 0, 2**64 - 1, 1, 5, 0) + bytes(40),
        "perf, samples": made.CLOCK * (MANY // 10),
        "perf, first lines": made.CLOCK.partition(b"\n")[0] * 3 + b"\n" + made.CLOCK.partition(b"\n")[0] * 9,
        "perf, amounts": b"".join(made.CLOCK.replace(b"1000000", n) for n in (b"9" * 18, b"-5", b"nan")),
        "perf, a deep stack": made.CLOCK[:-1] + b"\t7f f (/x)\n" * 400_001,
        "perf, brackets": made.CLOCK + b"\t7f " + b"(" * MANY + b"\n",
        "perf, a long command": b"x" * MANY + made.CLOCK,
        "perf, threads": b"".join(b"p %d 1.1: x:\n\t1 a (b)\n\n" % n for n in range(66_000)),
        "perf, events": b"".join(b"p 1 1.1: 7 x%d:\n\t1 a (b)\n\n" % n for n in range(100)),
        "perf, frames": made.CLOCK + b"".join(b"\t%x f%d (/x)\n" % (n, n) for n in numbers),
    }
    for name, data in large.items():
        yield Case(f"native: {name}", data, either=True, needs_data=True)
