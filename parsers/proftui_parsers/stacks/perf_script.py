"""What ``perf script`` prints of a recording of Linux' perf: samples with their stacks of machine code.

A sample is a line, then a line for each frame, the innermost first, and an empty line. ``#`` begins comments.

- ``comm 12/13 [001] U 1.000250:  1000000 cpu-clock:ppp: ``: a command, which may have blanks; process and
  thread, or the thread alone; processor; what was running; seconds; how much of the event went by, of clocks
  in nanoseconds; the event. Behind it stands the only frame of a sample that was taken without stacks.
  Command and thread are always there, all else as perf was asked for it
- ``<tab>  86e96 symbol+0x6 (/usr/lib/x.so)``: address; symbol, which may have blanks and brackets; file,
  which an offset may follow. Symbols that perf does not know are ``[unknown]``, files of what was inlined
  ``(inlined)``. ``python -X perf`` calls functions ``py::name:/path/file.py``
"""

from __future__ import annotations

from array import array

import proftui_parsers.messages as messages
from proftui_parsers.files import whole
from proftui_parsers.import_free import TYPE_CHECKING, pattern
from proftui_parsers.measure import COUNTS, SAMPLES, TIME, Measure, named_by
from proftui_parsers.profile import Profile, ProfileError
from proftui_parsers.stacks.building import Builder, counted
from proftui_parsers.stacks.collecting import Collector
from proftui_parsers.stacks.deriving import profile_of, telling
from proftui_parsers.stacks.recording import Records, Track
from proftui_parsers.stacks.text import lines_of, text_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from re import Match
    from typing import Any

    from proftui_parsers.files import Progress
    from proftui_parsers.stacks.recording import Recording

_BEGINS = "# ========\n# captured on"
"""With ``--header``."""
_SAMPLE = pattern(
    r"(?P<name>(?:.{0,40}? )?) {0,20}(?:(?P<pid>-?\d{1,10})/)?(?P<tid>-?\d{1,10}) {1,20}"
    r"(?:\[\d{1,6}\] +)?(?:(?:\S{1,8} +)?\d{1,12}\.\d{1,9}: |(?=(?:\d{1,18} +)?\S+: \Z))"
    r"(?! *PERF_RECORD_)(?: *(?P<amount>\d{1,18}) )?(?: *(?P<event>\S+): )?(?P<rest>.*)"
)
_FRAME = pattern(
    r"\s*([0-9a-f]{1,16})( .*?|)(?:\+0x[0-9a-f]+)? "
    r"\(([^()]*?(?:\([^()]*\)[^()]*?)?)(?:\+0x[0-9a-f]{1,16})?\)\s*$"
)
"""Address, symbol and file."""
_CLOCKS, _NANOSECOND, _MOST_EVENTS = ("cpu-clock", "task-clock"), 1e-9, 16
"""Events that are nanoseconds; and of how many it is kept how much went by."""
_NO_FILES, _PYTHON = ("[unknown]", "inlined"), "py::"
_JUNK, _PASSED = -1, -2
"""In place of the number of a frame."""
_OF_LINE, _OF_SAMPLE = 200, 250
"""Bytes that a line takes that is kept, beside its characters, and a sample."""


def matches(head: bytes) -> bool:
    """Whether a text that begins like this has a sample with a frame."""
    text = text_of(head, cut=True)
    lines = text.split("\n")
    pairs = zip(map(_sample, lines), [*lines[1:], ""], strict=True)
    is_one = any(sample and (_FRAME.match(sample["rest"]) or _FRAME.match(after)) for sample, after in pairs)
    return is_one or text.startswith(_BEGINS)


def _sample(line: str) -> Match[str] | None:
    """The first line of a sample; blanks at its end may be missing."""
    line = f"{line.rstrip()} "
    return _SAMPLE.match(line) if ": " in line else None


def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
    """The profile of all threads; ProfileError: no sample has a stack."""
    data = whole(pieces)
    made = _Reading(len(data))
    for lines in telling(lines_of(data), progress):
        made.take(lines)
    return profile_of(made.recording(path), progress=progress)


class _Reading:
    """One text on its way to a recording."""

    def __init__(self, size: int) -> None:
        self.builder, self.collector = Builder(size=size), Collector(0)
        self.frames: dict[str, int] = {}
        """By line, of others than the first ones of samples."""
        self.weights: dict[tuple[int, int, str], list[int]] = {}
        """By stack, thread and event, how much of it went by, and the number of samples."""
        self.sample: Match[str] | None = None
        """The one whose frames are read, the innermost first."""
        self.stack, self.junk = list[int](), 0

    def take(self, lines: list[str]) -> None:
        """Some lines."""
        for line in filter(None, lines):
            frame = self.frames.get(line)
            if frame is None:
                frame = self._other(line)
            if frame >= 0:
                self.stack.append(frame)
            else:
                self.junk += frame == _JUNK

    def _other(self, line: str) -> int:
        """The number of a frame that was not met before, or what else a line is."""
        sample = _sample(line)
        if sample:
            self._end()
            self.sample = sample
            return _PASSED
        self.builder.take(_OF_LINE + len(line))
        made = self.frames[line] = self._frame(line, _PASSED if line[0] in "#\r" else _JUNK)
        return made

    def _frame(self, line: str, otherwise: int) -> int:
        """The number of the frame in ``7f12 symbol+0x6 (/usr/lib/x.so)``; ``otherwise``: it is none."""
        found = _FRAME.match(line)
        if found is None:
            return otherwise
        address, symbol, file = found.groups()
        name = symbol.strip() or f"0x{address}"
        if name.startswith(_PYTHON):
            name, _, file = name.removeprefix(_PYTHON).partition(":")
        return self.builder.frame(self.builder.function("" if file in _NO_FILES else file, 0, name), 0)

    def _end(self) -> None:
        """Add the sample whose frames were read."""
        sample, stack = self.sample, self.stack
        self.sample, self.stack = None, []
        if sample is None:
            return
        self.builder.take(_OF_SAMPLE)
        stack = stack or [frame for frame in [self._frame(sample["rest"], _JUNK)] if frame >= 0]
        track = Track(sample["name"].strip(), max(0, int(sample["pid"] or 0)), sample["tid"])
        # Behind the name stands what is left out: `:u`, the kernel.
        event = (sample["event"] or "").partition(":")[0]
        key = self.builder.stack(reversed(stack)), self.collector.track(track), event
        weight = self.weights.setdefault(key, [0, 0])
        weight[0] += int(sample["amount"] or 0)
        weight[1] += 1

    def recording(self, path: str) -> Recording:
        """What the text says."""
        self._end()
        if not self.builder.parent:
            raise ProfileError(messages.NO_STACKS)
        nodes, tracks, events = zip(*self.weights, strict=True)
        amounts, counts = zip(*self.weights.values(), strict=True)
        made: dict[Measure, Sequence[float]] = {SAMPLES: array("d", counts)}
        names = [*dict.fromkeys(events)][:_MOST_EVENTS]
        for name in names:
            usual, scale = (TIME, _NANOSECOND) if name in _CLOCKS else (COUNTS, 1.0)
            rows = zip(events, amounts, strict=True)
            column = array("d", [scale * amount * (event == name) for event, amount in rows])
            if any(column):
                made.setdefault(named_by(usual, name.strip("/").replace("/", "-")), column)
        measures = tuple(sorted(made, key=lambda of: (of.unit != "s", of is not SAMPLES)))
        records = Records(array("i", nodes), array("H", tracks), tuple(made[of] for of in measures))
        remarks = counted((messages.LINES_LEFT_OUT, self.junk))
        remarks += [messages.EVENTS_ADDED_UP.format(", ".join(names))] * (len(names) > 1)
        what: dict[str, Any] = {"measures": measures, "remarks": tuple(remarks)}
        what |= {"format": "perf", "producer": "perf", "tracks": tuple(self.collector.tracks)}
        return self.builder.recording(path, records, **what)
