"""Which measured lines call which measured functions, as far as the text tells."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from proftui.analysis.names import Names
from proftui.analysis.source.call_lines import Matching
from proftui.analysis.source.call_sites import code_of
from proftui.analysis.source.callee_texts import CalleeTexts
from proftui.analysis.source.definitions import runs_later
from proftui.analysis.source.events import last_name
from proftui.analysis.source.file_names import names_of
from proftui.analysis.source.hits import calls_in, entry_line, first_measured
from proftui.analysis.source.source_text import DECORATORS, block_end, starts
from proftui.analysis.source.syntax import syntax_of
from proftui_parsers import Profile

_PROFILER = re.compile(r"^(\w+)[ \t]*=[ \t]*(?:\w+\.)*LineProfiler\(", re.MULTILINE)
_DECORATOR = re.compile(r"[ \t]*@(?:\w+\.)*(\w+)[ \t]*(?:#.*)?$")
_BUILT_IN = (list, dict, set, str, bytes, int, float, tuple)
"""Classes whose methods are called by names that say nothing of whose they are."""


class MeasuredCall(NamedTuple):
    """A measured line that calls a measured function."""

    callee: int
    caller: int
    line: int
    of_each_hit: int | None
    """How many calls; ``None``: that is not certain."""
    certain: bool
    """Whether its name can mean nothing else there."""


class MeasuredCalls:
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
        self.calls: list[MeasuredCall] = []
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
            self.entries[index] = entry_line(root.body, first - 2)
        texts = CalleeTexts(
            *(self.profile, self.names, index, lines, first, code),
            text_of=lambda other: self.plain.get(other, ()),
            called=self.measured,
        )
        matching = Matching(texts)
        matching.matched(self.measured)
        self._take(matching, root)

    def _take(self, matching: Matching, root: ast.AST) -> None:
        """Take in which measured lines of a function call which measured functions."""
        index, code, shift = matching.callees.function, matching.code, matching.callees.first - 2
        calls = defaultdict[tuple[str, int], list[bool]](list)
        for called, line, always in calls_in(root):
            calls[called, line + shift].append(always)
        times = {time.line for time in self.profile.lines[index] if time.hits > 0}
        home = first_measured(root, shift, times)
        for callee, word in matching.callees.name.items():
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
                    self.calls.append(MeasuredCall(callee, index, measured, made, certain))
                    self.mentions[callee].add(line)

    def _is_meant(self, matching: Matching, callee: int, line: int) -> bool | None:
        """Whether a line with the name of a callee certainly calls it; ``None``: it hardly does."""
        callees, code, first = matching.callees, matching.code, self.profile.linenos[callee]
        word, is_here = (
            callees.name[callee],
            self.profile.files[callee] == self.profile.files[callees.function],
        )
        if is_here and line in matching.events.defined.get(first, ()):
            return True
        here = callees.here
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

    def is_only_on(self, index: int, lines: set[int]) -> bool:
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


def _without_profiler(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines, empty where they are a decorator that measures: it changes nothing that is called."""
    words = {"profile", *_PROFILER.findall("\n".join(lines))}
    decorators = map(_DECORATOR.match, lines)
    return tuple(
        "" if found and found[1] in words else line for line, found in zip(lines, decorators, strict=True)
    )
