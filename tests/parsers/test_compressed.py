"""What came through gzip or zstd opens as what it was."""

from __future__ import annotations

import gzip
import io
import re
import sys
import tracemalloc
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.support.corpus import small

from proftui_parsers import ProfileError, load, load_bytes, messages
from proftui_parsers.detect import sniff

FILES = (
    "cprofile-py3.11-julia.stats",
    "lp5.1.0-julia.lprof",
    "pyspy0.4.3-asyncio.speedscope.json",
    "pyspy0.4.3-asyncio-threads-idle.raw.txt",
    "tachyon3.15.2-spin.collapsed.txt",
)


def zstd(data: bytes) -> bytes:
    """Packed by whatever of the two is there."""
    if sys.version_info >= (3, 14):
        from compression.zstd import compress

        return compress(data)
    packing = pytest.importorskip("zstandard")
    made: bytes = packing.ZstdCompressor().compress(data)
    return made


@pytest.mark.parametrize("name", FILES)
def test_a_packed_file_is_the_file(name: str, tmp_path: Path) -> None:
    data = small(name).read_bytes()
    expected = load_bytes(data).to_dict()
    packed = tmp_path / "anything"
    packed.write_bytes(gzip.compress(data))
    assert load(packed).records() == load_bytes(data).records()
    assert load_bytes(gzip.compress(gzip.compress(data))).to_dict() == expected
    assert load(io.BytesIO(gzip.compress(data))).to_dict() == expected
    assert sniff(str(packed)) == load_bytes(data).format


@pytest.mark.parametrize("name", FILES)
def test_so_is_one_of_zstd(name: str, tmp_path: Path) -> None:
    data = small(name).read_bytes()
    packed = tmp_path / "anything"
    packed.write_bytes(zstd(data))
    assert load(packed).records() == load_bytes(data).records()
    assert load_bytes(zstd(gzip.compress(data))).to_dict() == load_bytes(data).to_dict()
    assert sniff(str(packed)) == load_bytes(data).format


def test_zstd_files_are_put_one_behind_the_other_and_can_be_cut_and_damaged() -> None:
    stacks, rest = zstd(b"main;f 3\n"), zstd(b"main;g 2\n")
    assert load_bytes(stacks + rest).total_time == 5
    with pytest.raises(ProfileError, match="is zstd data that is cut off: it ends at byte"):
        load_bytes(stacks + rest[:-3])
    with pytest.raises(ProfileError, match="is zstd data that is damaged at about byte"):
        load_bytes(stacks + b"garbage")
    bomb = zstd(b"{(\x03\x00\x00\x00") + zstd(bytes(100 << 20))
    with pytest.raises(ProfileError, match="is zstd data that grows to more than 200 times its size"):
        load_bytes(bomb)


def test_without_zstd_it_is_said_what_unpacks_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "compression.zstd", None)
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(ProfileError, match=re.escape(messages.IS_ZSTD_DATA)):
        load_bytes(b"\x28\xb5\x2f\xfd" + bytes(20))


def test_a_packed_profile_may_come_by_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    data = small(FILES[0]).read_bytes()
    stream = SimpleNamespace(closed=False, isatty=bool, buffer=io.BytesIO(gzip.compress(data)))
    monkeypatch.setattr(sys, "stdin", stream)
    assert load("-").records() == load_bytes(data).records()


def test_a_long_recording_of_few_stacks_may_be_packed_very_small() -> None:
    text = (";".join(["carve (maze.py:7)"] * 900) + " 1\n").encode() * 200
    packed = gzip.compress(text)
    assert len(text) > 200 * len(packed)
    assert load_bytes(packed).total_time == 200


def test_of_what_has_no_profile_in_it_only_the_beginning_is_unpacked(tmp_path: Path) -> None:
    large = tmp_path / "disk.img.gz"
    large.write_bytes(gzip.compress(bytes(50 << 20), 9) * 20)
    tracemalloc.start()
    try:
        with pytest.raises(ProfileError, match="what is in it is not a profile that proftui reads"):
            load(large)
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


def test_progress_goes_on_through_both_halves_of_the_work() -> None:
    told: list[float] = []
    lines = b"".join(b"main;f%d 3\n" % (number % 999) for number in range(400_000))
    load_bytes(gzip.compress(lines), progress=told.append)
    assert told == sorted(told) and told[0] < 0.2 < told[-1] <= 1 and len(told) > 10


class GivenUp(Exception):
    pass


def test_whoever_is_told_the_progress_may_give_up() -> None:
    def stop(part: float) -> None:
        raise GivenUp

    with pytest.raises(GivenUp):
        load_bytes(gzip.compress(b"main;f 3\n" * 400_000), progress=stop)
