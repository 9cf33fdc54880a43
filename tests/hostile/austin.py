"""Both formats of austin: cut off, damaged, with numbers and names that none of its files has."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache

from benchmarks.large_austin import FRAME, MOJO, NAME, THREAD, TIME, number
from tests.hostile.case import Case, each
from tests.hostile.names import NAMES
from tests.support.corpus import small

SEED, PLACES = 13, 40
HEADER = b"# austin: 3.7.0\n# mode: wall\n\n"
SAMPLE = b"P1;T0:1;a.py:f:1 1000\n"
TOLD = THREAD + NAME + FRAME + b"\x05\x02" + TIME
"""A first sample, with a name and a frame that are told."""
WHOLE = MOJO + TOLD
AGAIN = THREAD + b"\x05\x02" + TIME
CUT = "is cut off or damaged at byte"
LEFT_OUT = "lines that are no stacks were left out"


def cases() -> list[Case]:
    return [*cut_off(), *texts(), *events(), *names(), *deep()]


def cut_off() -> list[Case]:
    """Each opens with what is there, or is refused where that is nothing."""
    found, dice = [], random.Random(SEED)
    for name in ("austin3.7.0-spin-full.austin", "austin3.7.0-spin-full.mojo"):
        whole = small(name).read_bytes()
        places = sorted(dice.sample(range(1, len(whole)), PLACES))
        found += [Case(f"{name} cut at {place}", whole[:place], either=True) for place in places]
        half = len(whole) // 2
        for what, data in {
            "with a hole of zeros": whole[:half] + bytes(64) + whole[half + 64 :],
            "with its halves swapped": whole[half:] + whole[:half],
            "with line ends of Windows": whole.replace(b"\n", b"\r\n"),
            "without its high bits": bytes(byte & 0x7F for byte in whole),
            "backwards": whole[::-1],
            "twice": whole * 2,
        }.items():
            found.append(Case(f"{name} {what}", data, either=True))
    return found


def texts() -> list[Case]:
    """Lines, one wrong among right ones."""
    wrong: Mapping[str, bytes] = {
        "a number of 5,000 digits": b"P1;T1;f " + b"9" * 5000,
        "a number of 19 digits": b"P1;T1;f " + b"9" * 19,
        "NaN": b"P1;T1;f nan",
        "a fraction": b"P1;T1;f 1.5",
        "digits of others": "P1;T1;f ١٢".encode(),
        "two numbers": b"P1;T1;f 1,2",
        "many numbers": b"P1;T1;f 1" + b",1" * 9000,
        "no number": b"P1;T1;f",
        "no thread": b"P1 5",
        "a thread without a name": b"P1;T;f 5",
        "a process of 400 digits": b"P" + b"1" * 400 + b";T1;f 5",
        "a stack of two million frames": b"P1;T1" + b";f" * 2_000_000 + b" 5",
        "zeros": b"\0" * 100,
    }
    found = [
        Case(
            f"austin: {name}",
            HEADER + SAMPLE + line + b"\n" + SAMPLE,
            warns=LEFT_OUT,
            facts={"total_time": 2e-3},
        )
        for name, line in wrong.items()
    ]
    right: Mapping[str, tuple[bytes, str, float]] = {
        "a negative time": (b"P1;T1;f -5", "negative times", 2e-3),
        "no frame": (b"P1;T1 5", "had no frame", 2.005e-3),
        "empty frames": (b"P1;T1;;;;f 5", "", 2.005e-3),
        "a line number of 5,000 digits": (b"P1;T1;a.py:f:" + b"9" * 5000 + b" 5", "", 2.005e-3),
        "colons": (b"P1;T1;:::::::: 5", "", 2.005e-3),
        "a mode in the middle": (b"# mode: memory", "", 2e-3),
        "a comment of 100 kB": (b"#" * 100_000, "", 2e-3),
    }
    found += [
        Case(
            f"austin: {name}",
            HEADER + SAMPLE + line + b"\n" + SAMPLE,
            warns=warns,
            facts={"total_time": total},
        )
        for name, (line, warns, total) in right.items()
    ]
    found += each(
        "austin",
        {"a header alone": HEADER, "junk": HEADER + b"abc\n" * 100},
        refused="no stacks",
    )
    found.append(Case("austin: half a header", HEADER[:20], refused="is cut off"))
    threads = b"".join(b"P1;T%d;f 1\n" % n for n in range(70_000))
    found += [
        Case(
            "austin: a last line without an end",
            HEADER + SAMPLE + SAMPLE[:-2],
            warns=CUT,
            facts={"total_time": 1e-3},
        ),
        Case(
            "austin: a mode that is none", HEADER.replace(b"wall", b"gpu") + SAMPLE, warns="does not say what"
        ),
        Case("austin: no comments", SAMPLE * 3, warns="does not say what", facts={"total_time": 3e-3}),
        Case("austin: in UTF-16", (HEADER + SAMPLE).decode().encode("utf-16"), facts={"total_time": 1e-3}),
        Case("austin: 70,000 threads", HEADER + threads, refused="more than 65,535 threads"),
    ]
    return found


def events() -> list[Case]:
    """Events, one wrong behind a sample that is kept."""
    stops: Mapping[str, bytes] = {
        "an event that no version has": b"\x7f",
        "a number without end": b"\x09" + b"\xff" * 5000,
        "a number of 11 bytes": b"\x09" + b"\xff" * 10 + b"\1",
        "a number that is cut off": b"\x09\x80",
        "a thread without a name": b"\x02\x01\0abc",
        "a process below 0": b"\x02" + number(-1) + b"\0001\0\x09\x05",
        "a process of 60 bits": b"\x02" + number(1 << 60) + b"\0001\0\x09\x05",
        "a frame that is cut off": b"\x03\x02\x02",
        "a sample without a weight at its end": THREAD + b"\x05\x02",
    }
    found = [
        Case(f"MOJO: {name}", WHOLE + data, warns=CUT, facts={"total_time": 5e-6})
        for name, data in stops.items()
    ]
    goes_on: Mapping[str, tuple[bytes, str, float]] = {
        "a frame that was not told": (THREAD + b"\x05\x3f" + TIME, "<unknown>", 15e-6),
        "a frame by a number of 60 bits": (THREAD + b"\x05" + number(1 << 60) + TIME, "<unknown>", 15e-6),
        "a name that was not told": (b"\x03\x09\x3f\x3f\x05\0\0\0", "<unknown>", 10e-6),
        "a frame of another process": (b"\x02\x02\0001\0\x05\x02" + TIME, "<unknown>", 15e-6),
        "a negative time": (THREAD + b"\x05\x02\x09" + number(-7), "negative times", 10e-6),
        "a time of 60 bits": (THREAD + b"\x05\x02\x09" + number(1 << 60), "", 1e-6 * (1 << 60)),
        "a sample without a weight": (THREAD + b"\x05\x02", "without a weight", 10e-6),
        "a repetition of nothing": (b"\x02\x01\0002\0\x0d" + TIME, "had no frame", 15e-6),
        "repetitions": (THREAD + b"\x0d" * 100 + b"\x05\x02" + TIME, "", 15e-6),
        "invalid frames": (THREAD + b"\x04" * 50 + TIME, "", 15e-6),
        "a frame of the system": (THREAD + b"\x06read\0" + TIME, "", 15e-6),
        "a task of very many frames": (
            THREAD + b"\x0e\2\2" + number(1 << 60) + b"\x05\x02" + TIME,
            "tasks",
            15e-6,
        ),
        "a task of a negative number of frames": (THREAD + b"\x0e\2\2\x45\x05\x02" + TIME, "tasks", 15e-6),
        "waiting and running tasks": (THREAD + b"\x0f\2\2\x10\2\x05\x02" + TIME, "", 15e-6),
        "another mode": (b"\x01mode\0memory\0", "", 10e-6),
        "a process with a number of two bytes more": (b"\x02\x81\x80\0\0001\0\x05\x02" + TIME, "", 15e-6),
    }
    found += [
        Case(f"MOJO: {name}", WHOLE + data + AGAIN, warns=warns, facts={"total_time": total})
        for name, (data, warns, total) in goes_on.items()
    ]
    found += [
        Case(f"MOJO: version {v}", b"MOJ" + number(v) + MOJO[4:] + TOLD, refused="version")
        for v in (0, 5, 1 << 60)
    ]
    found += each(
        "MOJO",
        {"three letters": b"MOJ", "a version that is cut off": b"MOJ\x80", "half a word": MOJO[:7]},
        refused="is cut off",
    )
    found += each(
        "MOJO", {"no events": MOJO[:4], "only metadata": MOJO, "no sample": MOJO + NAME}, refused="no stacks"
    )
    found.append(
        Case("MOJO: no mode", MOJO[:4] + TOLD, warns="does not say what", facts={"total_time": 5e-6})
    )
    return found


def names() -> list[Case]:
    """What a terminal would act on, in names, files and threads."""
    found = []
    odd = {**NAMES, "long": "n" * 100_000}
    for name, text in odd.items():
        raw = text.encode("utf-8", "surrogatepass")
        word = raw.translate(None, b"\0")
        told = b"\x0b\x02" + word + b"\0" + FRAME + b"\x06" + word + b"\0"
        data = MOJO + b"\x02\x01\0" + word + b"\0" + told + b"\x05\x02" + TIME
        found.append(Case(f"MOJO: names: {name}", data, facts={"total_time": 5e-6}))
        word = raw.translate(None, b"\n ;")
        line = b"P1;T" + (word or b"1") + b";" + word + b":" + word + b":1 5\n"
        found.append(
            Case(
                f"austin: names: {name}",
                HEADER + SAMPLE + line,
                facts={"total_time": lambda total: total > 0},
            )
        )
    for name, raw in {"lone surrogates": b"\xed\xa0\x80", "no UTF-8": b"\xff\xfe\x80"}.items():
        data = MOJO + THREAD + b"\x0b\x02" + raw + b"\0" + FRAME + b"\x05\x02" + TIME
        found.append(Case(f"MOJO: names: {name}", data, facts={"total_time": 5e-6}))
        line = b"P1;T1;" + raw + b".py:f:1 5\n"
        found.append(Case(f"austin: names: {name}", HEADER + line, facts={"total_time": 5e-6}))
    return found


@cache
def deep() -> list[Case]:
    """Stacks of 100,000 frames, at once and frame by frame."""
    frames = b";".join(b"a.py:f%d:1" % (n % 7) for n in range(100_000))
    grows = (THREAD + b"\x05\x02\x0d" + TIME) * 20_000
    return [
        Case("austin: 100,000 frames", HEADER + b"P1;T1;" + frames + b" 5\n", facts={"total_time": 5e-6}),
        Case(
            "MOJO: 100,000 frames", WHOLE + THREAD + b"\x05\x02" * 100_000 + TIME, facts={"total_time": 10e-6}
        ),
        Case("MOJO: stacks that grow by repeating", WHOLE + grows, facts={"total_time": 5e-6 * 20_001}),
        Case(
            "MOJO: stacks that grow without end",
            WHOLE + (THREAD + b"\x05\x02" * 10_001 + b"\x0d" + TIME) * 40,
            refused="more than 400,000 frames",
        ),
        Case(
            "MOJO: one frame too many",
            WHOLE + THREAD + b"\x04" * 400_001,
            refused="more than 400,000 frames",
            needs_data=True,
        ),
    ]
