"""What is measured: a scene starts a program, uses it, and gives figures by name; times are seconds."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from socket import create_server
from typing import Any
from urllib.parse import quote

from benchmarks import profiles, programs
from benchmarks import recordings as made
from benchmarks.emulator import Screen
from benchmarks.timed_terminal import Late, Reply, TimedTerminal

Figures = dict[str, list[float]]
Scene = Callable[["Stage"], Iterator[Figures]]
"""Gives what it has measured as it goes, so that a fault only costs the rest."""

SIZE, SMALL, LARGE = (120, 40), (80, 24), (160, 50)
SETTLED = 0.4
"""Seconds in which nothing is sent and nearly nothing computed after a program has settled."""
STILL = 0.02
COMPLETE = 0.1
"""Quiet time after which a key's effect is complete; panes that follow the cursor are part of it."""
SHORT = 0.03
PRESSES, PAGES = 8, 5
HELD, EVERY, LINK = 60, 1 / 30, 50_000
EARLY, EARLY_EVERY = 20, 0.03
WORD = "mer"
"""Each letter leaves fewer functions."""
SORT, SORT_BACK = "oc", "ot"


@dataclass(frozen=True)
class Stage:
    """Where a scene plays."""

    path: Path
    facts: programs.Facts
    environ: Mapping[str, str]
    answers: bool
    modern: bool
    patience: float
    idle: float
    """Seconds, or 0 where it is not measured."""
    times: int
    """How often short things are repeated in a round."""

    def open(self, command: Sequence[str], size: tuple[int, int] = SIZE) -> TimedTerminal:
        """Start a program."""
        return TimedTerminal(command, *size, environ=self.environ, answers=self.answers, modern=self.modern)

    def top(self, screen: Screen) -> bool:
        """Whether the right rows stand on the screen."""
        return programs.shows_top(screen, self.facts)


def settle(terminal: TimedTerminal, patience: float) -> None:
    """Until nothing comes any more and the program sleeps."""
    deadline = time.monotonic() + patience
    while True:
        before = terminal.cpu()
        terminal.wait_quiet(SETTLED, since=time.monotonic(), patience=patience)
        if terminal.cpu() - before < STILL:
            return
        if time.monotonic() > deadline:
            raise Late(f"still busy after {patience} s")


def begin(terminal: TimedTerminal, ready: Callable[[Screen], object], name: str, patience: float) -> Figures:
    """Until the first screen has settled."""
    terminal.wait_for(ready, patience)
    settle(terminal, patience)
    return {f"{name}.settled.bytes": [terminal.sent]}


def starts(stage: Stage) -> Iterator[Figures]:
    """The first screens, in turn, so that they meet the same machine."""
    found: Figures = {}
    for _ in range(stage.times):
        for name, command, ready in (
            ("textual", programs.smallest(), programs.shows_cell),
            ("proftui", programs.proftui(stage.path), stage.top),
        ):
            with stage.open(command) as terminal:
                at = terminal.wait_for(ready, stage.patience)
                collect(found, f"{name}.first", at - terminal.started, terminal.at_cpu)
        with stage.open(programs.pstats(stage.path)) as terminal:
            terminal.wait_for(programs.asks, stage.patience)
            ordered(terminal, "tottime", stage.patience)
            collect(found, "pstats.listed", terminal.at - terminal.started, terminal.at_cpu)
    yield found


def collect(found: Figures, name: str, wall: float, cpu: float) -> None:
    """One more pair of times."""
    found.setdefault(name, []).append(wall)
    found.setdefault(f"{name}.cpu", []).append(cpu)


def textual(stage: Stage) -> Iterator[Figures]:
    """The smallest app: what it sends, and what its key costs."""
    with stage.open(programs.smallest()) as terminal:
        yield begin(terminal, programs.shows_cell, "textual", stage.patience)
        yield costs("textual.key", [terminal.reply("x", quiet=COMPLETE) for _ in range(PRESSES)])


def costs(name: str, replies: Sequence[Reply]) -> Figures:
    """Of several presses of a key."""
    return {
        f"{name}.cpu": [reply.cpu for reply in replies],
        f"{name}.last": [reply.last for reply in replies],
        f"{name}.after": [reply.last - reply.first for reply in replies],
        f"{name}.bytes": [reply.sent for reply in replies],
        f"{name}.fewest": [reply.fewest for reply in replies],
    }


def leave(terminal: TimedTerminal, name: str) -> Figures:
    """``q``, until the process has ended and the terminal is as before."""
    terminal.wait_quiet(COMPLETE)
    pressed = terminal.press("q")
    ended = terminal.wait_end()
    if not terminal.restored():
        raise Late(f"{name} left the terminal in modes {sorted(terminal.screen.modes)}")
    return {f"{name}.quit": [ended - pressed]}


def pstats(stage: Stage) -> Iterator[Figures]:
    """The twenty hottest functions in another order from the standard library's browser, twice."""
    with stage.open(programs.pstats(stage.path)) as terminal:
        terminal.wait_for(programs.asks, stage.patience)
        for name in ("pstats.sort", "pstats.sort.again"):
            ordered(terminal, "tottime", stage.patience)
            yield {name: [ordered(terminal, "cumtime", stage.patience)]}


def ordered(terminal: TimedTerminal, column: str, patience: float) -> float:
    """How long pstats takes to sort and list; no longer than it must wait for its user."""
    pressed = terminal.press(f"sort {column}\n")
    terminal.wait_for(programs.asks, patience, new=True)
    terminal.press("stats 20\n")
    return terminal.wait_for(programs.asks, patience, new=True) - pressed


def visidata(stage: Stage) -> Iterator[Figures]:
    """Until all of the file is in its table."""
    command = programs.visidata(stage.path)
    if command is None:
        return
    with stage.open(command) as terminal:
        at = terminal.wait_for(lambda screen: programs.shows_rows(screen, stage.facts), stage.patience)
        yield {"visidata.first": [at - terminal.started], "visidata.first.cpu": [terminal.at_cpu]}


def snakeviz(stage: Stage) -> Iterator[Figures]:
    """Until its server has sent the page."""
    with create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    started = time.monotonic()
    command = programs.snakeviz(stage.path, port)
    with subprocess.Popen(
        command, env=dict(stage.environ), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        try:
            status = served(port, stage.path, started + stage.patience)
            at = time.monotonic()
            cpu = time.clock_gettime(~server.pid << 3 | 2)
        finally:
            server.kill()
    if status != 200:
        raise Late(f"SnakeViz answered with status {status}")
    yield {"snakeviz.first": [at - started], "snakeviz.first.cpu": [cpu]}


def served(port: int, path: Path, deadline: float) -> int:
    """The status of the page's answer, read to its end."""
    while time.monotonic() < deadline:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=deadline - time.monotonic())
        with suppress(ConnectionRefusedError):
            connection.request("GET", f"/snakeviz/{quote(str(path), safe='')}")
            answer = connection.getresponse()
            answer.read()
            connection.close()
            return answer.status
        time.sleep(0.003)
    raise Late("SnakeViz served nothing")


def loads(stage: Stage) -> Iterator[Figures]:
    """Reading the file alone: pstats, proftui, and the floor."""
    found: Figures = {}
    for _ in range(stage.times):
        for which in ("pstats", "proftui", "marshal"):
            for figure, value in run(stage, programs.loading(which, stage.path)).items():
                found.setdefault(f"{which}.load.{figure}", []).append(value)
    yield found


def comparison(stage: Stage) -> Iterator[Figures]:
    """Two files of this size, until the rows of their comparison stand."""
    measured = run(stage, programs.comparing(stage.path))
    yield {f"compare.{name}": [value] for name, value in measured.items()}
    other = profiles.made(stage.path.parent, stage.facts["functions"], seed=1)
    found: Figures = {}
    for name, paths in (("base", (other,)), ("new", (stage.path,)), ("both", (other, stage.path))):
        with stage.open(programs.proftui(*paths)) as terminal:
            at = terminal.wait_for(lambda screen: programs.cursor_row(screen) > 0, stage.patience)
            collect(found, f"compare.first.{name}", at - terminal.started, terminal.at_cpu)
    yield found


def recordings(stage: Stage) -> Iterator[Figures]:
    """Reading large recordings of whole stacks, and what others make of them."""
    walked, lines = stage.path.with_name("large.speedscope.json"), stage.path.with_name("large.collapsed.txt")
    if not walked.exists():
        made.speedscope(walked)
    if not lines.exists():
        made.collapsed(lines)
    for which, path, name in (
        ("proftui", walked, "speedscope.load"),
        ("json", walked, "json.load"),
        ("proftui", lines, "collapsed.load"),
    ):
        figures = run(stage, programs.loading(which, path))
        yield {f"{name}.{figure}": [value] for figure, value in figures.items()}
    if find_spec("gprof2dot") is not None:
        before = os.times()
        command = [sys.executable, "-m", "gprof2dot", "-f", "collapse", "-o", os.devnull, str(lines)]
        subprocess.run(command, env=dict(stage.environ), check=True, timeout=stage.patience)
        after = os.times()
        took = after.children_user + after.children_system - before.children_user - before.children_system
        yield {"gprof2dot.cpu": [took]}


def small_recording(stage: Stage) -> Iterator[Figures]:
    """The first screen of a small recording of whole stacks, in turn with that of the profile."""
    path = stage.path.with_name("small.speedscope.json")
    found: Figures = {}
    if not path.exists():
        made.small_speedscope(path)
    for _ in range(stage.times):
        for name, opened in (("profile", stage.path), ("recording", path)):
            with stage.open(programs.proftui(opened)) as terminal:
                at = terminal.wait_for(programs.shows_rows_and_keys, stage.patience)
                collect(found, f"{name}.first", at - terminal.started, terminal.at_cpu)
    yield found


def run(stage: Stage, command: Sequence[str]) -> Any:
    """The JSON that a program prints."""
    done = subprocess.run(
        command, env=dict(stage.environ), capture_output=True, check=True, timeout=stage.patience
    )
    return json.loads(done.stdout)


def first_key(stage: Stage) -> Iterator[Figures]:
    """A key, typed as soon as there is a screen, that only the full program answers."""
    with stage.open(programs.proftui(stage.path)) as terminal:
        terminal.wait_for(stage.top, stage.patience)
        terminal.press("2")
        at = terminal.wait_for(programs.shows_calls, stage.patience)
        yield {"proftui.key": [at - terminal.started], "proftui.key.cpu": [terminal.at_cpu]}


def early_keys(stage: Stage) -> Iterator[Figures]:
    """Down, pressed from the first screen on at a steady pace; how long each takes."""
    with stage.open(programs.proftui(stage.path)) as terminal:
        next_press = terminal.wait_for(stage.top, stage.patience)
        base = max(0, programs.cursor_row(terminal.screen))
        pressed: list[float] = []
        reached: list[float] = []

        def watch(at: float) -> None:
            row = programs.cursor_row(terminal.screen)
            while row >= 0 and len(reached) < min(len(pressed), row - base):
                reached.append(at)

        terminal.watch = watch
        for _ in range(EARLY):
            pressed.append(terminal.press("down"))
            next_press += EARLY_EVERY
            while time.monotonic() < next_press:
                terminal.step(next_press)
        terminal.wait_for(lambda screen: len(reached) == EARLY, stage.patience)
        took = [at - press for press, at in zip(pressed, reached, strict=True)]
        yield {"proftui.early": took, "proftui.early.worst": [max(took)]}


def small_keys(stage: Stage) -> Iterator[Figures]:
    """The keys of a small window, where no pane follows the cursor."""
    with stage.open(programs.proftui(stage.path), SMALL) as terminal:
        begin(terminal, stage.top, "small", stage.patience)
        yield from moves(terminal, "small")


def moves(terminal: TimedTerminal, name: str) -> Iterator[Figures]:
    """Cursor moves, scrolling by a row at the end of the table's room, pages."""
    yield costs(f"{name}.cursor", [terminal.reply("down", quiet=COMPLETE) for _ in range(PRESSES)])
    row = -1
    while row < (row := programs.cursor_row(terminal.screen)):
        terminal.press("down")
        terminal.wait_for(lambda screen: True, new=True)
        terminal.wait_quiet(SHORT)
    terminal.wait_quiet(COMPLETE)
    yield costs(f"{name}.scroll", [terminal.reply("down", quiet=COMPLETE) for _ in range(PRESSES)])
    yield costs(f"{name}.page", [terminal.reply("pagedown", quiet=COMPLETE) for _ in range(PAGES)])


def session(stage: Stage) -> Iterator[Figures]:
    """The full program from its start to its end."""
    with stage.open(programs.proftui(stage.path)) as terminal:
        yield begin(terminal, stage.top, "proftui", stage.patience)
        yield from moves(terminal, "proftui")
        yield sorts(terminal)
        yield folds(terminal)
        yield held(terminal)
        yield filters(terminal, stage)
        if stage.idle:
            yield idles(terminal, stage.idle)
        yield resized(terminal)
        yield leave(terminal, "proftui")


def sorts(terminal: TimedTerminal) -> Figures:
    """Another order, until it stands there; back; and once more."""
    found = {}
    for name in ("proftui.sort", "proftui.sort.again"):
        terminal.wait_quiet(COMPLETE)
        pressed = terminal.press(SORT)
        found[name] = [terminal.wait_for(lambda screen: programs.is_sorted(screen, "cumtime")) - pressed]
        terminal.wait_quiet(COMPLETE)
        terminal.press(SORT_BACK)
        terminal.wait_for(lambda screen: programs.is_sorted(screen, "tottime"))
    return found


def folds(terminal: TimedTerminal) -> Figures:
    """My code: until its first rows stand there, with own times or before these are known; and back."""
    terminal.wait_quiet(COMPLETE)
    pressed = terminal.press("m")
    at = terminal.wait_for(programs.shows_my_code)
    terminal.wait_for(programs.has_folded)
    terminal.wait_quiet(COMPLETE)
    back = terminal.press("U")
    undone = terminal.wait_for(lambda screen: not programs.shows_my_code(screen))
    terminal.wait_quiet(COMPLETE)
    return {"proftui.mine": [at - pressed], "proftui.mine.undo": [undone - back]}


def held(terminal: TimedTerminal) -> Figures:
    """Down held over a slow link: how long what is due comes after the last press."""
    terminal.use("g")
    terminal.rate = LINK
    next_press = time.monotonic()
    for _ in range(HELD):
        pressed = terminal.press("down")
        next_press += EVERY
        while time.monotonic() < next_press:
            terminal.step(next_press)
    terminal.wait_quiet(SETTLED)
    lag = max(0.0, terminal.last - pressed)
    terminal.rate = 0.0
    terminal.use("g")
    return {"proftui.held.lag": [lag]}


def filters(terminal: TimedTerminal, stage: Stage) -> Figures:
    """A word typed into the filter, letter by letter; then the key that takes the filter off."""
    terminal.use("/")
    replies = []
    for letter in WORD:
        # How many are left stands at the end of the second row.
        before = terminal.screen.lines[1]
        replies.append(terminal.reply(letter, quiet=COMPLETE, until=partial(_differs, before)))
    terminal.use("\r")
    terminal.wait_for(lambda screen: " in all" in screen.lines[1])
    pressed = terminal.press("escape")
    at = terminal.wait_for(lambda screen: programs.shows_all(screen, stage.facts))
    return {
        "proftui.letter.first": [replies[0].cpu],
        "proftui.letter": [reply.cpu for reply in replies[1:]],
        "proftui.letter.last": [reply.last for reply in replies],
        "proftui.escape": [at - pressed],
    }


def _differs(row: str, screen: Screen) -> bool:
    return screen.lines[1] != row


def passes(stage: Stage) -> Iterator[Figures]:
    """One regular expression over all labels, for every letter of that word."""
    words = [WORD[: end + 1] for end in range(len(WORD))]
    seconds = run(stage, programs.loading("labels", stage.path, *words))
    yield {"pass.letter.first": seconds[:1], "pass.letter": seconds[1:]}


def icicle(stage: Stage) -> Iterator[Figures]:
    """Frames of the icicle."""
    yield {"proftui.icicle.cpu": run(stage, programs.loading("icicle", stage.path))}


def idles(terminal: TimedTerminal, seconds: float) -> Figures:
    """What happens while nothing does."""
    settle(terminal, 60)
    cpu, sent, woken = terminal.cpu(), terminal.sent, terminal.wake_ups()
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        terminal.step(deadline)
    return {
        "proftui.idle.cpu": [terminal.cpu() - cpu],
        "proftui.idle.bytes": [terminal.sent - sent],
        "proftui.idle.wakes": [terminal.wake_ups() - woken],
    }


def resized(terminal: TimedTerminal) -> Figures:
    """Another size of the window, until the last byte."""
    terminal.wait_quiet(COMPLETE)
    changed = terminal.resize(*LARGE)
    terminal.wait_for(lambda screen: True, new=True)
    terminal.wait_quiet(COMPLETE * 2)
    return {"proftui.resize": [terminal.last - changed]}
