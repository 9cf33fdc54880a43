"""What the program works out in pieces, at once."""

from __future__ import annotations

from collections.abc import Iterable

from proftui.analysis.names import Names
from proftui.analysis.order import Order, sorting
from proftui.analysis.source.locating import SourcePaths, finding_source_paths
from proftui.background.pieces import finished
from proftui_parsers import Profile


def sorted_indices(profile: Profile, names: Names, order: Order) -> list[int]:
    """The functions by number, the first one first."""
    return list(finished(sorting(profile, names, order)))


def source_paths_of(
    profile: Profile, roots: Iterable[str] = (), maps: Iterable[tuple[str, str]] = ()
) -> SourcePaths:
    """Where to look for the text of a profile."""
    return finished(finding_source_paths(profile, roots, maps))
