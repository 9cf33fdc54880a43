"""Which function of a profile of calls each frame of sampled stacks is.

Samplers name a frame by a file, a name and the line that was executing, a profile of calls by the line of the
definition. The file may be written from another folder on (py-spy cuts off what is on Python's path), and the
name with its class. So a frame is the last function of that file and name that begins at or above its line.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence

from proftui_parsers.combine.matching import EVERY, NONE, Ends, base, normal_path, plain_name
from proftui_parsers.entries import NO_PYTHON_FILES
from proftui_parsers.profile import Profile
from proftui_parsers.stacks.recording import Recording
from proftui_parsers.texts import Texts

_MOST_FILES = 16
"""Files that one may be, up to which they are told apart by what is in them."""


def is_built_in(profile: Profile, function: int) -> bool:
    """Whether a function has no Python code: no sample knows it, and its time is that of its caller."""
    file = profile.files[function]
    return file in NO_PYTHON_FILES or (not file and profile.linenos[function] == 0)


class _Definitions:
    """The functions of one file and one name, by the lines where they begin."""

    __slots__ = ("lines", "rows")

    def __init__(self, rows: Sequence[int], profile: Profile) -> None:
        self.rows = sorted(rows, key=lambda row: profile.linenos[row])
        self.lines = [profile.linenos[row] for row in self.rows]

    def at(self, line: int) -> int:
        """The one that a line lies in; 0: a line that is not known."""
        if line <= 0:
            return self.rows[0] if len(self.rows) == 1 else NONE
        place = bisect_right(self.lines, line)
        return self.rows[place - 1] if place else NONE


def functions_of_frames(calls: Profile, recording: Recording, told: Callable[[float], None]) -> array[int]:
    """By frame of the recording, the function of ``calls``; :data:`NONE`: none, or several may be it."""
    texts = Texts()
    paths, names = texts.only(calls.files, normal_path), texts.only(calls.names, plain_name)
    rows: dict[tuple[str, str], list[int]] = {}
    for row in range(calls.count):
        if not is_built_in(calls, row):
            rows.setdefault((paths[row], names[row]), []).append(row)
    known = {key: _Definitions(found, calls) for key, found in rows.items()}

    asked, plain = texts.only(recording.files, normal_path), texts.only(recording.names, plain_name)
    files = _alike(asked, (path for path, _ in known))
    stacks, found = recording.stacks, array("i")
    for frame, (function, line) in enumerate(zip(stacks.frame_function, stacks.frame_line, strict=True)):
        if frame % EVERY == 0:
            told(frame / len(stacks.frame_function))
        begins = recording.linenos[function] if recording.defined else line
        candidates = {
            known[path, plain[function]].at(begins)
            for path in files[asked[function]]
            if (path, plain[function]) in known
        } - {NONE}
        found.append(candidates.pop() if len(candidates) == 1 else NONE)
    return found


def _alike(asked: Iterable[str], known: Iterable[str]) -> dict[str, Sequence[str]]:
    """For each path, those that can be the same file: equal, or the longer one ends with the other.

    Where there is none, the only one with the same file name.
    """
    here, there = dict.fromkeys(known), dict.fromkeys(asked)
    ends_there, ends_here = Ends(there), Ends(here)
    longer: dict[str, list[str]] = {}
    by_base: dict[str, list[str]] = {}
    for path in here:
        by_base.setdefault(base(path), []).append(path)
        for end in ends_there.of(path):
            longer.setdefault(end, []).append(path)
    alike: dict[str, Sequence[str]] = {}
    for path in there:
        found = [path] if path in here else [*ends_here.of(path), *longer.get(path, ())]
        if not found and len(by_base.get(base(path), ())) == 1:
            found = by_base[base(path)]
        alike[path] = found if len(found) <= _MOST_FILES else ()
    return alike
