"""Functions named with their class or function, from source text: found out while nobody waits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, islice

from proftui.analysis.source.file_names import names_of
from proftui.analysis.source.locating import may_have_text
from proftui.analysis.source.source_text import Source, reading
from proftui.background.pieces import Pace, Pieces
from proftui.state.session import Session

_SEEN_FIRST = 200
"""Functions, in the order on the screen, whose names come before the others."""
_MOST = 50_000
"""Functions whose names are looked for, those first in the order."""
_STEPS = 8
"""Steps of work that it is to tell whether a file can have a text."""


def naming(session: Session, show: Callable[[], None]) -> Pieces[None]:
    """Find out names, soon those on the screen, then all; ``show``: they are there, to be drawn."""
    # Rows may be sorted anew meanwhile.
    rows, count = session.rows, session.profile.count
    looked_for: set[int] = set()
    yield from session.sources.finding_paths()
    if session.mark_mine():
        # The settings of the project were read by then.
        show()
    for functions in (islice(rows, _SEEN_FIRST), islice(chain(rows, range(count)), _MOST)):
        by_file = yield from _by_file(session, functions, looked_for)
        found: dict[int, str] = {}
        for file, indices in by_file.items():
            source = session.sources.texts.get(file) or (yield from reading(file, session.sources.paths, {}))
            if source is None:
                return
            found.update(_names_in(session, source, indices))
            yield
        if found:
            yield from session.qualify(found)
            show()


def _by_file(session: Session, functions: Iterable[int], looked_for: set[int]) -> Pieces[dict[str, set[int]]]:
    """The functions whose names were not looked for, by their file; now they are."""
    profile, pace = session.profile, Pace()
    by_file: dict[str, set[int]] = {}
    has_text: dict[str, bool] = {}
    for index in functions:
        file, name = profile.files[index], profile.names[index]
        steps = 1
        if file not in has_text:
            has_text[file], steps = may_have_text(file), _STEPS
        if has_text[file] and "." not in name and index not in looked_for:
            by_file.setdefault(file, set()).add(index)
            looked_for.add(index)
        if pace.done(steps):
            yield
    return by_file


def _names_in(session: Session, source: Source, functions: Iterable[int]) -> dict[int, str]:
    """The names of these functions of one file that are others than they have now."""
    names, lines = session.profile.names, session.profile.linenos
    known = session.recorded_names.texts.qualified
    places = {index: (lines[index], names[index]) for index in functions}
    told = _told(source, set(places.values()))
    found = {index: told.get(place, names[index]) for index, place in places.items()}
    return {index: name for index, name in found.items() if name != known.get(index, names[index])}


def _told(source: Source, places: set[tuple[int, str]]) -> dict[tuple[int, str], str]:
    """The names at these places, where it certainly is the text that was run."""
    text = None if source.path is None or source.note else names_of(source.lines)
    if text is None:
        return {}
    told = {place: name for place in places if (name := text.qualified(*place)) is not None}
    defined = [place in told for place in places if not place[1].startswith("<")]
    # Else these are lines of another text, of which some fit by chance.
    return told if 2 * sum(defined) >= len(defined) else {}
