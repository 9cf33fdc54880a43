"""What memray exports: the same figures in each, and those of memray itself; and what its captures say."""

from __future__ import annotations

import csv
import json
from collections import Counter
from typing import Any

import pytest
from benchmarks.memray_seeds import CSV, GPROF2DOT, STATS
from tests.support.corpus import SHARED, needs_corpus, recording_of, small, totals_oracle

import proftui_parsers.messages as messages
from proftui_parsers import Profile, ProfileError, load, load_bytes
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.recording import Choice

STEM = "memray1.20.0-grow"
CAPTURE = bytes.fromhex(
    "04224d184040c0684f0000f9056d656d726179000d000000f00f0b0300008104000100a2f42a6b28a20100000b2b0800f2192f74"
    "6d702f572d452f762f6c69622f707974686f6e332e31312f736974652d7061636b616765732f5900f2132f5f5f6d61696e5f5f2e"
)
CAPTURED = b"memray\0\x0c\0\0\0\xf0\x04\x0c\x03\0\0" + bytes(32)
"""The beginning of a capture of ``memray run grow.py``, its command cut off in the middle; of a plain one."""


def own(profile: Profile) -> dict[tuple[str, str], float]:
    """By file and name, what a function holds itself, unless that is nothing."""
    return {(record.file, record.name): record.tottime or 0 for record in profile if record.tottime}


def held(profile: Profile) -> dict[tuple[str, str], float]:
    """The same with what it called."""
    return {(record.file, record.name): record.cumtime or 0 for record in profile}


def rows() -> list[tuple[int, int, str, list[tuple[str, str]]]]:
    """Of each row of the csv file its size, its number, its thread and its functions, as csv reads them."""
    with small(f"{STEM}.csv").open(newline="", encoding="utf-8") as file:
        return [
            (
                int(row["size"]),
                int(row["num_allocations"]),
                row["thread_name"],
                [tuple(frame.split(";")[1::-1]) for frame in row["stack_trace"].split("|")],
            )
            for row in csv.DictReader(file)
        ]


def test_csv_has_bytes_and_allocations_of_its_rows() -> None:
    profile = load(str(small(f"{STEM}.csv")))
    sizes, numbers, whole, threads = Counter[Any](), Counter[Any](), Counter[Any](), Counter[str]()
    for size, number, thread, frames in rows():
        sizes[frames[0]] += size
        numbers[frames[0]] += number
        threads[thread] += size
        whole.update(dict.fromkeys(frames, size))
    recording = recording_of(profile)
    assert own(profile) == dict(sizes) and held(profile) == dict(whole)
    assert own(profile_of(recording, Choice(measure=1))) == dict(numbers)
    assert [measure.key for measure in recording.measures] == ["bytes", "allocations"]
    for at, track in enumerate(recording.tracks):
        alone = profile_of(recording, Choice(tracks=frozenset((at,))))
        assert alone.total_time == threads[f"{track.tid} ({track.name})" if track.name else track.tid]


def test_all_exports_of_a_capture_agree_with_its_stats() -> None:
    ends = (".csv", ".gprof2dot.json", ".speedscope.json")
    one, other, third = (load(str(small(f"{STEM}{end}"))) for end in ends)
    stats = json.loads(small(f"{STEM}.stats.json").read_text())
    assert own(one) == own(other) == own(third) and held(one) == held(other) == held(third)
    assert one.total_time == stats["metadata"]["peak_memory"]
    assert {profile.measure.unit for profile in (one, other, third)} == {"B"}
    assert messages.HELD_AT_PEAK in one.warnings and messages.HELD_AT_PEAK in other.warnings


def test_stats_have_the_largest_places_and_the_totals_of_all() -> None:
    path = small(f"{STEM}.stats.json")
    stats, recording = json.loads(path.read_text()), recording_of(load(str(path)))
    assert recording.badges == (messages.TOP_ALONE,)
    assert recording.totals == [stats["total_bytes_allocated"], stats["total_num_allocations"]]
    for number, of in enumerate(("size", "count")):
        expected = Counter[Any]()
        for entry in stats[f"top_allocations_by_{of}"]:
            name, *file = entry["location"].rsplit(":", 2)[:2]
            expected["".join(file), name] += entry[of]
        assert own(profile_of(recording, Choice(measure=number))) == dict(expected)


@needs_corpus
@pytest.mark.parametrize("name", totals_oracle("memray-gprof2dot", "memray-stats"))
def test_files_of_the_corpus_have_the_totals_that_memray_says(name: str) -> None:
    facts, profile = totals_oracle("memray-gprof2dot", "memray-stats")[name], load(str(SHARED / name))
    assert profile.total_time == facts.get("bytes", facts.get("total_bytes_allocated"))
    if "events" in facts:
        assert [profile.count, recording_of(profile).totals[1]] == [facts["functions"], facts["events"]]
        figures = own(profile)
        assert [[file, of, figures[file, of]] for file, of, _ in facts["top_self"]] == facts["top_self"]


def test_rows_are_taken_apart_as_csv_says() -> None:
    profile = load_bytes(CSV)
    assert profile.total_time == 5156
    assert own(profile) == {("a.py", "f"): 1030, ("lib.cpp", "operator|"): 4096}
    assert held(profile)["lib.cpp", "std::map<int, int>"] == 4096
    assert [track.name for track in recording_of(profile).tracks] == ["", 'w, "1"', ""]
    assert any("had no frame" in said for said in profile.warnings)


@pytest.mark.parametrize("row", ["M,1,x,1,0x1,f;a;1", "M,-1,1,1,0x1,f;a;1", "M,1,1", "\u0663"])
def test_rows_that_are_none_are_counted(row: str) -> None:
    profile = load_bytes(CSV + f"{row}\r\n\r\n".encode())
    assert profile.total_time == 5156 and messages.LINES_LEFT_OUT.format(1) in profile.warnings


@pytest.mark.parametrize("unit", ["s", "?", None, 7])
def test_json_of_other_tools_in_other_units_is_none_of_memray(unit: object) -> None:
    with pytest.raises(ProfileError, match="is JSON, but no kind of profile"):
        load_bytes(json.dumps({**GPROF2DOT, "costs": [{"unit": unit}]}).encode())


def test_places_in_one_list_alone_are_there() -> None:
    profile = load_bytes(json.dumps(STATS).encode())
    assert own(profile) == {("a.py", "f"): 5000, ("c.c", "a::b"): 3}
    assert profile.total_time == 9000 and list(profile.names) == ["f", "a::b", "g"]


def test_a_capture_says_what_it_is() -> None:
    with pytest.raises(ProfileError, match=r"\(format 13, Python 3.11, '.*'\): `memray "):
        load_bytes(CAPTURE)
    with pytest.raises(ProfileError, match=r"format 12, Python 3.12, 'memray run -o x a.py'\)"):
        load_bytes(CAPTURED + b"memray run -o x a.py\0" + bytes(9))
    with pytest.raises(ProfileError, match=r"format 10, 'memray run -o x a.py'\)"):
        load_bytes(b"memray\0\x0a" + bytes(37) + b"memray run -o x a.py\0" + bytes(9))
    for data in (CAPTURED, CAPTURE):
        for end in range(4, len(data)):
            with pytest.raises(ProfileError):
                load_bytes(data[:end])


@pytest.mark.parametrize("command", [b"\x1b[2J", b"a\nb", b"", b"\xff\xfe" * 3000])
def test_commands_are_escaped_and_cut(command: bytes) -> None:
    with pytest.raises(ProfileError) as caught:
        load_bytes(CAPTURED + command + b"\0")
    assert str(caught.value).isprintable() and len(str(caught.value)) < 400


def test_other_data_in_lz4_is_packed() -> None:
    with pytest.raises(ProfileError, match="is packed in a way that is not read"):
        load_bytes(b"\x04\x22\x4d\x18\x40\x40\xc0\x08\0\0\0\x70PROFILE")
