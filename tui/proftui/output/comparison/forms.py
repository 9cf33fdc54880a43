"""A comparison in one form, for ``--format``."""

from __future__ import annotations

from collections.abc import Iterator

from proftui.drawing.safe_text import cleaned
from proftui.output.comparison import markdown, page, plain, source, text, tree
from proftui.output.comparison.shown import Shown
from proftui.state.view_names import OVERVIEW, SOURCE, TREES


def parts(shown: Shown, form: str) -> Iterator[str]:
    """The comparison piece by piece; an empty one after some work. NoForm at once: it has no such form."""
    made_by = {OVERVIEW: page, SOURCE: source, **dict.fromkeys(TREES, tree)}.get(shown.view)
    if form == "json":
        pieces = plain.document(shown) if made_by is None else made_by.document(shown)
        return (piece or "" for piece in pieces)
    if form == "csv":
        return plain.csv_text(shown)
    if form == "markdown":
        return markdown.markdown(shown)
    lines = text.text(shown) if made_by is None else made_by.lines(shown)
    return ("" if line is None else cleaned(line) + "\n" for line in lines)
