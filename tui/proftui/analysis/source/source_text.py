"""The text that a profile names: found where it may be, read as data, never followed into devices."""

from __future__ import annotations

import codecs
import contextlib
import io
import math
import os
import re
import time
import tokenize
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, wait
from itertools import islice
from typing import NamedTuple

from proftui.analysis.source.locating import NOTHING, Candidate, Note, SourcePaths, not_found
from proftui.background import threads as aside
from proftui.background.pieces import Pieces
from proftui_parsers import ProfileError, read_bytes

LARGEST = 4 << 20
_LONGEST_PATH = 32_767
"""Characters of a path; no system opens a longer one, and to take megabytes apart takes seconds."""
PATIENCE = 0.5
"""Seconds after which a file of a slow or dead disk is not waited for any more."""
LONG_PATIENCE = 2.0
"""The same where keys have their turn meanwhile."""
_TURN = 0.001
"""Seconds in which a file is waited for, before keys have their turn."""
LONGEST_BLOCK = 20_000
"""Lines of a function that are looked through for its end."""
MOST_CHARACTERS = 500_000
MOST_TOKENS = 100_000
LONGEST_LINE = 10_000
MOST_ERRORS = 100
"""What of a function is looked at for its end: a keypress does not wait for more, and tokenizers take the
square of a line's length."""
DECORATORS = 50
"""Lines between the first line of a function, its decorator, and its name."""
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_NO_SOURCE = ("idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape")
"""Codecs that Python calls text, though no source is written in them and a megabyte takes them minutes."""


class Source(NamedTuple):
    """A source file's lines, or why there are none: ``note`` says what is missing or doubtful.

    ``path`` is the file that was read; ``verified`` is false for text of another Python than the profiled.
    """

    lines: tuple[str, ...] = ()
    path: str | None = None
    note: Note = NOTHING
    verified: bool = True


def source_of(recorded: str, paths: SourcePaths, known: dict[str, Source]) -> Source:
    """The text of a recorded file, waited for at most :data:`PATIENCE`; ``known`` keeps what was read.

    A mounted folder whose server is gone can hang in any call: a note says so until the text has come.
    """
    if recorded not in known:
        with contextlib.suppress(TimeoutError):
            _begun(recorded, paths, known).result(PATIENCE)
    return known.setdefault(recorded, Source(note=Note("waiting", recorded)))


def reading(recorded: str, paths: SourcePaths, known: dict[str, Source]) -> Pieces[Source | None]:
    """The text of a recorded file, waited for in pieces; ``None``: its disk does not answer.

    ``known`` keeps what was read. Where there is no memory to wait for it, it is not there either.
    """
    if recorded not in known:
        with contextlib.suppress(MemoryError, TimeoutError):
            read, end = _begun(recorded, paths, known), time.monotonic() + LONG_PATIENCE
            while not wait([read], _TURN).done and time.monotonic() < end:
                yield
            read.result(0)
    return known.get(recorded)


def _begun(recorded: str, paths: SourcePaths, known: dict[str, Source]) -> Future[None]:
    """Put the text of a recorded file into ``known``, aside."""
    return aside.start(lambda: known.__setitem__(recorded, find_source(recorded, paths)))


def find_source(recorded: str, paths: SourcePaths) -> Source:
    """The text of the file that a profile recorded as ``recorded``; its absence is a note, not an error."""
    missing = Source(note=not_found(recorded))
    if len(recorded) > _LONGEST_PATH:
        return missing
    first_problem: Source | None = None
    for candidate in paths.candidates(recorded):
        path, why = paths.nearby.reached(candidate.path)
        source = _read(recorded, candidate, path, paths.profiles) if path else None
        if source is not None and source.path is not None:
            return source
        if why and first_problem is None:
            source = Source(note=Note(why, recorded))
        first_problem = first_problem or source
    return first_problem or missing


def _read(recorded: str, candidate: Candidate, path: str, profiles: Iterable[str]) -> Source:
    """The text in the file at ``path``, to which the candidate leads; without a path, why it has none."""
    try:
        data = read_bytes(path, LARGEST)
    except ProfileError as error:
        reason = str(error).removesuffix(f" of {LARGEST:,}")
        # What follows the colon is advice for profiles, unless it is the system's own reason.
        reason = reason if reason.startswith("cannot be read") else reason.partition(":")[0]
        return Source(note=Note("unreadable", recorded, (reason,)))
    if b"\0" in data[:8192]:
        return Source(note=Note("no text", recorded))
    text, note = _decoded(data)
    # Not splitlines: Python ends lines at these three only.
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines and not lines[-1]:
        lines.pop()
    is_newer = any(_changed(path) > _changed(profile) + 2 for profile in profiles)
    note = candidate.why or note or (Note("changed") if is_newer else NOTHING)
    # Who opens it by a path with ".." in it may be led elsewhere.
    shown = path if os.pardir in candidate.path else candidate.path
    return Source(tuple(lines), shown, note, candidate.verified)


def _decoded(data: bytes) -> tuple[str, Note]:
    """The text, in the encoding that the file declares if it is one, and a note."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        codec = codecs.lookup(encoding)
        if not getattr(codec, "_is_text_encoding", True) or codec.name in _NO_SOURCE:
            raise LookupError(encoding)
        text = data.decode(encoding, "replace")
        if b"coding" in data and "coding" not in text:
            # What declares it was read as ASCII, so the text is not in UTF-16 or EBCDIC.
            raise LookupError(encoding)
    except (LookupError, SyntaxError, UnicodeError, ValueError):
        return data.decode("utf-8", "replace"), Note("encoding")
    return text, NOTHING


def _changed(path: str) -> float:
    """When the file was written, seconds; of what is no file that is not known."""
    try:
        return os.stat(path).st_mtime if path != "-" else math.nan
    except (OSError, ValueError):
        return math.nan


def starts(lines: Sequence[str], first: int, name: str) -> bool:
    """Whether a function of this name can start at line ``first``, that of its first decorator, if any.

    In doubt it can.
    """
    name = name.rpartition(".")[2]
    if not 1 <= first <= len(lines) or name in ("<module>", "__annotate__"):
        return True
    # As Python knows names; a pattern takes its time for a megabyte.
    head = [unicodedata.normalize("NFKC", text[:1000]) for text in lines[first - 1 : first - 1 + DECORATORS]]
    line, after = head[0], "".join(head[1:2])
    if name == "<lambda>":
        return "lambda" in line or "lambda" in after
    if name.startswith("<"):
        # Older Pythons record a comprehension where its first part stands, not its bracket.
        made = name.endswith(("comp>", "expr>"))
        return not made or any(mark in line for mark in ("[", "(", "{", "for ")) or "for " in after
    names = re.compile(rf"\b(?:def|class|type)\b.*(?<!\w){re.escape(name)}(?!\w)")
    return any(map(names.search, head if line.lstrip().startswith("@") else head[:1]))


def block_end(lines: Sequence[str], first: int) -> int:
    """The last line, from 1, of the function that starts at ``first``; of a lambda, of its statement."""
    if not 1 <= first <= len(lines):
        return first
    start = lines[first - 1]
    indent = start[: len(start) - len(start.lstrip(" \t"))]
    body = [_dedented(line, indent) for line in lines[first - 1 : first + LONGEST_BLOCK]]
    last, depth, header_done = 1, 0, False
    decorator, starts_line = False, True
    errors = 0
    try:
        for token in islice(tokenize.generate_tokens(_reader(body)), MOST_TOKENS):
            if token.type == tokenize.INDENT:
                depth += 1
            elif token.type == tokenize.DEDENT:
                depth -= 1
                if depth <= 0:
                    break
            elif token.type == tokenize.NEWLINE:
                last = token.start[0]
                header_done = header_done or not decorator
                starts_line, decorator = True, False
            elif token.type in (tokenize.COMMENT, tokenize.NL):
                continue
            elif token.type == tokenize.ERRORTOKEN and errors == MOST_ERRORS:
                return first + _end_by_indent(body, last) - 1
            else:
                errors += token.type == tokenize.ERRORTOKEN
                if starts_line and header_done and depth == 0:
                    break
                decorator = decorator or (starts_line and token.string == "@")
                starts_line = False
    except (tokenize.TokenError, SyntaxError, SystemError, ValueError):
        # Text that is no Python; of some, the tokenizer of 3.13 has a fault of its own (SystemError).
        return first + _end_by_indent(body, last) - 1
    return first + last - 1


def _end_by_indent(body: Sequence[str], last: int) -> int:
    """Where a block ends of which only ``last`` lines are understood: if lines were cut, by indentation."""
    if max(map(len, body)) <= LONGEST_LINE:
        return last
    for number, line in enumerate(body[last:], last):
        if line.strip():
            if line[0] not in " \t#)]}'\"":
                break
            last = number + 1
    return last


def _dedented(line: str, indent: str) -> str:
    """The line as if the function stood at the margin; what stands left of it is put there too."""
    return line[len(indent) :] if line.startswith(indent) else line.lstrip(" \t")


def _reader(body: Sequence[str]) -> Callable[[], str]:
    lines = iter(body)
    left = MOST_CHARACTERS

    def read() -> str:
        nonlocal left
        line = next(lines, None)
        if line is None or left <= 0:
            return ""
        if len(line) > LONGEST_LINE:
            # What opens and closes a statement stands at its ends.
            line = line[: LONGEST_LINE // 2] + line[-LONGEST_LINE // 2 :]
        # Letters of all kinds are as good as an x, and the tokenizer of 3.12 is ten times quicker with that.
        line = _NOT_ASCII.sub("x", line[:left]) + "\n"
        left -= len(line)
        return line

    return read
