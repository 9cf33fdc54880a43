"""Collapsed stacks: what lines add up to, whatever comes again of them."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proftui_parsers import Profile, load_bytes, messages
from proftui_parsers.stacks import collapsed as collapsed_reader

STACKS = ["main;f", "main;g", "main;f;g", "main", "tid:7;main;f"]
WEIGHTS = st.one_of(st.integers(0, 10**20), st.sampled_from([0.5, 2.25]))


def own(profile: Profile) -> dict[str, float]:
    return dict(zip(profile.names, profile.tottime, strict=False))


@given(
    st.lists(st.tuples(st.sampled_from(STACKS), WEIGHTS, st.sampled_from([" ", "  ", "\t"]))), st.booleans()
)
def test_stacks_that_come_again_add_up(lines: list[tuple[str, float, str]], is_forgetful: bool) -> None:
    lines = [("main;f", 1, " "), *lines]
    expected: Counter[str] = Counter()
    for stack, weight, _ in lines:
        expected[stack.rpartition(";")[2]] += weight  # type: ignore[assignment] # some are no whole numbers
    with pytest.MonkeyPatch.context() as patch:
        if is_forgetful:
            patch.setattr(collapsed_reader, "_ROOM", 0)
        profile = load_bytes("".join(f"{stack}{gap}{weight}\n" for stack, weight, gap in lines).encode())
    assert own(profile) == pytest.approx({**dict.fromkeys(own(profile), 0), **expected})


def test_a_number_alone_is_no_stack_where_a_thread_without_a_frame_is_one() -> None:
    profile = load_bytes(b"main;f 1\n 41\n42\n 43\n# main;f 1\nmain;f x\nmain;f 2\n")
    assert (own(profile), profile.total_time) == ({"main": 0, "f": 3, "": 84}, 87)
    assert messages.LINES_LEFT_OUT.format(3) in profile.warnings
