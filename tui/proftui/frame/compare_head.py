"""The first row and the headline while two sides are compared: files, totals, what changed and why."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from proftui import messages
from proftui.drawing import changes, figures
from proftui.drawing.figures import Unit
from proftui.drawing.line import Line, Span, spread
from proftui.drawing.safe_text import cell_width, clean, cut_end
from proftui.frame import rows
from proftui.state.scales import NORMALISED
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.analysis.compare.comparison import Comparison
    from proftui.state.session import Session

_LONGEST = 60
"""Cells of the name of a file."""


def top_line(session: Session, width: int, badges: Sequence[str] = ()) -> Line:
    """Both sides and their totals; the number of calls and of runs go first, the totals never."""
    compared = session.both
    base, new = compared.recorded.base, compared.recorded.new
    unit = session.figures.unit
    totals = changes.from_to(base.total, new.total, unit)
    right = [
        *(Span(f" {badge} ", "warning") for badge in badges),
        Span(f"  {totals}  {figures.change(base.total, new.total)}".rstrip() + " ", "title"),
    ]
    names = messages.SIDES.format(*sides_named(base.paths, new.paths))
    runs, counts = (len(base.runs), len(new.runs)), (base.total_calls, new.total_calls)
    about = (
        rows.producer_text(new.profile),
        messages.RUNS_OF_SIDES.format(*runs) if runs != (1, 1) else "",
        messages.CALLS_OF_SIDES.format(*counts) if None not in counts else "",
    )
    return rows.files_line(names, (about[:count] for count in (3, 2, 1)), right, width)


def sides_named(base: Sequence[str], new: Sequence[str]) -> tuple[str, str]:
    """What files of two sides are called: one by its name, several by their folder; apart, if that can be."""
    for folders in range(3):
        names = _side_named(base, folders), _side_named(new, folders)
        if names[0] != names[1]:
            return names
    if len(base) == len(new) == 1:
        return names
    return _first_named(base), _first_named(new)


def _first_named(paths: Sequence[str]) -> str:
    first = os.path.basename(paths[0])
    return clean(f"{first} + {len(paths) - 1} more" if len(paths) > 1 else first, _LONGEST)


def _side_named(paths: Sequence[str], folders: int) -> str:
    if not paths or paths[0] in ("-", ""):
        return messages.STANDARD_INPUT
    if len(paths) == 1:
        parts = os.path.normpath(paths[0]).replace(os.sep, "/").split("/")
        return clean("/".join(parts[-1 - folders :]), _LONGEST)
    places = {os.path.dirname(os.path.abspath(path)) for path in paths}
    ending = {os.path.splitext(path)[1] for path in paths}
    name = f"*{ending.pop()}" if len(ending) == 1 else "*"
    if len(places) > 1:
        return _first_named(paths)
    parts = places.pop().replace(os.sep, "/").split("/")
    return clean("/".join([*parts[-1 - max(0, folders - 1) :], name]), _LONGEST)


def headline_line(session: Session, width: int, before: str = "", applies: bool = True) -> Line:
    """What changed in one sentence, and what its cause took; then how certain that is, where it fits.

    ``before``: the steps of a shape that is on, which stand first.
    """
    from proftui.frame.compare_sentences import headline

    compared = session.both
    said = headline(compared.now)
    time = "" if said.cause is None else changes.with_unit(said.cause.time, session.figures.unit)
    divided = (
        f"  {messages.DIVIDED_BY.format(f'{compared.divisor:.2f}')}" if compared.scale == NORMALISED else ""
    )
    left = f"{before} · " if before else " "
    text = clean(said.text, 400)
    least = cell_width(left) + cell_width(time) + cell_width(divided) + 4
    for clause in (*_certainties(compared.now, session.figures.unit), ""):
        right = clause + divided
        if least + cell_width(text) + cell_width(clause) + 2 <= width or not clause:
            break
    role = changes.role(said.cause.time, compared.now.base.total) if said.cause is not None else "text"
    fitting = cut_end(text, max(1, width - least))
    shown = [Span(left, "estimate"), Span(fitting, "estimate" if applies else "muted")]
    if clause:
        return spread([*shown, Span(f"  {time}", role)], [Span(f" {right} ", "heading")], width, "panel")
    return spread(shown, [Span(f" {time}", role), Span(f"{right} ", "heading")], width, "panel")


def _certainties(comparison: Comparison, unit: Unit) -> Iterable[str]:
    """How far runs differ by themselves, the longer form first."""
    base, new = comparison.base, comparison.new
    runs = len(base.runs), len(new.runs)
    if runs == (1, 1):
        yield messages.ONE_RUN_EACH
        return
    ranges = [figures.time_range(*side.range, unit) for side in (base, new)]
    ranges[1] += f" {unit.name}".rstrip()
    if comparison.p is None:
        forms = [messages.TOO_FEW_RUNS.format(*runs, messages.RANGES_ARE[comparison.overlap])]
    else:
        spreads = messages.SPREADS_AND_P.format(*ranges, f"{comparison.p:.3f}")
        forms = [spreads, messages.SPREADS.format(*ranges)]
    if any(count % 2 == 0 for count in runs):
        yield messages.LOWER_MIDDLE.format(forms[0])
    yield from forms
