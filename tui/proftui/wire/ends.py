"""Signals that end a program: caught, so that the terminal is given back first."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from collections.abc import Callable
    from types import FrameType
    from typing import NoReturn

    from proftui.wire.tty import Terminal

    Handler = Callable[[int, FrameType | None], object]
else:
    # The module signal would bring enum and what that needs with it.
    import _signal as signal

_NAMES = "HUP TERM QUIT TRAP ABRT USR1 USR2 ALRM VTALRM PROF XCPU IO PWR STKFLT"
_REAL_TIME = range(getattr(signal, "SIGRTMIN", 0), getattr(signal, "SIGRTMAX", -1) + 1)
ENDING: tuple[int, ...] = (
    *(getattr(signal, f"SIG{name}") for name in _NAMES.split() if hasattr(signal, f"SIG{name}")),
    *_REAL_TIME,
)
"""All of them but Control-C's, and those that a fault of the interpreter raises: these must not be caught."""


def catch(handler: Handler, instead_of: Handler | None = None) -> None:
    """Have ``handler`` called for each that nobody else catches or ignores."""
    for number in ENDING:
        present = signal.getsignal(number)
        ours = present is not None and present in (signal.SIG_DFL, instead_of)
        if ours or number in (signal.SIGHUP, signal.SIGTERM):
            signal.signal(number, handler)


def end(terminal: Terminal, number: int) -> NoReturn:
    """Give the terminal back and end, as by this signal."""
    # In the background, to touch the terminal would stop us instead.
    signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGTTOU,))
    terminal.leave()
    os._exit(128 + number)
