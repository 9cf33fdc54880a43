"""What makes instances: the lines that may run an ``__init__`` or ``__new__``."""

from __future__ import annotations

from dataclasses import dataclass

from proftui.analysis.source.called_names import CLASS
from proftui.analysis.source.callee_texts import CalleeTexts
from proftui.analysis.source.families import Families
from proftui.analysis.source.unnamed_calls import UnnamedCalls


@dataclass(eq=False)
class Instances:
    """Lines of a function that may make an instance by one of its callees."""

    callees: CalleeTexts
    families: Families
    unnamed: UnnamedCalls

    def lines(self, index: int) -> set[int]:
        """Lines that may run this ``__init__`` or ``__new__``."""
        callees, code, events = self.callees, self.callees.code, self.callees.events
        owner = callees.owner(index)
        handed_on = not owner or callees.is_name_handed_on(owner)
        lines = self._by_class(index) | self._chained(index, owner, handed_on)
        for name, where in self.unnamed.unexplained_by_name.items():
            if handed_on or CLASS.search(name):
                lines |= where
        if handed_on:
            lines |= self.unnamed.unrecorded(events.loud)
            if any(found is not None and found.iterates(owner) for found in callees.both_files(index)):
                lines |= self.unnamed.gone_over
        if not callees.with_builtins and self.families.may_make_classes(index):
            lines |= code.bare.get("__build_class__", set())
        lines |= code.making | events.bare.get(callees.name[index], set())
        return lines | self.unnamed.open | code.dotted.get("__call__", set())

    def is_named(self, index: int) -> bool:
        """Whether a line calls a class that the method may make."""
        called = self.callees.events.bare.keys() | self.callees.code.dotted.keys()
        return not called.isdisjoint(self.families.of(index))

    def _by_class(self, index: int) -> set[int]:
        """Lines that call a class that the method may make."""
        bare, dotted = self.callees.events.bare, self.callees.code.dotted
        made = self.families.of(index)
        return set[int]().union(*(lines.get(name, ()) for name in made for lines in (bare, dotted)))

    def _chained(self, index: int, owner: str, handed_on: bool) -> set[int]:
        """Lines that call the method by its name, by way of ``super`` or a class."""
        callees, family, others = self.callees, self.families.of(index), self.families.of_others(index)
        me = callees.owner(callees.function)
        above = me != owner and (me in family or handed_on)
        lines = set[int]()
        for (called, before), where in callees.code.chained.items():
            may_be = above if before == "super" else before in family or before not in others
            if called == callees.name[index] and may_be:
                lines |= where
        return lines
