"""Files of other kinds: the sentence says what they look like."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import marshal
import pickle
import zipfile

from tests.hostile.case import Case, dumped

PROFILE = dumped({("a.py", 1, "f"): (1, 1, 0.5, 0.5, {})})
TEXT = "         3 function calls in 0.000 seconds\n\n"
TEXT += "   ncalls  tottime  percall  cumtime  percall filename:lineno(function)\n"


def cases() -> list[Case]:
    known: dict[str, tuple[bytes, str]] = {
        "bzip2": (bz2.compress(PROFILE), "bunzip2"),
        "xz": (lzma.compress(PROFILE), "unxz"),
        "zip": (zipped(), "unzip"),
        "an empty zip": (b"PK\x05\x06" + bytes(18), "empty zip"),
        "HTML": (b"<!DOCTYPE html><html><script>alert(1)</script>", "web page"),
        "a page of a login": (b"\n <html><head><title>Sign in</title>", "web page"),
        "SVG": (b'<svg xmlns="http://www.w3.org/2000/svg">', "SVG"),
        "XML": (b"<?xml version='1.0'?><a/>", "XML"),
        "an XML bomb": (b'<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "&b;&b;">]><l>&a;</l>', "XML"),
        "a pointer of Git LFS": (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n",
            "git lfs pull",
        ),
        "the text of cProfile": (TEXT.encode(), "text that cProfile prints"),
        "the text of cProfile in UTF-16": (TEXT.encode("utf-16"), "text that cProfile prints"),
        "the text of cProfile after a mark": (TEXT.encode("utf-8-sig"), "text that cProfile prints"),
        "the text of line_profiler": (b"Timer unit: 1e-06 s\n\nTotal time: 0 s\n", "line_profiler prints"),
        "ELF": (b"\x7fELF\x02\x01\x01" + bytes(50), "ELF"),
        "PNG": (b"\x89PNG\r\n\x1a\n" + bytes(20), "PNG"),
        "JPEG": (b"\xff\xd8\xff\xe0" + bytes(20), "JPEG"),
        "PDF": (b"%PDF-1.7\n", "PDF"),
        "SQLite": (b"SQLite format 3\x00" + bytes(80), "SQLite"),
        "JSON": (b'{"a": 1}', "JSON"),
        "deep JSON": (b"[" * 100_000, "JSON"),
        "quotes without end": (b'{"' + b'\\"' * 200_000, "JSON"),
        "keys without end": (b'{"a": {"b": 1}, ' * 60_000, "JSON"),
        "a message in a message without end": (b"\x12\x7e" * 60_000, ""),
        "a number without end": (b"[" + b"1" * 9000 + b"]", "text"),
        "speedscope": (b'{"$schema":"https://www.speedscope.app/file-format-schema.json"}', "speedscope"),
        "a Chrome trace": (b'{"traceEvents":[]}', "Perfetto"),
        "memray": (b"memray\x00\x0c", "memray"),
        "perf": (b"PERFILE2" + bytes(9), "perf report"),
        "callgrind": (b"# callgrind format\nevents: Ir\n", "KCachegrind"),
        "Python": (b"import os\nos.system('true')\n", "Python source"),
        "a line of text": (b"hello\n", "is text"),
        "compiled Python": (b"\xa7\r\r\n" + bytes(12) + marshal.dumps(compile("x=1", "a", "exec")), "pyc"),
        "marshalled code": (marshal.dumps(compile("x=1", "a", "exec")), "marshalled code"),
        "a marshalled list": (marshal.dumps([1, 2, 3]), "marshalled list"),
        "a dict that is no profile": (marshal.dumps({"a": 1, "b": [1, 2]}), "not a profile"),
        "a pickle": (pickle.dumps({"a": 1}), "pickle"),
        "a snapshot of tracemalloc": (
            b"\x80\x04\x8c\x0btracemalloc\x94\x8c\x08Snapshot\x94\x93.",
            "tracemalloc",
        ),
        "yappi's own": (b"\x80\x04\x8c\x05yappi\x94\x8c\x06YStats\x94\x93.", "yappi"),
        "one zero": (b"\x00", "not a profile"),
        "zeros": (bytes(5000), "not a profile"),
        "noise": (bytes((n * 197 + n // 7) % 256 for n in range(3000)), "not a profile"),
        "a newline": (b"\n", "text"),
        "an escape": (b"\x1b]0;owned\x07\x1b[2J", "not a profile"),
        "C1 controls": (b"\x9b2J\x9d0;x\x9c", "not a profile"),
        "text with a BEL": (b"hello \x07 world", "not a profile"),
        "a picture after a thousand comments": (b"<?xml?>" + b"<!---->" * 1000, "XML"),
        "blanks before a trace": (b" " * 300_000 + b'{"traceEvents":[{"ph":"X"}]}', "Chrome trace"),
        "megabytes of them, packed": (gzip.compress(b" " * 3_000_000 + b'{"a":1}'), "is JSON"),
        "blank lines": (b"\n" * 20_000, "text"),
        "a declaration again and again": (b"<!DOCTYPE>" * 2000, ""),
        "a pickle whose class has an endless name": (
            b"\x80\x04\x8c\xf8" + b"x" * 248 + b"\x94\x8c\xf8" + b"y" * 248 + b"\x94\x93.",
            "pickle",
        ),
        "a pickle of c": (b"\x80\x04" + b"c" * 9000, "pickle"),
        "a pickle of an escape": (b"\x80\x04\x8c\x04a\x1b[2\x94\x8c\x04b\x1b[J\x94\x93.", "pickle"),
        "one long line": (b"x" * 200_000, "text"),
        "spaces": (b" " * 100_000, "text"),
        "markup without end": (b"<!--" * 30_000, ""),
        "svg almost": (b"<?xml" + b"<!---->\n" * 15_000, "XML"),
        "gperftools": (b"".join(n.to_bytes(8, "little") for n in (0, 3, 0, 10_000, 0)), "google-pprof"),
    }
    return [Case(f"foreign: {name}", data, refused=part or " ") for name, (data, part) in known.items()]


def zipped() -> bytes:
    """A zip archive whose file would be written outside of its folder."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(zipfile.ZipInfo("../../p.stats"), PROFILE)
    return stream.getvalue()
