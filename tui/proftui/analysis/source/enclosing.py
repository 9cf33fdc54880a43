"""Which lines a function has, by what it was seen executing and by the text around its start."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from proftui.analysis.builtin_names import MODULE
from proftui.analysis.source.file_names import FileNames, indent_of, names_of
from proftui.analysis.source.source_text import block_end

_LONGEST_GENERATOR = 200
"""Lines of a function in which it is looked for ``yield``."""
_LATER = re.compile(r"\byield\b|\basync[ \t]+def\b")
_PROPERTY = re.compile(r"[ \t]*@property\b")


def is_decorated(head: str) -> bool:
    """Whether the first line of a function is a decorator."""
    return head.lstrip().startswith("@")


def is_property(head: str) -> bool:
    """Whether a decorator makes an attribute of it: where that is read, it is called."""
    return _PROPERTY.match(head) is not None


def runs_later(lines: Sequence[str], line: int) -> bool | None:
    """Whether the function that starts there is a generator or coroutine; ``None``: there is no text."""
    if not 1 <= line <= len(lines):
        return None
    indent = indent_of(lines[line - 1])
    started = False
    for text in lines[line - 1 : line - 1 + _LONGEST_GENERATOR]:
        if _LATER.search(text):
            return True
        if started and text.strip() and indent_of(text) <= indent and text.lstrip()[0] not in ")]}#":
            return False
        started = started or text.lstrip().startswith("def ")
    return len(lines) > line - 1 + _LONGEST_GENERATOR


LONGEST_STATEMENT = 20
"""Lines above an executing one among which its lambda is looked for."""


def blocks(lines: Sequence[str], name: str, executed: Iterable[int]) -> tuple[list[range], bool]:
    """The parts of a file that hold these lines, and whether a function of the name was found around each.

    A recording that knows no definitions has one function for all of a name in a file: then there are
    several parts. Lines that are in none stand alone.
    """
    wanted = sorted(line for line in executed if 1 <= line <= len(lines))
    if name == MODULE and lines:
        return [range(1, len(lines) + 1)], True
    found: list[range] = []
    every, names = True, names_of(tuple(lines))
    for line in wanted:
        if found and line < found[-1].stop:
            continue
        after = found[-1].stop - 1 if found else 0
        block = _around(lines, names, name.rpartition(".")[2], line, after)
        every = every and block is not None
        block = block or range(line, line + 1)
        if found and block.start <= found[-1].stop:
            block = range(found.pop().start, block.stop)
        found.append(block)
    return found, every


def _around(lines: Sequence[str], names: FileNames | None, name: str, line: int, after: int) -> range | None:
    """The function of this name around a line, below line ``after``."""
    if name.startswith("<"):
        first = _expression(lines, name, line, after)
        return range(first, max(block_end(lines, first), line) + 1)
    begins = names.first_line(line, name) if names is not None else None
    end = 0 if begins is None else block_end(lines, begins)
    # Blank lines behind a function are of none.
    return range(begins, end + 1) if begins is not None and end >= line else None


def _expression(lines: Sequence[str], name: str, line: int, after: int) -> int:
    """Where a lambda begins; of a comprehension, which has no first word, the line itself."""
    if name == "<lambda>":
        for above in range(line, max(after, line - LONGEST_STATEMENT), -1):
            if "lambda" in lines[above - 1]:
                return above
    return line
