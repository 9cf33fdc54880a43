"""A location in few cells: ``sqlalchemy/…/strategies.py:906``, with what a filter matched still there."""

from __future__ import annotations

from proftui.drawing.glyphs import ELLIPSIS
from proftui.drawing.safe_text import cell_width, cut_start

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Part = tuple[int, int]
    """From which character of the location to which."""
    Parts = list[Part]
    """What is left of a location, in its order; ``…`` stands between two of them."""


def shorten_location(location: str, cells: int) -> str:
    """The location in so many cells: without its middle, then without its package, then its end."""
    return joined(location, parts_left(location, cells))


def parts_left(location: str, cells: int, wanted: Sequence[Sequence[Part]] = ()) -> Parts:
    """What is left of ``path:line`` in so many cells: what shows most of ``wanted``.

    ``wanted``: for each thing that is looked for, the parts of the location that are one.
    """
    best, most = [(0, len(location))], -1
    if cell_width(location) <= cells:
        return best
    for parts in _forms(location, cells, wanted):
        if cell_width(joined(location, parts)) <= cells:
            shown = sum(any(_is_within(part, parts) for part in each) for each in wanted)
            if shown > most:
                best, most = parts, shown
            if shown == len(wanted):
                return best
    return best


def joined(location: str, parts: Parts) -> str:
    """The text of what is left."""
    if not parts:
        return ""
    before = ELLIPSIS if parts[0][0] else ""
    return before + ELLIPSIS.join(location[start:end] for start, end in parts)


def moved(ranges: Sequence[Part], parts: Parts) -> Iterator[Part]:
    """Where these ranges of the whole location stand in what is left of it."""
    at = 0
    for begin, end in parts:
        at += begin > 0
        for start, stop in ranges:
            if max(start, begin) < min(stop, end):
                yield max(start, begin) - begin + at, min(stop, end) - begin + at
        at += end - begin


def _forms(location: str, cells: int, wanted: Sequence[Sequence[Part]]) -> Iterator[Parts]:
    """What may be left, best first; not all of it fits."""
    length, line = len(location), location.rfind(":")
    cuts = [at for at, sign in enumerate(location[:-1]) if sign in "/\\" and at]
    looked_for = [each[0] for each in wanted if each]
    folders = [_folder(part, length, cuts) for part in looked_for]
    file = (cuts[-1] if cuts else 0, length)
    if cuts and location[0] not in "/\\" and location[cuts[0] - 1] != ":":
        package = (0, cuts[0] + 1)
        yield from ([package, (at, length)] for at in cuts[1:])
        yield from (_merged([package, folder, file]) for folder in folders)
    yield from ([(at, length)] for at in cuts)
    tail = len(cut_start(location, cells)) - len(ELLIPSIS)
    yield [(length - tail, length)] if tail >= 0 else []
    for folder in folders if line > 0 else ():
        yield _merged([folder, file])
        room = cells - cell_width(joined(location, [folder])) - len(ELLIPSIS)
        yield _merged([folder, (min(line, length - room), length)])
    left = cells - 2 * len(ELLIPSIS) - (length - line)
    for start, _ in looked_for if left > 0 and line > 0 else ():
        begin = max(0, min(start, line - left))
        yield _merged([(begin, min(line, begin + left)), (line, length)])


def _folder(part: Part, length: int, cuts: Sequence[int]) -> Part:
    """The component in which a part stands, with the separators around it."""
    begin = max((at for at in cuts if at <= part[0]), default=0)
    return begin, min((at + 1 for at in cuts if at >= part[1] - 1 and at > begin), default=length)


def _merged(parts: Parts) -> Parts:
    """Parts in order, those that touch made one."""
    made: Parts = []
    for start, end in sorted(parts):
        if made and start <= made[-1][1]:
            made[-1] = (made[-1][0], max(end, made[-1][1]))
        else:
            made.append((start, end))
    return made


def _is_within(part: Part, parts: Parts) -> bool:
    return any(start <= part[0] and part[1] <= end for start, end in parts)
