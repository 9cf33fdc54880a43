"""Names and paths with everything that a terminal, a markup or a spreadsheet would act on."""

from __future__ import annotations

import struct

from tests.hostile.case import HEAD, UNIT, Case, dumped

NAMES = {
    "clear": "f\x1b[2J",
    "clipboard": "\x1b]52;c;ZXZpbA==\x07",
    "title": "\x1b]0;owned\x07",
    "link": "\x1b]8;;http://x\x1b\\a\x1b]8;;\x1b\\",
    "DCS": '\x1bP$q"p\x1b\\',
    "APC": "\x1b_x\x1b\\",
    "PM": "\x1b^x\x1b\\",
    "SOS": "\x1bXx\x1b\\",
    "reset": "\x1bc",
    "report": "\x1b[6n",
    "C1 CSI": "\x9b2J",
    "C1 OSC": "\x9d0;x\x9c",
    "C1 DCS": "\x90q\x9c",
    "NEL": "a\x85b",
    "NUL": "a\0b",
    "BEL": "\x07",
    "backspace": "abc\b\b\bxyz",
    "carriage return": "abc\rxyz",
    "newline": "two\nlines",
    "tab": "a\tb",
    "form feed": "a\fb",
    "vertical tab": "a\vb",
    "DEL": "a\x7fb",
    "shift out": "\x0eabc\x0f",
    "bidi override": "a\u202egpj.py",
    "bidi isolates": "\u2066a\u2069\u2067b",
    "marks of direction": "\u200f\u200ea",
    "zero width": "a\u200bb\u200cc\u200dd\ufeff",
    "word joiner": "a\u2060b",
    "soft hyphen": "a\u00adb",
    "separators": "a\u2028b\u2029c",
    "no-break space": "a\u00a0b",
    "wide space": "a\u3000b",
    "marks": "a" + "\u0301" * 500,
    "enclosing": "a\u20dd" * 50,
    "zalgo": "z\u0335\u0321\u0353" * 60,
    "Hebrew": "\u05e9\u05dc\u05d5\u05dd",
    "Arabic": "\u0645\u0631\u062d\u0628\u0627",
    "wide": "漢字" * 300,
    "emoji": "👩\u200d👩\u200d👧\ufe0f",
    "flags": "🇩🇪🇫🇷",
    "skin": "👍🏽",
    "private": "\ue000\U000f0000",
    "unassigned": "\u0378\U000e0fff",
    "no character": "\uffff\U0010ffff",
    "tags": "\U000e0041\U000e0042",
    "lone surrogate": "\ud800x",
    "low surrogate": "\udc80\udcff",
    "pair": "\ud83d\ude00",
    "fillers": "\u3164\u115f\uffa0",
    "virama": "क\u094dष",
    "markup": "[/b][red]x[/]",
    "action": "[@click=app.quit]x[/]",
    "link markup": "[link=file:///etc/passwd]x[/link]",
    "open markup": "[[[[",
    "format": "%s%n{0.__class__}",
    "formula": '=cmd|"/c calc"!A1',
    "plus": "+1+1",
    "minus": "-1",
    "at": "@SUM(A1)",
    "tab formula": "\t=1",
    "return formula": "\r=1",
    "formula in full width": "＝1＋1",
    "formula behind a semicolon": "x;=1",
    "mention": "@octocat",
    "issue": "GH-1 a/b#2",
    "bare link": "https://evil.example",
    "mathematics": "$x^2$",
    "emoji by name": ":tada:",
    "comma": 'a,"b",c',
    "quote": '"',
    "pipe": "a|b|c",
    "backtick": "`a`",
    "html": "<script>alert(1)</script>",
    "option": "--debug",
    "device": "/dev/zero",
    "secret": "../../../etc/passwd",
    "share": "//server/share/x.py",
    "home": "~/x.py",
    "variable": "$HOME/x.py",
    "none": "",
    "a space": " ",
    "long": "n" * 100_000,
    "long wide": "宽" * 30_000,
    "long controls": "\x1b" * 20_000,
}
"""Things that names may be, by what they would do."""


def cases() -> list[Case]:
    return [*_in_stats(), *_in_lprof(), *_alike()]


def _in_stats() -> list[Case]:
    """Each as a file, as a name, and as a caller without an entry."""
    found = []
    for what, name in NAMES.items():
        profile = {
            (name, 1, "f"): (1, 1, 0.5, 0.5, {}),
            ("a.py", 2, name): (
                1,
                1,
                0.25,
                0.5,
                {(name, 1, "f"): (1, 1, 0.25, 0.5), (name, 3, name): (1, 1, 0.0, 0.0)},
            ),
        }
        found.append(Case(f"name: {what}", dumped(profile), facts={"count": 2}))
    return found


def _in_lprof() -> list[Case]:
    found = []
    for what in (
        "clipboard",
        "C1 CSI",
        "bidi override",
        "marks",
        "lone surrogate",
        "newline",
        "markup",
        "formula",
        "long",
    ):
        raw = NAMES[what].encode("utf-8", "surrogatepass")
        text = b"X" + struct.pack("<I", len(raw)) + raw
        data = (
            HEAD
            + b"}(\x8c\x07timings}"
            + text
            + b"K\x01"
            + text
            + b"\x87](K\x02K\x01K\x05\x87es"
            + UNIT
            + b"ub."
        )
        found.append(Case(f"name in an .lprof: {what}", data, facts={"count": 1, "total_time": 5e-6}))
    return found


def _alike() -> list[Case]:
    """Names that look alike and are not: rows stay apart."""
    pairs = {
        "zero width": ("ab", "a\u200bb"),
        "Cyrillic": ("a", "\u0430"),
        "composed": ("\u00e9", "e\u0301"),
        "escaped": ("\\x1b", "\x1b"),
    }
    return [
        Case(
            f"alike: {what}",
            dumped({("a", 1, one): (1, 1, 0.5, 0.5, {}), ("a", 1, other): (1, 1, 0.5, 0.5, {})}),
            facts={"count": 2},
        )
        for what, (one, other) in pairs.items()
    ]
