"""Lines that were sampled: what was seen, and nothing that only holds for lines that were counted."""

from __future__ import annotations

from pathlib import Path

from tests.support import tachyon_files as made

from proftui import messages
from proftui.analysis.order import Order
from proftui.frame import explain
from proftui.output import forms
from proftui.output.printed import Wanted
from proftui.state.session import Session
from proftui_parsers import load_bytes

TEXT = (
    "def main():\n    while True:\n        work()\n\n\ndef work():\n    x = 1\n    y = 2\n    return x + y\n"
)


def opened(folder: Path) -> Session:
    """A run whose source text is there."""
    path = folder / "app.py"
    path.write_text(TEXT, encoding="utf-8")
    data = made.lines(
        made.meta(),
        made.strings(str(path), "main", "work"),
        made.frames((0, 1, 3), (0, 2, 7), (0, 2, 8)),
        made.figures((0, 500), (300, 300), (200, 200)),
        made.end(500),
    )
    return Session(load_bytes(data), Order.usual("tottime"))


def test_source_shows_samples_of_lines_and_speaks_of_no_calls(tmp_path: Path) -> None:
    session = opened(tmp_path)
    text = "".join(forms.parts(Wanted(session, "source")))
    assert "samples" in text and "hits" not in text
    assert "cProfile" not in text and "other input" not in text and "two runs" not in text
    figures = {line.split()[0]: line.split()[1] for line in text.splitlines() if line.strip()[:1].isdigit()}
    assert figures["3"] == "500" and figures["7"] == "300" and figures["8"] == "200"


def test_a_line_is_explained_by_its_samples(tmp_path: Path) -> None:
    session = opened(tmp_path)
    index = list(session.profile.names).index("work")
    made_of = explain.source_line(session, session.listing(index), 7)
    said = " ".join(row.what for row in made_of.figures)
    assert messages.OF_LINE[True][1] in said and messages.OF_LINE[False][2] not in said
