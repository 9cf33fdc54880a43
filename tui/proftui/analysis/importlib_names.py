"""Importlib's own functions, as profiles have them (Lib/importlib/_bootstrap.py and its like)."""

from __future__ import annotations

import math

from proftui.analysis.names import Names
from proftui_parsers.profile import Profile

IMPORTLIB = "<frozen importlib"
"""How its files are recorded."""
FIND_AND_LOAD = "_find_and_load"
"""Looks for modules and runs them; its time is that of all imports."""
_HANDLE_FROMLIST = "_handle_fromlist"
IMPORT_CALLS = (FIND_AND_LOAD, "_lock_unlock_module")
"""What Python calls for a statement that imports."""
IMPORT_FROM_CALLS = (*IMPORT_CALLS, _HANDLE_FROMLIST)
"""The same where it says what of the module is wanted."""
TRAMPOLINE = "_call_with_frames_removed"
"""Calls for others what they ask for."""
PASSED_ON = (
    (("source_to_code",), ("builtins.compile",)),
    (("exec_module",), ("builtins.exec", "_imp.exec_dynamic", "_imp.exec_builtin")),
    (("create_module",), ("_imp.create_dynamic", "_imp.create_builtin")),
    ((_HANDLE_FROMLIST, "_find_and_load_unlocked"), ("builtins.__import__", "_gcd_import")),
    (("find_spec",), ("_imp.find_frozen",)),
)
"""What the trampoline calls for whom."""
EXTENSIONS = ("<built-in method _imp.create_dynamic>", "<built-in method _imp.exec_dynamic>")
"""What loads extension modules."""


def seconds_of_imports(profile: Profile, names: Names) -> float:
    """Seconds of all imports, of the function in which modules are loaded; 0 where the file does not tell."""
    cumtime, every = profile.cumtime, profile.names
    if cumtime is None or profile.measure.sampled or FIND_AND_LOAD not in every:
        return 0.0
    loading = [
        i for i in range(profile.count) if every[i] == FIND_AND_LOAD and names.package(i) == "importlib"
    ]
    return max((cumtime[i] for i in loading if cumtime[i] < math.inf), default=0.0)
