"""What a package takes of the run: one answer for the filter that names it, for groups and for imports."""

from __future__ import annotations

from proftui.analysis.columns import shaped_of
from proftui.analysis.shape.shape import PACKAGE
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.analysis.bounds import Bounded
    from proftui.background.pieces import Pieces
    from proftui.state.session import Session


def named_package(session: Session) -> str:
    """The package that the filter names and says nothing else: ``trio``, ``pkg:trio``; else empty."""
    word = session.listed.package_word(session.listed.filter_text)
    return next((package for package in session.packages if package.casefold() == word), "") if word else ""


def measuring(session: Session) -> Pieces[None]:
    """Find out what the filter leaves takes with what it calls, and what packages that are told of take."""
    yield from session.listed.measuring()
    if (named_package(session) or session.sources.has_found_imports) and is_yet_to_know(session):
        yield from session.shaping.making(session.shapes.now.grouped(PACKAGE))


def is_yet_to_know(session: Session) -> bool:
    """Whether :func:`measuring` finds out what :func:`share_of` says."""
    knows = session.shaping.has_made(session.shapes.now.grouped(PACKAGE))
    return session.recorded.has_edges and session.side.base is None and not knows


def share_of(session: Session, package: str) -> tuple[Bounded, Bounded] | None:
    """Own time of a package with the built-ins that it calls, and its time with all it calls; seconds.

    ``None``: that is not known, or not yet.
    """
    shape = session.shaping.left_of(session.shapes.now.grouped(PACKAGE))
    if session.side.base is not None or not session.shaping.knows(shape):
        return None
    profile = shaped_of(session.shaping.graph(shape).profile)
    groups = None if profile is None else profile.groups
    every = groups.group if groups is not None else ()
    stands = next((function for function in every if groups and groups.name(function) == package), None)
    return None if profile is None or stands is None else (profile.own[stands], profile.time[stands])
