"""Which lines a function has, by what it was seen executing and by the text around its start."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from proftui.analysis.recorded_files import MODULE
from proftui.analysis.source.file_names import indent_of
from proftui.analysis.source.source_text import DECORATORS, block_end, starts

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


MOST_ABOVE = 20_000
"""Lines above an executing one among which its function is looked for."""
MOST_TRIED = 5
"""Functions of the same name that are tried for a line."""
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
    every = True
    for line in wanted:
        if found and line < found[-1].stop:
            continue
        after = found[-1].stop - 1 if found else 0
        block = _around(lines, name.rpartition(".")[2], line, after)
        every = every and block is not None
        block = block or range(line, line + 1)
        if found and block.start <= found[-1].stop:
            block = range(found.pop().start, block.stop)
        found.append(block)
    return found, every


def _around(lines: Sequence[str], name: str, line: int, after: int) -> range | None:
    """The function of this name around a line, below line ``after``."""
    if name.startswith("<"):
        first = _expression(lines, name, line, after)
        return range(first, max(block_end(lines, first), line) + 1)
    if lines[line - 1].lstrip().startswith("@") and starts(lines, line, name):
        # What runs when a function is called can be on its decorator.
        first = _decorated(lines, line, after)
        return range(first, max(block_end(lines, first), line) + 1)
    begins, tried = _beginning(name), 0
    for above in range(line, max(after, line - MOST_ABOVE), -1):
        text = lines[above - 1]
        if name in (text if text.isascii() else _normal(text)) and begins.match(_normal(text)):
            end = block_end(lines, above)
            if end >= line:
                return range(_decorated(lines, above, after), end + 1)
            tried += 1
            if tried == MOST_TRIED:
                break
    return None


def _expression(lines: Sequence[str], name: str, line: int, after: int) -> int:
    """Where a lambda begins; of a comprehension, which has no first word, the line itself."""
    if name == "<lambda>":
        for above in range(line, max(after, line - LONGEST_STATEMENT), -1):
            if "lambda" in lines[above - 1]:
                return above
    return line


def _beginning(name: str) -> re.Pattern[str]:
    """What a line looks like on which a function or class of this name begins; in Cython, too."""
    word = re.escape(name)
    return re.compile(rf"\s*(?:(?:(?:async\s+)?def|class|type)\s+{word}(?!\w)|cp?def\b.*(?<!\w){word}\s*\()")


def _normal(text: str) -> str:
    """The line with names as Python knows them; of a megabyte its beginning."""
    return unicodedata.normalize("NFKC", text[:1000])


def _decorated(lines: Sequence[str], first: int, after: int) -> int:
    """The line of the first decorator of what begins on line ``first``, which may be one already."""
    indent, top = indent_of(lines[first - 1]), first
    for above in range(first - 1, max(after, first - DECORATORS), -1):
        text = lines[above - 1]
        if text.strip() and indent_of(text) < indent:
            break
        if indent_of(text) == indent and text.lstrip()[:1] not in ("@", ")", "]", "}", "#", ""):
            break
        if indent_of(text) == indent and text.lstrip().startswith("@"):
            top = above
    return top
