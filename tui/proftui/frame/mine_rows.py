"""The rows of the sheet that says what is the user's: a place each, with its functions and their own time."""

from __future__ import annotations

from collections.abc import Sequence

from proftui import messages
from proftui.analysis.mine import Mine
from proftui.analysis.mine_places import BUILT_IN, Place
from proftui.analysis.mine_rules import FROZEN, Rule
from proftui.drawing import figures
from proftui.drawing.line import Span
from proftui.drawing.safe_text import cell_width, clean, cut_start, pad, pad_start
from proftui.frame import shape_row
from proftui.state.session import Session

_LONGEST_NAME = 200
_MOST_MODULES = 2
"""Frozen packages that are named."""
_LEAST_NAME = 12
_GAPS = (1, 0, 2, 2)
"""Blanks before each figure, besides one."""


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
    """The rows in at most ``width`` cells; long paths lose their start."""
    names = list(map(name_of, places))
    columns = [
        [messages.MINE_OR_NOT[place.is_mine] for place in places],
        *_figures(session, places),
    ]
    cells = [max(map(cell_width, column), default=0) for column in columns]
    room = width - sum(cells) - len(_GAPS) - sum(_GAPS)
    longest = max(_LEAST_NAME, min(room, max(map(cell_width, names), default=0)))
    made: list[list[Span]] = []
    for place, name, verdict, *figured in zip(places, names, *columns, strict=True):
        text = pad(verdict, cells[0]) + "  " + pad(cut_start(name, longest), longest)
        for gap, figure, wide in zip(_GAPS, figured, cells[1:], strict=True):
            text += " " * (gap + 1) + (pad(figure, wide) if figure[:1].isalpha() else pad_start(figure, wide))
        made.append([Span(text, "text" if place.is_mine else "library")])
    return made


def _figures(session: Session, places: Sequence[Place]) -> list[list[str]]:
    """Functions, the noun, own time, and its share of the run where times of places are parts of it."""
    counts = [figures.plural(place.functions, "function").split() for place in places]
    whole = session.whole
    shares = [figures.percent(figures.share(place.seconds, whole)) for place in places]
    return [
        [number for number, _ in counts],
        [noun for _, noun in counts],
        [figures.with_unit(place.seconds, session.figures.unit) for place in places],
        [f"{share} %" if share else "" for share in shares],
    ]


def done(rule: Rule, matched: int, mine: Mine, count: int) -> str:
    """What a rule has done: how many functions it is about, and how many are the user's now."""
    yours = count - sum(mine.others[:count])
    about = figures.plural(matched, "function")
    return messages.NOW_MINE.format(
        shape_row.pattern_in_words(rule.pattern), messages.MINE_OR_NOT[rule.is_mine], about, yours
    )


def already(rule: Rule, matched: int) -> str:
    """That a rule changes nothing."""
    about = figures.plural(matched, "function")
    name, verdict = shape_row.pattern_in_words(rule.pattern), messages.MINE_OR_NOT[rule.is_mine]
    return messages.MINE_ALREADY.format(name, verdict, about)


def is_built_in(pattern: str) -> bool:
    """Whether the user means what is built in, which has no file."""
    return pattern.strip("<>()").casefold() in (BUILT_IN.strip("<>"), "built-ins", "builtin", "builtins")
