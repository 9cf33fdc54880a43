"""What of single functions no run of a program would leave: times that callees do not account for."""

from __future__ import annotations

from proftui_parsers.import_free import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from proftui_parsers.profile import Profile

_SAME = 1e-9
"""Times that differ by less than this part are equal: they were added up in another order."""
_PIECE = 4_096


@dataclass(frozen=True)
class Contradictions:
    """What does not add up; seconds by function.

    A function that was never called while it ran, other than by itself, has as much time as its own time and
    that of the calls it makes of others together.
    """

    missing: Mapping[int, float]
    """What the function has more than that: some of what it called is not in the file."""
    excess: Mapping[int, float]
    """What it has less: calls of others are taken for its own."""
    odd: bool
    """Whether calls prove that names are shared, however short they are."""
    unbegun: bool = False
    """Whether some function was only called by another while that call of it ran: of no call the first."""

    @property
    def lost(self) -> float:
        """Seconds of calls that are not in the file: so much more any function of a shared name may have."""
        return sum(self.missing.values())


def has_times(profile: Profile) -> bool:
    """Whether times of calls were measured, so that there is something to compare."""
    if not profile.has_edges or profile.cumtime is None or profile.ncalls is None or profile.measure.sampled:
        return False
    return not all(time != time for time in profile.edges.cumtime[:100])


def may_share_name(profile: Profile, function: int) -> bool:
    """Whether another function can well have the same file, line and name."""
    file, _, name = profile.function(function)
    if file == "~":
        return name.startswith("<built-in method ") and "." not in name
    return file.startswith("<") or name.startswith("<")


def finding(profile: Profile) -> Generator[None, None, Contradictions]:
    """Compare the times of all functions with those of what they call, in pieces."""
    if not has_times(profile):
        return Contradictions({}, {}, False)
    assert profile.cumtime is not None
    starts, ncalls, edges = profile.edges.starts, profile.edges.ncalls, profile.edges
    below, itself, work = [0.0] * len(profile.files), [0] * profile.count, 0
    for function in range(profile.count):
        start, end = starts[function], starts[function + 1]
        for entry, caller in enumerate(edges.callers[start:end], start):
            if caller == function:
                itself[function] += ncalls[entry]
            else:
                below[caller] += edges.cumtime[entry]
        work += 1 + end - start
        if work > _PIECE:
            work = 0
            yield
    missing: dict[int, float] = {}
    excess: dict[int, float] = {}
    odd = False
    for function, time in enumerate(profile.cumtime):
        if function % _PIECE == 0:
            yield
        again = _calls_while_running(profile, function)
        if again is None or again > itself[function]:
            continue
        difference = time - profile.tottime[function] - below[function]
        if again < itself[function]:
            # It called its namesake: a call of itself would have been one while it ran.
            excess[function], odd = abs(difference), True
        elif abs(difference) > _SAME * max(time, below[function]):
            (missing if difference > 0 else excess)[function] = abs(difference)
    outermost = edges.primitive_calls
    unbegun = min(outermost, default=1) == 0 and any(map(_is_unbegun, outermost, ncalls))
    return Contradictions(missing, excess, odd, unbegun)


def _is_unbegun(outermost: int, calls: int) -> bool:
    return outermost == 0 < calls


def _calls_while_running(profile: Profile, function: int) -> int | None:
    """How many calls of a function were made while it ran; ``None``: not known."""
    calls, primitive = profile.ncalls, profile.primitive_calls
    assert calls is not None
    if primitive is None or calls[function] < 0 or primitive[function] < 0:
        return None
    return calls[function] - primitive[function]
