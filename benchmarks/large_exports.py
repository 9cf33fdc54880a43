"""Flame graphs and exports of memray of 16 MB: as they are written, and with next to nothing in each."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.flame_seeds import HEAD
from benchmarks.memray_seeds import HEAD as CSV_HEAD

SIZE = 16_000_000
_FRAMES = "|".join(f"function_{n};/home/user/project/package/module_{n}.py;{n}" for n in range(25))
_CHAIN = '{"callchain": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], "cost": [4096]}'
_FUNCTION = '{"name":"","module":""}'


def kinds() -> dict[str, Callable[[], bytes]]:
    """All kinds of files."""
    return {
        "flame graph: boxes": lambda: _picture(
            lambda n: _box(
                f"f{n % 900} (some/folder/file_{n % 50}.py:{n % 70}) (9 samples, 1%)", n % 99, n // 99
            )
        ),
        "flame graph: small boxes": lambda: _picture(lambda n: _box(f"{n} (1 s,1%)", n, 1)),
        "flame graph: a tower": lambda: _picture(lambda n: _box("f (1 s, 1%)", 0, n)),
        "flame graph: titles": lambda: _picture(lambda n: "<title>"),
        "flame graph: brackets": lambda: _picture(lambda n: " (1 ("),
        "memray: rows": lambda: _rows(
            lambda n: f"MALLOC,3,{n},1,0x{n % 5},{_FRAMES[: -1 - n % 900]}{n % 10}"
        ),
        "memray: small rows": lambda: _rows(lambda n: f"M,1,1,1,0,{n};a;1"),
        "memray: signs": lambda: _rows(lambda n: "M,1,1,1,0," + "|" * 100_000),
        "memray: events": lambda: _json(_CHAIN, ",".join([_FUNCTION] * 10)),
        "memray: small events": lambda: _json('{"callchain":[],"cost":[1]}', _FUNCTION),
        "memray: functions": lambda: _json(_CHAIN, ",".join([_FUNCTION] * (SIZE // 24)), 1),
    }


def _box(title: str, x: float, y: float) -> str:
    return f'<g><title>{title}</title><rect x="{x}" y="{y}" width="1" height="15"/></g>'


def _picture(part: Callable[[int], str]) -> bytes:
    return f"{HEAD}{_many(part)}</svg>".encode()


def _rows(row: Callable[[int], str]) -> bytes:
    return f"{CSV_HEAD}{_many(lambda n: row(n) + chr(10))}".encode()


def _json(event: str, functions: str, events: int = 0) -> bytes:
    events = events or SIZE // (len(event) + 1)
    made = ",".join([event] * events)
    return f'{{"costs": [{{"unit": "bytes"}}], "events": [{made}], "functions": [{functions}]}}'.encode()


def _many(part: Callable[[int], str]) -> str:
    return "".join(map(part, range(SIZE // len(part(SIZE // 50)))))
