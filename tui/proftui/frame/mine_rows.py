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
    verdicts = [messages.MINE_OR_NOT[place.is_mine] for place in places]
    wide, figured = max(map(cell_width, verdicts), default=0), _figures(session, places)
    room = width - wide - 2 - max(map(cell_width, figured), default=0)
    longest = max(_LEAST_NAME, min(room, max((cell_width(name_of(place)) for place in places), default=0)))
    made: list[list[Span]] = []
    for place, verdict, figure in zip(places, verdicts, figured, strict=True):
        name = pad(cut_start(name_of(place), longest), longest)
        text = f"{pad(verdict, wide)}  {name}{figure}"
        made.append([Span(text, "text" if place.is_mine else "library")])
    return made


def _figures(session: Session, places: Sequence[Place]) -> list[str]:
    """Functions, own time, and its share of the run where times of places are parts of it."""
    whole, unit = session.whole, session.figures.unit
    shares = [figures.percent(figures.share(place.seconds, whole)) for place in places]
    columns = (
        [figures.plural(place.functions, "function") for place in places],
        [figures.with_unit(place.seconds, unit) for place in places],
        [f"{share} %" if share else "" for share in shares],
    )
    cells = [max(map(cell_width, column), default=0) + 2 for column in columns]
    return ["".join(map(pad_start, texts, cells)) for texts in zip(*columns, strict=True)]


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
