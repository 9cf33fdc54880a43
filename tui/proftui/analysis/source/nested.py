"""How long all measured lines took together, where one has in it the time of another measured function.

A line is measured with what it calls. The calls of a measured function are counted by the hits of its first
statement, those that a line made by the hits of that line; what both have in common is taken out of the sum.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from proftui.analysis.names import Names
from proftui.analysis.source.call_lines import Matching, runs_later
from proftui.analysis.source.call_sites import code_of
from proftui.analysis.source.called_names import last_part
from proftui.analysis.source.events import last_name
from proftui.analysis.source.file_names import names_of
from proftui.analysis.source.locating import SourcePaths
from proftui.analysis.source.source_text import DECORATORS, Source, block_end, source_of, starts
from proftui.analysis.source.syntax import syntax_of
from proftui.background.pieces import Pieces
from proftui_parsers import Profile
from proftui_parsers.profile import ENDLESS, LinesTogether

MOST_FUNCTIONS = 300
"""Measured functions; of more it is not looked which of them call each other."""
MOST_FILES = 40
MOST_TEXT = 1_000_000
"""Characters and lines of measured functions that are looked at."""
_PROFILER = re.compile(r"^(\w+)[ \t]*=[ \t]*(?:\w+\.)*LineProfiler\(", re.MULTILINE)
_DECORATOR = re.compile(r"[ \t]*@(?:\w+\.)*(\w+)[ \t]*(?:#.*)?$")
_BUILT_IN = (list, dict, set, str, bytes, int, float, tuple)
"""Classes whose methods are called by names that say nothing of whose they are."""
_SOMETIMES = (ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
"""Syntax with parts that do not run exactly once when their line does."""
_AGAIN = (ast.For, ast.AsyncFor, ast.With, ast.AsyncWith)
"""Statements whose first line is run again without what it calls."""
_LOOPS = (ast.For, ast.AsyncFor, ast.While)


CERTAINTIES = {
    (False, False): "exact",
    (False, True): "about",
    (True, False): "at most",
    (True, True): "at most about",
}
"""By whether time may still be counted twice, and whether what was taken out is estimated."""


@dataclass(eq=False)
class _Callee:
    """A measured function and the measured lines that call it."""

    calls: int | None = None
    """``None``: that cannot be told."""
    outer: list[tuple[int, int]] = field(default_factory=list)
    """Lines of functions that it does not call itself, directly or not, with their functions before them."""
    made: int = 0
    """Calls that lines made for certain, once for each hit."""
    more: bool = False
    """Whether they may have made others."""
    only_here: bool = False
    """Whether its file mentions it on no other lines."""
    certain: bool = True
    """Whether its name can mean nothing else on any of the lines."""
    recursive: bool = False
    own: float = 0.0
    """Seconds of its lines that call it again, which have its time in them."""

    @property
    def share(self) -> tuple[float, bool]:
        """Which part of its calls the lines made, and whether that is certain."""
        if not self.outer or not self.calls:
            return 0.0, False
        if self.made == self.calls and not self.more:
            return 1.0, self.certain
        if self.only_here and (self.more or self.made >= self.calls):
            return 1.0, False
        if self.made >= self.calls:
            return float(self.certain), False
        # Of a function that calls itself, nobody knows the time of some calls.
        return 0.0 if self.recursive else self.made / self.calls, False


def finding(profile: Profile, paths: SourcePaths, sources: dict[str, Source]) -> Pieces[LinesTogether | None]:
    """What all lines took together, as far as their text tells; ``None``: it is not there or does not fit."""
    measured = [index for index, hits in profile.hits.items() if hits and index < profile.count]
    files = dict.fromkeys(profile.files[index] for index in measured)
    if not max(profile.tottime, default=0.0) < ENDLESS:
        return None
    if not measured or len(measured) > MOST_FUNCTIONS or len(files) > MOST_FILES:
        return None
    for file in files:
        source = source_of(file, paths, sources)
        if not source.lines or source.note:
            return None
        yield
    told = _Told(profile, {file: sources[file].lines for file in files}, measured)
    most = MOST_TEXT
    for index in measured:
        most -= told.length(index) or most
        if most <= 0:
            return None
        yield
    for index in measured:
        told.look_at(index)
        yield
    return _together(profile, measured, (yield from told.callees()))


class _Told:
    """What the text tells of the measured functions of a profile."""

    def __init__(self, profile: Profile, texts: dict[str, tuple[str, ...]], measured: list[int]) -> None:
        self.texts, self.measured = texts, measured
        self.plain = {file: _without_profiler(lines) for file, lines in texts.items()}
        linenos = list(profile.linenos)
        for index in measured:
            plain = self.plain[profile.files[index]]
            while 0 < linenos[index] < len(plain) and not plain[linenos[index] - 1].strip():
                linenos[index] += 1
        self.recorded = profile
        self.profile = profile.changed(linenos=linenos)
        """The same as if no function had the decorator that measures it."""
        self.names = Names(self.profile)
        self.entries: dict[int, int | None] = {}
        self.sites: list[tuple[int, int, int, int | None, bool]] = []
        """Callee, caller and its line, calls of each hit if that is certain, and whether the name is."""
        self.mentions = defaultdict[int, set[int]](set)
        """Where the callees are called."""

    def length(self, index: int) -> int:
        """Characters of the function and lines with times; 0: it is not its text, or lines are elsewhere."""
        profile = self.recorded
        lines, first = self.texts[profile.files[index]], profile.linenos[index]
        if not (1 <= first <= len(lines) and starts(lines, first, profile.names[index])):
            return 0
        last, times = block_end(lines, first), profile.lines[index]
        inside = all(first <= time.line <= last for time in times)
        return sum(map(len, lines[first - 1 : last])) + len(times) if inside else 0

    def look_at(self, index: int) -> None:
        """Take in what a function calls, and how often it was called itself."""
        file, first = self.profile.files[index], self.profile.linenos[index]
        lines, name = self.plain[file], last_name(self.names, index)
        last = block_end(lines, first)
        code = code_of(name, lines, first, last, False)
        if code is None:
            return
        root = syntax_of(name, lines[first - 1 : last])[0]
        later = runs_later(lines, first)
        if isinstance(root, ast.FunctionDef) and not later:
            self.entries[index] = _entry(root.body, first - 2)
        matching = Matching(
            self.profile, self.names, index, lines, first, code, lambda other: self.plain.get(other, ())
        )
        matching.matched(self.measured, self.measured)
        self._take(matching, root)

    def _take(self, matching: Matching, root: ast.AST) -> None:
        """Take in which measured lines of a function call which measured functions."""
        index, code, shift = matching.function, matching.code, matching.first - 2
        calls = defaultdict[tuple[str, int], list[bool]](list)
        for called, line, always in _calls(root):
            calls[called, line + shift].append(always)
        times = {time.line for time in self.profile.lines[index] if time.hits > 0}
        home = _measured_lines(root, shift, times)
        for callee, word in matching.name.items():
            where = matching.named.get(callee, set())
            sites = {line: self._is_meant(matching, callee, line) for line in where}
            if not code.bound[word] and self._is_plain(callee, self.profile.files[index], word):
                # What a generator expression calls is run by who goes over it, mostly there.
                sites |= {line: True for name, line in calls if name == word and line not in where}
            for line, certain in sites.items():
                found = calls.get((word, line), [False])
                made = len(found) if line in where and all(found) and line in times else None
                measured = line if line in times else home.get(line)
                if measured is not None and certain is not None:
                    self.sites.append((callee, index, measured, made, certain))
                    self.mentions[callee].add(line)

    def _is_meant(self, matching: Matching, callee: int, line: int) -> bool | None:
        """Whether a line with the name of a callee certainly calls it; ``None``: it hardly does."""
        word, code, first = matching.name[callee], matching.code, self.profile.linenos[callee]
        is_here = self.profile.files[callee] == self.profile.files[matching.function]
        if is_here and line in matching.events.defined.get(first, ()):
            return True
        here = matching.here
        at_margin = here is not None and any(found.line == first for found in here.defined.get(word, ()))
        if line in code.dotted.get(word, ()):
            unlike = any(hasattr(kind, word) for kind in _BUILT_IN) or (is_here and at_margin)
            return None if unlike else False
        named = at_margin if is_here else here is not None and word in here.imported
        return False if named or word in code.imports else None

    def _is_plain(self, index: int, file: str, word: str) -> bool:
        """Whether a name can only mean this function at the margin of the same file."""
        here = names_of(self.plain[file])
        if here is None or self.profile.files[index] != file or word in here.imported | here.assigned:
            return False
        return [found.line for found in here.defined.get(word, ()) if not found.decorated] == [
            self.profile.linenos[index]
        ]

    def _is_only_on(self, index: int, lines: set[int]) -> bool:
        """Whether the file of a function mentions it on these lines alone, besides where it starts."""
        here = names_of(self.plain[self.profile.files[index]])
        name, first = re.escape(last_name(self.names, index)), self.profile.linenos[index]
        if here is None:
            return False
        word, head = re.compile(rf"\b{name}\b"), re.compile(rf"\bdef[ \t]+{name}\b")
        heads = (
            line
            for line in range(first, first + DECORATORS)
            if head.search("".join(here.lines[line - 1 : line]))
        )
        known = lines | {next(heads, first)}
        return not any(word.search(text) for line, text in enumerate(here.lines, 1) if line not in known)

    def callees(self) -> Pieces[dict[int, _Callee]]:
        """The functions that measured lines call."""
        below = defaultdict[int, set[int]](set)
        for callee, caller, *_ in self.sites:
            below[caller].add(callee)
        reached = {index: _reached(below, index) for index in self.measured}
        figures = {index: {time.line: time for time in self.profile.lines[index]} for index in self.measured}
        found = defaultdict[int, _Callee](_Callee)
        for callee, caller, line, calls, certain in self.sites:
            time, one = figures[caller][line], found[callee]
            entry = figures[callee].get(self.entries.get(callee) or 0)
            one.calls = entry.hits if entry is not None else None
            one.made += time.hits * (calls or 0)
            one.more |= calls is None
            one.certain &= certain
            if caller not in reached[callee]:
                one.outer.append((caller, line))
            else:
                one.recursive = True
                one.own += time.time if caller == callee else 0.0
        for callee, one in found.items():
            yield
            one.only_here = (one.more or one.made != one.calls) and self._is_only_on(
                callee, self.mentions[callee]
            )
        return found


def _together(profile: Profile, measured: Sequence[int], callees: dict[int, _Callee]) -> LinesTogether:
    """The sum of all lines without what is in it twice."""
    callers = {caller for callee in callees.values() for caller, _ in callee.outer}
    free = {(caller, time.line): time.time for caller in callers for time in profile.lines[caller]}
    taken, certain = 0.0, True
    left = {index for index in measured if profile.tottime[index] > 0}
    for index, callee in callees.items():
        part, is_certain = callee.share
        inside = _taken(profile.tottime[index] * part, callee, free)
        taken += inside
        whole = inside >= profile.tottime[index] * (1 - 1e-9)
        certain &= not inside or (is_certain and whole)
        if whole:
            left.discard(index)
    seconds, longest = profile.total_time - taken, max(profile.tottime)
    again = any(callees[index].recursive for index in left if index in callees)
    # What is left may call each other by way of functions that were not measured.
    upper = len(left) > 1 or again or seconds < longest * (1 - 1e-9)
    return LinesTogether(max(seconds, longest), CERTAINTIES[upper, not certain])


def _taken(wanted: float, callee: _Callee, free: dict[tuple[int, int], float]) -> float:
    """How much of so many seconds of a callee its lines can have in them; of those, that is not free then."""
    if not wanted > 0:
        return 0.0
    rest = max(0.0, wanted - callee.own)
    for line in dict.fromkeys(callee.outer):
        used = min(rest, free[line])
        free[line] -= used
        rest -= used
    return wanted - rest


def _reached(below: dict[int, set[int]], index: int) -> set[int]:
    """The function and what it calls, directly or not."""
    reached, waiting = {index}, [index]
    while waiting:
        more = below.get(waiting.pop(), set()) - reached
        reached |= more
        waiting += more
    return reached


def _without_profiler(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines, empty where they are a decorator that measures: it changes nothing that is called."""
    words = {"profile", *_PROFILER.findall("\n".join(lines))}
    decorators = map(_DECORATOR.match, lines)
    return tuple(
        "" if found and found[1] in words else line for line, found in zip(lines, decorators, strict=True)
    )


def _entry(body: Sequence[ast.stmt], shift: int) -> int | None:
    """The line of a statement that runs once in each call; ``None``: none does for certain."""
    for statement in body:
        if isinstance(statement, ast.With | ast.Try):
            return _entry(statement.body, shift)
        if isinstance(statement, ast.If):
            return statement.lineno + shift if statement.test.end_lineno == statement.lineno else None
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue
        if isinstance(statement, ast.Global | ast.Nonlocal):
            continue
        many = isinstance(statement, _LOOPS) or statement.end_lineno != statement.lineno
        if not many:
            return statement.lineno + shift
        if any(isinstance(part, ast.Return | ast.Raise) for part in ast.walk(statement)):
            return None
    return None


def _measured_lines(root: ast.AST, shift: int, times: set[int]) -> dict[int, int]:
    """For lines of statements that go over several, the first of those that was measured."""
    lines = {}
    for node in ast.walk(root):
        if isinstance(node, ast.stmt) and not hasattr(node, "body"):
            span = range(node.lineno + shift, (node.end_lineno or node.lineno) + shift + 1)
            first = next(iter(sorted(times.intersection(span))), None)
            if first is not None:
                lines.update(dict.fromkeys(span, first))
    return lines


def _calls(root: ast.AST) -> Iterator[tuple[str, int, bool]]:
    """The names that are called, their lines, and whether that happens once for each hit of the line."""
    waiting = [(root, True)]
    while waiting:
        node, always = waiting.pop()
        if isinstance(node, ast.Call):
            end = node.func.end_lineno if isinstance(node.func, ast.Attribute) else node.func.lineno
            yield last_part(node), end or node.lineno, always
        if isinstance(node, _SOMETIMES):
            always = False
        elif isinstance(node, ast.stmt):
            # Of a statement of several lines, its first may run again and again.
            always = not isinstance(node, _AGAIN) and (
                hasattr(node, "body") or node.end_lineno == node.lineno
            )
        waiting += [(part, always or isinstance(part, ast.stmt)) for part in ast.iter_child_nodes(node)]
