"""The profile of groups that are told by number."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from proftui.analysis.bounds import BoundedColumn
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.members import Members
from proftui.analysis.shape import group
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.background.pieces import Pieces


class Grouped(NamedTuple):
    """A profile of groups; by group the function that it is, and calls of its functions by each other."""

    profile: ShapedProfile
    representatives: list[int]
    inside: BoundedColumn


def grouped(graph: CallGraph, group_of: Sequence[int], count: int) -> Pieces[Grouped]:
    """The profile of ``count`` groups; ``group_of``: by function its group, below 0 for built-ins."""
    members = Members("package", [str(number) for number in range(count)], array("q", group_of), [1] * count)
    made = yield from group.grouped(graph, members)
    assert made.groups is not None
    return Grouped(made, list(made.groups.group), made.groups.inside)
