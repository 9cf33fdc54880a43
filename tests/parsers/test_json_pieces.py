"""The walk through JSON: what it skips and takes in batches is what the standard library reads there."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from tests.support.examples import some

from proftui_parsers.json_walk import JsonWalker, NotJson

PIECES = ("a", "b", "\\", '"', "[", "]", "{", "}", ",", " ", "\n", "€", "\x00", "], [[")


def made(dice: random.Random, depth: int = 5) -> Any:
    """Any value, with texts that look like what stands between values."""
    kind = dice.randrange(8 if depth else 5)
    if kind < 2:
        return dice.choice([1, -2.5, 1e10, None, True])
    if kind < 5:
        return "".join(dice.choices(PIECES, k=dice.randrange(12)))
    values = [made(dice, depth - 1) for _ in range(dice.randrange(6))]
    return (
        values
        if kind < 7
        else {f"{number}{dice.choice(PIECES)}": value for number, value in enumerate(values)}
    )


def written(value: Any, dice: random.Random) -> bytearray:
    indent = dice.choice([None, None, 1])
    return bytearray(json.dumps(value, ensure_ascii=dice.random() < 0.5, indent=indent).encode())


@pytest.mark.parametrize("seed", range(4))
def test_what_is_skipped_ends_where_it_ends(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(100):
        data = written([made(dice)], dice)
        walker = JsonWalker(data + b' ]"')
        walker.skip()
        assert walker.at == len(data)


@pytest.mark.parametrize("seed", some(range(20), 20))
def test_batches_are_all_elements_and_end_where_the_array_ends(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(10):
        value = [made(dice, 2) for _ in range(dice.randrange(9))] * dice.choice([1, 1, 1, 3000])
        data = written(value, dice)
        walker = JsonWalker(data + b', "]": [1, 2], "b": {"c": "],"}')
        assert [each for batch in walker.batches() for each in batch] == value
        assert walker.at == len(data)


@pytest.mark.parametrize("seed", range(4))
def test_members_are_all_of_an_object(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(100):
        value = {f"k{dice.choice(PIECES)}{number}": made(dice, 2) for number in range(dice.randrange(7))}
        walker = JsonWalker(written(value, dice) + b"}]")
        assert {key: walker.value() for key in walker.members()} == value
        assert walker.data[walker.at :] == b"}]"


@pytest.mark.parametrize("between", ["],[", "], [", "],\n ["])
@pytest.mark.parametrize(
    "odd", [[], [["],["], [], [0]], [[[0], [1]], [2]], [5, [0]], [[-1, 0.5, None], {"a": [1]}]]
)
def test_lists_are_numbered_by_what_is_in_them(between: str, odd: list[Any]) -> None:
    value: list[Any] = [[number % 7] * (number % 30) for number in range(9000)]
    text = json.dumps(value, separators=(",", ":")).replace("],[", between)
    text = text[:-1] + json.dumps([[], *odd])[3:-1] + "," + text[1:]
    walker, numbers, asked = JsonWalker(text.encode() + b',[7],"x":[8]'), dict[str, int](), list[Any]()

    def make(batch: list[Any], is_remembered: bool) -> list[int]:
        asked.extend(batch)
        return [numbers.setdefault(str(element), len(numbers)) for element in batch]

    found = [number for batch in walker.lists(make) for number in batch]
    assert [list(numbers)[number] for number in found] == [str(element) for element in json.loads(text)]
    assert walker.at == len(text) and len(asked) < len(found)


@pytest.mark.parametrize("text", ["},", "\\", '"},{', "],"])
def test_long_texts_among_small_elements_are_read_whole(text: str) -> None:
    value = [*[{}] * 3000, {"name": text * 5000}] * 3 + [{}]
    walker = JsonWalker(json.dumps([value, text * 9000], separators=(",", ":")).encode())
    numbers = walker.elements()
    next(numbers)
    assert [each for batch in walker.batches() for each in batch] == value
    assert list(numbers) == [1] and walker.at == len(walker.data)


@pytest.mark.parametrize("data", [b"[", b'["', b'["\\"', b"[[]", b'{"a": ["]"', b'["\\'])
def test_what_does_not_end_is_no_json(data: bytes) -> None:
    with pytest.raises(NotJson):
        JsonWalker(bytearray(data)).skip()
