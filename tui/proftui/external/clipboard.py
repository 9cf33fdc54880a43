"""What the copy keys send: one clean line, short enough for every terminal."""

from __future__ import annotations

from collections.abc import Sequence

from proftui.analysis.names import Names
from proftui.drawing.safe_text import clean
from proftui_parsers import Profile

LONGEST = 74_994
"""Bytes that terminals accept at the least in one OSC 52."""


def location(profile: Profile, names: Names, index: int, line: int | None = None) -> str:
    """``file:line``; the recorded name of a built-in."""
    line = profile.linenos[index] if line is None else line
    text = profile.names[index] if names.is_builtin(index) else f"{profile.files[index]}:{line}"
    return clean(text, LONGEST // 4)


def row(figures: Sequence[str], names: Names, index: int) -> str:
    """The figures of a function and its label, separated by tabs."""
    return "\t".join((*figures, clean(names.label_elsewhere(index), LONGEST // 4)))
