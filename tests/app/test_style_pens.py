"""What Textual makes itself reaches the cells as Textual has measured it."""

from __future__ import annotations

import pytest
from rich.segment import Segment

from proftui.app.driver import StylePens
from proftui.drawing.capabilities import TRUECOLOR
from proftui.terminal.cells import Screenful
from proftui.terminal.pens import Pen


@pytest.mark.parametrize("text", ["हिन्दी", "漢字", "👍🏽", "a❤️b"])
def test_what_is_typed_stays_as_wide_as_it_was(text: str) -> None:
    """Written otherwise, the cursor of the prompt would stand elsewhere."""
    assert StylePens(TRUECOLOR).runs([Segment(text)]) == ((text, Pen()),)


def test_even_so_nothing_that_a_terminal_acts_on_is_sent() -> None:
    screen = Screenful(20, 1)
    screen.put(0, 0, StylePens(TRUECOLOR).runs([Segment("a\x1b[2Jb")]))
    assert "a?[2Jb" in screen.flush()
