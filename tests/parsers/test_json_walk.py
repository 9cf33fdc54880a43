"""The walk gives what ``json.loads`` gives, in windows of any size, and says so of what is no JSON."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.examples import examples

from proftui_parsers import load_bytes
from proftui_parsers.json_walk import JsonWalker, NotJson

texts = st.text() | st.sampled_from(["],[", "},{", '"', "\\", '\\"', "],", "},", "x" * 5000, "]," * 3000])
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=8,
)


def walked(data: bytes, size: int) -> dict[str, Any]:
    """All arrays below the top, element by element."""
    walker, found = JsonWalker(data), {}
    walker._size = size
    for key in walker.members():
        found[key] = [element for batch in walker.batches() for element in batch]
    return found


@given(
    st.lists(values, max_size=30),
    st.integers(1, 60),
    st.sampled_from([None, 1]),
    st.booleans(),
    st.sampled_from([4096, 5000, 256 << 10]),
)
@examples(200)
def test_elements_are_those_that_json_loads_gives(
    elements: list[Any], times: int, indent: int | None, ascii_only: bool, size: int
) -> None:
    document = {"one": elements * times, "other": [{"a": [1]}, {"b": "]"}], "last": [[2, 3], []]}
    data = json.dumps(document, indent=indent, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")
    assert walked(data, size) == json.loads(data.decode("utf-8", "replace"))


@given(st.lists(st.integers() | st.floats(allow_nan=False, allow_infinity=False), max_size=200))
@examples(100)
def test_numbers_are_read_as_a_column(numbers: list[float]) -> None:
    walker = JsonWalker(json.dumps(numbers).encode())
    if any(abs(number) > 1e300 for number in numbers):
        return
    assert list(walker.numbers()) == [float(number) for number in numbers]


@pytest.mark.parametrize(
    "data", [b"", b"[", b"{", b'{"a"', b'{"a":', b'{"a":1', b"{1:2}", b'{"a":1,}', b'{"a" 1}', b"]"]
)
def test_what_is_no_object_is_said_to_be_none(data: bytes) -> None:
    walker = JsonWalker(data)
    with pytest.raises(NotJson):
        for _ in walker.members():
            pass


@pytest.mark.parametrize(
    "skipped", [b"[" * 5000 + b"]" * 5000, b'"]}"', b"-1.5e7", b"true", b'{"a":"\\\\"}', b" 7 "]
)
def test_what_nobody_asks_for_is_skipped(skipped: bytes) -> None:
    walker = JsonWalker(b'{"skipped":' + skipped + b',"wanted":7}')
    assert [walker.number() for key in walker.members() if key == "wanted"] == [7]


def test_progress_is_told_often_while_a_file_of_stacks_is_read() -> None:
    sample = "[" + ",".join(["0"] * 50) + "]"
    frames = b'{"shared":{"frames":[{"name":"f"}]},"profiles":[{"type":"sampled","unit":"none","samples":['
    data = frames + ",".join([sample] * 100_000).encode() + b'],"weights":[' + b"1," * 99_999 + b"1]}]}"
    told: list[float] = []
    assert load_bytes(data, progress=told.append).total_time == 100_000
    assert told == sorted(told) and len(told) >= 8 and max(b - a for a, b in pairwise(told)) < 0.21

    class GivenUp(Exception):
        pass

    def stop(part: float) -> None:
        raise GivenUp

    with pytest.raises(GivenUp):
        load_bytes(data, progress=stop)


def test_a_scanner_that_asks_for_more_is_no_reason_to_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    json_scanner = pytest.importorskip("_json")

    def asks(context: object) -> object:
        raise AttributeError("'_Context' object has no attribute 'hook_of_a_python_to_come'")

    monkeypatch.setattr(json_scanner, "make_scanner", asks)
    walker = JsonWalker(b'{"a": [1, {"b": NaN}], "c": "x"}')
    values = {key: walker.value() for key in walker.members()}
    assert values["a"][0] == 1 and values["c"] == "x"
