"""A comparison in one form, for ``--format``."""

from __future__ import annotations

from collections.abc import Iterator

from proftui import messages
from proftui.drawing.safe_text import cleaned
from proftui.output.comparison import markdown, page, plain, source, text, tree
from proftui.output.comparison.shown import Shown
from proftui.output.forms import NoForm
from proftui.state.view_names import OVERVIEW, SOURCE, TREES


def parts(shown: Shown, form: str) -> Iterator[str]:
    """The comparison piece by piece; an empty one after some work.

    Raises:
        NoForm: at once, it has no such form; later, it has taken another shape.
    """
    return _in_one_shape(shown, _pieces(shown, form))


def _in_one_shape(shown: Shown, pieces: Iterator[str]) -> Iterator[str]:
    begun = shown.comparison
    for piece in pieces:
        yield piece
        if shown.comparison is not begun:
            raise NoForm(messages.WRITING_GIVEN_UP)


def _pieces(shown: Shown, form: str) -> Iterator[str]:
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
