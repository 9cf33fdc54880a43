"""Line times of several files as one, and put beside the calls of the same program."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

import proftui_parsers.messages as messages
from proftui_parsers.combine.matching import EVERY, NONE, partners
from proftui_parsers.profile import Function, LineTime, Profile, no_edges
from proftui_parsers.sums import total
from proftui_parsers.texts import Texts

Lines = tuple[LineTime, ...]


def added(profiles: Sequence[Profile], told: Callable[[float], None]) -> Profile:
    """Line profiles as one: what stands for the same line of the same function is added up."""
    if len(profiles) == 1:
        return profiles[0]
    texts = Texts()
    tottime: dict[Function, float] = {}
    lines_of: dict[Function, list[Lines]] = {}
    for profile in profiles:
        functions = map(Function, texts.only(profile.files), profile.linenos, texts.only(profile.names))
        for index, key in zip(range(profile.count), functions, strict=False):
            if index % EVERY == 0:
                told(index / profile.count)
            tottime[key] = tottime.get(key, 0.0) + profile.tottime[index]
            lines_of.setdefault(key, []).append(profile.lines.get(index, ()))
    lines = dict(enumerate(map(_sum, lines_of.values())))
    return profiles[0].changed(
        count=len(tottime),
        files=[key.file for key in tottime],
        linenos=array("q", [key.line for key in tottime]),
        names=[key.name for key in tottime],
        tottime=array("d", tottime.values()),
        edges=no_edges(len(tottime)),
        total_time=total(tottime.values()),
        hits={index: _hits(times) for index, times in lines.items()},
        lines=lines,
        remarks=tuple(dict.fromkeys(text for profile in profiles for text in profile.warnings)),
    )


def joined(calls: Profile, lines: Profile, told: Callable[[float], None]) -> Profile:
    """The calls, with the line times of the functions that are in both; own times stay those of the calls."""
    lines_of: dict[int, list[Lines]] = {}
    lost = 0
    for index, partner in enumerate(partners(calls, lines, told)):
        times = lines.lines.get(index, ())
        if partner == NONE:
            # A function without any hit was not called, so no profile of calls can know it.
            lost += bool(times)
        else:
            lines_of.setdefault(partner, []).append(times)
    summed = {index: _sum(parts) for index, parts in lines_of.items()}
    warnings = [*calls.warnings, *lines.warnings]
    if lost:
        functions = "function" if lost == 1 else "functions"
        warnings.append(messages.LINE_TIMES_LEFT_OUT.format(lost, functions))
    hits = {index: _hits(times) for index, times in summed.items()}
    return calls.changed(hits=hits, lines=summed, remarks=tuple(dict.fromkeys(warnings)))


def _sum(parts: Sequence[Lines]) -> Lines:
    """Line times added up by line, in the order of lines."""
    parts = [part for part in parts if part]
    if len(parts) < 2:
        return parts[0] if parts else ()
    sums: dict[int, tuple[int, float]] = {}
    for part in parts:
        for line, hits, time in part:
            before = sums.get(line, (0, 0.0))
            sums[line] = (before[0] + hits, before[1] + time)
    return tuple(LineTime(line, *sums[line]) for line in sorted(sums))


def _hits(times: Lines) -> int:
    return sum(time.hits for time in times)
