"""The smallest log in which something holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from tests.support.lsprof_emulation import Event, Logged


def shrunk(made: Logged, holds: Callable[[Logged], bool], tries: int = 600) -> Logged:
    """A log out of which no call and no work can be taken so that something still ``holds``."""
    left = tries
    again = True
    while again:
        again = False
        for smaller in filter(_is_whole, _smaller(made.log)):
            candidate = Logged(smaller, made.labels)
            left -= 1
            if left < 0:
                return made
            if holds(candidate):
                made, again = candidate, True
                break
    return made


def _smaller(log: tuple[Event, ...]) -> Iterator[tuple[Event, ...]]:
    """Without a call and all below it, without a call alone, without work, with less."""
    ends = _returns(log)
    spans = sorted(ends.items(), key=lambda span: span[0] - span[1])
    for start, end in spans:
        yield log[:start] + log[end + 1 :]
    for start, end in spans:
        yield log[:start] + log[start + 1 : end] + log[end + 1 :]
    for place, (what, number) in enumerate(log):
        if what in "wtd":
            yield log[:place] + log[place + 1 :]
        if what == "w" and number > 1:
            yield (*log[:place], ("w", 1), *log[place + 1 :])


def _is_whole(log: Sequence[Event]) -> bool:
    """Whether each thread, where there are several, works in calls only, and returns from all of them."""
    running: Counter[int] = Counter()
    thread = 0
    for what, number in log:
        if what == "t":
            thread = number
        elif what == "c":
            running[thread] += 1
        elif running[thread] <= 0:
            return ("t", thread) not in log
        elif what == "r":
            running[thread] -= 1
    return not thread or not any(running.values())


def _returns(log: Sequence[Event]) -> dict[int, int]:
    """Where each call ends, by where it begins."""
    stacks: dict[int, list[int]] = {}
    thread, found = 0, {}
    for place, (what, number) in enumerate(log):
        if what == "t":
            thread = number
        elif what == "c":
            stacks.setdefault(thread, []).append(place)
        elif what == "r" and stacks.get(thread):
            found[stacks[thread].pop()] = place
        elif what == "d":
            stacks = {}
    return found
