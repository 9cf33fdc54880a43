"""Where a function calls what the profile says it calls: callees matched to the lines of its source, by name.

A callee stands on every line that calls its name. Four rules are for what has none there: instances, what
stands in the function itself (lambdas, comprehensions, classes), what is imported, and what a decorator put
in the place of what is called. Where other lines may call it, or it has several, it is marked.
What belongs to no line, or to too many, is listed apart, so that nothing is missing from the sum.
"""

from __future__ import annotations

import builtins
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from proftui.analysis.calls import callees
from proftui.analysis.importlib_names import IMPORT_FROM_CALLS, IMPORTLIB
from proftui.analysis.names import Names
from proftui.analysis.neighbours import Neighbours
from proftui.analysis.source.collector import EXPRESSIONS, Calls, calls_of, syntax_of
from proftui.analysis.source.enclosing import is_decorated, is_property, runs_later
from proftui.analysis.source.file_names import FileNames, names_of
from proftui.analysis.source.sites import MOST_CALLEES, Site
from proftui_parsers import Profile
from proftui_parsers.contradictions import lost_time, may_share_name

LARGEST_BLOCK = 64 << 10
"""Characters; 2 MB of dense code take ``ast`` seconds and a gigabyte."""
MOST_LINES_OF_ONE = 60
"""Lines that a callee is shown on; of one that any of more may call, nothing is told."""
MOST_UNNAMED = 4
"""The same of a callee that no line names."""
_MAKERS = ("__init__", "__new__")
_AT_STATEMENTS = ("__enter__", "__exit__", "__aenter__", "__aexit__")
"""Methods of special names that run where their statement stands."""


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


def last_name(names: Names, index: int) -> str:
    """The name as the code says it: ``append`` of ``list.append``, ``run`` of ``Worker.run``."""
    name = names.plain_name(index)
    return name if name.startswith("<") else name.rpartition(".")[2]


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
    matching = None
    if below:
        same_file = functions_of_file(profile, profile.files[function]) if own is None else own
        code = _code_of(last_name(names, function), lines, first, last, _comprehensions(profile, same_file))
        if code is not None:
            block = range(first, last + 1)
            matching = _Matching(profile, names, function, lines, block, code, text_of, below.functions)
    # Of several functions of one name cProfile keeps the figures of one: calls of them may be missing.
    measured = zip(below.functions, below.cumtime, strict=True)
    lossy = lost_time(profile, function, sum(t for f, t in measured if f != function and t == t)) > 0
    on_lines: dict[int, list[Site]] = defaultdict(list)
    elsewhere: list[int] = []
    order, lines_of = below.by_weight, dict[int, tuple[Collection[int], bool]]()
    if matching is not None:
        # By file: each is read once, however many there are.
        wanted = sorted(map(below.functions.__getitem__, order[:most]), key=profile.files.__getitem__)
        lines_of = {index: matching.lines_of(index) for index in wanted if only is None or index in only}
    for row in order:
        neighbour = below[row]
        index = neighbour.function
        where, sure = lines_of.get(index, ((), False))
        if not 0 < len(where) <= MOST_LINES_OF_ONE:
            elsewhere.append(row)
            continue
        numbers = tuple(sorted({min(max(n, first), last) for n in where}))
        sure = sure and len(numbers) == 1 and not (lossy and may_share_name(profile, index))
        site = Site(index, neighbour, numbers, function, not sure)
        for number in numbers:
            on_lines[number].append(site)
    return CallSites({n: tuple(on_lines[n]) for n in sorted(on_lines)}, below.chosen(elsewhere))


def _comprehensions(profile: Profile, own: Iterable[int]) -> bool:
    """Whether comprehensions of this file are functions of their own; from Python 3.12 on they are not."""
    kinds = ("<listcomp>", "<setcomp>", "<dictcomp>")
    return any(profile.names[index].endswith(kinds) for index in own)


def _code_of(name: str, lines: Sequence[str], first: int, last: int, apart: bool) -> Calls | None:
    """What the function of this name calls in its block; ``None`` if the block is not its source."""
    if not 1 <= first <= last <= len(lines):
        return None
    block = lines[first - 1 : last]
    if _size(block) > LARGEST_BLOCK:
        return None
    syntax, before = syntax_of(name, block), first - 2
    if not syntax and name in EXPRESSIONS and _size(lines) <= LARGEST_BLOCK:
        # It may begin in the middle of a statement.
        syntax, before = syntax_of(name, lines, first + 1), -1
    return calls_of(syntax, before, apart) if syntax else None


def _size(lines: Sequence[str]) -> int:
    return sum(map(len, lines)) + len(lines)


class _Matching:
    """The callees of one function, to be found among the names that it calls."""

    def __init__(
        self,
        profile: Profile,
        names: Names,
        function: int,
        lines: Sequence[str],
        block: range,
        code: Calls,
        text_of: Callable[[str], Sequence[str]],
        called: Sequence[int],
    ) -> None:
        self._profile, self._names, self._file = profile, names, profile.files[function]
        self._lines, self._block, self._code, self._text_of = lines, block, code, text_of
        self._here = names_of(tuple(lines))
        self._name = {index: last_name(names, index) for index in called}
        makers = [index for index in called if self._name[index] in _MAKERS and not names.is_builtin(index)]
        self._owners = {index: self._owner(index) for index in makers}

    def lines_of(self, index: int) -> tuple[set[int], bool]:
        """The lines that call a callee by what it is called there, and whether nothing else can call it."""
        name, code = self._name[index], self._code
        if name in EXPRESSIONS:
            return self._expression(index, name)
        if self._profile.files[index].startswith(IMPORTLIB) and name in code.dotted:
            return code.dotted[name], True
        if index in self._owners:
            return self._instances(index, name)
        lines = self._named(index, name)
        if name.startswith("__") and name.endswith("__"):
            return lines, name in (*_AT_STATEMENTS, "__build_class__")
        return (lines, self._is_alone(index, name)) if lines else (self._few_unexplained, False)

    def _named(self, index: int, name: str) -> set[int]:
        """Lines that call the callee by its name, or read it as a property."""
        bare, dotted = self._code.bare[name], self._code.dotted[name]
        if self._names.is_builtin(index):
            return bare if "." not in self._names.plain_name(index) else bare | dotted
        head = self._head(index)
        return bare | dotted | self._code.read[name] if not head or is_decorated(head) else bare | dotted

    def _is_alone(self, index: int, name: str) -> bool:
        """Whether only its name can call it: it is nowhere handed on, and runs when it is called."""
        if self._names.is_builtin(index):
            return not self._is_handed_on(index, name)
        if is_property(self._head(index)):
            files = (self._here, self._names_of(index))
            return not self._code.bare["getattr"] and not any(f is None or f.has_text(name) for f in files)
        if is_decorated(self._head(index)) or name == "keys":
            # Whoever takes in all of a mapping asks it for its keys.
            return False
        later = runs_later(self._text(index), self._profile.linenos[index])
        return not (later and name in self._code.later) and not self._is_handed_on(index, name)

    def _is_handed_on(self, index: int, name: str) -> bool:
        """Whether what has this name may get another, in the file of the function or of the callee."""
        files = [self._here] if self._names.is_builtin(index) else [self._here, self._names_of(index)]
        return any(found is None or found.hands_on(name) for found in files)

    # The rules for what has no name where it is called

    def _instances(self, index: int, name: str) -> tuple[set[int], bool]:
        """Lines that may run an ``__init__`` or ``__new__``: by its class, or by its own name."""
        code, owner = self._code, self._owners[index]
        lines = code.bare[owner] | code.dotted[owner] | code.dotted[name] if owner else code.dotted[name]
        lines = lines or self._few_unexplained
        return lines, not self._unexplained - lines

    def _expression(self, index: int, name: str) -> tuple[set[int], bool]:
        """Lines that run a lambda or comprehension."""
        line = self._profile.linenos[index]
        is_here = self._profile.files[index] == self._file and line in self._block
        if name != "<lambda>":
            return ({line}, name != "<genexpr>") if is_here else (set(), False)
        given = [one for one, where in self._code.lambdas.items() if where == line and is_here]
        lines = set[int]().union(*(self._code.bare[one] for one in given))
        if not lines:
            return self._few_unexplained, False
        return lines, not any(self._is_handed_on(index, one) for one in given)

    @cached_property
    def _unexplained(self) -> set[int]:
        """Lines that call what only the run knows, or a name of which there is no callee."""
        code = self._code
        known = {*self._name.values(), *self._owners.values(), *_AT_STATEMENTS, *_MAKERS, *IMPORT_FROM_CALLS}
        if any(map(self._names.is_builtin, range(self._profile.count))):
            # Those that ran are callees.
            known.update(dir(builtins))
        bare = (where for name, where in code.bare.items() if name not in known)
        dotted = (where for name, where in code.dotted.items() if name not in known)
        return code.nameless.union(*bare, *dotted)

    @property
    def _few_unexplained(self) -> set[int]:
        return self._unexplained if len(self._unexplained) <= MOST_UNNAMED else set()

    # The texts

    def _text(self, index: int) -> Sequence[str]:
        file = self._profile.files[index]
        return self._lines if file == self._file else self._text_of(file)

    def _names_of(self, index: int) -> FileNames | None:
        return self._here if self._profile.files[index] == self._file else names_of(tuple(self._text(index)))

    def _head(self, index: int) -> str:
        """The first line of a callee; empty where it is not known."""
        line, text = self._profile.linenos[index], self._text(index)
        return text[line - 1] if 0 < line <= len(text) else ""

    def _owner(self, index: int) -> str:
        """The class whose method this is, if its name or its file tells."""
        parts = self._profile.names[index].split(".")
        if len(parts) > 1 and parts[-2] != "<locals>":
            return parts[-2]
        found = self._names_of(index)
        return found.owner_of(self._profile.linenos[index]) if found else ""
