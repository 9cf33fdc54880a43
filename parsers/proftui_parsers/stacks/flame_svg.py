"""Flame graphs as pictures (SVG): what py-spy writes by default, inferno, flamegraph.pl, flameprof.

A box is ``<title>name (1,234 samples, 5.67%)</title>`` and ``<rect x= y= width= …>``, above its caller or
below it; ``fg:x`` and ``fg:w`` of inferno are counts as they were. The outermost box is ``all``. flameprof
has the place around the box and ends titles with ``5.67% (calls calls own total)`` in seconds; its second
picture, of callers, is left out.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from html import unescape

import proftui_parsers.messages as messages
from proftui_parsers.files import whole
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.measure import BYTES, COUNTS, SAMPLES, SECONDS_IN, TIME, named_by
from proftui_parsers.profile import Profile, ProfileError
from proftui_parsers.stacks.building import DEEPEST, Builder, counted
from proftui_parsers.stacks.collecting import Collector, amount
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.frame_texts import defined_line, told_by, track_of, whole_names
from proftui_parsers.stacks.recording import NO_NODE, Recording, Track

if TYPE_CHECKING:
    from typing import Any

    from proftui_parsers.files import Progress

    Box = tuple[float, float, str]
    """Where it begins, what it weighs, its name."""
    Level = list[Box]

_BOX = re.compile(
    rb'(?:<svg class="func_g" ([^<>]*)>\s*<g>\s*)?<title>([^<]*)</title>\s*(?:<a [^<>]*>\s*)?<rect ([^<>]*)>'
)
_PLACE = re.compile(rb'(?<![\w:-])(fg:x|fg:w|x|y)="([\d.e-]+)%?"')
_MEASURES = {"samples": SAMPLES, "bytes": BYTES, **dict.fromkeys(SECONDS_IN, TIME)}
_ALL = "all"
_OF_BOX = 170
"""Bytes that a box, or a name, takes."""


def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
    """The profile of all stacks that are drawn; ProfileError: there are none."""
    data = whole(pieces)
    if data.count(b"<svg") > data.count(b"</svg>"):
        raise ProfileError(messages.IS_CUT_OFF.format(len(data)))
    return profile_of(_Picture(data).recording(path), progress=progress)


class _Picture:
    """All boxes of a picture, by where they stand from above, and what they say."""

    def __init__(self, data: bytes) -> None:
        self.builder, self.collector = Builder(size=len(data)), Collector(1)
        self.rows: dict[float, Level] = {}
        self.names: dict[str, str] = {}
        self.unit, self.is_exact, self.is_nested, self.left_out = "", True, False, 0
        for found in _BOX.finditer(data):
            try:
                self._take(*found.groups(b""))
            except (KeyError, ValueError):
                self.left_out += 1
        if not self.rows:
            raise ProfileError(messages.NO_STACKS)
        if len(self.rows) > DEEPEST:
            raise ProfileError(messages.STACK_TOO_DEEP.format(DEEPEST))
        self.levels = self._levels()
        self.told = told_by(f"{name} 1" for level in self.levels for _, _, name in level)
        self.builder.defined, named = self.told.defined, list(filter(None, map(track_of, self.names)))
        self.threads = dict[Track | None, Track](zip(named, whole_names(named), strict=True))

    def _take(self, around: bytes, title: bytes, rect: bytes) -> None:
        """Another box; KeyError or ValueError: it has no place, or no count."""
        place = {key: float(value) for key, value in _PLACE.findall(rect + b" " + around)}
        x, y = place.get(b"fg:x", place[b"x"]), place[b"y"]
        name, _, said = unescape(title.decode("utf-8", "replace")).rpartition(" (")
        count, _, unit = said.partition(" ")
        if around:
            name, count, unit, self.is_nested = name.rpartition(" ")[0], said[:-1].split(" ")[-1], "s", True
            if y > next(iter(self.rows), y):
                # The first box of a picture is at its bottom; the second one is below the first.
                return
        weight = amount(count.replace(",", ""))
        self.unit, self.is_exact = unit.partition(",")[0], self.is_exact and place.get(b"fg:w") == weight
        self.builder.take(_OF_BOX if name in self.names else _OF_BOX + _OF_BOX + len(name))
        self.rows.setdefault(y, []).append((x, weight, self.names.setdefault(name, name)))

    def recording(self, path: str) -> Recording:
        """The stacks of all boxes, each with what those that stand on it leave."""
        unit = re.split("[ ,]", self.told.own)[1] if self.told.own else self.unit
        measure = _MEASURES.get(unit) or named_by(COUNTS, unit.replace(" ", "-"))
        scale = SECONDS_IN.get(unit, 1.0)
        begins, stacks, own = [0.0], [(NO_NODE, Track(""))], [0.0]
        for level in [*self.levels, []]:
            made = list[tuple[int, Track]]()
            for x, weight, name in level:
                caller = max(bisect_right(begins, x) - 1, 0)
                own[caller] -= weight
                made.append(self._stack(*stacks[caller], name))
            for (node, track), left in zip(stacks, own, strict=True):
                if left > 0:
                    self.collector.add(node, self.collector.track(track), (left * scale,))
            begins, stacks, own = [x for x, _, _ in level], made, [weight for _, weight, _ in level]
        rounded = messages.DRAWN_BY_FLAMEPROF if self.is_nested else messages.COUNTS_OF_TITLES
        said = counted((rounded, not self.is_exact), (messages.BOXES_LEFT_OUT, self.left_out))
        what: dict[str, Any] = {"remarks": (*said, messages.NARROW_BOXES), "defined": self.told.defined}
        what["measures"] = (measure,)
        return self.builder.collected(path, "flamegraph", messages.FLAME_GRAPH, self.collector, **what)

    def _levels(self) -> list[Level]:
        """The boxes of each level, from the left to the right, the outermost level first."""
        levels = [sorted(self.rows[y]) for y in sorted(self.rows)]
        ends = levels[0], levels[-1]
        first, last = ((sum(box[1] for box in level), level[0][2] == _ALL) for level in ends)
        return levels if first > last else levels[::-1]

    def _stack(self, node: int, track: Track, name: str) -> tuple[int, Track]:
        """What a stack and its thread become with another frame; the outermost ones tell the thread."""
        thread = self.threads.get(track_of(name)) if node == NO_NODE else None
        if thread is not None:
            return node, thread._replace(pid=thread.pid or track.pid)
        builder, told = self.builder, self.told
        if node == NO_NODE and name in (_ALL, told.own or _ALL):
            return node, track
        file, line, text = told.dialect(name) or ("", 0, name)
        file, first = defined_line(file, line) if told.defined else (file, line)
        return builder.node(node, builder.frame(builder.function(file, first, text), line)), track
