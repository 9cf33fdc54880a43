"""The classes that an ``__init__`` or ``__new__`` makes instances of, as far as two files tell."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Mapping
from functools import cached_property

from proftui.analysis.source.called_names import MAKERS
from proftui.analysis.source.callee_texts import CalleeTexts


class Families:
    """Classes by the methods of those callees that make their instances."""

    def __init__(self, callees: CalleeTexts) -> None:
        self._callees = callees

    @cached_property
    def every(self) -> set[str]:
        """The classes of all of them."""
        return self._made_by(self._by_method)

    def of(self, index: int) -> set[str]:
        """The classes that the method may make."""
        return self._by_method.get(index, set())

    def of_others(self, index: int) -> set[str]:
        """The classes that other methods may make."""
        return self._made_by(method for method in self._by_method if method != index)

    def may_make_classes(self, index: int) -> bool:
        """Whether the class may be one of classes, as far as its file tells."""
        owner, found = self._callees.owner(index), self._callees.file_names(index)
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

    def _made_by(self, methods: Iterable[int]) -> set[str]:
        return set[str]().union(*(self._by_method[method] for method in methods))

    @cached_property
    def _by_method(self) -> Mapping[int, set[str]]:
        by_name, is_builtin = self._callees.by_name, self._callees.names.is_builtin
        makers = [index for name in MAKERS for index in by_name[name] if not is_builtin(index)]
        return {index: self._family(index) for index in makers}

    def _family(self, index: int) -> set[str]:
        """A class and those below it in its file and this one, which may be made by its methods."""
        owner = self._callees.owner(index)
        family = {owner} if owner else set()
        for found in (self._callees.file_names(index), self._callees.here) if owner else ():
            for other, bases in found.classes if found else ():
                if bases & family:
                    family.add(other)
        return family
