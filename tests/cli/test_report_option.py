"""``--report``: which of several printed reports is looked at."""

from __future__ import annotations

import pytest
from tests.support.command_line import printed, refused
from tests.support.corpus import small
from tests.support.screens import DEMO

from proftui import messages

LOG = str(small("service.log"))


def test_the_first_unless_another_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    first = printed(capsys, LOG)
    assert (
        "printed report: times to the millisecond · 14 calls" in first and "! 3 reports: --report 2" in first
    )
    assert "checkout" in printed(capsys, LOG, "--report", "2")
    lines = printed(capsys, LOG, "--report", "3", "--view", "source")
    assert "printed report: times to 1 µs" in lines and "while queue:" in lines


def test_others_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert messages.NO_SUCH_REPORT.format(4, 3) in refused(capsys, LOG, "--print", "--report", "4")
    assert messages.NO_SUCH_REPORT.format(0, 3) in refused(capsys, LOG, "--print", "--report", "0")
    assert messages.BAD_REPORT in refused(capsys, LOG, "--print", "--report", "x")
    stats = str(DEMO / "demo.stats")
    assert messages.NO_SUCH_REPORT.format(2, 1) in refused(capsys, stats, "--print", "--report", "2")
    assert printed(capsys, stats, "--report", "1") == printed(capsys, stats)
