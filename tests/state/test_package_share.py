"""What a package takes is one answer, whoever asks."""

from __future__ import annotations

from pathlib import Path

from tests.support.corpus import Stats, dumped
from tests.support.screens import opened, screen, typed

from proftui import messages
from proftui.analysis.order import Order
from proftui.background.pieces import finished
from proftui.frame.sentences import package_share
from proftui.state.package_share import measuring, named_package
from proftui.state.session import Session
from proftui_parsers import load

MAIN, RUN = ("/srv/trioapp.py", 1, "main"), ("/lib/python3.11/site-packages/trio/_run.py", 3, "run")
LEN = ("~", 0, "<built-in method builtins.len>")
TABLE: Stats = {
    MAIN: (1, 1, 5.0, 10.0, {}),
    RUN: (1, 1, 3.0, 5.0, {MAIN: (1, 1, 3.0, 5.0)}),
    LEN: (9, 9, 2.0, 2.0, {RUN: (9, 9, 2.0, 2.0)}),
}


def test_filter_and_groups_give_one_answer_of_the_package_alone(tmp_path: Path) -> None:
    path = tmp_path / "p.stats"
    path.write_bytes(dumped(TABLE))
    said = messages.PACKAGE_TAKES.format("50.0", "50.0")
    assert any(said in row for row in screen(opened(path), ["slash", *typed("trio"), "enter"]))
    assert any(said in row for row in screen(opened(path), ["M", "down"], size=(120, 30)))
    session = Session(load(str(path)), Order.usual("tottime"))
    session.listed.filter("pkg:trio")
    finished(measuring(session))
    assert package_share(session, named_package(session)) == said
