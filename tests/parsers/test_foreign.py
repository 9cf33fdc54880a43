from __future__ import annotations

import bz2
import gzip
import io
import marshal
import pickle
import random
import struct
import tarfile
import zipfile
from pathlib import Path

import pytest
from tests.support.corpus import needs_corpus, shared_files

from proftui_parsers import ProfileError, load, load_bytes
from proftui_parsers.detect import sniff
from proftui_parsers.foreign import describe


def zipped() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("p.stats", b"{0")
    return file.getvalue()


def tarred(form: int) -> bytes:
    """A profile in an archive."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w", format=form) as archive:
        archive.addfile(tarfile.TarInfo("p.stats"), io.BytesIO())
    return file.getvalue()


def pprof(length: int) -> bytes:
    """A sample with so many bytes of locations, and two strings."""
    size, locations = varint(length), bytes(number % 100 for number in range(length))
    sample = b"\x0a" + size + locations + b"\x12\x01\x07"
    return b"\x12" + varint(len(sample)) + sample + b"\x32\x00\x32\x03cpu"


def varint(value: int) -> bytes:
    parts = []
    while value >= 0x80:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*parts, value])


YSTAT = b"\x80\x04\x95\x10\x00\x00\x00\x00\x00\x00\x00\x8c\x05yappi\x94\x8c\x0aYFuncStats\x94\x93\x94."

MANY = ",".join('{"name": "f", "file": "a.py", "line": 1}' for _ in range(9_000))
"""JSON of 360 kB."""


FIGURES: dict[tuple[str, int, str], tuple[int, int, float, float, dict[object, object]]] = {
    ("/srv/a.py", 1, "f"): (1, 1, 0.5, 0.5, {}),
    ("~", 0, "<built-in method builtins.len>"): (300, 300, 0.5, 0.5, {}),
}
"""As ``cProfile.Profile`` has them in ``stats``."""

SAMPLES = {
    "speedscope, told by its profiles": (
        f'{{"profiles":[{{"type":"sampled","unit":"seconds","startValue":0,"samples":[{MANY}'.encode(),
        "speedscope",
    ),
    "speedscope, told late": (
        f'{{"exporter": "x", "shared": {{"a": [{MANY}], "frames": []}}}}'.encode(),
        "speedscope",
    ),
    "Chrome, told late": (f'{{"otherData": [{MANY}], "traceEvents": []}}'.encode(), "Perfetto"),
    "pyinstrument, told late": (f'{{"sys_path": [{MANY}], "root_frame": {{}}}}'.encode(), "is damaged"),
    "Gecko, told late": (f'{{"libs": [{MANY}], "meta": {{"interval": 1}}}}'.encode(), "a Firefox profile"),
    "JSON with names of others deep in it": (
        b'{"a": {"b": {"root_frame": 1, "traceEvents": 2, "costs": 3}}}',
        "no kind of profile",
    ),
    "JSON of coverage": (b'{"meta": {"format": 3, "version": "7.4"}, "files": {}}', "no kind of profile"),
    "JSON that speaks of others": (b'["function calls in 3 seconds", "\\"traceEvents\\": "]', "is "),
    "the end of JSON lines of profiling.sampling": (
        b'{"type":"end","v":0,"run_id":"a1","samples_total":3}\n',
        "first record",
    ),
    "a page of profiling.sampling": (
        b"<!doctype html>\n<html>\n<head>\n<title>Tachyon Profiler - Flamegraph Report</title>",
        "--binary or --gecko",
    ),
    "JSON with zeros at its end": (b'{"root_frame": {' + bytes(900), "is damaged"),
    "JSON that is cut off": (b'{"', "is JSON"),
    "damaged JSON": (b'{"\x01\x02', "is JSON"),
    "pprof, a long message first": (pprof(600) + b"\x32\x00", "does not say what it measures"),
    "pprof, a longer message first": (pprof(900_000), "does not say what it measures"),
    "text in gzip": (gzip.compress(b"x"), "is gzip data, and what is in it is text, not a profile"),
    "zstd": (b"\x28\xb5\x2f\xfd" + bytes(20), "is zstd data"),
    "zip": (zipped(), "unpack it first"),
    "tar": (tarred(tarfile.GNU_FORMAT), "unpack it first"),
    "tar, pax": (tarred(tarfile.PAX_FORMAT), "unpack it first"),
    "a page of pyinstrument": (
        b"<!DOCTYPE html>\n<html><script>var pyinstrumentHTMLRenderer=function(){}",
        "pyinstrument -r pyisession",
    ),
    "a flame graph that is cut off": (
        b'<?xml version="1.0"?><!DOCTYPE svg PUBLIC "x"><svg><!--Flame graph stack visualization. -->',
        "is cut off",
    ),
    "HTML": (b"\n<!DOCTYPE HTML>\n<html><head>", "browser"),
    "SVG": (b'<?xml version="1.0"?>\n<svg xmlns="x">', "picture (SVG)"),
    "Git LFS": (b"version https://git-lfs.github.com/spec/v1\noid sha256:1", "git lfs pull"),
    "a report cut off": (b"Timer unit: 1e-06 s\n\nTotal time: 0.01 s\nFile: a.py\n", "without a row"),
    "speedscope": (b'{"$schema":"https://www.speedscope.app/file-format-schema.json"}', "speedscope"),
    "Chrome": (b'{"traceEvents": []}', "Perfetto"),
    "Chrome list": (b'[{"name": "a", "args": {"x": 1}, "ph": "X"}]', "Perfetto"),
    "pyinstrument": (b'{"start_time": 1, "root_frame": {}}', "is damaged"),
    "pyinstrument session that is cut off": (b'{"frame_records": [[["f"', "not what a pyinstrument file"),
    "scalene": (b'{"max_footprint_mb": 1, "samples": []}', "JSON of scalene that is cut off"),
    "Gecko": (b'{"meta": {"version": 32}, "threads": []}', "a Firefox profile"),
    "other JSON": (b'\xef\xbb\xbf{"a": 1}', "is JSON"),
    "callgrind": (b"# callgrind format\nevents: Ir\n", "without any costs"),
    "callgrind without a comment": (b"events: ns\nfl=a.py\nfn=f\n", "without any costs"),
    "pprof that is cut off": (
        b"\x0a\x04\x08\x01\x10\x02\x0a\x04\x08\x03\x10\x04\x12\x04\x0a\x02\x01",
        "cut off",
    ),
    "perf.data": (b"PERFILE2" + bytes(96), "`perf script -i perf.data | proftui -`"),
    "gprof": (b"gmon\x01\x00\x00\x00" + bytes(12), "is a profile of gprof"),
    "a heap of gperftools": (
        b"heap profile:      1:  512 [  1:  512] @ heap_v2/524288\n",
        "go tool pprof -proto",
    ),
    "a heap of Java": (b"--- heapz 1 ---\nformat = java\n", "go tool pprof -proto"),
    "memray": (b"memray\x00\x0d\x00\x00\x00" + bytes(40), "capture of memray"),
    "LZ4": (b"\x04\x22\x4d\x18" + bytes(20), "is packed"),
    "gperftools": (struct.pack("<8Q", 0, 3, 0, 10000, 0, 0, 1, 0), "has no samples"),
    "gperftools of 32 bits": (struct.pack("<5I", 0, 3, 0, 10000, 0), "is cut off"),
    "pyc": (b"\xa7\r\r\n" + bytes(12) + b"\xe3", "compiled Python"),
    "marshalled code": (marshal.dumps(compile("x=1", "a", "exec")), "compiled Python"),
    "bzip2": (bz2.compress(b"x"), "unpack it first"),
    "a pickle": (pickle.dumps({"a": 1}), "is a pickle"),
    "a pickle of a class": (pickle.dumps(Path("a")), "is a pickle of pathlib."),
    "yappi": (YSTAT, "yappi -f pstat"),
    **{f"figures of cProfile as a pickle {n}": (pickle.dumps(FIGURES, n), "dump_stats") for n in range(6)},
    "heapy's text": (
        b"Partition of a set of 39820 objects. Total size = 5338557 bytes.\n Index  Count   %     Size\n",
        "of heapy (guppy3)",
    ),
    "hotshot": (b"\x13\x0fhotshot-version\x00\x13\x17requested-frame-timings", "is a log of hotshot"),
    "VizTracer": (b'{"traceEvents": [{"ph": "X", "cat": "fee", "name": "f"}]}', "`vizviewer` shows it"),
    "pyinstrument's tree": (
        b"\n  _     ._   __/__   _ _  _   Recorded: 02:36:59  Samples:  301\n",
        "pyinstrument -r pyisession",
    ),
    "a part of pyinstrument's tree": ("1.009 main  a.py:1\n└─ 1.009 f  a.py:6\n".encode(), "pyinstrument -r"),
    "a marshalled dict": (marshal.dumps({"a": 1, "b": [1, 2]}), "is a marshalled dict, but not a profile"),
    "Python": (b"#!/usr/bin/env python3\nimport os\n", "is Python source"),
    "PNG": (b"\x89PNG\r\n\x1a\n", "is a picture"),
    "ELF": (b"\x7fELF\x02\x01", "a program or a database"),
    "text": (b"Dear diary,\ntoday ...\n", "is text, not a profile"),
    "old text": ("Gr\xf6\xdfe und ein langer Satz dahinter\n".encode("latin-1"), "is text, not a profile"),
    "random bytes": (random.Random(7).randbytes(3000), "is not a profile that proftui reads"),
    "one byte": (b"{", ""),
}


@pytest.mark.parametrize(("data", "expected"), SAMPLES.values(), ids=list(SAMPLES))
def test_the_sentence_says_what_it_is(data: bytes, expected: str) -> None:
    with pytest.raises(ProfileError) as caught:
        load_bytes(data, "p.stats")
    sentence = str(caught.value)
    assert expected in sentence
    assert (
        sentence.startswith(("is ", "has ", "does ")) and "\n" not in sentence and not sentence.endswith(".")
    )


OPEN = {
    "stacks of one frame among others": b"idle 9\nmain 1\nlast 2\nmain;f g 3\nend 7\n",
    "long stacks": f"{';'.join(['x' * 70] * 300)} 12\nmain 3\n".encode(),
    "stacks": b"main;f;g 12\nmain;f 3\nmain 1\n",
    "stacks in UTF-16": "main;f;g 12\nmain;f 3\n".encode("utf-16"),
}


@pytest.mark.parametrize("data", OPEN.values(), ids=list(OPEN))
def test_stacks_open(data: bytes) -> None:
    assert load_bytes(data).format == "collapsed"


@needs_corpus
@pytest.mark.parametrize(
    "path",
    shared_files(
        "callgrind",
        "collapsed",
        "gecko",
        "gperftools",
        "memory_profiler",
        "memray",
        "pprof",
    )
    + shared_files("pyspy", "speedscope", "programs")
    + [path for path in shared_files("tachyon") if path.suffix == ".json"]
    + [path for path in shared_files("pyinstrument") if path.suffix != ".pstats"]
    + [path for path in shared_files("honesty") if path.name == "importtime.txt"],
    ids=lambda path: path.name,
)
def test_every_other_profile_of_the_corpus_opens_and_is_listed_or_is_recognised(path: Path) -> None:
    try:
        profile = load(str(path))
    except ProfileError as problem:
        vague = ("is text,", "is JSON,", "is not a profile")
        assert not str(problem).startswith(vague)
    else:
        assert profile.count and profile.total_time
        assert sniff(str(path)) == profile.format


def test_anything_gets_a_sentence() -> None:
    dice = random.Random(11)
    starts = [data[:40] for data, _ in SAMPLES.values()]
    for _ in range(3000):
        data = dice.choice(starts)[: dice.randrange(40)] + dice.randbytes(dice.randrange(60))
        assert describe(data).startswith("is ")
