"""Lines that call what only the run knows: an argument, what stands in a list, what Python itself runs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from proftui.analysis.source.callee_texts import CalleeTexts
from proftui.analysis.source.families import Families

_MODULES_IN_C = frozenset({"math", "cmath", "time"})
"""Modules of the standard library all of whose functions are in C."""
_BY_TEXT = frozenset({"getattr", "setattr", "hasattr", "delattr"})


@dataclass(eq=False)
class UnnamedCalls:
    """Lines of a function that may call a callee without its name."""

    callees: CalleeTexts
    families: Families
    ended: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    """Lines where a generator that was matched may be dropped, which runs it once more: few of its calls."""

    def lines(self, index: int, named: set[int], handed_on: bool, inner: bool = False) -> set[int]:
        """Lines besides those of its name that may call the callee.

        ``inner``: whether it is defined in the function.
        """
        callees = self.callees
        lines = set() if inner and not handed_on else set(self.open)
        if handed_on:
            lines |= self.unexplained | self._indirect(index, unknown=not named)
        if callees.names.is_builtin(index):
            return lines
        by_text = callees.here is None or callees.here.by_text or self._asks()
        if by_text and callees.is_property(index):
            lines |= self.unrecorded(callees.events.loud)
        later = callees.runs_later(index)
        if later is not False and not self._is_used_up(index, named):
            lines |= self.gone_over | self.unrecorded(callees.events.loud)
            if later:
                lines |= self.unexplained
                self.end(index, *(callees.code.ends, *callees.code.left.values()) if named else ())
        elif later:
            self.end(index, *(callees.code.left.get(line, set()) for line in named))
        return lines

    def end(self, index: int, *lines: set[int]) -> None:
        """Note where a callee may be ended."""
        self.ended[index].update(*lines)

    def unrecorded(self, names: Iterable[str]) -> set[int]:
        """Lines where these built-in functions may run others, if they are not recorded themselves."""
        if self.callees.with_builtins:
            return set()
        code, events = self.callees.code, self.callees.events
        return events.builtin_lines(names).union(code.bare.get("__build_class__", ()), events.of_methods)

    @cached_property
    def open(self) -> set[int]:
        """Lines that call what only the run knows."""
        callees, events = self.callees, self.callees.events
        lines, by_name = set(events.open), callees.by_name
        for name, where in events.free.items():
            if not any(map(callees.line_here, by_name.get(name, ()))):
                lines |= where
        for name, where in callees.code.dotted.items():
            others = by_name.get(name, ())
            # What a property gives is called.
            given = not others and callees.here is not None and name in callees.here.attributes
            if given or any(map(callees.is_property, others)):
                lines |= where
        for name, where in events.bare.items():
            if any(map(callees.is_property, by_name.get(name, ()))):
                # What the property gave has got a name, and is called by it.
                lines |= where
        return lines

    @cached_property
    def unexplained(self) -> set[int]:
        """Lines that call a name of which there is no callee, or of which there may be others."""
        return set[int]().union(*self.unexplained_by_name.values())

    @cached_property
    def unexplained_by_name(self) -> dict[str, set[int]]:
        """The same by that name."""
        callees = self.callees
        return {
            name: where
            for name, where in callees.events.named.items()
            if (name not in callees.by_name or callees.has_other(name))
            and name not in self.families.every
            and not self._is_of_c(name)
        }

    def _is_of_c(self, name: str) -> bool:
        """Whether a name is only that of functions in C, which are recorded wherever they run."""
        callees, bases = self.callees, self.callees.code.bases.get(name, set())
        if not callees.with_builtins or callees.here is None or not bases or name in callees.code.bare:
            return False
        own = callees.here.assigned | callees.code.bound.keys() | callees.here.defined.keys()
        return bases <= _MODULES_IN_C & callees.here.imported - own

    @cached_property
    def gone_over(self) -> set[int]:
        """Lines that may run a generator."""
        inert = {name for name in self.callees.events.inert if self.callees.is_only_builtin(name)}
        return {line for line, name in self.callees.code.gone_over.items() if name not in inert}

    def _indirect(self, index: int, *, unknown: bool) -> set[int]:
        """Lines where Python may call what was handed on to a class or an iterator.

        ``unknown``: whether that is so, too, where the file of the callee is not known.
        """
        callees, code = self.callees, self.callees.code
        if callees.names.is_builtin(index):
            return set()
        here, there = callees.both_files(index)
        files = [here, there] if unknown or there is not None else [here]
        lines, name = self.unrecorded(callees.events.loud), callees.name[index]
        if any(found is None or found.iterates(name) for found in files):
            lines |= self.gone_over
        if any(found is None or found.properties for found in files):
            lines = lines.union(*code.touched.values())
        if any(found is None or found.operators for found in files):
            lines |= code.operated
        if any(found is None or found.calls_back(name) for found in files):
            self.end(index, code.run)
        return lines

    def _asks(self) -> bool:
        """Whether the function asks for attributes by their text."""
        return not _BY_TEXT.isdisjoint(self.callees.events.builtin)

    def _is_used_up(self, index: int, named: set[int]) -> bool:
        """Whether the code goes over what the callee gives wherever it calls it."""
        code, name = self.callees.code, self.callees.name[index]
        every = code.calls[name] == code.used_up[name] > 0
        return every and all(line in code.gone_over for line in named)
