"""Which row of a page is which on the page that is made after the file was read again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from proftui.state.kept import Named, named
from proftui.state.session import Session
from proftui.views.overview.page import PageRow


class Known(NamedTuple):
    """What a row is known by."""

    kind: str
    function: Named | None
    """``None``: it is about none."""
    name: str = ""
    """Of a package, what it is called; of a cause, of which kind it is."""
    caller: Named | None = None
    """Of a cause, who calls more or less often."""


def known_by(session: Session, row: PageRow) -> Known:
    """What a row of the session's page is known by."""
    function, caller = (None if of is None else named(session, of) for of in (row.function, row.caller))
    return Known(row.kind, function, row.named if row.package is None else row.package.name, caller)


def place_of(session: Session, rows: Sequence[PageRow], known: Known) -> int | None:
    """Where a row stands among these, or one of the same kind about the same; ``None``: it is not there."""
    here = [known_by(session, row) if row.leads_on else None for row in rows]
    if known in here:
        return here.index(known)
    if known.function is None:
        return None
    alike = (at for at, of in enumerate(here) if of is not None and of[:2] == known[:2])
    return next(alike, None)
