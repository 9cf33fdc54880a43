"""JSON of scalene 1.3 to 2.4: what lines took in Python, in native code and in the system, and their memory.

``files`` has by path ``lines`` with ``n_cpu_percent_python``, ``n_cpu_percent_c`` and ``n_sys_percent``,
parts of ``elapsed_time_sec``, with ``n_malloc_mb`` (MiB) and the text, which tells functions. Each line is a
stack of one frame here. ``stacks`` are lists of ``file function:line;``, the outermost
first, with ``count``, how many samples had them: a measure of its own, as their times are parts of some other
whole. Peaks and rates are not added up.
"""

from __future__ import annotations

import re
from array import array

import proftui_parsers.messages as messages
from proftui_parsers.binary import small
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.json_walk import JsonWalker, NotJson
from proftui_parsers.measure import BYTES, COUNTS, TIME
from proftui_parsers.stacks.building import OF_RECORD, Builder, counted
from proftui_parsers.stacks.collecting import LARGEST, Collector
from proftui_parsers.stacks.json_reading import JsonReading
from proftui_parsers.stacks.notes import amount_of
from proftui_parsers.stacks.recording import Track

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from proftui_parsers.stacks.recording import Recording

    Key = tuple[str, int, str]

NAME = "scalene"
MEASURES = (
    TIME._replace(key="cpu", title=messages.CPU_TIME),
    TIME._replace(key="python", title=messages.IN_PYTHON),
    TIME._replace(key="native", title=messages.IN_NATIVE_CODE),
    TIME._replace(key="system", title=messages.IN_THE_SYSTEM),
    TIME._replace(key="gpu", title=messages.GPU_TIME),
    BYTES._replace(key="allocated", title=messages.ALLOCATED_MEMORY),
    COUNTS._replace(key="stacks", title=messages.SAMPLES_OF_STACKS),
)
_NOTHING = (0.0,) * (len(MEASURES) - 1)
_FIGURES = ("n_cpu_percent_python", "n_cpu_percent_c", "n_sys_percent", "n_gpu_percent", "n_malloc_mb")
"""What lines have of the measures between the first, which is the sum of three, and the last."""
_DEFINED = re.compile(r"\s*(?:async\s+)?(def|class)\s+(\w{1,500})")
_CLOSING = (")", "]", "}", "#")
"""What may stand further left than the function that it is in."""
_FRAME = re.compile(r"(?as)(.*) ([^ ]*):(\d{1,9});?")
_MODULE = "<module>"
_ALL = 0.99
"""The part of the run that is all of it, with what was rounded."""


class Scalene(JsonReading):
    """A file on its way to a recording."""

    NAME = NAME

    def __init__(self, walker: JsonWalker) -> None:
        super().__init__(walker)
        self.elapsed: float | None = None
        self.peak, self.odd = 0.0, 0
        self.builder, self.collector = Builder(defined=True, size=len(walker.data)), Collector(len(MEASURES))
        self.track = self.collector.track(Track(""))
        self.texts: dict[str, dict[int, str]] = {}
        self.defined: dict[tuple[str, str], int] = {}
        """By file and name, the line where a function begins, or the first that was met."""

    @property
    def is_ours(self) -> bool:
        """Whether the file has what only this format has."""
        return self.elapsed is not None

    def top(self) -> None:
        """The whole file."""
        for key in self.walker.members():
            if key == "elapsed_time_sec":
                self.elapsed = self.walker.number()
            elif key == "max_footprint_mb":
                self.peak = self._amount(self.walker.number())
            elif key == "files":
                for file in self.walker.members():
                    self._file(file)
            elif key == "stacks":
                for batch in self.walker.batches():
                    self._take(batch)

    def _amount(self, value: object) -> float:
        """A figure; 0 for what is none."""
        if isinstance(value, int | float) and 0 <= value < LARGEST:
            return float(value)
        self.odd += value is not None
        return 0.0

    def _file(self, file: str) -> None:
        """The lines of one file."""
        lines: dict[int, tuple[str, list[float]]] = {}
        for key in self.walker.members():
            for batch in self.walker.batches() if key == "lines" else ():
                for line in batch:
                    match line:
                        case {"lineno": int(number), "line": str(text)}:
                            self.builder.take(OF_RECORD)
                            figures = [self._amount(line.get(of)) for of in _FIGURES]
                            lines[small(number)] = text.rstrip("\r\n"), figures
                        case _:
                            raise NotJson(self.walker.at)
        self.texts[file] = {number: text for number, (text, _) in lines.items() if text and number > 0}
        self._lines(file, lines)

    def _lines(self, file: str, lines: dict[int, tuple[str, list[float]]]) -> None:
        """Each line is of the innermost function that it is in, by indentation."""
        inside, begins = [(-1, 1, _MODULE)], 0
        for number, (text, figures) in sorted(lines.items()):
            code, indent = text.strip(), len(text) - len(text.lstrip())
            if code and not code.startswith(_CLOSING):
                while indent <= inside[-1][0]:
                    inside.pop()
            if code.startswith("@"):
                begins = begins or number
            elif found := _DEFINED.match(text):
                inside += [(indent, begins or number, found[2])] * (found[1] == "def")
                begins = 0
            _, first, name = inside[-1]
            self.defined.setdefault((file, name), first)
            if any(figures):
                node = self._node([((file, first, name), number)])
                self.collector.add(node, self.track, (sum(figures[:3]), *figures, 0.0))

    def _take(self, stacks: list[object]) -> None:
        """Some stacks, of frames and how many samples had them."""
        for stack in stacks:
            match stack:
                case [[*frames], {"count": samples}]:
                    self.builder.take(OF_RECORD * (1 + len(frames)))
                    node = self._node(map(self._frame, map(str, frames)))
                    self.collector.add(node, self.track, (*_NOTHING, self._amount(samples)))

    def _frame(self, text: str) -> tuple[Key, int]:
        """A function, and the line of it that ran."""
        found = _FRAME.fullmatch(text)
        file, name, line = found.groups() if found else ("", text, 0)
        return (file, self.defined.setdefault((file, name), int(line)), name), int(line)

    def _node(self, frames: Iterable[tuple[Key, int]]) -> int:
        builder = self.builder
        return builder.stack([builder.frame(builder.function(*key), line) for key, line in frames])

    def recording(self, path: str) -> Recording:
        """What the file says; ProfileError: that is nothing."""
        elapsed = self._amount(self.elapsed)
        what: dict[str, Any] = {"measures": MEASURES, "defined": True, "texts": self.texts}
        made = self.builder.collected(path, NAME, NAME, self.collector, **what)
        scales = *[elapsed / 100] * 5, 1 << 20, 1
        columns = zip(scales, made.records.weights, strict=True)
        made.records.weights = tuple(array("d", [scale * of for of in column]) for scale, column in columns)
        on_lines, said = made.totals[0], counted((messages.SCALENE_STACKS, made.totals[-1]))
        if on_lines < _ALL * elapsed:
            said.append(messages.SCALENE_LINES.format(amount_of(on_lines, TIME), amount_of(elapsed, TIME)))
        others = counted((messages.ODD_WEIGHTS, self.odd), (messages.SCALENE_PEAK, self.peak))
        made.remarks = (*said, *others)
        return made
