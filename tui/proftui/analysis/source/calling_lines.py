"""The lines on which callers call a function: found caller by caller, in pieces, and kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from proftui.analysis.calls import callees, callers, outside
from proftui.analysis.names import Names
from proftui.analysis.neighbours import NONE, OUTSIDE, Neighbour, Neighbours
from proftui.analysis.source.call_sites import call_sites, functions_of_file
from proftui.analysis.source.listing import MOST_FILES, other_texts
from proftui.analysis.source.locating import SourcePaths
from proftui.analysis.source.sites import CallersByLine, CallingLine, Site
from proftui.analysis.source.source_text import Source, block_end, reading
from proftui.background.pieces import Pieces
from proftui_parsers import Profile

MOST_CALLERS = 100
"""Callers of one function whose lines are looked for, the heaviest."""


class CallingLines:
    """What is known of the lines on which functions call each other."""

    def __init__(
        self, profile: Profile, names: Names, paths: SourcePaths, sources: dict[str, Source]
    ) -> None:
        self._profile = profile
        self._names = names
        self._paths = paths
        self._sources = sources
        self._found: dict[int, tuple[Source, dict[int, Site | None]]] = {}
        """By caller: the text that was looked at, and what it tells of callees."""
        self._by_file: dict[str, list[int]] = {}
        self._above: tuple[int, Neighbours] = -1, NONE
        self._gave_up = False

    # What is known

    def source(self, caller: int) -> Source | None:
        """The text of a caller's file; ``None``: it was not looked for."""
        return self._sources.get(self._profile.files[caller])

    def _sites(self, caller: int) -> dict[int, Site | None]:
        text, sites = self._found.get(caller, (None, {}))
        return sites if text is not None and text is self.source(caller) else {}

    def site(self, caller: int, callee: int) -> Site | None:
        """The lines that call ``callee``; ``None``: they are not known, or not yet."""
        return self._sites(caller).get(callee)

    def sure_site(self, caller: int, callee: int) -> Site | None:
        """The same where nothing speaks against the text: it is the profiled one."""
        source = self.source(caller)
        return self.site(caller, callee) if source is not None and not source.note else None

    def is_known(self, caller: int, callee: int) -> bool:
        """Whether the lines were looked for."""
        return callee in self._sites(caller)

    def lines_of(self, callee: int) -> CallersByLine:
        """Every line that may call ``callee``, by what its caller spends there."""
        above = self._callers_of(callee)
        lines = [line for edge in islice(above, MOST_CALLERS) for line in self._lines(edge, callee)]
        return CallersByLine(lines, above.chosen(range(MOST_CALLERS, len(above))))

    def _callers_of(self, callee: int) -> Neighbours:
        """The callers, the heaviest first; those of one function are kept."""
        if self._above[0] != callee:
            above = callers(self._profile, callee)
            above = above.and_also(outside(self._profile, callee, above))
            self._above = callee, above.chosen(above.by_weight)
        return self._above[1]

    def _lines(self, edge: Neighbour, callee: int) -> Iterator[CallingLine]:
        site = self.site(edge.function, callee) if edge.function != OUTSIDE else None
        source = self.source(edge.function) if site is not None else None
        if site is None or source is None:
            yield CallingLine(edge.function, 0, edge)
            return
        for line in site.lines:
            yield CallingLine(edge.function, line, edge, site, source.lines[line - 1])

    # Finding out

    def finding_callers(self, callee: int, of: Neighbours | None = None) -> Pieces[None]:
        """Look for the lines of the heaviest callers of a function, or of those given, caller by caller."""
        above = self._callers_of(callee) if of is None else of.chosen(of.by_weight)
        for caller in above.functions[:MOST_CALLERS]:
            if caller >= 0:
                yield from self.finding_calls(caller, [callee])

    def finding_callees(self, caller: int) -> Pieces[None]:
        """Look for the lines on which a function calls everything that it calls."""
        yield from self.finding_calls(caller, list(callees(self._profile, caller).functions))

    def finding_calls(self, caller: int, wanted: Sequence[int]) -> Pieces[None]:
        """Look for the lines on which ``caller`` calls these functions."""
        missing = [callee for callee in wanted if not self.is_known(caller, callee)]
        if not missing or self._names.is_builtin(caller):
            return
        source = yield from self._read(self._profile.files[caller])
        if source is None:
            return
        sites: dict[int, Site | None] = dict.fromkeys(missing)
        if source.lines:
            yield from self._reading_callees(caller)
            sites |= self._looked_for(caller, source.lines, set(missing))
            yield
        known = self._sites(caller)
        self._found[caller] = source, known | sites

    def _read(self, file: str) -> Pieces[Source | None]:
        """The text of a file, waited for in pieces; ``None``: its disk does not answer."""
        if file not in self._sources and not self._gave_up:
            source = yield from reading(file, self._paths, self._sources)
            self._gave_up = source is None
        return self._sources.get(file)

    def _reading_callees(self, caller: int) -> Pieces[None]:
        """Read the files that tell what the callees of a function are, which nobody waits for then."""
        below = callees(self._profile, caller).functions
        files = dict.fromkeys(self._profile.files[i] for i in below if not self._names.is_builtin(i))
        for file in islice(files, MOST_FILES):
            yield from self._read(file)

    def _looked_for(self, caller: int, lines: Sequence[str], wanted: set[int]) -> dict[int, Site]:
        profile = self._profile
        file, first = profile.files[caller], max(profile.linenos[caller], 1)
        own = self._by_file.get(file)
        if own is None:
            own = self._by_file[file] = functions_of_file(profile, file)
        is_module = profile.names[caller] == "<module>"
        last = len(lines) if is_module else min(block_end(lines, first), len(lines))
        texts = other_texts(self._paths, self._sources)
        found = call_sites(profile, self._names, caller, lines, first, last, own, texts, only=wanted)
        return {site.callee: site for site in found.sites}
