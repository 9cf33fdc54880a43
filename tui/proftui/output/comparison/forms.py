"""A comparison in one form, for ``--format``."""

from __future__ import annotations

from collections.abc import Iterator

from proftui.drawing.safe_text import cleaned
from proftui.output.comparison import markdown, plain, text
from proftui.output.comparison.shown import Shown


def parts(shown: Shown, form: str) -> Iterator[str]:
    """The comparison piece by piece; an empty one after some work."""
    if form == "json":
        yield from plain.document(shown)
    elif form == "csv":
        yield from plain.csv_text(shown)
    elif form == "markdown":
        yield from markdown.markdown(shown)
    else:
        for line in text.text(shown):
            yield "" if line is None else cleaned(line) + "\n"
