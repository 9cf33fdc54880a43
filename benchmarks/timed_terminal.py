"""A terminal that a program runs in, and a clock: what was written when, and when it stood on the screen.

What a program writes is taken at once and stamped before anything is interpreted, so that a slow
interpretation neither holds the program back nor moves a stamp. Linux only.
"""

from __future__ import annotations

import codecs
import fcntl
import os
import select
import shutil
import signal
import struct
import termios
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from benchmarks.emulator import KEYS, Screen
from benchmarks.fewest import changed_cells, fewest_bytes

SLICE = 2048
"""Characters that are interpreted before what came meanwhile is taken."""
QUIET = 0.06
"""Seconds without a byte after which a key's effect counts as complete."""
EFFECT = 0.25
"""Seconds after which a key that may have no effect has had it."""
PATIENCE = 20.0
MODERN_MODES = frozenset({2026})
"""What terminals know that are newer than xterm: synchronized output."""


class Late(Exception):
    """What was waited for did not come."""


@dataclass(frozen=True)
class Reply:
    """What a key brought about; seconds since it was pressed."""

    first: float
    """Until the first byte."""
    last: float
    """Until the last byte."""
    cpu: float
    """CPU seconds until the last byte."""
    all_cpu: float
    """CPU seconds until it was quiet."""
    sent: int
    """Bytes."""
    fewest: int
    """Bytes that the change needed."""
    cells: int
    """Cells changed."""


class TimedTerminal:
    """A program on a pseudo-terminal."""

    def __init__(
        self,
        command: Sequence[str],
        columns: int = 120,
        rows: int = 40,
        *,
        environ: Mapping[str, str],
        answers: bool = True,
        modern: bool = False,
    ) -> None:
        self.screen = Screen(
            columns,
            rows,
            self._answer if answers else lambda text: None,
            MODERN_MODES if modern else frozenset(),
        )
        self.rate = 0.0
        """Bytes a second that are taken at most; 0: as fast as they come."""
        self.sent = 0
        self.last = 0.0
        """When the last byte came."""
        self.last_cpu = 0.0
        """CPU seconds that the program had taken then."""
        self.at = 0.0
        """When what was interpreted last came."""
        self.at_cpu = 0.0
        self.ended: float | None = None
        self.status: int | None = None
        self.watch: Callable[[float], None] | None = None
        """Called after every slice, with the time at which it came."""
        self._waiting: deque[tuple[float, float, str]] = deque()
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._next_read = 0.0
        self._master, slave = os.openpty()
        os.set_blocking(self._master, False)
        self._set_size(columns, rows)
        self._before = termios.tcgetattr(slave)
        name = os.ttyname(slave)
        program = shutil.which(command[0]) or command[0]
        # The leader of a session gets the first terminal that it opens as its own.
        opened = [
            (os.POSIX_SPAWN_OPEN, 0, name, os.O_RDWR, 0),
            *((os.POSIX_SPAWN_DUP2, 0, n) for n in (1, 2)),
        ]
        defaults = [signal.SIGPIPE, signal.SIGINT, signal.SIGQUIT, signal.SIGHUP, signal.SIGTERM]
        self.started = time.monotonic()
        self.pid = os.posix_spawn(
            program, list(command), environ, file_actions=opened, setsid=True, setsigdef=defaults
        )
        os.close(slave)
        self._clock = ~self.pid << 3 | 2
        self._end = os.pidfd_open(self.pid)
        self._poll = select.poll()
        self._poll.register(self._master, select.POLLIN)
        self._poll.register(self._end, select.POLLIN)

    def __enter__(self) -> TimedTerminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the program if it still runs."""
        if self.status is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            self._reap()
        os.close(self._master)
        os.close(self._end)

    # The program

    def cpu(self) -> float:
        """CPU seconds that the program has taken, all its threads."""
        try:
            return time.clock_gettime(self._clock)
        except OSError:
            return self.last_cpu

    def wake_ups(self) -> int:
        """How often its threads went to sleep, and so woke."""
        total = 0
        for thread in Path(f"/proc/{self.pid}/task").iterdir():
            for line in (thread / "status").read_text().splitlines():
                if line.startswith("voluntary_ctxt_switches:"):
                    total += int(line.split()[1])
        return total

    def restored(self) -> bool:
        """Whether the terminal is as it was found."""
        same = termios.tcgetattr(self._master)[:4] == self._before[:4]
        return same and self.screen.modes == {7, 25}

    # What the user does

    def press(self, *keys: str) -> float:
        """Keys by name, or text as it is typed, in one piece; when."""
        data = "".join(KEYS.get(key, key) for key in keys).encode()
        now = time.monotonic()
        while data:
            with suppress(BlockingIOError):
                data = data[os.write(self._master, data) :]
            self._take()
        return now

    def use(self, *keys: str) -> None:
        """Press, and wait until what may come of it is there."""
        self.wait_quiet(EFFECT, since=self.press(*keys))

    def resize(self, columns: int, rows: int) -> float:
        """Another size of the window; when."""
        self.screen.resize(columns, rows)
        now = time.monotonic()
        self._set_size(columns, rows)
        return now

    # What the user sees

    def wait_for(
        self, condition: Callable[[Screen], object], patience: float = PATIENCE, new: bool = False
    ) -> float:
        """When what made the condition true came; with ``new``, something must still come."""
        if not new and condition(self.screen):
            return self.at
        deadline = time.monotonic() + patience
        while self.step(deadline):
            if condition(self.screen):
                return self.at
        why = f"status {self.status}" if self.ended else f"not after {patience} s"
        raise Late(f"{why}: {self.screen.text.strip().splitlines()[-1:]}\n{self.screen.text}")

    def wait_quiet(self, quiet: float = QUIET, since: float = 0.0, patience: float = PATIENCE) -> None:
        """Until no byte came for a while."""
        deadline = time.monotonic() + patience
        while True:
            until = max(self.last, since) + quiet
            now = time.monotonic()
            if (now >= until and not self._waiting) or self.ended:
                return
            if now >= deadline:
                raise Late(f"not quiet after {patience} s\n{self.screen.text}")
            self.step(min(until, deadline))

    def wait_end(self, patience: float = PATIENCE) -> float:
        """When the program ended."""
        deadline = time.monotonic() + patience
        while self.ended is None or self._waiting:
            if time.monotonic() >= deadline:
                raise Late(f"still running after {patience} s\n{self.screen.text}")
            self.step(deadline)
        return self.ended

    def reply(
        self,
        *keys: str,
        quiet: float = QUIET,
        until: Callable[[Screen], object] = lambda screen: True,
    ) -> Reply:
        """Press, and see what comes until the screen is as wanted and it is quiet."""
        self.wait_quiet(quiet)
        before, bytes_before, cpu = self.screen.snapshot(), self.sent, self.cpu()
        pressed = self.press(*keys)
        first: list[float] = []
        self.watch = lambda at: None if first else first.append(at)
        deadline = pressed + PATIENCE
        while not first or not until(self.screen):
            if not self.step(deadline):
                raise Late(f"no answer to {keys}\n{self.screen.text}")
        self.wait_quiet(quiet)
        self.watch = None
        after = self.screen.snapshot()
        return Reply(
            first[0] - pressed,
            self.last - pressed,
            self.last_cpu - cpu,
            self.cpu() - cpu,
            self.sent - bytes_before,
            fewest_bytes(before, after),
            changed_cells(before, after),
        )

    # Inside

    def step(self, deadline: float) -> bool:
        """Take what comes, interpret a slice; ``False`` after the deadline, or when there will be no more."""
        now = time.monotonic()
        if not self._waiting:
            if self.ended is not None or now >= deadline:
                return False
            if self.rate and now < self._next_read:
                time.sleep(min(deadline, self._next_read) - now)
            else:
                for descriptor, _ in self._poll.poll(1 + 1000 * (deadline - now)):
                    if descriptor == self._end:
                        self._reap()
        self._take()
        if self._waiting:
            self.at, self.at_cpu, text = self._waiting.popleft()
            self.screen.feed(text)
            if self.watch is not None:
                self.watch(self.at)
        return True

    def _take(self) -> None:
        while not self.rate or time.monotonic() >= self._next_read:
            try:
                data = os.read(self._master, max(64, int(self.rate / 100)) if self.rate else 1 << 16)
            except BlockingIOError:
                return
            except OSError:
                # All ends of the program's side are closed.
                with suppress(KeyError):
                    self._poll.unregister(self._master)
                return
            now = time.monotonic()
            cpu = self.cpu()
            if self.rate:
                self._next_read = max(self._next_read, now - 0.01) + len(data) / self.rate
            self.last, self.last_cpu = now, cpu
            self.sent += len(data)
            text = self._decode(data)
            self._waiting.extend((now, cpu, text[at : at + SLICE]) for at in range(0, len(text), SLICE))

    def _reap(self) -> None:
        now = time.monotonic()
        _, status = os.waitpid(self.pid, 0)
        self.ended, self.status = now, os.waitstatus_to_exitcode(status)
        self._poll.unregister(self._end)
        self.rate = 0.0
        self._take()

    def _answer(self, text: str) -> None:
        os.write(self._master, text.encode())

    def _set_size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
