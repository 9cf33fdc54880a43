"""What the text of a file does with names: where it defines them, and whether it hands functions on.

Lexical and quick, of whole files: strings and comments are taken out first. Where in doubt, a name is
taken to be handed on.
"""

from __future__ import annotations

import builtins
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

LARGEST = 400_000
"""Characters; of a larger file nothing is known."""
_MOST_PLACES = 3000
"""Places of one name that are looked at; a name of more is taken to be handed on."""
_TEXTS = re.compile(
    r"#[^\n]*"
    r"|(?P<prefix>\b[rRbBuUfFtT]{1,2})?"
    r"(?:(?P<long>\"\"\"|''')(?P<body>(?:[^\\\"']|\\[\s\S]|(?!(?P=long))[\"'])*)(?:(?P=long)|\\?\Z)"
    r"|\"(?P<one>(?:[^\"\\\n]|\\[\s\S])*)\\?(?:\"|$)|'(?P<two>(?:[^'\\\n]|\\[\s\S])*)\\?(?:'|$))",
    re.MULTILINE,
)
"""Comments and strings; what is not closed ends with its line or the text, so that nothing is read twice."""
_IMPORTS = re.compile(
    r"^[ \t]*(?:from[ \t]+[\w.]+[ \t]+import[ \t]*(?P<many>\([^()]*\)|[^\n(]*)"
    r"|import[ \t]+(?P<plain>[^\n]*))",
    re.MULTILINE,
)
_RENAMED = re.compile(r"(?<![\w.])([\w.]{1,200})[ \t\\\n]{1,50}as[ \t]{1,50}(\w{1,200})")
_ALL = re.compile(r"^__all__[ \t]*\+?=[ \t]*(\[[^\[\]]{0,4000}\]|\([^()]{0,4000}\))", re.MULTILINE)
_BY_TEXT = re.compile(r"\b(?:getattr|globals|locals|vars|__dict__|methodcaller|attrgetter|eval|exec|patch)\b")
_DEFINED = re.compile(r"(?:async[ \t]+)?(def|class)[ \t]+(\w+)")
_ASSIGNED = re.compile(
    r"^(\w+)(?:[ \t]*:[^=\n]+)?[ \t]*(?:=(?!=)|\+=)|^[ \t]+global[ \t]+([\w, \t]+)", re.MULTILINE
)
_ATTRIBUTES = re.compile(r"\.(\w+)(?:[ \t]*:[^=\n]{1,100})?[ \t]*=(?!=)")
_SPECIAL_ALIAS = re.compile(
    r"__(?!(?:all|name|version|slots|author|doc|dict|file|main|future|hash|class|mro|bases|module|qualname)__)"
    r"[a-z]+__[\"']?[ \t]*(?:=(?!=)|:|,)"
)
_ITERATORS = re.compile(
    r"\b(?:map|filter|filterfalse|iter(?![ \t]*\([\w.]*\))|starmap|takewhile|dropwhile)\b"
    r"(?:[ \t]*\(\s{0,50}(?:\w+\.)*(\w+))?"
    r"|\b(?:accumulate|groupby|sentinel)\b"
)
"""What iterators are told to run; an empty name where something else says it."""
_CLASSES = re.compile(r"^[ \t]*class[ \t]+(\w+)[ \t]*(?:\(([^\n:]*))?", re.MULTILINE)
_INNER = re.compile(r"^[ \t]+(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)|^[ \t]+(\w+)[ \t]*=(?!=)", re.MULTILINE)
_CALLBACKS = re.compile(r"\b(?:ref|proxy|WeakMethod|finalize)[ \t]*\([^,]{0,200},\s{0,50}(?:\w+\.)*(\w+)")
"""What is told to run when something goes: its name."""
_INTERRUPTS = re.compile(
    r"\bsignal[ \t]*\([^,]{0,200},\s{0,50}(?:\w+\.)*(\w+)"
    r"|(?:(?<![\w.])(?<!def )|\bsys\.)set(?:trace|profile)[ \t]*\(\s{0,50}(?:\w+\.)*(\w+)"
    r"|\bgc\.callbacks\.\w+\(\s{0,50}(?:\w+\.)*(\w+)"
)
"""What is told to run whenever the system wants it."""
_FINALIZERS = re.compile(
    r"__del__(?:[\"'][ \t]*[:,]|[ \t]*=(?!=))\s{0,50}(?![\"'])(?:\w+\.)*(\w+\b(?![ \t]*\())?"
)
"""What is given the name of the method that runs when an object goes; empty: what a call gives."""
_FUNCTION = re.compile(r"\b(?:def|class)[ \t]+(\w+)")
_PROPERTY = re.compile(r"\bproperty[ \t]*\(")
_CALLED = re.compile(r"\s*\(")
_NO_LOAD = re.compile(r"[ \t]*=(?!=)|\.(?!_)")
_SAME_NAME = re.compile(r"\b(\w+)[ \t]*=[ \t]*[\w.]*$")
"""What is given is given under its own name."""
_KEYWORD_BEFORE = re.compile(r"\b(?:def|class)[ \t]+$")


@dataclass(frozen=True, slots=True)
class Defined:
    """A function or class at the margin of a file: its line as recorded, and what it is."""

    line: int
    is_class: bool
    decorated: bool


class FileNames:
    """The names of one file."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.constants: set[str] = set()
        """Strings that could be names."""
        whole = "\n".join(lines)
        text = _TEXTS.sub(self._without, _ALL.sub(_blank, whole))
        self.by_text = _BY_TEXT.search(text) is not None
        """Whether functions may be found by the text of their name."""
        self.properties = _PROPERTY.search(text) is not None
        """Whether attributes may run functions of another name."""
        self.operators = _SPECIAL_ALIAS.search(whole) is not None or "defaultdict" in whole
        """Whether operators may run functions of another name."""
        self.finalizers = set(_FINALIZERS.findall(whole))
        """What runs when an object goes."""
        self.renamed: dict[str, str] = {}
        """Names given by imports, with what they name."""
        self.imported: set[str] = set()
        self.text = _IMPORTS.sub(self._import, text)
        self._handed_on: dict[str, bool] = {}

    def _without(self, match: re.Match[str]) -> str:
        """Instead of a string or comment: of one with expressions, what stands in it."""
        text = match[0]
        if text[0] == "#":
            return ""
        inner = match["body"] or match["one"] or match["two"] or ""
        if set((match["prefix"] or "").lower()) & {"f", "t"}:
            return f'"" {inner} ""'
        if inner.isidentifier():
            self.constants.add(inner)
        return '""' + "\n" * text.count("\n")

    def _import(self, match: re.Match[str]) -> str:
        names = (match["many"] or match["plain"] or "").strip("() \t\n\\")
        for old, new in _RENAMED.findall(names):
            self.renamed[new] = old.rpartition(".")[2]
        for part in names.split(","):
            words = part.replace("\\", " ").split()
            if words:
                self.imported.add(words[-1].partition(".")[0])
        return "\n" * match[0].count("\n")

    @cached_property
    def lines(self) -> list[str]:
        """The text by lines, without strings, comments and imports."""
        return self.text.split("\n")

    @cached_property
    def defined(self) -> dict[str, list[Defined]]:
        """Functions and classes at the margin, by name."""
        found: defaultdict[str, list[Defined]] = defaultdict(list)
        first = 0
        for line, text in enumerate(self.lines, 1):
            if text.startswith("@"):
                first = first or line
            elif match := _DEFINED.match(text):
                found[match[2]].append(Defined(first or line, match[1] == "class", first > 0))
            if text and text[0] not in "@ \t)]}":
                first = 0
        return found

    @cached_property
    def _callbacks(self) -> set[str]:
        return set(_CALLBACKS.findall(self.text))

    @cached_property
    def _interrupts(self) -> set[str]:
        found = {name for names in _INTERRUPTS.findall(self.text) for name in names if name}
        return found | self.finalizers

    @cached_property
    def _iterated(self) -> set[str]:
        return set(_ITERATORS.findall(self.text))

    @cached_property
    def _known(self) -> set[str]:
        """Names that are those of functions and classes."""
        return {"lambda", "None", *dir(builtins), *_FUNCTION.findall(self.text)}

    def calls_back(self, name: str) -> bool:
        """Whether a function that is handed on may be called when something goes."""
        return self._tells(self._callbacks, name)

    def interrupts(self, name: str) -> bool:
        """Whether a function that is handed on may be called on any line: by the system or as ``__del__``."""
        return self._tells(self._interrupts, name)

    def _tells(self, told: set[str], name: str) -> bool:
        # What is no function's name may stand for any of them.
        return name.strip("<>") in told or not told <= self._known

    def iterates(self, name: str) -> bool:
        """Whether an iterator may run a function that is handed on."""
        return self._tells(self._iterated, name)

    @cached_property
    def classes(self) -> list[tuple[str, set[str]]]:
        """The classes of the file with what they inherit from, in its order."""
        return [(name, set(re.findall(r"\w+", bases))) for name, bases in _CLASSES.findall(self.text)]

    @cached_property
    def _inner_names(self) -> set[str]:
        return {name for names in _INNER.findall(self.text) for name in names}

    def is_inner(self, name: str) -> bool:
        """Whether the name is given in a function or class, too."""
        return name in self._inner_names

    @cached_property
    def assigned(self) -> set[str]:
        """Names given values at the margin, each by a statement of its own, or said to be global."""
        found: set[str] = set()
        for name, several in _ASSIGNED.findall(self.text):
            found.update([name] if name else several.replace(",", " ").split())
        return found

    @cached_property
    def attributes(self) -> set[str]:
        """Attributes that are given values."""
        return set(_ATTRIBUTES.findall(self.text))

    @cached_property
    def given(self) -> set[str]:
        """Names that are given values anywhere, in the bodies of classes too."""
        return {name for pair in _INNER.findall(self.text) for name in pair[1:]} | self.attributes

    def hands_on(self, name: str) -> bool:
        """Whether what has this name may get another name here, or be called without one."""
        known = self._handed_on.get(name)
        if known is None:
            known = self._handed_on[name] = self._finds(name)
        return known

    def _finds(self, name: str) -> bool:
        if (self.by_text and name in self.constants) or name in self.renamed.values():
            return True
        text, at = self.text, self.text.find(name)
        for _ in range(_MOST_PLACES):
            if at < 0:
                return False
            end = at + len(name)
            if not (_of_name(text[at - 1 : at]) or _of_name(text[end : end + 1])) and self._is_load(at, end):
                return True
            at = text.find(name, end)
        return True

    def _is_load(self, at: int, end: int) -> bool:
        """Whether the name is neither called nor defined there."""
        text = self.text
        if _CALLED.match(text, end) or _NO_LOAD.match(text, end):
            return False
        before = text[max(text.rfind("\n", 0, at) + 1, at - 200) : at]
        kept = _SAME_NAME.search(before)
        return not (_KEYWORD_BEFORE.search(before) or (kept and kept[1] == text[at:end]))


def _of_name(character: str) -> bool:
    return character.isalnum() or character == "_"


def _blank(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


@lru_cache(maxsize=32)
def names_of(lines: tuple[str, ...]) -> FileNames | None:
    """What a file does with names; ``None``: it is not known, or too large to look."""
    if not lines or sum(map(len, lines)) + len(lines) > LARGEST:
        return None
    return FileNames(lines)
