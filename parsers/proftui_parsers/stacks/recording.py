"""What a recording is: whole stacks, each with what it weighs, of one or more threads.

A recording holds every stack that the producer wrote, so that call trees are exact. A profile, which
has figures of functions and edges only, is what a :class:`Choice` of measure and threads makes of it.
"""

from __future__ import annotations

from array import array

from proftui_parsers.import_free import NamedTuple, cached_property, dataclass, field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from proftui_parsers.profile import Measure, Profile
    from proftui_parsers.stacks.deriving import Nesting

NO_PARENT = NO_NODE = -1
"""The parent of what is outermost; the node of a stack without a frame."""
ORDER, REAL, NONE = "order", "real", "none"
"""What is known of when: the sequence alone, without idle time; the clock; nothing."""


class Track(NamedTuple):
    """A thread."""

    name: str
    pid: int = 0
    """0: not in the file."""
    tid: str = ""


@dataclass(eq=False)
class Stacks:
    """All different stacks as a prefix tree, a node for each; a parent stands before its children."""

    parent: Sequence[int]
    """By node; :data:`NO_PARENT` of what is outermost."""
    frame: Sequence[int]
    """By node."""
    frame_function: Sequence[int]
    """By frame, the function."""
    frame_line: Sequence[int]
    """By frame, the line that was executing; 0: not known."""
    calls: Sequence[int] | None = None
    """By node, how often it was entered; ``None``: not known, as of samples."""

    def __len__(self) -> int:
        return len(self.parent)

    @cached_property
    def function(self) -> array[int]:
        """By node, the function."""
        return array("i", map(self.frame_function.__getitem__, self.frame))

    @cached_property
    def links(self) -> tuple[array[int], array[int]]:
        """By node, its first child and its next sibling, both in the order of nodes; -1: none."""
        first, following = array("i", [-1]) * len(self), array("i", [-1]) * len(self)
        parent = self.parent
        for node in range(len(self) - 1, -1, -1):
            above = parent[node]
            if above >= 0:
                following[node] = first[above]
                first[above] = node
        return first, following

    def outermost(self) -> list[int]:
        """The nodes that have no parent."""
        return [node for node, parent in enumerate(self.parent) if parent < 0]


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
    defined: bool = False
    """Whether lines are those of definitions."""
    made: dict[Choice, Profile] = field(default_factory=dict)
    """Profiles made so far, the last ones asked for."""

    def __len__(self) -> int:
        return len(self.stacks)

    @property
    def samples(self) -> int | None:
        """Which measure is the number of samples; ``None``: these are no samples."""
        return next((n for n, of in enumerate(self.measures) if of.name == "samples"), None)

    @cached_property
    def nesting(self) -> Nesting:
        """Which nodes are outermost ones, whatever they weigh."""
        from proftui_parsers.stacks.deriving import nesting

        return nesting(self.stacks)

    @cached_property
    def main(self) -> int | None:
        """The number of the main thread; ``None``: it is not known, or there is more than one process."""
        from proftui_parsers.stacks.main_thread import main_of

        return main_of(self)

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

    @cached_property
    def _by_thread(self) -> Recording:
        from proftui_parsers.stacks.by_thread import by_thread

        return by_thread(self)

    def stacked(self, choice: Choice) -> Recording:
        """The recording whose stacks are those of a choice: this one, or the same by thread."""
        return self._by_thread if choice.split and len(self.tracks) > 1 else self

    def profile(self, choice: Choice | None = None) -> Profile:
        """The figures of functions and edges, of all threads and the first measure unless chosen."""
        from proftui_parsers.stacks.deriving import derived

        choice = choice or Choice()
        if choice not in self.made:
            while len(self.made) >= _KEPT:
                del self.made[next(iter(self.made))]
            self.made[choice] = derived(self, choice)
        return self.made[choice]


_KEPT = 4
"""Profiles of a recording that are kept, so that to go back takes no time."""
