"""Source text that has changed on disk, and what was told by it."""

from __future__ import annotations

import cProfile
import os
import runpy
from pathlib import Path

from proftui.analysis.order import Order
from proftui.background.pieces import finished
from proftui.state.session import Session
from proftui_parsers import load

TEXT = "def called():\n    pass\n\n\ndef caller():\n    called()\n\n\ncaller()\n"


def test_lines_of_calls_are_told_by_the_text_as_it_now_is(tmp_path: Path) -> None:
    program, stats = tmp_path / "program.py", tmp_path / "p.stats"
    program.write_text(TEXT)
    profiler = cProfile.Profile()
    profiler.runcall(runpy.run_path, str(program))
    profiler.dump_stats(stats)
    session = Session(load(str(stats)), Order.usual("tottime"))
    names = session.profile.names
    caller, callee = names.index("caller"), names.index("called")

    def line() -> int:
        finished(session.sources.calling_lines.finding_calls(caller, [callee]))
        site = session.sources.calling_lines.site(caller, callee)
        assert site is not None
        return site.lines[0]

    assert line() == 6
    program.write_text(TEXT.replace("    called()", "    pass\n    called()"))
    os.utime(program, (0, 0))
    assert line() == 6
    session.sources.forget()
    assert line() == 7
