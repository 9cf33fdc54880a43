"""JSON of scalene 1.3 to 2.4: what lines took in Python, in native code and in the system, and their memory.

``files`` has by path ``lines`` with ``n_cpu_percent_python``, ``n_cpu_percent_c`` and ``n_sys_percent``,
parts of ``elapsed_time_sec``, with ``n_malloc_mb`` (MiB) and the text, and ``functions``, whose ``line`` is a
name. Each line is a stack of one frame here. ``stacks`` are lists of ``file function:line;``, the outermost
first, with ``count``, how many samples had them: a measure of its own, as their times are parts of some other
whole. Peaks and rates are not added up.
"""

from __future__ import annotations

import re

import proftui_parsers.messages as messages
from proftui_parsers.binary import small
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.json_walk import JsonWalker, NotJson
from proftui_parsers.measure import BYTES, COUNTS, TIME
from proftui_parsers.profile import ProfileError
from proftui_parsers.stacks.building import DEEPEST, OF_RECORD, Builder, counted
from proftui_parsers.stacks.collecting import LARGEST, Collector
from proftui_parsers.stacks.json_reading import JsonReading
from proftui_parsers.stacks.notes import amount_of
from proftui_parsers.stacks.recording import Track

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from proftui_parsers.stacks.recording import Recording

    Json = dict[str, Any]

NAME = "scalene"
MEASURES = (
    TIME._replace(key="cpu", title="cpu time"),
    TIME._replace(key="python", title="time in Python"),
    TIME._replace(key="native", title="time in native code"),
    TIME._replace(key="system", title="time in the system"),
    BYTES._replace(key="allocated", title="allocated memory"),
    TIME._replace(key="gpu", title="gpu time"),
    COUNTS._replace(key="stacks", title="samples of stacks"),
)
_STACKS = len(MEASURES) - 1
_PERCENT = ("n_cpu_percent_python", "n_cpu_percent_c", "n_sys_percent", "n_gpu_percent")
_DEFINED = re.compile(r"\s*(?:async\s+)?def\s+(\w{1,500})")
_CLOSING = (")", "]", "}", "#")
_MODULE = "<module>"
_MIB, _DIGITS = 1 << 20, 10
MOST_LINES = 300_000
"""Lines of a file whose text is kept."""
_WHOLE = 0.99
"""The part of the run from which on lines have all of it."""


class Scalene(JsonReading):
    """A file on its way to a recording."""

    NAME = NAME

    def __init__(self, walker: JsonWalker) -> None:
        super().__init__(walker)
        self.elapsed: float | None = None
        self.peak, self.odd, self.has_files = 0.0, 0, False
        self.builder = Builder(defined=True, size=len(walker.data))
        self.rows: list[tuple[int, list[float]]] = []
        """Of each line its node, and percents and bytes in the order of the measures behind the first."""
        self.stacks: list[tuple[list[str], float]] = []
        self.texts: dict[str, dict[int, str]] = {}
        self.names = 0
        """How many functions are known."""
        self.lines: dict[tuple[str, str], int] = {}
        """By file and name, where a function is defined."""

    @property
    def is_ours(self) -> bool:
        """Whether the file has what only this format has."""
        return self.has_files and self.elapsed is not None

    @property
    def is_met(self) -> bool:
        """Whether lines of files were met."""
        return self.elapsed is not None or bool(self.rows)

    def top(self) -> None:
        """The whole file."""
        walker = self.walker
        for key in walker.members():
            if key == "elapsed_time_sec":
                seconds = walker.number()
                self.elapsed = None if seconds is None else self._amount(seconds)
            elif key == "max_footprint_mb":
                self.peak = _MIB * self._amount(walker.number())
            elif key == "files" and walker.is_object():
                self.has_files = True
                for file in walker.members():
                    self._file(file)
            elif key == "stacks" and walker.is_array():
                for batch in walker.batches():
                    self.stacks += filter(None, map(self._stack, batch))

    def _amount(self, value: object) -> float:
        """A figure; 0 for what is none."""
        if isinstance(value, int | float) and 0 <= value < LARGEST:
            return float(value)
        self.odd += value is not None
        return 0.0

    def _file(self, file: str) -> None:
        """The lines of one file."""
        if not self.walker.is_object():
            raise NotJson(self.walker.at)
        names, lines = dict[int, str](), dict[int, tuple[str, list[float]]]()
        for key in self.walker.members():
            if key not in ("lines", "functions") or not self.walker.is_array():
                continue
            for batch in self.walker.batches():
                for each in batch:
                    number, text = (
                        (each.get("lineno"), each.get("line")) if isinstance(each, dict) else (0, 0)
                    )
                    if not isinstance(number, int) or not isinstance(text, str):
                        raise NotJson(self.walker.at)
                    if key == "functions":
                        names[small(number)] = text
                    else:
                        self.builder.take(OF_RECORD)
                        lines[small(number)] = text.rstrip("\r\n"), self._figures(each)
        self._lines(file, names, lines)

    def _figures(self, line: Json) -> list[float]:
        """What a line has: percents, with bytes before the last."""
        figures = [self._amount(line.get(key)) for key in _PERCENT]
        return [*figures[:3], _MIB * self._amount(line.get("n_malloc_mb")), figures[3]]

    def _lines(self, file: str, names: dict[int, str], lines: dict[int, tuple[str, list[float]]]) -> None:
        texts = {number: text for number, (text, _) in lines.items() if text and number > 0}
        if texts and max(texts) <= MOST_LINES:
            self.texts[file] = texts
        builder = self.builder
        for number, (first, name) in _owners(names, {number: text for number, (text, _) in lines.items()}):
            self.lines.setdefault((file, name), first)
            self.names += name != _MODULE
            figures = lines[number][1]
            if any(figures):
                frame = builder.frame(builder.function(file, first, name), number)
                self.rows.append((builder.stack([frame]), figures))

    def _stack(self, entry: object) -> tuple[list[str], float] | None:
        """Frames and samples of a stack; ``None``: it is none."""
        match entry:
            case [[*frames], {"count": samples}] if len(frames) <= DEEPEST:
                self.builder.take(OF_RECORD * (1 + len(frames)))
                return list(map(str, frames)), self._amount(samples)
        return None

    def _frame(self, text: str) -> int:
        place, _, number = text.removesuffix(";").rpartition(":")
        file, _, name = place.rpartition(" ")
        line = int(number) if number.isdecimal() and number.isascii() and len(number) < _DIGITS else 0
        return self.builder.frame(self.builder.function(file, self.lines.get((file, name), line), name), line)

    def recording(self, path: str) -> Recording:
        """What the file says; ProfileError: that is nothing."""
        if not self.rows and not self.stacks:
            raise ProfileError(messages.SCALENE_EMPTY)
        collector, part, on_lines = Collector(len(MEASURES)), (self.elapsed or 0.0) / 100, 0.0
        track, none = collector.track(Track("")), [0.0] * _STACKS
        for node, (*percents, allocated, gpu) in self.rows:
            times = [part * percent for percent in percents]
            on_lines += sum(times)
            collector.add(node, track, (sum(times), *times, allocated, part * gpu, 0.0))
        for frames, samples in self.stacks:
            collector.add(self.builder.stack([*map(self._frame, frames)]), track, (*none, samples))
        remarks = [messages.SCALENE_LINES, *counted((messages.ODD_WEIGHTS, self.odd))]
        if on_lines < _WHOLE * (self.elapsed or 0.0):
            told = amount_of(on_lines, TIME), amount_of(self.elapsed or 0.0, TIME)
            remarks.append(messages.SCALENE_ON_LINES.format(*told))
        if not self.names:
            remarks.append(messages.SCALENE_NO_FUNCTIONS)
        if self.peak:
            remarks.append(messages.SCALENE_PEAK.format(amount_of(self.peak, BYTES)))
        made = self.builder.collected(
            path,
            NAME,
            NAME,
            collector,
            measures=MEASURES,
            defined=True,
            remarks=tuple(remarks),
            texts=self.texts,
        )
        used = [n for n in range(len(MEASURES)) if made.is_measured(n)] or [0]
        made.measures = tuple(MEASURES[n] for n in used)
        made.records.weights = tuple(made.records.weights[n] for n in used)
        return made


def _owners(names: dict[int, str], texts: dict[int, str]) -> Iterator[tuple[int, tuple[int, str]]]:
    """Of each line, the beginning and the name of the innermost function that it is in, by indentation."""
    inside = [(-1, (1, _MODULE))]
    is_decorated = False
    for number in sorted(texts):
        text = texts[number]
        code, found = text.strip(), _DEFINED.match(text)
        indent = len(text) - len(text.lstrip())
        name = names.get(number) or (found[1] if found and not is_decorated else "")
        if code and not code.startswith(_CLOSING) and not is_decorated:
            while indent <= inside[-1][0]:
                inside.pop()
        if name:
            inside.append((indent, (number, name)))
        # The function of a decorator begins there.
        is_decorated = (is_decorated or (bool(name) and code.startswith("@"))) and not found
        yield number, inside[-1][1]
