"""What frames of collapsed stacks say: file, line and name, or the thread; it depends on who wrote them.

py-spy, Tachyon, Fil, torch and flameprof name file and line, each in its way, others a function alone. One
text is of one of these dialects, told by its first frames. What proftui writes says in its outermost frame
what it is.
"""

from __future__ import annotations

import proftui_parsers.messages as messages
from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple, pattern
from proftui_parsers.measure import BYTES, COUNTS, SAMPLES, TIME, Measure, named_by, said_key
from proftui_parsers.profile import ProfileError
from proftui_parsers.stacks.recording import Track

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    Frame = tuple[str, int, str]
    """File, line (0: not known), name."""
    Dialect = Callable[[str], Frame | None]

OWN = "proftui "
"""How the outermost frame of what proftui writes begins: ``proftui µs``."""
_UNITS = {"µs": TIME, "bytes": BYTES, "samples": SAMPLES, "counts": COUNTS}
"""By how its unit is written, the usual measure; of another one its key follows, ``proftui µs wall``."""
_PROCESS, _THREAD, _TACHYON = "pro", "thr", "tid"
"""How frames begin that name one."""
_ADDRESS = pattern(r"<[0-9a-f]{16}>\Z")
_TELLING = 200
"""Frames that tell the dialect."""


class Told(NamedTuple):
    """How a text writes its frames, and what it says of itself."""

    dialect: Dialect
    producer: str = "collapsed stacks"
    measure: Measure | None = None
    """Of its weights; ``None``: nobody says."""
    own: str = ""
    """The outermost frame, where proftui wrote the text."""

    @property
    def defined(self) -> bool:
        """Whether lines are those of definitions, behind which those that ran may stand."""
        return self.own.endswith(messages.OWN_OF_DEFINITIONS) or self.dialect is flameprof_frame


def own_frame(measure: Measure, *, defined: bool) -> str:
    """The outermost frame of what proftui writes."""
    unit = next(unit for unit, usual in _UNITS.items() if usual.unit == measure.unit)
    said = f"{OWN}{unit} {said_key(measure)}".rstrip()
    return f"{said}{messages.OWN_OF_DEFINITIONS if defined else ''}"


def own_measure(frame: str) -> Measure | None:
    """What weights are of, by the outermost frame of what proftui has written; ``None``: this is none."""
    said, _, key = frame.removesuffix(messages.OWN_OF_DEFINITIONS).removeprefix(OWN).partition(" ")
    usual = _UNITS.get(said) if frame.startswith(OWN) else None
    return usual and named_by(usual, key)


def parts_of(line: str) -> tuple[str, float] | None:
    """The frames and the weight of a line; ``None``: it is no stack."""
    parts = line.rsplit(None, 1)
    if len(parts) == 2:
        frames, number = parts
    elif parts and line[:1] in (" ", "\t"):
        # py-spy writes a thread that has ended as one frame without a name.
        frames, number = "", parts[0]
    else:
        return None
    whole, dot, rest = number.partition(".")
    # More digits than any count has are no number to make.
    if not (whole + rest).isdecimal() or not number.isascii() or len(whole) >= 300:
        return None
    return frames, float(number) if dot else int(number)


def told_by(lines: Iterable[str]) -> Told:
    """What most of the first frames look like, and who writes such, where that is sure.

    ProfileError: this is a differential, of which each stack has two counts.
    """
    frames, first, is_differential = dict[str, None](), set[str](), True
    guessed = Told(pyspy_frame)
    for line in lines:
        parts = parts_of(line)
        if parts is None:
            continue
        texts = parts[0].split(";")
        measure = own_measure(texts[0])
        if measure is not None:
            return Told(pyspy_frame, OWN.strip(), measure, texts[0])
        first.add(texts[0][:3] if track_of(texts[0]) is not None else "")
        frames |= dict.fromkeys(texts[leading(texts, guessed)[1] :])
        is_differential = is_differential and parts_of(parts[0]) is not None
        if len(frames) >= _TELLING:
            break
    if is_differential and frames:
        raise ProfileError(messages.IS_DIFFERENTIAL)
    for dialect in (fil_frame, pyspy_frame, tachyon_frame, torch_frame, flameprof_frame):
        if 2 * sum(dialect(frame) is not None for frame in frames) > len(frames):
            return _written_by(dialect, first)
    return Told(plain_frame)


def _written_by(dialect: Dialect, first: set[str]) -> Told:
    """``first``: how the outermost frames that name a thread begin."""
    if dialect is pyspy_frame and not first.isdisjoint((_PROCESS, _THREAD)):
        return Told(dialect, "py-spy", SAMPLES)
    if dialect is tachyon_frame and _TACHYON in first:
        return Told(dialect, messages.PYTHONS_SAMPLER, SAMPLES)
    return Told(dialect)


def track_of(text: str) -> Track | None:
    """The process or thread that a frame names: ``thread (17): main``, ``tid:17``, ``process 17:"cmd"``."""
    if text[:8] == "thread (":
        tid, close, rest = text[8:].partition(")")
        return Track(rest.removeprefix(":").lstrip(), tid=tid) if close else None
    if text[:4] == "tid:":
        return Track("", tid=text[4:]) if text[4:].isalnum() else None
    if text[:8] == "process ":
        number, quote, _ = text[8:].partition(':"')
        return Track("", pid=int(number)) if quote and _is_number(number) else None
    return None


def leading(texts: Sequence[str], told: Told) -> tuple[Track, int]:
    """The thread of a stack, and how many texts say which it is.

    These are processes, of which the last is meant, and a thread. Of py-spy, ``;`` in a command or in the
    name of a thread parts them.
    """
    at, pid, is_pyspy = int(texts[0] == told.own != ""), 0, told.dialect is pyspy_frame
    while at < len(texts):
        text, track = texts[at], track_of(texts[at])
        if track is None:
            break
        at += 1
        if text[:3] != _PROCESS:
            begin = at
            while is_pyspy and text[:3] == _THREAD and at < len(texts) and pyspy_frame(texts[at]) is None:
                at += 1
            return Track(";".join([track.name, *texts[begin:at]]).strip(), pid, track.tid), at
        pid = track.pid
        if is_pyspy:
            at = _end_of_command(texts, at)
    return Track("", pid), at


def whole_names(tracks: Collection[Track]) -> list[Track]:
    """These threads, with their names: at first, py-spy does not know what one is called."""
    names: dict[tuple[int, str], list[str]] = {}
    for track in tracks:
        if track.name and track.tid:
            names.setdefault((track.pid, track.tid), []).append(track.name)
    known = {number: of[0] for number, of in names.items() if len(of) == 1}
    return [track._replace(name=track.name or known.get((track.pid, track.tid), "")) for track in tracks]


def _end_of_command(texts: Sequence[str], at: int) -> int:
    """Where a command ends, of which the first text is before ``at``: with the last quote before a thread."""
    end = at
    for place in range(at, len(texts)):
        if track_of(texts[place]) is not None:
            break
        if texts[place][-1:] == '"':
            end = place + 1
    return end


def joined(lines: Iterable[str], begun: list[str]) -> Iterable[str]:
    """Lines of py-spy, of which one may be several: a command, or the name of a thread, goes on in the next.

    ``begun``: what of a line was there before, and after that what of the last is there.
    """
    for line in lines:
        is_first = track_of(line) is not None
        if begun and is_first:
            yield "\n".join(begun)
            begun.clear()
        if not begun and not is_first:
            yield line
            continue
        begun.append(line)
        parts = parts_of(line)
        if parts is not None and (parts[0][-1:] in (")", '"') or parts[0][:3] == _THREAD):
            yield "\n".join(begun)
            begun.clear()


def _is_number(text: str) -> bool:
    return text.isdecimal() and text.isascii() and len(text) < 10


def pyspy_frame(text: str) -> Frame | None:
    """``name (file.py:12)``, ``name (file.py)``, ``name (lib.so)``."""
    name, opened, place = text[:-1].rpartition(" (")
    if place.count(")") > place.count("("):
        # A folder has brackets in its name: ``Program Files (x86)``.
        name, opened, place = text[:-1].partition(" (")
    return (*defined_line(place, 0), name) if opened and text[-1:] == ")" else None


def defined_line(place: str, line: int) -> tuple[str, int]:
    """File and line of a definition: of ``file.py:7`` where another line ran, else those that are given."""
    file, colon, first = place.rpartition(":")
    return (file, int(first)) if colon and _is_number(first) else (place, line)


def fil_frame(text: str) -> Frame | None:
    """``file.py:12 (name)``."""
    place, opened, name = text[:-1].rpartition(" (")
    file, colon, line = place.rpartition(":")
    return (file, int(line), name) if text[-1:] == ")" and opened and colon and _is_number(line) else None


def tachyon_frame(text: str) -> Frame | None:
    """``file.py:name:12``; ``<task>:Task-1:0`` is of no file."""
    parts = text.rsplit(":", 2)
    return (parts[0], int(parts[2]), parts[1]) if len(parts) == 3 and _is_number(parts[2]) else None


def torch_frame(text: str) -> Frame | None:
    """``file.py(12): name``, in which torch has made blanks ``_``."""
    place, colon, name = text.partition("):")
    file, opened, line = place.rpartition("(")
    is_one = colon and opened and _is_number(line) and name[:1] in (" ", "_")
    return (file, int(line), name[1:]) if is_one else None


def flameprof_frame(text: str) -> Frame | None:
    """``file.py:12:name``, of which 12 is the line of the definition: it stays with the file."""
    parts = text.split(":")
    at = next((at for at, part in enumerate(parts[1:-1], 1) if _is_number(part)), 0)
    return (":".join(parts[: at + 1]), 0, ":".join(parts[at + 1 :])) if at else None


def plain_frame(text: str) -> Frame | None:
    """A name alone; google-pprof writes the address of the function behind it."""
    return "", 0, _ADDRESS.sub("", text)
