"""``[tool.proftui]`` of the nearest pyproject.toml: four keys, as data; two of them are options, too."""

from __future__ import annotations

import os
from functools import partial

from proftui import messages
from proftui.analysis.mine_rules import Rule
from proftui.analysis.nearby import Nearby, is_network
from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, TypeVar

    T = TypeVar("T")

NAME = "pyproject.toml"
KEYS = ("mine", "not-mine", "source-roots", "maps")
_MOST_TEXTS = 500
"""Strings of a list: each pattern is looked for in each file."""
MOST_BYTES = 1_000_000
_MOST_DOTS = 32
"""Dots in a line: what names tables in tables without end takes all memory."""
_MOST_FOLDERS = 200
LONGEST_PATTERN = 1_000


class ProjectFile(NamedTuple):
    """What stands there for proftui."""

    rules: tuple[Rule, ...] = ()
    roots: tuple[str, ...] = ()
    maps: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()


def project_file(folder: str) -> ProjectFile:
    """The nearest one at or above a folder; empty where there is none, or nothing for proftui in it."""
    nearby = Nearby((folder,))
    for above in _at_and_above(folder):
        path, why = nearby.reached(os.path.join(above, NAME))
        # Above it, what cannot be looked at may be the name that an automounter would ask for.
        if path or (why and above == folder):
            return _read(path, above, nearby)
    return ProjectFile()


def _at_and_above(folder: str) -> Iterator[str]:
    for _ in range(_MOST_FOLDERS):
        yield folder
        folder, below = os.path.dirname(folder), folder
        if folder == below:
            return


def _read(path: str, folder: str, nearby: Nearby) -> ProjectFile:
    """What is in it, for what lies in ``folder``; of an empty path, that it is not read."""
    try:
        data = _bytes(path)
        found = _parsed(data) if b"proftui" in data else {}
    except (ValueError, RecursionError) as problem:
        why = messages.TOO_DEEP if isinstance(problem, RecursionError) else str(problem)
        return ProjectFile(notes=(messages.NOT_READ.format(NAME, why),))
    tool = found.get("tool")
    table = tool.get("proftui") if isinstance(tool, dict) else None
    if table is None:
        return ProjectFile()
    if not isinstance(table, dict):
        return ProjectFile(notes=(messages.NO_TABLE.format(NAME, "tool.proftui"),))
    return _taken(table, folder, nearby)


def _bytes(path: str) -> bytes:
    """What is in it; ValueError says why that is not read."""
    from proftui_parsers.files import with_open

    if not os.path.isfile(path):
        raise ValueError(messages.NO_REGULAR_FILE)
    data = with_open(path, lambda descriptor: os.read(descriptor, MOST_BYTES + 1))
    if data is None:
        raise ValueError(messages.UNREADABLE)
    if len(data) > MOST_BYTES:
        raise ValueError(messages.OVER_SIZE.format(MOST_BYTES))
    return data


def _parsed(data: bytes) -> dict[str, Any]:
    """The file as tables; ValueError or RecursionError if it is none."""
    import tomllib

    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(messages.NOT_UTF8) from None
    if any(line.count(".") > _MOST_DOTS for line in text.split("\n")):
        raise RecursionError
    return tomllib.loads(text)


def _taken(table: dict[str, Any], folder: str, nearby: Nearby) -> ProjectFile:
    """What its keys say; each that is wrong is noted."""
    notes = [messages.UNKNOWN_SETTING.format(NAME, key, ", ".join(KEYS)) for key in table if key not in KEYS]
    rules = [
        _noted(key, notes, partial(rule_of, text, is_mine, folder))
        for key, is_mine in (("mine", True), ("not-mine", False))
        for text in _texts(table, key, notes)
    ]

    def folder_of(key: str, text: str) -> str | None:
        return _noted(key, notes, lambda: _folder(text, folder, nearby))

    roots = [folder_of("source-roots", text) for text in _texts(table, "source-roots", notes)]
    maps = table.get("maps", {})
    if not isinstance(maps, dict) or not all(isinstance(to, str) for to in maps.values()):
        notes.append(messages.NO_TABLE_OF_TEXTS.format(NAME, "maps"))
        maps = {}
    pairs = [(start, found) for start, to in maps.items() if start and (found := folder_of("maps", to))]
    return ProjectFile(tuple(filter(None, rules)), tuple(filter(None, roots)), tuple(pairs), tuple(notes))


def _texts(table: dict[str, Any], key: str, notes: list[str]) -> list[str]:
    """A list of strings."""
    found = table.get(key, [])
    if isinstance(found, list) and len(found) > _MOST_TEXTS:
        notes.append(messages.TOO_MANY_TEXTS.format(NAME, key, _MOST_TEXTS))
        found = found[:_MOST_TEXTS]
    if isinstance(found, list) and all(isinstance(text, str) for text in found):
        return found
    notes.append(messages.NO_LIST_OF_TEXTS.format(NAME, key))
    return []


def rule_of(pattern: str, is_mine: bool, base: str = "") -> Rule:
    """A rule as the user wrote it; raises ``ValueError`` with a sentence."""
    pattern = pattern.strip()
    if not pattern or "\0" in pattern or len(pattern) > LONGEST_PATTERN:
        raise ValueError(messages.BAD_PATTERN.format(LONGEST_PATTERN))
    if pattern == "~" or pattern.startswith("~/"):
        raise ValueError(messages.NO_TILDE)
    return Rule(pattern, is_mine, base)


def parse_map(text: str) -> tuple[str, str]:
    """The two sides of ``--map``, what to replace and by what; raises ``ValueError`` with a sentence."""
    prefix, equals, target = text.partition("=")
    if not equals or not prefix or not target or "\0" in text:
        raise ValueError(messages.TAKES_FROM_TO.format(text))
    return prefix, parse_root(target)


def parse_root(text: str) -> str:
    """A folder for ``--source-root`` and ``--map``; raises ``ValueError`` with a sentence."""
    if not text or "\0" in text:
        raise ValueError(messages.TAKES_FOLDER_NOT.format(text))
    if is_network(text):
        raise ValueError(messages.FOLDER_ELSEWHERE.format(text))
    if text == "~" or text.startswith("~/"):
        raise ValueError(messages.NO_TILDE)
    return text


def _noted(key: str, notes: list[str], read: Callable[[], T]) -> T | None:
    """What is read of a key; what is wrong with it is noted."""
    try:
        return read()
    except ValueError as problem:
        notes.append(messages.WRONG_SETTING.format(NAME, key, problem))
        return None


def _folder(text: str, folder: str, nearby: Nearby) -> str:
    """A folder, from that of the file on; ``ValueError`` where it cannot be one."""
    found = os.path.normpath(os.path.join(folder, parse_root(text)))
    # Whoever wrote the file is not the user.
    if nearby.reached(found).why:
        raise ValueError(messages.FOLDER_ELSEWHERE.format(text))
    return found
