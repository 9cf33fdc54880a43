"""The new side's profile with what is gone in it: named, but without an entry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import TypeVar

from proftui_parsers import Profile

_T = TypeVar("_T")


def with_gone(new: Profile, base: Profile, gone: Sequence[int]) -> Profile:
    """``new`` with the functions ``gone`` of ``base``, numbers in order, behind all that it names.

    They are in no table and no total of it, as callers that a file has no entry for.
    """
    if not gone:
        return new
    files, linenos, names = ([*getattr(new, of), *_taken(getattr(base, of), gone)] for of in _IDENTITY)
    recording = new.recording
    if recording is None:
        return new.changed(files=files, linenos=linenos, names=names)
    from proftui_parsers.stacks.deriving import profile_of

    here = len(recording.names)
    more = {of: [*getattr(recording, of)[:here], *_taken(getattr(base, of), gone)] for of in _IDENTITY}
    return profile_of(recording.changed(**more), new.choice)


def _taken(column: Sequence[_T], functions: Sequence[int]) -> Iterable[_T]:
    """What stands in a column for some functions, in order."""
    first, last = functions[0], functions[-1]
    if last - first == len(functions) - 1:
        return column[first : last + 1]
    # All at once: so many are quicker than one after the other.
    taken: Iterable[_T] = itemgetter(*functions)(column)
    return taken


def first_gone(new: Profile) -> int:
    """The number that the first function that is gone gets."""
    return len(new.files) if new.recording is None else len(new.recording.names)


_IDENTITY = ("files", "linenos", "names")
