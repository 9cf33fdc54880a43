"""Modules that only one side imports, joined by package: what they took, and what replaced them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proftui.analysis.compare.claims import total
from proftui.analysis.compare.joining import Joined
from proftui.analysis.compare.terms import IMPORTS, Terms

PackageOf = Callable[[int], str]
"""The package of a row's module."""
_ALONE = 0.2
"""Part of the time of all new modules, or all gone ones, from which on a package is a cause of its own."""
_HALF = 0.5


def joining_imports(terms: Terms, package_of: PackageOf) -> list[Joined]:
    """The causes that are modules which one side imports.

    New modules in place of gone ones that took nearly as long are one cause; else packages that took much are
    one each, and the others together.
    """
    numbers = [number for number, kind in enumerate(terms.kinds) if kind == IMPORTS]
    new, gone = ([n for n in numbers if (terms.times[n] > 0) == is_new] for is_new in (True, False))
    if abs(total(terms, numbers)) < _HALF * max(total(terms, new), -total(terms, gone)):
        return [numbers]
    return [*_by_package(terms, new, package_of), *_by_package(terms, gone, package_of)]


def _by_package(terms: Terms, numbers: Sequence[int], package_of: PackageOf) -> list[Joined]:
    """The modules of each package that took much, and those of all others."""
    packages: dict[str, Joined] = {}
    for number in numbers:
        packages.setdefault(package_of(terms.places[number]), []).append(number)
    least = _ALONE * abs(total(terms, numbers))
    large = [package for package in packages.values() if abs(total(terms, package)) >= least]
    rest = [n for package in packages.values() if abs(total(terms, package)) < least for n in package]
    return [*large, rest] if rest else large
