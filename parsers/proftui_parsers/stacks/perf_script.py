"""What ``perf script`` prints of a recording of Linux' perf: samples with their stacks of machine code.

A sample is a line ``comm 12 100.000250:  1000000 cpu-clock:ppp: `` and below it a frame a line, the
innermost first, ``<tab>  86e96 symbol+0x6 (/usr/lib/x.so)``, and an empty line. The first one has, of what
perf was asked for, in this order: a command, which may have blanks; the thread, or process and thread
``12/13``; the processor, ``[001]``; what was running, ``U``; seconds, always; how much of the event went by
(nanoseconds of a clock); the event, behind which tracepoints say more, and samples that were taken without
stacks have their only frame. Symbols may have blanks and brackets; those that perf does not know are
``[unknown]``, and of what was inlined ``(inlined)`` stands in place of the file. ``python -X perf`` calls
functions ``py::name:/path/file.py``. Comments begin with ``#``; lines on other things than samples name their
kind in place of the event, ``PERF_RECORD_MMAP2``.
"""

from __future__ import annotations

from array import array

import proftui_parsers.messages as messages
from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple
from proftui_parsers.measure import COUNTS, SAMPLES, TIME, Measure
from proftui_parsers.profile import Profile, ProfileError
from proftui_parsers.stacks.building import DEEPEST, OF_RECORD, Builder, counted
from proftui_parsers.stacks.collecting import Collector
from proftui_parsers.stacks.deriving import profile_of, taking
from proftui_parsers.stacks.recording import REAL, Records, Track
from proftui_parsers.stacks.text import decoded, lines_of

if TYPE_CHECKING:
    from proftui_parsers.files import Progress
    from proftui_parsers.stacks.recording import Recording

_BEGINS = "# ========\n# captured on"
"""With ``--header``."""
_LOOKED_AT, _MOST_WORDS = 200, 12
"""Lines that tell the format, and words up to the time of a sample: commands have 15 characters."""
_CLOCKS = ("cpu-clock", "task-clock")
"""Events that are nanoseconds."""
_NANOSECOND = 1e-9
_MOST_EVENTS, _LONGEST_EVENT = 16, 60
"""Events of which it is kept how much went by, and characters of their names."""
_NO_SAMPLE, _PYTHON = "PERF_RECORD_", "py::"
_UNKNOWN, _INLINED = "[unknown]", "inlined"
_HEX_DIGITS, _DIGITS = "0123456789abcdef", 18
_OF_LINE, _OF_SAMPLE = 120, 160
"""Bytes that a line takes that is kept, beside its characters, and a sample, which takes time."""


class _Sample(NamedTuple):
    """The first line of a sample."""

    track: Track
    event: str
    """Empty: it is not there."""
    period: int
    rest: str
    """What stands behind the event."""


def matches(head: bytes) -> bool:
    """Whether a text that begins like this has a sample with a frame, or one of a tracepoint."""
    text = decoded(head, cut=True)
    lines = text.split("\n")[:_LOOKED_AT]
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        sample = _sample(line)
        if sample is not None:
            frames = _frame(sample.rest), _frame(after) if after[:1].isspace() else None
            if any(frames) or ":" in sample.event:
                return True
    return text.startswith(_BEGINS)


def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
    """The profile of all threads; ProfileError: no sample has a stack."""
    data = b"".join(pieces)
    pieces.clear()
    made, tell = _Reading(len(data)), taking(progress)
    for lines, part in lines_of(data):
        made.take(lines)
        if tell is not None:
            tell(part)
    del data
    return profile_of(made.recording(path), progress=progress)


class _Reading:
    """One text on its way to a recording."""

    def __init__(self, size: int) -> None:
        self.builder, self.collector = Builder(size=size), Collector(0)
        self.frames: dict[str, int] = {}
        """By line."""
        self.events: dict[str, int] = {}
        self.weights: dict[tuple[int, int, int], list[int]] = {}
        """By stack, thread and event, how much of it went by, and the number of samples."""
        self.sample: _Sample | None = None
        """The one whose frames are read, the innermost first."""
        self.stack: list[int] = []
        self.junk = 0

    def take(self, lines: list[str]) -> None:
        """Some lines."""
        known = self.frames
        for line in lines:
            frame = known.get(line)
            if frame is None:
                frame = self._other(line) if line or self.sample else -1
            if frame >= 0:
                self.stack.append(frame)

    def _other(self, line: str) -> int:
        """The number of a frame that was not met before; -1: the line is none."""
        sample = _sample(line)
        if sample is not None or not line.strip():
            self._end()
            self.sample = sample
            return -1
        frame = _frame(line) if line[:1].isspace() else None
        if frame is None or self.sample is None:
            self.junk += line[:1] != "#"
            return -1
        self.builder.take(_OF_LINE + len(line))
        made = self.frames[line] = self._numbered(frame)
        return made

    def _numbered(self, frame: tuple[str, str]) -> int:
        return self.builder.frame(self.builder.function(frame[0], 0, frame[1]), 0)

    def _end(self) -> None:
        """Add the sample whose frames were read."""
        sample, stack = self.sample, self.stack
        self.sample, self.stack = None, []
        if sample is None or _NO_SAMPLE in (sample.event or sample.rest)[: len(_NO_SAMPLE)]:
            return
        only = None if stack else _frame(sample.rest)
        if only is not None:
            stack = [self._numbered(only)]
        if len(stack) > DEEPEST:
            raise ProfileError(messages.STACK_TOO_DEEP.format(DEEPEST))
        self.builder.take(_OF_SAMPLE)
        event = self.events.setdefault(sample.event, len(self.events))
        key = self.builder.stack(reversed(stack)), self.collector.track(sample.track), event
        if key not in self.weights:
            self.builder.take(OF_RECORD)
            self.weights[key] = [0, 0]
        self.weights[key][0] += sample.period
        self.weights[key][1] += 1

    def recording(self, path: str) -> Recording:
        """What the text says."""
        self._end()
        if not self.builder.parent:
            raise ProfileError(messages.PERF_WITHOUT_STACKS if self.weights else messages.NO_STACKS)
        measures, columns = self._measures()
        remarks = counted((messages.LINES_LEFT_OUT, self.junk))
        if len(self.events) > 1:
            names = ", ".join(name or "?" for name in [*self.events][:_MOST_EVENTS])
            remarks.append(messages.EVENTS_ADDED_UP.format(len(self.events), names))
        nodes = array("i", [node for node, _, _ in self.weights])
        tracks = array("H", [track for _, track, _ in self.weights])
        return self.builder.recording(
            path,
            Records(nodes, tracks, columns),
            format="perf",
            producer="perf",
            measures=measures,
            tracks=tuple(self.collector.tracks),
            clock=REAL,
            remarks=tuple(remarks),
        )

    def _measures(self) -> tuple[tuple[Measure, ...], tuple[array[float], ...]]:
        """What was measured, and the column of each: times of clocks, samples, and what else went by."""
        weights = self.weights
        clocks: dict[Measure, array[float]] = {}
        others: dict[Measure, array[float]] = {}
        for event, number in [*self.events.items()][:_MOST_EVENTS]:
            name = event.partition(":")[0]
            scale = _NANOSECOND if name in _CLOCKS else 1.0
            usual, made = (TIME, clocks) if name in _CLOCKS else (COUNTS, others)
            of = usual._replace(key=name, title=name.replace("-", " "))
            if of in made or not name.isprintable() or not name:
                of = usual._replace(key=f"event-{number + 1}", title=f"event {number + 1}")
            column = array("d", [of_key[0] * scale * (key[2] == number) for key, of_key in weights.items()])
            if any(column):
                made[of] = column
        counts = array("d", [count for _, count in weights.values()])
        made = {**clocks, SAMPLES: counts, **others}
        return tuple(made), tuple(made.values())


def _sample(line: str) -> _Sample | None:
    """The first line of a sample, or of another thing; ``None``: it is neither."""
    if ": " not in line and line[-1:] != ":":
        return None
    words = line.split(None, _MOST_WORDS)
    for at, word in enumerate(words[1:], 1):
        whole, dot, part = word[:-1].partition(".")
        if word[-1:] != ":" or not dot or not _is_number(whole) or not _is_number(part):
            continue
        ids = next((place for place in range(at - 1, max(-1, at - 4), -1) if _is_thread(words[place])), -1)
        if ids < 0:
            return None
        pid, slash, tid = words[ids].partition("/")
        rest = line.split(None, at + 1)[at + 1 :]
        period, _, after = rest[0].partition(" ") if rest else ("", "", "")
        has_period = _is_number(period)
        event, _, more = (after.lstrip() if has_period else " ".join(rest)).partition(" ")
        track = Track(" ".join(words[:ids]), max(0, int(pid)) if slash else 0, tid if slash else pid)
        if event[-1:] != ":":
            event, more = "", f"{event} {more}"
        return _Sample(track, event[:-1][:_LONGEST_EVENT], int(period) if has_period else 0, more.strip())
    return None


def _is_thread(text: str) -> bool:
    return all(_is_number(part.removeprefix("-")) for part in text.split("/", 1))


def _is_number(text: str) -> bool:
    return text.isdecimal() and text.isascii() and len(text) <= _DIGITS


def _frame(text: str) -> tuple[str, str] | None:
    """File and name of ``7f12 symbol+0x6 (/usr/lib/x.so)``; ``None``: it is no frame."""
    address, _, rest = text.strip().partition(" ")
    if not address or len(address) > _DIGITS or address.strip(_HEX_DIGITS):
        return None
    symbol, file = _parted(rest.strip())
    name, plus, offset = symbol.rpartition("+0x")
    if plus and not offset.strip(_HEX_DIGITS):
        symbol = name
    if symbol.startswith(_PYTHON):
        name, _, file = symbol.removeprefix(_PYTHON).partition(":")
        return file, name
    if file == _INLINED:
        return "", f"{symbol} ({_INLINED})"
    return "" if file == _UNKNOWN else file, symbol or f"0x{address}"


def _parted(text: str) -> tuple[str, str]:
    """A symbol, and what stands behind it in brackets, which may have some in it: ``/x.so (deleted)``."""
    depth, at = 0, len(text)
    while at and (depth or at == len(text)):
        at -= 1
        depth += (text[at] == ")") - (text[at] == "(")
        if depth < 0:
            break
    is_file = text[-1:] == ")" and not depth and text[at - 1 : at] in ("", " ")
    return (text[:at].rstrip(), text[at + 1 : -1]) if is_file else (text, "")
