"""Sessions that compare in a shape: each side as it is alone, all runs of it, and rows of groups."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.command_line import refused
from tests.support.compared import Key, demo_pair, profile_of
from tests.support.compared_screens import compared_session, written
from tests.support.corpus import small

from proftui import messages
from proftui.analysis.compare.side import side_of
from proftui.analysis.shape.shape import MINE, WHOLE, Shape, Step
from proftui.background.pieces import finished
from proftui.state.session import Session
from proftui_parsers import Profile, load, load_bytes

RECURSE, OTHER = small("cprofile-py3.11-recurse.stats"), small("cprofile-py3.13-recurse.stats")
OLDEST = small("profile-module-py2.7-recurse.stats")


def take(session: Session, shape: Shape) -> Session:
    finished(session.shaping.making(shape))
    session.take_shape(shape)
    return session


def between(base: Profile, new: Profile) -> Session:
    return compared_session(side_of([base]), side_of([new]))


def test_all_runs_tell_of_the_spread_in_a_shape_too() -> None:
    session = take(compared_session(*demo_pair()), WHOLE.plus(MINE))
    assert session.compared is not None
    now, whole = session.compared.now, session.compared.recorded
    assert (len(now.base.runs), len(now.new.runs)) == (5, 5) and now.p == whole.p
    assert now.runs is not None and any(now.pairs.within)
    assert now.base.totals == pytest.approx(whole.base.totals)


def test_under_a_focus_runs_that_have_no_such_function_are_left_out() -> None:
    main: Key = ("/srv/a.py", 1, "main")
    work: Key = ("/srv/a.py", 9, "work")
    with_it = [profile_of({main: (1, 1.0), work: (2, own)}, {(main, work): 2}) for own in (1.0, 3.0, 2.0)]
    runs = [*with_it, profile_of({main: (1, 9.0)}, {(main, main): 1})]
    session = compared_session(side_of(runs), side_of(with_it))
    take(
        session,
        WHOLE.plus(Step("focus", function=session.profile.function(session.profile.names.index("work")))),
    )
    assert session.compared is not None
    assert session.compared.now.base.totals == pytest.approx((1.0, 3.0, 2.0))


def test_each_group_of_one_side_alone_has_a_row_and_its_name() -> None:
    """All functions of the one are those of the other, by another name of their file."""
    session = take(between(load(RECURSE), load(OLDEST)), WHOLE.grouped("package"))
    assert session.compared is not None and len(set(session.rows)) == len(session.rows)
    assert len(session.rows) == len(session.compared.now.pairs)
    for index in session.rows:
        row = session.compared.row(index)
        assert row is not None and session.names.shown_name(index) == session.compared.now.name(row)


def test_what_is_gone_of_recordings_is_gone_in_a_shape() -> None:
    texts = b"main (a.py:1);old (b.py:2) 30\nmain (a.py:1) 2\n", b"main (a.py:1);work (a.py:2) 80\n"
    session = between(*(load_bytes(text, "s.txt") for text in texts))
    for shape in (WHOLE.plus(MINE), WHOLE.grouped("file")):
        take(session, shape)
        compared = session.compared
        assert compared is not None
        fates = {
            compared.now.name(row): compared.now.pairs.status(row) for row in range(len(compared.now.pairs))
        }
        assert [name for name, fate in fates.items() if fate == "gone"] == [["old"], ["b.py"]][bool(shape.by)]


def test_a_focus_that_the_base_has_not_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    base, new = (written(tmp_path, f"{name}.stats", {name: (9, 0.5)}) for name in ("old_way", "new_way"))
    sides = ("--base", str(base), str(new), "--print")
    assert messages.NOT_THERE_BEFORE in refused(capsys, *sides, "--focus", "new_way")
    assert messages.FOCUS_MATCHES_NOTHING.format("old_way") in refused(capsys, *sides, "--focus", "old_way")
