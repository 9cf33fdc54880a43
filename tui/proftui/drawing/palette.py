"""How each role looks: from the theme's colours, held to a contrast, in as many colours as there are."""

from __future__ import annotations

from proftui.drawing import few_colours
from proftui.drawing.capabilities import COLOURS_16, COLOURS_256, NO_COLOURS
from proftui.drawing.colours import (
    BLACK,
    LEAST_LINE,
    LEAST_PLAIN,
    WHITE,
    Eye,
    Look,
    Rgb,
    as_light_grey,
    blend,
    contrast,
    luminance,
    rgb,
    rounded,
    unchanged,
)
from proftui_parsers.import_free import TYPE_CHECKING, cached_property, dataclass, field, pattern

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

BOLD = frozenset({"sorted", "tab", "title", "key", "match", "error", "heat4", "much-slower", "code-name"})
UNDERLINED = frozenset({"match"})

BOX = pattern(r"box([0-7gr]|[hc][0-4])(b?)(-sel|-hover|-dim|-match|)(-edge|-hatch|)")
"""Roles of boxes: hue, grey, rest or heat; the second shade; the box's state; which part of it."""


_AS_BEFORE = 2
CHANGED: Mapping[bool, Sequence[Rgb]] = {
    True: ((31, 95, 153), (44, 70, 96), (0, 0, 0), (107, 74, 30), (179, 102, 26)),
    False: ((156, 201, 240), (212, 230, 246), (0, 0, 0), (247, 225, 192), (240, 181, 106)),
}
"""Grounds of boxes by what became of them, from much faster to much slower, where the screen is dark, and
light: blue and orange, which all eyes tell apart. The middle one is the panel's."""
CHANGED_256: Mapping[bool, Sequence[Rgb]] = {
    True: ((0, 95, 175), (0, 95, 135), (0, 0, 0), (135, 95, 0), (175, 95, 0)),
    False: ((135, 215, 255), (175, 215, 255), (0, 0, 0), (255, 215, 175), (255, 175, 95)),
}
"""The same of 256 colours."""

HUES: Mapping[bool, Sequence[Sequence[str]]] = {
    True: (
        ("056DA8", "7D53B2", "B83372", "B3432C", "836300", "397612", "067662", "007384"),
        ("005C8F", "6B429F", "A41B61", "9E301C", "6E5300", "276400", "056352", "00606F"),
    ),
    False: (
        ("A8D0FE", "DEC0FE", "FFB9D2", "FEBDAB", "E9C889", "B3D797", "78DEC5", "5DDCF6"),
        ("82BEFA", "CBACEC", "F5A0C0", "F6A590", "D4B576", "A0C385", "64CAB2", "43C9E2"),
    ),
}
"""Grounds of boxes by package in two shades, where the screen is dark, and light: once around the wheel of
CIE LCh, all equally light and vivid."""


@dataclass(frozen=True)
class Palette:
    """Looks by role and ground, for one theme and one number of colours.

    ``variables`` are the theme's own, as ``{"primary": "#0178D4", ...}``.
    """

    variables: Mapping[str, str]
    mode: str
    light: bool | None = None
    """Whether the terminal's own ground is a light one; only with 16 colours it matters."""
    _looks: dict[tuple[str, str], Look] = field(default_factory=dict)
    drawn: dict[Any, Any] = field(default_factory=dict)
    """What was made with these looks, for those who draw to keep."""

    @cached_property
    def _eye(self) -> Eye:
        return Eye(rounded if self.mode == COLOURS_256 else unchanged)

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
        in_16 = self.mode == COLOURS_16
        looks = few_colours.BY_GROUND[self.light] if in_16 else few_colours.MARKS_ONLY
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
            return Look(self._eye.text_on(under), under, bold=bold, underline=underline)
        if role == "tab":
            lit = self._eye.for_text(rgb(self.variables.get("primary", ""), WHITE))
            return Look(self._eye.text_on(lit), lit, bold=True)
        return Look(self._eye.readable(self._colour(role), under), under, bold=bold, underline=underline)

    def _plain_box(self, kind: str, shade: str, state: str, part: str) -> Look:
        """A box in 16 colours, or in none, where its edge and its label are all of it."""
        look = Look()
        if self.mode == COLOURS_16 and state == "-dim":
            look = Look(dim=True)
        elif self.mode == COLOURS_16:
            look = Look(*few_colours.box(kind, state == "-sel"))
        elif kind in ("c0", "c4"):
            # Without colour, what is much faster or slower stands out of what is a little.
            look = Look(bold=True)
        if state == "-sel":
            return look._replace(reverse=True, bold=True)
        marked = state in ("-match", "-hover") and not part
        return look._replace(underline=marked, bold=marked and state == "-match")

    def _box(self, kind: str, shade: str, state: str, part: str) -> Look:
        """A box: black or white on the colour of its package, the edge a weaker line of the same."""
        screen = self.ground("")
        under = self.box_ground(kind, bool(shade))
        if state == "-dim":
            under = blend(screen, under, 0.3)
        elif state == "-hover":
            under = blend(under, self._eye.best_on(under), 0.2)
        text = self._eye.text_on(under)
        if state == "-sel":
            text, under = under, text
        if part in ("-edge", "-hatch"):
            weaker = blend(under, text, 0.5 if part == "-edge" else 0.35)
            return Look(self._eye.readable(weaker, under, LEAST_LINE), under)
        if part or state == "-dim":
            text = self._eye.dimmer(text, under)
        bold = state in ("-sel", "-match") and not part
        return Look(text, under, bold=bold, underline=state == "-match" and not part)

    def box_ground(self, kind: str, second: bool = False) -> Rgb:
        """The colour of boxes by kind: hue ``0`` to ``7``, grey ``g``, rest ``r``, heat ``h0`` to ``h4``."""
        screen = self.ground("")
        text = self._colour("text")
        if kind.isdigit():
            # Of 256 colours the second shade may be the first of another hue.
            shade = HUES[luminance(screen) < 0.3][second and self.mode != COLOURS_256]
            return rgb(f"#{shade[int(kind)]}")
        if kind == "g":
            grey = rgb(self.variables.get("surface-lighten-2", ""), screen)
            # On light themes that is white, which would be the loudest box of all.
            if luminance(screen) >= 0.3 or contrast(grey, screen) < 1.3:
                grey = blend(screen, text, 0.22)
            return blend(grey, text, 0.1) if second else grey
        if kind == "r":
            return blend(screen, text, 0.1)
        if kind[0] == "c":
            return self._changed_ground(int(kind[1]))
        return (
            blend(screen, text, 0.15),
            blend(screen, text, 0.3),
            blend(screen, self._colour("warning"), 0.5),
            blend(screen, self._colour("warning"), 0.85),
            self._colour("error"),
        )[int(kind[1])]

    def _changed_ground(self, step: int) -> Rgb:
        """The ground of a box by its change: ``0`` much faster, to ``4`` much slower."""
        if step == _AS_BEFORE:
            return self._panel
        is_dark = luminance(self.ground("")) < 0.3
        steps = (CHANGED_256 if self.mode == COLOURS_256 else CHANGED)[is_dark]
        return steps[step]

    def ground(self, name: str) -> Rgb:
        """The colour that lies under a line."""
        background = rgb(self.variables.get("background", ""), BLACK)
        if name == "panel":
            return self._panel
        cursor = rgb(self.variables.get("block-cursor-background", ""), (1, 120, 212))
        if name == "cursor":
            return self._eye.for_text(cursor)
        return blend(background, cursor, 0.3) if name == "blurred" else background

    @cached_property
    def _panel(self) -> Rgb:
        panel = rgb(self.variables.get("panel", ""), rgb(self.variables.get("background", ""), BLACK))
        # Of 256 colours the nearest to a dark slate is a navy, which is no quiet ground.
        return as_light_grey(panel) if self.mode == COLOURS_256 else panel

    def _colour(self, role: str) -> Rgb:
        background = self.ground("")
        text = rgb(self.variables.get("foreground", ""), self._eye.best_on(background))
        text = self._eye.readable(text, background, LEAST_PLAIN)
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
                # Between text and what heat3 will be.
                return self._eye.between(text, self._eye.readable(named["warning"], background), background)
            case "heat3" | "match" | "warning" | "slower":
                return named["warning"]
            case "heat4" | "error" | "much-slower":
                return named["error"]
            case "key":
                return named["accent"]
            case "success":
                return named["success"]
            case "sorted" | "code-keyword" | "faster":
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
