"""What of a session is to be written out, and what stands above and below it as text."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from proftui import messages
from proftui.analysis.calltree.nodes import CallNode
from proftui.analysis.calltree.outline import MOST
from proftui.analysis.compare.causes import Cause, Causes
from proftui.analysis.compare.comparison import Comparison
from proftui.background.pieces import finished
from proftui.drawing import changes, figures
from proftui.drawing.line import Line
from proftui.drawing.safe_text import clean
from proftui.frame import compare_head, compare_words, sentences, shape_row
from proftui.frame.compare_sentences import told
from proftui.frame.rows import measured_text, producer_text
from proftui.state.compared import Compared, notes_of
from proftui.state.loading import Refused, demo_files
from proftui.state.package_share import measuring, named_package
from proftui.state.session import Session
from proftui.state.view_names import FUNCTIONS, IMPORTS
from proftui_parsers import Profile
from proftui_parsers.consistency import checked

WIDTH = 120
"""Cells of a line with columns; tables of functions are as wide as they have to be."""
TEXT_ROWS = 30
"""Functions of a text where nothing else is asked for; other forms have all."""
_WIDE = 200
"""Cells of a headline, which is not cut before."""
_LONGEST_NOTE = 1_000


class NoForm(Refused):
    """A view that cannot be had in a form; the text is a sentence."""


@dataclass
class Wanted:
    """A view of a session in a form: which functions, or how much of a tree."""

    session: Session
    view: str
    form: str = "text"
    limit: int | None = None
    """Functions, or levels of a tree, 0 for all; ``None``: as many as the form has by itself."""
    share: float | None = None
    """As :attr:`least_share`; ``None``: nothing else is asked for."""
    chosen: Sequence[int] | None = None
    """The functions that are written; ``None``: the first of those that the filter leaves."""
    root: CallNode | None = None
    """What an icicle is zoomed on."""
    most: int = MOST
    """Nodes of a tree."""

    @property
    def compares(self) -> bool:
        """Whether both sides are written; imports and pictures are of the new one alone."""
        return self.session.compared is not None and self.view != IMPORTS and self.form != "svg"

    @cached_property
    def functions(self) -> Sequence[int]:
        """The functions that are written, by their numbers in the session."""
        if self.chosen is not None:
            return self.chosen
        is_text = self.form == "text" or (self.form == "markdown" and self.view != FUNCTIONS)
        limit = self.limit if self.limit is not None else TEXT_ROWS if is_text else 0
        return self.session.rows[:limit] if limit else self.session.rows

    @property
    def least_share(self) -> float:
        """Percent of the run from which on nodes of a tree are written."""
        usual = 0.1 if self.form == "json" else 1.0
        return usual if self.share is None else self.share

    @property
    def nodes(self) -> int:
        """Nodes of a tree; one of both sides is three, with what is printed of them."""
        return min(self.most, MOST // 10) if self.compares else self.most

    @property
    def stem(self) -> str:
        """How the name of its file ends before the suffix."""
        return "compared" if self.compares else self.view

    @property
    def notes(self) -> list[str]:
        """What is to be said beside the file."""
        is_alone = self.session.compared is not None and not self.compares
        return [messages.NEW_SIDE_ALONE] if is_alone else []

    # Both sides

    @property
    def compared(self) -> Compared:
        """The comparison as it is looked at."""
        return self.session.both

    @property
    def comparison(self) -> Comparison:
        """The same in its shape."""
        return self.compared.now

    @property
    def causes(self) -> Causes:
        """Why the total changed."""
        assert self.comparison.causes is not None
        return self.comparison.causes

    def rows(self, functions: Sequence[int]) -> list[int]:
        """The rows of the comparison that functions stand in."""
        return [row for index in functions if (row := self.compared.row(index)) is not None]

    @cached_property
    def covered(self) -> tuple[float, float]:
        """Own time of all that the filter leaves, before and after; what was not measured is left out."""
        pairs, rows = self.comparison.pairs, self.rows(self.session.rows)
        before, after = (
            sum(time for row in rows if (time := column[row]) - time == 0)
            for column in (pairs.base_own, pairs.new_own)
        )
        return before, after


def head(wanted: Wanted) -> Iterator[str]:
    """The files and their totals, and the shape; of a comparison the headline, and what is known of noise."""
    session = wanted.session
    if not wanted.compares:
        yield heading(session.profile)
        yield from filter(None, [shape_row.in_words(session)])
        return
    yield _plain(compare_head.top_line(session, _WIDE))
    yield _plain(shape_row.line(session, _WIDE))
    if not wanted.comparison.is_same:
        yield compare_words.sums(wanted.compared, session.figures.unit)


def _plain(line: Line) -> str:
    """A line of the frame, whose ends need not stand apart."""
    return re.sub(" {3,}", "  ", line.text.strip())


def tail(wanted: Wanted, rows: Sequence[int] = ()) -> Iterator[str]:
    """What does not add up, a line each; of a comparison what a mark in the rows of functions means, too."""
    if not wanted.compares:
        yield from notes(wanted.session.profile)
        return
    pairs, unit = wanted.comparison.pairs, wanted.session.figures.unit
    shown = wanted.rows(rows)
    if any(pairs.within[row] and not figures.reads_as_zero(pairs.delta(row), unit) for row in shown):
        yield messages.WITHIN_SPREAD
    yield from (f"! {clean(note, _LONGEST_NOTE)}" for note in notes_of_both(wanted))


def notes_of_both(wanted: Wanted) -> Iterator[str]:
    """What the user should know of how the sides were read and matched, and of their files."""
    yield from notes_of(wanted.comparison)
    sides = wanted.comparison.base, wanted.comparison.new
    for side, words in zip(sides, messages.OF_SIDES, strict=True):
        yield from (f"{words}: {note}" for note in checked(side.profile).notes)


def difference(wanted: Wanted, seconds: float) -> str:
    """``−1.000 s``."""
    return changes.with_unit(seconds, wanted.session.figures.unit)


def causes(wanted: Wanted, most: int | None = None) -> Iterator[tuple[str, str]]:
    """Of the causes of a comparison, ``most`` or all that are listed, their time and what they are."""
    every = wanted.causes
    listed = every.listed[:most]
    if not listed or wanted.comparison.is_same:
        return
    for cause in listed:
        yield difference(wanted, cause.time), _cause(wanted, cause)
    other = every.other_time + sum(cause.time for cause in every.listed[len(listed) :])
    if every.others or not figures.reads_as_zero(other, wanted.session.figures.unit):
        yield difference(wanted, other), messages.OTHER_CAUSES


def _cause(wanted: Wanted, cause: Cause) -> str:
    mark = "≈ " if cause.is_estimate else ""
    return mark + clean(told(wanted.comparison, cause), 500)


def causes_below(wanted: Wanted, most: int | None = None) -> Iterator[str]:
    """The same as lines, with a blank one before them."""
    lines = list(causes(wanted, most))
    if lines:
        width = max(len(time) for time, _ in lines)
        yield ""
        yield from (f"{time:>{width}}  {said}" for time, said in lines)


def in_all(session: Session) -> str:
    """How many functions there are, or groups of them."""
    return figures.plural(session.count, session.profile.grouped_by or "function")


def nothing(session: Session) -> str:
    """Why there is no row."""
    if session.query is None:
        return " ".join(messages.NO_FUNCTIONS)
    return messages.NOTHING_MATCHES_PRINTED.format(clean(session.listed.filter_text, 200), in_all(session))


def filter_line(wanted: Wanted) -> str:
    """What the filter is, and how many functions it leaves with how much time."""
    session, unit = wanted.session, wanted.session.figures.unit
    terms, every = clean(session.listed.filter_text), in_all(session)
    if wanted.compares:
        before, after = wanted.covered
        took = f"{changes.from_to(before, after, unit)} · {difference(wanted, after - before)}"
        return messages.PRINTED_FILTER.format(terms, len(session.rows), every, took)
    profile, (count, own, share) = session.profile, session.listed.covered
    part = messages.PRINTED_SHARE.format(figures.percent(share)) if share is not None else ""
    time = messages.LINES_WHOLE[profile.measure.adds] if profile.counted == "hit" else messages.PRINTED_OWN
    words = time.format(figures.with_unit(own, unit)) + part
    finished(measuring(session))
    package = named_package(session)
    share_of_package = sentences.package_share(session, package)
    found = messages.PRINTED_FILTER.format(terms, count, every, words)
    return f"{found} · {clean(package)}: {share_of_package}" if share_of_package else found


def heading(profile: Profile, *, for_others: bool = False) -> str:
    """The files, what wrote them, and how much was counted in which time.

    ``for_others``: as :func:`file_names` has them.
    """
    by_name = for_others or [*profile.paths] == demo_files()
    paths = file_names(profile) if by_name else profile.paths
    return f"{' + '.join(map(clean, paths))}  {producer_text(profile)} · {measured_text(profile)}"


def file_names(profile: Profile) -> list[str]:
    """The files as they may lie elsewhere: as named from here, else by their names where these differ."""
    outside = [os.path.isabs(path) or ".." in path.split(os.sep) for path in profile.paths]
    names = [os.path.basename(p) if out else p for p, out in zip(profile.paths, outside, strict=True)]
    if len({*names}) == len(names):
        return names
    paths = [os.path.abspath(path) for path in profile.paths]
    shared = os.path.commonpath([os.path.dirname(path) for path in paths])
    return [os.path.relpath(path, shared) for path in paths]


def notes(profile: Profile) -> Iterator[str]:
    """What does not add up, a line each."""
    yield from (f"! {clean(note, _LONGEST_NOTE)}" for note in checked(profile).notes)
