"""The command line's view, printed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence

from proftui import messages
from proftui.background.budget import TooSlow
from proftui.cli.bad_terms import refusing
from proftui.cli.options import Asked, order_of, session_of, take_shape
from proftui.drawing import capabilities, glyphs
from proftui.output import forms
from proftui.output.conversion.converting import PSTATS, converting
from proftui.output.printed import Wanted
from proftui.state.loading import Refused
from proftui.state.session import Session
from proftui_parsers import Profile
from proftui_parsers.messages import NO_REASON

_BUDGET = 10.0
"""Seconds that a filter may take."""


def print_view(asked: Asked, profile: Profile) -> None:
    """Print the view; Refused if there is no such form, the filter is bad, or nothing can be printed."""
    session = session_of(asked, profile, order_of(asked, profile))
    take_shape(asked, session)
    take_filter(asked, session)
    # Of each function that is printed, its own lines.
    session.whole_file = False
    print_parts(wanted_of_view(asked, session))
    tell(session.settings.notes)


def wanted_of_view(asked: Asked, session: Session) -> Wanted:
    """What the command line asks of a session."""
    return Wanted(session, asked.view, asked.format or "text", asked.limit, asked.min_share)


def take_filter(asked: Asked, session: Session) -> None:
    """Leave what the filter matches; Refused if it is bad, or takes too long."""
    try:
        with refusing("--filter"):
            session.listed.filter(asked.filter, _BUDGET)
    except TooSlow:
        raise Refused(messages.SLOW_FILTER) from None


def print_parts(wanted: Wanted) -> None:
    """Print a view piece by piece; Refused if it has no such form."""
    made: Iterator[str] = filter(None, forms.parts(wanted))
    encoding = getattr(sys.stdout, "encoding", None)
    plain = capabilities.ascii_only() or not capabilities.can_encode_glyphs(encoding)
    write(map(glyphs.in_ascii, made) if plain and wanted.form in ("text", "markdown") else made)


def tell(notes: Sequence[str]) -> None:
    """What is to be said beside what is printed, a line each on standard error."""
    from proftui.drawing.safe_text import clean

    for note in notes if sys.stderr is not None else ():
        sys.stderr.write(f"proftui: {clean(note, 2000)}\n")


def write(parts: Iterator[str] | Iterator[bytes]) -> None:
    """To standard output, whatever its encoding; the pipe is flushed here so that errors show here."""
    out = sys.stdout
    if out is None:
        raise Refused(messages.OUTPUT_CLOSED)
    reconfigure = getattr(out, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
    try:
        for part in parts:
            if isinstance(part, bytes):
                out.buffer.write(part)
            else:
                out.write(part)
        out.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        drop_output()
        raise Refused(messages.CANNOT_PRINT.format(error.strerror or NO_REASON)) from None


def drop_output() -> None:
    """Nothing more may be written, not even at exit, when what waits in buffers is."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def convert(profile: Profile, form: str, *, estimate: bool) -> None:
    """Print the profile in this form; Refused if that would not be true, or nothing can be printed."""
    if form == PSTATS and os.isatty(1):
        raise Refused(messages.BINARY_ON_TERMINAL)
    conversion = converting(profile, form, estimate=estimate)
    write(filter(None, conversion.parts))
    tell([f"{form}: {note}" for note in conversion.notes])
