"""Which lines of a function may have called each of its callees.

A call by name tells the line, unless something else in the function may call the same: a name that only the
run knows (an argument, what stands in a list), an attribute under which the callee is kept, an operator or a
property that runs it, a loop over the generator that it is. Such lines are added, so that a callee stands on
one line alone only where the text leaves no other. Two things are not looked for: functions that another
file puts in the place of one that has its name here, and ends of generators by an exception.
"""

from __future__ import annotations

from collections.abc import Sequence

from proftui.analysis.importlib_names import FIND_AND_LOAD, IMPORTLIB
from proftui.analysis.source.called_names import MAKERS, Definition
from proftui.analysis.source.callee_texts import CalleeTexts, is_body_of_class
from proftui.analysis.source.events import SPECIAL
from proftui.analysis.source.families import Families
from proftui.analysis.source.instances import Instances
from proftui.analysis.source.syntax import EXPRESSIONS
from proftui.analysis.source.unnamed_calls import UnnamedCalls

MOST_UNNAMED = 4
"""Lines on which a callee is shown that no line names."""


class Matching:
    """The callees of one function, to be found among the names that it calls."""

    def __init__(self, callees: CalleeTexts) -> None:
        self.callees = callees
        self.code, self.events = callees.code, callees.events
        self.named: dict[int, set[int]] = {}
        """Those of the lines that call a callee by its name."""
        families = Families(callees)
        self._unnamed = UnnamedCalls(callees, families)
        self._instances = Instances(callees, families, self._unnamed)
        self.ended = self._unnamed.ended
        """Lines where a generator that was matched may be dropped, which runs it once more."""

    def matched(self, wanted: Sequence[int]) -> dict[int, set[int]]:
        """The lines of those of the callees that are wanted and have any."""
        lines = {index: self._lines_of(index) for index in wanted}
        return {index: where for index, where in lines.items() if where}

    def _lines_of(self, index: int) -> set[int]:
        callees, code, name = self.callees, self.code, self.callees.name[index]
        if self._is_of_importlib(index) and name in code.dotted:
            return code.dotted[name] | (set() if callees.with_builtins else self.events.bare["__import__"])
        if name in MAKERS and not callees.names.is_builtin(index):
            lines = self._instances.lines(index)
            return lines if self._instances.is_named(index) else _few(lines)
        if name == "__del__":
            # Any line may let an object go.
            return set()
        inner = callees.inner(index)
        if name in EXPRESSIONS:
            return self._expression(index, name, inner)
        if is_body_of_class(inner):
            # It runs where it stands.
            return {found.last for found in inner}
        named = self.named[index] = self._named(index, name, inner)
        if name.startswith("__") and name.endswith("__"):
            return named | self._special(index, name) if named else set()
        if not named:
            return self._nowhere_named(index)
        handed_on = callees.is_handed_on(index)
        if handed_on and callees.interrupts(index):
            return set()
        return named | self._unnamed.lines(index, named, handed_on, bool(inner))

    def _is_of_importlib(self, index: int) -> bool:
        return self.callees.profile.files[index].startswith(IMPORTLIB)

    def _nowhere_named(self, index: int) -> set[int]:
        """Lines of a callee that no line names."""
        if self.callees.interrupts(index):
            return set()
        lines = self._unnamed.lines(index, set(), True)
        if not self.callees.names.is_builtin(index):
            # Methods of special names that no callee has may be built in, and run it.
            special = [name for name in SPECIAL if not self.callees.by_name.get(name)]
            lines = lines.union(*(self.code.dotted.get(name, ()) for name in special))
        if self._is_of_importlib(index):
            lines |= self.code.dotted.get(FIND_AND_LOAD, set())
        return _few(lines)

    def _special(self, index: int, name: str) -> set[int]:
        """Lines that may call a method of a special name without it."""
        code, events, unnamed = self.code, self.events, self._unnamed
        if name.startswith(("__enter", "__exit", "__aenter", "__aexit", "__build_class")):
            return set()
        touched = set[int]().union(*code.touched.values())
        if name == "__call__":
            # Whatever is called may be an instance, or a class that its own class makes.
            touched = touched.union(*events.bare.values(), *code.dotted.values())
        # Calls of classes are in no profile.
        lines = events.builtin_lines(events.builtin_classes) | unnamed.unrecorded(events.builtin)
        lines |= code.operated | code.iterated | code.making
        return lines | set(code.gone_over) | touched | unnamed.open | unnamed.unexplained

    def _named(self, index: int, name: str, inner: Sequence[Definition]) -> set[int]:
        """Lines that call the callee by its name, or touch it as a property."""
        callees, code, events = self.callees, self.code, self.events
        if inner:
            by_name = events.bare.get(name, set()) if inner[0].decorated else set()
            return events.defined.get(inner[0].first, set()) | by_name
        line, others = callees.line_here(index), [one for one in callees.by_name[name] if one != index]
        certain = events.defined.get(line, set()) if line else set()
        taken = any(map(callees.is_plain_builtin, others))
        bare = set() if taken else events.bare.get(name, set())
        dotted = set() if self._is_never_attribute(index, line, bool(bare)) else code.dotted.get(name, set())
        touched = code.touched.get(name, set()) | code.matched if callees.may_be_property(index) else set()
        spread = code.spread if name == "keys" and not callees.names.is_builtin(index) else set()
        named = certain | bare | dotted
        return named | touched | spread if named or touched - code.matched or spread else set()

    def _is_never_attribute(self, index: int, line: int, bare: bool) -> bool:
        """Whether attributes of its name mean other callees.

        ``bare``: whether its plain name is called.
        """
        callees, name = self.callees, self.callees.name[index]
        if len(callees.by_name[name]) < 2:
            return False
        given = callees.here is None or name in callees.here.attributes
        return bool(line and callees.is_at_margin(line) and not given) or (
            bare and callees.is_plain_builtin(index)
        )

    def _expression(self, index: int, name: str, inner: Sequence[Definition]) -> set[int]:
        """Lines that run a lambda or comprehension."""
        callees, code, unnamed = self.callees, self.code, self._unnamed
        if name not in ("<lambda>", "<genexpr>"):
            return {found.first for found in inner} or _few(unnamed.lines(index, set(), True))
        first = callees.line_here(index)
        if inner and len(code.consumed.get(first, ())) == len(inner):
            lines = set(code.consumed[first])
            unnamed.end(index, *(code.left.get(line, set()) for line in lines))
            return lines
        if callees.interrupts(index):
            return set()
        if name == "<genexpr>":
            unnamed.end(index, code.run)
        named = self.events.lambdas.get(first, set()) if inner and name == "<lambda>" else set()
        if named and len(inner) == 1 and not callees.is_name_handed_on(self.events.lambda_names[first]):
            return named
        return _few(named | unnamed.lines(index, set(), True))


def _few(lines: set[int]) -> set[int]:
    return lines if len(lines) <= MOST_UNNAMED else set()
