"""Who imported which module: the only one that its text and its time allow.

An importer is a function that entered the import system: a module's code, or a function that imports when it
is called. What it imported ran within the time that it spent there, so a longer module was imported by
somebody else; and where its text is at hand, it imported nothing that the text does not name.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Collection, Mapping

from proftui.analysis.imports.import_times import ImportTimes
from proftui.background.pieces import Pace, Pieces
from proftui_parsers import Profile

_ROUNDS = 6
"""Times that all is looked through anew, with what was told before; usually it ends after three."""
_SLACK = 1e-6
"""Seconds by which sums of times are off."""

MayImport = Mapping[int, Collection[int] | None]
"""By importer, the modules that its text names; ``None``: it may import anything."""


def telling(
    profile: Profile, times: ImportTimes, may_import: MayImport, told: Mapping[int, int]
) -> Pieces[dict[int, int]]:
    """Importers by module, of those that have only one left; ``told``: what is known already."""
    search, pace = _Search(profile, times, may_import, told), Pace()
    for _ in range(_ROUNDS):
        before = len(search.known)
        for module in times.modules:
            if pace.done(1 + len(search.named.get(module, ()))):
                yield
            search.decide(module)
        if len(search.known) == before:
            break
    return search.known


class _Search:
    """Which importers are left for each module."""

    def __init__(
        self, profile: Profile, times: ImportTimes, may_import: MayImport, told: Mapping[int, int]
    ) -> None:
        assert profile.cumtime is not None
        self.time, self.times = profile.cumtime, times
        self.known: dict[int, int] = {}
        self.left = {**times.entered, **times.by_extensions}
        """By importer, seconds of its imports; of modules less those that are known."""
        self.named: dict[int, list[int]] = {}
        for importer, modules in may_import.items():
            for module in modules or ():
                self.named.setdefault(module, []).append(importer)
        self.anything = sorted(
            (-self.left.get(importer, 0.0), importer)
            for importer, modules in may_import.items()
            if modules is None
        )
        """Who may import anything, those with the most time left first."""
        for module, importer in told.items():
            self._add(module, importer)

    def decide(self, module: int) -> None:
        """Add a module to what is known, if it has one importer left."""
        if module in self.known:
            return
        found = [importer for importer in self.named.get(module, ()) if self._can(importer, module)]
        for less, importer in self.anything:
            if len(found) > 1 or -less < self.time[module] - _SLACK:
                break
            if self._can(importer, module):
                found.append(importer)
        if len(found) == 1:
            self._add(module, found[0])

    def _can(self, importer: int, module: int) -> bool:
        return importer != module and self.left.get(importer, 0.0) >= self.time[module] - _SLACK

    def _add(self, module: int, importer: int) -> None:
        self.known[module] = importer
        if not self.times.is_module(importer):
            return
        before = -self.left.get(importer, 0.0), importer
        self.left[importer] = -before[0] - self.time[module]
        at = bisect_left(self.anything, before)
        if self.anything[at : at + 1] == [before]:
            del self.anything[at]
            insort(self.anything, (-self.left[importer], importer))
