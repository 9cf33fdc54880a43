"""The functions that a word of the command line names."""

from __future__ import annotations

from collections.abc import Sequence

from proftui.analysis.names import Names
from proftui.analysis.search.query import parse
from proftui.drawing.safe_text import clean

LONGEST = 200
"""Characters of what was asked for, or of a label, in a sentence."""


def functions_named(text: str, names: Names) -> Sequence[int]:
    """Those with this label, else with this name, as recorded or as shown, else those that a filter finds.

    Raises :class:`QueryError`.
    """
    profile = names.profile
    every = range(profile.count)
    exact = [index for index in every if names.label(index) == text]
    exact = exact or [i for i in every if text in (profile.names[i], names.shown_name(i))]
    if exact:
        return exact
    query = parse(text, profile)
    return query.select(profile, names, every) if query else ()


def told(found: Sequence[int], names: Names, most: int) -> str:
    """The labels of some functions; behind ``most`` of them, that there are more."""
    some = ", ".join(clean(names.label(index), LONGEST) for index in found[:most])
    return some + ", …" * (len(found) > most)
