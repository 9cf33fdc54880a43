"""What of the explorer fits on a screen, and where; the same for the first screen and all that follow."""

from __future__ import annotations

LEAST_WIDTH, LEAST_HEIGHT = 40, 8
"""A screen smaller than this holds no table."""
FUNCTIONS_PART, SIDE_PART = 3, 2
"""How Functions and the pane beside it share the width."""
PER_CALL_FROM = 140
"""Columns of the screen from which on Functions shows times per call without being asked."""


def is_tiny(width: int, height: int) -> bool:
    """Whether only a few words fit."""
    return width < LEAST_WIDTH or height < LEAST_HEIGHT


def pane(width: int, height: int) -> str:
    """Where callers and callees of the selection stand beside Functions: ``side``, ``pane`` or nowhere."""
    if height < 20:
        return ""
    if width >= 170:
        return "side"
    return "pane" if width >= 120 or height >= 36 else ""


def pane_rows(height: int) -> int:
    """Rows of the pane below Functions."""
    return 9 if height <= 40 else max(9, (height - 6) // 3)


def has_detail(width: int, height: int) -> bool:
    """Whether there is a row for the selection in words."""
    return height >= 24 and not is_tiny(width, height)


def has_state(width: int, height: int) -> bool:
    """Whether there is a row for filter, history and messages."""
    return height >= 10 and not is_tiny(width, height)


def has_per_call(width: int) -> bool:
    """Whether times per call stand among the columns of Functions."""
    return width >= PER_CALL_FROM


def functions_width(width: int, where: str) -> int:
    """Columns of the Functions table."""
    return width * FUNCTIONS_PART // (FUNCTIONS_PART + SIDE_PART) if where == "side" else width
