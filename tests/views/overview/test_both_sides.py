"""The overview while two sides are compared."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.compared import side
from tests.support.compared_screens import compared_screen, written

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
