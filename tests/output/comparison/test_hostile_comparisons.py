"""Whatever opens can be compared and printed in every form, and nothing of it reaches a terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from tests.hostile import all_cases
from tests.hostile.case import Case, Handful, handfuls, named
from tests.support.compared import comparison_of, wanted_of

from proftui.analysis.columns import AFTER, BEFORE
from proftui.analysis.compare.measured import MEASURES, OWN, by_ratio
from proftui.analysis.order import TEXTS, Order
from proftui.output.comparison.comment import MOST
from proftui.output.forms import parts
from proftui_parsers import Profile, ProfileError, add, load

SHORT = [case for case in all_cases() if case.is_short]
MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")


def opened(case: Case, folder: Path) -> Profile | None:
    """The profile; ``None``: it is refused."""
    try:
        return add([load(path, max_bytes=case.max_bytes) for path in case.paths(folder)])
    except ProfileError:
        return None


def check(before: Profile, after: Profile) -> None:
    """All forms, of a comparison of these two."""
    comparison = comparison_of(before, after)
    wanted = wanted_of(comparison, 40)
    listed = wanted.session.listed
    rows = sorted(listed.rows)
    for column in (*MEASURES, by_ratio(OWN), BEFORE, AFTER, *TEXTS):
        listed.sort(Order.usual(column))
        assert sorted(listed.rows) == rows
    listed.sort(Order.usual(OWN))
    for form in ("text", "csv", "json", "markdown"):
        wanted.form = form
        text = "".join(parts(wanted))
        assert not {c for c in text if not c.isprintable() and c not in "\n\r"}, form
    assert len(text) <= MOST
    for token in MARKDOWN.parse(text):
        assert not any(child.type == "html_inline" for child in token.children or ())
    found = json.loads("".join(parts(wanted_of(comparison, 40, form="json"))))["comparison"]
    of_causes = [cause["time"] for cause in found["causes"]] + [found["other_causes"]["time"]]
    total = found["change"]["time"]
    sums = [*of_causes, found["change"]["not_attributed"], total]
    if None not in sums and max(map(abs, sums)) < 1e6:
        assert sum(sums[:-1]) == pytest.approx(total, abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("handful", handfuls(SHORT, 10), ids=str)
def test_what_opens_can_be_compared(handful: Handful, tmp_path: Path) -> None:
    for case, folder in handful.each(tmp_path):
        profile = opened(case, folder)
        if profile is not None:
            with named(case):
                check(profile, profile)
