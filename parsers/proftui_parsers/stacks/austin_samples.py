"""What austin measures: samples of both of its formats, and the recording that they become."""

from __future__ import annotations

import proftui_parsers.messages as messages
from proftui_parsers.measure import SAMPLES, Measure
from proftui_parsers.profile import ProfileError
from proftui_parsers.stacks.building import Builder, counted
from proftui_parsers.stacks.collecting import Collector
from proftui_parsers.stacks.recording import ORDER, REAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from proftui_parsers.stacks.recording import Recording

WALL = Measure("seconds", "s", "wall time", key="wall")
CPU = Measure("seconds", "s", "cpu time", key="cpu")
ALLOCATED = Measure("bytes", "B", "allocated memory", key="allocated")
"""What was added: a sum over samples in which memory grew."""
NET = Measure("bytes", "B", "net memory", key="net")
"""What was added less what was given back; functions that give back more have less than nothing."""
MODES = {
    "wall": (WALL, SAMPLES),
    "cpu": (CPU, SAMPLES),
    "memory": (ALLOCATED, NET, SAMPLES),
    "full": (WALL, CPU, ALLOCATED, NET, SAMPLES),
}
"""By austin's word for what it samples, the measures."""
MOST_FRAMES = 200_000
"""Different frames; a program has a tenth of that."""
INVALID, GC = ":INVALID:", ":GC:"
"""As austin's text calls a frame that could not be read, and what is innermost while garbage is collected."""
_MICROSECOND = 1e-6


class Frames:
    """Frames by what they are, in a builder of stacks."""

    def __init__(self, size: int) -> None:
        """``size``: bytes of the file, which bound the memory that it may take."""
        self.builder = Builder(size=size)

    def number(self, file: str, line: int, name: str) -> int:
        """The frame of a line of a function, 0 if that is not known; ProfileError: there are too many."""
        frame = self.builder.frame(self.builder.function(file, line, name), line)
        if frame >= MOST_FRAMES:
            raise ProfileError(messages.TOO_MANY_FRAMES.format(MOST_FRAMES))
        return frame


class Samples:
    """What was sampled in one of austin's modes, in the order of the file."""

    def __init__(self, mode: str, *, is_counted: bool = True) -> None:
        """``mode``: a key of :data:`MODES`. ``is_counted``: each is one sample, not a sum of some."""
        self.mode, self._counted = mode, is_counted
        self.measures = MODES[mode] if is_counted else MODES[mode][:-1]
        self.collector = Collector(len(self.measures))
        self.negative = 0

    def add(self, node: int, track: int, time: int, memory: int, *, idle: bool = False) -> None:
        """One of them: microseconds and bytes, of which the mode uses one or both."""
        self.collector.add(node, track, self.weights(time, memory, idle=idle))

    def weights(self, time: int, memory: int, *, idle: bool = False) -> tuple[float, ...]:
        """What it weighs in each measure; a negative time is none, and is counted."""
        weights: tuple[float, ...]
        if self.mode == "memory":
            weights = (memory if memory > 0 else 0), memory, 1
        else:
            if time < 0:
                self.negative, time = self.negative + 1, 0
            seconds = time * _MICROSECOND
            weights = seconds, 1
            if self.mode == "full":
                weights = seconds, 0.0 if idle else seconds, max(0, memory), memory, 1
        return weights if self._counted else weights[:-1]

    def recording(
        self, path: str, kind: str, builder: Builder, remarks: Sequence[str], cut: int
    ) -> Recording:
        """All of them as a recording of a format.

        Args:
            path: the file.
            kind: the name of its format.
            builder: what the stacks are made with; it is not used any more.
            remarks: what was odd while it was read.
            cut: the byte from which on the file cannot be read; below 0: all was read.
        """
        said = [messages.CUT_OFF_AT.format(cut)] if cut >= 0 else []
        return builder.recording(
            path,
            self.collector.records(),
            format=kind,
            producer="austin",
            measures=self.measures,
            tracks=tuple(self.collector.tracks),
            clock=REAL if WALL in self.measures else ORDER,
            remarks=(*remarks, *said, *counted((messages.NEGATIVE_TIMES, self.negative))),
            badges=(messages.CUT_OFF,) if cut >= 0 else (),
        )
