"""Logs as real calls of real functions, for cProfile to record under the log's own clock."""

from __future__ import annotations

import builtins
import cProfile
import gc
import threading
from collections.abc import Callable, Mapping
from itertools import chain, repeat
from types import FunctionType
from typing import Any

from tests.support.corpus import Stats
from tests.support.lsprof_emulation import TICK, Key, Logged

BODY = """
def _(play):
    while True:
        what, number = play.next()
        if what == "c":
            play.functions[number](play)
        elif what == "w":
            play.now += number
        elif what == "t":
            before, play.thread = play.thread, number
            play.turns[number].release()
            play.turns[before].acquire()
        else:
            if what == "d":
                play.profiler.disable()
                raise play.Off
            return
"""
"""What each function does; ``Play.run`` repeats it, since a call of a method would be recorded."""


class Play:
    """What the functions share: where they are in the log, whose turn it is, and the time."""

    class Off(Exception):
        """The profiler was switched off, and nothing that runs is to be seen any more."""

    def __init__(self, made: Logged) -> None:
        self.now = self.thread = 0
        self.over = False
        self.next = chain(made.log, repeat(("end", 0))).__next__
        self.profiler: Any = cProfile.Profile(timer=lambda: self.now, timeunit=TICK, builtins=False)
        self.functions = functions_of(made.labels)
        others = {number for what, number in made.log if what == "t"} - {0}
        self.turns = {number: threading.Lock() for number in (0, *others)}
        self.ready = threading.Lock()
        for turn in (self.ready, *self.turns.values()):
            turn.acquire()
        self.others = {number: threading.Thread(target=self.run, args=(number,)) for number in others}

    def all(self) -> None:
        """Make all calls of the log; whatever was called returns in it, or is switched off."""
        for thread in self.others.values():
            thread.start()
            self.ready.acquire()
        self.run()
        for number in self.others:
            self.turns[number].release()
            self.others[number].join()

    def run(self, me: int = 0) -> None:
        """The calls that a thread makes itself; in between it hands over to where the log goes on."""
        if me:
            # From here on nothing is called that is not in the log.
            self.ready.release()
            self.turns[me].acquire()
        else:
            self.profiler.enable(builtins=False)
        what = ""
        while what != "end":
            what, number = self.next()
            if what == "c":
                try:
                    self.functions[number](self)
                except self.Off:
                    self.profiler.enable(builtins=False)
            elif what == "t" or (what == "end" and me and not self.over):
                self.thread = number
                self.turns[number].release()
                self.turns[me].acquire()
        if not me:
            self.profiler.disable()
            self.over = True


def functions_of(labels: Mapping[int, Key]) -> dict[int, Callable[[Play], None]]:
    """A function for each label."""
    found: dict[int, Callable[[Play], None]] = {}
    for number, (file, line, name) in labels.items():
        (code, *_) = compile(BODY, file, "exec").co_consts
        found[number] = FunctionType(
            code.replace(co_name=name, co_firstlineno=line), {"__builtins__": builtins}
        )
    return found


def played(made: Logged) -> tuple[Stats, list[int]]:
    """What cProfile says of it, and the order in which it has the functions: by where their code lies."""
    play = Play(made)
    collects = gc.isenabled()
    # Collections would run the callbacks of other libraries among our functions.
    gc.disable()
    try:
        play.all()
    finally:
        if collects:
            gc.enable()
    play.profiler.create_stats()
    stats: Stats = play.profiler.stats
    return stats, sorted(play.functions, key=lambda number: id(play.functions[number].__code__))
