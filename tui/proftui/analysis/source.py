"""The text that a profile names: found where it was recorded, read as data, never followed into devices."""

from __future__ import annotations

import codecs
import io
import os
import re
import tokenize
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from proftui_parsers import ProfileError, read_bytes

LARGEST = 4 << 20
_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_REFUSED = ("/dev/", "/proc/", "/sys/")
_NO_SOURCE = ("idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape")
"""Codecs that Python calls text, though no source is written in them and a megabyte takes them minutes."""


@dataclass(frozen=True, slots=True)
class Source:
    """A source file's lines, or why there are none.

    ``note`` says in a sentence what is missing or doubtful; ``path`` is the file that was read.
    """

    lines: tuple[str, ...] = ()
    path: str | None = None
    note: str = ""


def find_source(recorded: str, profile_path: str) -> Source:
    """The text of the file that a profile recorded as ``recorded``; its absence is a note, not an error."""
    why = _not_a_file(recorded)
    if why:
        return Source(note=why)
    for path in _candidates(recorded, profile_path):
        if not os.path.lexists(path):
            continue
        if os.path.abspath(path).startswith(_REFUSED) or os.path.realpath(path).startswith(_REFUSED):
            return Source(note=f"{recorded} is a device, not source text")
        try:
            return _decoded(read_bytes(path, LARGEST), path, profile_path)
        except ProfileError as error:
            return Source(note=f"text not shown: {recorded} {error}")
    return Source(note=f"text not found: {recorded}")


def _not_a_file(recorded: str) -> str:
    if recorded in ("", "~"):
        return "a built-in has no Python source"
    if recorded.startswith("<") and recorded.endswith(">"):
        return f"code made while the program ran has no file: {recorded}"
    if "\0" in recorded:
        return "text not found: the recorded path is not a path"
    if recorded.startswith(("//", "\\\\")):
        return f"text not shown: {recorded} is on another computer"
    if re.search(r"ipykernel_\d+[/\\]|^<ipython-input", recorded):
        return f"text not found: {recorded} was a cell of a notebook"
    return ""


def _candidates(recorded: str, profile_path: str) -> Iterator[str]:
    if os.path.isabs(recorded):
        yield recorded
        return
    if profile_path != "-":
        yield os.path.join(os.path.dirname(os.path.abspath(profile_path)), recorded)
    yield os.path.abspath(recorded)


def _decoded(data: bytes, path: str, profile_path: str) -> Source:
    if b"\0" in data[:8192]:
        return Source(note=f"text not shown: {path} is not text", path=path)
    note = ""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        codec = codecs.lookup(encoding)
        if not getattr(codec, "_is_text_encoding", True) or codec.name in _NO_SOURCE:
            raise LookupError(encoding)
        text = data.decode(encoding, "replace")
    except (LookupError, SyntaxError, UnicodeError, ValueError):
        text = data.decode("utf-8", "replace")
        note = "! the encoding that the file declares is unknown: read as UTF-8"
    lines = _LINE_ENDS.split(text.removeprefix("\ufeff"))
    if lines and not lines[-1]:
        lines.pop()
    return Source(tuple(lines), path, note or _newer(path, profile_path))


def _newer(path: str, profile_path: str) -> str:
    try:
        if os.stat(path).st_mtime > os.stat(profile_path).st_mtime + 2:
            return "! changed since the profile was taken: lines may be off"
    except (OSError, ValueError):
        pass
    return ""


def block_end(lines: Sequence[str], first: int) -> int:
    """The last line of the function that starts at line ``first`` (its first decorator, if it has any).

    Of a lambda or comprehension, the last line of its statement; counted from 1.
    """
    if not 1 <= first <= len(lines):
        return first
    start = lines[first - 1]
    indent = start[: len(start) - len(start.lstrip(" \t"))]
    body = [_dedented(line, indent) for line in lines[first - 1 : first + 20_000]]
    last, depth, header_done = 1, 0, False
    decorator, starts_line = False, True
    try:
        for token in tokenize.generate_tokens(_reader(body)):
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
            else:
                if starts_line and header_done and depth == 0:
                    break
                decorator = decorator or (starts_line and token.string == "@")
                starts_line = False
    except (tokenize.TokenError, SyntaxError, SystemError):
        # Text that is no Python; of some, the tokenizer of 3.13 has a fault of its own (SystemError).
        pass
    return first + last - 1


def _dedented(line: str, indent: str) -> str:
    """The line as if the function stood at the margin; what stands left of it is put there too."""
    return line[len(indent) :] if line.startswith(indent) else line.lstrip(" \t")


def _reader(body: Sequence[str]) -> Callable[[], str]:
    lines = iter(body)

    def read() -> str:
        line = next(lines, None)
        return "" if line is None else line + "\n"

    return read
