"""Several profiles as one: runs added together as pstats does, and line times joined to calls."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

import proftui_parsers.messages as messages
from proftui_parsers.combine import joining, sampled_beside
from proftui_parsers.combine.matching import EVERY
from proftui_parsers.profile import NOT_MEASURED, Edges, Function, Profile, ProfileError
from proftui_parsers.texts import Texts

Figures = tuple[int, int, float, float]
"""Of a caller entry: calls, primitive calls, own time, cumulative time."""
_Placed = tuple[Profile, Sequence[int]]
"""A profile, and where each of its functions is in the sum."""


def add(profiles: Sequence[Profile], progress: Callable[[float], None] | None = None) -> Profile:
    """One profile of several, or raises ProfileError: what :func:`proftui_parsers.add` does."""
    if not profiles:
        raise ProfileError(messages.NOTHING_TO_ADD)
    if len(profiles) == 1:
        return profiles[0]
    told = progress or _untold
    recorded = [profile for profile in profiles if profile.recording is not None]
    others = [profile for profile in profiles if profile.recording is None]
    if sampled_beside.can_join([profile for profile in others if profile.has_calls], recorded):
        return sampled_beside.joined(add(others, progress), add(recorded, progress), told)
    if recorded:
        return _recordings(recorded, others, told)
    kinds = dict.fromkeys(profile.measure.name for profile in profiles)
    if len(kinds) > 1:
        raise ProfileError(messages.OTHER_MEASURE.format(" and ".join(kinds)))
    calls = [profile for profile in profiles if profile.has_calls]
    lines = [profile for profile in profiles if not profile.has_calls]
    result = _added(calls, told) if calls else joining.added(lines, told)
    if calls and lines:
        result = joining.joined(result, joining.added(lines, told), told)
    return result.changed(
        path=profiles[0].path,
        paths=tuple(path for profile in profiles for path in profile.paths),
        producer=", ".join(dict.fromkeys(profile.producer for profile in profiles)),
    )


def _recordings(
    recorded: Sequence[Profile], others: Sequence[Profile], told: Callable[[float], None]
) -> Profile:
    """One profile of recordings of whole stacks, which nothing else can be added to."""
    if others:
        kinds = messages.KIND_OF_CALLS if others[0].has_calls else messages.KIND_OF_LINES
        raise ProfileError(messages.OTHER_KINDS.format(recorded[0].path, others[0].path, kinds))
    from proftui_parsers.combine.stacking import added

    return added(recorded, told)


def _untold(part: float) -> None:
    """Nobody asks how far it is."""


def _added(profiles: Sequence[Profile], told: Callable[[float], None]) -> Profile:
    """Runs added together; pstats begins with the first, then takes the others from the last on."""
    result = profiles[0]
    for other in reversed(profiles[1:]):
        result = _sum(result, other, told)
    return result


def _sum(one: Profile, other: Profile, told: Callable[[float], None]) -> Profile:
    """Two profiles as one."""
    texts = Texts()
    keys: dict[Function, int] = {}
    functions, others = _functions(one, texts), _functions(other, texts)
    known = [keys.setdefault(key, len(keys)) for key in islice(functions, one.count)]
    rows = [keys.setdefault(key, len(keys)) for key in islice(others, other.count)]
    count = len(keys)
    # Callers without an entry of their own come behind the functions.
    known += [keys.setdefault(key, len(keys)) for key in functions]
    known_too = rows + [keys.setdefault(key, len(keys)) for key in others]
    cumtime = None
    if one.cumtime is not None and other.cumtime is not None:
        cumtime = _times(one.cumtime, other.cumtime, rows, count)
    edges, mixed = _edges((one, known), (other, known_too), count, told)
    warnings = list(dict.fromkeys((*one.warnings, *other.warnings)))
    if mixed:
        warnings.append(
            messages.TIMES_IN_SOME_FILES.format(mixed) if mixed > 1 else messages.TIME_IN_SOME_FILES
        )
    return one.changed(
        count=count,
        files=[function.file for function in keys],
        linenos=array("q", [function.line for function in keys]),
        names=[function.name for function in keys],
        tottime=_times(one.tottime, other.tottime, rows, count),
        cumtime=cumtime,
        ncalls=_counts(one.ncalls, other.ncalls, one.count, rows, count),
        primitive_calls=_counts(one.primitive_calls, other.primitive_calls, one.count, rows, count),
        edges=edges,
        total_time=one.total_time + other.total_time,
        total_calls=_both(one.total_calls, other.total_calls),
        total_primitive_calls=_both(one.total_primitive_calls, other.total_primitive_calls),
        remarks=tuple(warnings),
    )


def _functions(profile: Profile, texts: Texts) -> Iterator[Function]:
    """All of a profile; of both profiles, equal texts are one object."""
    return map(Function, texts.only(profile.files), profile.linenos, texts.only(profile.names))


def _edges(one: _Placed, other: _Placed, count: int, told: Callable[[float], None]) -> tuple[Edges, int]:
    """Callers of both, and how many have all four figures in one profile and only a count in the other."""
    (first, known), (second, known_too) = one, other
    row_of, mixed = array("q", [NOT_MEASURED]) * count, 0
    for row, target in enumerate(islice(known_too, second.count)):
        row_of[target] = row
    starts, callers = array("q", (0,)), array("q")
    ncalls, primitive, tottime, cumtime = list[int](), list[int](), array("d"), array("d")
    for target in range(count):
        if target % EVERY == 0:
            told(target / count)
        entries = dict(_entries(first.edges, target, known)) if target < first.count else {}
        if row_of[target] != NOT_MEASURED:
            for caller, figures in _entries(second.edges, row_of[target], known_too):
                before = entries.get(caller)
                entries[caller] = figures if before is None else _kept_figures(before, figures)
                mixed += before is not None and (before[3] != before[3]) != (figures[3] != figures[3])
        callers.extend(entries)
        starts.append(len(callers))
        for calls, first_calls, own, whole in entries.values():
            ncalls.append(calls)
            primitive.append(first_calls)
            tottime.append(own)
            cumtime.append(whole)
    return Edges(starts, callers, ncalls, primitive, tottime, cumtime), mixed


def _entries(edges: Edges, row: int, known: Sequence[int]) -> Iterable[tuple[int, Figures]]:
    """The callers of a function, by their index in the sum."""
    ncalls, primitive, tottime, cumtime = edges.ncalls, edges.primitive_calls, edges.tottime, edges.cumtime
    for entry in range(edges.starts[row], edges.starts[row + 1]):
        yield known[edges.callers[entry]], (ncalls[entry], primitive[entry], tottime[entry], cumtime[entry])


def _kept_figures(one: Figures, other: Figures) -> Figures:
    """Two entries of one caller, keeping what only one of them measured."""
    ncalls, primitive = _kept(one[0], other[0]), _kept(one[1], other[1])
    return ncalls, primitive, _kept_time(one[2], other[2]), _kept_time(one[3], other[3])


def _kept(one: int, other: int) -> int:
    """The sum of two counts, or the one that was measured."""
    return max(one, other) if one < 0 or other < 0 else one + other


def _kept_time(one: float, other: float) -> float:
    """The sum of two times, or the one that was measured."""
    if one != one:
        return other
    return one if other != other else one + other


def _times(one: Sequence[float], other: Sequence[float], rows: Sequence[int], count: int) -> array[float]:
    sums = array("d", one)
    sums.extend([0.0] * (count - len(sums)))
    for time, row in zip(other, rows, strict=True):
        sums[row] += time
    return sums


def _counts(
    one: Sequence[int] | None, other: Sequence[int] | None, own: int, rows: Sequence[int], count: int
) -> list[int] | None:
    """Counts of both, ``own`` of them of the first; a function that one has not counted has none."""
    if one is None and other is None:
        return None
    sums = list(one) if one is not None else [NOT_MEASURED] * own
    sums.extend([0] * (count - own))
    for calls, row in zip(other if other is not None else [NOT_MEASURED] * len(rows), rows, strict=True):
        sums[row] = NOT_MEASURED if calls < 0 or sums[row] < 0 else sums[row] + calls
    return sums


def _both(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other
