"""Programs without recursion before and after one edit, and the files that profilers would leave of them.

Nothing is run: how often each function is called follows from its callers, so
that programs can be large. Each piece of work takes its time with noise of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from tests.support.corpus import Stats, dumped

from proftui_parsers import Profile, load_bytes

NOISE = 0.2
"""Standard deviation of the time of a piece of work, as a part of it."""
Edge = tuple[int, int]
Key = tuple[str, int, str]


@dataclass(frozen=True)
class Passed:
    """Calls that a function has another make for it, so many in each of its calls."""

    caller: int
    through: int
    callee: int
    times: int


@dataclass(frozen=True)
class Program:
    """Functions, callers before callees; the first runs once."""

    work: tuple[float, ...]
    """Seconds of own work in one call, by function."""
    calls: tuple[tuple[Edge, int], ...]
    """Calls in one call of the caller, by edge."""
    passed: tuple[Passed, ...] = ()

    @cached_property
    def edges(self) -> dict[Edge, int]:
        """Calls in all, by edge."""
        ncalls = [0] * len(self.work)
        ncalls[0] = 1
        made: dict[Edge, int] = {}
        for caller in range(len(self.work)):
            own = [(edge, times) for edge, times in self.calls if edge[0] == caller]
            for passed in self.passed:
                if passed.caller == caller:
                    own += [
                        ((caller, passed.through), passed.times),
                        ((passed.through, passed.callee), passed.times),
                    ]
            for edge, times in own:
                if times and ncalls[caller]:
                    made[edge] = made.get(edge, 0) + times * ncalls[caller]
                    ncalls[edge[1]] += times * ncalls[caller]
        return made

    @cached_property
    def ncalls(self) -> list[int]:
        """Calls by function."""
        counts = [0] * len(self.work)
        counts[0] = 1
        for (_, callee), calls in self.edges.items():
            counts[callee] += calls
        return counts

    @cached_property
    def time(self) -> float:
        """Seconds of the whole, without noise."""
        return sum(n * seconds for n, seconds in zip(self.ncalls, self.work, strict=True))

    def profile(self, rng: Random, noise: float = NOISE, names: Iterable[str] | None = None) -> Profile:
        """What a profiler would leave of one run; times of edges are shares by number."""
        called = list(names or (f"f{number}" for number in range(len(self.work))))
        keys = [("prog.py", 10 * number + 1, name) for number, name in enumerate(called)]
        own = [
            n * seconds * max(0.05, 1 + noise * rng.gauss(0, 1) / max(n, 1) ** 0.5)
            for n, seconds in zip(self.ncalls, self.work, strict=True)
        ]
        time = list(own)
        for caller in reversed(range(len(own))):
            for (f, g), calls in self.edges.items():
                if f == caller:
                    time[caller] += time[g] * calls / self.ncalls[g]
        stats: Stats = {
            key: (n, n, own[number], time[number], {})
            for number, (key, n) in enumerate(zip(keys, self.ncalls, strict=True))
            if n
        }
        for (f, g), calls in self.edges.items():
            if calls:
                share = calls / self.ncalls[g]
                stats[keys[g]][4][keys[f]] = (calls, calls, own[g] * share, time[g] * share)
        return load_bytes(dumped(stats), "edited.stats")


def drawn(rng: Random, functions: int = 40) -> Program:
    """A program at random: most functions call some later ones, and helpers are shared."""
    work = tuple(10 ** rng.uniform(-6, -3) for _ in range(functions))
    calls: dict[Edge, int] = {}
    for callee in range(1, functions):
        for _ in range(rng.choice((1, 1, 2, 3))):
            calls[rng.randrange(max(0, callee - 12), callee), callee] = rng.choice((1, 1, 2, 3, 5))
    return Program(work, tuple(calls.items()))


def edited(program: Program, rng: Random) -> tuple[Program, Edge]:
    """The program after one edit, and which calls were made more or less often, or not at all before."""
    calls = dict(program.calls)
    if rng.random() < 0.3:
        callee = rng.randrange(1, len(program.work))
        edge = rng.randrange(callee), callee
        calls[edge] = calls.get(edge, 0) + rng.choice((1, 2, 5))
    else:
        edge = rng.choice(sorted(calls))
        calls[edge] = rng.choice([times for times in (0, 1, 2, 4, 8) if times != calls[edge]])
    return replace(program, calls=tuple((e, times) for e, times in calls.items() if times)), edge


def by_another_way(program: Program, rng: Random) -> Program:
    """The program after calls of a function are made by one that its caller calls, in place of its caller."""
    calls = dict(program.calls)
    ways = sorted((f, h, g) for f, h in calls for e, g in calls if e == f and h < g and (h, g) not in calls)
    if not ways:
        return program
    f, h, g = rng.choice(ways)
    calls[h, g] = calls.pop((f, g))
    return replace(program, calls=tuple(calls.items()))


def drawn_with_dispatcher(rng: Random, functions: int = 40) -> Program:
    """A program in which some functions have others called by a wrapper that serves everybody."""
    program = drawn(rng, functions)
    wrapper = functions // 2
    calls = [(edge, times) for edge, times in program.calls if wrapper not in edge]
    passed = []
    for _ in range(6):
        caller, callee = rng.randrange(wrapper), rng.randrange(wrapper + 1, functions)
        passed.append(Passed(caller, wrapper, callee, rng.choice((1, 2, 3, 5))))
    # Who lost its only caller is called by the first.
    reached = {callee for (_, callee), _ in calls} | {p.callee for p in passed}
    calls += [((0, number), 1) for number in range(1, functions) if number not in reached | {wrapper}]
    return Program(program.work, tuple(calls), tuple(passed))


def edited_behind(program: Program, rng: Random) -> tuple[Program, Passed]:
    """The program after one edit of what is called by way of the wrapper."""
    number = rng.randrange(len(program.passed))
    before = program.passed[number]
    after = replace(before, times=rng.choice([n for n in (1, 2, 5, 10, 20) if n != before.times]))
    return replace(program, passed=(*program.passed[:number], after, *program.passed[number + 1 :])), after


def has_effect(before: Program, after: Program, share: float = 0.1) -> bool:
    """Whether an edit changes the whole by so much of it."""
    return abs(after.time - before.time) >= share * max(after.time, before.time)
