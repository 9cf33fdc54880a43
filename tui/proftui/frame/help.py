"""What the help screen says of a view: its words and signs, then the keys that work in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from proftui import messages
from proftui.analysis.columns import CALLS, call_titles, kind_of
from proftui.analysis.search.figure_words import examples
from proftui.drawing.line import Span
from proftui.drawing.safe_text import cell_width, pad
from proftui.frame.about_one import COMPARING, LINE_TOTALS
from proftui.frame.actions import help_in
from proftui.frame.keys import CALLING_LINES, KEYS, works_in, written_out
from proftui.state.view_names import FUNCTIONS, IMPORTS, OVERVIEW, SOURCE, TABLES_AND_TREES, VIEWS
from proftui_parsers import Profile

PAGES = (*VIEWS, CALLING_LINES)
"""A page for each view, and one for Source of a built-in."""


class Word(NamedTuple):
    """A word or a sign of the screen, what it means, and the pages on which it stands."""

    word: str
    meaning: str
    views: tuple[str, ...]
    kinds: tuple[str, ...]
    """Of what profiles it stands there: of calls, of samples alone, of samples of whole stacks."""


LISTED = (SOURCE, CALLING_LINES, OVERVIEW)


_EVERYWHERE = ", ".join((*PAGES, LINE_TOTALS))
GLOSSARY = tuple(
    Word(word, meaning, tuple((pages or _EVERYWHERE).split(", ")), tuple(kinds.split(", ")))
    for kinds, entries in messages.GLOSSARY.items()
    for word, meaning, pages in entries
)
"""In the order of the page; a word may mean another thing in another view."""


def words_on(page: str, profile: Profile | None = None) -> list[Word]:
    """The words of a page, in their order, as a profile calls its columns."""
    kind, named = (CALLS, dict[str, str]()) if profile is None else (kind_of(profile), call_titles(profile))
    shown = (word for word in GLOSSARY if page in word.views and kind in word.kinds)
    return [word._replace(word=named.get(word.word, word.word)) for word in shown]


def help_rows(
    view: str, words: str = "", plain: bool = False, profile: Profile | None = None, idle: Sequence[str] = ()
) -> list[list[Span]]:
    """One of :data:`PAGES`: its words, or those of ``words``, stand before the fold of a small terminal.

    ``plain``: there is only ASCII. ``profile``: what is looked at; ``idle``: actions that do nothing there.
    """
    rows = _section("", [word[:2] for word in words_on(words or view, profile)])
    here = [key for key in KEYS if works_in(key, view) and key.action not in idle]
    # What leads on, and what this view has for itself, comes first.
    common = [key for key in here if key.views in (VIEWS, TABLES_AND_TREES) and key.area != "go"]
    areas = dict.fromkeys(key.area for key in sorted(here, key=common.__contains__))
    of_sides = messages.KEYS_COMPARING if words == COMPARING else {}
    for area in areas:
        of_area = [key for key in here if key.area == area]
        told = [of_sides.get(key.action) or help_in(key, view) for key in of_area]
        shown = [written_out(key.shown) if plain else key.shown for key in of_area]
        keys = list(zip(shown, told, strict=True))
        rows += [[], *_section(messages.KEYS_OF.format(messages.AREAS[area]), keys)]
    if view not in LISTED:
        rows += [[], *_section(messages.FIND_TITLES[view in (FUNCTIONS, IMPORTS)], _filter_terms(profile))]
    return [*rows, [], [Span(messages.MOUSE_TITLE, "title")], [Span(messages.MOUSE)]]


def _filter_terms(profile: Profile | None) -> list[tuple[str, str]]:
    """What can be typed after ``/``, with figures that the profile has."""
    first, *others = examples(profile)
    unit = "s" if profile is None else profile.measure.unit
    told = [messages.ALSO_COMPARES.format(", ".join(others))] if others else []
    told += [messages.COMPARES_IN[unit]] if unit in messages.COMPARES_IN else []
    said = " · ".join(told)
    return [(word.format(first), meaning.format(said)) for word, meaning in messages.FILTER_TERMS]


def _section(title: str, entries: Sequence[tuple[str, str]]) -> list[list[Span]]:
    cells = max(cell_width(word) for word, _ in entries) + 2
    lines = [[Span(pad(word, cells), "key"), Span(meaning)] for word, meaning in entries]
    return [[Span(title, "title")], *lines] if title else lines
