"""JSON lines of profiling.sampling that no run wrote: cut, damaged and with wild values."""

from __future__ import annotations

from tests.hostile.case import Case
from tests.support import tachyon_files as made
from tests.support.corpus import small
from tests.support.hostile_names import HOSTILE_NAMES

CUTS = 40
DAMAGED, CUT = "is damaged", "cut off"


def cases() -> list[Case]:
    return [*_cut(), *_records(), *_values(), *_names()]


def _cut() -> list[Case]:
    whole = small("tachyon3.15.2-spin.jsonl").read_bytes()
    # What stands there is kept, once there are figures.
    kept_from = whole.index(b"\n", whole.index(b'"entries":'))
    found = []
    for at in (len(whole) * number // CUTS for number in range(1, CUTS)):
        refused, warns = (CUT, "") if at < kept_from else ("", CUT)
        found.append(Case(f"JSON lines of Tachyon cut at {at}", whole[:at], refused=refused, warns=warns))
    return found


def _names() -> list[Case]:
    found = []
    for name in HOSTILE_NAMES:
        texts, places = made.strings(name, name, "work"), made.frames(*made.PLACES)
        data = made.lines(made.meta(), texts, places, made.figures((0, 5), (5, 5)), made.end())
        found.append(Case(f"tachyon lines: named {name[:40]!a}", data, facts={"count": 2}))
    return found


def _records() -> list[Case]:
    before = made.meta() + made.strings(*made.NAMES) + made.frames(*made.PLACES)
    after = made.figures((0, 5), (3, 3), (2, 2)) + made.end()
    usual = (before + after).encode()
    opened = {
        "as written": usual,
        "after a byte order mark": b"\xef\xbb\xbf" + usual,
        "with line ends of Windows": usual.replace(b"\n", b"\r\n"),
        "with blanks": usual.replace(b":", b" : ").replace(b",", b" , "),
        "with a record to come": usual.replace(
            b'{"type":"agg"', b'{"type":"x","entries":[{"a":[[{}]]}]}\n{"type":"agg"'
        ),
        "with other figures to come": (
            before + made.figures((9, 9)).replace('"frame"', '"line"') + after
        ).encode(),
        "without a line end": usual.rstrip(),
        "with a long field to come": usual.replace(b'"agg",', b'"agg","x":"' + b"x" * 300_000 + b'",'),
    }
    cut = {
        "without its end": (before + made.figures((0, 5), (3, 3), (2, 2))).encode(),
        "with zeros at its end": (before + made.figures((0, 5), (3, 3), (2, 2))).encode() + bytes(40),
    }
    broken = {
        "a record that is a list": before.encode() + b"[]\n" + after.encode(),
        "a record cut in the middle": before.encode() + b'{"type":"agg",\n' + after.encode(),
        "a brace too many": usual.replace(b"]}\n", b"]}}\n", 1),
    }
    missing = {
        "only the first record": made.meta().encode(),
        "no figures": before.encode(),
        "cut in its figures": usual[: usual.index(b'"frame_id":2,"self"')],
        "version 1": usual.replace(b'"v":0', b'"v":1'),
        "no interval": made.lines(
            made.meta(None), made.strings("a"), made.frames((0, 0, 1)), made.figures((1, 1)), made.end()
        ),
    }
    return [
        *(
            Case(f"tachyon lines: {name}", data, facts={"total_time": 0.005, "count": 2})
            for name, data in opened.items()
        ),
        *(Case(f"tachyon lines: {name}", data, warns=CUT) for name, data in cut.items()),
        *(Case(f"tachyon lines: {name}", data, refused=DAMAGED) for name, data in broken.items()),
        *(Case(f"tachyon lines: {name}", data, refused=" ") for name, data in missing.items()),
        Case(
            "tachyon lines: two runs",
            usual + usual.replace(b"a1", b"b2"),
            facts={"total_time": 0.01, "count": 2},
        ),
        Case("tachyon lines: a run twice", usual + usual, facts={"total_time": 0.01}),
        Case("tachyon lines: nothing was sampled", made.lines(made.meta(), made.end(0)), facts={"count": 0}),
    ]


def _values() -> list[Case]:
    """Values that no run has, one at a time."""
    usual = made.lines()
    values = {
        "null": b"null",
        "text": b'"7"',
        "a list": b"[1]",
        "an object": b'{"a":1}',
        "-1": b"-1",
        "1.5": b"1.5",
        "NaN": b"NaN",
        "1e400": b"1e400",
        "2^63": b"9223372036854775808",
        "5,000 digits": b"9" * 5000,
    }
    fields = (
        b'"self":3',
        b'"cumulative":5',
        b'"line":20',
        b'"path_str_id":0',
        b'"frame_id":1',
        b'"str_id":1',
        b'"samples_total":5',
        b'"sample_interval_usec":1000',
    )
    found = []
    for field in fields:
        name = field.partition(b":")[0]
        for kind, value in values.items():
            data = usual.replace(field, name + b":" + value)
            found.append(Case(f"tachyon lines: {name.decode()} {kind}", data, either=True))
    others = {
        "a frame that is not there": (b'"frame_id":2,"self"', b'"frame_id":9,"self"', "left out: 1"),
        "a text that is not there": (b'"path_str_id":0', b'"path_str_id":7', "left out"),
        "samples of 2^53": (b'"self":3', b'"self":9007199254740992', "left out: 1"),
        "other totals": (b'"samples_total":5', b'"samples_total":7', "it has 5"),
    }
    for what, (old, new, said) in others.items():
        found.append(Case(f"tachyon lines: {what}", usual.replace(old, new), warns=said))
    start = made.meta().encode()
    brackets, entries = start + b'{"x":' + b"[" * 1_000_000, b"{}," * 30_000 + b"{}]}\n"
    empty = start + b'{"type":"agg","run_id":"a1","entries":[' + entries + made.end(0).encode()
    return [
        *found,
        Case("tachyon lines: brackets without end", brackets, refused=CUT),
        Case("tachyon lines: quotes without end", start + b'"' * 1_000_000, refused=" "),
        Case("tachyon lines: empty entries", empty, warns="30,001", needs_data=True),
    ]
