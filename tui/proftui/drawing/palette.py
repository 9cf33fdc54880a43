"""How each role looks: from the theme's colours, held to a contrast, in as many colours as there are."""

from __future__ import annotations

from proftui.drawing.capabilities import COLOURS_16, NO_COLOURS
from proftui_parsers.import_free import dataclass, field, pattern, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

Rgb = tuple[int, int, int]
BLACK: Rgb = (0, 0, 0)
WHITE: Rgb = (255, 255, 255)


@dataclass(frozen=True, slots=True)
class Look:
    """The look of some text: colours are RGB, an ANSI colour's name, or ``None`` for the terminal's own."""

    colour: Rgb | str | None = None
    ground: Rgb | str | None = None
    bold: bool = False
    dim: bool = False
    underline: bool = False
    reverse: bool = False


_ANSI_RGB: Mapping[str, Rgb] = {
    f"ansi_{bright}{name}": (red * high, green * high, blue * high)
    for bright, high in (("", 205), ("bright_", 255))
    for name, (red, green, blue) in {
        "red": (1, 0, 0),
        "green": (0, 1, 0),
        "yellow": (1, 1, 0),
        "blue": (0, 0, 1),
        "magenta": (1, 0, 1),
        "cyan": (0, 1, 1),
        "white": (1, 1, 1),
    }.items()
} | {"ansi_black": BLACK, "ansi_bright_black": (127, 127, 127)}


def rgb(text: str, default: Rgb = WHITE) -> Rgb:
    """``#RRGGBB``, or the name of one of the 16 colours, as numbers; anything else gives ``default``."""
    if text in _ANSI_RGB:
        return _ANSI_RGB[text]
    try:
        return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
    except ValueError:
        return default


def blend(first: Rgb, second: Rgb, part: float) -> Rgb:
    """``part`` of the way from ``first`` to ``second``."""
    mixed = [round(a + (b - a) * part) for a, b in zip(first, second, strict=True)]
    return mixed[0], mixed[1], mixed[2]


def luminance(colour: Rgb) -> float:
    """Relative luminance, 0 to 1 (WCAG 2, section "relative luminance")."""
    parts = [c / 255 for c in colour]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: Rgb, second: Rgb) -> float:
    """Contrast ratio, 1 to 21 (WCAG 2)."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def readable(colour: Rgb, ground: Rgb, least: float = 4.5) -> Rgb:
    """``colour``, moved towards white or black only as far as ``least`` contrast on ``ground`` needs."""
    if contrast(colour, ground) >= least:
        return colour
    target = best_on(ground)
    for step in range(21):
        moved = blend(colour, target, step / 20)
        if contrast(moved, ground) >= least:
            return moved
    return target


def best_on(ground: Rgb) -> Rgb:
    """Black or white, whichever has more contrast on ``ground``."""
    return max(WHITE, BLACK, key=lambda colour: contrast(colour, ground))


def for_text(ground: Rgb) -> Rgb:
    """``ground``, darkened where little is enough to write on it in white instead of black."""
    darker = readable(ground, WHITE)
    return darker if contrast(ground, darker) < 1.3 else ground


def text_on(ground: Rgb) -> Rgb:
    """White where it can be read on ``ground``, else whichever of black and white has more contrast."""
    return WHITE if contrast(WHITE, ground) >= 4.5 else best_on(ground)


BOLD = frozenset({"sorted", "tab", "title", "key", "match", "error", "heat4", "code-name"})
UNDERLINED = frozenset({"match"})
DIM = frozenset({"muted", "heat0", "code-line", "code-comment"})
"""Roles to which a contrast of 3:1 is enough."""

_ANSI: dict[str, Look] = {
    "muted": Look(dim=True),
    "library": Look(),
    "heat0": Look(dim=True),
    "heat2": Look("yellow"),
    "heat3": Look("yellow", bold=True),
    "heat4": Look("red", bold=True),
    "match": Look("yellow", bold=True, underline=True),
    "estimate": Look("cyan"),
    "warning": Look("yellow"),
    "error": Look("red", bold=True),
    "success": Look("green"),
    "heading": Look(dim=True),
    "sorted": Look("blue", bold=True),
    "key": Look("yellow", bold=True),
    "title": Look(bold=True),
    "tab": Look(bold=True, reverse=True),
    "code-line": Look(dim=True),
    "code-keyword": Look(bold=True),
    "code-string": Look("green"),
    "code-comment": Look(dim=True),
    "code-number": Look("cyan"),
    "code-name": Look("cyan", bold=True),
}
_MARKS_ONLY = {
    role: replace(look, colour=None) for role, look in _ANSI.items() if look.bold and role != "code-name"
}

BOX = pattern(r"box([0-7gr]|h[0-4])(b?)(-sel|-hover|-dim|-match|)(-edge|-hatch|-end|)")
"""Roles of boxes: hue, grey, rest or heat; the second shade; the box's state; which part of it."""
_BOX_GROUNDS = ("blue", "magenta", "cyan", "green", "yellow")
_BOX_HEAT = ("white", "white", "yellow", "bright_yellow", "red")


@dataclass(frozen=True)
class Palette:
    """Looks by role and ground, for one theme and one number of colours.

    ``variables`` are the theme's own, as ``{"primary": "#0178D4", ...}``.
    """

    variables: Mapping[str, str]
    mode: str
    _looks: dict[tuple[str, str], Look] = field(default_factory=dict)
    drawn: dict[Any, Any] = field(default_factory=dict)
    """What was made with these looks, for those who draw to keep."""

    def look(self, role: str, ground: str = "") -> Look:
        """How ``role`` looks on ``ground``: ``""`` the screen, ``panel``, ``cursor``, ``blurred``."""
        key = (role, ground)
        if key not in self._looks:
            plain = self.mode in (COLOURS_16, NO_COLOURS)
            # The pattern brings ``re`` with it, which the first screen does without.
            if role.startswith("box") and (box := BOX.fullmatch(role)):
                look = self._plain_box(*box.groups()) if plain else self._box(*box.groups())
            else:
                look = self._marks(role, ground) if plain else self._coloured(role, ground)
            self._looks[key] = look
        return self._looks[key]

    def _marks(self, role: str, ground: str) -> Look:
        looks = _ANSI if self.mode == COLOURS_16 else _MARKS_ONLY
        look = looks.get(role, Look())
        if ground == "cursor":
            return Look(reverse=True, bold=look.bold, underline=look.underline)
        if ground == "blurred":
            return Look(bold=True, underline=look.underline)
        return look

    def _coloured(self, role: str, ground: str) -> Look:
        under = self.ground(ground)
        bold, underline = role in BOLD, role in UNDERLINED
        if ground == "cursor" and role != "tab":
            return Look(text_on(under), under, bold=bold, underline=underline)
        if role == "tab":
            lit = for_text(rgb(self.variables.get("primary", ""), WHITE))
            return Look(text_on(lit), lit, bold=True)
        least = 3.0 if role in DIM else 4.5
        return Look(readable(self._colour(role), under, least), under, bold=bold, underline=underline)

    def _plain_box(self, kind: str, shade: str, state: str, part: str) -> Look:
        """A box in 16 colours, or in none, where its edge and its label are all of it."""
        look = Look()
        if self.mode == COLOURS_16 and part == "-end":
            return look
        if self.mode == COLOURS_16 and state == "-dim":
            look = Look(dim=True)
        elif self.mode == COLOURS_16:
            names = _BOX_HEAT if kind[0] == "h" else _BOX_GROUNDS
            number = int(kind[-1]) if kind[-1].isdigit() else -1
            look = Look("black", "white" if number < 0 else names[number % len(names)])
        if state == "-sel":
            return replace(look, reverse=True, bold=True)
        marked = state in ("-match", "-hover") and not part
        return replace(look, underline=marked, bold=marked and state == "-match")

    def _box(self, kind: str, shade: str, state: str, part: str) -> Look:
        """A box: black or white on the colour of its package, the edge a weaker line of the same."""
        screen = self.ground("")
        under = self.box_ground(kind, bool(shade))
        if state == "-dim":
            under = blend(screen, under, 0.3)
        elif state == "-hover":
            under = blend(under, best_on(under), 0.2)
        if part == "-end":
            return Look(under, screen)
        text = text_on(under)
        if state == "-sel":
            text, under = under, text
        if part:
            weaker = readable(blend(under, text, 0.5 if part == "-edge" else 0.35), under, 3.0)
            return Look(weaker, under)
        if state == "-dim":
            text = readable(blend(under, text, 0.6), under)
        bold = state in ("-sel", "-match")
        return Look(text, under, bold=bold, underline=state == "-match")

    def box_ground(self, kind: str, second: bool = False) -> Rgb:
        """The colour of boxes by kind: hue ``0`` to ``7``, grey ``g``, rest ``r``, heat ``h0`` to ``h4``."""
        screen = self.ground("")
        text = self._colour("text")
        if kind.isdigit():
            from proftui.drawing import hues as wheel

            primary = rgb(self.variables.get("primary", ""), text)
            return wheel.wheel(primary, luminance(screen) < 0.3)[int(kind)][second]
        if kind == "g":
            grey = rgb(self.variables.get("surface-lighten-2", ""), screen)
            # On light themes that is white, which would be the loudest box of all.
            if luminance(screen) >= 0.3 or contrast(grey, screen) < 1.3:
                grey = blend(screen, text, 0.22)
            return blend(grey, text, 0.1) if second else grey
        if kind == "r":
            return blend(screen, text, 0.1)
        return (
            blend(screen, text, 0.15),
            blend(screen, text, 0.3),
            blend(screen, self._colour("warning"), 0.5),
            blend(screen, self._colour("warning"), 0.85),
            self._colour("error"),
        )[int(kind[1])]

    def ground(self, name: str) -> Rgb:
        """The colour that lies under a line."""
        background = rgb(self.variables.get("background", ""), BLACK)
        if name == "panel":
            return rgb(self.variables.get("panel", ""), background)
        cursor = rgb(self.variables.get("block-cursor-background", ""), (1, 120, 212))
        if name == "cursor":
            return for_text(cursor)
        return blend(background, cursor, 0.3) if name == "blurred" else background

    def _colour(self, role: str) -> Rgb:
        background = self.ground("")
        text = rgb(self.variables.get("foreground", ""), best_on(background))
        primary = rgb(self.variables.get("primary", ""), text)
        named = {
            name: rgb(self.variables.get(name, ""), text)
            for name in ("warning", "error", "success", "accent")
        }
        match role:
            case "muted" | "heading" | "heat0" | "code-line" | "code-comment":
                return blend(background, text, 0.6)
            case "library":
                return blend(background, text, 0.8)
            case "heat2":
                # Between text and what heat3 will be: apart from both, also when rounded to 256 colours.
                return blend(text, readable(named["warning"], background), 0.6)
            case "heat3" | "match" | "warning":
                return named["warning"]
            case "heat4" | "error":
                return named["error"]
            case "key":
                return named["accent"]
            case "success":
                return named["success"]
            case "sorted" | "code-keyword":
                return primary
            case "code-builtin":
                return blend(text, primary, 0.5)
            case "code-string":
                return named["success"]
            case "code-number":
                # Two families only: the theme's other colours may be those of heat.
                return blend(text, named["success"], 0.5)
            case "estimate":
                return rgb(self.variables.get("secondary", ""), text)
            case _:
                return text
