"""Comprehensions, functions before Python 3.12, folded into the functions that they stand in."""

from __future__ import annotations

from dataclasses import replace

from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.compare.side import Side
from proftui.analysis.names import Names
from proftui.analysis.shape.shaping import shaping
from proftui.background.pieces import Pieces
from proftui_parsers import Profile

_NAMES = frozenset({"<listcomp>", "<dictcomp>", "<setcomp>"})
"""What Python 3.12 and later make no functions of; generator expressions still are some."""


def comprehensions(profile: Profile) -> list[int]:
    """The functions that are comprehensions."""
    if not any(map(_NAMES.__contains__, profile.names)):
        return []
    return [function for function, name in enumerate(profile.names) if name in _NAMES]


def folding_comprehensions(side: Side) -> Pieces[Side]:
    """The same runs with the time of comprehensions counted to who called them: the functions around them."""
    runs = []
    for run in side.runs:
        found = comprehensions(run)
        if not found or not run.has_edges or run.is_shaped:
            runs.append(run)
            continue
        hidden = bytearray(len(run.files))
        for function in found:
            hidden[function] = 1
        runs.append((yield from shaping(CallGraph(run), hidden)))
    profile = runs[side.median]
    return replace(side, runs=tuple(runs), profile=profile, names=Names(profile))
