"""How the logs of random programs are written."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from tests.support.lsprof_emulation import Event, Key

TICKS = (0, 1, 1, 2, 3, 5, 8, 20, 50, 200, 1000)
NO_TICKS = (0, 0, 0, 0, 0, 1, 10)
DEEPEST = 14


def key(number: int) -> Key:
    """A function of the program's own; some are written in C."""
    return (
        ("~", 0, f"<built-in method mod.c{number}>")
        if number % 7 == 6
        else (f"/src/m{number % 3}.py", 10 * number + 1, f"f{number}")
    )


@dataclass
class Writer:
    """Writes a log, and bounds how long it gets."""

    rng: random.Random
    left: int
    """How many calls may still be made."""
    ticks: Sequence[int] = TICKS
    log: list[Event] = field(default_factory=list)

    def enter(self, code: int) -> None:
        self.left -= 1
        self.log.append(("c", code))
        self.work()

    def work(self) -> None:
        ticks = self.rng.choice(self.ticks)
        if ticks:
            self.log.append(("w", ticks))

    def leave(self, times: int = 1) -> None:
        self.log.extend([("r", 0)] * times)

    def called(self, code: int) -> None:
        """A call that calls nothing."""
        self.enter(code)
        self.leave()

    def go_on(self, running: int, habits: Mapping[int, Sequence[int]], falls: float = 0.0) -> int:
        """Calls below the innermost of ``running`` functions, by their habits; how many frames fell.

        ``falls``: how likely an exception comes out of a call, through some frames.
        """
        code = self.log[-1][1] if self.log[-1][0] == "c" else self.log[-2][1]
        for callee in self.rng.choices(habits[code], k=self.rng.randrange(5)) if habits[code] else ():
            if self.left <= 0 or running >= DEEPEST:
                break
            if callee == code and self.rng.random() < 0.7:
                continue
            self.enter(callee)
            fallen = self.go_on(running + 1, habits, falls)
            self.leave()
            if fallen:
                return fallen - 1
            self.work()
        return self.rng.randrange(1, 5) if self.rng.random() < falls else 0


def habits_of(
    rng: random.Random, count: int, allowed: Callable[[int], Sequence[int]]
) -> dict[int, list[int]]:
    """What each function is likely to call: a few of those that it may."""
    found = {}
    for number in range(count):
        others = list(allowed(number))
        few = rng.sample(others, min(len(others), rng.randrange(1, 4)))
        found[number] = few * 3 + others if rng.random() < 0.3 else few
    return found
