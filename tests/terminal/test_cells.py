"""The differences of screens: whatever is sent leaves on the terminal what was wanted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast
from unicodedata import normalize

import pyte
from benchmarks.emulator import PLAIN, Attribute
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from tests.support.examples import examples
from tests.support.strict_screen import Cell, StrictScreen, seen

from proftui.drawing.safe_text import Clean, cell_width
from proftui.terminal.cells import Screenful
from proftui.terminal.pens import BOLD, DIM, ITALIC, REVERSE, STRIKE, UNDERLINE, Pen, between

STYLES = {BOLD: 1 << 1, DIM: 1 << 2, ITALIC: 1 << 3, UNDERLINE: 1 << 4, REVERSE: 1 << 7, STRIKE: 1 << 9}
"""Flags of a pen, and bits of the emulated terminal."""
COLOURS = ("", "31", "38;5;17", "38;2;1;2;3", "97")
GROUNDS = ("", "42", "48;5;230", "48;2;18;18;18")
PENS = [
    *(Pen(colour, ground) for colour in COLOURS for ground in GROUNDS),
    *(Pen(COLOURS[bit % 5], GROUNDS[bit % 4], bit * 7 % 64) for bit in range(40)),
]
LETTERS = "  aabc-.é█▌…─│漢字👍e\u0301\u0323"

Run = tuple[str, Pen]
Rows = list[list[Cell]]


def put(screen: Screenful, x: int, y: int, runs: Iterable[Run]) -> None:
    """Any text, also such as the program's other parts never hand over."""
    screen.put(x, y, [(cast("Clean", text), pen) for text, pen in runs])


def drawn(pen: Pen) -> Attribute:
    return (pen[0], pen[1], sum(style for flag, style in STYLES.items() if pen[2] & flag))


class Wanted:
    """What a screen should show, cell by cell, thought out the slow way."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.cells: list[list[Cell]] = [[(" ", PLAIN)] * width for _ in range(height)]

    def put(self, x: int, y: int, runs: Iterable[Run]) -> None:
        cells: list[Cell] = []
        for text, pen in runs:
            for character in text:
                width = cell_width(character)
                if width:
                    cells += [(character, drawn(pen)), ("", drawn(pen))][:width]
                elif cells:
                    head = -2 if cells[-1][0] == "" else -1
                    cells[head] = (normalize("NFC", cells[head][0] + character), cells[head][1])
        room = self.width - x
        if len(cells) > room and cells[room][0] == "":
            cells[room - 1] = (" ", cells[room - 1][1])
        cells = cells[:room]
        row = self.cells[y]
        end = x + len(cells)
        if cells and row[x][0] == "":
            row[x - 1] = (" ", row[x - 1][1])
        if cells and end < self.width and row[end][0] == "":
            row[end] = (" ", row[end][1])
        row[x:end] = cells

    def seen(self) -> list[list[Cell]]:
        return [[seen(cell) for cell in row] for row in self.cells]


runs = st.lists(st.tuples(st.text(LETTERS, max_size=12), st.sampled_from(PENS)), max_size=4)
words = st.tuples(
    st.sampled_from(["a b   c", " " * 30, "█" * 12, "x" * 40, "漢" * 9]), st.sampled_from(PENS[:6])
)
long_runs = st.lists(words, max_size=4)


class Screens(RuleBasedStateMachine):
    """Rows are put, bands move, others write to the terminal: after each flush it shows what is wanted."""

    @initialize(width=st.integers(1, 40), height=st.integers(1, 14), options=st.tuples(*[st.booleans()] * 2))
    def begin(self, width: int, height: int, options: tuple[bool, bool]) -> None:
        coloured, returns = options
        self.terminal = StrictScreen(width, height, coloured, returns)
        self.screen = Screenful(width, height, erases_coloured=coloured)
        self.wanted = Wanted(width, height)

    @rule(x=st.integers(0, 39), y=st.integers(0, 13), runs=st.one_of(runs, long_runs))
    def put(self, x: int, y: int, runs: list[Run]) -> None:
        x, y = x % self.wanted.width, y % self.wanted.height
        put(self.screen, x, y, runs)
        self.wanted.put(x, y, runs)

    @rule(seed=st.integers(0, 99), pens=st.tuples(*[st.sampled_from(PENS)] * 3), wide=st.booleans())
    def fill(self, seed: int, pens: tuple[Pen, Pen, Pen], wide: bool) -> None:
        """Rows as tables have them: each in the same few pens, on the ground of the first or on their own."""
        first, second, third = pens
        second = Pen(second[0], first[1], second[2])
        for y in range(self.wanted.height):
            number = seed * 7 + y
            cells = [
                (f"{number:5}", first),
                (f"{'█' * (number % 5):6}", second),
                ("漢" if wide else " ", third),
            ]
            name = "abcdefghij"[number % 9 :]
            self.put(0, y, [*cells, (f" {name} ", first), (f"{name * 2:30}", second if y % 3 else third)])

    @rule(top=st.integers(0, 13), rows=st.integers(2, 14), by=st.integers(-6, 6))
    def scroll(self, top: int, rows: int, by: int) -> None:
        """A band of rows stands further up or down; what comes in stays as it was."""
        before = [list(row) for row in self.wanted.cells]
        for y in range(top, min(top + rows, self.wanted.height)):
            if top <= y + by < min(top + rows, self.wanted.height):
                self.put(0, y, [(text, pen_of(how)) for text, how in before[y + by] if text])

    @rule(width=st.integers(1, 40), height=st.integers(1, 14))
    def resize(self, width: int, height: int) -> None:
        one = self.terminal
        self.terminal = StrictScreen(width, height, one.coloured, one.returns)
        self.screen.resize(width, height)
        self.wanted = Wanted(width, height)

    @rule()
    def forget(self) -> None:
        self.terminal.disturb()
        self.screen.forget()

    @rule()
    def flush(self) -> None:
        self.terminal.feed(self.screen.flush())
        assert self.terminal.seen() == self.wanted.seen()
        assert self.screen.flush() == ""

    def teardown(self) -> None:
        if hasattr(self, "terminal"):
            self.flush()


def pen_of(how: Attribute) -> Pen:
    colour, ground, bits = how
    return Pen(colour, ground, sum(flag for flag, style in STYLES.items() if bits & style))


TestScreens = Screens.TestCase
TestScreens.settings = settings(examples(200), stateful_step_count=20)


@given(st.sampled_from(PENS), st.sampled_from(PENS))
def test_a_change_of_pens_is_never_longer_than_a_reset_and_the_whole(old: Pen, new: Pen) -> None:
    terminal = StrictScreen(4, 2)
    terminal.attribute = drawn(old)
    change = between(old, new)
    terminal.feed(change)
    assert terminal.attribute == drawn(new)
    assert len(change) <= len("\x1b[m" + between(Pen(), new))


def test_the_first_screen_begins_with_a_clear() -> None:
    screen = Screenful(20, 4)
    put(screen, 0, 1, [("text", Pen())])
    sent = screen.flush()
    before, cleared, after = sent.partition("\x1b[J")
    assert cleared
    assert not before.replace("\x1b[r", "").replace("\x1b[m", "").replace("\x1b[H", "")
    assert "text" in after


def test_what_a_terminal_would_act_on_is_not_sent() -> None:
    screen = Screenful(20, 2)
    screen.flush()
    put(screen, 0, 0, [("a\x1b[2Jb\nc\x9bd\u202ee", Pen())])
    sent = screen.flush()
    assert "a?[2Jb?c?d?e" in sent
    assert "\x9b" not in sent


plain_runs = st.lists(
    st.tuples(st.text("  aab-é█…漢👍", max_size=12), st.sampled_from(PENS)), max_size=4
)  # the emulator puts marks beside wide characters
puts = st.tuples(st.integers(0, 19), st.integers(0, 5), plain_runs)


@given(st.lists(st.lists(puts, min_size=1, max_size=8), min_size=1, max_size=6))
def test_another_terminal_shows_the_same(screens: list[list[tuple[int, int, list[Run]]]]) -> None:
    terminal: Any = pyte.Screen(20, 6)
    stream: Any = pyte.Stream(terminal)
    screen, wanted = Screenful(20, 6), Wanted(20, 6)
    for puts in screens:
        for x, y, row in puts:
            put(screen, x, y, row)
            wanted.put(x, y, row)
        stream.feed(screen.flush())
        for y, cells in enumerate(wanted.cells):
            for x, (text, (_, _, style)) in enumerate(cells):
                shown = terminal.buffer[y][x]
                assert shown.data == text
                if text.strip():
                    assert shown.bold == bool(style & STYLES[BOLD])
                    assert shown.reverse == bool(style & STYLES[REVERSE])
