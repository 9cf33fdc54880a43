"""Figures of functions and edges, from the stacks of a recording: exact of what the file holds.

The own time of a node is what its records weigh, its total that and the totals of its children. A function's
own time is that of its nodes, its cumulative time the totals of its outermost nodes, which no node
of the same function is above; so recursion counts no time twice. An edge is all nodes of one function
directly below those of another, and its time the totals of the outermost of these pairs.
"""

from __future__ import annotations

from array import array
from itertools import accumulate, compress, repeat

from proftui_parsers.consistency import Exact, take_checks
from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple
from proftui_parsers.profile import NOT_MEASURED, Edges, Profile
from proftui_parsers.recent import keep
from proftui_parsers.stacks.by_thread import stacking
from proftui_parsers.stacks.notes import notes_of
from proftui_parsers.stacks.recording import Choice, Tables
from proftui_parsers.stacks.sums import STEP, counting_weighty, of_tracks, slices, summing
from proftui_parsers.stacks.sums import own_weights as own_weights
from proftui_parsers.stacks.sums import totals as totals
from proftui_parsers.stacks.tree import OF_FUNCTION, OF_PAIR, WALKED, finished, walked

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence
    from typing import TypeVar

    from proftui_parsers.files import Progress
    from proftui_parsers.stacks.recording import Recording
    from proftui_parsers.stacks.sums import Sums
    from proftui_parsers.stacks.tree import Nesting

    T = TypeVar("T")

_READ = 0.8
"""The part of reading a file until all of its stacks are there; then they are added up."""
_KEPT = 8
"""Profiles of a recording that are kept, so that to go back takes no time."""


def profile_of(
    recording: Recording | Tables, choice: Choice | None = None, progress: Progress | None = None
) -> Profile:
    """Figures of functions and edges, of all threads and the first measure unless chosen; kept a while.

    ``progress`` is told how far that is as the last part of reading a file.
    """
    choice = choice or Choice()
    work = making(recording, choice)
    if progress is None or isinstance(recording, Tables):
        return finished(work)
    done, every = 0, 1 + stops_of(recording, choice) + 2 * len(recording) // WALKED
    while True:
        progress(_READ + (1 - _READ) * min(1.0, done / every))
        done += 1
        try:
            next(work)
        except StopIteration as end:
            profile: Profile = end.value
            return profile


def taking(progress: Progress | None) -> Progress | None:
    """Progress of taking a file apart, which is the first part of reading it."""
    return None if progress is None else lambda part: progress(_READ * part)


def telling(parts: Iterable[tuple[T, float]], progress: Progress | None) -> Iterator[T]:
    """The parts of a file, which come with the share that is taken apart then, as it is told."""
    for part, share in parts:
        yield part
        if progress is not None:
            progress(_READ * share)


def making(recording: Recording | Tables, choice: Choice) -> Generator[None, None, Profile]:
    """What :func:`profile_of` gives, with stops."""
    known = recording.made.get(choice)
    if isinstance(known, Profile):
        # Those asked for last are kept.
        recording.made[choice] = recording.made.pop(choice)
        return known
    if isinstance(recording, Tables):
        profile: Profile = recording.make(choice.measure)
        profile.tables, profile.choice = recording, choice
    else:
        profile = yield from deriving(recording, choice)
    keep(recording.made, choice, profile, _KEPT)
    return profile


def stops_of(recording: Recording | Tables, choice: Choice) -> int:
    """How many stops :func:`making` probably has."""
    if choice in recording.made or isinstance(recording, Tables):
        return 0
    measures = len({choice.measure, choice.measure if recording.samples is None else recording.samples})
    stops = measures * (2 * len(recording) + len(recording.records)) // STEP
    if choice.split and recording.by_thread is None:
        stops += 2 * len(recording) // WALKED
    return stops


def deriving(recording: Recording, choice: Choice) -> Generator[None, None, Profile]:
    """The profile that a choice makes, with stops."""
    whole, recording = recording, (yield from stacking(recording, choice))
    measure, nest = recording.measures[choice.measure], (yield from walked(recording.stacks))
    (files, linenos, names), functions = recording.identity, len(recording.names)
    sums = yield from summing(recording, choice, choice.measure)
    counted, sampled = (yield from _counting(recording, choice)), recording.samples is not None
    yield
    taken = None
    if choice.tracks is not None:
        # Of others there are calls of other threads alone.
        counts = counted.pair_ncalls if sampled else repeat(0)
        taken = bytearray(map(_either, sums.pair_total, counts))
        yield
    absent = None if choice.tracks is None else (yield from missing(recording, choice.tracks))
    total = sum(sums.own) + sums.lost
    weighty = yield from counting_weighty(whole, choice)
    profile = Profile(
        path=recording.path,
        paths=recording.paths,
        format=recording.format,
        producer=recording.producer,
        measure=measure._replace(sampled=sampled),
        count=functions,
        files=files,
        linenos=linenos,
        names=names,
        tottime=sums.own[:functions],
        cumtime=sums.total[:functions],
        ncalls=counted.ncalls,
        primitive_calls=counted.primitive,
        edges=_edges(functions, nest, sums, counted, taken),
        total_time=total,
        total_calls=counted.all,
        total_primitive_calls=counted.all_primitive,
        remarks=tuple(notes_of(recording, choice, counted.samples, sums.own, (sums.lost, counted.lost))),
        recording=whole,
        choice=choice,
        absent=absent,
        own_samples=counted.own,
        weighing_samples=weighty,
        texts=recording.texts,
    )
    take_checks(profile, Exact(profile))
    return profile


class _Counted(NamedTuple):
    """How often: samples with a function on the stack, or calls."""

    ncalls: list[int] | None
    primitive: list[int] | None
    pair_ncalls: list[int]
    pair_primitive: list[int] | None
    all: int | None
    all_primitive: int | None
    """Of samples, how many there are."""
    own: list[int] | None = None
    """Samples in which a function was running itself."""
    samples: int | None = None
    lost: float = 0.0
    """Samples without a frame."""


def _either(one: float, other: float) -> bool:
    return bool(one or other)


def _edges(functions: int, nest: Nesting, sums: Sums, counted: _Counted, taken: bytearray | None) -> Edges:
    """``taken``: by pair, whether it is one of the chosen threads; ``None``: all are."""
    callees, callers, own, total = nest.callees, nest.callers, sums.pair_own, sums.pair_total
    ncalls, primitive = counted.pair_ncalls, counted.pair_primitive
    if taken is not None:
        callees, callers = (array("i", compress(column, taken)) for column in (callees, callers))
        own, total = (array("d", compress(column, taken)) for column in (own, total))
        ncalls = list(compress(ncalls, taken))
        primitive = None if primitive is None else list(compress(primitive, taken))
    if primitive is None:
        primitive = [NOT_MEASURED] * len(callees)
    return Edges(starts_of(functions, callees), callers[:], ncalls, primitive, own[:], total[:])


def absent_in(recording: Recording, tracks: frozenset[int] | None) -> bytearray:
    """By function, whether it is in no stack of these threads; ``None``: of all."""
    return finished(missing(recording, tracks))


def missing(recording: Recording, tracks: frozenset[int] | None) -> Generator[None, None, bytearray]:
    """What :func:`absent_in` says, with stops."""
    stacks, records, wanted = recording.stacks, recording.records, of_tracks(recording, tracks)
    seen, parent = bytearray([wanted is None]) * len(stacks), stacks.parent
    for part in slices(0 if wanted is None else len(records)):
        assert wanted is not None
        for end in set(compress(records.node[part], map(wanted.__getitem__, records.track[part]))):
            node = end
            while node >= 0 and not seen[node]:
                seen[node] = 1
                node = parent[node]
        yield
    absent = bytearray(b"\x01") * len(recording.identity[0])
    for function in set(compress(stacks.function, seen)):
        absent[function] = 0
    return absent[: len(recording.names)]


def _counting(recording: Recording, choice: Choice) -> Generator[None, None, _Counted]:
    stacks, samples, functions = recording.stacks, recording.samples, len(recording.names)
    nest, every = stacks.nesting, len(recording.identity[0])
    if samples is not None:
        sums = yield from summing(recording, choice, samples)
        of_own, of_pairs = _whole(sums.own[:functions]), _whole(sums.pair_total)
        of_all, number = _whole(sums.total[:functions]), round(sum(sums.own) + sums.lost)
        return _Counted(of_all, None, of_pairs, None, None, number, of_own, number, sums.lost)
    pairs = len(nest.callees)
    if stacks.calls is None or choice.tracks is not None:
        # Of calls it is not known in which of the threads they were.
        return _Counted(None, None, [NOT_MEASURED] * pairs, None, None, None)
    ncalls, primitive, of_pair, primitive_of_pair = ([0] * (n + 1) for n in (every, every, pairs, pairs))
    for part in slices(len(stacks)):
        rows = zip(stacks.function[part], nest.flags[part], nest.pair[part], stacks.calls[part], strict=True)
        for of, flag, pair, calls in rows:
            ncalls[of] += calls
            of_pair[pair] += calls
            if flag & OF_FUNCTION:
                primitive[of] += calls
            if flag & OF_PAIR:
                primitive_of_pair[pair] += calls
        yield
    del of_pair[pairs], primitive_of_pair[pairs], ncalls[functions:], primitive[functions:]
    return _Counted(ncalls, primitive, of_pair, primitive_of_pair, sum(ncalls), sum(primitive))


def _whole(values: Sequence[float]) -> list[int]:
    return [round(value) for value in values]


def starts_of(functions: int, ends: Iterable[int]) -> array[int]:
    """By function, where its entries begin that stand in the order of these ends, callees or callers."""
    counts = array("q", bytes(8 * (functions + 1)))
    for end in ends:
        counts[end + 1] += 1
    return array("q", accumulate(counts))
