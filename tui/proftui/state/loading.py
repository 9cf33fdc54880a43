"""The files of the command line, read and read again; ``screens/loading.py`` is the window meanwhile."""

from __future__ import annotations

import _thread
import gc
import os
import time
from collections.abc import Callable, Iterator, Sequence

from proftui import messages
from proftui.background import memory
from proftui_parsers import Profile, ProfileError, load
from proftui_parsers.detect import is_packed
from proftui_parsers.files import with_open
from proftui_parsers.import_free import NamedTuple


class Several(NamedTuple):
    """How far the reading of several files is."""

    number: int
    """Files begun so far."""
    files: int
    """All of them."""


Tell = Callable[[str, float, Several | None], None]
"""Hears now and then what is read, which part of it is, and of several files which of them."""
Marks = dict[str, tuple[int, ...] | None]
"""Of each file which it is, its size, and when it was changed; ``None``: it is not there."""

PATIENCE = 0.3
"""Seconds of reading after which it is shown how far it is."""
EVERY = 0.05
"""Seconds between two such pictures."""
REST = 0.5
"""Seconds after which nothing that was begun before a reading is still on its way."""
LARGE = 256 << 10
"""Bytes of files from which on reading can take long, and memory."""
TIMES = 50
"""So many times as many bytes are in a packed file of stacks."""


class Refused(Exception):
    """The command line asks for something that cannot be; one sentence."""


class Unreadable(ProfileError):
    """One of several files, all of which could be read before, cannot be read now."""

    def __init__(self, path: str, error: ProfileError) -> None:
        super().__init__(str(error))
        self.path = path


class GivenUp(Exception):
    """The user did not want to wait for the file."""


def shown(path: str) -> str:
    """A path in a sentence; what is wrong with it must not be pushed out of sight."""
    if path in ("-", ""):
        return messages.STANDARD_INPUT if path else "''"
    return path if len(path) <= 500 else f"…{path[-500:]}"


def demo_files() -> list[str]:
    """The sample: a call profile and a line profile of one program, which lies beside them."""
    folder = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "demo")
    return [os.path.join(folder, name) for name in ("demo.stats", "demo.lprof")]


def forget_former() -> None:
    """Free what is left of a profile that was read before: objects that refer to each other."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def _weight(path: str) -> int:
    """Bytes of a file, of a packed one about as many as are in it; 0: it is not there."""

    def bytes_of(descriptor: int) -> int:
        return os.fstat(descriptor).st_size * (TIMES if is_packed(os.read(descriptor, 4)) else 1)

    return with_open(path, bytes_of) or 0


class Loader:
    """Reads the files of the command line, and reads them again."""

    def __init__(
        self,
        paths: Sequence[str],
        max_bytes: int,
        adapt: Callable[[Profile], Profile] = lambda profile: profile,
    ) -> None:
        """``adapt``: gives the part of what is read that is asked for; it may raise Refused."""
        self.paths, self.adapt = list(paths), adapt
        self.max_bytes = max_bytes
        self.once = "-" in self.paths
        self.loaded = False
        self.opened: int | None = None
        """How many of the files the profile was of to which the others were added; ``None``: none were."""
        self._first: Profile | None = None
        """What was read of the first file already, which is not read for that again."""
        self.unread: list[Unreadable] = []
        """Of several files, those that could not be read when they were read last."""
        self.seen: Marks = {}
        """How the files were when they were read last."""
        self._reading = _thread.allocate_lock()

    def with_more(self, paths: Sequence[str], read: Profile) -> Loader:
        """What reads these files too, all of which must be good; ``read``: what this one has read."""
        made = Loader([*self.paths, *paths], self.max_bytes, self.adapt)
        made.opened = len(read.paths) if self.opened is None else self.opened
        made.loaded, made.unread = True, list(self.unread)
        # Of stacks a part may have been chosen, and their times may be as the user said.
        if len(self.paths) == 1 and (read.chosen_from is None or self.once):
            made._first, made.seen = read, self.seen
        return made

    def without(self, path: str) -> Loader:
        """What reads the others of these files."""
        rest = list(self.paths)
        # The file may also be one of those that were opened first.
        del rest[len(rest) - 1 - rest[::-1].index(path)]
        made = Loader(rest, self.max_bytes, self.adapt)
        made.opened = self.opened if self.opened is not None and len(rest) > self.opened else None
        made.loaded, made.unread = True, [error for error in self.unread if error.path in rest]
        return made

    @property
    def is_large(self) -> bool:
        """Whether the files take long to read; what is not there does not."""
        return sum(_weight(path) for path in self.paths if path != "-") >= LARGE

    @property
    def changed_at(self) -> float | None:
        """When the files were changed last, seconds since the epoch; ``None``: that is not known."""
        statuses = [with_open(path, os.fstat) for path in self.paths if path != "-"]
        return max((status.st_mtime for status in statuses if status is not None), default=None)

    @property
    def is_unchanged(self) -> bool:
        """Whether all files are as they were when they were read last."""
        return not self.once and bool(self.seen) and self.marks() == self.seen

    def marks(self) -> Marks:
        """How the files are now."""
        found = {path: with_open(path, os.fstat) for path in self.paths if path != "-"}
        return {
            path: status and (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)
            for path, status in found.items()
        }

    def __call__(self, tell: Tell | None = None) -> Profile:
        """All files as one profile; ``tell`` hears now and then which part of which file is read.

        Raises:
            Refused: a file is bad at the start; the sentence names it.
            ProfileError: it cannot be read again.
            Exception: what ``tell`` raises, to give up.
        """
        if self.loaded and self.once and self._first is None:
            raise ProfileError(messages.NOT_READ_TWICE)
        # A reading that was given up may still be on its way to its end; limits are the process's.
        with self._reading:
            return self._read_all(tell)

    def _read_all(self, tell: Tell | None) -> Profile:
        collects = gc.isenabled()
        # A million objects that stay: no collection need ever look at them.
        gc.disable()
        limit = memory.limit() if self.once or self.is_large else None
        try:
            seen = self.marks() if self._first is None else self.marks() | self.seen
            progress = None if tell is None else _Progress(len(self.paths), tell)
            profile = self._read(0, progress) if len(self.paths) == 1 else self._read_several(progress)
            profile = self.adapt(profile)
            self.loaded, self.seen, self._first = True, seen, None
        finally:
            memory.lift(limit)
            gc.freeze()
            if collects:
                gc.enable()
        return profile

    def _read(self, place: int, progress: _Progress | None) -> Profile:
        """The profile in the file at this place."""
        if place == 0 and self._first is not None:
            return self._first
        path = self.paths[place]
        told = None if progress is None else progress.of_file(path)
        try:
            return load(path, max_bytes=self.max_bytes, progress=told)
        except ProfileError as error:
            if len(self.paths) > 1:
                raise Unreadable(path, error) from None
            if self.loaded:
                raise
            raise Refused(f"{shown(path)} {error}") from None

    def _read_several(self, progress: _Progress | None) -> Profile:
        """All that can be read as one, each gone before the next but one; what cannot is noted."""
        from proftui_parsers.combine.adding import Adding, untold

        adding, unread = Adding(), list[Unreadable]()
        for place, profile in self._good(progress, unread):
            # What is in neither is gone while the next file is read.
            adding.take(profile, place, untold)
            del profile
        if len(unread) == len(self.paths):
            raise Refused(f"{shown(self.paths[0])} {unread[0]}")
        try:
            profile = adding.profile(untold)
        except ProfileError as error:
            raise Refused(_named(str(error), list(map(shown, self.paths)))) from None
        unread.sort(key=lambda error: self.paths.index(error.path))
        self.unread = unread
        return _noted(profile, unread, len(self.paths)) if unread else profile

    def _good(self, progress: _Progress | None, unread: list[Unreadable]) -> Iterator[tuple[int, Profile]]:
        """What can be read and its place: as pstats, the first, then the others from the last on."""
        known = {error.path for error in self.unread}
        places, turn = list(range(len(self.paths))), 0
        while places:
            place = places.pop(turn)
            try:
                profile = self._read(place, progress)
            except Unreadable as error:
                # What was good before is being written, perhaps: all of it stays as it is.
                if self.loaded and error.path not in known:
                    raise
                unread.append(error)
                continue
            turn = -1
            yield place, profile
            del profile


class _Progress:
    """How far the reading of one file, or of several, is."""

    def __init__(self, count: int, tell: Tell) -> None:
        self._count, self._tell = count, tell
        # Of one file it is told from the beginning on, so that keys are heard; of several it takes a while.
        self._number, self._next = 0, time.monotonic() + (EVERY / 2 if count > 1 else 0.0)

    def of_file(self, path: str) -> Callable[[float], None]:
        """Begin one more file; what is to be told how far it is."""
        self._number += 1
        number, what = self._number, shown(path)
        several = Several(number, self._count) if self._count > 1 else None

        def told(part: float) -> None:
            now = time.monotonic()
            if now >= self._next:
                self._next = now + EVERY
                self._tell(what, (number - 1 + part) / self._count, several)

        return told


def _named(problem: str, names: Sequence[str]) -> str:
    """A problem with files, and which they are if it does not name them."""
    return problem if any(name in problem for name in names) else f"{', '.join(names)}: {problem}"


def _noted(profile: Profile, unread: Sequence[Unreadable], count: int) -> Profile:
    """The profile with a badge and notes that say what is not in it."""
    badge = messages.FILES_UNREAD.format(len(unread), count)
    notes = [f"{shown(error.path)} {error}" for error in unread]
    recording = profile.recording
    if recording is None:
        return profile.changed(badges=(*profile.badges, badge), remarks=(*notes, *profile.warnings))
    from proftui_parsers.stacks.deriving import profile_of

    return profile_of(
        recording.changed(badges=(*recording.badges, badge), remarks=(*notes, *recording.remarks))
    )
