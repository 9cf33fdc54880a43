"""The overview while two sides are compared."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.compared import side
from tests.support.compared_screens import compared_screen, compared_screens, written

from proftui import messages
from proftui.analysis.compare.side import Side


@pytest.fixture
def sides(tmp_path: Path) -> tuple[Side, Side]:
    before = written(tmp_path, "a.stats", {"parse": (200, 0.6), "old_way": (5, 0.05), "same": (7, 0.01)})
    after = written(tmp_path, "b.stats", {"parse": (100, 0.3), "new_way": (5, 0.03), "same": (7, 0.01)})
    return side(before), side(after)


def test_the_page_tells_causes_changes_and_what_is_new_and_gone(sides: tuple[Side, Side]) -> None:
    rows = compared_screen(*sides, ["0"])
    assert rows[3].startswith(" by counts ")
    assert "2 causes" in rows[4]
    assert rows[5].split()[-7:] == ["main", "calls", "parse", "100", "times,", "not", "200"]
    assert messages.CHANGED_MOST[:12] in rows[7] and " parse " in rows[8]
    at = next(at for at, row in enumerate(rows) if "1 new function" in row)
    assert "old_way" in rows[at + 1] and "new_way" in rows[at + 2]


def test_what_changed_most_follows_the_scale(tmp_path: Path) -> None:
    """All takes twice as long: normalised, what hardly changed is what changed most."""
    equal = {f"f{number}": (9, 0.02) for number in range(20)}
    before = written(tmp_path, "a.stats", {"large": (9, 0.6), "edited": (9, 0.4), **equal})
    slower = {name: (calls, 2 * own) for name, (calls, own) in equal.items()}
    after = written(tmp_path, "b.stats", {"large": (9, 1.2), "edited": (9, 0.41), **slower})
    _, seconds, *_, normalised = compared_screens(
        side(before), side(after), ["0", "1", "percent_sign", "percent_sign", "0"]
    )
    first = [
        rows[next(at for at, row in enumerate(rows) if messages.CHANGED_MOST[:12] in row) + 1].split()
        for rows in (seconds, normalised)
    ]
    assert "large" in first[0] and "edited" in first[1]
