"""The Source view as lines: the text of a function with the times of its lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from proftui import figures
from proftui.analysis.locating import Places, places_of
from proftui.analysis.recorded import NOTE_CELLS
from proftui.analysis.source import Source, block_end, find_source, starts
from proftui.codeline import code_text as code_text
from proftui.columns import Figures
from proftui.figures import MICROSECONDS, Unit
from proftui.line import Line, Span, fitted, marked
from proftui.table import heat
from proftui.text import cell_width, clean, cut_end, pad
from proftui_parsers import LineTime, Profile


@dataclass(frozen=True, eq=False)
class Listing:
    """A function's lines with what was measured on each; ``first`` is the number of the first."""

    function: int
    first: int
    text: Mapping[int, str]
    numbers: Sequence[int]
    times: Mapping[int, LineTime]
    note: str
    has_times: bool

    @cached_property
    def total(self) -> float:
        """Time of all its lines, seconds."""
        return sum(time.time for time in self.times.values())

    @cached_property
    def hottest(self) -> tuple[int, ...]:
        """Rows by time, the hottest first."""
        timed = [row for row, number in enumerate(self.numbers) if number in self.times]
        return tuple(sorted(timed, key=lambda row: -self.times[self.numbers[row]].time))


def listing(
    profile: Profile, index: int, sources: dict[str, Source], places: Places | None = None
) -> Listing:
    """The lines of function ``index``; ``sources`` keeps the files that were read, from ``places``."""
    recorded, first = profile.files[index], max(profile.linenos[index], 1)
    if recorded not in sources:
        sources[recorded] = find_source(recorded, places or places_of(profile))
    source = sources[recorded]
    times = {time.line: time for time in profile.lines.get(index, ())}
    note = source.note
    last = max([first, *times])
    if source.lines:
        whole_file = profile.names[index] == "<module>"
        end = len(source.lines) if whole_file else block_end(source.lines, first)
        note = _misfit(profile, index, source, last) or note
        last = max(last, min(end, len(source.lines)))
        start = min([first, *times])
        numbers: Sequence[int] = range(start, last + 1) if last - start < 100_000 else sorted(times)
    else:
        numbers = sorted(times)
    text = {n: source.lines[n - 1] for n in numbers if 1 <= n <= len(source.lines)}
    has_times = index in profile.lines
    if has_times and not times and not note:
        note = "never called: none of its lines ran"
    return Listing(index, first, text, numbers, times, note, has_times)


def _misfit(profile: Profile, index: int, source: Source, last: int) -> str:
    """The note when the text cannot be that of the function, whose lines reach to ``last``."""
    count, first = len(source.lines), profile.linenos[index]
    if last > count:
        why = "it was changed" if source.verified else "it is another Python's"
        return f"! the file has {count:,} lines, fewer than the profile: {why}"
    if profile.measures == "samples" or starts(source.lines, first, profile.names[index]):
        # A sampling profiler may record the line that ran instead.
        return ""
    before = f"! line {first} is not the start of "
    after = ": the file was changed" if source.verified else ": it is another Python's"
    name = cut_end(clean(profile.names[index]), NOTE_CELLS - len(before) - len(after))
    return before + name + after


@dataclass(frozen=True, slots=True)
class ListingLayout:
    """Column widths of a listing in ``width`` cells; a width of 0 leaves the column out."""

    width: int
    line: int
    hits: int
    time: int
    per_hit: int
    bar: int
    unit: Unit

    @property
    def code_at(self) -> int:
        """The cell where the text starts."""
        figures_end = 1 + self.line + self.hits + self.time + self.per_hit
        return figures_end + (6 + 1 + self.bar if self.bar else 0) + 2


def layout(figs: Figures, shown: Listing, width: int, shares: bool = True) -> ListingLayout:
    """The widths for one listing."""
    line = max(5, len(str(shown.numbers[-1] if shown.numbers else 0)))
    if not shown.has_times:
        return ListingLayout(width, line, 0, 0, 0, 0, figs.unit)
    times = shown.times.values()
    hits = max([8, *(len(str(time.hits)) for time in times)]) + 2
    seconds = (
        max([7, len(f"time {figs.unit.name}"), *(len(figures.time(t.time, figs.unit)) for t in times)]) + 2
    )
    per_hit = 0
    if width >= 100:
        widest = max([7, *(len(figures.time(_per_hit(t), MICROSECONDS)) for t in times)])
        per_hit = widest + 2
    return ListingLayout(width, line, hits, seconds, per_hit, 5 if shares else 0, figs.unit)


def _per_hit(time: LineTime) -> float | None:
    return time.time / time.hits if time.hits > 0 else None


def heading(place: ListingLayout, file: str) -> Line:
    """The column titles; above the text stands the file's name."""
    spans = [Span(" " + "line".rjust(place.line), "heading")]
    if place.time:
        unit = "" if place.unit.name == "s" else f" {place.unit.name}"
        spans.append(Span("hits".rjust(place.hits) + f"time{unit}".rjust(place.time), "heading"))
    if place.per_hit:
        spans.append(Span("µs/hit".rjust(place.per_hit), "heading"))
    if place.bar:
        spans.append(Span("%".rjust(6) + " " * (place.bar + 1), "heading"))
    spans.append(Span("  " + clean(file, 4000), "heading"))
    return fitted(spans, place.width, "panel")


def row(
    place: ListingLayout, shown: Listing, row_number: int, shift: int, ranges: Sequence[tuple[int, int]]
) -> Line:
    """One line of the function; ``ranges`` are characters of its text that a search found."""
    number = shown.numbers[row_number]
    time = shown.times.get(number)
    share = figures.share(time.time, shown.total) if time else None
    spans = [Span(" "), Span(str(number).rjust(place.line), heat(share) if time else "muted")]
    if place.time:
        spans += _measured(place, time, share)
    spans.append(Span("  "))
    if number in shown.text:
        role = "text" if time or not shown.times else "muted"
        code = code_text(shown.text[number])
        spans += marked(*_scrolled(code, ranges, shift), role)
    return fitted(spans, place.width)


def _measured(place: ListingLayout, time: LineTime | None, share: float | None) -> list[Span]:
    if time is None:
        blank = place.hits + place.time + place.per_hit + (7 + place.bar if place.bar else 0)
        return [Span(" " * blank)]
    role = "muted" if figures.reads_as_zero(time.time, place.unit) else "text"
    spans = [
        Span(str(time.hits).rjust(place.hits)),
        Span(figures.time(time.time, place.unit).rjust(place.time), role),
    ]
    if place.per_hit:
        spans.append(Span(figures.time(_per_hit(time), MICROSECONDS).rjust(place.per_hit)))
    if place.bar:
        spans.append(Span(figures.percent(share).rjust(6), heat(share)))
        spans.append(Span(f" {figures.bar(share, place.bar)}", heat(share)))
    return spans


def _scrolled(code: str, ranges: Sequence[tuple[int, int]], shift: int) -> tuple[str, list[tuple[int, int]]]:
    """The text from cell ``shift`` on; a wide character cut in two gives way to a blank."""
    if not shift:
        return code, list(ranges)
    cells = at = 0
    while at < len(code) and cells < shift:
        cells += cell_width(code[at])
        at += 1
    rest = pad("", cells - shift) + code[at:]
    moved = [(max(0, start - at), max(0, end - at)) for start, end in ranges]
    return rest, moved
