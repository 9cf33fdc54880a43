"""What is honest to write from what: a profile as collapsed stacks, for speedscope, or for pstats."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from proftui import messages
from proftui.drawing import figures
from proftui.output.conversion.chosen_records import ChosenRecords
from proftui.output.conversion.collapsed import Collapsed
from proftui.output.conversion.estimated import estimating
from proftui.output.conversion.speedscope import Speedscope
from proftui.output.printed import NoForm
from proftui_parsers import Profile
from proftui_parsers.pstats.writing import stats_bytes
from proftui_parsers.stacks.recording import Choice

COLLAPSED, SPEEDSCOPE, PSTATS = "collapsed", "speedscope", "pstats"
CONVERSIONS = {COLLAPSED: "collapsed.txt", SPEEDSCOPE: "speedscope.json", PSTATS: "stats"}
"""The forms, and how the names of their files end."""
LARGEST = 1 << 30
"""Characters of a file that no reader is asked to read."""
_DEEP, _LARGEST_IF_DEEP = 20_000, 100_000_000
"""Characters of a stack on average that no program has, as 500 levels are, and of a file of such stacks."""


class Conversion(NamedTuple):
    """A file in the making."""

    parts: Iterator[bytes | None]
    """Piece by piece, ``None`` after some work; :class:`NoForm` where it gets too large."""
    notes: list[str]
    """What is to be said beside it; complete once all parts are taken."""


def converting(profile: Profile, form: str, *, estimate: bool = False) -> Conversion:
    """The whole profile in another form; :class:`NoForm`, at once, where that would not be true.

    ``estimate``: stacks may be worked out where the file has callers only.
    """
    problem = why_not(profile, form, estimate=estimate)
    if problem:
        raise NoForm(problem)
    notes: list[str] = []
    if form == PSTATS:
        if profile.has_lines:
            notes.append(messages.WITHOUT_LINES)
        return Conversion(iter([stats_bytes(profile)]), notes)
    return Conversion(_stacks(profile, form, notes), notes)


def why_not(profile: Profile, form: str, *, estimate: bool = False) -> str:
    """Why the profile is not written in a form; empty: it is."""
    recording, choice = profile.recording, profile.choice
    if recording is None or choice is None:
        if form == PSTATS and profile.cumtime is not None:
            return ""
        if not profile.has_edges:
            return messages.NO_STACKS_NOR_CALLERS.format(form)
        return "" if estimate else messages.NO_WHOLE_STACKS.format(form)
    if form == PSTATS:
        if recording.stacks.calls is None:
            return messages.HAS_NO_NUMBERS
        if profile.measure.unit != "s":
            return messages.STATS_HAVE_SECONDS.format(profile.measure.name)
        return "" if choice.tracks is None else messages.CALLS_OF_ALL_THREADS
    if ChosenRecords(recording, choice).has_negative:
        return messages.NEGATIVE_WEIGHTS.format(form, profile.measure.title)
    return ""


def _stacks(profile: Profile, form: str, notes: list[str]) -> Iterator[bytes | None]:
    recording, choice, exporter = profile.recording, profile.choice, ""
    if recording is None or choice is None:
        recording, choice, exporter = (yield from estimating(profile, notes)), Choice(), "estimate"
    chosen = ChosenRecords(recording, choice)
    if chosen.is_empty:
        raise NoForm(messages.NO_STACK_RECORDED.format(form))
    yield None
    made = (
        Collapsed(chosen)
        if form == COLLAPSED
        else Speedscope(chosen, os.path.basename(profile.path) or profile.path, exporter)
    )
    _check(made, form)
    for part in made.parts():
        yield part.encode("utf-8", "backslashreplace")
    notes += _notes(made)


def _check(made: Collapsed | Speedscope, form: str) -> None:
    """NoForm: the file would be too large."""
    size = made.size()
    is_deep = isinstance(made, Collapsed) and size > _DEEP * len(made.weighed.node)
    if size > (_LARGEST_IF_DEEP if is_deep else LARGEST):
        is_smaller_as_events = form == COLLAPSED and made.chosen.recording.samples is None
        instead = f"--format {SPEEDSCOPE}" if is_smaller_as_events else messages.SOME_THREADS
        raise NoForm(messages.TOO_LARGE_IN_FULL.format(form, figures.size(size), instead))


def _notes(made: Collapsed | Speedscope) -> Iterator[str]:
    """What of the stacks is not in the file as it was."""
    measure, calls = made.chosen.measure, made.stacks.calls
    if isinstance(made, Collapsed):
        if measure.unit == "s":
            yield messages.IN_MICROSECONDS
        if made.replaced:
            yield messages.NAMES_REPLACED.format(figures.plural(made.replaced, "function"))
    elif made.chosen.recording.defined and set(made.stacks.frame_line) > {0}:
        yield messages.WITHOUT_LINES
    if isinstance(made, Speedscope) and made.counts is None:
        if calls is not None and made.chosen.choice.tracks is None and made.opened < sum(calls):
            yield messages.CALLS_MERGED.format(sum(calls) - made.opened, sum(calls))
        lost = made.chosen.frameless
        if lost:
            yield messages.FRAMELESS_IS_IDLE.format(
                figures.with_unit(lost, figures.unit_for(lost, measure.unit))
            )
