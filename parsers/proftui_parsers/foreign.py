"""What a file looks like that proftui does not read, and what to do with it: a sentence each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import proftui_parsers.messages as messages
from proftui_parsers.files import beginning
from proftui_parsers.json_keys import keys

_HEAD = 8192
_MOST = 1 << 20
"""Bytes that are looked at where the first ones do not say enough."""

_LZ4 = b"\x04\x22\x4d\x18"
_CAPTURE = re.compile(rb"memray\0(.)(?:(?<=[\x0c-\xff]).{5}(.)\x03|.{3}).{33}\0*([^\0]{,200})", re.DOTALL)
"""A capture of memray: version, from 12 on Python; whether frames are native, numbers, the command."""
_FIRST_BLOCK, _BLOCK = 11, 4096
"""Where packed bytes begin behind the heading of LZ4, and where enough of them are seen."""
_MAGIC = (
    ((b"PK\x03\x04", b"PK\x05\x06", b"BZh", b"\xfd7zXZ\x00", _LZ4), messages.IS_ARCHIVE),
    ((b"\x89PNG", b"\xff\xd8\xff", b"%PDF", b"\x7fELF", b"SQLite format 3\x00"), messages.IS_NO_PROFILE),
    ((b"PERFILE2",), messages.IS_PERF_DATA),
    ((b"gmon",), messages.IS_GPROF),
    ((b"version https://git-lfs",), messages.IS_GIT_LFS),
    ((b"\x13\x0fhotshot-version",), messages.IS_HOTSHOT),
)

_TAR, _TAR_AT = b"ustar", 257
"""What stands in the header of the first file of a tar archive, behind its name."""


_TEXTS = (
    (r"^[ \t]*(?:Timer unit: |ncalls +tottime)|\d function calls.* in \d", messages.IS_WITHOUT_ROWS),
    (r"\ACommand line: .*\nTotal duration: ", messages.IS_PRINTED.format("pprofile", messages.WRITE_STATS)),
    (r"\ACMDLINE ", messages.IS_MEMORY_PROFILER),
    (
        r"^(?:Partition of a set of \d+ objects?\. |Reference Pattern by <)|\A\.loader: _load",
        messages.IS_HEAPY,
    ),
    (
        r"\A\(dp?\d*\n\([SV].*\n(?:p\d+\n)?I\d+\n[SV].*\n(?:p\d+\n)?tp?\d*\n\(I",
        messages.IS_PICKLED_STATS,
    ),
    (
        r"\bRecorded: [\d:]{8} +Samples: |^[│ ]*[├└]─ (?:\x1b\[[\d;]*m)*\d+\.\d",
        messages.IS_PRINTED.format("pyinstrument", messages.WRITE_SESSION),
    ),
    (r"\A(?:heap profile:|--- ?(?:heapz|contentionz?|threadz))", messages.IS_LEGACY_PPROF),
    (r"<title>(?:Tachyon Profiler\b|[^<]{0,500} - Heatmap<)|nsamples +sample%", messages.IS_SAMPLING_PAGE),
    (
        r"\A\s*(?i:<!doctype html|<html)[\s\S]*?\bpyinstrument",
        messages.IS_PYINSTRUMENT_PAGE.format(messages.WRITE_SESSION),
    ),
    (r"\A\s*(?i:<!doctype html|<html)", messages.IS_WEB_PAGE),
    (r"\A\s*<(?:\?xml|!DOCTYPE svg|svg)", messages.IS_SVG),
)

_JSONS = (
    ("shared.frames profiles[].unit+profiles[].startValue", messages.IS_PART_OF_SPEEDSCOPE),
    ("traceEvents [].ph", messages.IS_CHROME_TRACE),
    ("max_footprint_mb alloc_samples", messages.IS_PART_OF_SCALENE),
    ("meta.interval meta.preprocessedProfileVersion meta.version+threads profile.libs", messages.IS_FIREFOX),
    ("run_id+type", messages.IS_SAMPLING_JSON),
)
"""Keys as :func:`keys` tells them, one of which, or two together, such a file has."""

_FIRST_KEYS = b"NFT.SiIfgxylstrR([{<>aAzZuc?)0"
"""What the first key of a marshalled dict, or its end, can begin with."""
_JSON = re.compile(rb'(?:\xef\xbb\xbf|\s)*(?:\{\s*["}]|\[\s*(?:[\[{"]|-?\d+(?:\.\d+)?\s*[],]|\]\s*\Z))')
_VIZTRACER = re.compile(r'(?i)"cat": ?"fee"|"viztracer_metadata"')
_PYTHON = re.compile(r"(?m)^(?:import \w|from [\w.]+ import |def \w+\(|class \w+|#!.*python|@\w+)")
_PYC = re.compile(rb"\A..\r\n[\x00-\x03]\x00\x00\x00", re.DOTALL)
_GLOBAL = re.compile(
    rb"\x8c.([\w.]{1,80})\x94?\x8c.(\w{1,80})\x94?\x93|c([\w.]{1,80})\n(\w{1,80})\n", re.DOTALL
)
_PICKLED_STATS = re.compile(
    rb"(?:\x80.)?(?:\x95.{8})?\}(?:q.|\x94)?\(*(?:[XT].{4}|[\x8cU].)[^\x00]{0,4000}?(?:K.|M..|J.{4})"
    rb"(?:[XT].{4}|[\x8cU].|h.)[^\x00]{0,400}?[\x87t](?:q.|\x94)?\([KMJ]",
    re.DOTALL,
)
"""A dict of a text, a number and a text, and of what begins with a number."""
_FIRST_BYTES = (b"{", b"{(", b"{)", b"{\xa8", b"{\xa9", b"\xfb", b"\xfb)", b"\xfb\xa9", b"\x80")
"""Of profiles that end there."""


def describe(data: bytes) -> str:
    """What the file is, in a sentence that goes on after its name."""
    head = data[:_HEAD]
    if capture := _memray_capture(data):
        return capture
    for magic, sentence in _MAGIC:
        if head.startswith(magic):
            return sentence
    if head[_TAR_AT : _TAR_AT + len(_TAR)] == _TAR:
        return messages.IS_ARCHIVE
    if len(data) <= 2 and data in _FIRST_BYTES:
        return messages.IS_CUT_OFF.format(len(data))
    return _binary(data, head) or _text(data, head) or messages.IS_UNKNOWN


def _memray_capture(data: bytes) -> str:
    """What a capture of memray is, packed or not; empty: it is none."""
    head = _CAPTURE.match(_unpacked(iter(data[_FIRST_BLOCK:_BLOCK])) if data.startswith(_LZ4) else data)
    if head is None:
        return ""
    (version,), minor, command = head.groups(b"")
    python = "".join(map("Python 3.{}, ".format, minor))
    return messages.IS_MEMRAY.format(version, python, command.decode("utf-8", "replace"))


def _unpacked(block: Iterator[int]) -> bytes:
    """What LZ4 packed: bytes as they are, and how far back, and how long, they repeat."""
    made = bytearray()
    for token in block:
        made += bytes(islice(block, _length(token >> 4, block)))
        back = next(block, 0) + 256 * next(block, 0)
        if not 0 < back <= len(made):
            break
        for _ in range(_length(token & 15, block) + 4):
            made.append(made[-back])
    return bytes(made)


def _length(length: int, block: Iterator[int]) -> int:
    more = 255 if length == 15 else 0
    while more == 255:
        more = next(block, 0)
        length += more
    return length


def _binary(data: bytes, head: bytes) -> str:
    """What binary data is that has no magic bytes of its own; empty when it is none of these."""
    if _PICKLED_STATS.match(head):
        return messages.IS_PICKLED_STATS
    if head[:1] == b"\x80" and head[1:2] in (b"\x02", b"\x03", b"\x04", b"\x05"):
        return _pickle(data, head)
    if head[:2] == b"c\x00" or head[:1] == b"\xe3" or _PYC.match(head):
        return messages.IS_PYC
    if _is_text(head) or _JSON.match(head):
        return ""
    if head[:1] in (b"{", b"\xfb") and head[1] & 0x7F in _FIRST_KEYS:
        return messages.IS_DICT
    return ""


def _pickle(data: bytes, head: bytes) -> str:
    """What kind of pickle this is, by the name of its class, which is only read."""
    named = _GLOBAL.search(head)
    if named is None:
        if len(data) < _HEAD and data[-1:] != b".":
            return messages.IS_CUT_OFF_PICKLE.format(len(data))
        return messages.IS_PICKLE
    module, name = (part.decode() for part in named.groups() if part is not None)
    known = {"pstats": messages.IS_PICKLED_STATS, "yappi": messages.IS_YSTAT}
    return known.get(module.split(".")[0], messages.IS_PICKLE_OF.format(module, name))


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
    text = beginning(data, _MOST).decode(encoding, "replace")
    start = text[:_HEAD]
    if _JSON.match(start.encode()):
        return _json(text)
    for pattern, sentence in _TEXTS:
        if re.search(pattern, start, re.MULTILINE):
            return sentence
    if _PYTHON.search(start):
        return messages.IS_PYTHON_SOURCE.format(messages.WRITE_STATS)
    return messages.IS_TEXT


def _json(text: str) -> str:
    found = keys(text)
    if "speedscope" in found.get("$schema", ""):
        return messages.IS_PART_OF_SPEEDSCOPE
    for several, sentence in _JSONS:
        if any(found.keys() >= {*each.split("+")} for each in several.split()):
            is_viztracer = sentence == messages.IS_CHROME_TRACE and _VIZTRACER.search(text)
            return messages.IS_VIZTRACER.format(messages.WRITE_STATS) if is_viztracer else sentence
    return messages.IS_JSON
