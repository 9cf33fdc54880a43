"""Records of stacks in the order in which they were taken, put together into the columns of a recording."""

from __future__ import annotations

from array import array
from itertools import accumulate, chain, compress, islice, repeat
from operator import ne

import proftui_parsers.messages as messages
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.profile import ProfileError
from proftui_parsers.stacks.recording import Records, Track

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Record = tuple[int, int, Sequence[float]]
    """A stack, its thread, and what it weighs in each measure."""

MOST_TRACKS = 65_535
LARGEST = 1e18
"""Seconds or bytes that no recording has."""
_OPPOSITE = bytes([1, 0]) * 128


class Collector:
    """Threads, each kept once, and what was recorded in them."""

    def __init__(self, measures: int) -> None:
        """``measures``: how many weights a record has."""
        self.tracks: dict[Track, int] = {}
        self._node, self._track = array("i"), array("H")
        self._weights = tuple(array("d") for _ in range(measures))
        self._last: dict[int, int] = {}
        """By thread, its last record."""

    def __len__(self) -> int:
        return len(self._node)

    def track(self, track: Track) -> int:
        """The number of a thread; ProfileError: there are too many."""
        number = self.tracks.setdefault(track, len(self.tracks))
        if number >= MOST_TRACKS:
            raise ProfileError(messages.TOO_MANY_THREADS.format(MOST_TRACKS))
        return number

    def add(self, node: int, track: int, weights: Sequence[float]) -> None:
        """One record, as :meth:`extend`."""
        self.extend(((node, track, weights),))

    def extend(self, records: Iterable[Record]) -> None:
        """Records; what follows in the same thread with the same stack becomes one record with it."""
        nodes, last_of, columns = self._node, self._last, self._weights
        add_node, add_track, appends = nodes.append, self._track.append, [each.append for each in columns]
        for node, track, weights in records:
            last = last_of.get(track)
            if last is not None and nodes[last] == node:
                for column, weight in zip(columns, weights):  # noqa: B905 - for each sample; strict costs
                    column[last] += weight
            else:
                last_of[track] = len(nodes)
                add_node(node)
                add_track(track)
                for append, weight in zip(appends, weights):  # noqa: B905 - for each sample; strict costs
                    append(weight)

    def extend_track(self, track: int, nodes: Sequence[int], *weights: Sequence[float]) -> None:
        """Many records of one thread, by column; else as :meth:`extend`."""
        last, count = self._last.get(track), len(self._node)
        is_new = bytes(map(ne, nodes, chain((None if last is None else self._node[last],), nodes)))
        if not is_new:
            return
        numbers: Iterable[int] = islice(accumulate(is_new, initial=count - 1), 1, None)
        if last is not None:
            same = (is_new + b"\1").find(1)
            numbers = chain(repeat(last, same), islice(numbers, same, None))
        self._node.fromlist(list(compress(nodes, is_new)))
        self._track.extend(array("H", [track]) * (len(self._node) - count))
        is_more = is_new.translate(_OPPOSITE)
        joined = list(compress(numbers, is_more))
        for column, more in zip(self._weights, weights, strict=True):
            column.fromlist(list(compress(more, is_new)))
            for number, weight in zip(joined, compress(more, is_more), strict=True):
                column[number] += weight
        self._last[track] = joined[-1] if is_more[-1] else len(self._node) - 1

    def records(self) -> Records:
        """All of them; this collector is not used any more."""
        return Records(self._node, self._track, self._weights)
