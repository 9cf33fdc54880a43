"""Sentences that are fitted into the cells that there are."""

from __future__ import annotations

from proftui import messages
from proftui.frame import sentences


def test_a_long_hot_path_is_told_as_far_as_there_is_room() -> None:
    steps = ["first_of_all", "second_of_all", "third_of_all", "fourth"]
    why = messages.HOT_PATH_ENDS["own"]
    all_of_them = " › ".join(steps)
    assert sentences.hot_path(steps, " 41.5 %", why, 100) == messages.HOT_PATH.format(
        all_of_them, " 41.5 %", why
    )
    assert sentences.hot_path(steps, "", why, 60) == f"hot path: third_of_all › fourth: {why}"
    assert sentences.hot_path(steps, "", why, 20) == f"hot path: fourth: {why}"
