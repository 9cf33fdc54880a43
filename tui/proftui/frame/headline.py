"""The profile in one sentence: who takes the time, or which function does and how few take half of it."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence

from proftui import messages
from proftui.analysis.builtin_names import BUILT_IN
from proftui.analysis.importlib_names import seconds_of_imports
from proftui.analysis.names import Names
from proftui.analysis.own_by_package import MINE, WAITS, making_half, own_by_package, seconds_waited
from proftui.drawing import figures
from proftui.drawing.safe_text import cell_width, clean
from proftui.state.figures import unit_of
from proftui.state.session import Headline, Session
from proftui_parsers.profile import LineTime, Profile

_LEAST_SHARE = 1.0
_LONGEST_NAME = 40
_LONGEST_PACKAGE = 20
_ALMOST_ALL = 90.0
"""Percent from which on it says little that a package takes them."""
_MOST_PARTS = 7
_ASKED_FOR = 5.0
"""Percent from which on my code and waiting stand before larger packages where there is little room."""
_READ_AS_ONE = 0.5
"""Percent from which on a share without decimals is 1."""


def shown(session: Session, width: int) -> str:
    """What is said of the whole profile in at most ``width`` cells, if that can be."""
    if session.headline is None:
        session.headline = headline(session.profile, session.names, session.known_own)
    said = session.headline
    forms = [_own_time(said, parts) for parts in range(len(said.own), 0, -1)]
    half = said.sentence.partition(" · ")[0]
    if said.imports:
        forms += [f"{said.imports} · {said.sentence}", f"{said.imports} · {half}"]
    forms += [said.sentence, half]
    return next((form for form in forms if cell_width(form) <= width), half)


def headline(
    profile: Profile, names: Names, own_parts: Sequence[tuple[str, float]] | None = None
) -> Headline:
    """True sentences about a profile, cleaned: ``compile takes 42 % · 3 functions take half``.

    ``own_parts``: what an earlier one said of own time, with other names.
    """
    if profile.count == 0:
        return Headline(messages.NOTHING_RECORDED)
    if profile.is_of_lines:
        return _about_lines(profile, names)
    measured = profile.measure
    own = profile.tottime[: profile.count]
    hottest, total = _largest(own), profile.total_time
    if hottest is None or not 0 < total < math.inf:
        functions = figures.plural(profile.count, "function")
        return Headline(messages.NOTHING_MEASURED.format(measured.title, functions))
    if profile.count == 1:
        return Headline(messages.ONLY_FUNCTION.format(clean(names.shown_name(hottest), _LONGEST_NAME)))
    whole = messages.OF_THE.format(measured.title) if measured.sampled else ""
    sentence = _sentence(_whose(names, hottest), own, hottest, total, whole, "function")
    share = 0.0 if profile.cumtime is None else 100.0 * seconds_of_imports(profile, names) / total
    imports = _part(messages.IMPORTS, share) + messages.IMPORTS_KEY if share >= _READ_AS_ONE else ""
    own_parts = _own_parts(profile, names, total) if own_parts is None else own_parts
    return Headline(sentence, imports, own_parts)


def _own_parts(profile: Profile, names: Names, total: float) -> tuple[tuple[str, float], ...]:
    """Who takes own time, in percent, the largest first; nothing where one takes almost all."""
    untold = profile.measure.sampled and not seconds_waited(profile)
    parts = {} if untold else own_by_package(profile, names)
    shares = [(_package(name), 100.0 * time / total) for name, time in parts.items()]
    told = tuple(part for part in shares if part[1] >= _READ_AS_ONE)
    alone = told and told[0][1] >= _ALMOST_ALL and told[0][0] != messages.WAITING
    return () if alone else told


def _package(name: str) -> str:
    known = {MINE: messages.MY_CODE, WAITS: messages.WAITING, BUILT_IN: messages.BUILT_INS}
    return known.get(name) or clean(name, _LONGEST_PACKAGE)


def _own_time(said: Headline, parts: int) -> str:
    """Own time by package: so many parts, of which one asks first, the largest first, and the rest."""
    asked = [part for part in said.own if part[0] in (messages.MY_CODE, messages.WAITING)]
    first = [said.own[0], *(part for part in asked if part[1] >= _ASKED_FOR), *said.own]
    chosen = list(dict.fromkeys(first))[: min(parts, _MOST_PARTS)]
    kept = [part for part in said.own if part in chosen]
    rest = 100.0 - sum(share for _, share in kept)
    if rest >= _READ_AS_ONE:
        kept.append((messages.OTHERS, rest))
    own = messages.BY_PACKAGE.format(" · ".join(_part(*part) for part in kept))
    return f"{said.imports}; {own}" if said.imports else own


def _part(what: str, share: float) -> str:
    return messages.PART.format(what, figures.whole_percent(share))


def _whose(names: Names, index: int) -> str:
    """A function's name; where others are shown with the same one, also where it stands."""
    name, every = names.shown_name(index), names.profile.names
    recorded = every[index]
    alike = (i for i in range(names.profile.count) if every[i] == recorded or name in every[i])
    shared = any(other != index and names.shown_name(other) == name for other in alike)
    where = clean(names.location(index, with_dirs=False), _LONGEST_NAME)
    return clean(name, _LONGEST_NAME) + (f" ({where})" if shared else "")


def _about_lines(profile: Profile, names: Names) -> Headline:
    if profile.hits and not any(profile.hits.values()):
        return Headline(messages.NO_LINE_RUN.format(figures.plural(profile.count, "function")))
    # Numbers alone: there may be a million lines.
    times = array("d", (line.time for lines in profile.lines.values() for line in lines))
    hottest = _largest(times)
    if hottest is None or not 0 < profile.total_time < math.inf:
        return Headline(messages.NO_TIME_OF_LINES.format(figures.plural(len(times), "line")))
    index, line = _line_at(profile, hottest)
    what = messages.LINE_OF.format(line.line, clean(names.shown_name(index), _LONGEST_NAME))
    if not profile.measure.adds:
        most = figures.with_unit(line.time, unit_of(profile, line.time))
        return Headline(messages.MOST_OF_LINES.format(what, most))
    if len(times) == 1:
        return Headline(messages.ONLY_LINE.format(what))
    return Headline(_sentence(what, times, hottest, profile.total_time, messages.OF_LINES_ADDED, "line"))


def _line_at(profile: Profile, number: int) -> tuple[int, LineTime]:
    """The function and the line of this number among all lines."""
    for index, lines in profile.lines.items():
        if number < len(lines):
            return index, lines[number]
        number -= len(lines)
    raise IndexError(number)


def _sentence(what: str, times: Sequence[float], hottest: int, total: float, of: str, unit: str) -> str:
    """``of``: what shares are of, where that is not the time of the run."""
    share = 100.0 * times[hottest] / total
    halves = making_half(times, total)
    if share < _LEAST_SHARE:
        said = messages.NONE_TAKES.format(unit, figures.whole_percent(_LEAST_SHARE), of)
        # Where figures contradict each other, all of them together may not be half.
        return f"{said}{messages.TAKE_HALF.format(figures.plural(halves, unit))}" if halves else said
    said = messages.TAKES.format(what, figures.whole_percent(share), of)
    return said if halves < 2 else f"{said}{messages.TAKE_HALF.format(figures.plural(halves, unit))}"


def _largest(times: Sequence[float]) -> int | None:
    """Where the largest time stands, if any is more than nothing."""
    times = list(times)
    finite = times if math.isfinite(sum(times)) else [time for time in times if 0 < time < math.inf]
    largest = max(finite, default=0.0)
    return times.index(largest) if largest > 0 else None
