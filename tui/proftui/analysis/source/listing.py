"""The text of a function or of its file, with what was measured on each line and what its calls cost."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from proftui.analysis.calls import callees
from proftui.analysis.importlib_names import FIND_AND_LOAD
from proftui.analysis.names import Names
from proftui.analysis.neighbours import NONE, Neighbours
from proftui.analysis.source.call_sites import call_sites, functions_of_file
from proftui.analysis.source.locating import NOTHING, Note, SourcePaths
from proftui.analysis.source.sites import MOST_CALLEES, Site
from proftui.analysis.source.source_text import Source, block_end, source_of, starts
from proftui_parsers import LineTime, Profile
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.analysis.stacktree.lines import Executed


_IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import\b|import[ \t]+([\w., \t]+))")


def imported_modules(text: str) -> list[str]:
    """The dotted names of the modules that a line imports."""
    match = _IMPORT.match(text[:1000])
    if match is None:
        return []
    several = (part.split() for part in (match[1] or match[2]).split(","))
    return [words[0] for words in several if words]


def modules_on(
    profile: Profile, names: Names, text: Mapping[int, str], lines: Iterable[int]
) -> dict[int, tuple[int, ...]]:
    """By line, the functions that are the code of the modules imported there: each ran once, somewhere."""
    wanted = {line: imported_modules(text.get(line, "")) for line in lines}
    asked = {name for modules in wanted.values() for name in modules}
    code: dict[str, list[int]] = {name: [] for name in asked}
    for index in range(profile.count) if asked else ():
        if profile.names[index] == "<module>" and (module := names.module(index)) in asked:
            code[module].append(index)
    # Of two files with one name nobody knows which it was.
    found = {
        line: tuple(code[m][0] for m in modules if len(code[m]) == 1) for line, modules in wanted.items()
    }
    return {line: indices for line, indices in found.items() if indices}


NEVER_RAN = "never ran"
"""What is noted of a function of which no line ran: nothing speaks against its text."""
MOST_LINES = 100_000
MOST_FUNCTIONS = 60
"""Functions of a file whose calls are looked for in its text, besides the one that is shown."""
MOST_FILES = 40
"""Files that are read to see what functions of them are."""


@dataclass(frozen=True, eq=False)
class Listing:
    """Lines with what is known of each; ``first`` is the number of the function's first line."""

    function: int
    first: int
    text: Mapping[int, str]
    numbers: Sequence[int]
    times: Mapping[int, LineTime]
    note: Note
    has_times: bool
    """Whether the lines of the function were measured."""
    sites: Mapping[int, tuple[Site, ...]] = field(default_factory=dict)
    """Calls by line, of functions whose callees are known."""
    elsewhere: Neighbours = NONE
    """Callees of the function that no line could be told for."""
    owners: Mapping[int, int] = field(default_factory=dict)
    """The function that a line belongs to, where it is not the one shown."""
    totals: Mapping[int, float] = field(default_factory=dict)
    """Seconds of each function with its callees, of the run that its calls are of."""
    line_totals: Mapping[int, float] = field(default_factory=dict)
    """Seconds of all lines of each function that was measured line by line."""
    modules: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """The code of modules that lines import, where several lines do."""
    imported: Mapping[int, float] = field(default_factory=dict)
    """Seconds that these modules took where they were first imported, most probably on that line."""
    recursive: frozenset[int] = frozenset()
    """Which of the functions call themselves, directly or not."""
    path: str | None = None
    """The file that was read."""
    of_samples: bool = False
    """Whether samples were counted on lines: how often each was seen executing, not how often it ran."""
    last: int = 0
    """The number of the function's last line."""
    executed: Mapping[int, Executed] = field(default_factory=dict)
    """What whole stacks tell of lines; else empty, as what follows is."""
    errors: Mapping[int, float] = field(default_factory=dict)
    """One standard error of a line's own share of the run, percent, where figures are from samples."""
    unplaced: Executed | None = None
    """What was spent on lines that the file does not tell: it stands on the function's first line."""

    @property
    def total(self) -> float:
        """Time of all lines of the function, seconds."""
        return self.line_totals.get(self.function, 0.0)

    def whole(self, number: int) -> float | None:
        """What the share on a line is of, of the same run: its function's lines together, or its cumtime."""
        owner = self.owners.get(number, self.function)
        return (self.line_totals if number in self.times else self.totals).get(owner)

    def calls_of(self, number: int) -> list[Site]:
        """The calls that this line made: those of its function; what inner functions call is within them."""
        return [site for site in self._own(number) if not site.joint]

    def joint_calls_of(self, number: int) -> list[Site]:
        """The calls that this line or others made: how many of them it made is not known."""
        return [site for site in self._own(number) if site.joint]

    def _own(self, number: int) -> list[Site]:
        owner = self.owners.get(number, self.function)
        return [site for site in self.sites.get(number, ()) if site.caller == owner]

    @cached_property
    def joint(self) -> tuple[Site, ...]:
        """The calls of several lines, each once, in the order of lines."""
        return tuple({id(site): site for n in self.sites for site in self.joint_calls_of(n)}.values())

    def seconds(self, number: int) -> float:
        """What is known to be spent on a line: measured, or by what it calls."""
        time = self.times.get(number)
        if time is not None:
            return time.time
        return self.cost(number, self.calls_of(number)) or 0.0

    def most(self, number: int) -> float:
        """What may be spent on a line at most, its own time aside: joint calls are taken for its own."""
        if number in self.times:
            return self.seconds(number)
        return self.cost(number, self._own(number)) or 0.0

    def overlap(self, number: int, calls: Sequence[Site]) -> bool:
        """Whether calls of a line may be within each other: those of a function that calls itself again."""
        return len(calls) > 1 and self.owners.get(number, self.function) in self.recursive

    def cost(self, number: int, calls: Sequence[Site]) -> float | None:
        """What these calls of a line took together, seconds; where they may overlap, the longest of them."""
        times = [site.figures.cumtime for site in calls if site.figures.cumtime is not None]
        if not times or len(times) < len(calls):
            return None
        return max(times) if self.overlap(number, calls) else sum(times)

    @property
    def has_figures(self) -> bool:
        """Whether any line has figures."""
        return bool(self.times or self.sites or self.elsewhere)

    @property
    def has_whole_statements(self) -> bool:
        """Whether no statement is shown in part, so that text can be read from the first line on."""
        return isinstance(self.numbers, range)

    @property
    def length(self) -> int:
        """Rows: the lines, and below them what stands on no line, with its title."""
        return len(self.numbers) + (len(self.elsewhere) + 1 if self.elsewhere else 0)

    @cached_property
    def hottest(self) -> tuple[int, ...]:
        """Rows of the function's lines with figures by time, the hottest first; or else of its file's."""
        mine = self.function
        own = [row for row in self.by_time if self.owners.get(self.numbers[row], mine) == mine]
        return tuple(own) or self.by_time

    @cached_property
    def by_time(self) -> tuple[int, ...]:
        """Rows of all lines with figures by time, the hottest first."""
        timed = [row for row, line in enumerate(self.numbers) if line in self.times or self._own(line)]
        return tuple(sorted(timed, key=lambda row: self._heat(self.numbers[row]), reverse=True))

    def _heat(self, line: int) -> tuple[float, float]:
        """What is sure or took an import; else what is possible."""
        most = self.most(line)
        return max(self.seconds(line), min(self.imported.get(line, 0.0), most)), most


def listing(
    profile: Profile,
    index: int,
    sources: dict[str, Source],
    paths: SourcePaths,
    names: Names,
    whole_file: bool = False,
) -> Listing:
    """The lines of function ``index`` or of its whole file.

    ``sources`` keeps the files that were read, from ``paths``.
    """
    recorded, first = profile.files[index], max(profile.linenos[index], 1)
    source = source_of(recorded, paths, sources)
    times = {time.line: time for time in profile.lines.get(index, ())}
    note = source.note
    start, last = min([first, *times]), max([first, *times])
    end = last
    if source.lines:
        is_module = profile.names[index] == "<module>"
        end = len(source.lines) if is_module else block_end(source.lines, first)
        note = _misfit(profile, index, source, last) or note
    end = max(last, min(end, len(source.lines)))
    shown = Listing(
        *(index, first, {}, (), times, note, index in profile.lines),
        path=source.path,
        last=end,
        of_samples=profile.measure.sampled,
    )
    functions, span = [index], range(start, end + 1)
    if whole_file and source.lines:
        functions += [i for i in functions_of_file(profile, recorded) if i != index and i < profile.count]
        span = range(1, len(source.lines) + 1)
    return _filled(shown, profile, names, source.lines, other_texts(paths, sources), functions, span)


def other_texts(paths: SourcePaths, sources: dict[str, Source]) -> Callable[[str], Sequence[str]]:
    """What gives the text of other files; each is looked for on the disk once, and not too many."""
    looked_for: set[str] = set()

    def text_of(file: str) -> Sequence[str]:
        if file not in sources and file not in looked_for and len(looked_for) >= MOST_FILES:
            return ()
        looked_for.add(file)
        return source_of(file, paths, sources).lines

    return text_of


def _filled(
    shown: Listing,
    profile: Profile,
    names: Names,
    lines: Sequence[str],
    text_of: Callable[[str], Sequence[str]],
    functions: Sequence[int],
    span: range,
) -> Listing:
    """The listing with the lines of ``span`` and the figures of these functions."""
    times, owners = _line_times(shown, profile, functions)
    sites: dict[int, tuple[Site, ...]] = {}
    elsewhere = NONE
    if not lines:
        below = callees(profile, shown.function)
        elsewhere = below.chosen(below.by_weight)
    elif profile.has_edges:
        sought = functions[: MOST_FUNCTIONS + 1]
        sites, elsewhere = _calls(shown, profile, names, lines, text_of, sought, owners)
    numbers: Sequence[int] = span
    if not lines or len(span) >= MOST_LINES:
        # A damaged file may say that its lines lie two thousand million apart.
        numbers = sorted(line for line in {*times, *sites} if line in span)
    text = {n: lines[n - 1] for n in numbers if 1 <= n <= len(lines)}
    never_ran = shown.has_times and not shown.times
    note = shown.note or (Note(NEVER_RAN) if never_ran else NOTHING)
    totals = {function: total_of(profile, function) for function in functions}
    line_totals = {one: profile.line_total(one) for one in functions}
    recursive = frozenset(function for function in functions if _calls_itself(profile, function))
    figures = replace(shown, times=times, sites=sites, elsewhere=elsewhere, owners=owners)
    figures = replace(figures, totals=totals, line_totals=line_totals)
    loads = (site for site in figures.joint if profile.names[site.callee] == FIND_AND_LOAD)
    imports = {line for site in loads for line in site.lines}
    if imports and profile.cumtime is not None:
        modules = modules_on(profile, names, text, imports)
        took = {line: sum(profile.cumtime[code] for code in codes) for line, codes in modules.items()}
        figures = replace(figures, modules=modules, imported=took)
    return replace(figures, text=text, numbers=numbers, note=note, recursive=recursive)


def _calls_itself(profile: Profile, function: int) -> bool:
    primitive, ncalls = profile.primitive_calls, profile.ncalls
    if primitive is None or ncalls is None or function >= profile.count:
        return False
    return 0 <= primitive[function] < ncalls[function]


def _line_times(
    shown: Listing, profile: Profile, functions: Sequence[int]
) -> tuple[dict[int, LineTime], dict[int, int]]:
    """The times by line of all functions, the one shown first, and the owners of those of the others."""
    times = dict(shown.times)
    owners: dict[int, int] = {}
    for function in functions:
        measured = {time.line: time for time in profile.lines.get(function, ()) if time.line not in times}
        if function != shown.function:
            times.update(measured)
            owners.update(dict.fromkeys(measured, function))
    return times, owners


def _calls(
    shown: Listing,
    profile: Profile,
    names: Names,
    lines: Sequence[str],
    text_of: Callable[[str], Sequence[str]],
    functions: Sequence[int],
    owners: dict[int, int],
) -> tuple[dict[int, tuple[Site, ...]], Neighbours]:
    """The calls by line, of lines that nobody owns to ``owners``; and what the one shown calls elsewhere.

    A line belongs to the function shown, else to the outermost that calls something there.
    """
    own = functions_of_file(profile, profile.files[shown.function])
    sites: dict[int, tuple[Site, ...]] = {}
    elsewhere = NONE
    of_shown: set[int] = set()
    most = MOST_CALLEES
    for function in sorted(functions, key=lambda one: (one != shown.function, profile.linenos[one])):
        is_shown, first = function == shown.function, max(profile.linenos[function], 1)
        if (profile.names[function] == "<module>" or not most) and not is_shown:
            continue
        last = shown.last if is_shown else block_end(lines, first)
        calls = call_sites(profile, names, function, lines, first, last, own, text_of, most)
        most = max(0, most - len(calls.sites) - len(calls.elsewhere))
        for line, calls_on_it in calls.on_lines.items():
            sites[line] = (*sites.get(line, ()), *calls_on_it)
            if not is_shown and line not in of_shown:
                owners.setdefault(line, function)
        if is_shown:
            elsewhere = calls.elsewhere
            of_shown = set(calls.on_lines)
    return sites, elsewhere


def total_of(profile: Profile, function: int) -> float:
    """What a function took with its callees, seconds."""
    return 0.0 if profile.cumtime is None or function >= profile.count else profile.cumtime[function]


def _misfit(profile: Profile, index: int, source: Source, last: int) -> Note:
    """The note when the text cannot be that of the function, whose lines reach to ``last``."""
    count, first = len(source.lines), profile.linenos[index]
    if last > count:
        return Note("fewer lines", "", (count,))
    if profile.measure.sampled or starts(source.lines, first, profile.names[index]):
        # A sampling profiler may record the line that ran instead.
        return NOTHING
    return Note("other start", profile.names[index], (first,))
