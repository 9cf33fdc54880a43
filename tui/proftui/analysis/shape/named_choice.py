"""Which measure and threads of a recording are looked at, by names: so it holds for a file read anew."""

from __future__ import annotations

from proftui_parsers.import_free import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui_parsers.stacks.recording import Choice, Recording, Track


class NamedChoice(NamedTuple):
    """A choice by names."""

    measure: str = ""
    """Its key; empty: the first one of the file."""
    threads: tuple[Track, ...] = ()
    """Empty: all of them, added up."""
    split: bool = False
    """Whether call trees have a root for each thread."""

    def choice(self, recording: Recording) -> Choice:
        """The same by numbers; what the recording does not have is as if it was not chosen."""
        from proftui_parsers.stacks.recording import Choice

        keys = [measure.key for measure in recording.measures]
        number = keys.index(self.measure) if self.measure in keys else 0
        wanted = set(self.threads)
        tracks = frozenset(n for n, track in enumerate(recording.tracks) if track in wanted)
        is_part = tracks and len(tracks) < len(recording.tracks)
        return Choice(number, tracks if is_part else None, self.split and len(recording.tracks) > 1)

    def gone_from(self, recording: Recording) -> tuple[Track, ...]:
        """The threads that the recording does not have."""
        have = set(recording.tracks)
        return tuple(track for track in self.threads if track not in have)

    def left_in(self, recording: Recording, otherwise: Choice) -> NamedChoice:
        """The same without threads that are gone; where none is left, with the threads of another choice."""
        gone = self.gone_from(recording)
        left = tuple(track for track in self.threads if track not in gone)
        return self._replace(threads=left if left or not gone else named(recording, otherwise).threads)


EVERYTHING = NamedChoice()
"""The first measure of all threads."""


def named(recording: Recording, choice: Choice) -> NamedChoice:
    """A choice by numbers as one by names."""
    tracks = sorted(choice.tracks or ())
    measure = recording.measures[choice.measure].key if choice.measure else ""
    return NamedChoice(measure, tuple(recording.tracks[number] for number in tracks), choice.split)
