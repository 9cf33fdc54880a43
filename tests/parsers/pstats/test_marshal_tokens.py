"""The look at where values end refuses nothing that can be read, and sees every cut."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from benchmarks.fuzz import mutants, samples
from benchmarks.large import FORMS
from tests.support.corpus import dumped, small
from tests.support.examples import slowly

from proftui_parsers import ProfileError, load_bytes
from proftui_parsers.pstats import marshal_tokens, odd_entries
from proftui_parsers.pstats.marshal_reader import MarshalReader
from proftui_parsers.pstats.odd_entries import step
from proftui_parsers.pstats.table import Table

PIECE = 1500
"""Shorter than a file, longer than what must be there of a value."""


def looked_at(data: bytes, piece: int = PIECE) -> None:
    reader = MarshalReader([data[start : start + piece] for start in range(0, len(data), piece)])
    reader.tag()
    marshal_tokens.check(reader, 0)
    assert reader.pos == 1


def read(data: bytes) -> None:
    load_bytes(data, "p.stats")


def refused(action: Callable[[bytes], object], data: bytes) -> str:
    try:
        action(data)
    except ProfileError as problem:
        return str(problem)
    return ""


@pytest.mark.parametrize("data", [data for data in samples("stats") if data[:1] in (b"{", b"\xfb")])
def test_whole_files_are_whole(data: bytes) -> None:
    looked_at(data)
    looked_at(data + b"what comes behind does not matter")


@pytest.mark.parametrize("name", [f"variant-marshal-v{version}.stats" for version in range(5)])
def test_every_cut_is_seen(name: str) -> None:
    data = small(name).read_bytes()
    looked_at(data)
    for length in range(1, len(data), 7):
        assert refused(looked_at, data[:length]), length


@pytest.mark.parametrize("seed", range(3))
def test_what_is_refused_could_not_be_read(seed: int) -> None:
    seen = 0
    for data in itertools.islice(mutants("stats", seed), 1500):
        if data[:1] in (b"{", b"\xfb") and refused(looked_at, data):
            assert refused(read, data), data
            seen += 1
    assert seen > 100


@pytest.mark.parametrize(
    "text", ["", "a" * 255, "a" * 256, "é" * 127, "é" * 5000, "\ud800", "𝄞" * 63], ids=ascii
)
@pytest.mark.parametrize("version", range(5))
def test_texts_of_all_lengths(text: str, version: int) -> None:
    key = (text, 1, text[::-1])
    data = dumped(
        {("a", line, text): (1, 1, 0.5, 1e300, {key: (1, 1, 0.0, 0.0)}) for line in range(99)}, version
    )
    looked_at(data)
    assert refused(looked_at, data[:-1])


def test_numbers_of_all_sizes() -> None:
    numbers = [0, -1, 2**31 - 1, 2**31, -(2**31), 2**62, -(2**62), 2**75 - 1, 2**75, -(2**200)]
    entries = [("a", line, "f") for line in numbers]
    looked_at(dumped(dict.fromkeys(entries, (1, 2**70, 1, 2, {}))))


def test_dicts_in_dicts_that_go_on_in_the_next_piece() -> None:
    callers = {("a.py", line, "f"): (1, 1, 0.5, 0.5) for line in range(1000)}
    data = dumped({("a.py", line, "g"): (1, 1, 0.5, 0.5, callers) for line in range(3)})
    looked_at(data, 5000)
    assert refused(lambda data: looked_at(data, 5000), data[:-1])


AT_ONCE = marshal_tokens._AT_ONCE


@pytest.mark.parametrize("count", [AT_ONCE - 2, AT_ONCE - 1, AT_ONCE, AT_ONCE + 1, 2 * AT_ONCE])
def test_dicts_of_as_many_values_as_are_matched_at_once(count: int) -> None:
    data = b"{" + b"N" * count + b"{" + b"T" * count + b"0" + b"N" * count + b"0"
    looked_at(data, len(data))
    looked_at(data)
    assert refused(looked_at, data[:-1])


def test_dicts_that_never_end() -> None:
    data = b"{" + (b"{" + b"\xda\0\xda\1a" * 99) * 100
    assert "is cut off" in refused(looked_at, data)


@pytest.mark.parametrize("form", ["cut", *slowly("wrong")])
def test_large_files_of_an_odd_form_are_looked_at_first(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = dumped({("a.py", line, "f"): (1, 1, 0.5, 0.5, {}) for line in range(50_000)}, 0)
    steps = 0

    def counted(table: Table, inside: bool) -> bool:
        nonlocal steps
        steps += 1
        return step(table, inside)

    monkeypatch.setattr(odd_entries, "step", counted)
    assert refused(read, data) == ""
    whole, steps = steps, 0
    said = refused(read, FORMS[form](data))
    assert steps < whole / 10 and ("is cut off" in said if form == "cut" else "is damaged at byte" in said)
