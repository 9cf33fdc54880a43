"""Functions as rows and sentences name them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.corpus import dumped
from tests.support.icicle_programs import FIT, named
from tests.support.shots import shot

from proftui.frame.functions import name_and_location
from proftui_parsers import load


@pytest.mark.parametrize(
    ("place", "width", "text"),
    [
        ("sklearn/base.py:58, 61, 403, …", 40, "fit_everything  …/base.py:58, 61, 403, …"),
        ("sklearn/base.py:58, 61, 403, …", 30, "fit_everything  ….py:58, 61, …"),
        ("sklearn/base.py:58, 61, 403, …", 26, "fit_everything  ….py:58, …"),
        ("sklearn/base.py:58, 61", 24, "fit_everythi…  …py:58, …"),
        ("lines 58, 61, 403, …", 32, "fit_everything   lines 58, 61, …"),
        ("lines 58, 61, 403, …", 26, "fit_everythi…  lines 58, …"),
    ],
)
def test_of_several_lines_those_are_shown_that_leave_the_name_whole(
    place: str, width: int, text: str
) -> None:
    _, names, _ = named()
    spans = name_and_location(names, FIT, width, None, False, shown_location=place)
    assert "".join(span.text for span in spans) == text


def test_where_the_user_is_stands_whole_if_only_a_note_has_no_room(tmp_path: Path) -> None:
    main, walk = ("app.py", 1, "main"), ("app.py", 3, "walk_all_the_folders_below_this_one_and_tell_it")
    below = {main: (1, 1, 1.0, 2.0), walk: (3, 1, 1.0, 1.0)}
    file = tmp_path / "walk.stats"
    file.write_bytes(dumped({main: (1, 1, 1.0, 3.0, {}), walk: (1, 4, 2.0, 2.0, below)}))
    assert shot(lambda: load(str(file)), "2").state == walk[2]
