"""Logs of real programs: calls and returns as a hook of the interpreter sees them, under a clock of ticks."""

from __future__ import annotations

import gc
import re
import sys
import zlib
from collections.abc import Callable
from types import BuiltinFunctionType, CodeType, FrameType, ModuleType
from typing import Any

from tests.support import real_programs
from tests.support.lsprof_emulation import Event, Key, Logged

PROGRAMS: dict[str, Callable[[], None]] = {program.__name__: program for program in real_programs.ALL}


class Recorder:
    """Writes the log of what is called while it is the interpreter's hook."""

    def __init__(self, ticks: Callable[[Key], int]) -> None:
        """``ticks``: how long a function works from one event to the next."""
        self.log: list[Event] = []
        self.labels: dict[int, Key] = {}
        self._ticks = ticks
        self._numbers: dict[object, int] = {}
        self._kept: list[object] = []
        """What would otherwise make place for others with the same address."""
        self._stack: list[int] = []

    def __call__(self, frame: FrameType, event: str, arg: Any) -> None:
        """One event, as `sys.setprofile` has them; of C only what cProfile knows."""
        if event.startswith("c_") and not isinstance(arg, BuiltinFunctionType):
            return
        if self._stack:
            self.log.append(("w", self._ticks(self.labels[self._stack[-1]])))
        if event in ("call", "c_call"):
            number = self._number(frame.f_code if event == "call" else arg)
            self._stack.append(number)
            self.log.append(("c", number))
        elif self._stack:
            self._stack.pop()
            self.log.append(("r", 0))

    def _number(self, called: CodeType | BuiltinFunctionType) -> int:
        if isinstance(called, CodeType):
            label: Key = (called.co_filename, called.co_firstlineno, called.co_name)
            identity: object = id(called)
        else:
            owner = called.__self__
            kind = type(None) if isinstance(owner, ModuleType) else type(owner)
            identity = label = ("~", 0, name_in_c(called.__name__, called.__module__, kind))
        if identity not in self._numbers:
            self._kept.append(called)
            self._numbers[identity] = len(self.labels)
            self.labels[len(self.labels)] = label
        return self._numbers[identity]


def name_in_c(name: str, module: str | None, owner: type[Any]) -> str:
    """How cProfile calls a function that is written in C."""
    for base in owner.__mro__ if owner is not type(None) else ():
        if name in base.__dict__:
            return repr(base.__dict__[name])
    return f"<built-in method {module}.{name}>" if module else f"<built-in method {name}>"


class Clock:
    """Ticks that differ from function to function and from time to time, the same in each run."""

    def __init__(self) -> None:
        self._state = 1
        self._weights: dict[Key, int] = {}

    def __call__(self, label: Key) -> int:
        """How many ticks go by until the function is left or calls something."""
        weight = self._weights.get(label)
        if weight is None:
            weight = self._weights[label] = 1 << zlib.crc32(label[2].partition(" at ")[0].encode()) % 7
        self._state = (self._state * 1103515245 + 12345) & 0x7FFFFFFF
        return 1 + (weight * (self._state >> 16)) // 16384


def recorded(program: Callable[[], None], ticks: Callable[[Key], int]) -> Logged:
    """What happened when it ran; caches were filled by a run before, that of patterns from nothing."""
    re.purge()
    program()
    recorder = Recorder(ticks)
    before = sys.getprofile()
    collects = gc.isenabled()
    gc.disable()
    sys.setprofile(recorder)
    try:
        program()
    finally:
        sys.setprofile(before)
        if collects:
            gc.enable()
    log = recorder.log
    # The last call is the one that took the hook away.
    end = max(place for place, (what, _) in enumerate(log) if what == "c")
    return Logged(tuple(log[:end]), recorder.labels)


def real_log(name: str) -> Logged:
    """The log of one of these programs."""
    return recorded(PROGRAMS[name], Clock())
