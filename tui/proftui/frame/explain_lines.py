"""How the figures came about that stand beside a line, a module that was imported, and in notes."""

from __future__ import annotations

from proftui import messages
from proftui.analysis.recorded_files import basename
from proftui.drawing import figures
from proftui.drawing.formula import quotient
from proftui.drawing.safe_text import Clean, clean
from proftui.frame.explain import Explanation, Figure, amount, of_run, percent, share_of
from proftui.frame.functions import spoken
from proftui_parsers.consistency import checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.imports.tree import ImportNode
    from proftui.analysis.source.listing import Listing
    from proftui.analysis.source.sites import Site
    from proftui.state.session import Session


def source_line(session: Session, listing: Listing, number: int) -> Explanation:
    """The figures beside a line."""
    made: list[Figure] = []
    time = listing.times.get(number)
    if time is not None:
        what, counted, took = "hits", messages.LINE_HITS, messages.LINE_TIME
        if listing.of_samples:
            what, counted, took = "samples", messages.LINE_SAMPLES, messages.LINE_SAMPLED_TIME
        made.append(Figure(what).say(f"{time.hits:,}: {counted}"))
        made.append(Figure("time").say(f"{amount(session, time.time)}: {took}"))
        if time.hits > 0 and not listing.of_samples:
            per_hit = quotient(float(time.time), time.hits)
            made.append(Figure(messages.PER_HIT).reckon(session, per_hit, figures.per_call))
    made += _executed(session, listing, number)
    made += [
        _site(session, listing, site, number)
        for site in (*listing.calls_of(number), *listing.joint_calls_of(number))
    ]
    whole, owner = listing.whole(number), listing.owners.get(number, listing.function)
    if made and whole and listing.seconds(number) > 0:
        of = messages.OF_ITS_LINES if time is not None else messages.OF_CUMTIME
        made += share_of(
            session, listing.seconds(number), whole, of.format(spoken(session.recorded_names, owner))
        )
    if time is not None and listing.sites.get(number):
        made.append(Figure("").say(messages.TIMES_OF_OTHERS))
    file = basename(session.recorded_names.location(listing.function).rpartition(":")[0])
    quiet = messages.LINE_NOT_SAMPLED if listing.executed else messages.LINE_QUIET
    made = made or [Figure("").say(quiet)]
    return Explanation(clean(f"{file}:{number}" if number else file, 60), made)


def _executed(session: Session, listing: Listing, number: int) -> list[Figure]:
    """What whole stacks tell of a line."""
    line = listing.executed.get(number)
    if line is None:
        return []
    own = Figure("own").say(f"{amount(session, line.own)}: {messages.LINE_OWN}")
    error, run = listing.errors.get(number), session.whole
    if error is not None and run:
        said = messages.OF_RUN_WITHIN.format(figures.percent(error))
        own.reckon(session, quotient(line.own, run), percent, what=said)
    cum = Figure("cum").say(f"{amount(session, line.cum)}: {messages.LINE_CUM}")
    return [own, cum]


def _site(session: Session, listing: Listing, site: Site, number: int) -> Figure:
    """Calls that a line made, alone or it and others."""
    figure, name = site.figures, spoken(session.recorded_names, site.callee)
    more = "+" if site.more else ""
    calls = f"{figure.ncalls:,}×{more} " if figure.ncalls is not None else ""
    time = f"{amount(session, figure.cumtime)}{more}" if figure.cumtime is not None else figures.NOT_MEASURED
    others = [str(line) for line in (*site.lines, *site.ended) if line != number][:4]
    called = messages.LINE_CALLED if number in listing.executed else messages.LINE_CALLS
    said = messages.LINE_JOINT.format(name, ", ".join(others)) if others else called.format(name)
    return Figure("call").say(f"{calls}{time}").say(said)


def module(session: Session, here: ImportNode, name: Clean) -> Explanation:
    """A row of Imports."""
    made: list[Figure] = []
    if here.own is not None:
        made.append(Figure("own").say(f"{amount(session, here.own)}: {messages.IMPORT_OWN}"))
    if here.time is not None:
        made.append(Figure("time").say(f"{amount(session, here.time)}: {messages.IMPORT_ALL}"))
        made += share_of(session, here.time, session.whole, of_run(session.profile))
    if here.likely:
        made.append(Figure("").say(messages.IMPORT_LIKELY))
    return Explanation(name, made)


def notes(session: Session) -> Explanation:
    """What the notes on a profile compare."""
    profile = session.profile
    check = checked(profile)
    own, roots = profile.total_time, sum(check.roots)
    made = [Figure("own").say(f"{amount(session, own)}: {messages.ALL_OWN_TIMES}")]
    # Where paths are cut off, some roots may be calls that lost their callers.
    if roots > 0 and own > 0 and (not check.is_stripped or roots == check.time_of_roots):
        made.append(Figure("roots").say(f"{amount(session, roots)}: {messages.ALL_ROOTS}"))
        made[-1].reckon(session, quotient(roots, own), percent, what=messages.OF_OWN_TIMES)
    made.append(Figure("").say(messages.NOTES_EXPLAINED))
    return Explanation(messages.NOTES_TITLE, made)
