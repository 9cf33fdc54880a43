"""Colours as numbers: how light they are, how well one is read on another, what 256 colours make of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from proftui_parsers.import_free import NamedTuple

Rgb = tuple[int, int, int]
BLACK: Rgb = (0, 0, 0)
WHITE: Rgb = (255, 255, 255)
LEAST = 4.5
"""The contrast that any text has on its ground (WCAG 2, level AA)."""
LEAST_PLAIN = 6.0
"""That of plain text on the screen, so that what is dimmer can be read as well, and is dimmer."""
LEAST_LINE = 3.0
"""That of the edges and hatches of boxes, which are no text (WCAG 2, 1.4.11)."""

ANSI_RGB: Mapping[str, Rgb] = {
    "black": BLACK,
    "red": (205, 0, 0),
    "green": (0, 205, 0),
    "yellow": (205, 205, 0),
    "blue": (0, 0, 238),
    "magenta": (205, 0, 205),
    "cyan": (0, 205, 205),
    "white": (229, 229, 229),
    "bright_black": (127, 127, 127),
    "bright_red": (255, 0, 0),
    "bright_green": (0, 255, 0),
    "bright_yellow": (255, 255, 0),
    "bright_blue": (92, 92, 255),
    "bright_magenta": (255, 0, 255),
    "bright_cyan": (0, 255, 255),
    "bright_white": WHITE,
}
"""The 16 colours as xterm draws them, in their order."""


def rgb(text: str, default: Rgb = WHITE) -> Rgb:
    """``#RRGGBB``, or ``ansi_`` and the name of one of the 16, as numbers; of anything else ``default``."""
    named = ANSI_RGB.get(text.removeprefix("ansi_"))
    if named is not None:
        return named
    try:
        return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
    except ValueError:
        return default


def blend(first: Rgb, second: Rgb, part: float) -> Rgb:
    """``part`` of the way from ``first`` to ``second``."""
    mixed = [round(a + (b - a) * part) for a, b in zip(first, second, strict=True)]
    return mixed[0], mixed[1], mixed[2]


_known: dict[Rgb, float] = {}
"""Luminance by colour: a theme has few, and the first screen asks for each many times."""


def luminance(colour: Rgb) -> float:
    """Relative luminance, 0 to 1 (WCAG 2, section "relative luminance")."""
    if (known := _known.get(colour)) is not None:
        return known
    parts = [c / 255 for c in colour]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    light = _known[colour] = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return light


def contrast(first: Rgb, second: Rgb) -> float:
    """Contrast ratio, 1 to 21 (WCAG 2)."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def as_light_grey(colour: Rgb) -> Rgb:
    """The grey that is as light, of those that 256 colours have."""
    light = luminance(colour)
    level = min(range(8, 239, 10), key=lambda level: abs(luminance((level, level, level)) - light))
    return level, level, level


def of_256(colour: Rgb) -> int:
    """The nearest of the 256 colours, chosen as Rich does: greys by lightness, others in the cube."""
    low, high = min(colour) / 255, max(colour) / 255
    lightness, spread = (low + high) / 2, high - low
    saturation = 0.0 if not spread else spread / (high + low if lightness <= 0.5 else 2.0 - high - low)
    if saturation < 0.15:
        grey = round(lightness * 25.0)
        return 16 if grey == 0 else 231 if grey == 25 else 231 + grey
    red, green, blue = (round(c / 95 if c < 95 else 1 + (c - 95) / 40) for c in colour)
    return 16 + 36 * red + 6 * green + blue


def rounded(colour: Rgb) -> Rgb:
    """What a terminal of 256 colours shows of a colour."""
    number = of_256(colour)
    if number >= 232:
        grey = 8 + 10 * (number - 232)
        return grey, grey, grey
    red, green, blue = ((0, 95, 135, 175, 215, 255)[(number - 16) // part % 6] for part in (36, 6, 1))
    return red, green, blue


def unchanged(colour: Rgb) -> Rgb:
    """What a terminal of all colours shows of one."""
    return colour


def _redness(colour: Rgb) -> int:
    red, green, _ = colour
    return red - green


class Eye:
    """What can be read, as the terminal shows it."""

    def __init__(self, shown: Callable[[Rgb], Rgb] = unchanged) -> None:
        self._shown = shown

    def contrast(self, first: Rgb, second: Rgb) -> float:
        """Of two colours on the screen."""
        return contrast(self._shown(first), self._shown(second))

    def readable(self, colour: Rgb, ground: Rgb, least: float = LEAST) -> Rgb:
        """``colour``, moved towards white or black only as far as ``least`` contrast on ``ground`` needs."""
        target = self.best_on(ground)
        moved = (blend(colour, target, step / 20) for step in range(21))
        return next((colour for colour in moved if self.contrast(colour, ground) >= least), target)

    def dimmer(self, text: Rgb, ground: Rgb) -> Rgb:
        """``text``, which can be read on ``ground``, as near to it as can be read too."""
        nearer = (blend(ground, text, step / 20) for step in range(12, 21))
        return next((colour for colour in nearer if self.contrast(colour, ground) >= LEAST), text)

    def between(self, first: Rgb, second: Rgb, ground: Rgb) -> Rgb:
        """A readable mixture that is seen to be neither, nor redder than both; if need be a grey between."""
        ends = self._shown(first), self._shown(second)
        reddest = max(map(_redness, ends))
        mixed = [self.readable(blend(first, second, part), ground) for part in (0.6, 0.5, 0.4, 0.3)]
        other = [colour for colour in mixed if self._shown(colour) not in ends]
        # Few dark colours are among the 256: a dark mixture of yellow may become a maroon.
        kept = [colour for colour in other if _redness(self._shown(colour)) <= reddest]
        if kept or not other:
            return (kept or mixed)[0]
        return self.readable(as_light_grey(mixed[1]), ground)

    def best_on(self, ground: Rgb) -> Rgb:
        """Black or white, whichever has more contrast on ``ground``."""
        return max(WHITE, BLACK, key=lambda colour: self.contrast(colour, ground))

    def for_text(self, ground: Rgb) -> Rgb:
        """``ground``, darkened where little is enough to write on it in white instead of black."""
        moved = (blend(ground, BLACK, step / 20) for step in range(21))
        darker = next(ground for ground in moved if self.contrast(ground, WHITE) >= LEAST)
        return darker if contrast(ground, darker) < 1.3 else ground

    def text_on(self, ground: Rgb) -> Rgb:
        """White where it can be read on ``ground``, else whichever of black and white has more contrast."""
        return WHITE if self.contrast(WHITE, ground) >= LEAST else self.best_on(ground)


class Look(NamedTuple):
    """The look of some text: colours are RGB, an ANSI colour's name, or ``None`` for the terminal's own."""

    colour: Rgb | str | None = None
    ground: Rgb | str | None = None
    bold: bool = False
    dim: bool = False
    underline: bool = False
    reverse: bool = False
