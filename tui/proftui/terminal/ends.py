"""Signals that end a program: caught, so that the terminal is given back first."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from collections.abc import Callable
    from types import FrameType
    from typing import NoReturn

    from proftui.terminal.tty import Terminal

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


def end(terminal: Terminal, number: int, tidy: Callable[[], object] = int) -> NoReturn:
    """Tidy up, give the terminal back and end, as by this signal, whatever comes meanwhile."""
    # In the background, to touch the terminal would stop us; and a search that takes too long, or Control-C,
    # would end this instead of the program.
    signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGTTOU, signal.SIGALRM, signal.SIGINT))
    try:
        # What came just before may still be raised, once.
        for step in (tidy, terminal.leave, terminal.leave):
            try:  # noqa: SIM105 - contextlib would be imported for this
                step()
            except BaseException:  # noqa: S110, RUF100 - the end goes on
                pass
    finally:
        os._exit(128 + number)
