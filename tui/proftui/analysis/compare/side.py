"""One side of a comparison: the runs of a program that are compared with those of another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from proftui.analysis.names import Names
from proftui.analysis.shaped_profile import ShapedProfile
from proftui_parsers import Profile


@dataclass(eq=False)
class Side:
    """Runs of the same program, never added up; figures are those of one of them."""

    runs: tuple[Profile, ...]
    """At least one, in the order of time, as read."""
    profile: Profile
    """The run whose total is the median (of an even number the lower): all figures of the side are of it."""
    names: Names
    """How its functions are called and where they stand."""
    median: int
    """Which of ``runs`` that is."""

    @cached_property
    def totals(self) -> tuple[float, ...]:
        """By run, the sum of its own times, in the unit of its measure; of a focus, what it leaves."""
        return tuple(map(_total, self.runs))

    @property
    def total(self) -> float:
        """Sum of the own times of the median run."""
        return self.totals[self.median]

    @property
    def range(self) -> tuple[float, float]:
        """The least and the largest of ``totals``."""
        return min(self.totals), max(self.totals)

    @property
    def counts_calls(self) -> bool:
        """Whether it counts calls and says who made them: samples do not; of groups it is estimated."""
        profile = self.profile
        return profile.counts_calls and profile.has_edges and not profile.grouped_by

    @property
    def total_calls(self) -> int | None:
        """All calls; ``None``: they were not counted, as samples are none."""
        return self.profile.total_calls if self.profile.counts_calls else None

    @property
    def paths(self) -> tuple[str, ...]:
        """The files of all runs, in their order, as the user named them."""
        return tuple(path for run in self.runs for path in run.paths)


def side_of(runs: Sequence[Profile]) -> Side:
    """A side of these runs, given in the order of time; at least one."""
    order = sorted(range(len(runs)), key=lambda run: runs[run].total_time)
    median = order[(len(order) - 1) // 2]
    return Side(tuple(runs), runs[median], Names(runs[median]), median)


def _total(run: Profile) -> float:
    focus = run.focus if isinstance(run, ShapedProfile) else None
    return run.total_time if focus is None else focus.value
