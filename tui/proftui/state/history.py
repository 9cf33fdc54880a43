"""Where the user has been, to go back and forward."""

from __future__ import annotations

from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple, dataclass, field

if TYPE_CHECKING:
    from collections.abc import Callable

    from proftui.analysis.calltree.nodes import CallNode


class HistoryEntry(NamedTuple):
    """Where the user was: a view, the function selected in it, and in a call tree its node."""

    view: str
    function: int
    node: CallNode | None = None


@dataclass
class History:
    """Entries as in a browser: going somewhere forgets what was ahead."""

    entries: list[HistoryEntry] = field(default_factory=list)
    here: int = -1

    def visit(self, entry: HistoryEntry) -> None:
        """Go somewhere new."""
        if self.entries and self.entries[self.here] == entry:
            return
        del self.entries[self.here + 1 :]
        self.entries.append(entry)
        self.here = len(self.entries) - 1

    def update(self, entry: HistoryEntry) -> None:
        """The present entry is another now: the cursor was moved before leaving it."""
        if self.entries:
            self.entries[self.here] = entry
        else:
            self.visit(entry)

    def step(self, by: int) -> HistoryEntry | None:
        """Back (-1) or forward (1)."""
        there = self.here + by
        if not 0 <= there < len(self.entries):
            return None
        self.here = there
        return self.entries[there]

    def moved(self, there: Callable[[int], int | None]) -> History:
        """The same in another profile; ``there``: who functions are in it, ``None``: they are gone."""
        kept = [
            (at, HistoryEntry(entry.view, function))
            for at, entry in enumerate(self.entries)
            if (function := there(entry.function)) is not None
        ]
        here = sum(at <= self.here for at, _ in kept) - 1
        return History([entry for _, entry in kept], max(here, 0) if kept else -1)

    def trail(self, longest: int = 6) -> list[int]:
        """The functions that led here, the present one last."""
        functions: list[int] = []
        for entry in self.entries[: self.here + 1]:
            if not functions or functions[-1] != entry.function:
                functions.append(entry.function)
        return functions[-longest:]
