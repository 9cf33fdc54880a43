"""The session of the README's moving picture: its keys, what is said of them, how long each screen stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from movie import Frame, Run, Screen, svg, usual_ground

SIZE = 90, 26
COMMAND = "proftui --demo"
TITLE = "A session of proftui: the hottest function, its callers, a filter, its lines, an icicle and a tree"


class Step(NamedTuple):
    """A key (none: what stands there at first), its caps and words, and the seconds until the next."""

    key: str
    caps: str
    words: str
    seconds: float


_JSON = "How much of the run is json?"
STEPS = (
    Step("", "", "Where does the time go? The hottest function stands first.", 3.0),
    Step("down", "↓", "From function to function", 1.0),
    Step("up", "↑", "From function to function", 0.7),
    Step("enter", "Enter", "Who calls it, and what does it call?", 2.6),
    Step("less_than_sign", "<", "Back", 1.0),
    Step("slash", "/", _JSON, 0.6),
    Step("j", "/ j", _JSON, 0.3),
    Step("s", "/ j s", _JSON, 0.3),
    Step("o", "/ j s o", _JSON, 0.3),
    Step("n", "/ j s o n", _JSON + " Its share stands above the keys.", 2.8),
    Step("escape", "Esc", "All functions again", 0.7),
    Step("5", "5", "Which lines of the hottest function?", 2.6),
    Step("4", "4", "The whole run as a picture: width is time, colour is the package", 2.6),
    Step("up", "↑", "From box to box", 0.4),
    Step("up", "↑ ↑", "From box to box", 0.4),
    Step("right", "↑ ↑ →", "From box to box", 0.8),
    Step("enter", "Enter", "Zoom in", 2.4),
    Step("3", "3", "The same calls as a tree", 1.8),
    Step("right", "→", "Open a branch", 2.2),
)


def picture(screens: Sequence[Screen]) -> str:
    """The moving picture of the screens after each of ``STEPS``; the first of them stands still."""
    typed = list(_typing(usual_ground(screens)))
    steps = zip(screens, STEPS, strict=True)
    told = [Frame(screen, step.caps.split(), step.words, step.seconds) for screen, step in steps]
    return svg([*typed, *told], SIZE, len(typed), TITLE)


def _typing(ground: str) -> Iterator[Frame]:
    """The shell's line while the command is typed."""
    light = "#e0e0e0"
    for length in range(len(COMMAND) + 1):
        line = "$ " + COMMAND[:length]
        row = (Run(1, line, light, ground), Run(1 + len(line), " ", ground, light))
        seconds = 0.6 if length in (0, len(COMMAND)) else 0.08
        yield Frame((row,), (), "proftui FILE opens .stats and .lprof; this demo comes with it", seconds)
