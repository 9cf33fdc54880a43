"""How each role looks in 16 colours, which are the terminal's own, and in none."""

from __future__ import annotations

from collections.abc import Mapping

from proftui.drawing.colours import Look

_DIM = Look(dim=True)
_ON_DARK: Mapping[str, Look] = {
    **dict.fromkeys(("muted", "heat0", "heading", "code-line", "code-comment"), _DIM),
    "heat2": Look("yellow"),
    "heat3": Look("yellow", bold=True),
    "heat4": Look("bright_red", bold=True),
    "match": Look("yellow", bold=True, underline=True),
    "estimate": Look("cyan"),
    "warning": Look("yellow"),
    "error": Look("bright_red", bold=True),
    "success": Look("green"),
    "faster": Look("cyan"),
    "slower": Look("yellow"),
    "much-slower": Look("yellow", bold=True),
    "sorted": Look("cyan", bold=True),
    "key": Look("yellow", bold=True),
    "title": Look(bold=True),
    "tab": Look(bold=True, reverse=True),
    "code-keyword": Look(bold=True),
    "code-string": Look("green"),
    "code-number": Look("cyan"),
    "code-name": Look("cyan", bold=True),
}
_ON_LIGHT = {
    "yellow": "magenta",
    "bright_red": "red",
    "cyan": "blue",
    # No green can be read on white.
    "green": "blue",
}
_UNDERLINED = ("heat4", "match", "error")
"""Roles that stand out of what is bold where there is no colour to tell them by."""


def _on_light(look: Look) -> Look:
    """The same mark in a colour that can be read on a light ground."""
    return look._replace(colour=_ON_LIGHT[look.colour]) if isinstance(look.colour, str) else look


def _on_any(role: str, look: Look) -> Look:
    """The same mark without colour: of the 16, none can be read on black and on white."""
    return look._replace(colour=None, underline=role in _UNDERLINED)


BY_GROUND: Mapping[bool | None, Mapping[str, Look]] = {
    False: _ON_DARK,
    True: {role: _on_light(look) for role, look in _ON_DARK.items()},
    None: {role: _on_any(role, look) for role, look in _ON_DARK.items()},
}
"""By whether the ground is a light one, ``None`` where the terminal does not say, and role."""
MARKS_ONLY = {
    role: look._replace(colour=None) for role, look in _ON_DARK.items() if look.bold and role != "code-name"
}
"""By role, without any colours."""

_BOXES = (
    ("bright_white", "blue"),
    ("bright_white", "red"),
    ("bright_white", "magenta"),
    ("black", "bright_magenta"),
    ("black", "yellow"),
    ("black", "green"),
    ("black", "cyan"),
    ("black", "bright_cyan"),
)
"""Text and ground by hue."""
_GREY_BOX = ("black", "white")
_HEAT_BOXES = (
    _GREY_BOX,
    _GREY_BOX,
    ("black", "yellow"),
    ("black", "bright_yellow"),
    ("bright_white", "red"),
)
"""Text and ground by step of heat."""
_CHANGED_BOXES: tuple[tuple[str | None, str | None], ...] = (
    ("bright_white", "blue"),
    ("bright_blue", None),
    (None, None),
    ("yellow", None),
    ("black", "yellow"),
)
"""Text and ground by what became of a box, from much faster to much slower."""
_SELECTED_BOX = ("bright_yellow", "black")
_SELECTED_HEAT_BOX = ("blue", "bright_white")
"""Ground and text, as it is drawn in reverse; a ground that neither other boxes nor the screen have."""


def box(kind: str, selected: bool = False) -> tuple[str | None, str | None]:
    """Text and ground of boxes in 16 colours, by kind: see ``Palette.box_ground``.

    Ground and text for the ``selected`` one, which is drawn in reverse.
    """
    if selected:
        return _SELECTED_HEAT_BOX if kind[0] == "h" else _SELECTED_BOX
    if kind[0] == "h":
        return _HEAT_BOXES[int(kind[1])]
    if kind[0] == "c":
        return _CHANGED_BOXES[int(kind[1])]
    return _BOXES[int(kind)] if kind.isdigit() else _GREY_BOX
