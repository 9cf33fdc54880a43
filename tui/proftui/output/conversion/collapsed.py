"""Collapsed stacks, ``frame;frame;frame 42``, with frames and threads as py-spy writes them.

The outermost frame says what weights are of, ``proftui µs``; a reader of ours takes it off. The form has no
escapes: ``;`` becomes ``:``, what would end a line a blank, what turns the direction of text its number.
In the name of a thread ``;`` stays, as in py-spy's: it ends before a frame in the form of py-spy's. Where a
reader would take a name for something else, it stands as ``name ()``: a name without a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from proftui.output.conversion.chosen_records import ChosenRecords, path, sizes
from proftui_parsers.pstats.writing import BIDI
from proftui_parsers.stacks.frame_texts import defined_line, own_frame, pyspy_frame, track_of
from proftui_parsers.stacks.recording import Recording, Track

_MICROSECONDS = 1e6
_TOGETHER = 1 << 16
"""Characters that are written at once."""
_NOT_IN_A_FRAME = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\U000e0000-\U000e0fff]")


class Collapsed:
    """One file of collapsed stacks; times are in microseconds."""

    def __init__(self, chosen: ChosenRecords) -> None:
        """``chosen``: without negative weights."""
        self.chosen, self.stacks = chosen, chosen.recording.stacks
        self.weighed = chosen.by_stack()
        self.frames = _Frames(chosen.recording)
        own = own_frame(chosen.measure, defined=chosen.recording.defined)
        outermost = {self.stacks.frame[node] for node in self.stacks.outermost()}
        is_named, tracks = self._has_to_name_threads(outermost), chosen.recording.tracks
        self.heads = {n: f"{own};{self._thread(tracks[n])}" if is_named else own for n in chosen.tracks}
        """By track, the outermost frames: what weights are of, and where it matters the thread."""
        for frame in outermost:
            if is_named and pyspy_frame(self.frames.texts[frame]) is None:
                # It would be read as more of the thread's name.
                self.frames.texts[frame] += " ()"

    @property
    def replaced(self) -> int:
        """How many functions are not written as they are."""
        return len(self.frames.replaced)

    def size(self) -> int:
        """Characters of the whole file, less those of weights."""
        below = sizes(self.stacks, [len(text) + 1 for text in self.frames.texts])
        pairs = zip(self.weighed.track, self.weighed.node, strict=True)
        return sum(len(self.heads[track]) + (below[node] if node >= 0 else 0) for track, node in pairs)

    def parts(self) -> Iterator[str]:
        """The lines, some at a time."""
        lines, size = list[str](), 0
        for stack, weight in zip(self._texts(), self._weights(), strict=True):
            lines.append(f"{stack} {weight}\n")
            size += len(stack)
            if size >= _TOGETHER:
                yield "".join(lines)
                lines, size = [], 0
        yield "".join(lines)

    def _texts(self) -> Iterator[str]:
        """Each stack without its weight."""
        frames = self.frames.texts
        for track, node in zip(self.weighed.track, self.weighed.node, strict=True):
            yield ";".join([self.heads[track], *map(frames.__getitem__, path(self.stacks, node))])

    def _weights(self) -> Iterator[str]:
        """Whole numbers, of which neighbours add up as their weights do; fractions of what is no time."""
        weights = self.weighed.weight
        scale = _MICROSECONDS if self.chosen.measure.unit == "s" else 1.0
        if scale == 1.0 and any(weight != int(weight) for weight in weights):
            yield from (f"{weight:.9f}".rstrip("0").rstrip(".") for weight in weights)
            return
        exact, written = 0.0, 0
        for weight in weights:
            exact += weight * scale
            whole = round(exact) - written
            written += whole
            yield str(whole)

    # Threads

    def _has_to_name_threads(self, outermost: set[int]) -> bool:
        """Whether there is one to name, or a reader would take a frame for one without."""
        is_usual = [self.chosen.recording.tracks[n] for n in self.chosen.tracks] == [Track("")]
        return not is_usual or any(track_of(self.frames.texts[frame]) is not None for frame in outermost)

    def _thread(self, track: Track) -> str:
        tid, name = self.frames.written(track.tid), self.frames.written(track.name, ";")
        if any(map(pyspy_frame, name.split(";")[1:])):
            name = name.replace(";", ":")
        thread = f"thread ({tid.replace(')', ' ')})" + (f": {name}" if name else "")
        return f'process {track.pid}:"";{thread}' if track.pid else thread


class _Frames:
    """The frames of a recording as text."""

    def __init__(self, recording: Recording) -> None:
        self.replaced: set[int] = set()
        """Functions with characters that no frame can have."""
        self.defined, self.texts = recording.defined, list[str]()
        stacks = recording.stacks
        for function, line in zip(stacks.frame_function, stacks.frame_line, strict=True):
            file, name = recording.files[function], recording.names[function]
            told = self.written(file), self.written(name)
            if pyspy_frame(f"{told[1]} ({told[0]}:1)") != (told[0], 1, told[1]):
                told = told[0].replace(" (", "_("), told[1]
            if told != (file, name):
                self.replaced.add(function)
            self.texts.append(self._text(*told, recording.linenos[function] if self.defined else line, line))

    def written(self, text: str, parting: str = ":") -> str:
        """A text without what ends a line, and with ``parting`` for what ends a frame."""
        return _NOT_IN_A_FRAME.sub(" ", text.replace(";", parting)).strip().translate(BIDI)

    def _text(self, file: str, name: str, first: int, line: int) -> str:
        """The shortest that reads as this; ``first``: of the definition, where that is known."""
        places = (file, f"{file}:{line}", f"{file}:{first}:{line}")
        for text in (name, *(f"{name} ({place})" for place in places)):
            read = pyspy_frame(text) or ("", 0, text)
            at = defined_line(*read[:2]) if self.defined else read[:2]
            if (*at, *read[1:]) == (file, first, line, name):
                return text
        return f"{name} ({file})"
