"""Work that goes on between keys, all of it: Esc gives up the newest, the end leaves everything undone."""

from __future__ import annotations

from proftui.background.working import Working

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from proftui.background.pieces import Pieces


class Jobs:
    """Who works at what, in the order in which it was begun."""

    def __init__(self) -> None:
        self._begun: list[Working] = []
        self._given_up: dict[Working, Callable[[], None]] = {}

    def worker(self, given_up: Callable[[], None] = lambda: None) -> Working:
        """Somebody who does one piece of work at a time; ``given_up`` hears that the user has stopped it."""
        made = Working()
        self._given_up[made] = given_up
        return made

    def begin(
        self,
        worker: Working,
        work: Pieces[None],
        then: Callable[[], None],
        *,
        tell: Callable[[], None] = lambda: None,
        expected: int = 1,
    ) -> bool:
        """Do what is short; whether that was all. Else it goes on as :meth:`Working.begin` says."""
        self._begun = [other for other in self._begun if other.busy and other is not worker]
        self._begun.append(worker)
        return worker.begin(work, expected, tell, then)

    def give_up_newest(self) -> bool:
        """Stop what was begun last and is not done; whether there was something."""
        newest = next((worker for worker in reversed(self._begun) if worker.busy), None)
        if newest is None:
            return False
        newest.stop()
        self._given_up[newest]()
        return True

    def end(self) -> None:
        """Leave everything undone, for good."""
        for worker in self._given_up:
            worker.end()
