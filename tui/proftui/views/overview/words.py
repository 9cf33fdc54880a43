"""What the page says in words: its first row, what is odd, and the next question."""

from __future__ import annotations

import re
from collections.abc import Sequence

from proftui import messages
from proftui.analysis.importlib_names import seconds_of_imports
from proftui.analysis.overview.figures import Odd, Overview
from proftui.drawing import figures
from proftui.drawing.safe_text import cell_width, clean, cut_end
from proftui.frame.functions import spoken
from proftui.state.session import Session
from proftui.state.view_names import CALLS, is_empty
from proftui_parsers.consistency import checked

_LEAST_IMPORTED = 1.0
"""Percent of the run from which on imports are told of."""
_LONGEST_NOTE = 1_000
_MUCH_IMPORTED = 0.3
"""The part of the run from which on imports are the next question."""
_CLAUSE_ENDS = re.compile(r"[:;,.] ")


def facts(session: Session, overview: Overview) -> list[str]:
    """What is told first: functions, recursion, imports, threads or samples."""
    profile, unit = session.ungrouped, session.ungrouped_figures.unit
    every = figures.plural(session.recorded.count, "function")
    if profile.is_shaped:
        every = messages.SO_MANY_OF.format(overview.functions, every)
    is_all = overview.mine == overview.functions
    said = [messages.PART_MINE[is_all].format(every, overview.mine)]
    if overview.recursive:
        again = figures.plural(overview.recursive_calls, profile.counted)
        said.append(messages.PART_RECURSIVE.format(overview.recursive, again))
    imports = imports_of(session)
    share = figures.share(imports, session.whole)
    if share is not None and share >= _LEAST_IMPORTED:
        said.append(messages.PART_IMPORTS.format(figures.with_unit(imports, unit), figures.percent(share)))
    number = profile.total_primitive_calls or 0
    if profile.measure.sampled and number:
        one, counted = figures.percent(100 / number), figures.plural(number, "sample")
        # Of very many, one is too little to be told of.
        reads_as_none = not float(one)
        said.append(counted if reads_as_none else messages.PART_OF_SAMPLES.format(counted, one))
    elif checked(profile).mixes_threads:
        said.append(messages.PART_THREADS)
    return said


def head_of(session: Session, odd: Odd) -> str:
    """What stands before it: a note on samples or print says what these are, not that something is odd."""
    is_note = odd.kind == "note" and (session.ungrouped.measure.sampled or session.ungrouped.in_part)
    return messages.TO_KNOW if is_note else messages.ODD


def odd_in_words(session: Session, odd: Odd, width: int, *, printed: bool = False) -> str:
    """What is odd, in at most ``width`` cells; that there is more is never cut off.

    ``printed``: where no key shows what else there is.
    """
    forms: list[str] = [clean(form, _LONGEST_NOTE) for form in _forms(session, odd)]
    others = figures.plural(odd.notes, "note") if odd.kind == "waits" else f"{odd.notes:,} more"
    more = messages.ODD_AND_MORE[printed].format(others) if odd.notes else ""
    left = max(1, width - cell_width(more))
    return next((form for form in forms if cell_width(form) <= left), cut_end(forms[-1], left)) + more


def _forms(session: Session, odd: Odd) -> Sequence[str]:
    """The sentence, then shorter ones."""
    share = figures.percent(100.0 * odd.part)
    if odd.kind == "note":
        note = session.notes[0]
        clauses = [note[: end.start()] for end in _CLAUSE_ENDS.finditer(note)]
        return note, *reversed(clauses)
    if odd.kind == "outside":
        return (messages.MOST_OUTSIDE.format(share),)
    if odd.kind == "short":
        return (messages.TOO_SHORT.format(figures.with_unit(session.whole, session.ungrouped_figures.unit)),)
    assert odd.function is not None
    name = spoken(session.recorded_names, odd.function)
    named = [name, f"{odd.others:,}", share] if odd.others else [name, share]
    return (messages.ODD_WAITING[odd.others > 0].format(*named),)


def next_question(session: Session, overview: Overview) -> list[str]:
    """What may be asked next, by the keys that answer it; nothing where there is nothing to ask."""
    asked = []
    is_part = 0 < overview.mine < overview.functions
    if is_part and not session.shapes.now.is_mine_only:
        asked.append(messages.ASK_MY_CODE)
    if imports_of(session) > _MUCH_IMPORTED * session.whole:
        asked.append(messages.ASK_IMPORTS)
    elif overview.hottest:
        ask = messages.ASK_LINES if is_empty(CALLS, session.ungrouped) else messages.ASK_CALLS
        asked.append(ask.format(spoken(session.recorded_names, overview.hottest[0])))
    return asked


def imports_of(session: Session) -> float:
    """Seconds of imports in the run; under a focus it is not said how many of them are there."""
    is_whole = not session.shapes.now.focuses or session.shaped is None
    return seconds_of_imports(session.recorded, session.recorded_names) if is_whole else 0.0


def path_is_mine(session: Session, overview: Overview) -> bool:
    """Whether the hot path is of the user's own code alone."""
    return not any(session.not_mine()[node.function] for node in overview.path)
