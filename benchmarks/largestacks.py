"""Files of 16 MB of whole stacks that a reader finds hard: many small things, each of them another one."""

from __future__ import annotations

import gzip
import random
from collections.abc import Callable
from functools import partial

from benchmarks.largefiles import SIZE, Part, letters, repeated

FRAMES = b'{"shared":{"frames":[{"name":"f"},{"name":"g"},{"name":"h"}]},"profiles":['
SAMPLED = b'{"type":"sampled","name":"t","unit":"none","startValue":0,"endValue":9,"weights":[1],"samples":['
EVENTED = b'{"type":"evented","name":"t","unit":"none","startValue":0,"endValue":9,"events":['


def collapsed() -> dict[str, Callable[[], bytes]]:
    """Of lines of text."""
    parts: dict[str, Part] = {
        "one stack": lambda n: b"a;b 1\n",
        "every pair of frames": lambda n: b"%x;%x 1\n" % (n // 1000, n % 1000),
        "threads": lambda n: b"tid:%x;a;b 1\n" % (n % 65_000),
        "stacks in every thread": lambda n: b"tid:%x;%x 1\n" % (n % 60_000, n // 60_000),
        "too many threads": lambda n: b"tid:%x;a 1\n" % n,
        "no stacks": lambda n: b"a;b 1\n" if n < 100 else b"a\n",
        "names of 100 kB": lambda n: b"a;%x%s 1\n" % (n, b"n" * 100_000),
        "deep, each on the one before": lambda n: (
            b"%s %d\n" % (b";".join([b"a"] * (n % 3000)) + b";b", n + 1)
        ),
        "digits": lambda n: b"a;b 1\n" if n < 100 else b"a;b " + b"9" * 250 + b"\n",
    }
    return {
        **{name: partial(repeated, part, b"main;f 1\n") for name, part in parts.items()},
        "one line": lambda: b"a;b 1\n" * 1000 + b"a;" * (SIZE // 2) + b"a 1\n",
        "lines of 4 MB": lambda: b"a;b 1\n" * 1000 + (b"abcdefghij;" * 380_000 + b"b 1\n") * 3,
        "walks at random": _walks,
        "UTF-16": lambda: ("a;b 1\n" * (SIZE // 12)).encode("utf-16"),
        "packed": lambda: gzip.compress(repeated(lambda n: b"%x;%x 1\n" % (n // 1000, n % 1000)), 1),
    }


def _walks() -> bytes:
    """Stacks of thirty frames of which half differ from the one before."""
    dice = random.Random(7)
    return repeated(lambda n: b";".join(letters(dice.randrange(99), 2) for _ in range(30)) + b" 1\n")


def speedscope() -> dict[str, Callable[[], bytes]]:
    """Of JSON."""
    samples = partial(_of, FRAMES + SAMPLED, b"]}]}")
    events = partial(_of, FRAMES + EVENTED, b"]}]}")
    frames = partial(_of, b'{"shared":{"frames":[', b']},"profiles":[]}')
    profiles = partial(_of, FRAMES, b"]}")
    return {
        **{f"bare {part.decode()}": partial(_of, b"[", b"1]", part) for part in (b"[]", b"{}", b'{"a":0}')},
        **{f"samples {part.decode()}": partial(samples, part) for part in (b"[]", b"{}", b"[0]", b"[0],[1]")},
        **{f"events {part.decode()}": partial(events, part) for part in (b"[]", b"{}", b'{"a":0}')},
        **{f"frames {part.decode()}": partial(frames, part) for part in (b"[]", b"{}", b'{"a":0}')},
        **{f"profiles {part.decode()}": partial(profiles, part) for part in (b"[]", b"{}", b'{"a":0}')},
        "frames, each another": partial(frames, lambda n: b'{"name":"%x"}' % n),
        "samples, each another": partial(samples, lambda n: b"[%d]" % n),
        "a deep sample": lambda: FRAMES + SAMPLED + b"[" + b"0," * (SIZE // 2 - 100) + b"0]]}]}",
        "weights": lambda: (
            FRAMES + SAMPLED.replace(b"[1]", b"[" + b"1," * (SIZE // 2 - 100) + b"1]") + b"]}]}"
        ),
        "opened": partial(events, lambda n: b'{"type":"O","frame":0,"at":%d}' % n),
        "opened, each another": partial(events, lambda n: b'{"type":"O","frame":%d,"at":%d}' % (n, n)),
        "opened, then others closed": partial(
            events,
            lambda n: b'{"type":"%s","frame":%d,"at":1}' % (b"O" if n < 200_000 else b"C", n % 200_001),
        ),
        "small elements before long texts": partial(
            frames, lambda n: b'{"name":"' + b"}," * 130_000 + b'"}' if n % 80_000 == 79_999 else b"{}"
        ),
        "keys": partial(_of, b'{"shared":0,"profiles":1', b"}", b',"k":0', b""),
        "arrays in arrays": lambda: FRAMES + SAMPLED + b"[" * (SIZE - 300),
        "blanks": lambda: b'{"shared":{"frames":[]},"profiles":' + b" " * (SIZE - 50) + b"[]}",
        "a number without end": lambda: b'{"shared":{"frames":[]},"profiles":' + b"1" * (SIZE - 50) + b"}",
        "a text without end": lambda: b'{"shared":{"frames":[]},"profiles":["' + b'\\"' * (SIZE // 2),
    }


def _of(head: bytes, tail: bytes, part: bytes | Part, comma: bytes = b",") -> bytes:
    """The part again and again, or one part after the other, between a head and a tail."""
    if isinstance(part, bytes):
        again = part + comma
        return head + again * ((SIZE - len(head) - len(tail)) // len(again)) + (part if comma else b"") + tail
    return repeated(lambda n: (comma if n else b"") + part(n), head, tail)


def kinds() -> dict[str, Callable[[], bytes]]:
    """All kinds of these files."""
    return {
        **{f"collapsed: {name}": make for name, make in collapsed().items()},
        **{f"speedscope: {name}": make for name, make in speedscope().items()},
    }
