"""The colours of Textual's themes that proftui draws with, known before it is loaded; a test compares."""

from __future__ import annotations

from proftui.drawing.colours import luminance

DARK, LIGHT = "textual-dark", "textual-light"
"""What is used on a dark ground, and on a light one."""

_LIGHT_FROM = 0.4
"""Luminance of a ground from which on it is a light one."""

NAMES = (
    "background",
    "panel",
    "block-cursor-background",
    "primary",
    "foreground",
    "warning",
    "error",
    "success",
    "accent",
    "secondary",
    "surface-lighten-2",
)
"""The variables of a theme, in the order in which they stand below."""

_THEMES = {
    "atom-one-dark": "282C34 4F5666 61AFEF 61AFEF ABB2BF DDB25B EF6262 62F062 A378C2 C678DD 5E6471",
    "atom-one-light": "FAFAFA CCCCCC 4078F2 4078F2 383A42 D7D938 F13F3F 6BF23F BE9232 A626A4 FFFFFF",
    "catppuccin-frappe": "303446 51576D CA9EE6 CA9EE6 C6D0F5 E4C890 E68284 A6D189 F4B8E4 EE9F76 64687E",
    "catppuccin-latte": "EFF1F5 CCD0DA 8839EF 8839EF 4C4F69 DE8E1D D10F39 40A02B FD640B DB8A78 FFFFFF",
    "catppuccin-macchiato": "24273A 494D64 C6A0F6 C6A0F6 CAD3F5 EED49F ED8796 A6DA95 F5BDE6 F4A97F 595C73",
    "catppuccin-mocha": "181825 45475A F5C2E7 F5C2E7 CDD6F4 FAE3B0 F28FAD ABE9B3 F9B387 CBA6F7 535467",
    "dracula": "282A36 313442 BD93F9 BD93F9 F8F8F2 FEB86C FE5555 50FA7B FF79C6 6272A4 4C4F5D",
    "flexoki": "100F0F 282726 205EA6 205EA6 FFFCF0 AC8301 AE3029 65800B 9B76C8 24837B 3B3A39",
    "gruvbox": "282828 504945 85A598 85A598 FBF1C7 FD8019 FA4934 B7BB26 F9BD2F A89A85 5F5A58",
    "monokai": "272822 3E3D32 AE81FF AE81FF D6D6D6 FC971F F82672 A5E22E 66D9EF F82672 4F4F4F",
    "nord": "2E3440 434C5E 88C0D0 88C0D0 D8DEE9 EACB8B BE616A A3BE8C B48EAD 81A1C1 5E6576",
    "rose-pine": "191724 26233A c4a7e7 C4A7E7 E0DEF4 F5C177 EA6F92 9CCFD8 EBBCBA 31748F 3F3D4F",
    "rose-pine-dawn": "FAF4ED F2E9E1 575279 907AA9 575279 E99D34 B4637A 56949F D6827E 286983 FFFFFF",
    "rose-pine-moon": "232136 393552 c4a7e7 C4A7E7 E0DEF4 F5C177 EA6F92 9CCFD8 EA9A97 3E8FB0 4C4862",
    "solarized-dark": "002B36 073642 268BD2 268BD2 839496 CA4B16 DB322F 849900 6C71C4 2AA198 305865",
    "solarized-light": "FDF6E3 EEE8D5 268BD2 268BD2 586E75 CA4B16 DB322F 849900 6C71C4 2AA198 FFFFFF",
    "textual-dark": "121212 242F38 0178D4 0178D4 E0E0E0 FEA62B B93C5B 4EBF71 FEA62B 004578 3E3E3E",
    "textual-light": "E0E0E0 D0D0D0 004578 004578 1F1F1F FEA62B B93C5B 4EBF71 FEA62B 0178D4 FFFFFF",
    "tokyo-night": "1A1B26 414868 BB9AF7 BB9AF7 A9B1D6 DFAF68 F6768E 9ECE6A FE9E64 7AA2F7 45495E",
}


def is_light(ground: tuple[float, float, float]) -> bool:
    """Whether a terminal's ground (parts from 0 to 1) is a light one."""
    red, green, blue = (round(255 * part) for part in ground)
    return luminance((red, green, blue)) > _LIGHT_FROM


def fitting(theme: str, light: bool) -> str:
    """The theme for a terminal whose ground is light, or is not: only the default one gives way."""
    return LIGHT if theme == DARK and light else theme


def variables(theme: str) -> dict[str, str] | None:
    """``{"background": "#121212", ...}`` of a theme; ``None``: it is not one that comes with Textual."""
    colours = _THEMES.get(theme)
    if colours is None:
        return None
    return {name: f"#{colour}" for name, colour in zip(NAMES, colours.split(), strict=True)}
