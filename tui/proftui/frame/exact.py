"""Terms of a filter that find one text alone, whatever is in it."""

from __future__ import annotations

import re

from proftui.analysis.members import Represented
from proftui.analysis.search.terms import Pattern, QueryError, read_terms
from proftui.analysis.shape.grouping import hidden_step
from proftui.analysis.shape.shape import FILE
from proftui.drawing.safe_text import clean
from proftui_parsers import Profile


def pattern(text: str) -> str:
    """A pattern of a text: of what would not be pasted as it is, the numbers of the characters."""
    # Marks are shown as they are, but for many in a row.
    letters = (re.escape(c) if clean(3 * c) == 3 * c else f"\\U{ord(c):08x}" for c in text)
    return "".join(letters).replace('"', '\\"')


def package(name: str, *, by_case: bool = False) -> str:
    """The term of a package, by its name where that can be; ``by_case``: another has it in other capitals."""
    escaped = name.replace('"', '\\"')
    text = f'pkg:"{escaped}"' if re.search(r'[\s"]', name) else f"pkg:{name}"
    can_be = not by_case and clean(name) == name and _names(text, name)
    return text if can_be else f"module:^(?-i:{pattern(name)})(\\.|$)"


def _names(text: str, package_name: str) -> bool:
    """Whether a filter is read as the name of a package."""
    try:
        terms = read_terms(text)
    except QueryError:
        return False
    whole = rf"\A{re.escape(package_name)}\Z"
    return len(terms) == 1 and isinstance(terms[0], Pattern) and terms[0].source == whole


def module(name: str, *, by_case: bool = False) -> str:
    """The term of a module alone, not of those within it; ``by_case`` as of a package."""
    return f"module:^{_in_case(pattern(name), by_case)}$"


def file(path: str, *, by_case: bool = False) -> str:
    """The term of a recorded file, of a cell of a notebook of that cell; ``by_case`` as of a package."""
    return f"file:^{_in_case(pattern(path), by_case)}(?m:$)"


def _in_case(text: str, by_case: bool) -> str:
    return f"(?-i:{text})" if by_case else text


TERMS = {"package": package, "module": module, "file": file}
"""How a term is made of what functions have in common."""


def of_group(groups: Represented, function: int, profile: Profile) -> str:
    """The filter that leaves the functions of a group alone, by the one that stands for it."""
    by, name, *_ = hidden_step(groups, function, profile)
    every = set(profile.files) if by == FILE else groups.members.names
    alike = sum(other.casefold() == name.casefold() for other in every)
    return TERMS[by](name, by_case=alike > 1)
