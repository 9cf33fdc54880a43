"""A comparison in one form, for ``--format``."""

from __future__ import annotations

from collections.abc import Iterator

from proftui.drawing.safe_text import cleaned
from proftui.output.comparison import markdown, page, plain, text
from proftui.output.comparison.shown import Shown
from proftui.state.view_names import OVERVIEW


def parts(shown: Shown, form: str) -> Iterator[str]:
    """The comparison piece by piece; an empty one after some work."""
    is_page = shown.view == OVERVIEW
    if form == "json":
        yield from page.document(shown) if is_page else plain.document(shown)
    elif form == "csv":
        yield from plain.csv_text(shown)
    elif form == "markdown":
        yield from markdown.markdown(shown)
    else:
        for line in page.lines(shown) if is_page else text.text(shown):
            yield "" if line is None else cleaned(line) + "\n"
