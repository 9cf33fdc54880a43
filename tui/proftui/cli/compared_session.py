"""A comparison as the screen shows it, for ``--view tree`` and ``source``."""

from __future__ import annotations

from collections.abc import Sequence

from proftui.analysis.compare.comparison import Comparison, Same
from proftui.analysis.compare.side import Side
from proftui.analysis.order import Order
from proftui.analysis.search.query import Query
from proftui.background.pieces import finished
from proftui.cli.options import TEXT_ROWS, Asked, settings_of, take_shape
from proftui.output.comparison.rows import rows_of
from proftui.output.comparison.shown import LookedAt
from proftui.state.comparing import comparing_session
from proftui.state.session import Session
from proftui.state.view_names import SOURCE


def looked_at(
    asked: Asked,
    sides: tuple[Side, Side],
    same: Sequence[Same],
    known: Comparison | None,
    query: Query | None,
    order: str,
    budget: float,
) -> LookedAt:
    """Both sides as they were read, in the shape that is asked for; Refused or TooSlow as of one profile.

    ``known``: the comparison of them without a shape, where it is known.
    """
    base, new = sides
    plain = Session(
        new.profile,
        Order.usual("tottime"),
        asked.source_root,
        asked.maps,
        strip_dirs=asked.strip_dirs,
        settings=settings_of(asked),
    )
    session = finished(comparing_session(plain, base, new, tuple(same), known))
    # Of each function that is printed, its own lines.
    session.whole_file = False
    take_shape(asked, session)
    session.listed.filter(asked.filter, budget)
    compared = session.compared
    assert compared is not None
    if asked.view != SOURCE:
        finished(session.trees.preparing())
        return LookedAt(session, (), asked.min_share, asked.limit)
    rows = rows_of(compared.now, query, order, budget)
    functions = [compared.index_of_row[row] for row in (rows[::-1] if asked.reverse else rows)]
    usual = TEXT_ROWS if asked.format in (None, "text") else 0
    limit = usual if asked.limit is None else asked.limit
    return LookedAt(session, functions[:limit] if limit else functions)
