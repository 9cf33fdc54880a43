"""Profiles with a shape, compared: the user's own code, and groups."""

from __future__ import annotations

import pytest
from tests.support.compared import compared, demo_pair

from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.compare.comparison import Comparison
from proftui.analysis.compare.side import Side
from proftui.analysis.members import GroupNames
from proftui.analysis.names import Names
from proftui.analysis.shape.making import making
from proftui.analysis.shape.shape import GROUP, MINE, Shape, Step
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.background.pieces import finished
from proftui.frame.compare_sentences import headline
from proftui_parsers import Profile


def shaped(profile: Profile, shape: Shape) -> Profile:
    names = Names(profile)
    not_mine = bytearray(not names.is_mine(f) for f in range(len(profile.files)))
    return finished(making(shape, CallGraph(profile), names, lambda: not_mine)).profile


def named(profile: Profile) -> Names:
    groups = profile.groups if isinstance(profile, ShapedProfile) else None
    return Names(profile) if groups is None else GroupNames(Names(profile), groups)


def shaped_pair(*steps: Step) -> Comparison:
    def side(known: Side) -> Side:
        profile = shaped(known.profile, Shape(steps))
        return Side((profile,), profile, named(profile), 0)

    before, after = demo_pair()
    return compared(side(before), side(after))


def test_my_code_has_the_same_headline() -> None:
    comparison = shaped_pair(MINE)
    said = headline(comparison)
    assert said.text == "1.36× faster: closest calls edit_distance 10,994 times, not 23,142"
    assert said.cause is not None and said.cause.time == pytest.approx(-0.64, abs=0.01)
    assert len(comparison.pairs) == 14


@pytest.mark.parametrize("by", ["package", "module", "file"])
def test_groups_are_matched_by_their_names(by: str) -> None:
    comparison = shaped_pair(Step(GROUP, by))
    assert min(comparison.pairs.base) >= 0 and min(comparison.pairs.new) >= 0
    causes = comparison.causes
    assert causes is not None
    assert causes.by_counts + causes.by_time_per_call == pytest.approx(comparison.delta, abs=1e-5)
    assert comparison.name(causes.listed[0].term.callee).startswith("demo")
