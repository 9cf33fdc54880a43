"""Logs of ``python -X importtime``: the figures of the file, and who imported whom."""

from __future__ import annotations

import pytest
from tests.support.corpus import small

from proftui_parsers import Profile, load_bytes

HEAD = "import time: self [us] | cumulative | imported package\n"


def told(text: str) -> dict[str, tuple[float, float]]:
    """By module, own and cumulative microseconds as its lines say; one that failed was tried again."""
    found: dict[str, tuple[float, float]] = {}
    for line in text.splitlines()[1:]:
        own, time, name = line.removeprefix("import time:").split("|")
        before = found.get(name.strip(), (0.0, 0.0))
        found[name.strip()] = before[0] + float(own), before[1] + float(time)
    return found


def figures(profile: Profile) -> dict[str, tuple[float, float]]:
    return {record.name: (1e6 * (record.tottime or 0), 1e6 * (record.cumtime or 0)) for record in profile}


def test_modules_have_the_figures_of_their_lines() -> None:
    text = small("importtime3.11-json.txt").read_text()
    profile = load_bytes(text.encode())
    assert profile.ncalls is None
    found, expected = figures(profile), told(text)
    assert found.keys() == expected.keys()
    for name, (own, time) in expected.items():
        # Python rounds both, so that a sum is off by as many as it has parts.
        assert found[name][0] == pytest.approx(own)
        assert found[name][1] == pytest.approx(time, abs=len(expected))


def test_who_imported_whom_is_told_by_what_is_indented() -> None:
    text = f"{HEAD}import time: 5 | 5 |     b\nhello\nimport time: 3 | 8 |   a\nimport time: 1 | 9 | main\n"
    profile = load_bytes(f"{text}import time: 7 | 7 |       lost\n".encode())
    names = [record.name for record in profile]
    assert {name: [edge.name for edge in profile.callers(at)] for at, name in enumerate(names)} == {
        "lost": [],
        "main": [],
        "a": ["main"],
        "b": ["a"],
    }
    assert profile.total_time == pytest.approx(16e-6)


@pytest.mark.parametrize(
    "line",
    ["import time: x | 1 | a", "import time: 1 | 2", "import time: ٣ | 3 | a", "import time: 1 | 1 | "],
)
def test_other_lines_are_passed_over(line: str) -> None:
    profile = load_bytes(f"{HEAD}import time: 2 | 2 | only\n{line}\n".encode())
    assert list(profile.names) == ["only"] and profile.total_time == pytest.approx(2e-6)
