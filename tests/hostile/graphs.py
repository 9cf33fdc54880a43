"""Call graphs that a careless walk never leaves."""

from __future__ import annotations

import random

from tests.hostile.case import Case, dumped

from proftui_parsers.measure import SAMPLED_SECONDS

CALL = (1, 1, 0.01, 0.1)
Graph = dict[int, list[int]]


def cases() -> list[Case]:
    dice = random.Random(7)
    graphs: dict[str, Graph] = {
        "a loop to itself": {0: [0]},
        "a ring of three": {0: [1], 1: [2], 2: [0]},
        "a ring of two hundred": {n: [(n + 1) % 200] for n in range(200)},
        "a ring of three thousand": {n: [(n + 1) % 3000] for n in range(3000)},
        "two to the power of forty paths": {
            n: [n - 2 - n % 2, n - 1 - n % 2] if n > 1 else [] for n in range(80)
        },
        "a chain of five thousand": {n: [n - 1] if n else [] for n in range(5000)},
        "everything calls everything": {n: list(range(60)) for n in range(60)},
        "many callers of one": {n: [] if n else list(range(1, 4000)) for n in range(4000)},
        "one caller of many": {n: [0] if n else [] for n in range(4000)},
        "callers that are nowhere": {n: [n + 1000, n + 2000] for n in range(300)},
        "only callers that are nowhere": {0: [1, 2, 3]},
        "chance": {n: [dice.randrange(300) for _ in range(4)] for n in range(300)},
        "two rings that meet": {n: [(n + 1) % 20, (n + 7) % 20] for n in range(20)},
        "a ladder": {n: [max(0, n - 1), max(0, n - 2), max(0, n - 3)] for n in range(400)},
        "islands": {n: [] for n in range(1000)},
    }
    found = []
    for name, graph in graphs.items():
        data = {
            _key(n): (1, len(who) + 1, 0.01, 0.1, {_key(m): CALL for m in who}) for n, who in graph.items()
        }
        found.append(Case(f"graph: {name}", dumped(data), facts={"count": len(graph)}))
    sampled = {_key(n): (1, 3, 0.01, 0.03, {_key((n + 1) % 5): 4}) for n in range(5)}
    found.append(
        Case(
            "graph: a ring of samples",
            dumped({**sampled, ("__sampled__",): True}),
            facts={"measure": SAMPLED_SECONDS},
        )
    )
    zero = {_key(n): (0, 0, 0.0, 0.0, {_key((n + 1) % 5): (0, 0, 0.0, 0.0)}) for n in range(5)}
    found.append(Case("graph: a ring of nothing", dumped(zero), facts={"count": 5, "total_time": 0.0}))
    more = {_key(0): (1, 1, 0.1, 0.1, {_key(1): (99, 99, 9.0, 9.0)}), _key(1): (1, 1, 0.1, 0.1, {})}
    found.append(
        Case(
            "graph: more from callers than in all",
            dumped(more),
            warns="more calls from callers than calls in all",
        )
    )
    negative = {
        _key(0): (1, 1, -5.0, -9.0, {_key(1): (1, 1, -1.0, -2.0)}),
        _key(1): (1, 1, 0.1, -0.1, {_key(0): CALL}),
    }
    found.append(Case("graph: a ring of negative times", dumped(negative), warns="negative, too large"))
    mixed = {
        _key(0): (1, 2, 0.1, 0.5, {_key(1): 1, _key(2): CALL}),
        _key(1): (1, 1, 0, 1, {}),
        _key(2): (1, 1, 0, 1, {}),
    }
    found.append(Case("graph: counts and figures together", dumped(mixed), facts={"count": 3}))
    return found


def large_cases() -> list[Case]:
    """Those on which work shows that grows faster than they do; every call is made once for each caller's."""
    rows = range(30)
    graphs: dict[str, Graph] = {
        "a chain that ends in a ring": {n: [n - 1] if n else [4999] for n in range(5000)},
        "rows that all call the next": {
            30 * r + c: [30 * r - 30 + x for x in rows] if r else [] for r in rows for c in rows
        },
        "one caller of seventeen thousand": {n: [0] if n else [] for n in range(17_000)},
        "one callee of seventeen thousand": {n: [] if n else list(range(1, 17_000)) for n in range(17_000)},
    }
    return [
        Case(
            f"large graph: {name}",
            dumped(
                {
                    _key(n): (max(1, len(who)), max(1, len(who)), 0.01, 0.1, {_key(m): CALL for m in who})
                    for n, who in graph.items()
                }
            ),
        )
        for name, graph in graphs.items()
    ]


def _key(number: int) -> tuple[str, int, str]:
    return (f"m{number % 7}.py", number, f"f{number}")
