"""Movements that every list knows by name: ``down``, ``half_up``, ``page_down``, ``first``."""

from __future__ import annotations


def step_of(movement: str, page: int, length: int) -> int:
    """How many rows a movement goes down (negative: up) in a list of ``length`` that shows ``page`` rows."""
    half = max(1, page // 2)
    steps = {"down": 1, "half_down": half, "page_down": page, "last": length}
    steps |= {"up": -1, "half_up": -half, "page_up": -page, "first": -length}
    return steps[movement]
