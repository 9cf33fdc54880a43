"""Sentences that are put together from figures, names and the templates of ``messages.py``.

Also what such sentences are made of (a path with ``~``), and the notes, wrapped as a sheet shows them.
"""

from __future__ import annotations

import os
from time import localtime, strftime

from proftui import messages
from proftui.analysis.columns import TEXT, Column, columns_of, text_columns_of
from proftui.drawing import figures
from proftui.drawing.line import Span
from proftui.drawing.locations import shorten_location
from proftui.drawing.safe_text import Clean, cell_width, clean, cut_end, cut_start
from proftui.frame.functions import spoken
from proftui_parsers import Profile
from proftui_parsers.consistency import checked
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.messages import IMPORT_TIMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proftui.analysis.neighbours import Neighbour
    from proftui.analysis.search.terms import QueryError
    from proftui.analysis.source.listing import Listing
    from proftui.analysis.source.locating import Note
    from proftui.background.budget import TooSlow
    from proftui.state.session import Session

_SHORTEST_NAME = 8
"""Cells that a message leaves to a name at least."""


def home_short(path: str) -> Clean:
    """A path in full, with ``~`` for the home folder."""
    home = os.path.expanduser("~").rstrip("/")
    inside = home and (path == home or path.startswith(f"{home}/"))
    return clean(f"~{path[len(home) :]}" if inside else path, 4000)


def wrote(path: str, size: int, rows: int, of: int, width: int) -> str:
    """Where a file was written, in full where there is room; and how to write what is not in it."""
    rest = figures.size(size) + (messages.WROTE_PART.format(rows, of) if rows < of else "")
    return messages.WROTE.format(
        cut_start(home_short(path), width - 2 - cell_width(messages.WROTE.format("", rest))), rest
    )


def copied(text: str, width: int, says: str = messages.SENT, keeps_end: bool = False) -> str:
    """What was copied, shortened so that what is said of it (``says``) stands in full."""
    if "TMUX" in os.environ:
        says = says.replace(messages.IF_ALLOWED, messages.IN_TMUX[says == messages.PAGE_COPIED])
    cut = cut_start if keeps_end else cut_end
    return says.format(cut(clean(text.replace("\t", "  "), 4000), width - 2 - cell_width(says.format(""))))


def no_calls(session: Session) -> str:
    """Why Calls is empty."""
    profile = session.profile
    why = no_edges(profile) if profile.count else ""
    return f"{why} {messages.INSTEAD_OF_CALLS[profile.has_lines]}" if why else no_functions(session)[0]


def no_nodes(session: Session) -> str:
    """Why a call tree shows nothing."""
    return no_calls(session) if no_edges(session.profile) else messages.NO_TIME_IN_TREE


def no_imports(session: Session) -> tuple[str, ...]:
    """Why there are no imports to show."""
    if not session.profile.count:
        return messages.NO_FUNCTIONS
    profile, times = session.profile, session.profile.edges.cumtime
    if profile.producer == IMPORT_TIMES:
        return (messages.ALL_ARE_IMPORTS,)
    if profile.measure.sampled or profile.producer == "pyinstrument":
        asked = any("importlib" in file for file in profile.files)
        return (messages.NO_IMPORTS[False] if asked else messages.NO_IMPORT_SAMPLED,)
    return (messages.NO_IMPORTS[bool(times) and sum(times) == sum(times)],)


def no_edges(profile: Profile) -> str:
    """Why there are no callers and callees; empty: there are."""
    return "" if profile.has_edges else messages.NO_CALL_EDGES


def no_tree(profile: Profile) -> str:
    """Why a call tree cannot be printed or written."""
    return no_edges(profile) if profile.count else messages.NO_FUNCTIONS[0]


def nothing_matches(session: Session, every: str) -> tuple[str, ...]:
    """Why a filter leaves no row, and how to get back; ``every``: what there is without it."""
    return (messages.NOTHING_MATCHES.format(clean(session.listed.filter_text, 24), every),)


def no_functions(session: Session) -> tuple[str, ...]:
    """Why Functions is empty, and how to get back."""
    if not session.profile.count:
        return messages.NO_FUNCTIONS
    return nothing_matches(session, figures.plural(session.count, "function"))


def no_source(session: Session, listing: Listing) -> tuple[str, ...]:
    """Why Source is empty, and where to go instead."""
    instead = (messages.INSTEAD_OF_SOURCE,) if session.profile.has_edges else ()
    return (text_note(listing.note) or messages.NOTHING_TO_SHOW, *instead)


NOTE_CELLS = 78
"""What a note may take of a line of the screen."""


def text_note(note: Note) -> Clean:
    """Why there is no text, or not that of the run; empty: nothing is missing or doubtful."""
    if not note:
        return clean("")
    if note.kind == "absolute" and note.details != ("/",):
        whole = clean(messages.TRY_MAP_OF.format(note.name, *note.details))
        if cell_width(whole) <= NOTE_CELLS:
            return whole
    details = [cut_end(clean(one), 50) if isinstance(one, str) else one for one in note.details]
    template = messages.SOURCE_NOTES[note.kind]
    left = NOTE_CELLS - cell_width(template.format(*details, name=""))
    return clean(template.format(*details, name=shorten_location(clean(note.name[-300:]), left)))


def hot_path(steps: Sequence[str], share: str, why: str, width: int) -> str:
    """``hot path: f › g 41.5 %: own time weighs most``: as many steps as fit, the last in any case."""
    remaining = max(_SHORTEST_NAME, width - 2 - cell_width(messages.HOT_PATH.format("", share, why)))
    for first in range(len(steps)):
        names = " › ".join(steps[first:])
        if cell_width(names) <= remaining:
            break
    return messages.HOT_PATH.format(cut_end(names, remaining), share, why)


def not_in_tree(session: Session) -> str:
    """Why the cursor of a tree does not stand on the selection."""
    assert session.selected is not None
    name = spoken(session.names, session.selected)
    return messages.NOT_IN_TREE.format(cut_end(name, 30))


def time_and_calls(edge: Neighbour, unit: figures.Unit, counted: str = "call") -> tuple[str, str]:
    """What calls took, ``≈ 1,234.5``, and `` in 3 calls``; each empty where it was not measured."""
    mark = "≈ " if edge.estimated else ""
    time = f"{mark}{figures.thousands(figures.time(edge.cumtime, unit))}" if edge.cumtime is not None else ""
    if edge.ncalls is None or unit == figures.SAMPLES:
        # How many samples there are was just said.
        return time, ""
    return time, messages.IN_CALLS.format(figures.plural(edge.ncalls, counted))


def caller_sentence(session: Session, callee: int, edge: Neighbour, width: int) -> str:
    """What was asked by ``u``, answered in words; a long name gives way to the figures."""
    figs, names = session.figures, session.names
    known = session.profile.cumtime and callee < session.profile.count
    whole = figs.said("cumtime", callee) if known else figs.unit.name
    time, calls = time_and_calls(edge, figs.unit, session.profile.counted)
    part = f" · {time} of {whole}" if time else ""
    for figured in (f"{part}{calls}", part, ""):
        left = width - 2 - cell_width(messages.HEAVIEST_CALLER.format(figured))
        if left >= _SHORTEST_NAME:
            break
    return messages.HEAVIEST_CALLER.format(cut_end(spoken(names, callee), left)) + figured


def meaning(column: Column) -> str:
    """What a column is, in words."""
    means = column.means or column.key
    return messages.COLUMN_MEANS.get(means, means)


def explained(column: Column) -> str:
    """The sentence that is shown for it."""
    return meaning(column) if column.kind == TEXT else f"{column.title}: {meaning(column)}"


def sorted_by(session: Session, column: str) -> str:
    """A column in words, when it becomes the sorted one; pstats' own orders by their names."""
    columns = (*columns_of(session.profile), *text_columns_of(session.profile))
    return messages.SORTED_BY.format(next((explained(c) for c in columns if c.order == column), column))


def change(before: Profile, after: Profile) -> str:
    """What reading the file again changed."""
    if before.total_time == after.total_time and before.count == after.count:
        return messages.READ_AGAIN_UNCHANGED
    if before.measure.unit != after.measure.unit or before.choice != after.choice:
        return messages.READ_AGAIN_OTHERWISE
    unit = figures.unit_for(before.total_time, before.measure.unit)
    first = figures.thousands(figures.time(before.total_time, unit))
    text = messages.READ_AGAIN.format(first, figures.with_unit(after.total_time, unit))
    part = figures.change(before.total_time, after.total_time)
    return f"{text}  {part}" if part else text


def not_changed(since: float, now: float) -> str:
    """``not changed since 02:31``, with the date unless that is today; seconds since the epoch."""
    then, today = localtime(since), localtime(now)
    is_today = then[:3] == today[:3]
    return messages.NOT_CHANGED_SINCE.format(strftime("%H:%M" if is_today else "%Y-%m-%d %H:%M", then))


def rows_shown(rows: int, top: int, page: int, every: int = 0) -> str:
    """Which of so many rows are on the screen: ``1–18 of 20``; ``every``: how many, where none is left."""
    return f"{top + 1:,}–{min(rows, top + page):,} of {rows:,}" if rows else f"0 of {every:,}"


def no_callers(session: Session) -> str:
    """Why a function has no callers."""
    return messages.NO_CALLERS_HERE if session.profile.is_focused else messages.NO_CALLERS


def functions_shown(session: Session, top: int, page: int) -> str:
    """Which rows of Functions are on the screen, of how many: ``1–18 of 20 · 239 in all``."""
    rows, every, shaped = len(session.rows), session.profile.count, session.shaped
    left = every if shaped is None else shaped.visible
    within = f" · {messages.ROWS_IN_ALL.format(left)}" if 0 < rows < left else ""
    if session.groups is not None:
        groups = figures.plural(rows or left, session.groups.members.by).partition(" ")[2]
        return f"{rows_shown(rows, top, page, left)} {groups}{within}"
    text = rows_shown(rows, top, page, every) + within
    if shaped is None:
        return text
    rows_gone = messages.FOLDED_ROWS if shaped.focus is None else messages.LEFT_OUT_ROWS
    return f"{text} · {rows_gone.format(every - left)}"


def calls_shown(profile: Profile, index: int | None) -> str:
    """How many callers and callees a function has."""
    if index is None:
        return ""
    callers = figures.plural(profile.callers_count(index), "caller")
    return f"{callers} · {figures.plural(profile.callees_count(index), 'callee')}"


def lines_shown(profile: Profile) -> str:
    """How many functions have line times."""
    timed = len(profile.lines)
    if not timed:
        return messages.NO_LINES_TIMED
    return messages.FUNCTIONS_TIMED.format(figures.plural(timed, "function"))


def package_share(session: Session, package: str) -> str:
    """``in its code 19.5 %, with what it calls at least 32.9 %``; empty where that is never known."""
    from proftui.state.package_share import is_yet_to_know, share_of

    found = share_of(session, package) if package else None
    if found is None:
        return messages.PACKAGE_TAKES.format("…", "…") if package and is_yet_to_know(session) else ""
    own, time = found
    if checked(session.recorded).contradicts:
        about = [(figures.percent(figures.share(one.value, session.whole)), one.exact) for one in found]
        return messages.PACKAGE_TAKES.format(*(said if exact else f"≈ {said}" for said, exact in about))
    bounds = (own.value, own.low, own.high, time.low)
    code, low, high, calls = (figures.share(seconds, session.whole) or 0.0 for seconds in bounds)
    # What is read of both must not contradict itself: one is rounded, the other rounded down.
    least = figures.percent(max(round(code, 1), figures.rounded_down(calls)))
    said = figures.percent(calls) if time.exact else messages.AT_LEAST.format(least)
    mark = "" if figures.percent(low) == figures.percent(high) else "≈ "
    return messages.PACKAGE_TAKES.format(f"{mark}{figures.percent(code)}", said)


def covered(session: Session) -> str:
    """What the filter leaves takes of the run: ``own 12.4 % · with what it calls at least 38.0 %``.

    Where it names a package and nothing else, what that takes.
    """
    from proftui.state.package_share import named_package

    if said := package_share(session, named_package(session)):
        return said
    _, own, share = session.listed.covered
    of_seconds, of_share = messages.COVERED[session.profile.counted == "hit"]
    if share is None:
        return of_seconds.format(figures.with_unit(own, session.figures.unit))
    text, more = of_share.format(figures.percent(share)), _with_calls(session, share)
    return f"{text} · {messages.WITH_CALLS.format(more)}" if more else text


def _with_calls(session: Session, own: float) -> str:
    """The share of the run in which something that the filter leaves runs: ``at least 38.0``.

    Empty where it is a least share that reads as no more than ``own``, that of own time.
    """
    inclusive = session.listed.inclusive
    if inclusive is None:
        return ""
    share = figures.share(inclusive.seconds, session.whole) or 0.0
    if inclusive.exact:
        return figures.percent(share)
    least = figures.rounded_down(share)
    return messages.AT_LEAST.format(figures.percent(least)) if least > round(own, 1) else ""


def wrong_term(error: QueryError) -> str:
    """What is wrong with which term of a filter: ``foo(  missing )``."""
    return f"{error.term}  {messages.WRONG_TERM[error.wrong].format(*error.details)}"


def query_problem(error: QueryError | TooSlow) -> str:
    """The same, short enough for the prompt; or that a pattern was too slow."""
    from proftui.background.budget import TooSlow

    return messages.PATTERN_TOO_SLOW if isinstance(error, TooSlow) else clean(wrong_term(error), 120)


def nodes_shown(shown: int, closed: int) -> str:
    """What opening many nodes has led to."""
    text = messages.NODES_SHOWN.format(figures.plural(shown, "node"))
    return text + messages.LEFT_CLOSED.format(figures.plural(closed, "node")) if closed else text


def files_noted(paths: Sequence[str]) -> list[list[Span]]:
    """The files that a profile is of, if there are several."""
    if len(paths) < 2:
        return []
    names = [[Span(f"  {cut_start(clean(home_short(path), 500), 68)}")] for path in paths]
    return [[Span(messages.FILES_NOTED.format(len(paths)), "muted")], *names, []]


def notes(profile: Profile, more: Sequence[str] = ()) -> list[list[Span]]:
    """The notes on a profile as far as they are known, a sentence each, wrapped at 70 characters.

    ``more``: notes on other things, which come after them.
    """
    from textwrap import wrap

    if more:
        lines = [line for note in more for line in wrap(clean(note, 2000), 70)]
        return [*notes(profile), [], *([Span(line, "warning")] for line in lines)]

    rows: list[list[Span]] = []
    check = checked(profile)
    for number, warning in enumerate(check.notes if check.is_done else check.early_notes, 1):
        lines = wrap(clean(warning, 2000), 70, break_long_words=False, break_on_hyphens=False)
        heads = [f"{number:>2}  ", *["    "] * len(lines)]
        rows += [[Span(head, "warning"), Span(text)] for head, text in zip(heads, lines, strict=False)]
    if profile.is_of_lines and profile.measure.unit == "s":
        return [*rows, *([Span(line)] for line in wrap(messages.NOTED_OF_LINES, 70))]
    if not check.is_done:
        return [*rows, [Span(messages.STILL_COMPARING)]]
    if rows:
        return rows
    left = check.contradictions.seconds
    return [[Span(messages.HARDLY_NOTED.format(figures.per_call(left)) if left else messages.NOTHING_NOTED)]]
