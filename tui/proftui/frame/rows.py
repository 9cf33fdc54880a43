"""The rows around every view: file and total, tabs, detail of the selection, state, keys."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Sequence

from proftui import messages
from proftui.analysis.names import Names
from proftui.drawing import figures
from proftui.drawing.figures import Unit
from proftui.drawing.line import Line, Span, fitted, spread, width_of
from proftui.drawing.safe_text import cell_width, clean, cut_start
from proftui.frame import keys
from proftui.frame.choice_rows import counted_threads
from proftui.frame.functions import in_words, spoken
from proftui.state.figures import Figures, unit_of
from proftui.state.session import Session
from proftui.state.view_names import TABS, TITLES, is_empty
from proftui_parsers import Profile
from proftui_parsers.consistency import checked
from proftui_parsers.measure import standard_error

_WIDE = 100
"""Cells from which on the row about a function says all that is known."""


def total_text(profile: Profile, unit: Unit | None = None) -> str:
    """The whole run: ``6.221 s``; of lines, which have what they call in them, what is known of it.

    ``unit``: that of time on the screen; without one, what fits the run.
    """
    whole = profile.total_time
    total = figures.with_unit(whole, unit or unit_of(profile, whole))
    if not profile.is_of_lines:
        return total
    return messages.LINES_WHOLE[profile.measure.adds].format(total)


def measured_text(profile: Profile) -> str:
    """How much was counted, and in which time: ``3,150 calls in 0.115 s``."""
    is_time = profile.measure.unit == "s" and not profile.is_of_lines
    sign = " in " if is_time else " · "
    return sign.join(filter(None, (counted_text(profile), total_text(profile))))


def top_line(session: Session, width: int, *, brief: bool = False) -> Line:
    """File, format and calls at the left, the total at the right; calls go first, the total never.

    ``brief``: without looking for what contradicts itself.
    """
    profile, opened = session.profile, session.opened
    first = len(profile.paths) if opened is None else min(opened, len(profile.paths))
    names = " + ".join(_file_name(path) for path in profile.paths[: min(first, 2)])
    if first > 2:
        names += f" + {first - 2} more"
    if len(profile.paths) > first:
        names += f" + {len(profile.paths) - first}"
    badges = [Span(f" {badge} ", "warning") for badge in badges_of(profile, brief)]
    threads = counted_threads(profile)
    total = [
        *badges,
        Span(f"  {threads}" if threads else "", "heading"),
        Span(f"  {total_text(profile, session.figures.unit)} ", "title"),
    ]
    producer = producer_text(profile)
    forms = ((producer, counted_text(profile)), (producer, calls_text(profile)), (producer,))
    return files_line(names, forms, total, width)


def files_line(names: str, forms: Iterable[Sequence[str]], right: Sequence[Span], width: int) -> Line:
    """What files are called, with the first of ``forms`` that fits; their head goes where none does."""
    for form in forms:
        left = [Span(f" {names}  ", "title"), Span(" · ".join(filter(None, form)), "heading")]
        if width_of(left) + width_of(right) <= width:
            return spread(left, right, width, "panel")
    left = [Span(" " + cut_start(names, max(1, width - width_of(right) - 1)), "title")]
    return spread(left, right, width, "panel")


def counted_text(profile: Profile) -> str:
    """How much was counted, unless that is the total, and the time between two samples if it is known."""
    recording, counted = profile.recording, calls_text(profile)
    if recording is None or not recording.interval:
        return counted
    return f"{counted} {messages.EVERY.format(figures.per_call(recording.interval))}".lstrip()


def producer_text(profile: Profile) -> str:
    """What wrote it: ``cProfile``."""
    return clean(profile.producer, 40)


def badges_of(profile: Profile, brief: bool = False) -> list[str]:
    """What everybody should know of the figures."""
    recording = profile.recording
    if recording is not None:
        return [f"! {badge}" for badge in recording.badges]
    badges = ["sampled"] if profile.measure.sampled else []
    badges += [f"! {badge}" for badge in profile.badges]
    if brief:
        return badges
    check = checked(profile)
    if check.mixes_threads:
        badges.append(messages.THREADS_MIXED)
    elif check.is_doubtful:
        badges.append(messages.CONTRADICTS)
    return badges


def _file_name(path: str) -> str:
    return messages.STANDARD_INPUT if path == "-" else cut_start(clean(os.path.basename(path) or path), 60)


def calls_text(profile: Profile) -> str:
    """How much was counted, unless that is the total: ``4,118,248 calls (4,061,369 primitive)``."""
    if profile.measure.is_of_samples or (profile.is_of_lines and not profile.hits):
        return ""
    counted, primitive = profile.counted, profile.total_primitive_calls
    number = {"hit": sum(profile.hits.values()), "sample": primitive or 0}.get(counted, profile.total_calls)
    if number is None:
        return messages.CALLS_NOT_COUNTED
    text = figures.plural(number, counted)
    if primitive not in (None, number):
        text += f" ({primitive:,} primitive)"
    return messages.COUNTED_IN.get(counted, "{}").format(text, figures.plural(profile.count, "function"))


def tabs_line(profile: Profile, active: str, shown: str, width: int) -> Line:
    """The views, the active one in brackets, dim where there is nothing to show; what is shown of it.

    ``shown``: of parts between dots the later ones go, then the names of the other views.
    """
    spans: list[Span] = []
    titles = {view: title for view, title in TITLES.items() if view in (*TABS, active)}
    for view, title in titles.items():
        if view == active:
            spans.append(Span(f"[{title}]", "tab"))
        else:
            spans.append(Span(f" {title} ", "muted" if is_empty(view, profile) else "text"))
    right = [Span(f" {shown} ", "muted")]
    if width_of(spans) + width_of(right) > width:
        # What the views are called is worth more than how much a filter leaves out.
        right = [Span(f" {shown.partition(' · ')[0]} ", "muted")]
    if width_of(spans) + width_of(right) > width:
        spans = [
            Span(f"[{title}]", "tab") if view == active else Span(f" {title[0]} ", "text")
            for view, title in titles.items()
        ]
    return spread(spans, right, width)


def tab_at(tabs: Line, column: int) -> str | None:
    """The view whose tab stands at a column of a line of :func:`tabs_line`."""
    forms = {view: (f"[{title}]", f" {title} ", f" {title[0]} ") for view, title in TITLES.items()}
    end = 0
    for span in tabs.spans[: len(TABS) + 1]:
        end += cell_width(span.text)
        if column < end:
            return next((view for view, texts in forms.items() if span.text in texts), None)
    return None


def detail_line(figs: Figures, names: Names, index: int, width: int) -> Line:
    """The function under the cursor in words."""
    return in_words(names, index, spoken(names, index), _detail_figures(figs, index, width), 2, width)


def _detail_figures(figs: Figures, index: int, width: int) -> list[str]:
    """Own time, time with callees, how much was counted, and neighbours: as much as there is room for."""
    profile, is_wide = figs.profile, width >= _WIDE
    if index >= profile.count:
        return [messages.ONLY_A_CALLER]
    own, apart = _time(figs, "tottime", index), _own_taken_apart(figs, index)
    said = [apart or own_time(profile, f"{own}{_error(figs, index)}")]
    cumtime = "" if profile.cumtime is None else _time(figs, "cumtime", index, has_share=is_wide)
    number = how_many(figs, index)
    if cumtime and (is_wide or not ((apart and number) or own.startswith(cumtime))):
        said.append(f"{'cumulative' if is_wide else 'cum'} {cumtime}")
    if is_wide or len(said) == 1:
        said += number
    if is_wide and profile.has_edges and not (profile.is_focused or profile.grouped_by):
        said.append(figures.plural(profile.callers_count(index), "caller"))
        said.append(figures.plural(profile.callees_count(index), "callee"))
    return said


def _time(figs: Figures, key: str, index: int, *, has_share: bool = True) -> str:
    """``0.037 s 0.6 %``, or of an estimate ``≈ 0.037 s 0.6 %  0.037–0.161 s``."""
    bounds, share = figs.bounds(key, index), figs.text(f"{key}%", index)
    is_told = has_share and share and (key == "tottime" or not checked(figs.profile).contradicts)
    said = figs.said(key, index) + (f" {share} %" if is_told else "")
    return said if bounds is None else f"≈ {said}  {between(bounds.low, bounds.high, figs.unit)}"


def own_time(profile: Profile, time: str) -> str:
    """``own 0.037 s``; of lines, in which all is that they call, the time alone."""
    return messages.OWN_SECONDS.format(time) if profile.counted != "hit" else time


def _hits(profile: Profile, index: int) -> str:
    """How often lines ran, and how many those are: ``1,200 hits on 4 lines``."""
    hits = figures.plural(profile.hits.get(index, 0), profile.counted)
    lines = figures.plural(len(profile.lines.get(index, ())), "line")
    return hits if profile.grouped_by else f"{hits} on {lines}"


def _error(figs: Figures, index: int) -> str:
    """One standard error of the share of own samples: `` ±3.7``; none of an estimate."""
    error = standard_error(figs.profile, figs.profile.tottime[index])
    return f" ±{figures.percent(100.0 * error)}" if error and figs.bounds("tottime", index) is None else ""


def how_many(figs: Figures, index: int) -> list[str]:
    """How many calls, samples or hits; nothing where these are what all figures are of."""
    profile = figs.profile
    if profile.measure.is_of_samples:
        return []
    if profile.counted == "hit":
        return [_hits(profile, index)] if profile.hits else []
    if profile.own_samples is not None:
        return [figures.plural(profile.own_samples[index], "sample")]
    calls = profile.ncalls[index] if profile.ncalls else -1
    if calls < 0:
        return [messages.CALLS_NOT_COUNTED]
    mark = "" if figs.bounds("ncalls", index) is None else "≈ "
    number = mark + figures.plural(calls, profile.counted)
    return [messages.INTO_IT.format(number) if profile.grouped_by and profile.counts_calls else number]


def _own_taken_apart(figs: Figures, index: int) -> str:
    """Own time as the file has it and what is hidden below: ``5.132 s: own 0.000 + not mine 5.132``."""
    shaped, unit = figs.shaped, figs.unit
    if shaped is None or not shaped.folded_title or shaped.grouped_by or shaped.is_focused:
        return ""
    what = shaped.folded_title
    own, folded = (figures.time(column[index], unit) for column in (shaped.recorded_own, shaped.folded))
    text = f"{figs.said('tottime', index)}: {messages.OWN_AND_HIDDEN.format(own, what, folded)}"
    bounds = figs.bounds("tottime", index)
    return text if bounds is None else f"≈ {text}  {between(bounds.low, bounds.high, unit)}"


def between(low: float, high: float, unit: Unit) -> str:
    """``0.037–0.161 s``."""
    if low == -math.inf:
        return messages.NO_BOUNDS
    return f"{figures.thousands(figures.time(low, unit))}–{figures.with_unit(high, unit)}"


def state_line(spans: Sequence[Span], right: Sequence[Span], width: int) -> Line:
    """A sentence at the left; what it covers at the right, only where both have room."""
    fits = right and width_of((*spans, *right)) + 3 <= width
    return spread([Span(" "), *spans], [Span(" "), *right, Span(" ")] if fits else [], width)


def footer_line(
    session: Session, footer: str, width: int, idle: Iterable[str] = (), plain: bool = False
) -> Line:
    """The keys that work here; whole entries go from the right, those of every footer last.

    ``idle`` are actions that would do nothing here and now.
    """
    is_shaped = session.shaped is not None or session.shapes.has_opened
    is_mine_only, by = session.shapes.now.is_mine_only, session.profile.grouped_by
    shown = keys.offered(footer, is_shaped, is_mine_only, by, idle)
    entries = [(keys.short(action), label) for action, label in shown]
    return keys_line(entries, width, len(keys.ALWAYS), plain)


def keys_line(entries: Sequence[tuple[str, str]], width: int, keep: int = 0, plain: bool = False) -> Line:
    """``↵ keep  Esc clear``: as many whole entries as fit; those before the last ``keep`` go first.

    ``plain``: keys that have no letter of their own in ASCII are written out.
    """
    shown = [
        (Span(keys.written_out(key) if plain else key, "key"), Span(f" {label}".rstrip(), "heading"))
        for key, label in entries
    ]
    while len(shown) > 1 and 2 * len(shown) - 1 + sum(map(width_of, shown)) >= width:
        del shown[-1 - keep if len(shown) > keep else -1]
    spans = [span for key, label in shown for span in (Span("  ", "heading"), key, label)]
    return fitted([Span(" ", "heading"), *spans[1:]], width, "panel")


def tiny_lines(session: Session, width: int) -> list[Line]:
    """What a window too small for a table shows."""
    top = spoken(session.names, session.rows[0]) if session.rows else ""
    texts = (total_text(session.profile, session.figures.unit), top, messages.TOO_SMALL)
    return [fitted([Span(text)], width) for text in texts]
