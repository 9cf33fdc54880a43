"""Files that end, or go wrong, at every kind of place."""

from __future__ import annotations

import random

from tests.hostile.case import Case, lprof
from tests.support.corpus import small

SEED = 20


def cases() -> list[Case]:
    found: list[Case] = []
    dice = random.Random(SEED)
    for name in ("cprofile-py3.11-recurse.stats", "variant-marshal-v2.stats", "lp5.1.0-julia.lprof"):
        whole = small(name).read_bytes()
        for cut in sorted({*range(1, 8), len(whole) - 1, *(dice.randrange(len(whole)) for _ in range(8))}):
            found.append(Case(f"{name} cut at {cut}", whole[:cut], refused="cut off"))
        half = len(whole) // 2
        for what, data in {
            "with a hole of zeros": whole[:half] + bytes(64) + whole[half + 64 :],
            "with its halves swapped": whole[half:] + whole[:half],
            "with line ends of Windows": whole.replace(b"\n", b"\r\n"),
            "with bytes as UTF-8 of Latin-1": whole.decode("latin-1").encode(),
            "without its high bits": bytes(byte & 0x7F for byte in whole),
            "backwards": whole[::-1],
            "after a byte order mark": b"\xef\xbb\xbf" + whole,
            "ended by zeros from the middle": whole[:half] + bytes(len(whole) - half),
            "with a part twice": whole[:half] + whole[half - 100 : half] + whole[half:],
        }.items():
            found.append(Case(f"{name} {what}", data, either=True))
    data = lprof()
    found += [
        Case(f"a line profile cut at {cut}", data[:cut], refused="cut off") for cut in range(1, len(data), 9)
    ]
    return found
