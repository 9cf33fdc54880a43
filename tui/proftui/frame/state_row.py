"""The state row while no message stands in it: filter, history, notes, or one sentence of help."""

from __future__ import annotations

from proftui import messages
from proftui.analysis.builtin_names import BUILT_IN
from proftui.drawing import figures
from proftui.drawing.line import Line, Span, width_of
from proftui.drawing.safe_text import cell_width, clean, cut_end
from proftui.frame import headline, rows, sentences
from proftui.frame.functions import joined, spoken
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.recursion import calls_while_running

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proftui.analysis.source.listing import Listing
    from proftui.analysis.stacktree.lines import Executed
    from proftui.state.session import Session


def functions(session: Session, what: Sequence[Span], width: int, group: int | None = None) -> Line:
    """The filter and ``what`` it leaves; else the calls of a group, or the profile in one sentence."""
    if session.query is not None:
        return searching(session, what, _notes(session), width, "filter ")
    said = "" if group is None else joined(_calls_of_group(session, group), width - 2)
    return rows.state_line([Span(said, "muted")], [], width) if said else _headline(session, width)


def _calls_of_group(session: Session, function: int) -> Sequence[str]:
    """What is said of the group that a function stands for; nothing where there are no groups."""
    shaped, groups = session.shaped, session.groups
    ncalls = shaped.ncalls if shaped is not None and shaped.counts_calls else None
    if shaped is None or groups is None or ncalls is None or ncalls[function] < 0:
        return ()
    others = figures.plural(2, groups.members.by).partition(" ")[2]
    inside = figures.plural(shaped.calls_inside[function], "call")
    package = groups.name(function) if groups.members.by == "package" else ""
    within = messages.CALLS_WITHIN.format(inside, spoken(session.names, function))
    return sentences.package_share(session, package), messages.INTO_FROM_OTHERS.format(others), within


def calls(session: Session, what: Sequence[Span], width: int) -> Line:
    """The search and ``what`` it covers; else the functions that led here.

    How many functions match is not said: most of them are not among these callers and callees.
    """
    if session.query is not None:
        return searching(session, what[:1], _notes(session), width)
    return rows.state_line(_trail(session, width - width_of(_notes(session))), _notes(session), width)


def tree(session: Session, what: Sequence[Span], hidden: Sequence[str], width: int) -> Line:
    """The search and ``what`` it covers, else which tree this is; what is not shown, as much as fits."""
    left = which_tree(session)
    if session.query is not None:
        return searching(session, what, [Span(hidden[len(hidden) // 2], "muted")], width, most=30)
    fitting = (text for text in hidden if cell_width(left + text) + 3 <= width)
    right = Span(next(fitting, hidden[-1]), "muted")
    return rows.state_line([Span(cut_end(left, width - width_of([right]) - 3), "muted")], [right], width)


def without_tree(session: Session, width: int) -> Line:
    """What stands there while a view of the call tree shows nothing."""
    if session.query is None:
        return _headline(session, width)
    return searching(session, in_lines(0, "call"), _notes(session), width)


def source(session: Session, listing: Listing | None, find: str, found: int, width: int) -> Line:
    """The search in the text, in which so many lines are ``found``; else what the figures beside it are."""
    spans = _search(find, () if found else in_lines(0)) if find else _about_lines(session, listing, width)
    return rows.state_line(spans, _notes(session), width)


def built_in(session: Session, find: str, found: int, joint: bool, note: str, width: int) -> Line:
    """The search in the lines that call a built-in; else what is doubtful of the text, or what they are."""
    said = clean(note) if note else messages.JOINT_FIGURES if joint else _of_calling_lines(session)
    about = [Span(said, "warning" if note else "muted")]
    spans = _search(find, () if found else in_lines(0)) if find else about
    return rows.state_line(spans, _notes(session), width)


def _of_calling_lines(session: Session) -> str:
    """What the lines are that lead to what has no file."""
    index, names = session.selected, session.recorded_names
    if index is None or names.kind_without_file(index) == BUILT_IN:
        return messages.ENTER_GOES_THERE
    if names.is_called(index):
        return messages.ENTER_GOES_TO_CALLERS
    return messages.ENTER_GOES_TO_LINES.format(names.kind_without_file(index))


# What a search covers


def covered(session: Session) -> list[Span]:
    """What the filter leaves: what it takes of the run, then how many functions that are."""
    if not session.listed.filter_text.strip():
        return [Span(figures.plural(len(session.rows), "function"), "muted")]
    if not session.rows:
        return [Span(messages.NO_FUNCTION_MATCHES)]
    matches = figures.plural(len(session.rows), "match")
    return [Span(sentences.covered(session)), Span(f" · {matches}", "muted")]


def in_calls(what: Sequence[Span], number: int) -> list[Span]:
    """How many callers and callees a search marks here, and ``what`` it covers."""
    answer = [Span(f" · {span.text}", span.role) for span in what[:1]]
    return [Span(messages.OF_THESE_CALLS.format(number)), *answer]


def in_lines(number: int | None, what: str = "line") -> list[Span]:
    """How many lines, or ``what``, a search finds, if there is one."""
    if number is None:
        return []
    return [Span(figures.plural(number, what) + (" match" if number != 1 else " matches"))]


def which_tree(session: Session) -> str:
    """What the tree in use is of."""
    from proftui.state.call_trees import CALLERS, TOP_DOWN

    trees = session.trees
    if trees.way == CALLERS and trees.function is not None:
        return messages.OWN_TIME_OF.format(spoken(session.names, trees.function))
    if trees.way == TOP_DOWN:
        return messages.CYCLES_UNROLLED if trees.unrolled else messages.ALL_FUNCTIONS
    return messages.OF_ALL_CALLERS


# Parts of the row


def _notes(session: Session) -> list[Span]:
    count = len(session.notes)
    if not count or not session.profile.count:
        return []
    return [Span(f"! {figures.plural(count, 'note')}: press !", "warning")]


def _search(text: str, what: Sequence[Span] = (), word: str = "find ", most: int = 60) -> list[Span]:
    """A search that is on: ``most`` characters of its text, and ``what`` it covers, or else its keys."""
    after = what or (Span(messages.NEXT_OR_CLEAR, "muted"),)
    return [Span(word, "muted"), Span(clean(text, most), "title"), Span(" · ", "muted"), *after]


def searching(
    session: Session, what: Sequence[Span], right: list[Span], width: int, word: str = "find ", most: int = 60
) -> Line:
    """The search with as much of ``what`` it covers as fits beside ``right``, which goes then."""
    text = session.listed.filter_text
    while len(what) > 1 and width_of((*_search(text, what, word, most), *right)) + 3 > width:
        what = what[:-1]
    return rows.state_line(_search(text, what, word, most), right, width)


def _headline(session: Session, width: int) -> Line:
    """The profile in one sentence, with a hint where both fit."""
    right = _notes(session)
    if not session.profile.count:
        return rows.state_line([], right, width)
    most = width - width_of(right) - 3
    text, hint = cut_end(headline.shown(session, most), max(1, most)), messages.EXPLAINS
    return rows.state_line([Span(text + hint if cell_width(text + hint) <= most else text)], right, width)


def _trail(session: Session, width: int) -> list[Span]:
    """The functions that led here, the last ones where not all fit; whether the selection is recursive."""
    names = [spoken(session.names, index) for index in session.history.trail()]
    index, note = session.selected, ""
    if index is not None and session.profile.has_edges and session.figures.recursive(index):
        note = messages.RECURSIVE
    if note and cell_width("".join(names[-1:])) + len(note) + 8 > width:
        note = ""
    remaining = width - len(note) - 8
    while len(names) > 1 and cell_width(" ‹ ".join(names)) > remaining:
        names.pop(0)
    spans = [Span(cut_end(" ‹ ".join(names), max(10, remaining)), "muted")]
    return [*spans, Span(f"     {note}", "estimate")] if note else spans


def _about_lines(session: Session, listing: Listing | None, width: int) -> list[Span]:
    """What the figures beside the lines of a function are; what is wrong with their text, if that fits."""
    if listing is None or not listing.length:
        return []
    times = about_times(session, listing)
    if not listing.note:
        return [Span(times or _about_calls(session, listing), "muted")]
    # Of which run times are is to be known with or without their text.
    times = times.removesuffix(messages.EACH_OVERHEAD)
    note = Span(sentences.text_note(listing.note), "warning")
    if times in ("", messages.LINES_OF_OWN_TOTAL):
        return [note]
    both = [Span(f"{times} · ", "muted"), note]
    return both if width_of(both) < width else [Span(times, "muted")]


def about_times(session: Session, listing: Listing) -> str:
    """Of which run the times of lines are, and what they are within; empty where there are none."""
    profile, figs = session.recorded, session.recorded_figures
    if not listing.times:
        return ""
    lines = figures.with_unit(listing.total, figs.unit)
    if listing.of_samples:
        return messages.LINES_OF_SAMPLES
    if not listing.has_times:
        return messages.TIMES_OF_OTHERS
    if profile.cumtime is None or not profile.hits:
        return messages.LINES_OF_OWN_TOTAL
    is_nested = calls_while_running(profile, listing.function)
    said = messages.LEVELS_AND_CALLS if is_nested else messages.DIFFERENT_RUNS
    return said.format(lines, figs.said("cumtime", listing.function))


def about_stacks(session: Session, listing: Listing) -> str:
    """What the figures beside lines are, or that some of them are of no known line."""
    unplaced: Executed | None = listing.unplaced
    if unplaced is None:
        return messages.LINES_OF_STACKS
    unit = session.recorded_figures.unit
    own, cum = figures.time(unplaced.own, unit), figures.with_unit(unplaced.cum, unit)
    return messages.UNPLACED[bool(listing.text)].format(own, cum, listing.first)


def _about_calls(session: Session, listing: Listing) -> str:
    """What the calls beside the lines are."""
    if listing.executed:
        return about_stacks(session, listing)
    if listing.joint:
        return messages.JOINT_FIGURES
    if listing.sites or listing.elsewhere:
        return messages.CALLS_OF_LINES.format(session.recorded_figures.said("tottime", listing.function))
    return messages.NOT_TIMED
