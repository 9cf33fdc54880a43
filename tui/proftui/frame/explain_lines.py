"""How the figures came about that stand beside a line, a module that was imported, and in notes."""

from __future__ import annotations

from collections.abc import Iterator

from proftui import messages
from proftui.analysis.recorded_files import basename
from proftui.drawing import figures
from proftui.drawing.safe_text import Clean, clean
from proftui.frame.explain import Explanation, Row, amount, explanation, said, share
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
    file = basename(session.recorded_names.location(listing.function).rpartition(":")[0])
    name = clean(f"{file}:{number}" if number else file, 60)
    quiet = messages.LINE_NOT_SAMPLED if listing.executed else messages.LINE_QUIET
    return explanation(name, [*_of_line(session, listing, number)] or [Row("", "", quiet)])


def _of_line(session: Session, listing: Listing, number: int) -> Iterator[Row]:
    time, line = listing.times.get(number), listing.executed.get(number)
    owner = spoken(session.recorded_names, listing.owners.get(number, listing.function))
    if time is not None:
        what, counted, took = messages.OF_LINE[listing.of_samples]
        part = share(time.time, listing.whole(number) or 0.0, messages.OF_ITS_LINES.format(owner))
        yield Row(what, f"{time.hits:,}", counted)
        yield Row("time", amount(session, time.time), said(part, took))
        if time.hits > 0 and not listing.of_samples:
            yield Row(messages.PER_HIT, figures.per_call(time.time / time.hits))
    if line is not None:
        error, run = listing.errors.get(number), session.whole
        within = "" if error is None or not run else messages.WITHIN.format(figures.percent(error))
        yield Row(
            "own",
            amount(session, line.own),
            said(share(line.own, run, messages.OF_RUN), within, messages.LINE_OWN),
        )
        yield Row("cum", amount(session, line.cum), messages.LINE_CUM)
    for site in (*listing.calls_of(number), *listing.joint_calls_of(number)):
        yield _site(session, site)


def _site(session: Session, site: Site) -> Row:
    """Calls that a line made, alone or it and others."""
    figure, name = site.figures, spoken(session.recorded_names, site.callee)
    calls = f"{figure.ncalls:,}× " if figure.ncalls is not None else ""
    time = amount(session, figure.cumtime) if figure.cumtime is not None else figures.NOT_MEASURED
    joint = messages.LINE_JOINT if site.joint else ""
    return Row("call", f"{calls}{time}", said(messages.LINE_CALLS.format(name), joint))


def module(session: Session, here: ImportNode, name: Clean) -> Explanation:
    """A row of Imports."""
    rows = []
    if here.own is not None:
        rows.append(Row("own", amount(session, here.own), messages.IMPORT_OWN))
    if here.time is not None:
        part = share(here.time, session.whole, messages.OF_RUN)
        rows.append(Row("time", amount(session, here.time), said(part, messages.IMPORT_ALL)))
    if here.likely:
        rows.append(Row("", "", messages.IMPORT_LIKELY))
    return explanation(name, rows)


def notes(session: Session) -> Explanation:
    """What the notes on a profile compare."""
    profile = session.profile
    check = checked(profile)
    own, roots = profile.total_time, sum(check.roots)
    rows = [Row("own", amount(session, own), messages.ALL_OWN_TIMES)]
    # Where paths are cut off, some roots may be calls that lost their callers.
    if roots > 0 and own > 0 and (not check.is_stripped or roots == check.time_of_roots):
        part = share(roots, own, messages.OF_OWN_TIMES)
        rows.append(Row("roots", amount(session, roots), said(part, messages.ALL_ROOTS)))
    rows += [Row("", "", text) for text in messages.NOTES_EXPLAINED]
    return explanation(messages.NOTES_TITLE.partition(" · ")[0], rows)
