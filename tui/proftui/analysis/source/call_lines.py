"""Which lines of a function may have called each of its callees.

A call by name tells the line, unless something else in the function may call the same: a name that only the
run knows (an argument, what stands in a list), an attribute under which the callee is kept, an operator or a
property that runs it, a loop over the generator that it is. Such lines are added, so that a callee stands on
one line alone only where the text leaves no other. Two things are not looked for: functions that another
file puts in the place of one that has its name here, and ends of generators by an exception.
"""

from __future__ import annotations

import builtins
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from proftui.analysis.names import Names
from proftui.analysis.source.called_names import CLASS, MAKERS, CalledNames, Definition
from proftui.analysis.source.events import SPECIAL, Events, class_above, last_name
from proftui.analysis.source.file_names import FileNames, names_of
from proftui.analysis.source.imports import FIND_AND_LOAD, IMPORTLIB
from proftui.analysis.source.syntax import EXPRESSIONS
from proftui_parsers import Profile

MOST_UNNAMED = 4
"""Lines on which a callee is shown that no line names."""
_LONGEST_GENERATOR = 200
"""Lines of a function in which it is looked for ``yield``."""
_LATER = re.compile(r"\byield\b|\basync[ \t]+def\b")
_KEPT = re.compile(
    r"[ \t]*@(?:property|staticmethod|classmethod|\w+\.(?:setter|getter|deleter)|abstractmethod)\b"
)
"""Decorators that leave a function under its own name alone."""
_TOUCHED = re.compile(r"[ \t]*@(?:property|\w+\.(?:setter|getter|deleter)|cached_property)\b")
"""Those that make an attribute of it: where that is read, it is called."""
_BY_TEXT = frozenset({"getattr", "setattr", "hasattr", "delattr"})


@dataclass(eq=False)
class Matching:
    """The callees of one function, to be found among the names that it calls."""

    profile: Profile
    names: Names
    function: int
    lines: Sequence[str]
    first: int
    code: CalledNames
    text_of: Callable[[str], Sequence[str]]
    ended: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    """Lines where a generator that was matched may be dropped, which runs it once more: few of its calls."""

    _files: dict[str, FileNames | None] = field(default_factory=dict)
    named: dict[int, set[int]] = field(default_factory=dict)
    """Those of the lines that call a callee by its name."""

    def matched(self, called: Sequence[int], wanted: Sequence[int]) -> dict[int, set[int]]:
        """The lines of those of the callees that are wanted and have any."""
        self.name = {index: last_name(self.names, index) for index in called}
        self.by_name: defaultdict[str, list[int]] = defaultdict(list)
        for index in called:
            if not self._is_body_of_class(self._inner(index, self.name[index])):
                self.by_name[self.name[index]].append(index)
        lines = {index: self._lines_of(index) for index in wanted}
        return {index: where for index, where in lines.items() if where}

    @cached_property
    def here(self) -> FileNames | None:
        """What the file of the function does with names."""
        return names_of(tuple(self.lines))

    def _file_names(self, index: int) -> FileNames | None:
        """The same of the file of a callee."""
        file = self.profile.files[index]
        if file == self.profile.files[self.function]:
            return self.here
        if file not in self._files:
            self._files[file] = names_of(tuple(self.text_of(file)))
        return self._files[file]

    @cached_property
    def events(self) -> Events:
        """What the names that are called mean."""
        return Events(self.code, self.here, self._is_nested())

    def _is_nested(self) -> bool:
        """Whether the function stands in another one, whose names it may call."""
        if last_name(self.names, self.function).startswith("<"):
            return self.profile.names[self.function] != "<module>"
        return _indent(self.lines[self.first - 1]) > 0 and not self._owner(self.function)

    # Lines of one callee

    def _lines_of(self, index: int) -> set[int]:
        name, code = self.name[index], self.code
        if self.profile.files[index].startswith(IMPORTLIB) and name in code.dotted:
            return code.dotted[name] | (set() if self._with_builtins else self.events.bare["__import__"])
        if name in MAKERS and not self.names.is_builtin(index):
            return self._made(index, name)
        inner = self._inner(index, name)
        if name in EXPRESSIONS:
            return self._expression(index, name, inner)
        if self._is_body_of_class(inner):
            # It runs where it stands.
            return {found.last for found in inner}
        named = self.named[index] = self._named(index, name, inner)
        if name.startswith("__") and name.endswith("__"):
            return named | self._special(index, name) if named else set()
        if not named:
            return self._nowhere_named(index)
        handed_on = self._handed_on(index)
        if handed_on and self._interrupts(index):
            return set()
        return named | self._pool(index, named, handed_on, bool(inner))

    def _is_body_of_class(self, inner: Sequence[Definition]) -> bool:
        return bool(inner) and inner[0].name.startswith("class ")

    def _nowhere_named(self, index: int) -> set[int]:
        """Lines of a callee that no line names."""
        if self._interrupts(index):
            return set()
        lines = self._pool(index, set(), True)
        if not self.names.is_builtin(index):
            # Methods of special names that no callee has may be built in, and run it.
            special = [name for name in SPECIAL if not self.by_name.get(name)]
            lines = lines.union(*(self.code.dotted.get(name, ()) for name in special))
        if self.profile.files[index].startswith(IMPORTLIB):
            lines |= self.code.dotted.get(FIND_AND_LOAD, set())
        return self._few(lines)

    def _few(self, lines: set[int]) -> set[int]:
        return lines if len(lines) <= MOST_UNNAMED else set()

    def _special(self, index: int, name: str) -> set[int]:
        """Lines that may call a method of a special name without it."""
        if name == "__del__":
            self._end(index, self.code.run)
        if name.startswith(("__enter", "__exit", "__aenter", "__aexit", "__build_class")):
            return set()
        touched = set().union(*self.code.touched.values()) if self.code.touched else set()
        if name == "__call__":
            # Whatever is called may be an instance, or a class that its own class makes.
            touched = touched.union(*self.events.bare.values(), *self.code.dotted.values())
        # Calls of classes are in no profile.
        lines = self.events.builtin_lines(self.events.builtin_classes) | self._unrecorded(self.events.builtin)
        lines |= self.code.operated | self.code.making
        return lines | set(self.code.gone_over) | touched | self._open | self._unexplained

    def _named(self, index: int, name: str, inner: Sequence[Definition]) -> set[int]:
        """Lines that call the callee by its name, or touch it as a property."""
        code, events = self.code, self.events
        if inner:
            return events.defined.get(inner[0].first, set()) | (
                events.bare.get(name, set()) if inner[0].decorated else set()
            )
        line = self._line_here(index)
        certain = events.defined.get(line, set()) if line else set()
        bare = set() if self._taken_by_builtin(index, name) else events.bare.get(name, set())
        dotted = set(code.dotted.get(name, ()))
        given = self.here is None or name in self.here.attributes
        if line and self._at_margin(line) and len(self.by_name[name]) > 1 and not given:
            dotted = set()
        if self._is_plain_builtin(index) and bare and len(self.by_name[name]) > 1:
            dotted = set()
        touched = code.touched.get(name, set()) | code.matched if self._may_be_property(index) else set()
        spread = code.spread if name == "keys" and not self.names.is_builtin(index) else set()
        named = certain | bare | dotted
        return named | touched | spread if named or touched - code.matched or spread else set()

    def _taken_by_builtin(self, index: int, name: str) -> bool:
        """Whether the plain name means a built-in function, and not this callee."""
        return any(self._is_plain_builtin(other) for other in self.by_name[name] if other != index)

    def _is_plain_builtin(self, index: int) -> bool:
        """Whether its plain name can only mean this callee: a built-in function."""
        is_plain = self.names.is_builtin(index) and "." not in self.names.shown_name(index)
        return is_plain and self.name[index] not in self.code.bound

    def _expression(self, index: int, name: str, inner: Sequence[Definition]) -> set[int]:
        """Lines that run a lambda or comprehension."""
        if name not in ("<lambda>", "<genexpr>"):
            return {found.first for found in inner} or self._few(self._pool(index, set(), True))
        first = self._line_here(index)
        if inner and len(self.code.consumed.get(first, ())) == len(inner):
            lines = set(self.code.consumed[first])
            self._end(index, *(self.code.left.get(line, set()) for line in lines))
            return lines
        if self._interrupts(index):
            return set()
        if name == "<genexpr>":
            self._end(index, self.code.run)
        named = self.events.lambdas.get(first, set()) if inner and name == "<lambda>" else set()
        if named and len(inner) == 1 and not self._handed_on_name(self.events.lambda_names[first]):
            return named
        return self._few(named | self._pool(index, set(), True))

    # Lines that call what only the run knows

    def _pool(self, index: int, named: set[int], handed_on: bool, inner: bool = False) -> set[int]:
        """Lines besides those of its name that may call the callee."""
        lines = set() if inner and not handed_on else set(self._open)
        if handed_on:
            lines |= self._unexplained | self._indirect(index, unknown=not named)
        if self.names.is_builtin(index):
            return lines
        if _TOUCHED.match(self._head(index)) and (self.here is None or self.here.by_text or self._asks()):
            lines |= self._unrecorded(self.events.loud)
        later = self._runs_later(index)
        if later is not False and not self._used_up(index, named):
            lines |= self._gone_over | self._unrecorded(self.events.loud)
            if later:
                lines |= self._unexplained
                self._end(index, *(self.code.ends, *self.code.left.values()) if named else ())
        elif later:
            self._end(index, *(self.code.left.get(line, set()) for line in named))
        return lines

    def _end(self, index: int, *lines: set[int]) -> None:
        self.ended[index].update(*lines)

    def _indirect(self, index: int, *, unknown: bool) -> set[int]:
        """Lines where Python may call what was handed on to a class or an iterator.

        ``unknown``: whether that is so, too, where the file of the callee is not known.
        """
        if self.names.is_builtin(index):
            return set()
        lines = self._unrecorded(self.events.loud)
        files = [self.here, *(found for found in [self._file_names(index)] if unknown or found is not None)]
        if any(found is None or found.iterates(self.name[index]) for found in files):
            lines |= self._gone_over
        if any(found is None or found.properties for found in files):
            lines = lines.union(*self.code.touched.values())
        if any(found is None or found.operators for found in files):
            lines |= self.code.operated
        if any(found is None or found.calls_back(self.name[index]) for found in files):
            self._end(index, self.code.run)
        return lines

    def _texts(self, index: int) -> tuple[FileNames | None, FileNames | None]:
        """What is known of the file of the function, and of that of the callee."""
        return self.here, self._file_names(index)

    def _unrecorded(self, names: Iterable[str]) -> set[int]:
        """Lines where these built-in functions may run others, if they are not recorded themselves."""
        if self._with_builtins:
            return set()
        code, events = self.code, self.events
        return events.builtin_lines(names).union(code.bare.get("__build_class__", ()), events.of_methods)

    def _interrupts(self, index: int) -> bool:
        """Whether the callee may be called on any line, when the system wants it."""
        name, files = self.name[index], () if self.names.is_builtin(index) else self._texts(index)
        return any(found is not None and found.interrupts(name) for found in files)

    def _asks(self) -> bool:
        """Whether the function asks for attributes by their text."""
        return not _BY_TEXT.isdisjoint(self.events.builtin)

    def _used_up(self, index: int, named: set[int]) -> bool:
        """Whether the code goes over what the callee gives wherever it calls it."""
        name = self.name[index]
        every = self.code.calls[name] == self.code.used_up[name] > 0
        return every and all(line in self.code.gone_over for line in named)

    def _runs_later(self, index: int) -> bool | None:
        """Whether the callee is a generator or coroutine; ``None``: its text is not known."""
        if self.name[index] == "<genexpr>":
            return True
        file = self.profile.files[index]
        is_here = file == self.profile.files[self.function]
        lines = self.lines if is_here else self.text_of(file)
        return runs_later(lines, self.profile.linenos[index])

    @cached_property
    def _gone_over(self) -> set[int]:
        """Lines that may run a generator."""
        inert = {name for name in self.events.inert if self._only_builtin(name)}
        return {line for line, name in self.code.gone_over.items() if name not in inert}

    def _only_builtin(self, name: str) -> bool:
        return all(map(self.names.is_builtin, self.by_name.get(name, ())))

    @cached_property
    def _open(self) -> set[int]:
        """Lines that call what only the run knows."""
        code, events = self.code, self.events
        lines = set(events.open)
        for name, where in events.free.items():
            if not any(map(self._line_here, self.by_name.get(name, ()))):
                lines |= where
        for name, where in code.dotted.items():
            others = self.by_name.get(name, ())
            if others and any(_TOUCHED.match(self._head(index)) for index in others):
                # What the property gives is called.
                lines |= where
            elif not others and self.here is not None and name in self.here.attributes:
                lines |= where
        for name, where in events.bare.items():
            if any(_TOUCHED.match(self._head(index)) for index in self.by_name.get(name, ())):
                # What the property gave has got a name, and is called by it.
                lines |= where
        return lines

    @cached_property
    def _with_builtins(self) -> bool:
        return any(map(self.names.is_builtin, range(self.profile.count)))

    @cached_property
    def _unexplained(self) -> set[int]:
        """Lines that call a name of which there is no callee, or of which there may be others."""
        return set().union(*self._unexplained_by_name.values()) if self._unexplained_by_name else set()

    @cached_property
    def _unexplained_by_name(self) -> dict[str, set[int]]:
        made = set().union(*self._families.values()) if self._families else set()
        return {
            name: where
            for name, where in self.events.named.items()
            if (name not in self.by_name or self._has_other(name)) and name not in made
        }

    def _has_other(self, name: str) -> bool:
        """Whether the file gives the name to something that may be a function of another one."""
        return self.here is None or name in self.here.given

    # Functions that get other names

    def _handed_on(self, index: int) -> bool:
        """Whether the callee may be called by something that has not its name."""
        name, head = self.name[index], self._head(index)
        if _TOUCHED.match(head):
            return False
        if self._handed_on_name(name) or self.names.is_builtin(index):
            return self._handed_on_name(name)
        there = self._file_names(index)
        decorated = head.lstrip().startswith("@") and not _KEPT.match(head)
        # Where its own file is not known, that others are told of it there is not to be expected.
        return decorated or (there is not None and there.hands_on(name))

    def _head(self, index: int) -> str:
        """The first line of a callee; empty where it is not known."""
        line = self.profile.linenos[index]
        text = self.lines if self._line_here(index) else self.text_of(self.profile.files[index])
        return text[line - 1] if 0 < line <= len(text) else ""

    def _handed_on_name(self, name: str) -> bool:
        return self.here is None or self.here.hands_on(name)

    def _line_here(self, index: int) -> int:
        """The line where a function of this file starts; 0: it stands elsewhere."""
        files, line = self.profile.files, self.profile.linenos[index]
        is_here = files[index] == files[self.function] and not self.names.is_builtin(index)
        return line if is_here and 1 <= line <= len(self.lines) else 0

    def _at_margin(self, line: int) -> bool:
        return not self.lines[line - 1][:1].isspace()

    def _inner(self, index: int, name: str) -> list[Definition]:
        """Where the callee is defined in this function, if it is."""
        line = self._line_here(index)
        same = [inner for inner in self.code.inner if inner.name in (name, f"class {name}")] if line else []
        return [d for d in same if d.first == line] or [d for d in same if d.first <= line <= d.last]

    def _may_be_property(self, index: int) -> bool:
        """Whether attributes call it; properties are seen by their decorators."""
        if self.names.is_builtin(index):
            return False
        head = self._head(index)
        return not head or head.lstrip().startswith("@")

    # Instances

    def _made(self, index: int, method: str) -> set[int]:
        """Lines that may make an instance by this ``__init__`` or ``__new__``."""
        family, owner = self._families.get(index, set()), self._owner(index)
        me = self._owner(self.function)
        lines, chained = set[int](), set[int]()
        for made in family:
            lines |= self.events.bare.get(made, set()) | self.code.dotted.get(made, set())
        others = (
            set().union(*(f for i, f in self._families.items() if i != index)) if self._families else set()
        )
        handed_on = not owner or self._handed_on_name(owner)
        for (called, before), where in self.code.chained.items():
            above = me != owner and (me in family or handed_on)
            if called == method and (
                above if before == "super" else before in family or before not in others
            ):
                chained |= where
        lines |= chained
        for name, where in self._unexplained_by_name.items():
            if CLASS.search(name) or handed_on:
                lines |= where
        if handed_on:
            lines |= self._unrecorded(self.events.loud)
            if any(found is not None and found.iterates(owner) for found in self._texts(index)):
                lines |= self._gone_over
        if not self._with_builtins and self._may_make_classes(index, owner):
            lines |= self.code.bare.get("__build_class__", set())
        lines |= self.code.making | self.events.bare.get(method, set())
        lines |= self._open | self.code.dotted.get("__call__", set())
        return lines if family & (self.events.bare.keys() | self.code.dotted.keys()) else self._few(lines)

    @cached_property
    def _families(self) -> Mapping[int, set[str]]:
        """The classes that each ``__init__`` and ``__new__`` may make, as far as two files tell."""
        makers = [
            index for name in MAKERS for index in self.by_name[name] if not self.names.is_builtin(index)
        ]
        return {index: self._family(self._owner(index), index) for index in makers}

    def _may_make_classes(self, index: int, owner: str) -> bool:
        """Whether the class may be one of classes, as far as its file tells."""
        found = self._file_names(index)
        known = dict(found.classes) if found else {}
        waiting, seen = [owner], set[str]()
        while waiting:
            name = waiting.pop()
            if name == "type" or (name not in known and not hasattr(builtins, name)):
                return True
            if name not in seen:
                seen.add(name)
                waiting.extend(known.get(name, ()))
        return False

    def _owner(self, index: int) -> str:
        """The class whose method this is, if its name or its file tells."""
        parts = self.profile.names[index].split(".")
        if len(parts) > 1 and parts[-2] != "<locals>":
            return parts[-2]
        found = self._file_names(index)
        return class_above(found.lines, self.profile.linenos[index]) if found else ""

    def _family(self, owner: str, index: int) -> set[str]:
        """A class and those below it in its file and this one, which may be made by its methods."""
        family = {owner} if owner else set()
        for found in (self._file_names(index), self.here) if owner else ():
            for other, bases in found.classes if found else ():
                if bases & family:
                    family.add(other)
        return family


def runs_later(lines: Sequence[str], line: int) -> bool | None:
    """Whether the function that starts there is a generator or coroutine; ``None``: there is no text."""
    if not 1 <= line <= len(lines):
        return None
    indent = _indent(lines[line - 1])
    started = False
    for text in lines[line - 1 : line - 1 + _LONGEST_GENERATOR]:
        if _LATER.search(text):
            return True
        if started and text.strip() and _indent(text) <= indent and text.lstrip()[0] not in ")]}#":
            return False
        started = started or text.lstrip().startswith("def ")
    return len(lines) > line - 1 + _LONGEST_GENERATOR


def _indent(text: str) -> int:
    return len(text.expandtabs()) - len(text.expandtabs().lstrip())
