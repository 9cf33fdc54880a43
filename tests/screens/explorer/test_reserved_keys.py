"""Keys that are kept for later work do nothing in any view; letters say so."""

from __future__ import annotations

import pytest
from tests.support.screens import demo, explore, settled
from tests.support.shots import Shot, shot_of
from textual.pilot import Pilot

from proftui.messages import ELSEWHERE, UNKNOWN_KEY
from proftui.screens.explorer.screen import ExplorerScreen
from proftui.state.view_names import SOURCE, TITLES

LETTERS = "B6"
"""And a, which shows the whole file in Source."""


@pytest.mark.parametrize("view", TITLES)
def test_a_reserved_key_does_nothing_and_says_so(view: str) -> None:
    said = {letter: UNKNOWN_KEY.format(letter) for letter in LETTERS}
    if view != SOURCE:
        said["a"] = ELSEWHERE[(SOURCE,)]
    taken: list[Shot] = []

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        for key in (TITLES[view][0], *said):
            await settled(pilot, explorer, key)
            taken.append(shot_of(pilot))

    explore(demo(), script, size=(80, 24))
    before, *after = taken
    for seen, sentence in zip(after, said.values(), strict=False):
        assert seen.state.startswith(sentence), (sentence, seen.state)
    for seen in after:
        assert seen.rows[:-2] == before.rows[:-2] and seen.rows[-1] == before.rows[-1]
