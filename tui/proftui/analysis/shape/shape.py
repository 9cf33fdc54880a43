"""What of a profile is looked at, as values: steps in their order; measure and threads by name."""

from __future__ import annotations

from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from proftui.analysis.mine_rules import Rule
    from proftui_parsers import Profile
    from proftui_parsers.entries import Function
    from proftui_parsers.stacks.recording import Choice, Recording, Tables, Track


NOT_MINE, HIDDEN = "not mine", "hidden"
"""What heads the time that is hidden in a shape."""


class NamedChoice(NamedTuple):
    """A choice by names."""

    measure: str = ""
    """Its key; empty: the first one of the file."""
    threads: tuple[Track, ...] = ()
    """Empty: all of them, added up."""
    split: bool = False
    """Whether call trees have a root for each thread."""

    def choice(self, recording: Recording | Tables) -> Choice:
        """The same by numbers; what the recording does not have is as if it was not chosen."""
        from proftui_parsers.stacks.recording import Choice

        keys = [measure.key for measure in recording.measures]
        number = keys.index(self.measure) if self.measure in keys else 0
        wanted = set(self.threads)
        tracks = frozenset(n for n, track in enumerate(recording.tracks) if track in wanted)
        is_part = tracks and len(tracks) < len(recording.tracks)
        return Choice(number, tracks if is_part else None, self.split and len(recording.tracks) > 1)

    def gone_from(self, recording: Recording | Tables) -> tuple[Track, ...]:
        """The threads that the recording does not have."""
        have = set(recording.tracks)
        return tuple(track for track in self.threads if track not in have)

    def left_in(self, profile: Profile) -> NamedChoice:
        """The same without threads that are gone; where none is left, with those chosen of the profile."""
        gone = self.gone_from(profile.recording) if profile.recording is not None else ()
        left = tuple(track for track in self.threads if track not in gone)
        return self._replace(threads=left if left or not gone else chosen_of(profile).threads)


EVERYTHING = NamedChoice()
"""The first measure of all threads."""


def chosen_of(profile: Profile) -> NamedChoice:
    """What is chosen of what a profile is made of, if there is a choice."""
    recording, choice = profile.chosen_from, profile.choice
    if recording is None or choice is None:
        return EVERYTHING
    tracks = sorted(choice.tracks or ())
    measure = recording.measures[choice.measure].key if choice.measure else ""
    return NamedChoice(measure, tuple(recording.tracks[number] for number in tracks), choice.split)


MY_CODE, FUNCTION, PACKAGE, MODULE, TERMS = "my code", "function", "package", "module", "terms"
"""Steps that hide: all that is not mine, one function, a package, a module, what terms of a filter match."""
FOCUS, PATH = "focus", "path"
"""Steps that leave only what runs under a function, or under it where it was called in one way."""
ANYWHERE = "anywhere"
"""The name of a path that begins with any calls of its first function, not at a root."""
GROUP = "group"
"""The step that puts functions together; its name says by what."""
FILE = "file"
GROUPS = (PACKAGE, MODULE, FILE)
"""What functions can be grouped by, in the order in which a key walks through them."""


class Step(NamedTuple):
    """One step, by names, so that it can be taken again when the file was read anew."""

    kind: str
    name: str = ""
    """Of a package or a module; the terms; what it is grouped by."""
    function: Function | None = None
    path: tuple[Function, ...] = ()
    """The functions that lead to it, outermost first, itself last."""


class Shape(NamedTuple):
    """All steps that are on; figures depend on which they are, and of focuses alone on their order."""

    steps: tuple[Step, ...] = ()
    said: tuple[Rule, ...] = ()
    """What was said of the user's code since the start, the latest first; by itself it hides nothing."""
    chosen: NamedChoice = EVERYTHING
    """What it is the shape of, where there is a choice."""

    @property
    def folded_title(self) -> str:
        """What heads the part of own times that was spent in what is hidden; empty: it is not taken apart."""
        if self.focuses or self.by:
            return ""
        return NOT_MINE if self.hiding == (MINE,) else HIDDEN

    @property
    def is_mine_only(self) -> bool:
        """Whether only the user's own code is left."""
        return MINE in self.steps

    @property
    def hiding(self) -> tuple[Step, ...]:
        """The steps that hide functions."""
        return tuple(step for step in self.steps if step.kind not in (FOCUS, PATH, GROUP))

    @property
    def focuses(self) -> tuple[Step, ...]:
        """The functions, or paths to them, under which everything is, each within the one before."""
        return tuple(step for step in self.steps if step.kind in (FOCUS, PATH))

    @property
    def focus(self) -> Step | None:
        """The innermost of them."""
        return next(reversed(self.focuses), None)

    @property
    def by(self) -> str:
        """What functions are grouped by; empty: each stands for itself."""
        return next((step.name for step in self.steps if step.kind == GROUP), "")

    def plus(self, step: Step) -> Shape:
        """One more step."""
        return self if step in self.steps else self._replace(steps=(*self.steps, step))

    def without(self, step: Step) -> Shape:
        """A step less."""
        return self._replace(steps=tuple(other for other in self.steps if other != step))

    def grouped(self, by: str) -> Shape:
        """The same by package, module or file instead; ``by`` empty: by function."""
        others = tuple(step for step in self.steps if step.kind != GROUP)
        return self._replace(steps=(*others, Step(GROUP, by)) if by else others)


def functions_named(profile: Profile, function: tuple[str, int, str] | None) -> Iterator[int]:
    """The numbers of a function by what was recorded of it; callers without an entry too."""
    if function is None:
        return iter(())
    file, line, name = function
    names, files = profile.names, profile.files
    return (i for i, at in enumerate(profile.linenos) if at == line and names[i] == name and files[i] == file)


class StepGone(Exception):
    """What a focus is about is not in the profile, or is hidden."""

    def __init__(self, step: Step) -> None:
        super().__init__(step)
        self.step = step


WHOLE = Shape()
"""No step is taken: the profile as it was recorded."""
MINE = Step(MY_CODE)
