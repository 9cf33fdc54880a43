"""Sentences on a comparison: its headline and its causes, as text that is not cleaned for the screen."""

from __future__ import annotations

from dataclasses import dataclass

from proftui import messages
from proftui.analysis.compare.causes import Cause, Term
from proftui.analysis.compare.comparison import Comparison
from proftui.analysis.compare.noise import common_factor
from proftui.analysis.compare.pairs import BY_HAND
from proftui.drawing import changes, figures
from proftui.frame.compare_rows import times_per_call
from proftui.state.comparing import unit_of_both
from proftui_parsers import Measure


@dataclass(frozen=True, slots=True)
class Headline:
    """The sentence, not cleaned for the screen and as long as it is."""

    lead: str
    """What stands before the cause: ``1.36× faster:``; the whole sentence where no cause is told."""
    told: str = ""
    """The cause: ``closest calls edit_distance 10,994 times, not 23,142``; empty: none is told."""
    cause: Cause | None = None
    """Whose ``time`` stands at the right; ``None``: none is told."""

    @property
    def text(self) -> str:
        """All of it but the time."""
        mark = "≈ " if self.cause is not None and self.cause.is_estimate else ""
        return f"{self.lead} {mark}{self.told}" if self.told else self.lead


_DIFFERENT = 0.2
"""Share of own time in functions of both sides below which these are different programs."""
_A_THIRD = 1 / 3
"""What a cause of calls has of the largest at least, to be told in its place: counts are certain."""
_HALF = 0.5
_CLEARLY = 1.05
"""From here on a ratio says more than a percentage."""
_TENFOLD = 10
_ALIKE = 1.0005
"""Below this ratio a change reads as 0.0 %."""


def headline(comparison: Comparison) -> Headline:
    """The comparison in one sentence; without a cause as long as causes are not known."""
    if comparison.is_same:
        return Headline(messages.THE_SAME_PROFILE)
    pairs = comparison.pairs
    if len(pairs) and max(comparison.matched) < _DIFFERENT:
        both = sum(stage >= BY_HAND for stage in pairs.stages)
        every = figures.plural(len(pairs), "function")
        return Headline(messages.DIFFERENT_PROGRAMS.format(both, every))
    as_fast = less_more_equal(comparison.new.profile.measure)[2]
    if said := _of_everything(comparison):
        return Headline(f"{speed(comparison)}:", said)
    if comparison.is_within_spread is None and _is_close(comparison, _ALIKE):
        return Headline(messages.AS_FAST.format(as_fast, *_totals(comparison)))
    if comparison.is_within_spread:
        cause = _first(comparison, 0)
        if cause is not None:
            lead = messages.AS_FAST_BUT.format(as_fast)
            lead = lead if _is_close(comparison) else messages.WITHIN_SPREAD_BUT
            return Headline(lead, told(comparison, cause), cause)
        of_runs = messages.OF_THE_RUNS if comparison.has_several_runs else ""
        return Headline(messages.NO_CHANGE_BEYOND.format(of_runs, *_totals(comparison)))
    cause = _first(comparison, comparison.delta)
    if cause is None:
        return Headline(speed(comparison))
    return Headline(f"{speed(comparison)}:", told(comparison, cause), cause)


def _of_everything(comparison: Comparison) -> str:
    """That all calls, or all times, are so many times what they were, where no cause alone is half of it."""
    causes, control = comparison.causes, comparison.control
    if causes is None or not causes.counted:
        return ""
    largest = max((abs(cause.time) for cause in causes.listed if cause.term.kind == "counts"), default=0.0)
    factor = comparison.factor_of_calls if largest < _HALF * abs(comparison.delta) else None
    if factor is not None and (factor > 1) == (comparison.delta > 0):
        return messages.EVERYTHING_IS_CALLED.format(changes.ratio(factor), messages.MORE_OR_LESS[factor > 1])
    largest = max(map(abs, (causes.by_counts, *(cause.time for cause in causes.listed))))
    is_of_times = control.band is not None and largest < _HALF * abs(comparison.delta)
    if is_of_times and not (comparison.has_several_runs and comparison.is_within_spread):
        factor = common_factor((control.quarter[0], control.ratio, control.quarter[1]), 0.25)
        if factor is not None and (factor > 1) == (comparison.delta > 0):
            return messages.EVERYTHING_TAKES.format(changes.ratio(factor))
    return ""


def _is_close(comparison: Comparison, most: float = _CLEARLY) -> bool:
    """Whether the totals are so close that both take about the same time, whatever the spread."""
    return comparison.ratio is not None and 1 / most < comparison.ratio < most


def _totals(comparison: Comparison) -> tuple[str, str]:
    """The totals before and after, the second with its unit."""
    unit = unit_of_both(comparison)
    return figures.thousands(figures.time(comparison.base.total, unit)), figures.with_unit(
        comparison.new.total, unit
    )


def _first(comparison: Comparison, sign: float) -> Cause | None:
    """The cause that the headline tells: of calls, if that is worth a third; else of what takes longer.

    ``sign``: that of the change, which it has; 0: the change is within the spread, and a time that changed is
    told only where it stands out.
    """
    every = comparison.causes.listed if comparison.causes is not None else ()
    listed = [cause for cause in every if not cause.is_another_start] or every
    along = [cause for cause in listed if (cause.time * sign > 0 if sign else cause.term.kind != "outside")]
    certain = [cause for cause in along if cause.term.kind != "per_call" or _stands_out(comparison, cause)]
    if certain or not sign:
        along = certain
    of_calls = next((cause for cause in along if cause.term.kind not in ("per_call", "outside")), None)
    if of_calls is not None and abs(of_calls.time) >= _A_THIRD * abs(along[0].time):
        return of_calls
    return along[0] if along else None


def _stands_out(comparison: Comparison, cause: Cause) -> bool:
    """Whether a time per call changed more than noise does: twice as far as what was called equally often."""
    band, ratio, (before, after) = comparison.control.band, comparison.control.ratio, cause.term.per_call
    if comparison.has_several_runs:
        return not comparison.overlap and not comparison.pairs.within[cause.term.callee]
    if band is None or min(before, after) <= 0:
        return False
    low, high = band[0] / ratio, band[1] / ratio
    return not low * low <= after / before / ratio <= high * high


def less_more_equal(measure: Measure) -> tuple[str, str, str]:
    """Of times ``faster``, ``slower``, ``as fast``; of counts and memory ``less``, ``more``, ``as much``."""
    return messages.FASTER_SLOWER[measure.unit == "s" or measure.is_of_samples]


def speed(comparison: Comparison) -> str:
    """``1.36× faster``, ``2.1 % slower``; where one of the totals is nothing, both."""
    before, after = comparison.base.total, comparison.new.total
    if min(before, after) <= 0:
        return messages.WENT_FROM_TO.format(*_totals(comparison))
    times = max(before, after) / min(before, after)
    faster = less_more_equal(comparison.new.profile.measure)[after > before]
    if times < _CLEARLY:
        return messages.PERCENT_FASTER.format(figures.percent(abs(100 * (after - before) / before)), faster)
    return messages.TIMES_FASTER.format(f"{times:.1f}" if times > _TENFOLD else f"{times:.2f}", faster)


def told(comparison: Comparison, cause: Cause) -> str:
    """A cause in words, not cleaned: ``closest calls edit_distance 10,994 times, not 23,142``."""
    kind = cause.term.kind
    if kind == "per_call":
        return _of_time(comparison, cause)
    if kind == "outside":
        return messages.OUTSIDE_OF_YOUR_CODE.format(comparison.name(cause.term.callee))
    if kind == "import":
        return _of_imports(comparison, cause)
    return _of_calls_by_nobody(comparison, cause) if kind == "root" else _of_calls(comparison, cause)


def _of_calls_by_nobody(comparison: Comparison, cause: Cause) -> str:
    """Calls that no function of the profile makes: what runs, or no longer does."""
    callee, (before, after) = comparison.name(cause.term.callee), cause.term.ncalls
    if cause.other is not None:
        return messages.RAN_IN_PLACE_OF.format(*_now_and_no_more(comparison, cause.term, cause.other))
    if min(before, after) < 0:
        return messages.CALLERS_CLAIM_MORE.format(callee)
    if before and after:
        return messages.RAN_NOT.format(callee, *_calls(before, after))
    return (messages.NOW_RUNS if after else messages.NO_LONGER_RUNS).format(callee, _times(after or before))


def _of_calls(comparison: Comparison, cause: Cause) -> str:
    """Calls that one function makes; with what is called in their place, or who passes them on."""
    term, name = cause.term, comparison.name
    if cause.wrapper >= 0:
        return _of_wrapper(comparison, cause)
    if cause.other is not None and cause.other.caller != term.caller:
        two = name(term.caller), name(cause.other.caller)
        began, ended = two if term.ncalls[1] else reversed(two)
        before, after = (sum(part.ncalls[side] for part in cause.parts) for side in (0, 1))
        return messages.CALLED_BY_NOT_BY.format(name(term.callee), began, ended, *_calls(before, after))
    if cause.other is not None:
        names = _now_and_no_more(comparison, term, cause.other)
        return messages.CALLS_IN_PLACE_OF.format(name(term.caller), *names)
    (before, after), caller, callee = term.ncalls, name(term.caller), name(term.callee)
    if term.caller != term.callee:
        caller, callee = _two_names(comparison, term.caller, term.callee)
    if not before:
        template = messages.NOW_CALLS_ONCE if after <= len(_WORDS) else messages.NOW_CALLS
        return template.format(caller, callee, _times(after))
    if not after:
        return messages.NO_LONGER_CALLS.format(caller, callee, _times(before))
    return messages.CALLS_NOT.format(caller, callee, *_calls(before, after))


def _of_wrapper(comparison: Comparison, cause: Cause) -> str:
    """Calls that go through a new function now, or no longer through one."""
    callees = dict.fromkeys(part.callee for part in cause.parts)
    names = [comparison.name(row) for row in callees if row != cause.wrapper]
    many = messages.TWO_AND_MORE.format(*names[:2], len(names) - 2) if len(names) > 2 else ", ".join(names)
    is_now = comparison.pairs.new[cause.wrapper] >= 0
    template = messages.NOW_GO_THROUGH if is_now else messages.NO_LONGER_GO_THROUGH
    return template.format(many, comparison.name(cause.wrapper))


def _now_and_no_more(comparison: Comparison, one: Term, other: Term) -> tuple[str, str]:
    """What is called now in place of what, which is not called any more."""
    now, then = (other, one) if one.ncalls[0] else (one, other)
    return _two_names(comparison, now.callee, then.callee)


def _of_imports(comparison: Comparison, cause: Cause) -> str:
    """Modules that one side imports: one by its name, several by their package."""
    named = cause.term
    if cause.other is not None:
        both = (named, cause.other) if named.ncalls[1] else (cause.other, named)
        names = [comparison.package(term.callee) for term in both]
        if names[0] == names[1]:
            names = [*_two_names(comparison, *(term.callee for term in both))]
        return messages.IMPORTS_IN_PLACE_OF.format(*names)
    said = comparison.name(named.callee)
    if len(cause.parts) > 1:
        said = messages.MODULES_OF.format(len(cause.parts), comparison.package(named.callee))
    return (messages.NOW_IMPORTS if named.ncalls[1] else messages.NO_LONGER_IMPORTS).format(said)


def _two_names(comparison: Comparison, row: int, other: int) -> tuple[str, str]:
    """What two functions are called; with their places where both have one name."""
    names = comparison.name(row), comparison.name(other)
    if names[0] != names[1]:
        return names
    places = (side.names.location(f) for r in (row, other) for side, f in [comparison.side_of_row(r)])
    first, second = (f"{name} {place}" for name, place in zip(names, places, strict=True))
    return first, second


def told_in_turn(comparison: Comparison, cause: Cause, number: int) -> str:
    """The same, counted: ``cause 1 of 9: …``; ``number``: its place among those listed, from 1 on."""
    listed = len(comparison.causes.listed) if comparison.causes is not None else 0
    return messages.CAUSE_OF.format(number, listed, told(comparison, cause))


def _of_time(comparison: Comparison, cause: Cause) -> str:
    """Own time, or that of calls of other code by code under work, which are told apart by who makes them."""
    term = cause.term
    callee, (before, after) = comparison.name(term.callee), term.per_call
    if comparison.causes is not None and not comparison.causes.counted:
        unit = unit_of_both(comparison)
        if not (before and after):
            template = messages.NEW_TAKES if after else messages.GONE_TOOK
            return template.format(callee, figures.with_unit(after or before, unit))
        return messages.TAKES_NOT.format(
            callee, figures.with_unit(after, unit), figures.thousands(figures.time(before, unit))
        )
    then, now = times_per_call(before, after, unit_of_both(comparison))
    if term.caller >= 0 and len(comparison.callers(term.callee)) > 1:
        return messages.PER_CALL_BY_NOT.format(callee, now, comparison.name(term.caller), then)
    return messages.PER_CALL_NOT.format(callee, now, then)


_WORDS = (messages.NO_TIMES, messages.ONCE, messages.TWICE)


def _times(count: int) -> str:
    return _WORDS[count] if 0 <= count < len(_WORDS) else messages.SO_MANY_TIMES.format(count)


def _calls(before: int, after: int) -> tuple[str, str]:
    """Calls after in words, and those before as they go on from there."""
    words = len(_WORDS)
    return _times(after), f"{before:,}" if before >= words and after >= words else _times(before)
