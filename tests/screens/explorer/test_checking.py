"""What does not add up is looked for beside everything else; the page of it does not wait."""

from __future__ import annotations

import marshal
from collections.abc import Callable

import pytest
from tests.support.corpus import small
from tests.support.screens import demo, explore, opened, press, rows_of, typed
from textual.pilot import Pilot

from proftui import messages
from proftui.background import jobs
from proftui.background.jobs import Working
from proftui.screens.explorer.screen import ExplorerScreen
from proftui_parsers import Profile, load_bytes

BEING_COMPARED = messages.STILL_COMPARING[:60]
NEARLY = marshal.dumps(
    {
        ("m.py", 1, "main"): (1, 1, 1.0, 3.00004, {}),
        ("m.py", 9, "work"): (1, 1, 2.0, 2.0, {("m.py", 1, "main"): (1, 1, 2.0, 2.0)}),
    }
)
"""Of which 40 µs belong to nothing that main called."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("read", "early", "late"),
    [
        (opened(small("cprofile-py3.11-recurse.stats")), "100.1 % of the own time", "s that <built"),
        (demo(), BEING_COMPARED, messages.NOTHING_NOTED),
        (lambda: load_bytes(NEARLY, "x.stats"), BEING_COMPARED, messages.HARDLY_NOTED.format("40.0 µs")),
    ],
)
def test_the_notes_say_what_is_known_and_complete_themselves(
    read: Callable[[], Profile], early: str, late: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = [True]
    slice_ = Working._slice

    def when_let(work: Working, tell: Callable[[], None], then: Callable[[], None]) -> None:
        if held:
            work._go_on(tell, then)
        else:
            slice_(work, tell, then)

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        press(pilot, *typed("!"))
        await pilot.pause()
        rows = "\n".join(rows_of(pilot.app))
        assert early in rows and BEING_COMPARED in rows and late not in rows
        held.clear()
        while BEING_COMPARED in rows:
            await pilot.pause()
            rows = "\n".join(rows_of(pilot.app))
        assert late in rows

    monkeypatch.setattr(jobs, "AT_ONCE_BESIDE", 0)
    monkeypatch.setattr(Working, "_slice", when_let)
    explore(read, script)
