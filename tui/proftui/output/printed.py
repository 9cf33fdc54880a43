"""What every view begins and ends with where it is printed as text."""

from __future__ import annotations

import os
from collections.abc import Iterator

from proftui.drawing.safe_text import clean
from proftui.frame import shape_row
from proftui.frame.rows import measured_text, producer_text
from proftui.state.loading import demo_files
from proftui.state.session import Session
from proftui_parsers import Profile
from proftui_parsers.consistency import checked

_LONGEST_NOTE = 1_000


def heading(profile: Profile, *, for_others: bool = False) -> str:
    """The files, what wrote them, and how much was counted in which time.

    ``for_others``: as :func:`file_names` has them.
    """
    by_name = for_others or [*profile.paths] == demo_files()
    paths = file_names(profile) if by_name else profile.paths
    return f"{' + '.join(map(clean, paths))}  {recorded(profile)}"


def file_names(profile: Profile) -> list[str]:
    """The files as they may lie elsewhere: as named from here, else by their names where these differ."""
    outside = [os.path.isabs(path) or ".." in path.split(os.sep) for path in profile.paths]
    names = [os.path.basename(p) if out else p for p, out in zip(profile.paths, outside, strict=True)]
    if len({*names}) == len(names):
        return names
    paths = [os.path.abspath(path) for path in profile.paths]
    shared = os.path.commonpath([os.path.dirname(path) for path in paths])
    return [os.path.relpath(path, shared) for path in paths]


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
