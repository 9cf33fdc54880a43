"""What is said of a choice of measure and threads, and the rows of the two lists to choose from."""

from __future__ import annotations

from proftui import messages
from proftui.drawing import figures
from proftui.drawing.line import Span
from proftui.drawing.safe_text import cell_width, clean, cut_end, cut_middle, pad
from proftui.drawing.table import Column, fit_columns
from proftui.frame.functions import spoken
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Sequence
    from typing import Any

    from proftui.analysis.shape.shape import NamedChoice
    from proftui.analysis.stacktree.choices import ThreadFigures
    from proftui.state.session import Session
    from proftui_parsers import Profile
    from proftui_parsers.stacks.recording import Recording, Tables

_LONGEST_NAME = 60
_HOTTEST, _WIDE_HOTTEST = 12, 28
"""Cells of the name of the function with the most own, on narrow and on wide screens."""
_LEAST_NAME, _LONGEST_TEXT = 8, 24
"""Cells of the name of a thread: some are always there, of more that name gives way."""
_NAMED = 3
"""So many threads are named, and more are counted."""
_WIDE = 90
"""Cells of a list from which on there is room for more of it."""
_BAR = 4
_SHOWN, _HIDDEN = "■", "·"


def parts(session: Session, chosen: NamedChoice | None = None) -> list[str]:
    """What is chosen, in a few words each: ``samples``, ``2 of 5 threads``; nothing where that is all."""
    chosen, source = chosen or session.shapes.now.chosen, session.recorded.chosen_from
    if source is None:
        return []
    choice, recording = chosen.choice(source), session.recorded.recording
    said = [measure_name(source, choice.measure)] if choice.measure else []
    if recording is None:
        return said
    if choice.tracks is not None:
        some = messages.SO_MANY_OF.format(len(choice.tracks), _every(recording))
        said.append(thread_name(recording, *choice.tracks) if len(choice.tracks) == 1 else some)
    if chosen.split and len(recording.tracks) > 1:
        said.append(messages.BY_THREAD)
    return said


def measure_name(source: Recording | Tables, number: int) -> str:
    """A measure as it is called in sentences."""
    return clean(source.measures[number].title, _LONGEST_NAME)


def _every(recording: Recording) -> str:
    """``5 threads``; ``2 processes`` where each is of another one."""
    pids = {track.pid for track in recording.tracks}
    are_processes = all(pids) and len(pids) == len(recording.tracks)
    return figures.plural(len(recording.tracks), "process" if are_processes else "thread")


def thread_name(recording: Recording, number: int) -> str:
    """The name of a thread for running text."""
    return clean(recording.thread_name(number), _LONGEST_NAME)


def lost(session: Session) -> str:
    """What was chosen that a file read anew does not have, and what is shown instead; empty: nothing."""
    recording, chosen = session.recorded.recording, session.shapes.now.chosen
    gone = chosen.gone_from(recording) if recording is not None else ()
    if not gone:
        return ""
    names = (" ".join(filter(None, (track.name, track.tid))) or "thread" for track in gone)
    every = ", ".join(clean(name, _LONGEST_NAME) for name in names)
    named = every if len(gone) <= _NAMED else figures.plural(len(gone), "thread")
    left = chosen.left_in(session.recorded)
    instead = " · ".join(parts(session, left._replace(measure=""))) or messages.ALL_TOGETHER
    return f"{messages.FOCUS_IS_GONE.format(named)} · {instead}"


def counted_threads(profile: Profile) -> str:
    """``5 threads``, ``2 of 5 threads``, ``2 processes``; nothing where there is only one."""
    recording, choice = profile.recording, profile.choice
    if recording is None or choice is None or len(recording.tracks) < 2:
        return ""
    every = _every(recording)
    return every if choice.tracks is None else messages.SO_MANY_OF.format(len(choice.tracks), every)


def text_column(rows: Sequence[Any], text: Callable[[Any], str]) -> Column:
    """A column of texts that end in its last cell, as wide as the widest of them."""
    wide = max((len(text(row)) for row in rows), default=0)
    return Column("", "", lambda row, cells: [Span(text(row).rjust(cells))], wide, 2)


def thread_rows(
    session: Session, threads: Sequence[ThreadFigures], shown: Container[object], width: int
) -> list[list[Span]]:
    """The rows of the list of threads in at most ``width`` cells: figures, the hottest function, its name."""
    recording = session.recorded.recording
    assert recording is not None
    unit, choice = session.recorded_figures.unit, session.shapes.now.chosen.choice(recording)
    whole, of_samples = sum(recording.records.weights[choice.measure]), unit == figures.SAMPLES

    def mark(row: ThreadFigures, cells: int) -> list[Span]:
        is_shown = row.number is None or row.number in shown
        return [Span((_SHOWN if is_shown else _HIDDEN).rjust(cells), "key" if is_shown else "muted")]

    def counted(row: ThreadFigures) -> str:
        return "" if row.samples is None or of_samples else figures.plural(row.samples, "sample")

    def share(row: ThreadFigures, cells: int) -> list[Span]:
        part = figures.share(row.total, whole)
        text = f"{figures.percent(part)} % ".rjust(cells - _BAR)
        return [Span(text), Span(figures.bar(part, _BAR).ljust(_BAR), "bar")]

    def hottest(row: ThreadFigures, cells: int) -> list[Span]:
        name = "" if row.hottest is None else spoken(session.recorded_names, row.hottest)
        return [Span("  " + pad(cut_end(clean(name), cells - 2), cells - 2), "muted")]

    def name(row: ThreadFigures) -> str:
        every = messages.ALL_THREADS.format(len(threads) - 1)
        return every if row.number is None else thread_name(recording, row.number)

    longest = min(_LONGEST_TEXT, max((cell_width(name(row)) for row in threads), default=0))
    columns = [
        Column("", "", mark, 1),
        *([text_column(threads, counted)] if any(map(counted, threads)) else []),
        text_column(threads, lambda row: figures.with_unit(row.total, unit)),
        Column("", "", share, 8 + _BAR, 1),
        Column("", "", hottest, _WIDE_HOTTEST if width >= _WIDE else _HOTTEST, 2, 1, longest),
    ]
    table = fit_columns(columns, width, 0)
    return [
        [*table.figures(row), Span(cut_middle(name(row), max(_LEAST_NAME, table.left)))] for row in threads
    ]


def measures_that_are(source: Recording | Tables) -> list[int]:
    """The measures that are not nothing everywhere."""
    return list(filter(source.is_measured, range(len(source.measures))))
