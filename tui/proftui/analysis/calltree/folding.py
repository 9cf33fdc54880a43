"""Which calls inside of a component lead back to what runs already (README, "Folding")."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence

from proftui.analysis.calltree.cycles import WEAK
from proftui.analysis.calltree.recursion_groups import RecursionGroups
from proftui.background.pieces import Pace, Pieces


def finding_order(
    groups: RecursionGroups, members: Sequence[int], place: MutableSequence[int]
) -> Pieces[None]:
    """Number the groups of the component with these nodes in ``place``, callees before callers, in pieces.

    What is called by a group with a smaller number runs already, as a rule: the call leads back.
    """
    inside = list(dict.fromkeys(groups.of(node) for node in members))
    inflow, largest = dict[int, float](), dict.fromkeys(inside, 0.0)
    pace = Pace()
    for group in inside:
        callers, times, _ = groups.incoming(group)
        by_group = _by_group(groups, callers, times)
        calls = (time for caller, time in by_group.items() if caller in largest)
        largest[group] = max(calls, default=0.0)
        outside = sum(time for caller, time in by_group.items() if caller not in largest)
        inflow[group] = outside + sum(root.time for root in groups.roots_of(group))
        if pace.done(2 + 2 * len(times)):
            yield
    entries = sorted((group for group in inside if inflow[group] > 0), key=lambda group: -inflow[group])
    number, seen = 0, set[int]()
    for entry in (*entries, *inside):
        if entry in seen:
            continue
        seen.add(entry)
        waiting, steps = [(entry, iter(_strong(groups, entry, largest)))], 1
        while waiting:
            group, below = waiting[-1]
            callee = next((callee for callee in below if callee not in seen), None)
            if callee is None:
                waiting.pop()
                place[group] = number
                number, steps = number + 1, 1
            else:
                seen.add(callee)
                further = _strong(groups, callee, largest)
                waiting.append((callee, iter(further)))
                steps = 4 * (1 + len(further))
            if pace.done(steps):
                yield


def _by_group(groups: RecursionGroups, nodes: Iterable[int], times: Iterable[float]) -> dict[int, float]:
    """Seconds of calls by the group at their other end."""
    found = dict[int, float]()
    for node, time in zip(nodes, times, strict=True):
        group = groups.of(node)
        found[group] = found.get(group, 0.0) + time
    return found


def _strong(groups: RecursionGroups, group: int, largest: dict[int, float]) -> list[int]:
    """What a group calls inside of its component, heaviest first, without what others call far more."""
    times = _by_group(groups, *groups.calls_of(group))
    strong = [callee for callee in times if times[callee] >= WEAK * largest.get(callee, float("inf"))]
    return sorted(strong, key=times.__getitem__, reverse=True)
