"""Functions named with their class or function, from source text: found out while nobody waits."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import chain, islice

from proftui.analysis.source.qualified_names import Place, qualified_names
from proftui.analysis.source.recorded_paths import frozen_module, no_file
from proftui.analysis.source.source_text import Source, find_source
from proftui.background import threads
from proftui.background.pieces import Pace, Pieces
from proftui.state.session import Session

_SEEN_FIRST = 200
"""Functions, in the order on the screen, whose names come before the others."""
_MOST = 50_000
"""Functions whose names are looked for, those first in the order."""
_PATIENCE = 5.0
"""Seconds after which a disk does not answer: no more files are asked for."""
_TURN = 0.001
"""Seconds in which a file is waited for, before keys have their turn."""


def naming(session: Session, show: Callable[[], None]) -> Pieces[None]:
    """Find out names, soon those on the screen, then all; ``show``: they are there, to be drawn."""
    # Rows may be sorted anew meanwhile.
    rows, count = session.rows, session.profile.count
    for functions in (islice(rows, _SEEN_FIRST), islice(chain(rows, range(count)), _MOST)):
        by_file = yield from _by_file(session, functions)
        found: dict[int, str] = {}
        for file, indices in by_file.items():
            source = yield from _read(session, file)
            if source is None:
                return
            found.update((yield from _names_in(session, source, indices)))
            yield
        if found:
            yield from session.qualify(found)
            show()


def _by_file(session: Session, functions: Iterable[int]) -> Pieces[dict[str, set[int]]]:
    """The functions that have no such name yet, by their file."""
    profile, pace = session.profile, Pace()
    by_file: defaultdict[str, set[int]] = defaultdict(set)
    for index in functions:
        file, name = profile.files[index], profile.names[index]
        if "." not in name and index not in session.names.texts.qualified:
            by_file[file].add(index)
        if pace.done(1):
            yield
    return {file: by_file[file] for file in by_file if not no_file(file) or frozen_module(file)}


def _read(session: Session, file: str) -> Pieces[Source | None]:
    """The text of a file; ``None``: its disk does not answer, or there is no memory left."""
    read: list[Source] = []
    try:
        reader = threads.start(lambda: read.append(find_source(file, session.source_paths)))
    except MemoryError:
        return None
    end = time.monotonic() + _PATIENCE
    while reader.is_alive() and time.monotonic() < end:
        reader.join(_TURN)
        yield
    return read[0] if read else None


def _names_in(session: Session, source: Source, functions: Iterable[int]) -> Pieces[dict[int, str]]:
    """The names of these functions of one file, where it certainly is the text that was run."""
    if source.path is None or source.note:
        return {}
    names, lines = session.profile.names, session.profile.linenos
    places: dict[int, Place] = {index: (lines[index], names[index]) for index in functions}
    told = yield from qualified_names(source.lines, set(places.values()))
    defined = [place in told for index, place in places.items() if not names[index].startswith("<")]
    if 2 * sum(defined) < len(defined):
        # Lines of another text, of which some fit by chance.
        return {}
    return {index: told[place] for index, place in places.items() if told.get(place, place[1]) != place[1]}
