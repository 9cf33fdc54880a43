"""All functions of a profile in an order, at once."""

from __future__ import annotations

from proftui.analysis.names import Names
from proftui.analysis.order import Order, sorting
from proftui.background.pieces import finished
from proftui_parsers import Profile


def sorted_indices(profile: Profile, names: Names, order: Order) -> list[int]:
    """The functions by number, the first one first."""
    return list(finished(sorting(profile, names, order)))
