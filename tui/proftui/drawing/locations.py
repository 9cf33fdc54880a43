"""A location in few cells: ``sqlalchemy/…/strategies.py:906``."""

from __future__ import annotations

from collections.abc import Iterator

from proftui.drawing.glyphs import ELLIPSIS
from proftui.drawing.safe_text import cell_width, cut_start


def shorten_location(location: str, cells: int) -> str:
    """The location in so many cells: without its middle, then without its package, then its end."""
    if cell_width(location) <= cells:
        return location
    fitting = (form for form in _forms(location) if cell_width(form) <= cells)
    return next(fitting, None) or cut_start(location, cells)


def _forms(location: str) -> Iterator[str]:
    """What may be left, best first; not all of it fits."""
    cuts = [at for at, sign in enumerate(location[:-1]) if sign in "/\\" and at]
    if cuts and location[0] not in "/\\" and location[cuts[0] - 1] != ":":
        package = location[: cuts[0] + 1]
        yield from (package + ELLIPSIS + location[at:] for at in cuts[1:])
    yield from (ELLIPSIS + location[at:] for at in cuts)
