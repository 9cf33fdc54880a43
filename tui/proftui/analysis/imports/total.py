"""How long all imports took together: one recorded figure, of the function in which modules are loaded."""

from __future__ import annotations

import math

from proftui.analysis.importlib_names import FIND_AND_LOAD
from proftui.analysis.names import Names
from proftui_parsers.profile import Profile


def seconds_of_imports(profile: Profile, names: Names) -> float:
    """Seconds of all imports; 0 where the file does not tell."""
    cumtime, every = profile.cumtime, profile.names
    if cumtime is None or profile.measure.sampled or FIND_AND_LOAD not in every:
        return 0.0
    loading = [
        i for i in range(profile.count) if every[i] == FIND_AND_LOAD and names.package(i) == "importlib"
    ]
    return max((cumtime[i] for i in loading if cumtime[i] < math.inf), default=0.0)
