"""Line times of several files as one, and put beside the calls of the same program."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence

from proftui_parsers.profile import Function, LineTime, Profile, no_edges
from proftui_parsers.stats import total

_SEPARATORS = re.compile(r"[/\\]")


def is_line_profile(profile: Profile) -> bool:
    """Whether a profile has times of lines and nothing about calls."""
    return profile.cumtime is None and profile.ncalls is None and not profile.has_edges


def added(profiles: Sequence[Profile]) -> Profile:
    """Line profiles as one: what stands for the same line of the same function is added up."""
    if len(profiles) == 1:
        return profiles[0]
    tottime: dict[Function, float] = {}
    lines: dict[Function, tuple[LineTime, ...]] = {}
    for profile in profiles:
        for index in range(profile.count):
            key = profile.function(index)
            tottime[key] = tottime.get(key, 0.0) + profile.tottime[index]
            lines[key] = _both(lines.get(key, ()), profile.lines.get(index, ()))
    return profiles[0].changed(
        count=len(tottime),
        files=[key.file for key in tottime],
        linenos=array("q", [key.line for key in tottime]),
        names=[key.name for key in tottime],
        tottime=array("d", tottime.values()),
        edges=no_edges(len(tottime)),
        total_time=total(tottime.values()),
        hits={index: _hits(times) for index, times in enumerate(lines.values())},
        lines=dict(enumerate(lines.values())),
        warnings=tuple(dict.fromkeys(text for profile in profiles for text in profile.warnings)),
    )


def joined(calls: Profile, lines: Profile) -> Profile:
    """The calls, with the line times of the functions that are in both; own times stay those of the calls."""
    finder = _Finder(calls)
    found: dict[int, tuple[LineTime, ...]] = {}
    lost = 0
    for index in range(lines.count):
        partner = finder.partner(lines.function(index))
        if partner is None:
            # A function without any hit was not called, so no profile of calls can know it.
            lost += bool(lines.lines.get(index))
            continue
        found[partner] = _both(found.get(partner, ()), lines.lines.get(index, ()))
    warnings = [*calls.warnings, *lines.warnings]
    if lost:
        functions = "function" if lost == 1 else "functions"
        warnings.append(f"the line times of {lost:,} {functions} are left out: no such calls were profiled")
    hits = {index: _hits(times) for index, times in found.items()}
    return calls.changed(hits=hits, lines=found, warnings=tuple(dict.fromkeys(warnings)))


def _both(one: tuple[LineTime, ...], other: tuple[LineTime, ...]) -> tuple[LineTime, ...]:
    """Line times added up by line, in the order of lines."""
    if not one or not other:
        return one or other
    sums: dict[int, tuple[int, float]] = {}
    for line, hits, time in (*one, *other):
        before = sums.get(line, (0, 0.0))
        sums[line] = (before[0] + hits, before[1] + time)
    return tuple(LineTime(line, *sums[line]) for line in sorted(sums))


def _hits(times: tuple[LineTime, ...]) -> int:
    return sum(time.hits for time in times)


class _Finder:
    """Functions of a profile by line and plain name.

    The files may be written differently: cProfile keeps a path as it was imported, kernprof as it was
    typed. The names may be: line_profiler 5 writes ``Square.area`` where cProfile writes ``area``.
    """

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._places: dict[tuple[int, str], list[int]] = {}
        for index in range(profile.count):
            key = (profile.linenos[index], _plain(profile.names[index]))
            self._places.setdefault(key, []).append(index)

    def partner(self, function: Function) -> int | None:
        """The one function that this can be, if there is exactly one."""
        places = self._places.get((function.line, _plain(function.name)), [])
        wanted = _parts(function.file)
        parts = {place: _parts(self._profile.files[place]) for place in places}
        same = [place for place in places if parts[place] == wanted]
        tails = [place for place in places if _is_tail(parts[place], wanted)]
        named = [place for place in places if parts[place][-1] == wanted[-1]]
        for candidates in (same, tails, named):
            if len(candidates) == 1:
                return candidates[0]
            if candidates:
                return self._by_name(candidates, function.name)
        return None

    def _by_name(self, places: list[int], name: str) -> int | None:
        """The only one of these with this very name."""
        exact = [place for place in places if self._profile.names[place] == name]
        return exact[0] if len(exact) == 1 else None


def _plain(name: str) -> str:
    """The last part of a qualified name."""
    return name.rpartition(".")[2]


def _parts(file: str) -> list[str]:
    """The folders and the name of a file, without a leading ``./``."""
    parts = _SEPARATORS.split(file)
    return [part for part in parts[:-1] if part != "."] + parts[-1:]


def _is_tail(one: list[str], other: list[str]) -> bool:
    """Whether one path ends with the other."""
    shorter = min(len(one), len(other))
    return one[-shorter:] == other[-shorter:]
