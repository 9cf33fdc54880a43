"""Events of one thread, which open and close frames: the stack that is open, and how long it was."""

from __future__ import annotations

from itertools import repeat

from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.stacks.building import OF_FRAME
from proftui_parsers.stacks.recording import NO_PARENT

if TYPE_CHECKING:
    from array import array

    from proftui_parsers.stacks.building import Builder
    from proftui_parsers.stacks.collecting import Collector


class Events:
    """What is open, and what was so far."""

    def __init__(self, builder: Builder, collector: Collector, track: int, entered: array[int]) -> None:
        """``collector``: it is given records of two weights, time and none.

        ``entered``: by stack, how often its last frame was opened; it may be shorter than there are stacks.
        """
        self.builder, self.collector, self.track, self.entered = builder, collector, track, entered
        self.faults = self.back = 0
        """Events that close nothing, and those before the last one."""
        self.now: float | None = None
        self._open: list[int] = []
        """Frames that are open, outermost first."""
        self._times_open: dict[int, int] = {}
        """By frame, how often it is."""
        self._nodes: list[int] = []
        self._early: tuple[int, float] | None = None
        """A frame that was closed while others in it were open, and when."""

    def take(self, opens: bool, frame: int, at: float) -> None:
        """A frame opens or closes."""
        closes_last = not opens and self._open[-1:] == [frame]
        if self._early is not None and not closes_last:
            self._close_early()
        self._pass(at)
        if opens:
            self._enter(frame)
        elif closes_last:
            self._leave()
            if self._early is not None and self._open[-1:] == [self._early[0]]:
                # The two only came in the wrong order.
                self._leave()
                self._early = None
            elif self._early is not None and not self._times_open[self._early[0]]:
                # It is closed by now: of calls of one frame in each other an inner one was meant.
                self._early = None
        else:
            self.faults += 1
            self._early = (frame, at) if self._times_open.get(frame) else None

    def end(self, at: float) -> None:
        """What is open now closes then, or with the last event if that is later."""
        self._close_early()
        if self.now is not None and at > self.now:
            self._pass(at)

    def _enter(self, frame: int) -> None:
        nodes, entered = self._nodes, self.entered
        node = self.builder.node(nodes[-1] if nodes else NO_PARENT, frame)
        self._open.append(frame)
        nodes.append(node)
        before = self._times_open.get(frame)
        if before is None:
            self.builder.take(OF_FRAME)
        self._times_open[frame] = (before or 0) + 1
        entered.extend(repeat(0, node + 1 - len(entered)))
        entered[node] += 1

    def _leave(self) -> int:
        self._nodes.pop()
        frame = self._open.pop()
        self._times_open[frame] -= 1
        return frame

    def _close_early(self) -> None:
        """The closing events of what was in a frame that is closed are missing: it closes with that."""
        if self._early is not None:
            frame, at = self._early
            self._pass(at)
            while self._leave() != frame:
                pass
            self._early = None

    def _pass(self, at: float) -> None:
        """Time passes, with the frames that are open."""
        now = self.now
        if now is None or at > now:
            self.now = at
            if now is not None and self._nodes:
                self.collector.add(self._nodes[-1], self.track, (at - now, 0.0))
        else:
            self.back += at < now
