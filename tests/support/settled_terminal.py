"""A terminal for long sessions: it knows when the program has done all there is to do, and what it took.

Needs ``/proc``: a program is done when it has woken for what was sent and all of its threads sleep again.
"""

from __future__ import annotations

import select
import sys
import time
from pathlib import Path

from benchmarks.emulator import KEYS, PLAIN
from tests.support.pty_terminal import PATIENCE, Cell, Terminal, environment
from textual.keys import _character_to_key

from proftui import messages

HERE = Path(__file__).parent
QUANTUM = 0.002
"""Seconds for which one look waits for output."""
AT_WORK = 120.0
"""Seconds more for what is being worked out: the screen says so, and how to leave it."""
WORKS = (messages.ESC_STOPS, messages.FINDING_OVERVIEW.rpartition("{}")[2])
"""What stands on the screen while it is."""
QUIET = 0.25
"""Seconds without output after which nothing more is to come by itself."""
# As kitty sends it: nobody waits whether more follows.
BYTES = {name: text.encode() for name, text in KEYS.items()} | {"escape": b"\x1b[27u", "space": b" "}
PUNCTUATION = {_character_to_key(character): character for character in "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"}


def bytes_of(key: str) -> bytes:
    """What a terminal sends for a key, by its name in ``keys.py``."""
    if key in BYTES:
        return BYTES[key]
    if key.startswith("ctrl+"):
        return bytes([ord(key[5]) & 0x1F])
    character = PUNCTUATION.get(key, key)
    assert len(character) == 1, f"no such key: {key}"
    return character.encode()


class SettledTerminal(Terminal):
    """``python -m proftui`` with ``arguments``, watched through ``/proc``."""

    def __init__(self, *arguments: str, folder: Path, notes: Path, columns: int = 80, rows: int = 24) -> None:
        self._notes = notes
        self._tasks: Path | None = None
        self.slowest: tuple[float, str] = (0.0, "")
        """Seconds that a key took at most until all was drawn, and what it was."""
        peak = (sys.executable, "-I", "-S", str(HERE / "peak_memory.py"), str(notes))
        super().__init__(
            *arguments,
            columns=columns,
            rows=rows,
            folder=folder,
            environ=environment(EDITOR="true", TMPDIR=str(folder)),
            command=(*peak, sys.executable, "-m", "proftui"),
        )

    def __enter__(self) -> SettledTerminal:
        return self

    @property
    def is_alive(self) -> bool:
        return bool(self._child.isalive())

    def cells(self) -> list[list[Cell]]:
        """The screen cell by cell."""
        return [[self.cell(x, y) for x in range(self.columns)] for y in range(self.rows)]

    def write_over(self, cells: list[list[Cell]] | None = None) -> None:
        """Something else has written to the terminal: question marks everywhere, or these cells."""
        mark = Cell("?", *PLAIN)
        for y in range(self.rows):
            row = cells[y] if cells else [mark] * self.columns
            self._emulator.characters[y][: self.columns] = [cell.data for cell in row]
            self._emulator.attributes[y][: self.columns] = [cell[1:] for cell in row]

    # When the program is done

    def do(self, data: bytes | tuple[int, int], what: str, patience: float = PATIENCE) -> float:
        """Send ``data``, or give the window that size, until all is drawn; the seconds that this took."""
        self._read(0.0)
        if data == (self.columns, self.rows):
            return 0.0
        woken = self._wakings()
        before = time.monotonic()
        if isinstance(data, bytes):
            self.send(data)
            drawn = 0
        else:
            self.resize(*data)
            # It is taken up a little later than it is told, and nothing looks the same at another size.
            drawn = len(self.raw) + 1
        self._settle(woken, what, before + patience, drawn)
        took = time.monotonic() - before
        self.slowest = max(self.slowest, (took, what))
        return took

    def rest(self) -> None:
        """Until what follows the cursor only after a while has followed it: nothing is drawn any more."""
        begun = time.monotonic()
        deadline = begun + PATIENCE
        while True:
            before = time.monotonic()
            drawn = self._read(QUIET, once=True)
            now = time.monotonic()
            # Where we were kept from looking, so was the program from drawing.
            if not drawn and now - before < 2 * QUIET and self._asleep(0) and not self._works():
                return
            deadline = self._later(deadline, begun)
            if now > deadline:
                raise AssertionError(f"never rests\n{self.text}")

    def _settle(self, woken: int, what: str, deadline: float, drawn: int) -> None:
        """All threads sleep, after they have woken, and after ``drawn`` bytes have come in all."""
        begun = time.monotonic()
        while True:
            asleep = len(self.raw) >= drawn and self._asleep(woken)
            if not select.select([self._child.child_fd], [], [], 0.0 if asleep else QUANTUM)[0]:
                if asleep:
                    return
            elif not self._read(0.0):
                raise AssertionError(f"ended at {what}\n{self.text}\n{self.raw[-500:]!r}")
            deadline = self._later(deadline, begun)
            if time.monotonic() > deadline:
                raise AssertionError(f"hangs at {what}\n{self.text}")

    def _later(self, deadline: float, begun: float) -> float:
        """While work goes on that says so, and for some time after it, nothing hangs."""
        if not self._works():
            return deadline
        return max(deadline, min(time.monotonic(), begun + AT_WORK) + PATIENCE)

    def _works(self) -> bool:
        """Whether the screen says that something is being worked out, of which more will be drawn."""
        return any(said in self.text for said in WORKS)

    def _threads(self) -> list[tuple[int, str, int]]:
        """Number and state of each thread, the first one first, and how often it has waited so far."""
        if self._tasks is None:
            self._tasks = Path(f"/proc/{self._notes.read_text().split()[0]}/task")
        found = []
        try:
            for task in self._tasks.iterdir():
                facts = dict(
                    line.partition(":\t")[::2] for line in (task / "status").read_text().splitlines()
                )
                found.append((int(task.name), facts["State"][:1], int(facts["voluntary_ctxt_switches"])))
        except OSError:
            return []
        # Its number is the program's; those of later threads can be lower where numbers start again.
        first = int(self._tasks.parent.name)
        return sorted(found, key=lambda thread: (thread[0] != first, thread[0]))

    def _wakings(self) -> int:
        """How often the first thread has waited: keys and sizes wake that; others end, and do not count."""
        return next((waits for _, _, waits in self._threads()), 0)

    def _asleep(self, woken: int) -> bool:
        threads = self._threads()
        if not threads or threads[0][2] <= woken or {state for _, state, _ in threads} != {"S"}:
            return False
        # Looked at one after the other, two threads that take turns can both seem to sleep.
        return self._threads() == threads

    @property
    def peak(self) -> int:
        """Most bytes of any of its processes, once it has ended."""
        return int(self._notes.read_text().split()[1]) * 1024
