"""The new side's profile with what is gone in it: named, but without an entry."""

from __future__ import annotations

from collections.abc import Sequence

from proftui_parsers import Profile


def with_gone(new: Profile, base: Profile, gone: Sequence[int]) -> Profile:
    """``new`` with the functions ``gone`` of ``base`` behind all that it names, in that order.

    They are in no table and no total of it, as callers that a file has no entry for.
    """
    if not gone:
        return new
    files, linenos, names = (
        [*getattr(new, of), *map(getattr(base, of).__getitem__, gone)] for of in _IDENTITY
    )
    recording = new.recording
    if recording is None:
        return new.changed(files=files, linenos=linenos, names=names)
    from proftui_parsers.stacks.deriving import profile_of

    here = len(recording.names)
    more = {of: [*getattr(recording, of)[:here], *(getattr(base, of)[f] for f in gone)] for of in _IDENTITY}
    return profile_of(recording.changed(**more), new.choice)


def first_gone(new: Profile) -> int:
    """The number that the first function that is gone gets."""
    return len(new.files) if new.recording is None else len(new.recording.names)


_IDENTITY = ("files", "linenos", "names")
