"""Whether the figures of a profile can all be true: what no run of a program would leave.

Two things make files that contradict themselves. cProfile from Python 3.12 on writes the calls of all threads
into one stack, as if one thread had made them. Where a thread was seen to begin that is certain; else only
figures tell, and some mixed files have the figures of a program with one thread. And functions with equal
file, line and name, such as lambdas on one line, the ``__init__`` of dataclasses, or all of a script that
imports itself, overwrite each other: the figures of one of them are left, while the time of all is in their
callers' cumulative time, and what all of them called is called by the one.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Generator, Mapping
from itertools import chain, compress, count, repeat

import proftui_parsers.messages as messages
from proftui_parsers.contradictions import Contradictions, comparing, has_times
from proftui_parsers.import_free import cached_property
from proftui_parsers.notes import NOTICEABLY, READ_AS_A_TENTH, about_waiting, saw_all_threads, with_most
from proftui_parsers.profile import Profile
from proftui_parsers.recursion import time_of_root_calls
from proftui_parsers.sums import SAME

CLEARLY = 1.005
"""Roots that take so many times as long as all own time contradict it."""
_BADLY = 0.1
"""The part of the whole that is contradicted badly, in whatever functions."""
_THREADS = frozenset({"_bootstrap", "_bootstrap_inner", "_worker"})
_THREAD_FILES = ("threading.py", "thread.py")


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
    def is_finite(self) -> bool:
        """Whether all times of functions are numbers and finite."""
        seconds = sum(self.profile.tottime[: self.profile.count]) + sum(self.profile.cumtime or ())
        return abs(seconds) < math.inf

    @cached_property
    def half_called(self) -> Mapping[int, float]:
        """Where paths are cut off: what others call besides root calls, which may be lost calls; seconds.

        Without what can be the longest root: the program begins with ``exec``, which imports call, too.
        """
        profile, called = self.profile, dict[int, float]()
        if self.is_stripped and has_times(profile):
            edges, cumtime, longest = profile.edges, profile.cumtime or (), max(self.roots, default=0.0)
            for function in compress(count(), map(int.__gt__, profile.root_calls, repeat(0))):
                callers = edges.callers[edges.starts[function] : edges.starts[function + 1]]
                if cumtime[function] < longest and any(caller != function for caller in callers):
                    called[function] = cumtime[function]
        return called

    @cached_property
    def impossible(self) -> str:
        """What of single functions cannot be, in words; empty where nothing is found."""
        return _impossible(self.profile)

    @cached_property
    def has_threads(self) -> bool:
        """Whether a function is there with which threads begin, in a file of a Python that mixes them."""
        return _has_threads(self.profile)

    @cached_property
    def has_called_threads(self) -> bool:
        """Whether a built-in seems to have called a thread's beginning, which proves that several were mixed.

        A thread begins while another one is in such a built-in: to start it, or to wait.
        """
        if not self.has_threads:
            return False
        beginnings = compress(count(), map("_bootstrap".__eq__, self.profile.names))
        return any(_is_called_thread(self.profile, function) for function in beginnings)

    @cached_property
    def contradicts(self) -> bool:
        """Whether figures contradict each other at first sight: badly, then."""
        above = self.time_of_roots > CLEARLY * self.profile.total_time
        return above or bool(self.impossible) or self.has_called_threads

    @property
    def is_doubtful(self) -> bool:
        """Whether figures contradict each other badly, as far as is known yet."""
        least = _BADLY * self.profile.total_time
        return self.contradicts or (self.is_done and (self.mixed or self.contradictions.seconds > least))

    @cached_property
    def lossy(self) -> bool:
        """Whether figures contradict each other anywhere: what was lost may have run below any other."""
        return (
            self.contradicts or self.mixed or bool(self.contradictions.missing or self.contradictions.excess)
        )

    @property
    def mixes_threads(self) -> bool:
        """Whether the calls of several threads were written as those of one, as far as is known yet."""
        return self.is_doubtful and self.has_threads

    @cached_property
    def early_notes(self) -> tuple[str, ...]:
        """What was found while reading and what is found at once, a sentence each."""
        return *self.profile.warnings, *_early_notes(self)

    @property
    def notes(self) -> tuple[str, ...]:
        """All that does not add up or was left out, a sentence each."""
        return *self.early_notes, *self._late_notes

    @cached_property
    def _late_notes(self) -> list[str]:
        return _late_notes(self)

    @property
    def is_done(self) -> bool:
        """Whether the contradictions are known."""
        return "contradictions" in self.__dict__

    def comparing(self) -> Generator[None, None, None]:
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
        return comparing(self.profile)

    @property
    def _is_unbegun(self) -> bool:
        return self.profile.producer == "cProfile" and self.contradictions.unbegun

    @cached_property
    def mixed(self) -> bool:
        """Whether nothing that is said of callers can be trusted."""
        if self.impossible or self.has_called_threads or self._is_unbegun:
            return True
        doubtful = self.contradicts or self.contradictions.missing or self.contradictions.excess
        return bool(self.half_called or (doubtful and (self.has_threads or self.is_stripped)))

    @cached_property
    def contradictions(self) -> Contradictions:
        """What no run of a program would leave, by function."""
        for _ in self.comparing():
            pass
        return self.contradictions


def checked(profile: Profile) -> Checked:
    """A profile's figures compared with each other; kept with it, since its figures do not change."""
    known: Checked | None = profile.__dict__.get("_checked")
    if known is None:
        known = profile.__dict__["_checked"] = Checked(profile)
    return known


def take_checks(profile: Profile, known: Checked) -> None:
    """Keep with a profile what is known of its figures otherwise than by comparing them."""
    profile.__dict__["_checked"] = known


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
    calls = profile.root_calls
    called = (function for function in compress(count(), calls) if calls[function] > 0)
    times = (time_of_root_calls(profile, function)[0] for function in called)
    roots = [time for time in times if 0 < time < math.inf]
    return roots if sum(roots) >= longest else [longest]


def _impossible(profile: Profile) -> str:
    if not has_times(profile):
        return ""
    assert profile.cumtime is not None and profile.ncalls is not None
    if min(profile.root_calls) < 0 <= min(profile.ncalls):
        return messages.MORE_CALLS_THAN_ALL
    if profile.producer == "cProfile" and not all(profile.edges.ncalls):
        return messages.UNENDING
    if max(profile.root_calls) <= 0:
        return messages.ALL_CALLED_BY_OTHERS
    more = compress(count(), map(operator.gt, profile.tottime, profile.cumtime))
    pairs = ((profile.tottime[function], profile.cumtime[function]) for function in more)
    if any(own > time + SAME * abs(own) + SAME for own, time in pairs):
        return messages.MORE_OWN_THAN_CUMTIME
    if profile.primitive_calls is not None and min(profile.primitive_calls) <= 0:
        pairs_of_calls = zip(profile.primitive_calls, profile.ncalls, strict=True)
        if any(primitive == 0 < calls for primitive, calls in pairs_of_calls):
            return messages.ONLY_CALLED_WHILE_RUNNING
    return ""


def _has_threads(profile: Profile) -> bool:
    """Whether a function is there with which threads begin."""
    if profile.producer != "cProfile" or _THREADS.isdisjoint(profile.names):
        return False
    if not saw_all_threads(profile, unknown=True):
        return False
    both = zip(profile.names, profile.files, strict=True)
    return any(name in _THREADS and _basename(file) in _THREAD_FILES for name, file in both)


def _is_called_thread(profile: Profile, function: int) -> bool:
    """Whether what has the name of a thread's beginning is that, and a built-in called it."""
    called = any(profile.files[edge.function] == "~" for edge in profile.callers(function))
    return called and _basename(profile.files[function]) == "threading.py"


def _basename(file: str) -> str:
    return file.replace("\\", "/").rpartition("/")[2]


def _early_notes(check: Checked) -> list[str]:
    """What is found at first sight, in words."""
    profile = check.profile
    if check.contradicts and check.has_threads:
        return [messages.THREADS]
    notes = []
    if check.impossible:
        notes.append(messages.IMPOSSIBLE.format(check.impossible))
    elif profile.total_time > 0 and check.time_of_roots > NOTICEABLY * profile.total_time:
        part = f"{100 * check.time_of_roots / profile.total_time:,.1f}"
        who = messages.ROOTS_TAKE if profile.has_edges else messages.ONE_TAKES
        notes.append(messages.ABOVE.format(who, part, _cause(check)))
    return [*notes, *about_waiting(profile)]


def _cause(check: Checked) -> str:
    if not check.is_finite:
        return messages.INFINITE_LEFT_OUT
    if check.is_stripped:
        return messages.STRIPPED
    places = zip(check.profile.files, check.profile.linenos, strict=True)
    if not any(file == "~" or (line == 0 and "/" not in file) for file, line in places):
        return messages.WITHOUT_BUILT_INS
    return messages.OVERWRITTEN if check.profile.producer == "cProfile" else ""


def _late_notes(check: Checked) -> list[str]:
    """What the contradictions are, in words."""
    if check.mixed and not check.is_stripped:
        if check.has_threads:
            return [] if check.contradicts else [messages.THREADS]
        return [] if check.impossible else [messages.IMPOSSIBLE.format(messages.UNENDING)]
    profile, said = check.profile, [*_about_missing(check), *_about_excess(check)]
    if check.half_called and not said:
        said.append(messages.HALF_CALLED.format(with_most(profile, check.half_called), messages.STRIPPED))
    left_out = [] if check.is_finite or not profile.has_edges else [messages.NOT_FINITE]
    if profile.has_edges and any(map((0.0).__gt__, chain(profile.tottime, profile.cumtime or ()))):
        left_out += _about_negative(profile)
    sure = messages.NOTHING_SURE if check.is_stripped else messages.MARKED
    return [*left_out, "; ".join(said) + sure] if said else left_out


def _about_negative(profile: Profile) -> list[str]:
    """What figures below 0 mean for trees: those of whole stacks have them; times there were rounded."""
    if profile.recording is None:
        return [messages.NEGATIVE_IN_TREES]
    return [messages.NEGATIVE_STACKS.format(profile.measure.title)] if profile.measure.unit != "s" else []


def _about_missing(check: Checked) -> list[str]:
    profile, missing = check.profile, check.contradictions.missing
    seconds = check.contradictions.all_missing
    above = check.time_of_roots > NOTICEABLY * profile.total_time
    cause = "" if above else _cause(check)
    if missing and seconds > _least(check):
        part = min(100.0, 100 * seconds / (profile.total_time or seconds))
        return [messages.MISSING.format(seconds, with_most(profile, missing), part, cause)]
    without_time = {function: time for function, time in missing.items() if not time}
    return [messages.LOST_CALLS.format(with_most(profile, without_time), cause)] if without_time else []


def _about_excess(check: Checked) -> list[str]:
    profile, found = check.profile, check.contradictions
    cumtime = profile.cumtime or profile.tottime
    # That a time is negative is said of a file elsewhere, and no shared name is why.
    excess = {f: time for f, time in found.excess.items() if min(profile.tottime[f], cumtime[f]) >= 0}
    by_counts = found.odd or not all(excess.values())
    if not excess or not (by_counts or sum(excess.values()) > _least(check)):
        return []
    sentence = messages.OF_ONE_NAME if len(excess) == 1 else messages.OF_SOME_NAMES
    return [sentence.format(with_most(profile, excess))]


def _least(check: Checked) -> float:
    """Seconds below which nobody would see a contradiction in shares."""
    return 0.01 * READ_AS_A_TENTH * check.profile.total_time
