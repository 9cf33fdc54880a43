"""Whether the figures of a profile can all be true: what no run of a program would leave.

Two things make files that contradict themselves. cProfile from Python 3.12 on writes the calls of all threads
into one stack, as if one thread had made them. And functions with equal file, line and name, such as lambdas
on one line or the ``__init__`` of dataclasses, overwrite each other: the figures of one of them are left,
while the time of all is in their callers' cumulative time, and what all of them called is called by the one.
"""

from __future__ import annotations

import math
from itertools import compress, count, repeat

from proftui_parsers.contradictions import Contradictions, finding, has_times
from proftui_parsers.import_free import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from proftui_parsers.profile import Profile

CLEARLY = 1.005
"""Roots that take so many times as long as all own time contradict it."""
NOTICEABLY = 1.0005
"""Roots from which on 100.1 % would be read."""
SAME = 1e-9
"""Times that differ by less than this part are equal: they were added up in another order."""
_READ_AS_A_TENTH = 0.05
"""Percent of the whole from which on 0.1 % is read."""
_LONGEST = 60
_THREADS = frozenset({"_bootstrap", "_bootstrap_inner", "_worker"})
_THREAD_FILES = ("threading.py", "thread.py")
_WAITING = frozenset(
    {
        "<method 'acquire' of '_thread.lock' objects>",
        "<method 'acquire' of 'thread.lock' objects>",
        "<method 'acquire' of '_thread.RLock' objects>",
        "<built-in method select.select>",
        "<select.select>",
        "<method 'poll' of 'select.poll' objects>",
        "<method 'poll' of 'select.epoll' objects>",
        "<method 'poll' of 'select.devpoll' objects>",
        "<method 'control' of 'select.kqueue' objects>",
    }
)
_FIRST_WITH_ALL_THREADS = 12
"""The 3.x from which on cProfile sees other threads than the one that it was started in."""

THREADS = (
    "several threads were running: this Python's cProfile mixes them, as if one of them had made all calls. "
    "Times, those of callers above all, are not to be trusted; yappi or py-spy keep threads apart"
)
SHARES_OF_ROOTS = ". Shares are of the {:.3f} s of its first functions; all own time together is {:.3f} s"
IMPOSSIBLE = (
    "the figures contradict each other: {}. Times, those of callers above all, are not to be trusted. "
    "Threads that were profiled as one do this, and files that were changed"
)
UNENDING = "some calls began and never ended"
ABOVE = "{} {} % of the own time of all functions{}{}"
ROOTS_TAKE, ONE_TAKES = "the functions that nobody called take", "one function takes"
SHARES = ", and shares are of the former"
OVERWRITTEN = ": of functions with one name in one line cProfile keeps the figures of one"
STRIPPED = ": its files have no folders, and where these were cut off, of callers of one name one is left"
LOST = "{:.3g} s that {} spent in calls, {:.1f} % of all, are in no function here{}"
OF_ONE_NAME = "{} stands for several functions of one name, and what all of them call is counted here"
OF_SOME_NAMES = "{} each stand for several functions of one name, and what all of those call is counted there"
MARKED = ". Call trees mark what that leaves uncertain"
NOTHING_SURE = ". Nothing in call trees is certain"
ONE_THREAD = (
    "{} % of the time is waiting for a lock, select or poll: cProfile up to Python 3.11 sees only the thread "
    "that it was started in. If others did the work, yappi or py-spy show it"
)


class Checked:
    """One profile, and what in it cannot be; worked out when it is asked for."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile

    @cached_property
    def time_of_roots(self) -> float:
        """Seconds that the functions that nobody called took at least."""
        return max(self.roots, default=0.0) if self.is_stripped else sum(self.roots)

    @cached_property
    def roots(self) -> list[float]:
        """Of each function that nobody called, the seconds of that at least."""
        return _times_of_roots(self.profile)

    @cached_property
    def is_stripped(self) -> bool:
        """Whether paths seem to be cut off, so that callers of one name overwrote each other."""
        files = self.profile.files
        if any("/" in file or "\\" in file for file in files):
            return False
        return len({file for file in files if file[:1] not in ("~", "<", "")}) > 1

    @cached_property
    def whole_time(self) -> float:
        """Seconds of which shares are taken: the total, or what the roots took where that is clearly more."""
        total = self.profile.total_time
        return self.time_of_roots if self.time_of_roots > CLEARLY * total else total

    @cached_property
    def impossible(self) -> str:
        """What of single functions cannot be, in words; empty where nothing is found."""
        return _impossible(self.profile)

    @cached_property
    def has_threads(self) -> bool:
        """Whether a function is there with which threads begin, in a file of a Python that mixes them."""
        return _has_threads(self.profile)

    @cached_property
    def contradicts(self) -> bool:
        """Whether figures contradict each other at first sight: badly, then."""
        return self.whole_time != self.profile.total_time or bool(self.impossible)

    @property
    def mixes_threads(self) -> bool:
        """Whether the calls of several threads were written as those of one, as far as is known yet."""
        doubtful = self.contradicts or (self.is_done and self.mixed)
        return doubtful and self.has_threads

    @cached_property
    def early_notes(self) -> tuple[str, ...]:
        """What was found while reading and what is found at once, a sentence each."""
        return *self.profile.warnings, *_early_notes(self)

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """All that does not add up or was left out, a sentence each."""
        return *self.early_notes, *_late_notes(self)

    @property
    def is_done(self) -> bool:
        """Whether the contradictions are known."""
        return "contradictions" in self.__dict__

    def finding(self) -> Generator[None, None, None]:
        """Look for the contradictions, in pieces; who asks again goes on where another one has come to."""
        while not self.is_done:
            try:
                next(self._looking)
            except StopIteration as ended:
                self.contradictions = ended.value
            else:
                yield

    @cached_property
    def _looking(self) -> Generator[None, None, Contradictions]:
        return finding(self.profile)

    @property
    def _is_unbegun(self) -> bool:
        return self.profile.producer == "cProfile" and self.contradictions.unbegun

    @cached_property
    def mixed(self) -> bool:
        """Whether nothing that is said of callers can be trusted."""
        if self.impossible or self._is_unbegun:
            return True
        doubtful = self.contradicts or self.contradictions.missing or self.contradictions.excess
        return bool(doubtful) and (self.has_threads or self.is_stripped)

    @cached_property
    def contradictions(self) -> Contradictions:
        """What no run of a program would leave, by function."""
        for _ in self.finding():
            pass
        return self.contradictions


def checked(profile: Profile) -> Checked:
    """A profile's figures compared with each other; kept with it, since a profile does not change."""
    known: Checked | None = profile.__dict__.get("_checked")
    if known is None:
        known = profile.__dict__["_checked"] = Checked(profile)
    return known


def whole_time(profile: Profile) -> float:
    """Seconds of which shares are taken: the total, or what the roots took where that is clearly more.

    Of lines that have each other's time in them, what they took together where that is known.
    """
    together = profile.lines_together
    return checked(profile).whole_time if together is None else together.seconds


def _times_of_roots(profile: Profile) -> list[float]:
    if profile.cumtime is None or profile.measure.sampled:
        return []
    if profile.has_edges and not has_times(profile):
        return []
    longest = max(profile.cumtime, default=0.0)
    if not 0 <= longest < math.inf:
        longest = max((time for time in profile.cumtime if 0 < time < math.inf), default=0.0)
    if not profile.has_edges:
        # Each may be called by any other: what is certain is the longest.
        return [longest]
    edges, starts = profile.edges, profile.edges.starts
    roots: list[float] = []
    for function in compress(count(), map(int.__gt__, profile.root_calls, repeat(0))):
        whole, calls = profile.cumtime[function], profile.root_calls[function]
        if profile.primitive_calls is None or profile.primitive_calls[function] != calls:
            span = range(starts[function], starts[function + 1])
            whole -= sum(edges.cumtime[entry] for entry in span if edges.callers[entry] != function)
        if 0 < whole < math.inf:
            roots.append(whole)
    return roots if sum(roots) >= longest else [longest]


def _impossible(profile: Profile) -> str:
    if not has_times(profile):
        return ""
    assert profile.cumtime is not None and profile.ncalls is not None
    if min(profile.root_calls) < 0 <= min(profile.ncalls):
        return "some functions were called more often by their callers than in all"
    if profile.producer == "cProfile" and profile.fewest_calls == 0:
        return UNENDING
    if max(profile.root_calls) <= 0:
        return "every function was called by others"
    if any(map(float.__gt__, profile.tottime, profile.cumtime)):
        pairs = zip(profile.tottime, profile.cumtime, strict=True)
        if any(own > time + SAME * abs(own) + SAME for own, time in pairs):
            return "some functions have more own time than time with callees"
    if profile.primitive_calls is not None and min(profile.primitive_calls) <= 0:
        pairs_of_calls = zip(profile.primitive_calls, profile.ncalls, strict=True)
        if any(primitive == 0 < calls for primitive, calls in pairs_of_calls):
            return "some functions were only called while they ran"
    return ""


def _early_notes(check: Checked) -> list[str]:
    profile = check.profile
    other = check.whole_time != profile.total_time
    base = SHARES_OF_ROOTS.format(check.whole_time, profile.total_time) if other else ""
    if check.contradicts and check.has_threads:
        return [THREADS + base]
    notes = []
    if check.impossible:
        notes.append(IMPOSSIBLE.format(check.impossible) + base)
    elif profile.total_time > 0 and check.time_of_roots > NOTICEABLY * profile.total_time:
        part = f"{100 * check.time_of_roots / profile.total_time:,.1f}"
        who = ROOTS_TAKE if profile.has_edges else ONE_TAKES
        notes.append(ABOVE.format(who, part, SHARES if check.contradicts else "", _cause(profile)))
    return [*notes, *_about_waiting(check)]


def _cause(profile: Profile) -> str:
    if checked(profile).is_stripped:
        return STRIPPED
    return OVERWRITTEN if profile.producer == "cProfile" else ""


def _has_threads(profile: Profile) -> bool:
    """Whether a function is there with which threads begin."""
    if profile.producer != "cProfile" or _THREADS.isdisjoint(profile.names):
        return False
    both = zip(profile.names, profile.files, strict=True)
    return any(name in _THREADS and file.endswith(_THREAD_FILES) for name, file in both)


def _about_waiting(check: Checked) -> list[str]:
    """That the other threads were not seen, where waiting for them may be most of the time."""
    profile, whole, own = check.profile, check.whole_time, check.profile.tottime
    if profile.producer != "cProfile" or not 0 < whole < math.inf or not profile.count:
        return []
    most = max(own)
    if not most > 0 or profile.names[own.index(most)] not in _WAITING:
        return []
    named = zip(profile.names, own, strict=False)
    waiting = sum(time for name, time in named if name in _WAITING and time > 0)
    if waiting <= 0.5 * whole or _sees_all_threads(profile):
        return []
    return [ONE_THREAD.format(f"{100 * waiting / whole:.1f}")]


def _sees_all_threads(profile: Profile) -> bool:
    """Whether the standard library is of Python 3.12 or later, as far as its folders tell."""
    for file in profile.files:
        _, found, rest = file.replace("\\", "/").casefold().partition("/python3")
        digits = rest.removeprefix(".").split("/", 1)[0]
        if found and digits.isdecimal():
            return int(digits[:3]) >= _FIRST_WITH_ALL_THREADS
    return False


def _late_notes(check: Checked) -> list[str]:
    """What the contradictions are, in words."""
    if check.mixed and not check.is_stripped and check.contradicts:
        return []
    if check.mixed and not check.is_stripped:
        return [THREADS if check.has_threads else IMPOSSIBLE.format(UNENDING)]
    profile, said, least = check.profile, [], 0.01 * _READ_AS_A_TENTH * check.whole_time
    found = check.contradictions
    missing, excess, lost = found.missing, found.excess, found.lost
    if lost > least:
        part = min(100.0, 100 * lost / (check.whole_time or lost))
        above = check.time_of_roots > NOTICEABLY * profile.total_time
        said.append(LOST.format(lost, _named(profile, missing), part, "" if above else _cause(profile)))
    if found.odd or sum(excess.values()) > least:
        sentence = OF_ONE_NAME if len(excess) == 1 else OF_SOME_NAMES
        said.append(sentence.format(_named(profile, excess)))
    return ["; ".join(said) + (NOTHING_SURE if check.is_stripped else MARKED)] if said else []


def _named(profile: Profile, functions: Mapping[int, float]) -> str:
    """The function with the most of it, and how many others there are."""
    most = max(functions, key=functions.__getitem__)
    file, line, name = profile.function(most)
    where = f" ({file.replace(chr(92), '/').rpartition('/')[2][:_LONGEST]}:{line})" if line else ""
    others = len(functions) - 1
    more = f" and {others:,} other{'s' * (others > 1)}" if others else ""
    return f"{name[:_LONGEST]}{where}{more}"
