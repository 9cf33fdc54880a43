"""The time between two samples, as somebody types it."""

from __future__ import annotations

_UNITS = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0}
_LONGEST = 3600.0


def seconds_of(text: str) -> float | None:
    """``10ms``, ``0.01 s``, ``100 us`` in seconds; ``None``: it is none, or over an hour."""
    text = text.strip().lower()
    unit = next((unit for unit in _UNITS if text.endswith(unit)), "")
    number = text.removesuffix(unit).strip()
    if not unit or not number.replace(".", "", 1).isdecimal() or len(number) > 20:
        return None
    seconds = float(number) * _UNITS[unit]
    return seconds if 0 < seconds <= _LONGEST else None
