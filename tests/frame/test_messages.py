"""Sentences that are fitted into the cells that there are."""

from __future__ import annotations

from proftui.frame import messages


def test_a_long_hot_path_is_told_as_far_as_there_is_room() -> None:
    steps = ["first_of_all", "second_of_all", "third_of_all", "fourth"]
    assert messages.hot_path(steps, "< walks back", 80) == (
        "hot path: first_of_all › second_of_all › third_of_all › fourth · < walks back"
    )
    assert messages.hot_path(steps, "< walks back", 50) == "hot path: third_of_all › fourth · < walks back"
    assert messages.hot_path(steps, "< walks back", 20) == "hot path: fourth · < walks back"
