"""Profiles of gperftools: figures of its own tool and of a reference reader, and what is broken."""

from __future__ import annotations

import struct

import pytest
from benchmarks import native_seeds as made
from tests.support.corpus import SHARED, needs_corpus, recording_of, small, totals_oracle

from proftui_parsers import ProfileError, load, load_bytes
from proftui_parsers.stacks.gperftools import placed

FILES = totals_oracle("gperftools")


@needs_corpus
@pytest.mark.parametrize("name", FILES)
def test_samples_and_addresses_are_those_of_a_reference_reader(name: str) -> None:
    facts = FILES[name]
    if not facts["samples"]:
        with pytest.raises(ProfileError, match="has no samples"):
            load(str(SHARED / name))
        return
    profile = load(str(SHARED / name))
    time, samples = recording_of(profile).totals
    assert [round(time, 9), samples] == [facts["seconds"], facts["samples"]]
    assert (profile.format, profile.count) == ("gperftools", facts["addresses"])
    hottest = sorted(profile.tottime, reverse=True)[:5]
    assert hottest == pytest.approx([count * facts["period_us"] * 1e-6 for _, count in facts["top_leaf"]])


def test_a_program_that_was_recorded_has_the_samples_of_its_tool() -> None:
    profile = load(str(small("gperftools2.10-spin.prof")))
    # `google-pprof --text` says 27 samples, 3 of them in PyObject_Free, which has this address.
    assert profile.total_time == pytest.approx(0.27)
    most = max(range(profile.count), key=profile.tottime.__getitem__)
    assert (profile.names[most], round(profile.tottime[most], 9)) == ("0x5009b4 (python3.11)", 0.03)
    assert "google-pprof --callgrind" in profile.warnings[0]


@pytest.mark.parametrize("form", ["<Q", "<I"])
def test_words_of_both_sizes(form: str) -> None:
    profile = load_bytes(made.gperftools(form))
    assert profile.total_time == pytest.approx(0.06)
    own = {record.name: round(record.tottime or 0, 9) for record in profile}
    # An address that stands twice at the innermost place is one frame.
    assert own == {"0x20 (libf.so)": 0.05, "0x1040 (p)": 0, "0x1050 (p)": 0, "0x9999": 0.01}
    callers = profile.callers(list(profile.names).index("0x20 (libf.so)"))
    edges = {edge.name: round(edge.cumtime or 0, 9) for edge in callers}
    assert edges == {"0x1040 (p)": 0.03, "0x1050 (p)": 0.02}


def test_programs_that_are_never_moved_keep_their_addresses() -> None:
    assert placed(0x42ED43, 0x400000, 0, "/bin/p") == "0x42ed43 (p)"
    assert placed(0x7F0123, 0x7F0000, 0x100, "/lib/x.so") == "0x223 (x.so)"


def test_a_file_that_is_cut_off_is_refused() -> None:
    whole = made.gperftools()
    for at in range(24, len(whole) - len(made.MAPS)):
        with pytest.raises(ProfileError, match="is cut off"):
            load_bytes(whole[:at])


@pytest.mark.parametrize("size", [2**64 - 1, 2**63, 500_000])
def test_sizes_that_cannot_be_are_where_the_file_ends(size: int) -> None:
    data = struct.pack("<10Q", 0, 3, 0, 10_000, 0, 1, 1, 5, 2**64 - 1, size) + bytes(80)
    with pytest.raises(ProfileError, match="is cut off"):
        load_bytes(data)


@pytest.mark.parametrize(
    "text", [b"x-y r 0 0 0 /a\n", b"-\n" * 50, b"1" * 40 + b"-2 r 0 0 0 /a\n", b"\xff\xfe" * 9]
)
def test_maps_that_are_none_are_passed_over(text: bytes) -> None:
    assert load_bytes(made.gperftools(end=text)).total_time == pytest.approx(0.06)
