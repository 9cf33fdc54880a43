"""What the terminal can show: how many colours, and whether more than ASCII."""

from __future__ import annotations

import os
import sys

from proftui.drawing.glyphs import OUR_GLYPHS, in_ascii
from proftui.drawing.safe_text import Clean, cell_width, cleaned
from proftui_parsers.import_free import TYPE_CHECKING, pattern

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping

_LIGHT = frozenset({"7", "9", "10", "11", "12", "13", "14", "15"})
_DARK = frozenset({"0", "1", "2", "3", "4", "5", "6", "8"})
"""Numbers of the 16 colours that are light and dark grounds, as Vim takes them."""

TRUECOLOR, COLOURS_256, COLOURS_16, NO_COLOURS = "truecolor", "256", "16", "none"


def can_draw(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether the terminal does what escape sequences say: one that is ``dumb``, or none, shows them.

    Windows does not name its terminals.
    """
    return sys.platform == "win32" or environ.get("TERM", "") not in ("", "dumb", "unknown")


def colour_mode(environ: Mapping[str, str] = os.environ) -> str:
    """How many colours the terminal has, by its environment."""
    term = environ.get("TERM", "")
    if environ.get("NO_COLOR") or term in ("", "dumb", "unknown") or term.startswith("vt"):
        return NO_COLOURS
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit") or term.endswith("-direct"):
        return TRUECOLOR
    return COLOURS_256 if "256color" in term or term.startswith(("tmux", "screen-256")) else COLOURS_16


def erases_with_ground(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether what is erased gets the ground that is written on (terminfo's ``bce``)."""
    term = environ.get("TERM", "")
    if environ.get("TMUX"):
        return True
    return term not in ("", "dumb", "unknown") and not term.startswith(("screen", "vt"))


def asks_for_ground(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether the colours should follow the terminal's ground: where no theme is chosen, or we draw on it."""
    mode = colour_mode(environ)
    if mode == COLOURS_16:
        # Of those that are called otherwise, some would show the question.
        return environ.get("TERM", "").startswith(("xterm", "rxvt", "screen"))
    coloured = mode in (TRUECOLOR, COLOURS_256)
    return coloured and not environ.get("TEXTUAL_THEME") and environ.get("TERM_PROGRAM") != "Apple_Terminal"


def has_light_ground(environ: Mapping[str, str] = os.environ) -> bool | None:
    """Whether the terminal's own ground is a light one; ``None``: the environment does not tell."""
    if environ.get("TERM") == "linux":
        return False
    # Text and ground by their numbers, sometimes with a third between them: "0;15", "15;default;0".
    number = environ.get("COLORFGBG", "").rpartition(";")[2]
    return number in _LIGHT if number in _LIGHT or number in _DARK else None


def ascii_only(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether only ASCII may be drawn: asked for, the Linux console, or a locale that is not UTF-8."""
    if environ.get("PROFTUI_ASCII", "0") not in ("", "0"):
        return True
    if environ.get("TERM") == "linux":
        return True
    named = (environ[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(name))
    encoding = _locale_encoding() if environ is os.environ else next(named, "")
    return "utf" not in encoding.lower()


def _locale_encoding() -> str:
    try:
        # The module locale would bring re with it.
        from _locale import getencoding
    except ImportError:
        from locale import getencoding
    return getencoding()


_OTHER = pattern(r"[^\x20-\x7e]")


def to_ascii(text: str) -> Clean:
    """``text`` in ASCII, cell for cell: glyphs by their stand-ins, other characters by ``?``."""
    text = in_ascii(text)
    return cleaned(text if text.isascii() else _OTHER.sub(_marks, text))


def can_encode_glyphs(encoding: str | None) -> bool:
    """Whether text in ``encoding`` can hold all that we draw with."""
    try:
        "".join(OUR_GLYPHS).encode(encoding or "ascii")
    except (LookupError, UnicodeError):
        return False
    return True


def _marks(match: re.Match[str]) -> str:
    return "?" * cell_width(match.group())
