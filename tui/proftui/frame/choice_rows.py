"""What is said of a choice of measure and threads, and the rows of the two lists to choose from."""

from __future__ import annotations

from proftui import messages
from proftui.drawing import figures
from proftui.drawing.line import Span
from proftui.drawing.safe_text import cell_width, clean, cut_end, cut_middle, pad
from proftui.frame.functions import spoken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from proftui.analysis.shape.shape import NamedChoice
    from proftui.analysis.stacktree.choices import MeasureFigures, ThreadFigures
    from proftui.drawing.figures import Unit
    from proftui.state.session import Session
    from proftui_parsers import Profile
    from proftui_parsers.stacks.recording import Recording, Track

_LONGEST_NAME = 60
_HOTTEST, _WIDE_HOTTEST = 12, 28
"""Cells of the name of the function with the most own, on narrow and on wide screens."""
_LEAST_HOTTEST, _NARROW = 6, 70
"""Cells of that name beside long names of threads, and cells of a list below which it gives way to these."""
_NAMED = 3
"""So many threads are named, and more are counted."""
_WIDE = 90
"""Cells of a list from which on there is room for more of it."""
_BAR = 4
_SHOWN, _HIDDEN = "■", "·"
_ON, _OFF = "●", "○"


def parts(session: Session, chosen: NamedChoice | None = None) -> list[str]:
    """What is chosen, in a few words each: ``samples``, ``2 of 5 threads``; nothing where that is all."""
    chosen, recording = chosen or session.shapes.now.chosen, session.recorded.recording
    if recording is None:
        return []
    choice = chosen.choice(recording)
    said = [measure_name(recording, choice.measure)] if choice.measure else []
    if choice.tracks is not None:
        said.append(threads_in_words(recording, choice.tracks))
    if chosen.split and len(recording.tracks) > 1:
        said.append(messages.BY_THREAD)
    return said


def measure_name(recording: Recording, number: int) -> str:
    """A measure as it is called in sentences."""
    measure = recording.measures[number]
    return clean(measure.title or measure.key.replace("-", " "), _LONGEST_NAME)


def threads_in_words(recording: Recording, tracks: frozenset[int]) -> str:
    """``MainThread 17``, or ``2 of 5 threads``."""
    if len(tracks) == 1:
        return thread_name(recording, *tracks)
    return messages.SO_MANY_OF.format(len(tracks), _every(recording))


def _every(recording: Recording) -> str:
    """``5 threads``; ``2 processes`` where each is of another one."""
    pids = {track.pid for track in recording.tracks}
    are_processes = all(pids) and len(pids) == len(recording.tracks)
    return figures.plural(len(recording.tracks), "process" if are_processes else "thread")


def thread_name(recording: Recording, number: int) -> str:
    """The name of a thread for running text."""
    return clean(recording.thread_name(number), _LONGEST_NAME)


def track_name(recording: Recording, track: Track) -> str:
    """The name of a thread, which the recording may not have any more."""
    if track in recording.tracks:
        return thread_name(recording, recording.tracks.index(track))
    return clean(" ".join(filter(None, (track.name, track.tid))) or "thread", _LONGEST_NAME)


def tracks_in_words(recording: Recording, tracks: Sequence[Track]) -> str:
    """The names of some threads; of many, how many they are."""
    if len(tracks) > _NAMED:
        return figures.plural(len(tracks), "thread")
    return ", ".join(track_name(recording, track) for track in tracks)


def lost(session: Session) -> str:
    """What was chosen that a file read anew does not have, and what is shown instead; empty: nothing."""
    recording, choice, chosen = session.recorded.recording, session.recorded.choice, session.shapes.now.chosen
    if recording is None or choice is None:
        return ""
    gone = chosen.gone_from(recording)
    if gone:
        left = chosen.left_in(recording, choice)
        instead = " · ".join(parts(session, left._replace(measure=""))) or messages.ALL_TOGETHER
        return f"{messages.FOCUS_IS_GONE.format(tracks_in_words(recording, gone))} · {instead}"
    is_off = session.interval is not None and recording.interval != session.interval
    return messages.HAS_TIMES if is_off and recording.samples is not None else ""


def counted_threads(profile: Profile) -> str:
    """``5 threads``, ``2 of 5 threads``, ``2 processes``; nothing where there is only one."""
    recording, choice = profile.recording, profile.choice
    if recording is None or choice is None or len(recording.tracks) < 2:
        return ""
    every = _every(recording)
    return every if choice.tracks is None else messages.SO_MANY_OF.format(len(choice.tracks), every)


def thread_rows(
    session: Session, threads: Sequence[ThreadFigures], shown: Container[object], width: int
) -> list[list[Span]]:
    """The rows of the list of threads in at most ``width`` cells: figures, the hottest function, its name."""
    recording = session.recorded.recording
    assert recording is not None
    unit, choice = session.recorded_figures.unit, session.shapes.now.chosen.choice(recording)
    whole = sum(recording.records.weights[choice.measure])
    counts = ["" if row.samples is None else figures.plural(row.samples, "sample") for row in threads]
    times = [figures.with_unit(row.total, unit) for row in threads]
    if session.recorded.measure.is_of_samples:
        counts = [""] * len(threads)
    wide_counts, wide_times = max(map(len, counts), default=0), max(map(len, times), default=0)
    names = [
        messages.ALL_THREADS.format(len(threads) - 1)
        if row.number is None
        else thread_name(recording, row.number)
        for row in threads
    ]
    room = width - _figured_cells(wide_counts, wide_times)
    cells = _hottest_cells(width, room - max(map(cell_width, names), default=0))
    rows = []
    for row, count, time, name in zip(threads, counts, times, names, strict=True):
        mark = _SHOWN if row.number is None or row.number in shown else _HIDDEN
        share = figures.share(row.total, whole)
        hottest = "" if row.hottest is None else spoken(session.recorded_names, row.hottest)
        figured = "  ".join(filter(None, (count.rjust(wide_counts), time.rjust(wide_times))))
        spans = [
            Span(f"{mark}  ", "key" if mark == _SHOWN else "muted"),
            Span(f"{figured} {figures.percent(share):>5} % "),
            Span(figures.bar(share, _BAR), "bar"),
            Span(f"  {pad(cut_end(clean(hottest), cells), cells)}  " if cells else "  ", "muted"),
        ]
        rows.append([*spans, Span(cut_middle(name, max(8, room - (2 + cells if cells else 0))))])
    return rows


def _figured_cells(counts: int, times: int) -> int:
    """Cells before the names of a thread and of its hottest function: a mark, figures, a share, a bar."""
    return 3 + counts + (2 if counts and times else 0) + times + 9 + _BAR + 2


def _hottest_cells(width: int, left: int) -> int:
    """Cells for the hottest function of threads whose names leave ``left``: these are what is chosen."""
    cells = _WIDE_HOTTEST if width >= _WIDE else _HOTTEST
    fitting = min(cells, left - 2)
    return fitting if fitting >= _LEAST_HOTTEST else _LEAST_HOTTEST if width >= _NARROW else 0


def measure_rows(session: Session, measures: Sequence[MeasureFigures]) -> list[list[Span]]:
    """The rows of the list of measures: which is chosen, name, total, the function with the most own."""
    recording = session.recorded.recording
    assert recording is not None
    chosen = session.shapes.now.chosen.choice(recording)
    names = [measure_name(recording, measure.number) for measure in measures]
    totals = [figures.with_unit(measure.total, _unit_of(recording, measure)) for measure in measures]
    wide, wide_totals = max(map(len, names), default=0), max(map(len, totals), default=0)
    rows = []
    for measure, name, total in zip(measures, names, totals, strict=True):
        mark = _ON if measure.number == chosen.measure else _OFF
        of = ""
        if measure.hottest is not None:
            share = figures.percent(figures.share(measure.own, measure.total))
            called = cut_end(clean(spoken(session.recorded_names, measure.hottest)), _WIDE_HOTTEST)
            of = f"  {called} {share} %"
        text = f"{mark}  {name.ljust(wide)}  {total.rjust(wide_totals)}"
        rows.append([Span(text), Span(of, "muted")])
    return rows


def _unit_of(recording: Recording, measure: MeasureFigures) -> Unit:
    return figures.unit_for(measure.total, recording.measures[measure.number].unit)


def measures_that_are(recording: Recording) -> list[int]:
    """The measures that are not nothing everywhere."""
    weights = recording.records.weights
    return [number for number, column in enumerate(weights) if any(column)]
