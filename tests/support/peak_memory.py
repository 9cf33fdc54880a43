"""Runs a command; writes its number to a file, and at its end the most memory of any of its processes.

    python -I -S peak.py FILE COMMAND...

A parent of its own, because the memory of a process that has ended is known to its parent only, and what a
child inherits of a large parent would count as its own. KiB on Linux.
"""

from __future__ import annotations

import os
import resource
import signal
import sys


def main() -> int:
    into, *command = sys.argv[1:]
    # What Python ignores, a child would ignore too.
    started = os.posix_spawnp(command[0], command, os.environ, setsigdef=[signal.SIGPIPE, signal.SIGXFSZ])
    with open(into, "w", encoding="ascii") as file:
        file.write(f"{started}\n")
        file.flush()
        _, status = os.waitpid(started, 0)
        file.write(f"{resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss}\n")
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    sys.exit(main())
