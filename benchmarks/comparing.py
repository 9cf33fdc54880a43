"""How long a comparison takes until its rows stand, beside reading both files; prints JSON.

comparing.py FILE [SECOND]   CPU seconds: of reading it twice; then of matching, sorting and drawing a screen,
                             where the other side is the file itself, the same program edited, the same
                             with half of its files under other names, or another program; or SECOND
"""

from __future__ import annotations

import json
import sys
import time
from array import array

from proftui.analysis.compare.side import side_of
from proftui.analysis.order import Order
from proftui.background.pieces import finished
from proftui.state.comparing import comparing_session
from proftui.state.loading import Loader
from proftui.state.session import Session
from proftui.views.functions.rows import Look
from proftui.views.functions.table import table_of
from proftui_parsers import Profile

WIDTH, HEIGHT = 120, 38
MOST = 1 << 30


def edited(profile: Profile) -> Profile:
    """The same functions some lines below, with other figures."""
    return profile.changed(
        linenos=array("q", [line + 7 if line > 0 else line for line in profile.linenos]),
        tottime=array("d", [time * (1.0 + number % 7 / 10) for number, time in enumerate(profile.tottime)]),
    )


def moved(profile: Profile) -> Profile:
    """The same functions, those of every other file in one of another name."""
    files = sorted(set(profile.files))
    renamed = {file: file.replace(".py", "_2.py") for file in files[::2]}
    return profile.changed(files=[renamed.get(file, file) for file in profile.files])


def other_program(profile: Profile) -> Profile:
    """The same figures under names that the profile does not have."""
    files = {file: file.replace("/", "/other/", 1) for file in set(profile.files)}
    names = {
        name: name if name.startswith("<") else f"{name[:1]}other_{name[1:]}" for name in set(profile.names)
    }
    return profile.changed(
        files=list(map(files.__getitem__, profile.files)), names=list(map(names.__getitem__, profile.names))
    )


def shown(base: Profile, new: Profile) -> float:
    """CPU seconds until the first rows of Functions can be drawn, after the session of the new side."""
    session = Session(new, Order.usual("tottime"))
    start = time.process_time()
    both = finished(comparing_session(session, side_of([base]), side_of([new])))
    table = table_of(both, WIDTH, both.listed.order, Look(), both.rows, WIDTH)
    for index in both.rows[:HEIGHT]:
        table.row(both.names, index, None)
    return time.process_time() - start


def main(path: str, second: str = "") -> None:
    """Measure and print; ``second``: another file to compare with, as it is."""
    start = time.process_time()
    base, new = Loader([path], MOST)(), Loader([path], MOST)()
    found = {"reading": time.process_time() - start}
    others = {
        "same": new,
        "edited": edited(new),
        "moved": moved(new),
        "other": other_program(new),
    }
    if second:
        others["second"] = Loader([second], MOST)()
    for name, other in others.items():
        found[f"{name}.shown"] = shown(base, other)
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
