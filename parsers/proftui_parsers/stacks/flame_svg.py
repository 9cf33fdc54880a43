"""Flame graphs as pictures (SVG): what py-spy writes by default, inferno, flamegraph.pl, flameprof.

A box is ``<title>name (1,234 samples, 5.67%)</title>`` and ``<rect x= y= width= …>``, above its caller or
below it; ``fg:x`` and ``fg:w`` of inferno are counts as they were. The outermost box is ``all``. flameprof
has the place around the box and ends titles with ``5.67% (calls calls own total)`` in seconds; its second
picture, of callers, is left out. Where a title has no count, the width says it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise

import proftui_parsers.messages as messages
from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple
from proftui_parsers.measure import BYTES, COUNTS, SAMPLES, TIME, Measure, named_by
from proftui_parsers.profile import Profile, ProfileError
from proftui_parsers.stacks.building import DEEPEST, Builder, counted
from proftui_parsers.stacks.collecting import Collector
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.frame_texts import Told, defined_line, told_by, track_of, whole_names
from proftui_parsers.stacks.recording import NO_NODE, Track

if TYPE_CHECKING:
    from proftui_parsers.files import Progress

_BOX = re.compile(
    rb'(?:<svg class="func_g" ([^<>]*)>\s*<g>\s*)?<title>([^<]*)</title>\s*(?:<a [^<>]*>\s*)?<rect ([^<>]*)>'
)
_PLACE = re.compile(rb'(?<![\w:-])(fg:x|fg:w|x|y|width)="(\d{1,15}(?:\.\d{0,25})?(?:e-\d\d)?)%?"')
_COUNT = re.compile(r" \(([\d,]{1,25}(?:\.\d{1,9})?) ([^()]{1,40}), [\d.]{1,9}%(; ?[-+]?[\d.]{1,9}%)?\)\Z")
_TIMES = re.compile(r" [\d.]{1,9}% \((?:[\d.e-]{1,25} ){3}(\d{1,9}(?:\.\d{1,25})?(?:e-\d\d)?)()()\)\Z")
_ESCAPE = re.compile(r"&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));")
_PLAIN = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_SECONDS = {"s": 1.0, "seconds": 1.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "microseconds": 1e-6, "ns": 1e-9}
_ALL, _UNKNOWN = "all", -1.0
_OF_BOX, _TELLING = 170, 200
"""Bytes that a box, or a name, takes, and names that tell how they are written."""


class _Box(NamedTuple):
    x: float
    width: float
    weight: float
    name: str


def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
    """The profile of all stacks that are drawn; ProfileError: there are none."""
    data = b"".join(pieces)
    pieces.clear()
    if data.count(b"<svg") > data.count(b"</svg>"):
        raise ProfileError(messages.IS_CUT_OFF.format(len(data)))
    picture = _Picture(data)
    told = told_by(["tid:0 1", *(f"{name} 1" for name in [*picture.names][:_TELLING])])
    measure, scale = _measure(picture.unit, told)
    picture.collect(told, scale)
    remarks = counted(
        (messages.DRAWN_BY_FLAMEPROF, picture.is_nested),
        (messages.COUNTS_OF_TITLES, not picture.is_exact and not picture.is_nested),
        (messages.DIFFERENCE_LEFT_OUT, picture.is_differential),
        (messages.BOXES_LEFT_OUT, picture.left_out),
        (messages.NARROW_BOXES, 1),
    )
    what = {"measures": (measure,), "remarks": tuple(remarks), "defined": told.defined}
    producer = "flameprof" if picture.is_nested else messages.FLAME_GRAPH
    made = picture.builder.collected(path, "flamegraph", producer, picture.collector, **what)
    return profile_of(made, progress=progress)


class _Picture:
    """All boxes of a picture, by how far down they are, and what they say."""

    def __init__(self, data: bytes) -> None:
        self.builder, self.collector = Builder(size=len(data)), Collector(1)
        self.rows: dict[float, list[_Box]] = {}
        self.names: dict[str, str] = {}
        self.unit, self.is_exact, self.is_differential, self.is_nested = "", True, False, False
        self.left_out = 0
        for found in _BOX.finditer(data):
            self._take(*found.groups(b""))
        if len(self.rows) > DEEPEST:
            raise ProfileError(messages.STACK_TOO_DEEP.format(DEEPEST))
        known = [(box.width, box.weight) for row in self.rows.values() for box in row if box.weight >= 0]
        if not known:
            raise ProfileError(messages.NO_STACKS)
        width, weight = max(known)
        for row in self.rows.values():
            for at, box in enumerate(row):
                if box.weight < 0:
                    row[at] = box._replace(weight=round(weight * box.width / (width or 1.0)))

    def _take(self, around: bytes, title: bytes, rect: bytes) -> None:
        """Another box; what has no place is none."""
        place = {key: float(value) for key, value in _PLACE.findall(rect + b" " + around)}
        if not place.keys() >= {b"x", b"y", b"width"}:
            return
        name = _ESCAPE.sub(_unescaped, title.decode("utf-8", "replace"))
        said, exact = (_TIMES if around else _COUNT).search(name), place.get(b"fg:w", _UNKNOWN)
        count = float(said[1].replace(",", "") or 0) if said else exact
        self.is_exact, self.is_nested = self.is_exact and count == exact >= 0, self.is_nested or around != b""
        if said:
            self.unit, name = self.unit or said[2] or "s", name[: said.start()]
            self.is_differential = self.is_differential or bool(said[3])
        self.builder.take(_OF_BOX if name in self.names else _OF_BOX + _OF_BOX + len(name))
        x, width = place.get(b"fg:x", place[b"x"]), place.get(b"fg:w", place[b"width"])
        box = _Box(x, width, count, self.names.setdefault(name, name))
        self.rows.setdefault(place[b"y"], []).append(box)

    def levels(self) -> list[list[_Box]]:
        """The boxes of each level, from the left to the right, the outermost level first."""
        places, end = sorted(self.rows), len(self.rows)
        if self.is_nested:
            steps = [below - here for here, below in pairwise(places)]
            end = next((at for at, step in enumerate(steps, 1) if step > 1.5 * min(steps)), end)
        levels = [sorted(self.rows[place]) for place in places[:end]]
        first, last = levels[0], levels[-1]
        wide = [sum(box.width for box in level) for level in (first, last)]
        is_hanging = _is_all(first) or (not _is_all(last) and wide[0] > wide[1])
        return levels if is_hanging else levels[::-1]

    def collect(self, told: Told, scale: float) -> None:
        """Take all boxes, each with what those that stand on it leave."""
        self.builder.defined, levels = told.defined, self.levels()
        hidden = {_ALL if _is_all(levels[0]) else "", told.own} - {""}
        threads = list(filter(None, map(track_of, self.names)))
        self.threads = dict[Track | None, Track](zip(threads, whole_names(threads), strict=True))
        callers, stacks, own = list[_Box](), list[tuple[int, Track]](), list[float]()
        for level in [*levels, []]:
            boxes, made, begins = list[_Box](), list[tuple[int, Track]](), [caller.x for caller in callers]
            for box in level:
                at = self._caller(box, callers, own, bisect_right(begins, box.x) - 1)
                if at >= 0:
                    own[at] -= box.weight
                elif level is not levels[0]:
                    self.left_out += 1
                    continue
                boxes.append(box)
                node, track = stacks[at] if at >= 0 else (NO_NODE, Track(""))
                made.append(self._stack(node, track, box.name, hidden, told))
            for (node, track), weight in zip(stacks, own, strict=True):
                if weight > 0:
                    self.collector.add(node, self.collector.track(track), (weight * scale,))
            callers, stacks, own = boxes, made, [box.weight for box in boxes]

    def _caller(self, box: _Box, callers: list[_Box], own: list[float], last: int) -> int:
        """Which of these a box stands on; -1: none. Where places are rounded, those beside seem to be it."""
        edge = box.x - (not self.is_exact)
        near = [at for at in range(last, max(last - 3, -1), -1) if edge <= callers[at].x + callers[at].width]
        return next((at for at in near if own[at] >= box.weight), near[0] if near else -1)

    def _stack(self, node: int, track: Track, name: str, hidden: set[str], told: Told) -> tuple[int, Track]:
        """The stack that one becomes with another frame, and its thread, which the outermost frames tell."""
        if node == NO_NODE:
            thread = self.threads.get(track_of(name))
            if thread is not None:
                return node, thread._replace(pid=thread.pid or track.pid)
            if name in hidden:
                return node, track
        builder = self.builder
        file, line, text = told.dialect(name) or ("", 0, name)
        file, first = defined_line(file, line) if told.defined else (file, line)
        return builder.node(node, builder.frame(builder.function(file, first, text), line)), track


def _is_all(level: list[_Box]) -> bool:
    return len(level) == 1 and level[0].name == _ALL


def _unescaped(found: re.Match[str]) -> str:
    number = int(found[1] or found[2] or "0", 10 if found[1] else 16)
    return _PLAIN[found[3]] if found[3] else chr(number) if number < 0x110000 else "\ufffd"


def _measure(unit: str, told: Told) -> tuple[Measure, float]:
    """What counts are of, and how much of its unit one of them is."""
    if told.own and told.measure is not None:
        return told.measure, 1e-6 if told.measure.unit == "s" else 1.0
    if unit in _SECONDS:
        return TIME, _SECONDS[unit]
    return {"samples": SAMPLES, "bytes": BYTES}.get(unit) or named_by(COUNTS, unit.replace(" ", "-")), 1.0
