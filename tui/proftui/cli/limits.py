"""``--fail-over``: how much more a run may take before a check fails."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from proftui import messages
from proftui.analysis.compare.comparison import Comparison
from proftui.analysis.compare.noise import LIMIT, can_tell, two_sided
from proftui.analysis.compare.side import Side
from proftui.drawing import figures
from proftui.frame import shape_row
from proftui.frame.compare_sentences import less_more_equal
from proftui.output.printed import Wanted
from proftui.state.loading import Refused
from proftui_parsers.measure import SECONDS_IN

_LIMIT = re.compile(r"(calls:)?\s*(\d+(?:\.\d+)?|\.\d+)\s*(%|s|ms|us|µs)?")
_LEAST_P = 0.0005
"""Below this p is written as less than 0.001."""
_FEW_DIGITS = 1e9
"""Below this a percentage is written out."""
_PYTHON = re.compile(r"[/\\]python(3\.\d+)[/\\]")


class FailOver(NamedTuple):
    """One limit."""

    text: str
    """As it was given."""
    of_calls: bool
    percent: float | None
    """Of what it was before; ``None``: ``amount`` is the limit."""
    amount: float = 0.0
    """Seconds, or calls."""
    shown: str = ""
    """The limit in a sentence: ``10 %``."""


class Verdict(NamedTuple):
    """What came of a limit."""

    fails: bool
    sentence: str
    """What is to be said; empty: nothing."""


def parsed(text: str) -> FailOver:
    """A limit taken apart; Refused if it is none."""
    found = _LIMIT.fullmatch(text.strip())
    of_calls, unit = bool(found and found[1]), found[3] if found else None
    if found is None or (unit in SECONDS_IN if of_calls else unit is None):
        raise Refused(messages.BAD_FAIL_OVER.format(text[:80]))
    number = float(found[2])
    if unit == "%":
        return FailOver(text, of_calls, number, shown=f"{number:g} %")
    if of_calls and not number.is_integer():
        raise Refused(messages.BAD_FAIL_OVER.format(text[:80]))
    shown = f"{number:,.0f}" if of_calls else f"{number:g} {unit}"
    return FailOver(text, of_calls, None, number * SECONDS_IN.get(unit or "", 1.0), shown)


def check(limits: Iterable[FailOver], comparison: Comparison) -> None:
    """Refused if the files have not what a limit is about."""
    new, counts = comparison.new.profile, (comparison.base.total_calls, comparison.new.total_calls)
    for limit in limits:
        if limit.of_calls and None in counts:
            raise Refused(messages.NO_CALLS_TO_LIMIT.format(limit.text))
        if not limit.of_calls and limit.percent is None and new.measure.unit != "s":
            raise Refused(messages.NO_SECONDS_TO_LIMIT.format(limit.text))


def judged(limit: FailOver, wanted: Wanted) -> Verdict:
    """Whether what the filter covers, all without one, takes more than the limit allows."""
    comparison, unit = wanted.comparison, wanted.session.figures.unit
    before, after = _calls(wanted) if limit.of_calls else _times(wanted)
    allowed = limit.amount if limit.percent is None else before * limit.percent / 100
    if not after - before > allowed:
        return Verdict(False, "")
    more = _in_percent(limit, before, after)
    if limit.of_calls:
        more = more or f"{after - before:,}"
        return Verdict(True, messages.IS_MORE_CALLS.format(more, limit.shown, before, after))
    counts = len(comparison.base.runs), len(comparison.new.runs)
    said = messages.ONE_RUN_EACH if counts == (1, 1) else messages.RUNS_AND.format(*counts)
    p = comparison.p if wanted.session.query is None else _p_of_covered(wanted)
    if p is not None:
        said += f", {messages.P_BELOW if p < _LEAST_P else messages.P_IS.format(f'{p:.3f}')}"
    slower = less_more_equal(comparison.new.profile.measure)[1]
    totals = figures.thousands(figures.time(before, unit)), figures.with_unit(after, unit)
    more = more or figures.with_unit(after - before, unit)
    if p is not None and p >= LIMIT:
        return Verdict(False, messages.NOT_SURELY_SLOWER.format(more, slower, *totals, said))
    return Verdict(True, messages.IS_SLOWER.format(more, slower, limit.shown, *totals, said))


def _calls(wanted: Wanted) -> tuple[int, int]:
    comparison = wanted.comparison
    if wanted.session.query is None and not shape_row.steps_in_words(wanted.session):
        return comparison.base.profile.total_calls or 0, comparison.new.profile.total_calls or 0
    pairs, rows = comparison.pairs, wanted.rows(wanted.session.rows)
    before, after = (sum(max(0, calls[row]) for row in rows) for calls in (pairs.base_calls, pairs.new_calls))
    return before, after


def _times(wanted: Wanted) -> tuple[float, float]:
    comparison = wanted.comparison
    return (comparison.base.total, comparison.new.total) if wanted.session.query is None else wanted.covered


def _in_percent(limit: FailOver, before: float, after: float) -> str:
    """How much more in percent: ``800,000.0 %``; empty if the limit is none, or there was nothing before."""
    part = figures.share(after - before, before) if limit.percent is not None else None
    if part is None:
        return ""
    return f"{part:,.1f} %" if part < _FEW_DIGITS else f"{figures.percent(part)} %"


def _p_of_covered(wanted: Wanted) -> float | None:
    """The p of what the filter covers in each run."""
    comparison = wanted.comparison
    if comparison.runs is None or not can_tell(len(comparison.base.runs), len(comparison.new.runs)):
        return None
    rows = wanted.rows(wanted.session.rows)
    before, after = ([_sum(own, rows) for own in side.own] for side in comparison.runs)
    return two_sided(before, after)


def _sum(own: Sequence[float], rows: Iterable[int]) -> float:
    """The own time of some rows in a run."""
    return sum(own[row] for row in rows if own[row] - own[row] == 0)


def other_python(comparison: Comparison) -> str:
    """That the sides ran on different versions of Python, as far as their paths tell; else nothing."""
    base, new = (_versions(side) for side in (comparison.base, comparison.new))
    return messages.OTHER_PYTHON.format(base, new) if base and new and base != new else ""


def _versions(side: Side) -> str:
    found = (_PYTHON.search(file) for file in side.profile.files)
    return ", ".join(sorted({version[1] for version in found if version is not None}))
