"""Logs of programs that are drawn at random, by families."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from hypothesis import strategies as st
from tests.support.import_logs import EXEC, exec_of_texts, imports
from tests.support.log_writer import DEEPEST, NO_TICKS, TICKS, Writer, habits_of, key
from tests.support.lsprof_emulation import Event, Key, Logged


def _by_habit(
    rng: random.Random,
    allowed: Callable[[int, int], Sequence[int]],
    roots: int = 1,
    ticks: Sequence[int] = TICKS,
    falls: float = 0.0,
) -> Logged:
    count = rng.choice((3, 5, 8, 12, 20))
    writer = Writer(rng, rng.choice((15, 40, 150, 400)), ticks)
    habits = habits_of(rng, count, lambda number: allowed(number, count))
    for _ in range(rng.randrange(1, roots + 1)):
        writer.enter(0 if roots == 1 else rng.randrange(count))
        writer.go_on(1, habits, falls)
        writer.leave()
    return Logged(tuple(writer.log), {number: key(number) for number in range(count)})


def _later(number: int, count: int) -> Sequence[int]:
    return range(number + 1, count)


def _itself_and_later(number: int, count: int) -> Sequence[int]:
    return range(number, count)


def _any(number: int, count: int) -> Sequence[int]:
    return range(count)


def acyclic(rng: random.Random) -> Logged:
    """Functions call later ones only."""
    return _by_habit(rng, _later, rng.choice((1, 1, 4)))


def direct(rng: random.Random) -> Logged:
    """Functions call later ones and themselves."""
    return _by_habit(rng, _itself_and_later, rng.choice((1, 1, 4)))


def mutual(rng: random.Random) -> Logged:
    """Functions call any other."""
    return _by_habit(rng, _any, rng.choice((1, 1, 4)))


def exceptions(rng: random.Random) -> Logged:
    """Exceptions come out of calls through several frames."""
    return _by_habit(rng, rng.choice((_later, _any)), rng.choice((1, 3)), falls=0.2)


def zero(rng: random.Random) -> Logged:
    """Most calls take no time that the clock shows."""
    return _by_habit(rng, rng.choice((_later, _itself_and_later, _any)), rng.choice((1, 3)), ticks=NO_TICKS)


def phases(rng: random.Random) -> Logged:
    """The profiler is switched on and off, also in the midst of calls."""
    made = _by_habit(rng, rng.choice((_later, _any)), 6)
    log = list(made.log)
    for _ in range(rng.randrange(1, 4)):
        log.insert(rng.randrange(len(log) + 1), ("d", 0))
    return Logged(tuple(log), made.labels)


def generators(rng: random.Random) -> Logged:
    """Generators that go on by way of each other: to resume one is a call, what it yields a return."""
    count = rng.randrange(4, 8)
    writer = Writer(rng, rng.choice((40, 100)))
    helpers = range(3, count)
    chain = [rng.choice((1, 1, 2)) for _ in range(DEEPEST)]
    writer.enter(0)
    deep = 1
    while writer.left > 0:
        deep = max(1, min(DEEPEST - 2, deep + rng.choice((-1, 0, 1, 1))))
        for step in range(deep):
            writer.enter(chain[step])
            if rng.random() < 0.3:
                writer.called(rng.choice(helpers))
        for _ in range(deep):
            writer.work()
            writer.leave()
        if rng.random() < 0.5:
            writer.called(rng.choice((1, *helpers)))
    writer.leave()
    return Logged(tuple(writer.log), {number: key(number) for number in range(count)})


def collisions(rng: random.Random) -> Logged:
    """Several functions have one label: lambdas of a line, `__init__` of dataclasses, texts."""
    made = rng.choice((acyclic, direct, mutual, exec_of_texts, zero))(rng)
    labels, numbers = dict(made.labels), list(made.labels)
    for _ in range(rng.randrange(1, 4)):
        one, other = rng.sample(numbers, 2)
        if EXEC not in (labels[one], labels[other]):
            labels[one] = labels[other]
    return Logged(made.log, labels)


def threads(rng: random.Random) -> Logged:
    """Two to four threads on the profiler's one stack, as under Python 3.12 and later."""
    parts = [rng.choice((acyclic, direct, mutual))(rng) for _ in range(rng.randrange(2, 5))]
    shared = rng.random() < 0.5
    labels: dict[int, Key] = {}
    waiting: list[Iterator[Event]] = []
    for place, part in enumerate(parts):
        by = 0 if shared else 100 * place
        labels |= {number + by: key(number + by) for number in part.labels}
        waiting.append(iter([(what, number + by if what == "c" else number) for what, number in part.log]))
    log: list[Event] = []
    while waiting:
        thread = rng.randrange(len(waiting))
        log.append(("t", thread))
        for _ in range(rng.randrange(1, 12)):
            event = next(waiting[thread], None)
            if event is None:
                # Numbers of threads that are done are not used again: the last one takes this place.
                return Logged((*log, *_ends(waiting)), labels)
            log.append(event)
    return Logged(tuple(log), labels)


def _ends(waiting: Sequence[Iterator[Event]]) -> list[Event]:
    """What is left of each thread when the first is done, one after the other."""
    return [event for place, rest in enumerate(waiting) for event in (("t", place), *rest)]


FAMILIES: dict[str, Callable[[random.Random], Logged]] = {
    "acyclic": acyclic,
    "direct": direct,
    "mutual": mutual,
    "imports": imports,
    "exec": exec_of_texts,
    "generators": generators,
    "exceptions": exceptions,
    "phases": phases,
    "zero": zero,
    "collisions": collisions,
    "threads": threads,
}
CLEAN = tuple(family for family in FAMILIES if family not in ("collisions", "threads"))
"""Families whose files do not contradict themselves."""


def drawn(family: str, seed: int) -> Logged:
    """The program of a family with this number, the same each time."""
    return FAMILIES[family](random.Random(f"{family} {seed}"))


MOST_EVENTS = 300


def drawn_of(families: Sequence[str]) -> st.SearchStrategy[Logged]:
    """Programs of these families, with trees small enough to be walked whole."""
    made = st.builds(drawn, st.sampled_from(families), st.integers(0, 10**6))
    return made.filter(lambda one: len(one.log) < MOST_EVENTS)


WITHOUT_CYCLES = drawn_of(("acyclic", "direct"))
"""No function calls another that leads back to it."""
WITH_CYCLES = drawn_of([family for family in CLEAN if family not in ("acyclic", "direct")])
RUNS = WITHOUT_CYCLES | WITH_CYCLES
