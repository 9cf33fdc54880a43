"""The runs of one side of a comparison: which files those are, read and read again."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Callable, Iterable, Sequence

from proftui import messages
from proftui.analysis.nearby import Nearby
from proftui.state.loading import Loader, Refused, Tell, shown
from proftui_parsers import Profile
from proftui_parsers.detect import sniff

MOST_RUNS = 1_000
"""Files of a side."""


class Runs:
    """Reads the runs of one side, and reads them again."""

    def __init__(
        self,
        words: Sequence[str],
        max_bytes: int,
        adapt: Callable[[Profile], Profile] = lambda profile: profile,
        *,
        parts: bool = False,
    ) -> None:
        """Refused if one of the words is no file, or a folder or a pattern without any.

        Args:
            words: Files, folders and patterns, as the user named them.
            max_bytes: Larger files are refused.
            adapt: As of :class:`Loader`.
            parts: Whether all files are parts of one run, which is their sum.
        """
        files = files_of(words)
        self.paths = files if parts else _once(files)
        """Every file, in the order of the command line; as runs each of them once."""
        groups = [self.paths] if parts else [[path] for path in self.paths]
        self.loaders = [Loader(group, max_bytes, adapt) for group in groups]
        """One for each run."""

    def __call__(self, tell: Tell | None = None) -> tuple[Profile, ...]:
        """All runs, in the order of their files; raises as :class:`Loader` does, and Refused if unlike."""
        runs = tuple(loader(tell) for loader in self.loaders)
        check_alike(runs)
        return runs


def files_of(words: Iterable[str]) -> list[str]:
    """The files of a side; those of a folder or a pattern in the order of their names, ``2`` before ``10``.

    Of a folder it is the profiles in it. Refused if there are none, or too many.
    """
    files = [path for word in words for path in _files(word)]
    if len(files) > MOST_RUNS:
        raise Refused(messages.TOO_MANY_RUNS.format(len(files), MOST_RUNS))
    return files


def _files(word: str) -> list[str]:
    if word == "-" or os.path.isfile(word):
        return [word]
    if os.path.isdir(word):
        inside, nearby = (os.path.join(word, name) for name in os.listdir(word)), Nearby((word,))
        found = [path for path in inside if sniff(nearby.reached(path).path) is not None]
        if not found:
            raise Refused(messages.FOLDER_OF_NO_PROFILES.format(shown(word)))
    elif glob.has_magic(word):
        nearby = Nearby((os.path.dirname(re.split(r"[*?[]", word)[0]),))
        found = [p for p in glob.iglob(word, recursive=True) if os.path.isfile(nearby.reached(p).path)]
        if not found:
            raise Refused(messages.NO_FILE_MATCHES.format(shown(word)))
    else:
        # Reading says why that cannot be.
        found = [word]
    return sorted(found, key=_by_number)


def _once(files: Sequence[str]) -> list[str]:
    """Without those that stand there already: one run is no second one, however often it is named."""
    kept: dict[str, str] = {}
    for file in files:
        kept.setdefault(os.path.realpath(file), file)
    return list(kept.values())


def _by_number(path: str) -> list[tuple[int, str]]:
    return [(int(part) if part.isdecimal() else 0, part) for part in re.split(r"(\d{1,18})", path)]


def kind_of(profile: Profile) -> str:
    """What makes figures comparable, the same of both sides: ``times of calls``, ``samples``, ``bytes``."""
    if profile.measure.unit != "s":
        return profile.measure.name
    return messages.TIMES_OF.format("line" if profile.counted == "hit" else profile.counted)


def check_alike(runs: Iterable[Profile]) -> None:
    """Refused, with one sentence, if two of these profiles cannot be compared."""
    first: Profile | None = None
    for run in runs:
        first = first or run
        kinds = kind_of(first), kind_of(run)
        if kinds[0] != kinds[1]:
            raise Refused(messages.UNLIKE_KINDS.format(*kinds, shown(first.path), shown(run.path)))
