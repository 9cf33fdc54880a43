"""Keys of what a recording of stacks is looked at for: its measure, its threads, the time between samples."""

from __future__ import annotations

from collections.abc import Callable

from proftui import messages
from proftui.analysis.shape.shape import NamedChoice
from proftui.analysis.stacktree.choices import ThreadFigures, comparing, seconds_of, stops_of
from proftui.background.pieces import Pieces
from proftui.drawing import figures
from proftui.frame import choice_rows
from proftui.frame.about import about
from proftui.screens.explorer.host import Host
from proftui.screens.explorer.shape_keys import ShapeKeys
from proftui.screens.explorer.threads_sheet import ThreadsSheet
from proftui.state.figures import Figures
from proftui.state.kept import reloaded
from proftui_parsers import Profile
from proftui_parsers.stacks import deriving
from proftui_parsers.stacks.deriving import making
from proftui_parsers.stacks.recording import Choice, Recording
from proftui_parsers.stacks.timing import timed


class ChoiceKeys:
    """Chooses; ``U`` takes a choice back as any other step."""

    def __init__(self, host: Host, shape: ShapeKeys) -> None:
        self._host, self._shape = host, shape
        self.words: dict[str, Callable[[str], None]] = {"interval": self._interval}

    def _recording(self, otherwise: str) -> Recording | None:
        """The recording that is looked at; says why there is none, or that it cannot be chosen of now."""
        recording = self._host.session.recorded.recording
        return recording if self._can_choose(recording, otherwise) else None

    def _can_choose(self, source: object, otherwise: str) -> bool:
        """Whether something can be chosen now; says why not."""
        why = otherwise if source is None else about(self._host.session).why_not("choice")
        if why:
            self._host.say(why)
        return not why

    def measure(self) -> None:
        """The next measure."""
        source = self._host.session.recorded.chosen_from
        if not self._can_choose(source, messages.ONE_MEASURE) or source is None:
            return
        shape, numbers = self._host.session.shapes.now, choice_rows.measures_that_are(source)
        now = shape.chosen.choice(source).measure
        number = next((number for number in numbers if number > now), numbers[0] if numbers else now)
        name = choice_rows.measure_name(source, number)
        if number == now:
            self._host.say(messages.ONLY_MEASURE.format(name))
        else:
            key = source.measures[number].key if number else ""
            chosen = shape.chosen._replace(measure=key)
            self._shape.take(shape._replace(chosen=chosen), messages.MEASURE_IS.format(name))

    def _interval(self, text: str) -> None:
        """Samples become times, from now on."""
        session = self._host.session
        recording, seconds = self._recording(messages.ONE_MEASURE), seconds_of(text)
        if recording is None:
            return
        if seconds is None:
            self._host.say(f":interval {messages.BAD_INTERVAL}")
            return
        made = timed(recording, seconds)
        if made is None:
            self._host.say(messages.HAS_NO_SAMPLES if recording.samples is None else messages.HAS_TIMES)
            return
        choice = Choice(0, session.shapes.now.chosen.choice(made).tracks)
        found: list[Profile] = []

        def work() -> Pieces[None]:
            found.append((yield from making(made, choice)))

        def shown() -> None:
            fresh = reloaded(session, found[0])
            fresh.figures = Figures(fresh.profile, figures.unit_for(fresh.whole))
            self._host.take_over(fresh)
            self._host.say(messages.INTERVAL_IS.format(text.strip()))

        self._shape.find_out(work(), deriving.stops_of(made, choice), shown)

    def threads(self) -> None:
        """The list of threads."""
        recording, session = self._recording(messages.NO_THREADS), self._host.session
        if recording is None:
            return
        if len(recording.tracks) < 2:
            name = choice_rows.thread_name(recording, 0) if recording.tracks else "—"
            self._host.say(messages.ONLY_THREAD.format(name))
            return
        measure = session.shapes.now.chosen.choice(recording).measure
        found: list[ThreadFigures] = []

        def opened() -> None:
            self._host.app.push_screen(ThreadsSheet(session, found, self._take_threads))

        self._shape.find_out(comparing(recording, measure, found), stops_of(recording), opened)

    def _take_threads(self, chosen: NamedChoice) -> None:
        session = self._host.session
        shape = session.shapes.now
        if chosen == shape.chosen:
            return
        told = " · ".join(choice_rows.parts(session, chosen._replace(measure=""))) or messages.ALL_TOGETHER
        self._shape.take(shape._replace(chosen=chosen), told)
