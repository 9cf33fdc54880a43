"""How long all imports took together: one recorded figure, of the function in which modules are loaded."""

from __future__ import annotations

import math

from proftui.analysis.names import Names
from proftui_parsers.profile import Profile

IMPORT = "_find_and_load"
"""The function of importlib in which modules are looked for and run; its time is that of all imports."""


def seconds_of_imports(profile: Profile, names: Names) -> float:
    """Seconds of all imports; 0 where the file does not tell."""
    cumtime, every = profile.cumtime, profile.names
    if cumtime is None or profile.measure.sampled or IMPORT not in every:
        return 0.0
    loading = [i for i in range(profile.count) if every[i] == IMPORT and names.package(i) == "importlib"]
    return max((cumtime[i] for i in loading if cumtime[i] < math.inf), default=0.0)
