"""What records add up to: by node, by function and by pair of caller and function; with stops.

A stop comes after so many nodes or records that what is between two takes a millisecond or two.
"""

from __future__ import annotations

from array import array
from itertools import compress

from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple
from proftui_parsers.recent import keep
from proftui_parsers.stacks.tree import OF_FUNCTION, OF_PAIR, finished

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from proftui_parsers.stacks.recording import Choice, Recording
    from proftui_parsers.stacks.tree import Stacks

STEP = 20_000
"""Nodes or records between two stops."""
_KEPT, _SMALL = 4, 200_000
"""Sums of a recording that are kept, if they have no more functions and pairs than this."""
_NODES_KEPT, _FEW_NODES = 2, 500_000
"""The same of figures by node: of one measure and of samples, 16 MB at most."""


class Sums(NamedTuple):
    """Of one measure, of the chosen threads."""

    own: array[float]
    """By function."""
    total: array[float]
    """By function, of its outermost nodes."""
    pair_own: array[float]
    pair_total: array[float]
    lost: float
    """What stacks without a frame weigh."""


class ByNode(NamedTuple):
    """The same by node; none of it is to be changed."""

    own: array[float]
    total: array[float]
    """With all below it."""
    frameless: float
    """What stacks that were recorded without a frame weigh."""
    hidden: float
    """What stacks weigh of which all frames were taken out."""


def own_weights(recording: Recording, choice: Choice, measure: int) -> tuple[array[float], float]:
    """By node, what the chosen records weigh in a measure; and what those without a frame weigh."""
    own, *lost = finished(weighing(recording, choice, measure))
    return own, sum(lost)


def weighing(
    recording: Recording, choice: Choice, measure: int
) -> Generator[None, None, tuple[array[float], float, float]]:
    """By node, what chosen records weigh; and what those do without a frame, and with all frames hidden."""
    records, wanted = recording.records, of_tracks(recording, choice.tracks)
    # A stack without a frame is counted from the end: NO_NODE, ALL_HIDDEN.
    own: array[float] | list[float] = array("d", bytes(8 * (len(recording.stacks) + 2)))
    if len(own) < min(len(records), _SMALL):
        # Lists are quicker, and take more room.
        own = list(own)
    weights = records.weights[measure]
    for part in slices(len(records)):
        rows: Iterator[tuple[int, float]] = zip(records.node[part], weights[part], strict=True)
        if wanted is not None:
            rows = compress(rows, map(wanted.__getitem__, records.track[part]))
        for node, weight in rows:
            own[node] += weight
        yield
    frameless, hidden = own.pop(), own.pop()
    return array("d", own), frameless, hidden


def counting_weighty(recording: Recording, choice: Choice) -> Generator[None, None, int | None]:
    """Samples of the chosen threads that weigh something; ``None``: nobody counts them, or all do."""
    counted, records = recording.samples, recording.records
    if counted in (None, choice.measure) or 0.0 not in records.weights[choice.measure]:
        return None
    assert counted is not None
    wanted, number = of_tracks(recording, choice.tracks), 0.0
    for part in slices(len(records)):
        weigh: Iterator[object] = iter(records.weights[choice.measure][part])
        samples: Iterator[float] = iter(records.weights[counted][part])
        if wanted is not None:
            chosen = [wanted[track] for track in records.track[part]]
            weigh, samples = compress(weigh, chosen), compress(samples, chosen)
        number += sum(compress(samples, weigh))
        yield
    return round(number)


def by_node(recording: Recording, choice: Choice, measure: int) -> ByNode:
    """What each node weighs in a measure, of the chosen threads; small ones are kept a while."""
    return finished(weighing_all(recording, choice, measure))


def weighing_all(recording: Recording, choice: Choice, measure: int) -> Generator[None, None, ByNode]:
    """What :func:`by_node` says, with stops."""
    key = measure, choice.tracks
    known = recording.weighed.get(key)
    if isinstance(known, ByNode):
        return known
    own, frameless, hidden = yield from weighing(recording, choice, measure)
    made = ByNode(own, (yield from totalling(recording.stacks, own)), frameless, hidden)
    if len(own) <= _FEW_NODES:
        keep(recording.weighed, key, made, _NODES_KEPT)
    return made


def of_tracks(recording: Recording, tracks: frozenset[int] | None) -> bytes | None:
    """By thread, whether it is chosen; ``None``: all are."""
    if tracks is None:
        return None
    return bytes(track in tracks for track in range(len(recording.tracks)))


def slices(count: int) -> Iterator[slice]:
    """So many rows in parts of :data:`STEP`."""
    return (slice(begin, begin + STEP) for begin in range(0, count, STEP))


def totals(stacks: Stacks, own: Sequence[float]) -> array[float]:
    """By node, its own and all below it."""
    return finished(totalling(stacks, own))


def totalling(stacks: Stacks, own: Sequence[float]) -> Generator[None, None, array[float]]:
    """What :func:`totals` says; children stand behind their parents."""
    total, parent = array("d", own), stacks.parent
    # What is outermost has its parent, -1, behind all others.
    total.append(0.0)
    for end in range(len(own), 0, -STEP):
        begin = max(0, end - STEP)
        for node, above in zip(range(end - 1, begin - 1, -1), reversed(parent[begin:end]), strict=True):
            weight = total[node]
            if weight:
                total[above] += weight
        yield
    total.pop()
    return total


def summing(recording: Recording, choice: Choice, measure: int) -> Generator[None, None, Sums]:
    """What a measure of the chosen threads comes to; small ones are kept a while."""
    key = measure, choice.tracks
    known = recording.sums.get(key)
    if isinstance(known, Sums):
        return known
    made = yield from _by_function(recording, (yield from weighing_all(recording, choice, measure)))
    if len(made.own) + len(made.pair_own) <= _SMALL:
        keep(recording.sums, key, made, _KEPT)
    return made


def _by_function(recording: Recording, weighed: ByNode) -> Generator[None, None, Sums]:
    stacks, nest = recording.stacks, recording.stacks.nesting
    by_own, by_total = ([0.0] * len(recording.identity[2]) for _ in range(2))
    # What is outermost is of no pair: -1, behind all others.
    pair_own, pair_total = ([0.0] * (len(nest.callees) + 1) for _ in range(2))
    for part in slices(len(stacks)):
        function, pair = stacks.function[part], nest.pair[part]
        mine, every = weighed.own[part], weighed.total[part]
        for of, two, weight in compress(zip(function, pair, mine, strict=True), mine):
            by_own[of] += weight
            pair_own[two] += weight
        rows = zip(function, nest.flags[part], pair, every, strict=True)
        for of, flag, two, weight in compress(rows, every):
            if flag & OF_FUNCTION:
                by_total[of] += weight
            if flag & OF_PAIR:
                pair_total[two] += weight
        yield
    del pair_own[-1], pair_total[-1]
    lost = weighed.frameless + weighed.hidden
    return Sums(array("d", by_own), array("d", by_total), array("d", pair_own), array("d", pair_total), lost)
