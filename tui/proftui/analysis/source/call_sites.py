"""Where a function calls what the profile says it calls: callees matched to the lines of its source.

A callee belongs to every line that may call it. It stands on one line alone only where its name is
called on no other, and nothing else in the function can have called it; :mod:`.call_lines` says how that
is told. What belongs to no line, or to too many, is listed apart, so that nothing is missing from the sum.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from proftui.analysis.calls import callees, time_of_others
from proftui.analysis.names import Names
from proftui.analysis.neighbours import Neighbours
from proftui.analysis.source.call_lines import Matching
from proftui.analysis.source.called_names import CalledNames
from proftui.analysis.source.callee_texts import CalleeTexts
from proftui.analysis.source.collector import Collector
from proftui.analysis.source.events import last_name
from proftui.analysis.source.sites import MOST_CALLEES, Site
from proftui.analysis.source.syntax import syntax_of
from proftui_parsers import Profile
from proftui_parsers.contradictions import lost_time, may_share_name

LARGEST_BLOCK = 64 << 10
"""Characters; 2 MB of dense code take ``ast`` seconds and a gigabyte."""
MOST_LINES_OF_ONE = 60
"""Lines that a callee is shown on; of one that any of more may call, nothing is told."""


@dataclass(frozen=True, eq=False)
class CallSites:
    """The callees of one function: each stands once, on the lines that may call it or elsewhere."""

    on_lines: Mapping[int, tuple[Site, ...]]
    """By line, the heaviest first; a site of several lines is under each of them."""
    elsewhere: Neighbours
    """What no line could be told for, the heaviest first."""

    @cached_property
    def sites(self) -> tuple[Site, ...]:
        """Every site once, the heaviest first."""
        every = list({id(site): site for sites in self.on_lines.values() for site in sites}.values())
        return tuple(every[row] for row in Neighbours.of(site.figures for site in every).by_weight)


def functions_of_file(profile: Profile, file: str) -> list[int]:
    """The functions that ``profile`` recorded in ``file``."""
    return [index for index, other in enumerate(profile.files) if other == file]


def call_sites(
    profile: Profile,
    names: Names,
    function: int,
    lines: Sequence[str],
    first: int,
    last: int,
    own: Sequence[int] | None = None,
    text_of: Callable[[str], Sequence[str]] = lambda file: (),
    most: int = MOST_CALLEES,
    only: Collection[int] | None = None,
) -> CallSites:
    """Match the callees of ``function`` to its lines, from ``first`` to ``last`` of those of its file.

    ``own``: the functions of the same file, if the caller knows them (:func:`functions_of_file`).
    ``text_of``: the text of other recorded files, empty where it is not known.
    ``most``: callees whose lines are looked for; ``only``: no others than these.
    """
    below = callees(profile, function)
    matched: Mapping[int, set[int]] = {}
    ended: Mapping[int, set[int]] = {}
    named: Mapping[int, set[int]] = {}
    if below:
        same_file = functions_of_file(profile, profile.files[function]) if own is None else own
        apart = _comprehensions(profile, same_file)
        code = code_of(last_name(names, function), lines, first, last, apart)
        if code is not None:
            texts = CalleeTexts(profile, names, function, lines, first, code, text_of, below.functions)
            matching = Matching(texts)
            by_weight = [below.functions[row] for row in below.by_weight[:most]]
            matched = matching.matched([index for index in by_weight if only is None or index in only])
            ended, named = matching.ended, matching.named
    # Of several functions of one name cProfile keeps the figures of one: calls of them may be missing.
    lossy = lost_time(profile, function, time_of_others(below, function)) > 0
    on_lines: dict[int, list[Site]] = defaultdict(list)
    elsewhere: list[int] = []
    for row in below.by_weight:
        neighbour = below[row]
        where = matched.get(neighbour.function, ())
        if not 0 < len(where) <= MOST_LINES_OF_ONE:
            elsewhere.append(row)
            continue
        numbers = tuple(sorted({min(max(n, first), last) for n in where}))
        early = tuple(sorted(ended.get(neighbour.function, set()).difference(numbers)))
        by_name = frozenset(named.get(neighbour.function, ()))
        more = lossy and may_share_name(profile, neighbour.function)
        site = Site(neighbour.function, neighbour, numbers, function, early, by_name, more)
        for number in numbers:
            on_lines[number].append(site)
    return CallSites({n: tuple(on_lines[n]) for n in sorted(on_lines)}, below.chosen(elsewhere))


def _comprehensions(profile: Profile, own: Iterable[int]) -> bool:
    """Whether comprehensions of this file are functions of their own; from Python 3.12 on they are not."""
    kinds = ("<listcomp>", "<setcomp>", "<dictcomp>")
    return any(profile.names[index].endswith(kinds) for index in own)


def code_of(name: str, lines: Sequence[str], first: int, last: int, apart: bool) -> CalledNames | None:
    """What the function of this name calls in its block; ``None`` if the block is not its source."""
    if not 1 <= first <= last <= len(lines):
        return None
    block = lines[first - 1 : last]
    if sum(map(len, block)) + len(block) > LARGEST_BLOCK:
        return None
    syntax = syntax_of(name, block)
    if not syntax:
        return None
    code = CalledNames(first - 1, apart)
    collector = Collector(code)
    for root in syntax:
        collector.collect(root)
    return code
