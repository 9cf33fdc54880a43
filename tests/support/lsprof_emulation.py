"""What cProfile leaves of a log of calls: its C part and the dictionary that it makes of that, done again.

A log says what code was entered, how many ticks went by, and what returned. Nothing is known of programs:
any order of events has a profile, also that of several threads, which Python 3.12 and later put on one stack.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from tests.support.corpus import Stats, dumped

from proftui_parsers import Profile, load_bytes

TICK = 1e-6
"""Seconds of one tick."""
Key = tuple[str, int, str]
Event = tuple[str, int]
"""``("c", code)`` enters, ``("r", 0)`` returns, ``("w", ticks)`` works. ``("t", thread)``: from here on that
thread runs. ``("d", 0)``: the profiler is switched off, and on again before the next call."""


@dataclass(frozen=True, eq=False)
class Logged:
    """What happened, and the label of each code object; some of them may have the same."""

    log: tuple[Event, ...]
    labels: Mapping[int, Key]

    @cached_property
    def stats(self) -> Stats:
        """What ``cProfile.Profile.create_stats`` would leave."""
        return as_stats(entries_of(self.log), self.labels)

    @cached_property
    def profile(self) -> Profile:
        """The profile, by way of a file's bytes."""
        return load_bytes(dumped(self.stats), "logged.stats")

    @property
    def collides(self) -> bool:
        """Whether functions with one label were called, of which cProfile keeps one."""
        called = {number for what, number in self.log if what == "c"}
        return len({self.labels[number] for number in called}) < len(called)


def logged(events: Iterable[Sequence[object]], labels: Mapping[int, Sequence[object]]) -> Logged:
    """From events as JSON has them: ``["c", 2]``, ``["r"]``."""
    log = tuple((str(event[0]), int(str(event[1])) if len(event) > 1 else 0) for event in events)
    return Logged(log, {number: (str(f), int(str(n)), str(name)) for number, (f, n, name) in labels.items()})


def read_log(path: Path) -> Logged:
    """A log that was written as JSON."""
    known = json.loads(path.read_text("utf-8"))
    return logged(known["log"], {int(number): label for number, label in known["labels"].items()})


@dataclass
class Figures:
    """What is counted of a function, or of the calls of it by another one."""

    calls: int = 0
    recursive: int = 0
    running: int = 0
    own: int = 0
    time: int = 0

    def stopped(self, time: int, own: int) -> None:
        """One call is over."""
        self.running -= 1
        if self.running == 0:
            self.time += time
        else:
            self.recursive += 1
        self.own += own
        self.calls += 1

    @property
    def primitive(self) -> int:
        """Calls that were not recursive; wrong, even 0, where threads were mixed."""
        return self.calls - self.recursive


@dataclass
class Entry(Figures):
    """A function, and what it called."""

    called: dict[int, Figures] = field(default_factory=dict)


@dataclass
class _Context:
    """One place of the profiler's stack."""

    code: int
    start: int
    below: int = 0


def entries_of(log: Iterable[Event]) -> dict[int, Entry]:
    """What the C part of cProfile knows at the end, by code."""
    emulation = _Emulation()
    for what, number in log:
        emulation.happens(what, number)
    emulation.switched_off()
    return emulation.entries


class _Emulation:
    """One profiler: however many threads there are, it has one stack."""

    def __init__(self) -> None:
        self.entries: dict[int, Entry] = {}
        self._contexts: list[_Context] = []
        self._now = 0
        self._frames: dict[int, list[int]] = {0: []}
        """What really runs, by thread: it says what code returns."""
        self._thread = 0

    def happens(self, what: str, number: int) -> None:
        frames = self._frames.setdefault(self._thread, [])
        if what == "c":
            frames.append(number)
            self._entered(number)
        elif what == "w":
            self._now += number
        elif what == "t":
            self._thread = number
        elif what == "d":
            self.switched_off()
        elif frames:
            self._left(frames.pop())

    def _entered(self, code: int) -> None:
        entry = self.entries.setdefault(code, Entry())
        entry.running += 1
        if self._contexts:
            caller = self.entries[self._contexts[-1].code]
            caller.called.setdefault(code, Figures()).running += 1
        self._contexts.append(_Context(code, self._now))

    def _left(self, code: int) -> None:
        """The innermost place is given up, whoever it was that came there."""
        if not self._contexts:
            return
        context = self._contexts.pop()
        time = self._now - context.start
        own = time - context.below
        self.entries[code].stopped(time, own)
        if self._contexts:
            caller = self._contexts[-1]
            caller.below += time
            figures = self.entries[caller.code].called.get(code)
            if figures is not None:
                figures.stopped(time, own)

    def switched_off(self) -> None:
        """All that runs counts as returned; what returns later is not seen any more."""
        while self._contexts:
            self._left(self._contexts[-1].code)
        self._frames = {}


def as_stats(entries: Mapping[int, Entry], labels: Mapping[int, Key]) -> Stats:
    """What cProfile makes of it: of functions with one label the last stays, with the calls of that one.

    cProfile goes by address in memory, which may be any order; here it is that of ``entries``.
    """
    found: Stats = {}
    callers_of: dict[int, dict[Key, tuple[int, int, float, float]]] = {}
    shown = [(number, entries[number]) for number in entries if entries[number].calls]
    for number, entry in shown:
        callers_of[number] = {}
        times = entry.own * TICK, entry.time * TICK
        found[labels[number]] = (entry.primitive, entry.calls, *times, callers_of[number])
    for number, entry in shown:
        for callee, made in entry.called.items():
            if callee not in callers_of:
                continue
            callers = callers_of[callee]
            new = (made.calls, made.primitive, made.own * TICK, made.time * TICK)
            known = callers.get(labels[number], (0, 0, 0.0, 0.0))
            callers[labels[number]] = (
                known[0] + new[0],
                known[1] + new[1],
                known[2] + new[2],
                known[3] + new[3],
            )
    return found
