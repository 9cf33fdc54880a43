"""Where a function calls what the profile says it calls: callees matched to the lines of its source.

A profile has no lines of calls, so names decide: a callee belongs to the lines that call its name, and
where they are several its figures are theirs together. What cannot be told is left out of the lines and
listed apart, so that nothing is missing from the sum. Source is parsed, never compiled or run.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from proftui.analysis.calls import callees
from proftui.analysis.names import Names
from proftui.analysis.neighbours import Neighbour, Neighbours
from proftui.analysis.source.call_matching import Matching, last_name
from proftui.analysis.source.called_names import CalledNames
from proftui.analysis.source.function_syntax import syntax_of
from proftui_parsers import Profile

LARGEST_BLOCK = 64 << 10
"""Characters; 2 MB of dense code take ``ast`` seconds and a gigabyte."""


@dataclass(frozen=True, slots=True)
class Site:
    """One callee and the lines that call it; on more than one line, its figures are theirs together."""

    callee: int
    figures: Neighbour
    lines: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class CallSites:
    """The callees of one function: each stands once, on the lines that call it or elsewhere."""

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
) -> CallSites:
    """Match the callees of ``function`` to its lines.

    Args:
        profile: What was measured.
        names: The names of its functions.
        function: Whose lines they are.
        lines: All lines of its file.
        first: Its first line, counted from 1.
        last: Its last line.
        own: The functions of the same file, if the caller knows them (see ``functions_of_file``).
    """
    below = callees(profile, function)
    code = None
    if below:
        if own is None:
            own = functions_of_file(profile, profile.files[function])
        code = _code_of(last_name(names, function), lines, first, last, _comprehensions(profile, own))
    matched: dict[int, list[int]] = {}
    if code is not None:
        matched = Matching(profile, names, function, lines, code).matched(list(below.functions))
    on_lines: dict[int, list[Site]] = defaultdict(list)
    elsewhere: list[int] = []
    for row in below.by_weight:
        neighbour = below[row]
        if neighbour.function not in matched:
            elsewhere.append(row)
            continue
        numbers = tuple(sorted({min(max(n, first), last) for n in matched[neighbour.function]}))
        site = Site(neighbour.function, neighbour, numbers)
        for number in numbers:
            on_lines[number].append(site)
    return CallSites({n: tuple(on_lines[n]) for n in sorted(on_lines)}, below.chosen(elsewhere))


def _comprehensions(profile: Profile, own: Iterable[int]) -> bool:
    """Whether comprehensions of this file are functions of their own; from Python 3.12 on they are not."""
    kinds = ("<listcomp>", "<setcomp>", "<dictcomp>")
    return any(profile.names[index].endswith(kinds) for index in own)


def _code_of(name: str, lines: Sequence[str], first: int, last: int, apart: bool) -> CalledNames | None:
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
    for root in syntax:
        code.collect(root)
    return code
