"""Programs that were profiled, with the lines that truly made their calls."""

from __future__ import annotations

import ast
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support.called_tracer import record, truth_of

from proftui.analysis.names import Names
from proftui.analysis.source.call_sites import call_sites
from proftui.analysis.source.sites import Site
from proftui.analysis.source.source_text import block_end
from proftui_parsers import Profile, load

if TYPE_CHECKING:
    from tests.support.called_tracer import Key


@dataclass
class Program:
    """A program that was profiled: its text, and by edge the lines that made the calls."""

    path: str
    lines: Sequence[str]
    profile: Profile
    truth: dict[tuple[Key, Key], set[int]]

    def edges(self, *, with_library: bool) -> Iterator[tuple[Key, Key, Site | None]]:
        """The edges of the program's own functions, with the lines that are said to make the calls."""
        profile, names = self.profile, Names(self.profile)

        def text_of(file: str) -> Sequence[str]:
            return Path(file).read_text().split("\n") if with_library and Path(file).is_file() else ()

        for index in range(profile.count):
            if profile.files[index] != self.path:
                continue
            first, is_module = max(1, profile.linenos[index]), profile.names[index] == "<module>"
            last = len(self.lines) if is_module else block_end(self.lines, first)
            found = call_sites(profile, names, index, self.lines, first, last, text_of=text_of)
            sites = {site.callee: site for site in found.sites}
            for edge in profile.callees(index):
                key: Key = profile.function(edge.function)
                if key[0] == "~":
                    key = ("~", 0, names.shown_name(edge.function).rpartition(".")[2])
                yield profile.function(index), key, sites.get(edge.function)


def recorded(path: Path, *, builtins: bool) -> Program:
    """The program as this or another Python recorded it."""
    truth: dict[tuple[Key, Key], set[int]] = defaultdict(set)
    for caller, line, callee in json.loads(path.with_suffix(f".{builtins}.json").read_text()):
        truth[tuple(caller), tuple(callee)].add(line)
    profile = load(str(path.with_suffix(f".{builtins}.stats")))
    return Program(str(path), path.read_text().split("\n"), profile, truth)


def profiled(path: Path, *, builtins: bool = True) -> Program:
    """The program as this Python records it."""
    # The first run imports what both others have then.
    truth_of(path)
    record(path, builtins=builtins)
    return recorded(path, builtins=builtins)


class Statements:
    """What Python 3.10 and older may mean by a line: they know statements, not each line of one.

    The line of a decorator is that of ``def``; until 3.9, ``with`` is left on the last line of its body.
    """

    def __init__(self, lines: Sequence[str]) -> None:
        self.meant: defaultdict[int, set[int]] = defaultdict(set)
        self.left: defaultdict[int, set[int]] = defaultdict(set)
        for node in ast.walk(ast.parse("\n".join(lines))):
            if isinstance(node, ast.stmt):
                self._take(node)

    def _take(self, node: ast.stmt) -> None:
        assert node.end_lineno is not None
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
        body = getattr(node, "body", None)
        header = range(first, max(node.lineno + 1, body[0].lineno) if body else node.end_lineno + 1)
        for line in header:
            self.meant[line].update(header)
        for line in range(first, node.end_lineno + 1) if isinstance(node, ast.With | ast.AsyncWith) else ():
            self.left[line].update(header)

    def lines(self, line: int, callee: str) -> set[int]:
        """The lines of the text that may be meant by one of the truth."""
        return {line} | self.meant[line] | (self.left[line] if callee.endswith("exit__") else set())
