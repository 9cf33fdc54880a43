"""Settings of all tests."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

from proftui.screens.explorer import stage

# Where they fail, they say what they saw, as a test does.
pytest.register_assert_rewrite("tests.support", "tests.hostile")
# A busy machine is no fault; and what CI runs is the same each time, new examples are for people's machines.
settings.register_profile("patient", deadline=None)
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady" if os.environ.get("CI") else "patient")
# Nor may a message be gone because a machine was slow to look.
stage.MESSAGE_SECONDS = 3600.0


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """After the slow tests: what took longest, and most memory; nothing depends on it."""
    for kind, unit in (("slowest", "s"), ("peak", "MiB")):
        found = [
            (value, what, report.nodeid.partition("[")[2].rstrip("]"))
            for report in terminalreporter.stats.get("passed", [])
            for name, (value, what) in getattr(report, "user_properties", [])
            if name == kind
        ]
        for value, what, case in sorted(found, reverse=True)[:5]:
            terminalreporter.write_line(f"{kind}: {value:.2f} {unit}  {what}  {case}")
