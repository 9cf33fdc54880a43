"""Names from source on a session: what is shown, found and sorted by, and when names stay as recorded."""

from __future__ import annotations

import os
from pathlib import Path

from tests.support.profiles import profile_of

from proftui.analysis.order import Order
from proftui.background.pieces import finished
from proftui.frame.functions import spoken
from proftui.frame.headline import headline
from proftui.state.naming import naming
from proftui.state.session import Session

SOURCE = "class Vector:\n    def parse(self):\n        pass\n\nclass Matrix:\n    def parse(self): pass\n"


def session_on(path: Path, *, first: int = 2) -> Session:
    path.write_text(SOURCE)
    places = [(str(path), first, "parse"), (str(path), first + 4, "parse"), (str(path), 1, "<module>")]
    times = {place: (1, 1, 0.5 - 0.1 * row, 0.5) for row, place in enumerate(places)}
    return Session(profile_of(times), Order.usual("tottime"))


def shown(session: Session) -> list[str]:
    return [spoken(session.names, index) for index in session.rows]


def test_functions_get_their_class_and_are_found_by_both_names(tmp_path: Path) -> None:
    session, drawn = session_on(tmp_path / "shapes.py"), list[list[str]]()
    assert shown(session) == ["parse", "parse", "shapes"]
    session.listed.filter("matrix")
    assert not session.rows
    finished(naming(session, lambda: drawn.append(shown(session))))
    assert drawn == [["Matrix.parse"]]
    for text in ("parse", "func:parse", "parse$", "vector|matrix", "func:^(V|M)"):
        session.listed.filter(text)
        assert shown(session) == ["Vector.parse", "Matrix.parse"], text
    session.listed.filter("")
    session.listed.sort(Order.usual("function"))
    assert shown(session) == ["Matrix.parse", "shapes", "Vector.parse"]
    assert headline(session.profile, session.names).sentence.startswith("Vector.parse takes")
    assert session.names.label(0).endswith("shapes.py:2(parse)")


def test_text_of_another_run_names_nothing(tmp_path: Path) -> None:
    shifted = session_on(tmp_path / "shapes.py", first=3)
    finished(naming(shifted, lambda: None))
    assert shown(shifted) == ["parse", "parse", "shapes"]
    newer = session_on(tmp_path / "newer.py")
    newer.profile.paths = (str(tmp_path / "run.stats"),)
    (tmp_path / "run.stats").touch()
    os.utime(tmp_path / "run.stats", (1, 1))
    finished(naming(newer, lambda: None))
    assert shown(newer) == ["parse", "parse", "newer"]


def test_keys_have_their_turn_while_thousands_of_files_are_told_apart() -> None:
    places = [(f"<attrs generated init {number}>", 1, "__init__") for number in range(3_000)]
    session = Session(profile_of(dict.fromkeys(places, (1, 1, 0.1, 0.1))), Order.usual("tottime"))
    finished(session.sources.finding_paths())
    assert len(list(naming(session, lambda: None))) >= 10
