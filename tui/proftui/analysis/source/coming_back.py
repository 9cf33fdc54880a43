"""Which functions of a file may call themselves by way of others of it, as far as plain names tell."""

from __future__ import annotations

import re
from collections import defaultdict

from proftui.analysis.source.definitions import indent_of

_DEFINED = re.compile(r"[ \t]*(?:async[ \t]+)?def[ \t]+(\w+)[ \t]*\(")
_CALLED = re.compile(r"(?<![\w.])(?:(?:self|cls)\.)?(\w+)[ \t]*\(")


class ComingBack:
    """The functions of a text without comments and strings; those of one name are taken for one."""

    def __init__(self, text: str) -> None:
        self._calls = defaultdict[str, set[str]](set)
        """By function, the names that it or a function in it calls."""
        above: list[tuple[int, str]] = []
        for line in text.split("\n"):
            if not line.strip():
                continue
            indent = indent_of(line)
            while above and above[-1][0] >= indent:
                above.pop()
            if defined := _DEFINED.match(line):
                above.append((indent, defined[1]))
                line = line[defined.end() :]
            called = _CALLED.findall(line) if above else []
            for _, name in above:
                self._calls[name].update(called)

    def comes_back(self, name: str) -> bool:
        """Whether a function calls itself, directly or not."""
        reached, waiting = set[str](), [name]
        while waiting:
            more = self._calls.get(waiting.pop(), set()) - reached
            reached |= more
            waiting += more
        return name in reached
