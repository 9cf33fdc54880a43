"""A comparison, printed, and judged by ``--fail-over``."""

from __future__ import annotations

from contextlib import suppress

from proftui import messages
from proftui.analysis.columns import AFTER, BEFORE, DELTA
from proftui.analysis.compare.comparison import finding_causes
from proftui.analysis.compare.measured import CALLS as MEASURED_CALLS
from proftui.analysis.compare.measured import CUMTIME, MEASURES, OWN, by_ratio
from proftui.analysis.compare.side import Side
from proftui.analysis.order import Order
from proftui.background.pieces import finished
from proftui.cli import limits
from proftui.cli.options import CONVERSIONS, Asked, session_of, take_shape
from proftui.cli.printing import drop_output, print_parts, take_filter, tell, wanted_of_view
from proftui.cli.sides import runs_of, same_of, sides_of
from proftui.cli.sorting import sort_column
from proftui.frame import sentences
from proftui.output.printed import Wanted
from proftui.state.comparing import comparing_session
from proftui.state.loading import Refused, shown
from proftui.state.session import figures_of
from proftui.state.view_names import CALLS, IMPORTS, TREES
from proftui_parsers.detect import Uncollected

SLOWER = 1
"""The exit status where a limit of ``--fail-over`` is passed."""
_CHANGE = "change"
_ORDERS = {
    _CHANGE: OWN,
    "cumtime": CUMTIME,
    "calls": MEASURED_CALLS,
    "ratio": by_ratio(OWN),
    BEFORE: BEFORE,
    AFTER: AFTER,
    "name": "function",
    "file": "location",
}
"""By word, the column that rows are sorted by."""


def print_comparison(asked: Asked) -> int:
    """Print it; the exit status. Refused as of one profile, or if the sides cannot be compared."""
    _check(asked)
    over = [limits.parsed(text) for text in asked.fail_over]
    wanted = wanted_of(asked)
    limits.check(over, wanted.comparison)
    verdicts = [limits.judged(limit, wanted) for limit in over]
    try:
        print_parts(wanted)
    except BrokenPipeError:
        # Whoever read it has seen enough; what was found stands all the same.
        drop_output()
    said = [verdict.sentence for verdict in verdicts if verdict.sentence]
    filter_text = wanted.session.listed.filter_text
    if over and filter_text and not wanted.session.rows:
        said.append(messages.NOTHING_TO_LIMIT.format(filter_text[:80]))
    if any(limit.of_calls for limit in over):
        said += filter(None, [limits.other_python(wanted.comparison)])
    tell(said)
    return SLOWER if any(verdict.fails for verdict in verdicts) else 0


def _check(asked: Asked) -> None:
    if asked.format in (*CONVERSIONS, "svg"):
        raise Refused(messages.CONVERTS_ONE.format(asked.format))
    if asked.view == IMPORTS:
        raise Refused(messages.NOT_COMPARED.format(asked.view))


def wanted_of(asked: Asked) -> Wanted:
    """What the command line asks of a comparison; Refused if that cannot be."""
    order = _order(asked)
    base, new = sides_of(*runs_of(asked))
    same = tuple(same_of(asked, base, new))
    session = session_of(asked, new.profile, Order.usual(OWN), figures_of(new.profile))
    # Nothing that a comparison makes can be collected before it is printed.
    with Uncollected():
        session = finished(comparing_session(session, base, new, same))
        take_shape(asked, session)
        # In one tree all would be new or gone where one file has functions, but no calls.
        has_edges = {side.profile.has_edges for side in (base, new) if side.profile.count}
        if asked.view == CALLS or (asked.view in TREES and len(has_edges) > 1):
            _check_edges(base, new)
        session.listed.sort(order)
        take_filter(asked, session)
        if asked.view in TREES:
            finished(session.trees.preparing())
        finished(finding_causes(session.both.now))
    # Of each function that is printed, its own lines.
    session.whole_file = False
    return wanted_of_view(asked, session)


def _check_edges(base: Side, new: Side) -> None:
    for side in (base, new):
        if why := sentences.no_edges(side.profile):
            raise Refused(f"{shown(side.paths[0])}: {why}")


def _order(asked: Asked) -> Order:
    """The order of rows; Refused if a sort word means none."""
    word = _CHANGE if asked.sort is None else asked.sort.strip().lower()
    column = _ORDERS.get(_CHANGE if word == DELTA else word, "")
    if not column:
        with suppress(Refused):
            column = Order.usual(sort_column(word)).heading.replace("pcalls", MEASURED_CALLS)
    if column not in (*_ORDERS.values(), *MEASURES):
        raise Refused(messages.NO_SORT_OF_CHANGES.format(word[:40], ", ".join(_ORDERS)))
    order = Order.usual(column)
    return order.reverse() if asked.reverse else order
