"""Where the modules of a profile come from: which file began the run, and what lies on this disk."""

from __future__ import annotations

import os
from itertools import compress

from proftui_parsers.consistency import whole_time
from proftui_parsers.import_free import cached_property
from proftui_parsers.profile import Profile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.nearby import Nearby

_MOST_ASKED = 400
"""Files that the disk is asked of; of others it is not known."""
_MODULE = "<module>"
_LEAST = 0.5
"""Part of the run that what began it took."""


class Where:
    """What is known of the files of one profile beside their names."""

    def __init__(self, profile: Profile) -> None:
        self._profile, self._asked = profile, 0
        self.of_samples = profile.recording is not None or profile.measure.sampled
        """Whether a sampler recorded them, which may leave out where modules are looked for."""
        has_all = profile.ncalls is not None and (profile.has_calls or not profile.has_lines)
        self.is_partial = self.of_samples or not has_all
        """Whether modules may have run that are not among the files."""

    @cached_property
    def program(self) -> list[str]:
        """Those that were run, not imported."""
        return program_files(self._profile)

    def has(self, path: str) -> bool:
        """Whether a file is there, beside the profile or in the working folder; asks no other computer."""
        self._asked += 1
        if self._asked > _MOST_ASKED:
            return False
        folders = {"", *map(os.path.dirname, self._profile.paths)} if not os.path.isabs(path) else ("",)
        return any(self._nearby.reached(os.path.join(folder, path)).path for folder in folders)

    @cached_property
    def _nearby(self) -> Nearby:
        # The first screen of most profiles asks for nothing.
        from proftui.analysis.nearby import Nearby

        return Nearby()


def module_codes(profile: Profile) -> list[int]:
    """The functions that are the code of modules in files, the profiler's own aside."""
    codes = compress(range(profile.count), map(_MODULE.__eq__, profile.names))
    return [index for index in codes if not _is_no_program(profile.files[index], profile.producer)]


def _is_no_program(file: str, producer: str) -> bool:
    """Whether a file is none, or the command of a profiler, which began the program."""
    command = file.replace("\\", "/").removesuffix("/__main__.py").removesuffix(".exe")
    return file.startswith("<") or command.rpartition("/")[2] == producer


def program_files(profile: Profile) -> list[str]:
    """The file whose code began the run; none where all that ran of modules is too little for that."""
    times = profile.cumtime or profile.tottime
    first = max(module_codes(profile), key=times.__getitem__, default=None)
    if first is None:
        return []
    # Threads have stacks of their own, and with them a part of the whole.
    is_long = profile.recording is not None or times[first] >= _LEAST * whole_time(profile)
    return [profile.files[first]] if is_long else []
