"""A line of the screen as plain data: spans of text with the role that each plays.

Roles are names such as ``muted`` or ``heat4``; ``palette`` says how they look. Nothing here knows
a drawing library, so that the same lines can be printed, tested and drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from proftui.drawing.safe_text import Clean, cell_width, cleaned, cut_end, pad
from proftui_parsers.import_free import NamedTuple


class _Span(NamedTuple):
    text: Clean
    role: str


class Span(_Span):
    """Some text, made safe to draw, and what it is."""

    __slots__ = ()

    def __new__(cls, text: str, role: str = "text") -> Span:
        """Of any text: what a terminal would act on is written as ``repr`` writes it."""
        return tuple.__new__(cls, (cleaned(text), role))


class Line:
    """One row of cells; ``ground`` names what lies under all of it (``cursor``, ``panel``)."""

    __slots__ = ("ground", "spans")

    def __init__(self, spans: tuple[Span, ...], ground: str = "") -> None:
        self.spans = spans
        self.ground = ground

    def __eq__(self, other: object) -> bool:
        """Whether it is drawn alike."""
        return isinstance(other, Line) and (self.spans, self.ground) == (other.spans, other.ground)

    def __hash__(self) -> int:
        """By what is drawn."""
        return hash((self.spans, self.ground))

    def __repr__(self) -> str:
        """As it would be written."""
        return f"Line({self.spans!r}, {self.ground!r})"

    @property
    def text(self) -> str:
        """The characters alone."""
        return "".join(span.text for span in self.spans)


def fitted(spans: Iterable[Span], width: int, ground: str = "") -> Line:
    """The spans cut or padded to exactly ``width`` cells."""
    kept: list[Span] = []
    left = width
    for span in spans:
        text: str = span[0]
        cells = len(text) if text.isascii() else cell_width(text)
        if cells > left:
            if left == 0 and kept and not text.isspace():
                # The last one fitted just so: it is what shows that there is more.
                text, left, span = kept[-1].text + text, cell_width(kept[-1].text), kept.pop()
            kept.append(Span(pad(cut_end(text, left), left), span.role))
            left = 0
            break
        if text:
            kept += _unpadded(span) if span[1] == "heat4" else (span,)
            left -= cells
    if left > 0:
        kept.append(Span(" " * left))
    return Line(tuple(kept), ground)


def _unpadded(span: Span) -> Iterator[Span]:
    """What can be underlined, parted from the blanks around it."""
    text = span.text.strip(" ")
    before, _, after = span.text.partition(text) if text else (span.text, "", "")
    return (Span(part, role) for part, role in ((before, "text"), (text, span.role), (after, "text")) if part)


def spread(left: Iterable[Span], right: Iterable[Span], width: int, ground: str = "") -> Line:
    """``left`` from the first cell and ``right`` to the last; where both do not fit, left is cut."""
    right = tuple(right)
    return fitted((*fitted(left, max(0, width - width_of(right))).spans, *right), width, ground)


def width_of(spans: Iterable[Span]) -> int:
    """How many cells the spans take."""
    return sum(cell_width(span.text) for span in spans)


def marked(text: str, ranges: Iterable[tuple[int, int]], role: str, mark: str = "match") -> Iterator[Span]:
    """``text`` in ``role``, with the characters in ``ranges`` as matches."""
    done = 0
    for start, end in sorted(ranges):
        start = max(start, done)
        if end <= start:
            continue
        if start > done:
            yield Span(text[done:start], role)
        yield Span(text[start:end], mark)
        done = end
    if done < len(text):
        yield Span(text[done:], role)


def with_cursor(line: Line, active: bool) -> Line:
    """The line with ``▸`` in its first cell, on the cursor's ground."""
    first, *rest = line.spans
    cursor = Span("▸" + first.text[1:], "title" if active else first.role)
    return Line((cursor, *rest), "cursor" if active else "blurred")


def dimmed(spans: Iterable[Span]) -> list[Span]:
    """The text of a row that only the base has; what a filter matches stays as it is."""
    return [Span(span.text, "muted" if span.role != "match" else span.role) for span in spans]
