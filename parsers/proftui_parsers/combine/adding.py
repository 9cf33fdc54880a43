"""Several profiles as one: runs added together as pstats does, and line times joined to calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import proftui_parsers.messages as messages
from proftui_parsers.combine import joining
from proftui_parsers.combine.calls_sum import CallsSum
from proftui_parsers.import_free import NamedTuple, replace
from proftui_parsers.measure import COUNTS
from proftui_parsers.profile import Profile, ProfileError
from proftui_parsers.stacks.recording import Choice

Told = Callable[[float], None]


def add(profiles: Sequence[Profile], progress: Told | None = None) -> Profile:
    """One profile of several, or raises ProfileError: what :func:`proftui_parsers.add` does."""
    adding = Adding()
    for place in order(len(profiles)):
        adding.take(profiles[place], place, progress or untold)
    return adding.profile(progress or untold)


def order(count: int) -> Iterator[int]:
    """In which order to take so many: as pstats, the first, then the others from the last on."""
    yield from range(min(1, count))
    yield from range(count - 1, 0, -1)


def untold(part: float) -> None:
    """Nobody asks how far it is."""


class _Head(NamedTuple):
    """What the sum tells of each profile, once that is gone."""

    paths: tuple[str, ...]
    producer: str
    measure: str
    has_stacks: bool


class Adding:
    """Profiles on their way to be one: calls are added up as they come, the rest is kept until the end."""

    def __init__(self) -> None:
        self._heads: dict[int, _Head] = {}
        """By place in the order in which the user named them."""
        self._only: Profile | None = None
        """Calls of one profile, as long as there are no others."""
        self._calls: CallsSum | None = None
        self._others: dict[int, Profile] = {}
        """Of lines, and of stacks."""

    def take(self, profile: Profile, place: int, told: Told) -> None:
        """Take one more; calls must come in the :func:`order` of their places."""
        has_stacks = profile.recording is not None
        measure = profile.measure.name if profile.measure.name != COUNTS.name else profile.measure.title
        self._heads[place] = _Head(profile.paths, profile.producer, measure, has_stacks)
        if has_stacks or not profile.has_calls:
            self._others[place] = profile
            return
        if self._calls is None and self._only is None:
            self._only = profile
            return
        if self._only is not None:
            self._calls, self._only = CallsSum(self._only), None
        assert self._calls is not None
        self._calls.take(profile, told)

    def profile(self, told: Told) -> Profile:
        """All of them as one; ProfileError where that cannot be."""
        if not self._heads:
            raise ProfileError(messages.NOTHING_TO_ADD)
        heads = [self._heads[place] for place in sorted(self._heads)]
        others = [self._others[place] for place in sorted(self._others)]
        stacks = next((head for head in heads if head.has_stacks), None)
        rest = next((head for head in heads if not head.has_stacks), None)
        if stacks is None:
            return self._of_calls_and_lines(heads, others, told)
        if rest is not None:
            raise ProfileError(messages.STACKS_ALONE.format(stacks.paths[0], rest.paths[0]))
        return _recordings(others, told)

    def _of_calls_and_lines(self, heads: Sequence[_Head], lines: Sequence[Profile], told: Told) -> Profile:
        other = next((head for head in heads if head.measure != heads[0].measure), None)
        if other is not None:
            both = (heads[0].paths[0], heads[0].measure, other.paths[0], other.measure)
            raise ProfileError(messages.OTHER_MEASURES.format(*both))
        alone = next((profile for profile in lines if not profile.measure.adds), None)
        if alone is not None and len(heads) > 1:
            raise ProfileError(messages.NO_SUM.format(alone.path, alone.measure.title))
        result = self._only if self._calls is None else self._calls.profile()
        if len(heads) == 1:
            return result if result is not None else lines[0]
        if result is None:
            result = joining.added(lines, told)
        elif lines:
            result = joining.joined(result, joining.added(lines, told), told)
        paths = tuple(path for head in heads for path in head.paths)
        producer = ", ".join(dict.fromkeys(head.producer for head in heads))
        # Of other measures there is no sum.
        one: dict[str, Any] = {"measures": (result.measure,), "totals": (result.total_time,)}
        tables = result.tables and replace(result.tables, **one)
        return result.changed(path=paths[0], paths=paths, producer=producer, tables=tables, choice=Choice())


def _recordings(recorded: Sequence[Profile], told: Told) -> Profile:
    if len(recorded) == 1:
        return recorded[0]
    from proftui_parsers.combine.stacking import added

    return added(recorded, told)
