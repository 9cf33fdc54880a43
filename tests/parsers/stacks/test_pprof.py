"""Profiles of pprof: the figures of a reference reader and of what they were made of, and what is odd."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from benchmarks import native_seeds as made
from tests.support.corpus import SHARED, needs_corpus, recording_of, small, totals, totals_oracle

from proftui_parsers import ProfileError, load, load_bytes
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.recording import Choice, Recording, Track

FILES = totals_oracle("pprof")
SCALES = {"s": (1e-9, 1e-6), "B": (1.0,), "samples": (1.0,), "": (1.0,)}
"""By our unit, what those of the corpus are in it."""


def of_file(recording: Recording, facts: dict[str, Any]) -> list[tuple[int, float]]:
    """By measure of the file, which one of ours it is, and its unit."""
    left, found = list(range(len(recording.measures))), []
    for total in facts["totals"]:
        pairs = [(at, scale) for at in left for scale in SCALES[recording.measures[at].unit]]
        sums = recording.records.weights
        at, scale = next(p for p in pairs if sum(sums[p[0]]) == pytest.approx(total * p[1], rel=1e-9))
        left.remove(at)
        found.append((at, scale))
    return found


@needs_corpus
@pytest.mark.parametrize("name", FILES)
def test_all_measures_have_the_figures_of_a_reference_reader(name: str) -> None:
    facts, profile = FILES[name], load(str(SHARED / name))
    recording = recording_of(profile)
    assert (profile.format, profile.count) == ("pprof", facts["functions"])
    for column, (at, scale) in enumerate(of_file(recording, facts)):
        one = profile_of(recording, Choice(at))
        assert one.cumtime is not None
        for figures, known in ((one.tottime, facts["top_self"]), (one.cumtime, facts["top_total"])):
            # Behind functions stand threads.
            by_name = dict(zip(zip(one.files, one.names, strict=True), figures, strict=False))
            for file, function, *values in known:
                assert by_name[file, function] == pytest.approx(values[column] * scale, rel=1e-9, abs=1e-12)
        threads = [0.0] * len(recording.tracks)
        for track, weight in zip(recording.records.track, recording.records.weights[at], strict=True):
            threads[track] += weight
        if "austin" not in name:
            # The reference reader does not know austin's labels.
            told = sorted(values[column] * scale for values in facts["threads"].values())
            assert sorted(threads) == pytest.approx(told, rel=1e-9)


def test_austin2pprof_has_the_figures_and_threads_of_its_austin_file() -> None:
    names = ("2pprof2.4.0-spin.pprof", "3.7.0-spin.austin")
    one, other = (load(str(small(f"austin{name}"))) for name in names)
    assert [list(one.files), list(one.names)] == [list(other.files), list(other.names)]
    assert list(one.tottime) == pytest.approx(list(other.tottime))
    assert recording_of(one).tracks == recording_of(other).tracks


def figures(data: bytes) -> dict[str, tuple[float, float]]:
    profile = load_bytes(data)
    return {r.name: (r.tottime or 0.0, r.cumtime or 0.0) for r in profile}


def test_what_is_inlined_is_below_what_it_is_in() -> None:
    profile = load_bytes(made.USUAL)
    known = {"main": (0, 0.04), "f": (0.01, 0.04), "g": (0.03, 0.03)}
    assert figures(made.USUAL) == {name: pytest.approx(pair) for name, pair in known.items()}
    assert [edge.name for edge in profile.callers(list(profile.names).index("g"))] == ["f"]
    recording = recording_of(profile)
    assert recording.tracks == (Track(""), Track("worker"))
    assert totals(recording) == {"cpu": 0.04, "samples": 4.0}
    assert [of.unit for of in recording.measures] == ["s", "samples"]


def test_order_and_packing_of_fields_change_nothing() -> None:
    tables = made.texts() + made.FUNCTIONS + made.LOCATIONS
    numbers = ((2, 3), (1, 3), (2, 30_000_000), (1, 1))
    unpacked = made.part(2, *(made.number(*each) for each in numbers))
    unpacked += made.sample((2, 1), (1, 10_000_000), made.THREAD)
    for data in (tables + made.SAMPLES + made.TYPES, made.TYPES + unpacked + tables):
        assert figures(data) == figures(gzip.compress(made.USUAL)) == figures(made.USUAL)


def test_the_file_says_which_measure_is_first() -> None:
    keys = [of.key for of in recording_of(load_bytes(made.USUAL + made.number(14, 3))).measures]
    assert keys == ["samples", "cpu"]
    # One that is 0 everywhere is none to begin with.
    nothing = made.sample((1,), (0, 5))
    data = made.TYPES + nothing + made.LOCATIONS + made.FUNCTIONS + made.texts() + made.number(14, 3)
    assert recording_of(load_bytes(data)).measures[0].key == "cpu"


def test_places_without_names_are_shown_by_address_with_the_command_that_names_them() -> None:
    places = made.MAPPING + made.ADDRESS + made.texts("/usr/lib/libf.so")
    profile = load_bytes(made.TYPES + made.sample((4,), (1, 5)) + places)
    assert (profile.names[0], profile.files[0]) == ("0x120 (libf.so)", "/usr/lib/libf.so")
    assert any("go tool pprof -proto" in warning for warning in profile.warnings)


def test_values_below_0_stay_so() -> None:
    data = made.TYPES + made.sample((1,), (1, -7_000_000)) + made.LOCATIONS + made.FUNCTIONS + made.texts()
    assert load_bytes(data).total_time == pytest.approx(-0.007)


@pytest.mark.parametrize(
    ("unit", "key", "total"),
    [("bytes", "B", 5), ("\u03bcs", "s", 5e-6), ("widgets", "", 5), ("count", "", 5)],
)
def test_units(unit: str, key: str, total: float) -> None:
    texts = b"".join(made.part(6, text.encode()) for text in ("", "Some thing", unit, "f"))
    function = made.part(5, made.number(1, 1), made.number(2, 3))
    data = made.part(1, made.number(1, 1), made.number(2, 2)) + made.sample((1,), (5,)) + function + texts
    profile = load_bytes(data + made.location(1, (1, 2)))
    assert (profile.measure.unit, profile.measure.key) == (key, "some-thing")
    assert profile.total_time == pytest.approx(total)


TABLES = made.LOCATIONS + made.FUNCTIONS + made.texts()
ODD = {
    "a location that is not there": made.TYPES + made.sample((77,), (1, 1)) + TABLES,
    "a function that is not there": made.TYPES + made.SAMPLES + made.LOCATIONS + made.texts(),
    "fields of the future": made.USUAL + made.number(900, 1) + made.part(901, b"x"),
    "the period first": made.part(11, made.number(1, 3), made.number(2, 4)) + made.USUAL,
    "numbers of 64 bits": made.TYPES + made.sample((1,), (2**63, 2**64 - 1)) + TABLES,
    "two locations of one id": made.USUAL + made.location(1, (2, 2)),
}
REFUSED = {
    "texts that are not there": made.TYPES + made.SAMPLES + made.LOCATIONS + made.FUNCTIONS,
    "no samples": made.TYPES + TABLES,
    "nothing measured": made.SAMPLES + TABLES,
    "more than is measured": made.TYPES * 99 + made.SAMPLES + TABLES,
    "too few values": made.TYPES + made.sample((1,), (1,)) + TABLES,
    "too many values": made.TYPES + made.sample((1,), (1, 2, 3)) + TABLES,
    "a number without end": made.TYPES + made.part(2, b"\x0a\x0b" + b"\xff" * 11) + TABLES,
    "a group": made.TYPES + made.part(2, b"\x0b\x0c") + TABLES,
    "one place in a million": made.USUAL + made.part(4, made.number(1, 1), *[b"\x22\0"] * 500_000),
    "a deep stack": made.TYPES + made.sample([1] * 400_001, (1, 1)) + TABLES,
}


@pytest.mark.parametrize("data", ODD.values(), ids=list(ODD))
def test_what_is_odd_opens(data: bytes) -> None:
    assert load_bytes(data).count


@pytest.mark.parametrize("data", REFUSED.values(), ids=list(REFUSED))
def test_what_is_broken_is_refused_in_a_sentence(data: bytes) -> None:
    with pytest.raises(ProfileError, match=r"^(is|has|measures|does|asks) "):
        load_bytes(data)


def test_a_file_that_is_cut_off_is_refused_or_says_so() -> None:
    whole = small("austin2pprof2.4.0-spin.pprof").read_bytes()
    for at in range(1, len(whole)):
        try:
            profile = load_bytes(whole[:at])
        except ProfileError as problem:
            assert str(problem)
        else:
            # Between two names, all that is left is a whole message.
            assert any("shown as <unknown>" in warning for warning in profile.warnings)
