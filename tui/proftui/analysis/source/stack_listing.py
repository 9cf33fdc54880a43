"""The text of a function or of its file, with what whole stacks tell of each line: all of it exact."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from proftui.analysis.names import Names
from proftui.analysis.neighbours import OUTSIDE, Neighbour
from proftui.analysis.source.call_sites import functions_of_file
from proftui.analysis.source.calling_lines import CallingLines
from proftui.analysis.source.enclosing import blocks
from proftui.analysis.source.listing import MOST_LINES, Listing, total_of
from proftui.analysis.source.locating import NOTHING, Note, SourcePaths
from proftui.analysis.source.sites import MOST_CALLEES, CallingLine, Site
from proftui.analysis.source.source_text import Source, block_end
from proftui.analysis.stacktree.lines import UNKNOWN, Executed, StackLines
from proftui.background.pieces import Pieces
from proftui_parsers import Profile

_PYTHON = (".py", ".pyw", ".pyx", ".pxd", ".pxi")
"""Ends of files in which functions can be found by their names."""


@dataclass(frozen=True, eq=False)
class StackListing(Listing):
    """Lines with their own time and their time with what they call; a line is of one function."""

    is_in_blocks: bool = False
    """Whether the lines are those of whole functions."""

    def seconds(self, number: int) -> float:
        """What is spent on a line, with what it calls."""
        line = self.executed.get(number)
        return line.cum if line is not None else 0.0

    def most(self, number: int) -> float:
        """The same: nothing is uncertain."""
        return self.seconds(number)

    @property
    def has_figures(self) -> bool:
        """Whether any line has figures."""
        return bool(self.executed)

    @property
    def has_whole_statements(self) -> bool:
        """Whether no statement is shown in part."""
        return self.is_in_blocks or super().has_whole_statements

    @cached_property
    def by_time(self) -> tuple[int, ...]:
        """Rows of all lines with figures by time, the hottest first."""
        known = self.executed
        rows = [row for row, line in enumerate(self.numbers) if line in known]
        rows.sort(key=lambda row: (-known[self.numbers[row]].cum, -known[self.numbers[row]].own))
        return tuple(rows)


def stack_listing(
    profile: Profile, index: int, stack_lines: StackLines, source: Source, whole_file: bool = False
) -> StackListing:
    """The lines of function ``index`` or of its whole file."""
    known, text = stack_lines.of(index), source.lines
    own, note = _own_blocks(profile, index, source, known)
    # What has no line stands where the function begins; without text it has a row without a number.
    heading = own[0].start if own else UNKNOWN
    lines = {index: stack_lines.with_heading(index, heading)}
    parts = own
    if whole_file and text:
        others = functions_of_file(profile, profile.files[index])
        lines |= {other: stack_lines.of(other) for other in others if other != index}
        parts = [range(1, len(text) + 1)]
    executed, owners = _owned(lines, index)
    errors = {number: stack_lines.error(line) for number, line in executed.items()}
    numbers = _numbers(parts, executed)
    return StackListing(
        function=index,
        first=own[0].start if own else max(min(known, default=1), 1),
        last=own[0].stop - 1 if own else max(known, default=0),
        text={number: text[number - 1] for number in numbers if 1 <= number <= len(text)},
        numbers=numbers,
        times={},
        note=source.note or note,
        has_times=False,
        sites=_sites(lines),
        owners=owners,
        totals={function: total_of(profile, function) for function in lines},
        path=source.path,
        executed=executed,
        errors={number: error for number, error in errors.items() if error is not None},
        unplaced=known.get(UNKNOWN),
        is_in_blocks=len(numbers) == sum(map(len, parts)),
    )


def _own_blocks(
    profile: Profile, index: int, source: Source, known: Mapping[int, Executed]
) -> tuple[list[range], Note]:
    """The parts of the file that the function has, and what speaks against the text."""
    text, first, last = source.lines, profile.linenos[index], max(known, default=0)
    if not text:
        return [], NOTHING
    note = Note("fewer lines", "", (len(text),)) if last > len(text) else NOTHING
    if profile.recording is not None and profile.recording.defined and 1 <= first <= len(text):
        return [range(first, max(block_end(text, first), min(last, len(text))) + 1)], note
    parts, every = blocks(text, profile.names[index], known)
    if not (every or note) and profile.files[index].endswith(_PYTHON):
        note = Note("in none", profile.names[index], (first,))
    return parts, note


def _owned(
    lines: Mapping[int, Mapping[int, Executed]], index: int
) -> tuple[dict[int, Executed], dict[int, int]]:
    """What is known by line, and the functions of lines that are not of the one shown.

    A line of several functions is that of the one shown, else of the one that has the most time there.
    """
    executed, owners = dict(lines[index]), dict[int, int]()
    for function, of_it in lines.items():
        for number, line in of_it.items():
            if function == index or number in lines[index] or number == UNKNOWN:
                continue
            if number not in executed or line.cum > executed[number].cum:
                executed[number], owners[number] = line, function
    return executed, owners


def _numbers(parts: Sequence[range], executed: Mapping[int, Executed]) -> Sequence[int]:
    """The lines that are shown: those of the parts, and what was executed elsewhere."""
    length = sum(map(len, parts))
    beyond = [number for number in executed if not any(number in part for part in parts)]
    if len(parts) == 1 and not beyond and length < MOST_LINES:
        return parts[0]
    return sorted({*beyond, *chain(*parts)} if length < MOST_LINES else executed)


def _sites(lines: Mapping[int, Mapping[int, Executed]]) -> dict[int, tuple[Site, ...]]:
    """The calls by line; of hundreds of thousands on one line the heaviest."""
    sites: dict[int, tuple[Site, ...]] = {}
    for function, of_it in lines.items():
        for number, line in of_it.items():
            made = tuple(Site(call.function, call, (number,), function) for call in line.calls[:MOST_CALLEES])
            if made:
                sites[number] = (*sites.get(number, ()), *made)
    return sites


class StackCallingLines(CallingLines):
    """Exact calls of callers that were seen executing lines; of the others what their text tells."""

    def __init__(
        self,
        profile: Profile,
        names: Names,
        paths: SourcePaths,
        sources: dict[str, Source],
        stack_lines: StackLines,
    ) -> None:
        super().__init__(profile, names, paths, sources)
        self._stack_lines = stack_lines
        self._exact: dict[int, dict[int, list[tuple[int, Neighbour]]]] = {}
        """By caller and callee the lines with what they called, the heaviest first."""

    def site(self, caller: int, callee: int) -> Site | None:
        """The lines that call ``callee``, the heaviest first; ``None``: they are not known, or not yet."""
        if caller not in self._exact:
            return super().site(caller, callee)
        called = [(line, call) for line, call in self._exact[caller].get(callee, ()) if line != UNKNOWN]
        if not called:
            return None
        return Site(callee, called[0][1], tuple(line for line, _ in called), caller)

    def sure_site(self, caller: int, callee: int) -> Site | None:
        """The same: no other text makes recorded lines less sure."""
        exact = caller in self._exact
        return self.site(caller, callee) if exact else super().sure_site(caller, callee)

    def is_known(self, caller: int, callee: int) -> bool:
        """Whether the lines were looked for."""
        return caller in self._exact or super().is_known(caller, callee)

    def finding_calls(self, caller: int, wanted: Sequence[int]) -> Pieces[None]:
        """Look for the lines on which ``caller`` calls these functions, and for their text."""
        if caller in self._exact:
            return
        if not self._stack_lines.has_lines(caller):
            yield from super().finding_calls(caller, wanted)
            return
        by_callee: dict[int, list[tuple[int, Neighbour]]] = defaultdict(list)
        for line, executed in self._stack_lines.of(caller).items():
            for call in executed.calls:
                by_callee[call.function].append((line, call))
        for lines in by_callee.values():
            lines.sort(key=lambda called: -(called[1].cumtime or 0.0))
        self._exact[caller] = dict(by_callee)
        yield
        yield from self._read(self._profile.files[caller])

    def _lines(self, edge: Neighbour, callee: int) -> Iterator[CallingLine]:
        caller = edge.function
        if caller == OUTSIDE or caller not in self._exact:
            yield from super()._lines(edge, callee)
            return
        source = self.source(caller)
        text = source.lines if source is not None else ()
        for line, call in self._exact[caller].get(callee, ()):
            figures = call._replace(function=caller)
            if line == UNKNOWN:
                yield CallingLine(caller, UNKNOWN, figures)
                continue
            shown = text[line - 1] if line <= len(text) else ""
            yield CallingLine(caller, line, figures, Site(callee, call, (line,), caller), shown)
