"""A comparison, printed, and judged by ``--fail-over``."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from proftui import messages
from proftui.analysis.compare.comparison import compared
from proftui.analysis.compare.comprehensions import folding_older
from proftui.analysis.compare.side import Side
from proftui.analysis.search.budget import TooSlow
from proftui.analysis.search.query import parse
from proftui.analysis.search.terms import QueryError
from proftui.background.pieces import finished
from proftui.cli import limits
from proftui.cli.compared_session import looked_at
from proftui.cli.options import Asked
from proftui.cli.printing import drop_output, tell, write
from proftui.cli.shaped_sides import shaped
from proftui.cli.sides import runs_of, same_of, sides_of
from proftui.drawing import capabilities, glyphs
from proftui.frame import sentences
from proftui.output.comparison import forms, words
from proftui.output.comparison.rows import CHANGE, order_named, rows_of
from proftui.output.comparison.shown import Shown
from proftui.output.forms import NoForm
from proftui.state.loading import Refused, shown
from proftui.state.view_names import CALLS, SOURCE, TREES
from proftui_parsers.uncollected import Uncollected

SLOWER = 1
"""The exit status where a limit of ``--fail-over`` is passed."""
_BUDGET = 10.0
"""Seconds that a filter may take."""


def print_comparison(asked: Asked) -> int:
    """Print it; the exit status. Refused as of one profile, or if the sides cannot be compared."""
    over = [limits.parsed(text) for text in asked.fail_over]
    wanted = wanted_of(asked)
    limits.check(over, wanted.comparison)
    verdicts = [limits.judged(limit, wanted) for limit in over]
    form = asked.format or "text"
    try:
        made: Iterator[str] = filter(None, forms.parts(wanted, form))
    except NoForm as problem:
        raise Refused(str(problem)) from None
    encoding = getattr(sys.stdout, "encoding", None)
    plain = capabilities.ascii_only() or not capabilities.can_encode_glyphs(encoding)
    if plain and form in ("text", "markdown"):
        made = map(glyphs.in_ascii, made)
    try:
        write(made)
    except BrokenPipeError:
        # Whoever read it has seen enough; what was found stands all the same.
        drop_output()
    said = [verdict.sentence for verdict in verdicts if verdict.sentence]
    if over and wanted.filter_text and not wanted.rows:
        said.append(messages.NOTHING_TO_LIMIT.format(wanted.filter_text[:80]))
    if any(limit.of_calls for limit in over):
        said += filter(None, [limits.other_python(wanted.comparison)])
    tell(said)
    return SLOWER if any(verdict.fails for verdict in verdicts) else 0


def wanted_of(asked: Asked) -> Shown:
    """What the command line asks of a comparison; Refused if that cannot be."""
    order = _order(asked)
    try:
        query = parse(asked.filter) if asked.filter else None
    except QueryError as error:
        raise Refused(f"--filter: {error}") from None
    base, new = sides_of(*runs_of(asked))
    same = same_of(asked, base, new)
    # As functions of both sides are named, so they are hidden and focused on.
    sides = base, new = finished(folding_older(base, new))
    base, new, in_words, plain_shape = shaped(asked, base, new)
    # In one tree all would be new or gone where one file has functions, but no calls.
    has_edges = {side.profile.has_edges for side in (base, new) if side.profile.count}
    if asked.view == CALLS or (asked.view in TREES and len(has_edges) > 1):
        _check_edges(base, new)
    try:
        # Nothing that a comparison makes can be collected before it is printed.
        with Uncollected():
            comparison = compared(base, new, same)
            rows = rows_of(comparison, query, order, _BUDGET)
            looked = None
            if asked.view in (*TREES, SOURCE):
                known = comparison if (base, new) == sides else None
                looked = looked_at(asked, sides, same, known, query, order, _BUDGET)
    except TooSlow:
        raise Refused(messages.SLOW_FILTER) from None
    return Shown(
        comparison,
        rows[::-1] if asked.reverse else rows,
        (words.label(asked.base), words.label(asked.files)),
        asked.view,
        asked.limit,
        asked.filter,
        asked.strip_dirs,
        in_words,
        plain_shape,
        looked,
    )


def _check_edges(base: Side, new: Side) -> None:
    for side in (base, new):
        if not side.profile.has_edges:
            raise Refused(f"{shown(side.paths[0])}: {sentences.no_edges(side.profile)}")


def _order(asked: Asked) -> str:
    try:
        return CHANGE if asked.sort is None else order_named(asked.sort)
    except ValueError as error:
        raise Refused(str(error)) from None
