"""A profile on standard output in a form that other programs read."""

from __future__ import annotations

import os

from proftui import messages
from proftui.cli.printing import tell, write
from proftui.output.conversion.converting import PSTATS, converting
from proftui.output.forms import NoForm
from proftui.state.loading import Refused
from proftui_parsers import Profile


def convert(profile: Profile, form: str, *, estimate: bool) -> None:
    """Print the profile in this form; Refused if that would not be true, or nothing can be printed."""
    if form == PSTATS and os.isatty(1):
        raise Refused(messages.BINARY_ON_TERMINAL)
    try:
        conversion = converting(profile, form, estimate=estimate)
        write(filter(None, conversion.parts))
    except NoForm as problem:
        raise Refused(str(problem)) from None
    tell([f"{form}: {note}" for note in conversion.notes])
