"""What can be chosen from: whole stacks of one or more threads, each with what it weighs, or tables.

A recording holds every stack that the producer wrote, so that call trees are exact. A profile, which
has figures of functions and edges only, is what a :class:`Choice` of measure and threads makes of it.
"""

from __future__ import annotations

from array import array

from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple, cached_property, dataclass, field, replace
from proftui_parsers.measure import Measure
from proftui_parsers.stacks.tree import ALL_HIDDEN as ALL_HIDDEN
from proftui_parsers.stacks.tree import NO_NODE as NO_NODE
from proftui_parsers.stacks.tree import NO_PARENT as NO_PARENT
from proftui_parsers.stacks.tree import Stacks as Stacks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

ORDER, REAL, NONE = "order", "real", "none"
"""What is known of when: the sequence alone, without idle time; the clock; nothing."""


class Track(NamedTuple):
    """A thread."""

    name: str
    pid: int = 0
    """0: not in the file."""
    tid: str = ""


def apart(tracks: Iterable[Track]) -> tuple[Track, ...]:
    """Threads of which no two are equal: those that are named alike are numbered."""
    made: dict[Track, None] = {}
    met: dict[Track, int] = {}
    for track in tracks:
        number = met[track] = met.get(track, 0) + 1
        other = track if number == 1 else track._replace(tid=f"{track.tid}#{number}")
        while other in made:
            other = other._replace(tid=f"{other.tid}#")
        made[other] = None
    return tuple(made)


@dataclass(eq=False)
class Records:
    """Columns of entries, each of which says: this stack, in this thread, weighs so much."""

    node: Sequence[int]
    """The stack, by its innermost node; :data:`NO_NODE`: a stack without a frame."""
    track: Sequence[int]
    weights: tuple[Sequence[float], ...]
    """A column for each measure of the recording, in its unit."""
    at: Sequence[float] | None = None
    """Seconds since the recording began; ``None``: not known."""

    def __len__(self) -> int:
        return len(self.node)


class Choice(NamedTuple):
    """Of what a profile is made: of one measure, and of all threads or of some."""

    measure: int = 0
    tracks: frozenset[int] | None = None
    """``None``: all of them, added up."""
    split: bool = False
    """Whether stacks begin with the thread that they ran in, so that trees have a root for each."""


@dataclass(eq=False, repr=False, kw_only=True)
class Recording:
    """One opened file of stacks; what is not about stacks is as of a :class:`Profile`."""

    path: str
    paths: tuple[str, ...]
    format: str
    producer: str
    files: Sequence[str]
    linenos: Sequence[int]
    """By function, the line of its definition, or the first of its lines that was seen executing."""
    names: Sequence[str]
    measures: tuple[Measure, ...]
    tracks: tuple[Track, ...]
    stacks: Stacks
    records: Records
    clock: str = NONE
    remarks: tuple[str, ...] = ()
    badges: tuple[str, ...] = ()
    """What was lost or cut off, for the first row of the screen: a word or two each."""
    interval: float | None = None
    """Seconds between two samples; ``None``: not known."""
    told: bool = False
    """Whether the interval was said by somebody, as the file does not have it."""
    defined: bool = False
    """Whether lines are those of definitions."""
    texts: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    """Source text that is in the file itself: by file, its lines."""
    by_thread: Recording | None = None
    """The same with threads as outermost frames, once that was made."""
    made: dict[Choice, object] = field(default_factory=dict)
    """Profiles made so far, the last ones asked for."""
    sums: dict[tuple[int, frozenset[int] | None], object] = field(default_factory=dict)
    """What measures come to by function, of all threads or some; the last ones asked for."""
    weighed: dict[tuple[int, frozenset[int] | None], object] = field(default_factory=dict)
    """The same by node."""

    def __len__(self) -> int:
        return len(self.stacks)

    @property
    def samples(self) -> int | None:
        """Which measure is the number of samples; ``None``: these are no samples."""
        return next((n for n, of in enumerate(self.measures) if of.name == "samples"), None)

    @property
    def totals(self) -> list[float]:
        """The whole in each measure."""
        return list(map(sum, self.records.weights))

    def is_measured(self, number: int) -> bool:
        """Whether a measure is not nothing everywhere."""
        return any(self.records.weights[number])

    def searched_name(self, number: int) -> str:
        """``pid:tid name``, in which the command line looks for a thread."""
        track = self.tracks[number]
        return f"{track.pid}:{track.tid} {track.name or ('main' if number == self.main else '')}"

    def searched_names(self, number: int) -> tuple[str, ...]:
        """The same of a main thread without a name by each that others give it: one run may name it."""
        track = self.tracks[number]
        if track.name or number != self.main:
            return (self.searched_name(number),)
        return tuple(f"{track.pid}:{track.tid} {name}" for name in MAIN_NAMES)

    def changed(self, **changes: Any) -> Recording:
        """The same with other values for these fields; nothing that was made of it is kept."""
        return replace(self, made={}, sums={}, weighed={}, by_thread=None, **changes)

    @cached_property
    def main(self) -> int | None:
        """The number of the main thread; ``None``: it is not known, or there is more than one process."""
        return _main_of(self)

    def thread_name(self, number: int) -> str:
        """``MainThread 1719``, ``main 1542``, ``pid 7: worker``; one without a name is ``thread``."""
        track = self.tracks[number]
        otherwise = "thread" if track.tid or not track.pid else ""
        name = track.name or ("main" if number == self.main else otherwise)
        text = " ".join(part for part in (name, track.tid) if part)
        return f"pid {track.pid}: {text}".removesuffix(": ") if track.pid else text

    @cached_property
    def identity(self) -> tuple[Sequence[str], Sequence[int], Sequence[str]]:
        """Files, lines and names of all functions, and behind them of threads, where there are several."""
        if len(self.tracks) < 2:
            return self.files, self.linenos, self.names
        names = [self.thread_name(number) for number in range(len(self.tracks))]
        files, lines = [*self.files, *("" for _ in names)], [*self.linenos, *(0 for _ in names)]
        return files, lines, [*self.names, *names]


_MODULE = "<module>"
MAIN_NAMES = ("MainThread", "main")
"""What producers call the main thread."""


def _main_of(recording: Recording) -> int | None:
    """The number of the only thread that is called so, or whose outermost frames are of a module.

    ``None``: it is not known, or there is more than one process.
    """
    tracks = recording.tracks
    if len({track.pid for track in tracks}) > 1:
        return None
    named = [number for number, track in enumerate(tracks) if track.name in MAIN_NAMES]
    if named:
        return named[0] if len(named) == 1 else None
    begins = _beginning_with_a_module(recording)
    return begins.pop() if len(begins) == 1 else None


def _beginning_with_a_module(recording: Recording) -> set[int]:
    stacks, records = recording.stacks, recording.records
    modules = {function for function, name in enumerate(recording.names) if name == _MODULE}
    roots = array("i", bytes(4 * len(stacks)))
    for node, parent in enumerate(stacks.parent):
        roots[node] = node if parent < 0 else roots[parent]
    return {
        track
        for node, track in zip(records.node, records.track, strict=True)
        if node >= 0 and stacks.function[roots[node]] in modules
    }


@dataclass(eq=False, repr=False, kw_only=True)
class Tables:
    """What a file without whole stacks measured of its functions, calls or lines, a profile for each.

    All of these have the same functions, by number. What a choice is for a recording is the number of the
    measure here, so that both are chosen from in the same way.
    """

    measures: tuple[Measure, ...]
    totals: Sequence[float]
    """By measure, in its unit."""
    make: Callable[[int], Any]
    """The profile of a measure, by its number."""
    made: dict[Choice, object] = field(default_factory=dict)
    """Profiles made so far."""
    tracks: tuple[Track, ...] = ()
    """No threads are told apart."""
    main: int | None = None

    def is_measured(self, number: int) -> bool:
        """Whether a measure is not nothing everywhere."""
        return self.totals[number] != 0
