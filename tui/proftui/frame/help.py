"""What the help screen says of a view: its words and signs, then the keys that work in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from proftui import messages
from proftui.drawing.line import Span
from proftui.drawing.safe_text import cell_width, pad
from proftui.frame.actions import help_in
from proftui.frame.keys import CALLING_LINES, KEYS, Key, works_in, written_out
from proftui.state.view_names import FUNCTIONS, IMPORTS, OVERVIEW, SOURCE, TABLES_AND_TREES, VIEWS

PAGES = (*VIEWS, CALLING_LINES)
"""A page for each view, and one for Source of a built-in."""
LINE_TOTALS = "line totals"
"""The words of Functions where only lines were measured."""


class Word(NamedTuple):
    """A word or a sign of the screen, what it means, and the pages on which it stands."""

    word: str
    meaning: str
    views: tuple[str, ...] = PAGES


LISTED = (SOURCE, CALLING_LINES, OVERVIEW)
GLOSSARY = tuple(
    Word(word, meaning, tuple(pages.split(", ")) if pages else (*PAGES, LINE_TOTALS))
    for word, meaning, pages in messages.GLOSSARY
)
"""In the order of the page; a word may mean another thing in another view."""


def help_rows(view: str, words: str = "", plain: bool = False) -> list[list[Span]]:
    """One of :data:`PAGES`: its words, or those of ``words``, stand before the fold of a small terminal.

    ``plain``: there is only ASCII.
    """
    rows = _section("", [(word, meaning) for word, meaning, on in GLOSSARY if (words or view) in on])
    here = [key for key in KEYS if works_in(key, view)]
    # What leads on, and what this view has for itself, comes first.
    areas = dict.fromkeys(key.area for key in sorted(here, key=_is_common))
    for area in areas:
        of_area = [key for key in here if key.area == area]
        keys = [(written_out(key.shown) if plain else key.shown, help_in(key, view)) for key in of_area]
        rows += [[], *_section(messages.KEYS_OF.format(messages.AREAS[area]), keys)]
    if view not in LISTED:
        rows += [[], *_section(messages.FIND_TITLES[view in (FUNCTIONS, IMPORTS)], messages.FILTER_TERMS)]
    return [*rows, [], [Span(messages.MOUSE_TITLE, "title")], [Span(messages.MOUSE)]]


def _is_common(key: Key) -> bool:
    return key.views in (VIEWS, TABLES_AND_TREES) and key.area != "go"


def _section(title: str, entries: Sequence[tuple[str, str]]) -> list[list[Span]]:
    cells = max(cell_width(word) for word, _ in entries) + 2
    lines = [[Span(pad(word, cells), "key"), Span(meaning)] for word, meaning in entries]
    return [[Span(title, "title")], *lines] if title else lines
