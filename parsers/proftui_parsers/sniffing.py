"""What format a file seems to have, by its first bytes."""

from __future__ import annotations

import os
import stat

from proftui_parsers.detect import is_lprof, is_stats
from proftui_parsers.files import READ_ONLY

_HEAD = 4096
_NAMES = ((is_stats, "pstats"), (is_lprof, "lprof"))


def sniff(path: str) -> str | None:
    """The short name of the format that a file begins like; ``None`` for what is none of ours."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return None
        descriptor = os.open(path, READ_ONLY)
    except (OSError, ValueError):
        return None
    try:
        head = os.read(descriptor, _HEAD)
    except OSError:
        return None
    finally:
        os.close(descriptor)
    return next((name for matches, name in _NAMES if matches(head)), None)
