"""What every view begins and ends with where it is printed as text."""

from __future__ import annotations

from collections.abc import Iterator

from proftui.drawing.safe_text import clean
from proftui.frame import shape_row
from proftui.frame.rows import measured_text, producer_text
from proftui.state.session import Session
from proftui_parsers import Profile
from proftui_parsers.consistency import checked

_LONGEST_NOTE = 1_000


def heading(profile: Profile) -> str:
    """The files, what wrote them, and how much was counted in which time."""
    return f"{' + '.join(clean(path) for path in profile.paths)}  {recorded(profile)}"


def recorded(profile: Profile) -> str:
    """What wrote a profile, and how much was counted in which time."""
    return f"{producer_text(profile)} · {measured_text(profile)}"


def shape(session: Session, *, by_function: bool = False) -> Iterator[str]:
    """What is hidden, left out or grouped, and what that leaves; nothing where nothing is.

    ``by_function``: without what is said of groups.
    """
    said = shape_row.in_words(session, by_function=by_function)
    if said:
        yield said


def notes(profile: Profile) -> Iterator[str]:
    """What does not add up, a line each."""
    yield from (f"! {clean(note, _LONGEST_NOTE)}" for note in checked(profile).notes)
