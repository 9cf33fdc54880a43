"""Where a function calls what the profile says it calls: callees matched to the lines of its source.

Names decide: a callee belongs to the lines that call its name, and where they are several its figures are
theirs together. What cannot be told is listed apart, so that nothing is missing from the sum.
"""

from __future__ import annotations

import builtins
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from proftui.analysis.calls import callees
from proftui.analysis.names import Names
from proftui.analysis.neighbours import Neighbour, Neighbours
from proftui.analysis.source.called_names import (
    CLASS,
    EXPRESSIONS,
    MAKERS,
    CalledNames,
    Definition,
    syntax_of,
)
from proftui_parsers import Profile

_WRAPPERS = frozenset({"wrapper", "wrapped", "wrap", "inner", "inner_f", "decorated", "_wrapper", "_inner"})
"""What decorators mostly call the function that they put in another's place."""
_WITHOUT_INIT = frozenset(name for name, value in vars(builtins).items() if isinstance(value, type))
"""Classes whose instances are made without a Python function."""
_CLASS_LINE = re.compile(r"^[ \t\f]*class[ \t]+(\w+)[ \t]*(?:\(([^#\n]*))?", re.MULTILINE)


@dataclass(eq=False)
class Matching:
    """The callees of one function, to be found among the names that it calls."""

    profile: Profile
    names: Names
    function: int
    lines: Sequence[str]
    code: CalledNames

    def matched(self, called: Sequence[int]) -> dict[int, list[int]]:
        """The lines of each callee that has any."""
        name = {index: last_name(self.names, index) for index in called}
        makers = [index for index in called if name[index] in MAKERS and not self.names.is_builtin(index)]
        others = [index for index in called if index not in set(makers)]
        owners = {name[index]: index for index in others if self._owns_name(index, name[index])}
        lines = {index: self._lines_of(index, name[index], owners.get(name[index])) for index in others}
        taken = {name[index] for index in others if lines[index]}
        lines.update(self._made(makers, name, taken))
        lines.update(self._wrapped([i for i in others if not lines[i] and name[i] in _WRAPPERS], taken))
        return {index: list(where) for index, where in lines.items() if where}

    def _wrapped(self, wrappers: Sequence[int], taken: set[str]) -> dict[int, set[int]]:
        """The lines of a decorated function, which runs as its decorator's ``wrapper``: the only one left."""
        code = self.code
        if len(wrappers) != 1 or code.nameless:
            return {}
        free: defaultdict[str, set[int]] = defaultdict(set)
        for calls in (code.bare, code.dotted):
            for name, where in calls.items():
                if name.isidentifier() and name not in taken and not hasattr(builtins, name):
                    free[name] |= where
        return {wrappers[0]: next(iter(free.values()))} if len(free) == 1 else {}

    def _line_here(self, index: int) -> int:
        """The line where a function of this file starts; 0: it stands elsewhere."""
        files, line = self.profile.files, self.profile.linenos[index]
        is_here = files[index] == files[self.function] and not self.names.is_builtin(index)
        return line if is_here and 1 <= line <= len(self.lines) else 0

    def _defined(self, index: int, name: str) -> list[Definition]:
        """Where the callee is defined in this function, if it is."""
        line = self._line_here(index)
        same = [inner for inner in self.code.inner if inner.name in (name, f"class {name}")] if line else []
        return [d for d in same if d.first == line] or [d for d in same if d.first <= line <= d.last]

    def _owns_name(self, index: int, name: str) -> bool:
        """Whether the plain name can only mean this callee: a built-in, or a function defined here."""
        if self.names.is_builtin(index):
            return "." not in self.names.shown_name(index) and name not in self.code.bound
        return bool(self._defined(index, name)) and not name.startswith("<")

    def _lines_of(self, index: int, name: str, owner: int | None) -> set[int]:
        code = self.code
        defined = self._defined(index, name)
        if name in EXPRESSIONS:
            called = {line for inner in defined for line in code.dotted.get(f"{name} {inner.first}", ())}
            return called or {inner.first for inner in defined}
        if defined and defined[0].name.startswith("class "):
            # The body of a class, which runs where it stands.
            return {inner.last for inner in defined}
        bare, dotted = code.bare.get(name, set()), code.dotted.get(name, set())
        if owner == index:
            return bare or dotted
        if owner is not None:
            bare = set()
        return bare | dotted | (code.touched.get(name, set()) if self._may_be_property(index) else set())

    def _may_be_property(self, index: int) -> bool:
        """Whether attributes call it; in this file, properties are seen by their decorators."""
        if self.names.is_builtin(index):
            return False
        line = self._line_here(index)
        return not line or self.lines[line - 1].lstrip().startswith("@")

    def _made(self, makers: Sequence[int], name: Mapping[int, str], taken: set[str]) -> dict[int, set[int]]:
        """Lines that make instances by these ``__init__`` and ``__new__``: of a known or the only class."""
        if not makers:
            return {}
        lines: dict[int, set[int]] = {}
        used = set(taken)
        for index in makers:
            owner = self._class_of(index)
            if family := self._family(owner):
                lines[index] = self._instances(name[index], owner, family)
                used |= family
        for method in MAKERS:
            unknown = [index for index in makers if not lines.get(index) and name[index] == method]
            candidates = self._candidates(method, used)
            if len(unknown) == 1 and len(candidates) == 1 and not self.code.nameless:
                lines[unknown[0]] = next(iter(candidates.values()))
        return lines

    def _instances(self, method: str, owner: str, family: set[str]) -> set[int]:
        """Lines that make an instance of a class of the family, or call ``owner``'s method themselves."""
        code = self.code
        lines: set[int] = set()
        for made in family:
            lines |= code.bare.get(made, set()) | code.dotted.get(made, set())
        me = self._class_of(self.function)
        for (called, before), where in code.chained.items():
            if called == method and (before in family or (before == "super" and me in family - {owner})):
                lines |= where
        return lines

    def _candidates(self, method: str, used: set[str]) -> dict[str, set[int]]:
        """Lines that seem to make an instance of a class that is not accounted for, by its name."""
        code = self.code
        lines: defaultdict[str, set[int]] = defaultdict(set)
        for calls in (code.bare, code.dotted):
            for name, where in calls.items():
                renamed = code.aliases.get(name) in used if calls is code.bare else False
                if CLASS.search(name) and name not in used and name not in _WITHOUT_INIT and not renamed:
                    lines[code.aliases.get(name, name)] |= where
        for (called, before), where in code.chained.items():
            if called == method and before not in used and before not in _WITHOUT_INIT - {"super"}:
                lines[before] |= where
        return dict(lines)

    def _class_of(self, index: int) -> str:
        """The class whose method this is, if its name or this file tell."""
        parts = self.profile.names[index].split(".")
        if len(parts) > 1 and parts[-2] != "<locals>":
            return parts[-2]
        line = self._line_here(index)
        indent = _indent(self.lines[line - 1]) if line else 0
        for text in reversed(self.lines[: max(0, line - 1)]):
            if _indent(text) < indent and text.strip() and not text.lstrip().startswith(("#", ")", "]", "}")):
                if match := _CLASS_LINE.match(text):
                    return match[1]
                indent = _indent(text)
            if not indent:
                break
        return ""

    @cached_property
    def _classes(self) -> list[tuple[str, set[str]]]:
        """The classes of this file with what they inherit from, in its order."""
        matches = _CLASS_LINE.finditer("\n".join(self.lines))
        return [(match[1], set(re.findall(r"\w+", match[2] or ""))) for match in matches]

    def _family(self, name: str) -> set[str]:
        """A class and those below it in this file, which may be made by its methods."""
        family = {name} if name else set()
        for other, bases in self._classes if name else ():
            if bases & family:
                family.add(other)
        return family


def _indent(text: str) -> int:
    return len(text.expandtabs()) - len(text.expandtabs().lstrip())


def last_name(names: Names, index: int) -> str:
    """The name as the code says it: ``append`` of ``list.append``, ``run`` of ``Worker.run``."""
    name = names.shown_name(index)
    return name if name.startswith("<") else name.rpartition(".")[2]


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
    """Match the callees of ``function`` to its lines, from ``first`` to ``last`` of those of its file.

    ``own``: the functions of the same file, if the caller knows them (:func:`functions_of_file`).
    """
    below = callees(profile, function)
    matched: dict[int, list[int]] = {}
    if below:
        same_file = functions_of_file(profile, profile.files[function]) if own is None else own
        apart = _comprehensions(profile, same_file)
        code = _code_of(last_name(names, function), lines, first, last, apart)
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
