"""Who imported which module, as far as it can be proved: by times, by source text, by what ran before.

An importer is a function that entered the import system: a module's code, or a function that imports when it
is called. What it imported ran within the time that it spent there, so a longer module was imported by
somebody else. Where an importer's text is at hand, it imported nothing that the text does not name. And what
was surely imported before cannot have been imported later. A module with one importer left is proved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from proftui.analysis.imports.import_times import ImportTimes
from proftui.background.pieces import Pace, Pieces
from proftui_parsers import Profile

_ROUNDS = 6
"""Times that all is looked through anew, with what was proved before; usually it ends after three."""
_SLACK = 1e-6
"""Seconds by which sums of times are off."""


class Event(NamedTuple):
    """A place at which a function may import a module; ``sure``: it is reached whenever the function runs."""

    module: int
    sure: bool


MayImport = Mapping[int, Sequence[Event] | None]
"""By importer, what it may import, in order; ``None``: it may import anything."""


def proving(
    profile: Profile,
    times: ImportTimes,
    events: MayImport,
    owners: Mapping[int, int],
    proved: Mapping[int, int] | None = None,
) -> Pieces[dict[int, int]]:
    """Importers by module, as far as proved; ``owners``: by function the code of its own file, if imported.

    ``proved``: what is known already.
    """
    known, early = dict(proved or {}), set[int]()
    for _ in range(_ROUNDS):
        search = _Search(profile, times, events, owners, known)
        yield from search.running(early)
        lost = set(times.modules) - search.perhaps - search.loaded.keys()
        if lost:
            # What nobody is seen to import runs at some time, perhaps before all others.
            early |= lost
            continue
        before = len(known)
        yield from search.deciding(known)
        if len(known) == before:
            break
    return known


class _Search:
    """One look at the whole run: which importers each module may have had."""

    def __init__(
        self,
        profile: Profile,
        times: ImportTimes,
        events: MayImport,
        owners: Mapping[int, int],
        known: Mapping[int, int],
    ) -> None:
        assert profile.cumtime is not None
        self.time = profile.cumtime
        self.times, self.events, self.known = times, events, known
        self.entered = {**times.entered, **times.by_extensions}
        self.modules = set(times.modules)
        self.functions: dict[int, list[int]] = {}
        """Importers that are no code of a module, by the code of their file; -1: that was there before."""
        for importer in events:
            if not times.is_module(importer):
                self.functions.setdefault(owners.get(importer, -1), []).append(importer)
        self.loaded: dict[int, int] = {}
        """When a module was surely there, as a count of what was looked at."""
        self.clock = 0
        self.perhaps: set[int] = set()
        """Modules that may have run by now."""
        self.candidates: dict[int, set[int]] = {module: set() for module in times.modules}
        self.anything: dict[int, int] = {}
        """Importers that may import anything, and since when they may."""
        self.shortest_first = sorted(times.modules, key=self.time.__getitem__)
        self.reached = 0
        self.pace = Pace()

    # What may run when

    def running(self, early: Iterable[int]) -> Pieces[None]:
        """Go through the run in its order, ``early`` before all others."""
        for importer in (*self.functions.get(-1, ()), *early):
            yield from self._perhaps(importer)
        for program in self.times.programs:
            yield from self._run(program, sure=True)

    def _perhaps(self, importer: int) -> Pieces[None]:
        if importer not in self.perhaps:
            self.perhaps.add(importer)
            yield from self._run(importer, sure=False)

    def _run(self, first: int, *, sure: bool) -> Pieces[None]:
        """What ``first`` imports, with what that imports; deep chains need no deep stack."""
        stack = [self._steps(first, sure)]
        while stack:
            step = next(stack[-1], None)
            if step is None:
                stack.pop()
                continue
            stack.append(self._steps(*step))
            if self.pace.done(1):
                yield

    def _steps(self, importer: int, sure: bool) -> Iterator[tuple[int, bool]]:
        """Whatever runs below an importer: functions and modules, and whether surely."""
        for function in self.functions.get(importer, ()):
            if function not in self.perhaps:
                self.perhaps.add(function)
                yield function, False
        events = self.events.get(importer, ())
        if events is None:
            yield from self._anything(importer)
            return
        for event in events:
            if event.module in self.loaded or not self._can(importer, event.module):
                continue
            self.candidates[event.module].add(importer)
            if sure and (event.sure or self._is_last(importer, event, events)):
                self.clock += 1
                self.loaded[event.module] = self.clock
                yield event.module, True
            elif event.module not in self.perhaps:
                self.perhaps.add(event.module)
                yield event.module, False

    def _is_last(self, importer: int, event: Event, events: Sequence[Event]) -> bool:
        """Whether a module that this one is known to have imported must have been imported here."""
        return self.known.get(event.module) == importer and sum(e.module == event.module for e in events) == 1

    def _can(self, importer: int, module: int) -> bool:
        known = self.known.get(module)
        if known is not None:
            return known == importer
        return importer != module and self.entered.get(importer, 0.0) >= self.time[module] - _SLACK

    def _anything(self, importer: int) -> Iterator[tuple[int, bool]]:
        """From now on any module may run that is short enough."""
        if importer in self.anything:
            return
        self.anything[importer] = self.clock
        entered = self.entered.get(importer, 0.0) + _SLACK
        while self.reached < len(self.shortest_first):
            module = self.shortest_first[self.reached]
            if self.time[module] > entered:
                break
            self.reached += 1
            if module not in self.loaded and module not in self.perhaps:
                self.perhaps.add(module)
                yield module, False

    # Who is left

    def deciding(self, known: dict[int, int]) -> Pieces[None]:
        """Add to ``known`` what has one importer left; what that one imported takes from its time."""
        left = dict(self.entered)
        for module, importer in known.items():
            if self.times.is_module(importer):
                left[importer] = left.get(importer, 0.0) - self.time[module]
        changed = True
        while changed:
            changed = False
            wild = sorted(self.anything, key=lambda importer: -left.get(importer, 0.0))
            for module in self.times.modules:
                if self.pace.done(1 + len(self.candidates[module])):
                    yield
                if module in known:
                    continue
                importers = self._left(module, wild, left, known)
                if len(importers) != 1:
                    continue
                known[module] = importers[0]
                changed = True
                if self.times.is_module(importers[0]):
                    left[importers[0]] -= self.time[module]
            changed = self._needed(left, known) or changed

    def _needed(self, left: dict[int, float], known: dict[int, int]) -> bool:
        """Add what an importer must have imported: else it has more time than all that it may have done."""
        possible = dict[int, list[int]]()
        for module, importers in self.candidates.items():
            if module not in known:
                for importer in importers:
                    if left[importer] >= self.time[module] - _SLACK:
                        possible.setdefault(importer, []).append(module)
        count = len(known)
        loading = self.times.total if self.times.loading is None else self.times.loading
        unknown = loading + self.times.extensions + _SLACK
        for importer, some in possible.items():
            if not self.times.is_module(importer) or self.events[importer] is None:
                continue
            most = unknown + sum(self.time[module] for module in some)
            for module in some:
                is_below = self._is_below(importer, module, known)
                if module not in known and left[importer] > most - self.time[module] and not is_below:
                    known[module] = importer
            left[importer] -= sum(self.time[module] for module in some if known.get(module) == importer)
        return len(known) > count

    def _left(
        self, module: int, wild: Sequence[int], left: Mapping[int, float], known: Mapping[int, int]
    ) -> list[int]:
        """Who may have imported a module; of many only the first two."""
        found = list[int]()
        least, there = self.time[module] - _SLACK, self.loaded.get(module)
        for importer in self.candidates[module]:
            if left.get(importer, 0.0) >= least and not self._is_below(importer, module, known):
                found.append(importer)
        for importer in wild:
            if left.get(importer, 0.0) < least or len(found) > 1:
                break
            is_later = there is not None and there <= self.anything[importer]
            if not is_later and importer != module and not self._is_below(importer, module, known):
                found.append(importer)
        return found

    def _is_below(self, importer: int, module: int, known: Mapping[int, int]) -> bool:
        """Whether an importer is known to have been imported by ``module``, or by what that imported."""
        seen = 0
        while importer in known and seen < len(known):
            importer = known[importer]
            if importer == module:
                return True
            seen += 1
        return importer == module
