"""A comparison as a file, in the form in which the command line prints it."""

from __future__ import annotations

from collections.abc import Iterator

from proftui.frame import compare_head
from proftui.output.comparison import forms
from proftui.output.comparison.shown import Shown
from proftui.output.forms import Wanted
from proftui.state.compared import Compared
from proftui.state.session import Session
from proftui.state.view_names import CALLS, FUNCTIONS, OVERVIEW, SOURCE, TREES

_OF_BOTH: dict[str, tuple[str, ...]] = dict.fromkeys(
    (FUNCTIONS, CALLS, OVERVIEW), ("text", "json", "csv", "markdown")
)
_OF_BOTH |= dict.fromkeys((*TREES, SOURCE), ("text", "json"))
"""The forms by view."""


def both_sides(session: Session, compared: Compared, wanted: Wanted) -> Iterator[str] | None:
    """The rows of the table, piece by piece; ``None``: it is written of one side, or causes are not known."""
    if (
        wanted.form not in _OF_BOTH.get(wanted.view, ())
        or wanted.root is not None
        or compared.now.causes is None
    ):
        return None
    shown = Shown(
        session,
        compare_head.sides_named(*(side.paths for side in compared.sides)),
        wanted.view,
        # A comment has as many rows as are read.
        None if wanted.form == "markdown" else 0,
        wanted.share,
        wanted.most,
        wanted.rows,
    )
    return forms.parts(shown, wanted.form)
