"""Which files were run, and not imported."""

from __future__ import annotations

from itertools import compress

from proftui_parsers.consistency import whole_time
from proftui_parsers.profile import Profile

_MODULE = "<module>"
_LEAST = 0.5
"""Part of the run that what began it took."""


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
