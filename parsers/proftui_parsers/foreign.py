"""What a file looks like that proftui does not read, and what to do with it: a sentence each."""

from __future__ import annotations

import re
import struct

from proftui_parsers.json_keys import keys
from proftui_parsers.protobuf import is_pprof

_HEAD = 8192
_MOST = 1 << 20
"""Bytes that are looked at where the first ones do not say enough."""

_MAGIC = (
    (b"\x1f\x8b", "is gzip data: unpack it first (gunzip)"),
    (b"\x28\xb5\x2f\xfd", "is zstd data: unpack it first (unzstd)"),
    (b"PK\x03\x04", "is a zip archive: unpack it first (unzip), and open the profile in it"),
    (b"PK\x05\x06", "is an empty zip archive"),
    (b"BZh", "is bzip2 data: unpack it first (bunzip2)"),
    (b"\xfd7zXZ\x00", "is xz data: unpack it first (unxz)"),
    (b"\x89PNG", "is a PNG picture, not a profile"),
    (b"\xff\xd8\xff", "is a JPEG picture, not a profile"),
    (b"%PDF", "is a PDF document, not a profile"),
    (b"\x7fELF", "is a program (ELF): profile it, and open what the profiler writes"),
    (b"SQLite format 3\x00", "is an SQLite database, not a profile"),
    (b"MOJ", "is a MOJO file of austin: convert it with mojo2austin, and open it in speedscope"),
    (b"HCAT", "is a binary file of profiling.sampling: record with --pstats instead"),
    (b"TACH", "is a binary file of profiling.sampling: record with --pstats instead"),
    (b"PERFILE2", "is data of Linux perf: `perf report` shows it"),
    (b"memray\x00", "is a capture of memray: `memray flamegraph` or `memray tree` shows it"),
    (b"\x04\x22\x4d\x18", "is LZ4 data, as memray writes: `memray flamegraph` or `memray tree` shows it"),
    (b"gmon", "is data of gprof: `gprof` shows it"),
    (b"version https://git-lfs", "is a pointer of Git LFS, not the file itself: fetch it (git lfs pull)"),
)

_TAR, _TAR_AT = b"ustar", 257
"""What stands in the header of the first file of a tar archive, behind its name."""

_STATS_HINT = "write a profile with `python -m cProfile -o p.stats ...`"
_IMPORTS_HINT = "cProfile sees imports too: write a profile with `python -m cProfile -o p.stats ...`"
_LPROF_HINT = "open the .lprof file that kernprof wrote beside it"
_PYINSTRUMENT_HINT = "write a profile with `pyinstrument -r pstats -o p.stats ...`"
_SPEEDSCOPE = "open it in speedscope"

_SPEEDSCOPE_FILE = f"is a speedscope file: {_SPEEDSCOPE}"
_CALLGRIND = "is a callgrind file: KCachegrind shows it"
_FIREFOX = "is a Firefox profile: open profiler.firefox.com"
_SVG = "is an SVG picture: open it in a browser"

_TEXTS = (
    (r"\A\s*Timer unit: |^Line #\s+Hits\s+Time", f"is the text that line_profiler prints: {_LPROF_HINT}"),
    (r"function calls.* in [\d.]+ (?:CPU )?seconds", f"is the text that cProfile prints: {_STATS_HINT}"),
    (r"^[ \t]*ncalls\s+tottime\s+percall", f"is the text that cProfile prints: {_STATS_HINT}"),
    (r"^Line #\s+Mem usage", "is the text that memory_profiler prints, not a profile that can be explored"),
    (
        r"^import time:[ \t]+(?:self \[us\]|\d+) \|",
        f"is the output of `python -X importtime`: {_IMPORTS_HINT}",
    ),
    (
        r"^ {0,16}\S.{0,60}\s\d+(?:/\d+)?\s.{0,60}?\d\.\d+:\s.{0,200}\n[ \t]+[0-9a-f]+ \S.*\(.*\)$",
        f"is the text of perf script: {_SPEEDSCOPE}",
    ),
    (r"\ACMDLINE ", "is a recording of memory_profiler: `mprof plot` shows it"),
    (r"\A# austin: ", f"is a text file of austin: {_SPEEDSCOPE}"),
    (r"\A# callgrind format", _CALLGRIND),
    (r"\A(?:version|creator|cmd|events?|positions|summary|fl|fn|fi|ob)[:=]", _CALLGRIND),
    (r"\A(?:heap profile:|--- (?:heapz|contention|threadz))", "is a text profile of pprof: pprof shows it"),
    (r"\ACommand line: .*\nTotal duration: ", f"is the text that pprofile prints: {_STATS_HINT}"),
    (r"Time and Allocation Profiling Report", "is a profile of a Haskell program (GHC)"),
    (r"\A\s*(?i:<!doctype html|<html)", "is a web page: open it in a browser, or the profile it was made of"),
    (r"\A\s*<(?:\?xml|!DOCTYPE svg)[\s\S]*?<svg\b|\A\s*<svg", _SVG),
    (r"\A\s*<\?xml", "is XML, not a profile that proftui reads"),
)

_JSONS = (
    ("shared.frames profiles[].unit+profiles[].startValue", _SPEEDSCOPE_FILE),
    ("traceEvents [].ph", "is a Chrome trace: open it in Perfetto (ui.perfetto.dev)"),
    ("frame_records", "is a session of pyinstrument: convert it with `pyinstrument --load ... -r pstats`"),
    ("root_frame", f"is JSON of pyinstrument: {_PYINSTRUMENT_HINT}"),
    ("elapsed_time_sec+files max_footprint_mb alloc_samples", "is JSON of scalene: `scalene view` shows it"),
    ("meta.interval meta.preprocessedProfileVersion meta.version+threads profile.libs", _FIREFOX),
    ("nodes[].callFrame", "is a .cpuprofile of JavaScript: open it in speedscope"),
    ("total_num_allocations costs[].unit", "is JSON of memray, not a profile that proftui reads"),
    ("run_id+type", "is JSON lines of profiling.sampling: record with --pstats instead"),
)
"""Keys as :func:`keys` tells them, one of which, or two together, such a file has."""

_STACK = re.compile(r"\S.*\s\d+(?:\.\d+)?\s*")
_FRAMES = re.compile(r".*?\S;\S")
_LINES = 500
"""Lines of stacks that are looked at."""
_FIRST_KEYS = b"NFT.SiIfgxylstrR([{<>aAzZuc?)0"
"""What the first key of a marshalled dict, or its end, can begin with."""
_JSON = re.compile(rb'(?:\xef\xbb\xbf|\s)*(?:\{\s*["}]|\[\s*\{\s*")')
_PYTHON = re.compile(r"(?m)^(?:import \w|from [\w.]+ import |def \w+\(|class \w+|#!.*python|@\w+)")
_PYC = re.compile(rb"\A..\r\n[\x00-\x03]\x00\x00\x00", re.DOTALL)
_GLOBAL = re.compile(
    rb"\x8c.([\w.]{1,80})\x94?\x8c.(\w{1,80})\x94?\x93|c([\w.]{1,80})\n(\w{1,80})\n", re.DOTALL
)
_PICKLES = {
    "tracemalloc": "is a snapshot of tracemalloc, a pickle: compare snapshots with tracemalloc itself",
    "yappi": "is a ystat file of yappi, a pickle: write it with `yappi -f pstat` instead",
}
_FIRST_BYTES = (b"{", b"{(", b"{)", b"{\xa8", b"{\xa9", b"\xfb", b"\xfb)", b"\xfb\xa9", b"\x80")
"""Of profiles that end there."""
_UNKNOWN = (
    "is not a profile that proftui reads: it reads those of cProfile (.stats) and line_profiler (.lprof)"
)


def describe(data: bytes) -> str:
    """What the file is, in a sentence that goes on after its name."""
    head = data[:_HEAD]
    for magic, sentence in _MAGIC:
        if head.startswith(magic):
            return sentence
    if head[_TAR_AT : _TAR_AT + len(_TAR)] == _TAR:
        return "is a tar archive: unpack it first (tar -xf), and open the profile in it"
    if len(data) <= 2 and data in _FIRST_BYTES:
        return f"is cut off: it ends at byte {len(data)}"
    return _binary(data, head) or _text(data, head) or _UNKNOWN


def _binary(data: bytes, head: bytes) -> str:
    """What binary data is that has no magic bytes of its own; empty when it is none of these."""
    if head[:1] == b"\x80" and head[1:2] in (b"\x02", b"\x03", b"\x04", b"\x05"):
        return _pickle(data, head)
    if head[:2] == b"c\x00" or head[:1] == b"\xe3":
        return "is marshalled code, not a profile"
    if _PYC.match(head):
        return "is compiled Python (.pyc), not a profile"
    if _is_gperftools(head):
        return "is a CPU profile of gperftools: google-pprof shows it"
    if _is_text(head) or _JSON.match(head):
        return ""
    if head[:1] in (b"{", b"\xfb") and head[1] & 0x7F in _FIRST_KEYS:
        return "is a marshalled dict, but not a profile"
    if head[:1] in (b"[", b"\xdb"):
        return "is a marshalled list, not a profile"
    if is_pprof(data):
        return "is a pprof profile: pprof or speedscope shows it"
    return ""


def _pickle(data: bytes, head: bytes) -> str:
    """What kind of pickle this is, by the name of its class, which is only read."""
    named = _GLOBAL.search(head)
    if named is None:
        if len(data) < _HEAD and data[-1:] != b".":
            return f"is a pickle that is cut off: it ends at byte {len(data):,}"
        return "is a pickle, but no profile of line_profiler"
    module, name = (part.decode() for part in named.groups() if part is not None)
    other = f"is a pickle of {module}.{name}, but no profile of line_profiler"
    return _PICKLES.get(module.split(".")[0], other)


def _is_gperftools(head: bytes) -> bool:
    """Whether this is the header 0, 3, 0 in machine words of either size and order."""
    forms = (struct.Struct(f"{order}3{size}") for order in "<>" for size in "QI")
    return any(len(head) >= 5 * form.size // 3 and form.unpack_from(head) == (0, 3, 0) for form in forms)


def _is_text(head: bytes) -> bool:
    """Whether this reads as text."""
    if b"\x00" in head or any(byte < 9 or 13 < byte < 27 for byte in head[:512]):
        return False
    # A head can end inside a character, and a text may be in an old encoding: some bytes may be wrong.
    return head.decode("utf-8", "replace").count("\ufffd") <= len(head) // 8


def _text(data: bytes, head: bytes) -> str:
    """What a text is; empty when it is no text."""
    encoding = "utf-16" if head[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    if encoding == "utf-8-sig" and not _is_text(head) and not _JSON.match(head):
        return ""
    text = data[:_MOST].decode(encoding, "replace")
    start = text[:_HEAD]
    if _JSON.match(start.encode()):
        return _json(text)
    for pattern, sentence in _TEXTS:
        if re.search(pattern, start, re.MULTILINE):
            return sentence
    if start.lstrip()[:1] in ("{", "["):
        return _json(text)
    if _is_stacks(text):
        return f"is a file of collapsed stacks: {_SPEEDSCOPE}"
    if _PYTHON.search(start):
        return f"is Python source: {_STATS_HINT}"
    return "is text, not a profile"


def _json(text: str) -> str:
    found = keys(text)
    if "speedscope" in found.get("$schema", ""):
        return _SPEEDSCOPE_FILE
    for several, sentence in _JSONS:
        if any(found.keys() >= {*each.split("+")} for each in several.split()):
            return sentence
    return "is JSON, but no kind of profile that proftui knows"


def _is_stacks(text: str) -> bool:
    """Whether the lines are ``frame;frame;frame number``, of which some may be one frame alone."""
    lines = text.split("\n", 2 * _LINES)
    whole = [line for line in lines[:-1] or lines if line.strip() and not line.startswith("#")][:_LINES]
    fitting = [line for line in whole if _STACK.fullmatch(line)]
    return 2 * len(fitting) > len(whole) and any(_FRAMES.match(line) for line in fitting)
