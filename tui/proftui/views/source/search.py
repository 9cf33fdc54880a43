"""A search in the text of lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from proftui.analysis.search.terms import QueryError, compiled, reason_of
from proftui.background.budget import SEARCH_BUDGET, within
from proftui.views.source.code import code_text


def found(text: str, lines: Sequence[str]) -> dict[int, list[tuple[int, int]]]:
    """What the regular expression ``text`` finds: by line the ranges in its text as drawn.

    Raises:
        QueryError: it is not a regular expression.
        TooSlow: it takes too long.
    """
    try:
        pattern = compiled(text, text.islower())
    except (re.error, RecursionError, OverflowError) as error:
        raise QueryError(text, reason_of(error)) from None
    return within(SEARCH_BUDGET, lambda: _matches(pattern, lines))


def _matches(pattern: re.Pattern[str], lines: Sequence[str]) -> dict[int, list[tuple[int, int]]]:
    marked = (
        (position, [m.span() for m in pattern.finditer(code_text(line)) if m.end() > m.start()])
        for position, line in enumerate(lines)
    )
    return {position: ranges for position, ranges in marked if ranges}
