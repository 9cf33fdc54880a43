"""Changes as text: ``−0.448``, ``×0.61``, and the role of each."""

from __future__ import annotations

from proftui.drawing import figures
from proftui.drawing.figures import Unit, signed

MUCH = 5.0
"""Percent of the time before from which on something is much slower."""
_LEAST_WIDE = 100
_MOST = 10_000
WIDEST_RATIO = 6


def time(value: float, unit: Unit) -> str:
    """``−0.448``; ``0.000`` where nothing of it shows; ``—`` where it is not known."""
    return figures.NOT_MEASURED if value != value else signed(figures.time(value, unit))


def count(value: float) -> str:
    """``−12148``, ``+23142``, ``0``; ``—`` where it is not known."""
    return figures.NOT_MEASURED if value != value else signed(f"{value:z.0f}")


def per_call(value: float) -> str:
    """``+11.6 µs``."""
    return figures.NOT_MEASURED if value != value else signed(figures.per_call(value))


def with_unit(value: float, unit: Unit) -> str:
    """The same in a sentence: ``−1.000 s``, thousands separated."""
    text = time(value, unit)
    sign = text[0] if text[0] in "+−" else ""
    return f"{sign}{figures.thousands(text.removeprefix(sign))} {unit.name}".rstrip()


def from_to(before: float, after: float, unit: Unit) -> str:
    """``2.263 → 1.668 s``."""
    return f"{figures.thousands(figures.time(before, unit))} → {figures.with_unit(after, unit)}"


def ratio(value: float | None) -> str:
    """``×0.61``; from 100 on without decimals; nothing where it makes no sense."""
    if value is None:
        return ""
    if value < _LEAST_WIDE - 0.005:
        return f"×{value:.2f}"
    if value < _MOST - 0.5:
        return f"×{value:.0f}"
    return "×" + f"{value:.0e}".replace("e+0", "e").replace("e+", "e")


def role(change: float, whole: float | None) -> str:
    """Of a change in seconds; ``whole``: all that was taken before."""
    if not change or change != change:
        return "muted"
    if change < 0:
        return "faster"
    share = figures.share(change, whole)
    return "much-slower" if share is not None and share > MUCH else "slower"
