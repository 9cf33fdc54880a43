"""Real programs of which every call was recorded: hidden, under a focus and by group, as they truly are."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import pytest
from tests.support.examples import some
from tests.support.grouped import grouped
from tests.support.lsprof_emulation import Logged
from tests.support.real_logs import PROGRAMS, real_log
from tests.support.shape_truth import (
    CLOSE,
    is_wrong,
    log_of_groups,
    shaped,
    under,
    without,
    wrong_edges,
)

from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.names import Names
from proftui.analysis.shape.focus import focusing
from proftui.analysis.shape.grouping import members_by
from proftui.analysis.shape.shape import MODULE
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.background.pieces import finished
from proftui_parsers import Profile
from proftui_parsers.consistency import checked

_TIMES = 4
"""Functions or sets of files that are tried of each program."""


def wrong(found: ShapedProfile, truth: Logged) -> Iterator[tuple[object, ...]]:
    """Figures that are exact and false, or outside of their bounds."""
    true = truth.profile
    by_label = {true.function(index): index for index in range(true.count)}
    for function in range(found.count):
        index = by_label.get(found.function(function))
        own, time = 0.0, 0.0
        if index is not None and true.cumtime is not None:
            own, time = true.tottime[index], true.cumtime[index]
        for name, column, figure in (("own", found.own, own), ("time", found.time, time)):
            if is_wrong(column[function], figure):
                yield name, found.names[function], column[function], figure
    yield from wrong_edges(found, true)


def whole_of(profile: Profile) -> float:
    """The run: own times, or roots where entries were lost."""
    return max(math.fsum(profile.tottime), checked(profile).time_of_roots)


def own_of(found: ShapedProfile) -> float:
    """Own times, with what counts to nobody."""
    return math.fsum(found.tottime) + found.outside.value + found.unattributed


def is_clean(profile: Profile) -> bool:
    doubts = checked(profile).contradictions
    return not doubts.missing and not doubts.excess


@pytest.mark.parametrize("name", some(sorted(PROGRAMS), 4))
def test_without_some_files_figures_are_true_or_marked_and_within_their_bounds(name: str) -> None:
    made, rng = real_log(name), random.Random(name)
    profile = made.profile
    files = sorted(set(profile.files))
    for _ in range(_TIMES):
        gone = set(rng.sample(files, rng.randrange(1, len(files) + 1)))
        hidden = {index for index in range(profile.count) if profile.files[index] in gone}
        found = shaped(profile, hidden)
        assert list(wrong(found, without(made, hidden))) == [] or not is_clean(profile)
        assert own_of(found) == pytest.approx(whole_of(profile), abs=CLOSE)


@pytest.mark.parametrize("name", some(sorted(PROGRAMS), 4))
def test_under_a_function_figures_are_true_or_marked_and_within_their_bounds(name: str) -> None:
    made, rng = real_log(name), random.Random(name)
    profile = made.profile
    assert profile.cumtime is not None
    for function in rng.sample(range(profile.count), min(_TIMES, profile.count)):
        found = finished(focusing(CallGraph(profile), function))
        assert list(wrong(found, under(made, function))) == [] or not is_clean(profile)
        assert own_of(found) == pytest.approx(profile.cumtime[function], abs=CLOSE)


@pytest.mark.parametrize("name", some(sorted(PROGRAMS), 4))
def test_by_module_figures_are_true_or_marked_and_within_their_bounds(name: str) -> None:
    made = real_log(name)
    profile = made.profile
    members = finished(members_by(MODULE, Names(profile), bytearray(len(profile.files))))
    group_of, count = members.group_of, len(members.names)
    found = finished(grouped(CallGraph(profile), group_of, count))
    truth = log_of_groups(made, profile, group_of, found.representatives)
    assert list(wrong(found.profile, truth)) == [] or not is_clean(profile)
    assert own_of(found.profile) == pytest.approx(whole_of(profile), abs=CLOSE)
