"""Figures of functions and edges, from the stacks of a recording: exact of what the file holds.

The own time of a node is what its records weigh, its total that and the totals of its children. A function's
own time is that of its nodes, its cumulative time the totals of its outermost nodes, which no node
of the same function is above; so recursion counts no time twice. An edge is all nodes of one function
directly below those of another, and its time the totals of the outermost of these pairs.
"""

from __future__ import annotations

from array import array

from proftui_parsers.consistency import Checked, take_checks
from proftui_parsers.contradictions import Contradictions
from proftui_parsers.import_free import NamedTuple
from proftui_parsers.profile import NOT_MEASURED, Edges, Profile
from proftui_parsers.stacks.by_thread import stacked
from proftui_parsers.stacks.notes import notes_of
from proftui_parsers.stacks.recording import Choice
from proftui_parsers.stacks.tree import OF_FUNCTION, OF_PAIR, finished, walking

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from proftui_parsers.stacks.recording import Recording
    from proftui_parsers.stacks.tree import Nesting, Stacks

_KEPT = 8
"""Profiles of a recording that are kept, so that to go back takes no time."""


def own_weights(recording: Recording, choice: Choice, measure: int) -> tuple[array[float], float]:
    """By node, what the chosen records weigh in a measure; and what those without a frame weigh."""
    own, lost, records = array("d", bytes(8 * len(recording.stacks))), 0.0, recording.records
    weights = records.weights[measure]
    if choice.tracks is None:
        chosen = zip(records.node, weights, strict=True)
    else:
        rows = zip(records.node, records.track, weights, strict=True)
        chosen = ((node, weight) for node, track, weight in rows if track in choice.tracks)  # type: ignore[assignment] # a generator walks as the zip does
    for node, weight in chosen:
        if node >= 0:
            own[node] += weight
        else:
            lost += weight
    return own, lost


def totals(stacks: Stacks, own: Sequence[float]) -> array[float]:
    """By node, its own and all below it."""
    total = array("d", own)
    parent = stacks.parent
    for node in range(len(total) - 1, -1, -1):
        above = parent[node]
        if above >= 0:
            total[above] += total[node]
    return total


class _Figures:
    """Sums by function and by pair."""

    def __init__(self, functions: int, pairs: int) -> None:
        self.own, self.total = [0.0] * functions, [0.0] * functions
        self.pair_own, self.pair_total = [0.0] * pairs, [0.0] * pairs

    def add(self, stacks: Stacks, nest: Nesting, own: Sequence[float], total: Sequence[float]) -> None:
        """Add up what nodes have."""
        by_own, by_total, pair_own, pair_total = self.own, self.total, self.pair_own, self.pair_total
        for of, flag, pair, mine, every in zip(
            stacks.function, nest.flags, nest.pair, own, total, strict=True
        ):
            if not every and not mine:
                continue
            by_own[of] += mine
            if flag & OF_FUNCTION:
                by_total[of] += every
            if pair >= 0:
                pair_own[pair] += mine
                if flag & OF_PAIR:
                    pair_total[pair] += every


def profile_of(recording: Recording, choice: Choice | None = None) -> Profile:
    """Figures of functions and edges, of all threads and the first measure unless chosen; kept a while."""
    choice = choice or Choice()
    known = recording.made.get(choice)
    if isinstance(known, Profile):
        # Those asked for last are kept.
        recording.made[choice] = recording.made.pop(choice)
        return known
    while len(recording.made) >= _KEPT:
        del recording.made[next(iter(recording.made))]
    profile = derived(recording, choice)
    recording.made[choice] = profile
    return profile


def derived(recording: Recording, choice: Choice) -> Profile:
    """The profile that a choice makes, at once."""
    return finished(deriving(recording, choice))


def deriving(recording: Recording, choice: Choice) -> Generator[None, None, Profile]:
    """The profile that a choice makes, with stops."""
    whole, recording = recording, stacked(recording, choice)
    stacks, measure = recording.stacks, recording.measures[choice.measure]
    if "nesting" not in stacks.__dict__:
        stacks.__dict__["nesting"] = yield from walking(stacks)
    nest, (files, linenos, names) = stacks.nesting, recording.identity
    functions, pairs = len(recording.names), len(nest.pairs)
    own, lost = own_weights(recording, choice, choice.measure)
    figures = _Figures(len(names), pairs)
    yield
    figures.add(stacks, nest, own, totals(stacks, own))
    yield
    counted, sampled = _counted(recording, choice, figures), recording.samples is not None
    yield
    entries = sorted(range(pairs), key=nest.pairs.__getitem__)
    if choice.tracks is not None:
        # Of others there are calls of other threads alone.
        entries = [n for n in entries if figures.pair_total[n] or (sampled and counted.pair_ncalls[n])]
    primitive = counted.pair_primitive
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
        tottime=array("d", figures.own[:functions]),
        cumtime=array("d", figures.total[:functions]),
        ncalls=counted.ncalls,
        primitive_calls=counted.primitive,
        edges=Edges(
            _starts(functions, [nest.pairs[entry][0] for entry in entries]),
            array("i", [nest.pairs[entry][1] for entry in entries]),
            [counted.pair_ncalls[entry] for entry in entries],
            [NOT_MEASURED if primitive is None else primitive[entry] for entry in entries],
            array("d", [figures.pair_own[entry] for entry in entries]),
            array("d", [figures.pair_total[entry] for entry in entries]),
        ),
        total_time=sum(figures.own) + lost,
        total_calls=counted.all,
        total_primitive_calls=counted.all_primitive,
        remarks=tuple(
            notes_of(recording, choice, counted.samples, sum(figures.own) + lost, (lost, counted.lost))
        ),
        recording=whole,
        choice=choice,
        absent=None if choice.tracks is None else absent_in(recording, choice.tracks),
        own_samples=counted.own,
    )
    take_checks(profile, _Exact(profile))
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


def absent_in(recording: Recording, tracks: frozenset[int] | None) -> bytearray:
    """By function, whether it is in no stack of these threads; ``None``: of all."""
    stacks, records = recording.stacks, recording.records
    seen, absent = bytearray([tracks is None]) * len(stacks), bytearray(b"\x01") * len(recording.identity[0])
    if tracks is not None:
        for node, track in zip(records.node, records.track, strict=True):
            if node >= 0 and track in tracks:
                seen[node] = 1
    parent, function = stacks.parent, stacks.function
    for node in range(len(seen) - 1, -1, -1):
        if seen[node]:
            absent[function[node]] = 0
            if parent[node] >= 0:
                seen[parent[node]] = 1
    return absent[: len(recording.names)]


def _counted(recording: Recording, choice: Choice, figures: _Figures) -> _Counted:
    stacks, nest, samples = recording.stacks, recording.stacks.nesting, recording.samples
    every, functions, pairs = len(figures.own), len(recording.names), len(figures.pair_own)
    if samples is not None:
        counts = figures
        own, lost = own_weights(recording, choice, samples)
        if samples != choice.measure:
            counts = _Figures(every, pairs)
            counts.add(stacks, nest, own, totals(stacks, own))
        of_own, of_pairs = _whole(counts.own[:functions]), _whole(counts.pair_total)
        of_all, number = _whole(counts.total[:functions]), round(sum(own) + lost)
        return _Counted(of_all, None, of_pairs, None, None, number, of_own, number, lost)
    if stacks.calls is None or choice.tracks is not None:
        # Of calls it is not known in which of the threads they were.
        return _Counted(None, None, [NOT_MEASURED] * pairs, None, None, None)
    ncalls, primitive = [0] * every, [0] * every
    of_pair, primitive_of_pair = [0] * pairs, [0] * pairs
    for of, flag, pair, calls in zip(stacks.function, nest.flags, nest.pair, stacks.calls, strict=True):
        ncalls[of] += calls
        if flag & OF_FUNCTION:
            primitive[of] += calls
        if pair >= 0:
            of_pair[pair] += calls
            if flag & OF_PAIR:
                primitive_of_pair[pair] += calls
    ncalls, primitive = ncalls[:functions], primitive[:functions]
    return _Counted(ncalls, primitive, of_pair, primitive_of_pair, sum(ncalls), sum(primitive))


def _whole(values: Sequence[float]) -> list[int]:
    return [round(value) for value in values]


def _starts(functions: int, callees: Sequence[int]) -> array[int]:
    """Offsets by callee, of entries that stand in the order of callees."""
    starts = array("q", bytes(8 * (functions + 1)))
    for callee in callees:
        starts[callee + 1] += 1
    for function in range(functions):
        starts[function + 1] += starts[function]
    return starts


class _Exact(Checked):
    """Stacks cannot contradict each other: nothing is compared."""

    def __init__(self, profile: Profile) -> None:
        super().__init__(profile)
        self.roots: list[float] = []
        self.contradictions = Contradictions({}, {}, odd=False)
        self.mixed = self.contradicts = self.has_threads = False
        self.impossible = ""
        self.whole_time = profile.total_time
