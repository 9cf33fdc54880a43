"""Programs of decorated functions, really recorded by cProfile, on a clock that only their work moves."""

from __future__ import annotations

import cProfile
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from tests.support.corpus import Stats, dumped

from proftui_parsers import Profile, load_bytes

Edge = tuple[int, int]
_TICK = 1e-8
"""Seconds of a tick of the clock."""
_MOST_CALLS = 10_000

WRAPPERS = {
    "wrapper": """
def task(f):
    def wrapper():
        CLOCK[0] += 50
        return f()
    return wrapper""",
    "__call__": """
def logged(f):
    def inner():
        return f()
    return inner
class Task:
    def __init__(self, f): self.f = f
    def __call__(self):
        CLOCK[0] += 50
        return self.f()
def task(f):
    return Task(logged(f))""",
}
"""What decorates, by the name of the function that all callers call; it takes hardly any time."""


@dataclass(frozen=True)
class Decorated:
    """Functions f0, f1, …, callers before callees; the first runs once."""

    work: tuple[int, ...]
    """Ticks of own work in one call, by function."""
    calls: tuple[tuple[Edge, int], ...]
    """Calls in one call of the caller, by edge."""
    decorated: frozenset[int]

    def ncalls(self) -> list[int]:
        """Calls by function."""
        counts = [1, *[0] * (len(self.work) - 1)]
        for (caller, callee), times in sorted(self.calls):
            counts[callee] += counts[caller] * times
        return counts

    def time(self) -> int:
        """Ticks of the whole, without wrappers."""
        return sum(n * ticks for n, ticks in zip(self.ncalls(), self.work, strict=True))

    def run(self, wrapper: str = "wrapper") -> Profile:
        """What cProfile leaves of a run, in which the functions are decorated by one of ``WRAPPERS``."""
        clock = [0]
        names: dict[str, object] = {"CLOCK": clock}
        exec(compile(self._source(wrapper), "program.py", "exec"), names)
        profiler = cProfile.Profile(partial(clock.__getitem__, 0), _TICK, builtins=False)
        profiler.runcall(names["f0"])  # type: ignore[arg-type]  # a function of the program
        profiler.create_stats()
        stats: Stats = profiler.stats
        return load_bytes(dumped(stats), "decorated.stats")

    def _source(self, wrapper: str) -> str:
        lines = [WRAPPERS[wrapper]]
        for function in reversed(range(len(self.work))):
            lines += ["@task"] if function in self.decorated else []
            lines += [f"def f{function}():", f"    CLOCK[0] += {self.work[function]}"]
            lines += [f"    for _ in range({n}): f{g}()" for (f, g), n in self.calls if f == function]
        return "\n".join(lines)


def drawn(rng: Random, functions: int = 20, share: float = 0.8) -> Decorated:
    """A program at random, ``share`` of whose functions are decorated."""
    while True:
        work = tuple(round(10 ** rng.uniform(3, 6)) for _ in range(functions))
        calls: dict[Edge, int] = {}
        for callee in range(1, functions):
            for _ in range(rng.choice((1, 1, 2, 3))):
                calls[rng.randrange(max(0, callee - 10), callee), callee] = rng.choice((1, 1, 2, 3, 5))
        decorated = frozenset(f for f in range(1, functions) if rng.random() < share)
        program = Decorated(work, tuple(sorted(calls.items())), decorated)
        if sum(program.ncalls()) <= _MOST_CALLS:
            return program


def edited(program: Decorated, rng: Random) -> tuple[Decorated, Edge]:
    """The program after one edit that matters, and the calls that it is of; of own time both ends are one."""
    while True:
        calls, work = dict(program.calls), list(program.work)
        callee = rng.randrange(1, len(work))
        edge = rng.choice(((callee, callee), (rng.randrange(callee), callee), rng.choice(sorted(calls))))
        if edge[0] == edge[1]:
            work[callee] = round(work[callee] * rng.choice((0.1, 0.3, 3, 10)))
        else:
            calls[edge] = rng.choice([times for times in (0, 1, 2, 4, 8) if times != calls.get(edge, 0)])
        after = replace(
            program, work=tuple(work), calls=tuple(sorted((e, times) for e, times in calls.items() if times))
        )
        longer = max(after.time(), program.time())
        if sum(after.ncalls()) <= 2 * _MOST_CALLS and abs(after.time() - program.time()) >= 0.1 * longer:
            return after, edge
