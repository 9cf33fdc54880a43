"""The sentences of the screen: what is shown of how many, what a filter covers, why a view is empty."""

from __future__ import annotations

from proftui.analysis.columns import FUNCTION, LOCATION, columns_of
from proftui.drawing import figures
from proftui.drawing.line import Line, Span, fitted, spread, width_of
from proftui.drawing.safe_text import cell_width, clean, cut_end, shorten_location
from proftui.frame import rows as frame
from proftui.frame.functions import spoken
from proftui.frame.keys import KEYS
from proftui.state.headline import HALF
from proftui_parsers import Profile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from proftui.analysis.neighbours import Neighbour
    from proftui.analysis.source.listing import Listing
    from proftui.state.session import Session

NO_FUNCTIONS = (
    "This profile has no functions.",
    "It was written before anything ran, or the program was stopped too early.",
)
CHORDS = {
    "sort": "o then  c cumtime  t own time  n ncalls  p per call  f file  a name",
    "least": "least share in %:  0 all  1 0.001  2 0.01  3 0.1  4 0.5  5 1  6 5   [ ] step",
    "write": "w then  t text  j JSON  c CSV  m Markdown  s SVG (icicle)",
    "snakeviz": "v: show in SnakeViz at 127.0.0.1? Enter yes, Esc no",
}
"""What stands in the state line while a key waits for its letter."""
FIND_KEYS = (("↵", "keep"), ("Esc", "drop"), ("↑", "history"), ("·", ""), ("a regular expression", ""))
PROMPT_KEYS = (
    ("↵", "keep"),
    ("Esc", "drop"),
    ("↑", "history"),
    ("·", ""),
    ("!re", "not"),
    ("func: file: module:", ""),
    ("tottime>10ms", ""),
    ("cumtime>=5%", ""),
    ("ncalls>1000", ""),
)


_SHORTEST_NAME = 8
"""Cells that a message leaves to a name at least."""


def shown(session: Session, view: str, top: int, page: int) -> str:
    """What is shown of how many."""
    profile, index = session.profile, session.selected
    if view == "functions":
        rows, hidden = len(session.rows), profile.count - len(session.rows)
        first = f"{top + 1:,}–{min(rows, top + page):,}" if rows else "0"
        text = f"{first} of {rows if rows else profile.count:,}"
        return f"{text} · {hidden:,} filtered out" if hidden else text
    if view == "calls" and index is not None and profile.has_edges:
        callers = figures.plural(profile.callers_count(index), "caller")
        return f"{callers} · {figures.plural(profile.callees_count(index), 'callee')}"
    if view == "source":
        timed = len(profile.lines)
        return (
            f"{figures.plural(timed, 'function')} {'has' if timed == 1 else 'have'} line times"
            if timed
            else "no line times"
        )
    return ""


def dim_views(profile: Profile) -> list[str]:
    """Views that have nothing to show for this profile."""
    return [] if profile.has_edges else ["calls", "tree", "icicle"]


def no_calls(session: Session) -> str:
    """Why Calls is empty."""
    profile = session.profile
    if profile.has_edges or not profile.count:
        return no_functions(session)[0]
    hint = "5 shows the lines." if profile.lines else "1 shows the functions."
    return f"{no_edges(profile)} {hint}"


def no_edges(profile: Profile) -> str:
    """Why there are no callers and callees."""
    tool = "line_profiler" if profile.format == "lprof" else clean(profile.producer, 40)
    return f"This file has no call edges ({tool})."


def no_functions(session: Session) -> tuple[str, ...]:
    """Why Functions is empty, and how to get back."""
    if not session.profile.count:
        return NO_FUNCTIONS
    text = clean(session.filter_text, 24)
    return (
        f'Nothing matches "{text}".  Esc drops the filter · {session.profile.count:,} functions without it',
    )


def no_source(session: Session, listing: Listing) -> tuple[str, ...]:
    """Why Source is empty, and where to go instead."""
    instead = ("2 shows who calls it, 1 the functions",) if session.profile.has_edges else ()
    return (clean(listing.note or "nothing to show", 400), *instead)


def hot_path(steps: Sequence[str], hint: str, width: int) -> str:
    """``hot path: f › g · < walks back``: as many of the last steps as fit, the last in any case."""
    for first in range(len(steps)):
        said = f"hot path: {' › '.join(steps[first:])} · {hint}"
        if cell_width(said) <= width - 2:
            break
    return said


def idle_keys(session: Session, view: str, listing: Listing | None) -> list[str]:
    """Actions of the footer that would do nothing now."""
    # In Functions a row is under the cursor whenever there is one.
    nothing = not session.rows if view == "functions" else session.selected is None
    if nothing or (view == "calls" and not session.profile.has_edges):
        used = ("filter",) if session.profile.count and view == "functions" else ()
        areas = ("go", "sort", "out", "filter", "figures")
        return [key.action for key in KEYS if key.area in areas and key.action not in used]
    idle = [] if session.history.here > 0 else ["back"]
    if view in ("tree", "icicle") and not session.profile.has_edges:
        dead = ("move", "go", "sort", "out", "filter", "figures", "tree")
        return ["view('tree')", *(key.action for key in KEYS if key.area in dead)]
    if view == "source":
        if not session.profile.has_edges:
            idle.append("open")
        if listing is None or not listing.hottest:
            idle += ["match(1)", "sort(1)"]
        if listing is None or not listing.text:
            idle += ["filter", "edit", "whole_file", "open"]
        if not session.profile.lines:
            idle.append("functions")
    return idle


def covered(session: Session) -> list[Span]:
    """What the filter leaves, and its own time."""
    if not session.filter_text.strip():
        return [Span(f"{len(session.rows):,} functions", "muted")]
    count, own, share = session.covered
    noun = "matches" if count == 1 else "match"
    words = "time of the lines" if session.profile.format == "lprof" else "own time"
    text = f"{count:,} {noun} · {words} {figures.time(own)} s"
    return [Span(text + (f" {figures.percent(share)} % of all" if share is not None else ""))]


def among(number: int) -> list[Span]:
    """How many callers and callees a search marks."""
    return [Span(f"{number:,} of these callers and callees")]


STILL_BUILDING = "the call graph is being built · Esc goes back"


def building(percent: int) -> str:
    """What stands where a call tree will be."""
    return f"building the call graph  {percent} %  ·  Esc goes back"


SORTING = "sorting · Esc leaves it"
SEARCHING = "looking at all names"

STILL_WRITING = "a file is being written · Esc gives up"


def writing(percent: int) -> str:
    """What the state line says while a large file is written."""
    return f"writing  {percent} %  ·  Esc gives up"


def which_tree(session: Session) -> str:
    """What the tree in use is of."""
    from proftui.state.call_trees import CALLERS, TOP_DOWN

    trees = session.trees
    if trees.way == CALLERS and trees.function is not None:
        return f"own time of {spoken(session.names, trees.function)} by its callers"
    if trees.way == TOP_DOWN:
        return "all functions · cycles unrolled" if trees.unrolled else "all functions"
    return "own time of all functions by their callers"


def not_in_tree(session: Session) -> str:
    """Why the cursor of a tree does not stand on the selection."""
    assert session.selected is not None
    name = spoken(session.names, session.selected)
    return f"{name} has no place of its own in this tree: it runs in imports or is too small"


def in_tree(number: int) -> list[Span]:
    """How many functions a search in the tree finds."""
    return [Span(f"{figures.plural(number, 'function')} match{'es' if number == 1 else ''}")]


def in_picture(seconds: float, share: float | None, complete: bool) -> list[Span]:
    """What the boxes that a search marks take together, nested ones counted once."""
    part = f" {figures.percent(share)} % of all" if share is not None else ""
    least = "" if complete else "at least "
    return [Span(f"with what they call {least}{figures.time(seconds)} s{part}")]


def finding(session: Session, what: Sequence[Span]) -> list[Span]:
    """A search that is on, and what it covers."""
    text = clean(session.filter_text, 30)
    return [Span("find ", "muted"), Span(text, "title"), Span(" · ", "muted"), *what]


def found(number: int | None) -> list[Span]:
    """How many lines a search found."""
    return (
        []
        if number is None
        else [Span(figures.plural(number, "line") + (" match" if number != 1 else " matches"))]
    )


def query_problem(error: Exception) -> str:
    """What is wrong with a filter, short enough for the prompt."""
    from proftui.analysis.search.budget import TooSlow

    if isinstance(error, TooSlow):
        return "pattern too slow, showing the last result"
    return clean(str(error), 120)


def state_line(session: Session, view: str, listing: Listing | None, find: str, width: int) -> Line:
    """Row 23: filter, history, notes, or one sentence of help."""
    spans: list[Span] = []
    right: list[Span] = []
    count = len(session.profile.warnings)
    if count and session.profile.count:
        right = [Span(f"! {figures.plural(count, 'note')}: press !", "warning")]
    if view == "source":
        spans = _source_state(session, listing, find)
    elif session.query is not None:
        word = "filter" if view == "functions" else "find"
        spans = [
            Span(f"{word} ", "muted"),
            Span(clean(session.filter_text, 60), "title"),
            Span(" · ", "muted"),
        ]
        spans += covered(session) if view == "functions" else [Span("n next · Esc drops it", "muted")]
    elif view == "calls":
        spans = _trail(session, width)
    elif session.profile.count:
        spans = [Span(_fitting_headline(session.headline, width - width_of(right) - 3))]
    return frame.state_line(spans, right, width)


def _fitting_headline(headline: str, room: int) -> str:
    """With a hint where there is room; where there is not even room for both halves, the first of them."""
    hint = " · ? explains"
    if cell_width(headline) > room and headline.endswith(HALF):
        headline = headline.rpartition(", ")[0]
    return headline + hint if cell_width(headline + hint) <= room else headline


def _source_state(session: Session, listing: Listing | None, find: str) -> list[Span]:
    if find:
        return [
            Span("find ", "muted"),
            Span(clean(find, 60), "title"),
            Span(" · n next · Esc drops it", "muted"),
        ]
    if listing is None or not listing.length:
        return []
    if listing.note:
        return [Span(clean(listing.note), "warning")]
    profile, figs = session.profile, session.figures
    if listing.has_times and profile.cumtime is not None:
        unit = figs.unit.name
        called, lines = figs.text("cumtime", listing.function), figures.time(listing.total, figs.unit)
        text = f"lines {lines} {unit} · cProfile {called} {unit}: different runs, each with its own overhead"
        return [Span(text, "muted")]
    if listing.has_times:
        return [Span("n goes to the next hottest line · % is of the function's own total", "muted")]
    if listing.sites or listing.elsewhere:
        own = f"{figs.text('tottime', listing.function)} {figs.unit.name}"
        return [Span(f"→ what the calls on a line cost · own time {own} is spread over the lines", "muted")]
    return [Span("no line times for this function: kernprof -l measures them", "muted")]


def _trail(session: Session, width: int) -> list[Span]:
    names = [spoken(session.names, index) for index in session.history.trail()]
    note = ""
    index = session.selected
    if index is not None and index < session.profile.count and session.figures.recursive(index):
        note = "↻ recursive: shares add up to over 100 %"
    room = width - len(note) - 8
    while len(names) > 1 and len(" ‹ ".join(names)) > room:
        names.pop(0)
    spans = [Span(cut_end(" ‹ ".join(names), max(10, room)), "muted")]
    return [*spans, Span(f"     {note}", "estimate")] if note else spans


def source_detail(
    session: Session, listing: Listing | None, number: int | None, calls: Sequence[str], width: int
) -> Line | None:
    """The line under the cursor, with what it calls; ``None`` where it has no figures."""
    if listing is None or number is None:
        return None
    time = listing.times.get(number)
    if time is None and not calls:
        return None
    unit = session.figures.unit
    parts = []
    if time is not None:
        per_hit = figures.time(time.time / time.hits, figures.MICROSECONDS) if time.hits > 0 else ""
        parts = [f"{per_hit} µs per hit"] if per_hit else ["never ran"]
        if not calls:
            parts = [f"{figures.time(time.time, unit)} {unit.name}", figures.plural(time.hits, "hit"), *parts]
    said = list(calls)
    figured = "  ".join((" · ".join(parts), *said)).strip()
    while len(said) > 1 and cell_width(figured) > width - 24:
        said.pop()
        figured = "  ".join((" · ".join(parts), *said)).strip() + " …"
    location = clean(session.names.location(listing.function).rpartition(":")[0], 200)
    place = shorten_location(f"{location}:{number}", max(12, width - cell_width(figured) - 4))
    right = cut_end(figured, max(8, width - cell_width(place) - 5))
    return spread([Span(f" {place}", "title")], [Span(f"  {right} ")], width, "panel")


def caller_sentence(session: Session, callee: int, edge: Neighbour, width: int) -> str:
    """What was asked by ``u``, answered in words; a long name gives way to the figures, to some extent."""
    figs, names = session.figures, session.names
    whole = figs.text("cumtime", callee) if session.profile.cumtime and callee < session.profile.count else ""
    mark = "≈ " if edge.estimated else ""
    part = (
        f" · {mark}{figures.time(edge.cumtime, figs.unit)} of {whole} {figs.unit.name}"
        if edge.cumtime is not None
        else ""
    )
    calls = f" in {figures.plural(edge.ncalls, 'call')}" if edge.ncalls is not None else ""
    said = "heaviest caller of "
    for figured in (f"{part}{calls}", part, ""):
        room = width - 2 - cell_width(said) - cell_width(figured)
        if room >= _SHORTEST_NAME:
            break
    return f"{said}{cut_end(spoken(names, callee), max(_SHORTEST_NAME, room))}{figured}"


def explain(session: Session, column: str) -> str:
    """A column in words, when it becomes the sorted one."""
    columns = (*columns_of(session.profile), FUNCTION, LOCATION)
    return f"sorted by {next(c.explains for c in columns if c.order == column)}"


def notes(profile: Profile) -> list[list[Span]]:
    """The notes on a profile, a sentence each, wrapped by hand at 72 cells."""
    rows: list[list[Span]] = []
    for number, warning in enumerate(profile.warnings, 1):
        words, line = clean(warning, 2000).split(" "), ""
        lines: list[str] = []
        for word in words:
            if line and len(line) + len(word) > 70:
                lines.append(line)
                line = ""
            line = f"{line} {word}" if line else word
        lines.append(line)
        rows += [
            [Span(f"{number:>2}  " if i == 0 else "    ", "warning"), Span(text)]
            for i, text in enumerate(lines)
        ]
    return rows or [[Span("Nothing to note: all figures add up.")]]


def change(before: Profile, after: Profile) -> str:
    """What reading the file again changed."""
    if before.total_time == after.total_time and before.count == after.count:
        return "read again: nothing has changed"
    text = f"read again: {figures.time(before.total_time)} → {figures.time(after.total_time)} s"
    part = figures.share(after.total_time - before.total_time, before.total_time)
    return text + (f"  {part:+.1f} %".replace("-", "−") if part is not None else "")


def tiny_lines(session: Session, width: int) -> list[Line]:
    """What a window too small for a table shows."""
    rows: Sequence[int] = session.rows
    top = spoken(session.names, rows[0]) if rows else ""
    texts = (frame.total_text(session.profile), top, "make the window larger")
    return [fitted([Span(text)], width) for text in texts]
