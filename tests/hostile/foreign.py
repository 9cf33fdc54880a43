"""Files of other kinds: the sentence says what they look like."""

from __future__ import annotations

import gzip

from tests.hostile.case import Case, dumped

PROFILE = dumped({("a.py", 1, "f"): (1, 1, 0.5, 0.5, {})})
TEXT = "         3 function calls in 0.000 seconds\n\n"
TEXT += "   ncalls  tottime  percall  cumtime  percall filename:lineno(function)\n"


def cases() -> list[Case]:
    known: dict[str, tuple[bytes, str]] = {
        "a page of a login": (b"\n <html><head><title>Sign in</title>", "web page"),
        "XML": (b"<?xml version='1.0'?><a/>", "XML"),
        "an XML bomb": (b'<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "&b;&b;">]><l>&a;</l>', "XML"),
        "the text of cProfile in UTF-16": (TEXT.encode("utf-16"), "without a row"),
        "the text of cProfile after a mark": (TEXT.encode("utf-8-sig"), "without a row"),
        "YAML": (b"version: 1\nevents:\n- push\n", "is text"),
        "a table of profiling.sampling": (b"  nsamples   sample%   filename:lineno(function)\n", "--gecko"),
        "JSON": (b'{"a": 1}', "JSON"),
        "deep JSON": (b"[" * 100_000, "JSON"),
        "quotes without end": (b'{"' + b'\\"' * 200_000, "JSON"),
        "keys without end": (b'{"a": {"b": 1}, ' * 60_000, "JSON"),
        "a message in a message without end": (b"\x12\x7e" * 60_000, ""),
        "a number without end": (b"[" + b"1" * 9000 + b"]", "text"),
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
    }
    return [Case(f"foreign: {name}", data, refused=part or " ") for name, (data, part) in known.items()]
