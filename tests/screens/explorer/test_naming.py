"""Names from source text on the screen: they come beside everything else, and anew with the file."""

from __future__ import annotations

import marshal
import os
from pathlib import Path

import pytest
from tests.support.screens import explore, opened, press, rows_of
from textual.pilot import Pilot

from proftui import messages
from proftui.app.application import ProftuiApp
from proftui.screens.explorer import checking
from proftui.screens.explorer.screen import ExplorerScreen
from proftui.state.loading import Loader

TEXT = "class Vector:\n    def parse(self):\n        pass\n"


def write(path: Path, data: bytes) -> str:
    """A file that is older than what is written after it is read."""
    path.write_bytes(data)
    os.utime(path, (1, 1))
    return str(path)


async def shows(pilot: Pilot[None], name: str) -> bool:
    """Whether the first row has that name, some time after all keys are done."""
    for _ in range(2000):
        if name in rows_of(pilot.app)[3]:
            return True
        await pilot.pause(0.001)
    return False


def test_a_method_gets_its_class_from_the_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = write(tmp_path / "shapes.py", TEXT.encode())
    stats = write(tmp_path / "run.stats", marshal.dumps({(program, 2, "parse"): (1, 1, 0.5, 0.5, {})}))
    monkeypatch.setattr(checking, "REST", 0.0)

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        assert await shows(pilot, "Vector.parse")

    explore(opened(stats), script)


def test_a_file_that_has_not_changed_is_named_by_its_text_as_it_now_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = write(tmp_path / "shapes.py", TEXT.encode())
    stats = write(tmp_path / "run.stats", marshal.dumps({(program, 2, "parse"): (1, 1, 0.5, 0.5, {})}))
    load = Loader([stats], 1 << 20)
    monkeypatch.setattr(checking, "REST", 0.0)

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        app = pilot.app
        assert isinstance(app, ProftuiApp)
        explorer.load = load
        for name in ("Vector", "Point"):
            write(Path(program), TEXT.replace("Vector", name).encode())
            press(pilot, "R")
            await pilot.pause()
            assert messages.NOT_CHANGED_SINCE.format("") in rows_of(app)[-2]
            assert await shows(pilot, f"{name}.parse")

    explore(load, script)
