"""Settings of all tests."""

from __future__ import annotations

import gc
import os

import pytest
from hypothesis import settings

# Until all is collected: nothing of that is garbage.
gc.disable()

# Where they fail, they say what they saw, as a test does.
pytest.register_assert_rewrite("tests.support", "tests.hostile")

from tests.support import idle, kept_app  # noqa: E402
from tests.support.examples import FEWER, QUICK, THOROUGH  # noqa: E402

from proftui.screens.explorer import checking, panes, status_line  # noqa: E402
from proftui.state import loading  # noqa: E402

# A busy machine is no fault; and what CI runs is the same each time, new examples are for people's machines.
STEADY = bool(os.environ.get("CI"))
settings.register_profile(QUICK, max_examples=100 // FEWER, deadline=None, derandomize=STEADY)
settings.register_profile(THOROUGH, max_examples=200, deadline=None, derandomize=STEADY)
settings.load_profile(QUICK)
# Nor may a message be gone because a machine was slow to look.
status_line.MESSAGE_SECONDS = status_line.CHANGE_SECONDS = 3600.0
# What is found out while a cursor rests is there when a test asks for it (``show_followers``).
panes.LOOK_REST = 3600.0
# What a screen shows does not depend on the source text that a machine has, but where a test asks for it.
checking.REST = 3600.0
# A second each time among all that tests have imported; test_start.py looks at it in a process of its own.
loading.forget_former = lambda: None
idle.install()


def pytest_configure(config: pytest.Config) -> None:
    """The slow job tries the properties again, with all of their examples."""
    if config.option.markexpr == "slow":
        settings.load_profile(THOROUGH)


def pytest_collection_finish() -> None:
    """What is imported and collected stays to the end: nothing is looked for in it over and over."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
    gc.enable()


def pytest_sessionfinish() -> None:
    """No loop is left open."""
    kept_app.end()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Properties belong to both jobs."""
    if config.option.markexpr == "slow":
        for item in items:
            if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
                item.add_marker("slow")


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
