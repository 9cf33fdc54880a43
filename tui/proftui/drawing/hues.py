"""The wheel of hues for packages: equally light and vivid, from the theme's primary colour onwards."""

from __future__ import annotations

import math
from functools import lru_cache

Rgb = tuple[int, int, int]

HUES = 8
_LIGHTNESS = {True: (44.0, 37.0), False: (82.0, 75.0)}
"""L* of the two shades, on a dark and on a light theme."""
_CHROMA = {True: 58.0, False: 36.0}
"""Both so that in every theme the hues stay distinct when they are rounded to 256 colours."""
_USUAL_HUE = 265.0
"""Degrees where the primary colour is a grey and has no hue."""
_WHITE_POINT = (0.95047, 1.0, 1.08883)


@lru_cache(maxsize=16)
def wheel(primary: Rgb, dark: bool) -> tuple[tuple[Rgb, Rgb], ...]:
    """The hues, two shades each, all equally light and vivid; the first is the hue of ``primary``."""
    _, a, b = _lab(primary)
    start = math.degrees(math.atan2(b, a)) if math.hypot(a, b) > 6 else _USUAL_HUE
    angles = [start + number * 360 / HUES for number in range(HUES)]
    first, second = _LIGHTNESS[dark]
    chroma = _CHROMA[dark]
    return tuple((_in_gamut(first, chroma, angle), _in_gamut(second, chroma, angle)) for angle in angles)


def _in_gamut(lightness: float, chroma: float, angle: float) -> Rgb:
    """The colour of that lightness and hue, as vivid as sRGB has it up to ``chroma``."""
    while chroma > 1:
        parts = _linear(lightness, chroma, angle)
        if all(-0.001 <= part <= 1.001 for part in parts):
            break
        chroma -= 1
    red, green, blue = (_gamma(part) for part in _linear(lightness, chroma, angle))
    return red, green, blue


def _linear(lightness: float, chroma: float, angle: float) -> tuple[float, float, float]:
    """CIE LCh as linear sRGB, perhaps outside of 0 to 1."""
    fy = (lightness + 16) / 116
    fx = fy + chroma * math.cos(math.radians(angle)) / 500
    fz = fy - chroma * math.sin(math.radians(angle)) / 200
    x, y, z = (w * _unroot(f) for w, f in zip(_WHITE_POINT, (fx, fy, fz), strict=True))
    return (
        3.2406 * x - 1.5372 * y - 0.4986 * z,
        -0.9689 * x + 1.8758 * y + 0.0415 * z,
        0.0557 * x - 0.2040 * y + 1.0570 * z,
    )


def _lab(colour: Rgb) -> tuple[float, float, float]:
    """CIE L*a*b* of an sRGB colour."""
    scaled = [c / 255 for c in colour]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in scaled)
    xyz = (
        0.4124 * r + 0.3576 * g + 0.1805 * b,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        0.0193 * r + 0.1192 * g + 0.9505 * b,
    )
    fx, fy, fz = (_root(part / white) for part, white in zip(xyz, _WHITE_POINT, strict=True))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _root(value: float) -> float:
    return value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116


def _unroot(value: float) -> float:
    return value**3 if value**3 > 0.008856 else (value - 16 / 116) / 7.787


def _gamma(part: float) -> int:
    part = min(1.0, max(0.0, part))
    curved = 12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055
    return round(255 * curved)
