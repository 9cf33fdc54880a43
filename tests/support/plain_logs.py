"""What happened as far as anybody can see who has only the file."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from tests.support.lsprof_emulation import Event, Logged, entries_of


def plain_of(made: Logged) -> Logged | None:
    """A plain program, with one thread and a label for each function, that leaves the same file, if found.

    Where threads were mixed or labels are equal, tried are: one thread did it all; functions whose figures
    are lost were never called, or what they called was called by the one with their label.
    """
    log = [event for event in made.log if event[0] != "t"]
    if not made.collides and len(log) == len(made.log):
        return made
    last = {made.labels[number]: number for number in entries_of(made.log)}
    lost = {number for number, label in made.labels.items() if last.get(label, number) != number}
    fewer = (_without(log, lost, deep=True), _without(log, lost, deep=False))
    for other in (log, *fewer, _given_away(log, {code: last[made.labels[code]] for code in lost})):
        plain = Logged(tuple(other), made.labels)
        if not plain.collides and plain.stats == made.stats:
            return plain
    return None


def _without(log: Sequence[Event], codes: Container[int], deep: bool) -> list[Event]:
    """Without the calls of some functions; ``deep``: and all below these."""
    left: list[Event] = []
    stack: list[bool] = []
    for what, number in log:
        if what == "c":
            stack.append(number in codes or (deep and bool(stack) and stack[-1]))
        gone = bool(stack) and stack[-1] and (what != "w" or deep)
        if what == "r" and stack:
            stack.pop()
        if not gone:
            left.append((what, number))
    return left


def _given_away(log: Sequence[Event], kept: Mapping[int, int]) -> list[Event]:
    """Without the calls of some functions; those in ``kept`` make theirs when they begin."""
    given: dict[int, list[Event]] = {}
    left: list[Event] = []
    into: list[list[Event]] = [left]
    for what, number in log:
        if what == "c" and number in kept:
            into.append(given.setdefault(kept[number], []))
            continue
        if what == "c":
            into[-1].append((what, number))
            into.append(into[-1])
        elif what == "r" and len(into) > 1:
            ended = into.pop()
            if ended is into[-1]:
                ended.append((what, number))
        elif what != "w" or len(into) < 2 or into[-1] is into[-2]:
            into[-1].append((what, number))
    return [new for event in left for new in (event, *(given.pop(event[1], ()) if event[0] == "c" else ()))]
