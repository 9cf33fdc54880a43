"""Records of a thread by column are those that samples one by one make."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from proftui_parsers.stacks.collecting import Collector

SAMPLES = st.lists(st.tuples(st.integers(0, 1), st.lists(st.integers(-1, 2))), max_size=6)


@given(SAMPLES)
def test_columns_make_the_records_of_single_samples(parts: list[tuple[int, list[int]]]) -> None:
    by_column, one_by_one = Collector(2), Collector(2)
    for track, nodes in parts:
        weights = [float(place) for place, _ in enumerate(nodes)]
        by_column.extend_track(track, nodes, weights, [1.0] * len(nodes))
        one_by_one.extend((node, track, (weight, 1.0)) for node, weight in zip(nodes, weights, strict=True))
    made, right = by_column.records(), one_by_one.records()
    assert (made.node, made.track, made.weights) == (right.node, right.track, right.weights)
