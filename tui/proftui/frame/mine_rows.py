"""The rows of the sheet that says what is the user's: a place each, with its functions and their own time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proftui import messages
from proftui.analysis.mine_places import BUILT_IN, Place
from proftui.analysis.mine_rules import FROZEN, Rule
from proftui.drawing import figures
from proftui.drawing.line import Span
from proftui.drawing.safe_text import clean, cut_start
from proftui.drawing.table import fit_columns
from proftui.frame import shape_row
from proftui.frame.choice_rows import text_column
from proftui.state.session import Session

_LONGEST_NAME = 200
_MOST_MODULES = 2
"""Frozen packages that are named."""
_LEAST_NAME = 12


def name_of(place: Place) -> str:
    """A place as it is called: a kind, a folder without what ends its pattern, a pattern."""
    if place.kind == FROZEN and place.modules:
        named = ", ".join(clean(module, 20) for module in place.modules[:_MOST_MODULES])
        return messages.FROZEN_MODULES.format(named + (", …" if len(place.modules) > _MOST_MODULES else ""))
    pattern = place.pattern
    if pattern in messages.PLACES:
        return messages.PLACES[pattern]
    if place.kind:
        pattern = pattern.removeprefix("./").removesuffix("**").removesuffix("*")
        pattern = pattern.rstrip("/") or pattern
    return clean(pattern, _LONGEST_NAME)


def rows(session: Session, places: Sequence[Place], width: int) -> list[list[Span]]:
    """The rows in at most ``width`` cells: figures, then the place; long paths lose their start."""
    whole, unit = session.whole, session.figures.unit

    def share(place: Place) -> str:
        text = figures.percent(figures.share(place.seconds, whole))
        return f"{text} %" if text else ""

    texts: tuple[Callable[[Place], str], ...] = (
        lambda place: messages.MINE_OR_NOT[place.is_mine],
        lambda place: figures.plural(place.functions, "function"),
        lambda place: figures.with_unit(place.seconds, unit),
        share,
    )
    table = fit_columns([text_column(places, text) for text in texts], width, 0)
    longest = max(_LEAST_NAME, table.left)
    texted = [(place, "".join(span.text for span in table.figures(place))) for place in places]
    return [
        [Span(text + cut_start(name_of(place), longest), "text" if place.is_mine else "library")]
        for place, text in texted
    ]


def told(rule: Rule, matched: int, said: str, *more: object) -> str:
    """What a rule has done, or that it changes nothing; ``matched``: how many functions it is about."""
    name, verdict = shape_row.pattern_in_words(rule.pattern), messages.MINE_OR_NOT[rule.is_mine]
    return said.format(name, verdict, figures.plural(matched, "function"), *more)


def is_built_in(pattern: str) -> bool:
    """Whether the user means what is built in, which has no file."""
    return pattern.strip("<>()").casefold() in (BUILT_IN.strip("<>"), "built-ins", "builtin", "builtins")
