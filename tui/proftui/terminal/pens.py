"""How cells are drawn, and the shortest sequences that take a terminal from one way to another.

Inside, pens are single characters, so that the pens of a row are a string and rows are compared and
searched at the speed of strings. Blanks have pens of their own: on a blank only the ground is seen.
"""

from __future__ import annotations

BOLD, DIM, ITALIC, UNDERLINE, REVERSE, STRIKE = 1, 2, 4, 8, 16, 32

_ON = ((BOLD, "1"), (DIM, "2"), (ITALIC, "3"), (UNDERLINE, "4"), (REVERSE, "7"), (STRIKE, "9"))
_OFF = ((ITALIC, "23"), (UNDERLINE, "24"), (REVERSE, "27"), (STRIKE, "29"))
_SEEN_ON_BLANKS = UNDERLINE | REVERSE | STRIKE


class Pen(tuple[str, str, int]):
    """How a cell is drawn: parameters of SGR for text and ground (``""``: the terminal's own), and flags."""

    __slots__ = ()

    def __new__(cls, text: str = "", ground: str = "", flags: int = 0) -> Pen:
        """A pen such as ``Pen("38;2;1;2;3", "48;5;17", BOLD)``."""
        return tuple.__new__(cls, (text, ground, flags))


PLAIN = Pen()


def between(old: Pen, new: Pen) -> str:
    """The shortest sequence after which ``new`` is drawn where ``old`` was."""
    if old == new:
        return ""
    if new == PLAIN:
        return "\x1b[m"
    whole = ["0", *_colours(PLAIN, new), *(code for flag, code in _ON if new[2] & flag)]
    gone, come = old[2] & ~new[2], new[2] & ~old[2]
    parts = _colours(old, new)
    if gone & (BOLD | DIM):
        # One parameter takes away both.
        parts.append("22")
        come |= new[2] & (BOLD | DIM)
    parts += [code for flag, code in _OFF if gone & flag]
    parts += [code for flag, code in _ON if come & flag]
    return min(f"\x1b[{';'.join(parts)}m", f"\x1b[{';'.join(whole)}m", key=len)


def _colours(old: Pen, new: Pen) -> list[str]:
    parts = []
    if old[0] != new[0]:
        parts.append(new[0] or "39")
    if old[1] != new[1]:
        parts.append(new[1] or "49")
    return parts


class Pens:
    """The pens in use, each as a character, and what leads from one to another."""

    def __init__(self, erases_coloured: bool = False) -> None:
        self._erases_coloured = erases_coloured
        self._pens: list[Pen] = []
        self._ids: dict[Pen, str] = {}
        self._by_ground: dict[str, str] = {}
        self._changes: dict[str, str] = {}
        self._blank_pens: dict[str, str] = {}
        self.blanks: dict[str, str] = {}
        """The pen of blanks that are drawn with a pen; a pen of blanks stands for itself."""
        self.grounds: set[str] = set()
        """The pens that blanks alone have."""
        self.erasable: set[str] = set()
        """The pens of blanks that erasing leaves."""
        self.blank = self._ground("")
        self.plain = self.id(PLAIN)

    def id(self, pen: Pen) -> str:
        """The character of a pen."""
        known = self._ids.get(pen)
        if known is None:
            known = self._ids[pen] = self._new(pen)
            self.blanks[known] = known if pen[2] & _SEEN_ON_BLANKS else self._ground(pen[1])
        return known

    def _ground(self, ground: str) -> str:
        known = self._by_ground.get(ground)
        if known is None:
            known = self._by_ground[ground] = self._new(Pen("", ground))
            self.blanks[known] = known
            self.grounds.add(known)
            if not ground or self._erases_coloured:
                self.erasable.add(known)
        return known

    def _new(self, pen: Pen) -> str:
        self._pens.append(pen)
        return chr(len(self._pens) - 1)

    def drawing(self, blank: str) -> str:
        """A pen that draws the blanks of a pen of blanks."""
        return self.id(self._pens[ord(blank)])

    def change(self, old: str, new: str) -> str:
        """The sequence that leads from one pen to another."""
        both = old + new
        known = self._changes.get(both)
        if known is None:
            known = self._changes[both] = between(self._pens[ord(old)], self._pens[ord(new)])
        return known

    def for_blanks(self, old: str, blank: str) -> str:
        """The pen nearest to ``old`` that draws the blanks of a pen of blanks."""
        both = old + blank
        known = self._blank_pens.get(both)
        if known is None:
            pen, ground = self._pens[ord(old)], self._pens[ord(blank)]
            kept = self.id(Pen(pen[0], ground[1], pen[2] & ~_SEEN_ON_BLANKS))
            bare = self.drawing(blank)
            known = min(kept, bare, key=lambda new: len(self.change(old, new)))
            self._blank_pens[both] = known
        return known
