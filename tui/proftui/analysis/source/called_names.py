"""What one function calls, by the names that its code says, and where else it may call something."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

MAKERS = ("__init__", "__new__")
CLASS = re.compile(r"^_*[A-Z]|^(?:cls|klass)$|class(?:_|__)?$")
"""Names that read as those of classes."""

_Lines = defaultdict[str, set[int]]


class Definition(NamedTuple):
    """A function or class that is defined in another function."""

    name: str
    """As recorded; of a class with ``class`` before it."""
    first: int
    last: int
    """Lines from the first decorator to the word ``def`` or ``class``; of a lambda or comprehension, all."""
    decorated: bool = False


@dataclass(eq=False)
class CalledNames:
    """Names by the lines that call them, in the code of one function without what has its own."""

    shift: int
    """What to add to a line of the tree, beyond the line put before it."""
    apart: bool
    """Whether comprehensions are functions of their own."""
    bare: _Lines = field(default_factory=lambda: defaultdict(set))
    """Lines that call a plain name."""
    dotted: _Lines = field(default_factory=lambda: defaultdict(set))
    """Lines that call an attribute."""
    bases: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """By attribute that is called, the plain names of which it is one; empty: of something else."""
    touched: _Lines = field(default_factory=lambda: defaultdict(set))
    """Lines with an attribute that is not called: perhaps a property."""
    chained: defaultdict[tuple[str, str], set[int]] = field(default_factory=lambda: defaultdict(set))
    """Lines that call ``__init__`` or ``__new__`` themselves, by it and what stands before it."""
    nameless: set[int] = field(default_factory=set)
    """Lines that call the result of an expression."""
    gone_over: dict[int, str] = field(default_factory=dict)
    """Lines that go over something, which runs generators, with the name of the call that made it, if any."""
    left: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    """Lines that may leave a loop, which ends its generator, by the line that goes over it."""
    matched: set[int] = field(default_factory=set)
    """Lines that may ask for any attribute of something: patterns of classes."""
    spread: set[int] = field(default_factory=set)
    """Lines that take in all of a mapping, and ask it for its keys."""
    ends: set[int] = field(default_factory=set)
    """Lines where what is named here may go, and generators with it, besides those that leave a loop."""
    operated: set[int] = field(default_factory=set)
    """Lines with operators and the like."""
    iterated: set[int] = field(default_factory=set)
    """Lines that ask for what a comprehension goes over, perhaps apart from here."""
    run: set[int] = field(default_factory=set)
    """Lines where statements or calls start."""
    making: set[int] = field(default_factory=set)
    """Lines that make classes by a call, which runs the class that these are of."""
    inner: list[Definition] = field(default_factory=list)
    """What is defined here."""
    bound: Counter[str] = field(default_factory=Counter)
    """Names that are given values here, with how often."""
    outer: set[str] = field(default_factory=set)
    """Names said to be global or of the function around this one."""
    aliases: dict[str, ast.expr] = field(default_factory=dict)
    """Names given here to what has another name, or none."""
    imports: dict[str, str] = field(default_factory=dict)
    """Names that imports give here, with those of what is imported."""
    consumed: defaultdict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    """The lines that go over generators or call lambdas where these are written, by their first line."""
    calls: Counter[str] = field(default_factory=Counter)
    """How often the code says that a name is called."""
    used_up: Counter[str] = field(default_factory=Counter)
    """How often what a name gives is gone over or awaited where it is called."""


def last_part(node: ast.expr) -> str:
    """The last name of an expression: ``b`` of ``a.b`` and of ``a.b()``, whose call only ``super`` needs."""
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
