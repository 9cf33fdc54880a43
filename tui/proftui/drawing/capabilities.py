"""What the terminal can show: how many colours, and whether more than ASCII."""

from __future__ import annotations

import os
import sys

from proftui.drawing.safe_text import Clean, cell_width, cleaned
from proftui_parsers.import_free import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Mapping

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
    """Whether the theme should follow the terminal's ground: where colours are ours, and none was chosen."""
    coloured = colour_mode(environ) in (TRUECOLOR, COLOURS_256)
    return coloured and not environ.get("TEXTUAL_THEME") and environ.get("TERM_PROGRAM") != "Apple_Terminal"


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


_BLOCKS = str.maketrans("▏▎▍▌▋▊▉█", "    ####")
_GLYPHS = str.maketrans("▸▾▴·…↻≈→←↑↓↵›‹│─×–—−µ•░", ">v^.~@~><^v<><|-x---u*:")
_DOUBLE = (("≈ ", "~="), ("→ ", "->"), ("← ", "<-"))
_OTHER = pattern(r"[^\x20-\x7e]")


def to_ascii(text: str) -> Clean:
    """``text`` in ASCII, cell for cell: glyphs by their stand-ins, other characters by ``?``."""
    text = glyphs_to_ascii(text)
    return cleaned(text if text.isascii() else _OTHER.sub(_marks, text))


def glyphs_to_ascii(text: str) -> str:
    """``text`` with our own glyphs by their stand-ins, cell for cell; names keep their letters."""
    if text.isascii():
        return text
    for glyph, stand_in in _DOUBLE:
        text = text.replace(glyph, stand_in)
    return text.translate(_BLOCKS).translate(_GLYPHS)


def can_encode_glyphs(encoding: str | None) -> bool:
    """Whether text in ``encoding`` can hold all that we draw with."""
    try:
        "".join(map(chr, (*_BLOCKS, *_GLYPHS))).encode(encoding or "ascii")
    except (LookupError, UnicodeError):
        return False
    return True


def _marks(match: re.Match[str]) -> str:
    return "?" * cell_width(match.group())
