"""Help of a view: its own words and signs, all of them, on the first page of a small terminal."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile

import pytest
from tests.support.corpus import small
from tests.support.screens import demo, opened
from tests.support.shots import shot, shots

from proftui import messages
from proftui.drawing.capabilities import NO_COLOURS
from proftui.drawing.glyphs import OUR_GLYPHS
from proftui.frame.about_one import COMPARING
from proftui.frame.help import help_rows, words_on
from proftui.frame.keys import KEYS
from proftui.state.view_names import TITLES
from proftui_parsers import Profile

PROFILES = (
    demo(),
    opened(small("cprofile-py3.11-recurse.stats")),
    opened(small("tachyon3.15.2-spin.pstats")),
    opened(small("lp5.1.0-julia.lprof")),
)
VIEWS = {view: title[0] for view, title in TITLES.items()}
"""The key of each view."""
DRAWN = set("▏▎▍▌▋▊▉█│─")
"""What bars and boxes are made of."""


def words_of(view: str) -> str:
    """The first section of the page, as text."""
    return "\n".join("".join(span.text for span in row) for row in takewhile(len, help_rows(view)))


@pytest.mark.parametrize("view", VIEWS)
def test_every_sign_in_a_table_or_picture_is_explained(view: str) -> None:
    for read in PROFILES:
        signs = "".join(word.word for word in words_on(view, read()))
        keys = (VIEWS[view], "E", "end") if view == "tree" else (VIEWS[view],)
        for seen in shots(read, *keys, colours=NO_COLOURS)[1:]:
            # The cursor has the sign of a closed node, and says itself what it is.
            body = "".join(row[1:] for row in seen.rows[2:-3])
            drawn = set(body) & OUR_GLYPHS - DRAWN
            # Elsewhere it stands between the parts of sentences.
            assert drawn - ({"·"} if view != "tree" else set()) <= set(signs), body


@pytest.mark.parametrize("view", VIEWS)
def test_all_words_of_the_view_stand_before_the_fold_and_keys_follow(view: str) -> None:
    page = shot(demo(), VIEWS[view], "question_mark").rows
    text = "\n".join(page)
    assert messages.HELP_TITLE.format(TITLES[view]) in text
    assert all(row in text for row in words_of(view).splitlines())
    assert "Keys: go" in text


def test_no_view_explains_words_of_another_one() -> None:
    assert "→121×" in words_of("source") and "ncalls" not in words_of("source")
    for view, others in {
        "functions": ("→121×", "… 12 more", "[unattributed]", "too narrow", "callers,"),
        "calls": ("→121×", "[unattributed]", "›5"),
        "tree": ("hits", "ncalls", "too narrow", "›5"),
        "icicle": ("hits", "ncalls", "(own time)"),
        "source": ("[unattributed]", "… 12 more"),
    }.items():
        assert not [word for word in others if word in words_of(view)], view
    keys_of_tree = "\n".join("".join(span.text for span in row) for row in help_rows("functions"))
    assert messages.HELP_TITLE not in keys_of_tree and "open everything" not in keys_of_tree


@pytest.mark.parametrize("sign", ["↻52", "… 12 more", "[unattributed]", "≈", "▸ ▾ ·", "—", "!", "callers"])
def test_signs_of_the_tree(sign: str) -> None:
    assert any(row.startswith(sign) for row in words_of("tree").splitlines())


SAMPLED = (
    opened(small("tachyon3.15.2-spin.pstats")),
    opened(small("pyspy0.4.3-asyncio.speedscope.json")),
)


@pytest.mark.parametrize("view", [view for view in VIEWS if view != "imports"])
@pytest.mark.parametrize("read", SAMPLED, ids=["without stacks", "of whole stacks"])
def test_of_samples_the_help_has_no_words_of_calls(view: str, read: Callable[[], Profile]) -> None:
    page = shot(read, VIEWS[view], "question_mark").rows
    text = "\n".join(page)
    words = [word.word for word in words_on(view, read())]
    assert not {"ncalls", "per call", "own/call", "cum/call", "hits", "→121×", "waiting"} & set(words)
    assert ("samples" in words) >= (view in ("functions", "calls", "tree"))
    assert "Keys: go" in text and "primitive" not in text


def test_while_comparing_keys_are_told_as_they_are_then() -> None:
    text = "\n".join("".join(span.text for span in row) for row in help_rows("functions", COMPARING))
    assert all(said in text for said in messages.KEYS_COMPARING.values()) and "next match" not in text


@pytest.mark.parametrize("name", ["cprofile-py3.11-recurse.stats", "lp5.1.0-julia.lprof"])
def test_the_overview_lists_no_key_that_does_nothing_there(name: str) -> None:
    read = opened(small(name))
    page = "\n".join(shot(read, "0", "question_mark", size=(120, 120)).rows)
    listed = {key.action for key in KEYS if key.help in page}
    assert not listed & {"other_side", "match(1)", "match(-1)"} and {"base", "reload"} <= listed
    assert ("functions" in listed) == read().has_lines
