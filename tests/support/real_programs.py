"""Programs of the standard library's own code, small enough to be recorded call by call."""

from __future__ import annotations

import _pydecimal
import argparse
import asyncio
import copy
import dataclasses
import difflib
import email
import email.mime.multipart
import email.mime.text
import inspect
import io
import json
import json.encoder
import logging
import pickle
import re
import sqlite3
import sys
import textwrap
import tokenize
import unittest
import xml.dom.minidom
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

SOURCE = inspect.getsource(textwrap.TextWrapper._wrap_chunks)
"""Some source text: a method of eighty lines."""
TREE: Any = {"a": [1, 2.5, {"b": [None, True, "text"] * 3}], "c": {str(n): list(range(n)) for n in range(12)}}


def argparse_options() -> None:
    """A command line with commands, and its help."""
    for words in (["add", "-n", "3", "x", "y"], ["list", "--long"], ["add", "z"]):
        parser = argparse.ArgumentParser(prog="shop")
        commands = parser.add_subparsers(dest="command")
        add = commands.add_parser("add", help="adds")
        add.add_argument("-n", type=int, default=1, help="how many")
        add.add_argument("items", nargs="+")
        commands.add_parser("list").add_argument("--long", action="store_true")
        parser.parse_args(words)
    parser.format_help()


def json_both_ways() -> None:
    """Written by the encoder in Python, whose generators call each other, and read again."""
    for indent in (None, 2):
        text = json.dumps(TREE, indent=indent, sort_keys=True)
        json.loads(text, object_hook=lambda found: dict(sorted(found.items())))


def patterns() -> None:
    """Regular expressions are compiled by functions that call each other."""
    re.purge()
    for pattern in (
        r"(a|b(c|d)*)+?e",
        r"^(?P<key>\w+)\s*=\s*(?P<value>.*?)$",
        r"[^\W\d_]+(?:-[a-z]{2,3})?",
        r"(?i:x(y(z|q)))",
    ):
        re.compile(pattern).search("abcde key = value")


def mails() -> None:
    """A message of several parts is written and read."""
    message = email.mime.multipart.MIMEMultipart()
    message["Subject"] = "Größe " * 10
    for part in range(4):
        message.attach(email.mime.text.MIMEText(f"part {part} äöü\n" * 5))
    read = email.message_from_string(message.as_string())
    for found in read.walk():
        if not found.is_multipart():
            found.get_payload(decode=True)


def documents() -> None:
    """XML as a tree of objects."""
    items = "".join(f"<i n='{n}'><j>{n}</j></i>" for n in range(25))
    document = xml.dom.minidom.parseString(f"<a><b>{items}</b></a>")
    document.toprettyxml()
    document.getElementsByTagName("j")


def differences() -> None:
    """Lines that are alike."""
    old = SOURCE.splitlines()[:50]
    new = [line.replace("self", "this") for line in old if "width" not in line]
    list(difflib.unified_diff(old, new))
    list(difflib.ndiff(old[20:26], new[20:26]))


def tokens() -> None:
    """Source text in pieces."""
    list(tokenize.generate_tokens(io.StringIO(textwrap.dedent(SOURCE)).readline))


class _Sums(unittest.TestCase):
    def test_sum(self) -> None:
        self.assertEqual(sum(range(4)), 6)

    def test_parts(self) -> None:
        for number in range(4):
            with self.subTest(number=number):
                self.assertLess(number, 5)

    def test_error(self) -> None:
        with self.assertRaises(ZeroDivisionError):
            print(1 // 0)


def tests() -> None:
    """A few tests."""
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(_Sums)
    unittest.TextTestRunner(io.StringIO()).run(suite)


def log_lines() -> None:
    """Loggers below each other."""
    root = logging.Logger("shop")
    handler = logging.StreamHandler(io.StringIO())
    handler.setFormatter(logging.Formatter("%(asctime)s %(name)s %(message)s"))
    root.addHandler(handler)
    for number in range(20):
        root.warning("number %d", number)
        try:
            root.info("number %d", [][number])
        except IndexError:
            root.exception("fault")


def records() -> None:
    """Dataclasses are made of texts by `exec`, with labels that others have, too."""
    for number in range(4):
        names = [f"x{place}" for place in range(number + 2)]
        made = dataclasses.make_dataclass(f"Record{number}", [(name, int) for name in names], order=True)
        ones = [made(*range(place, place + len(names))) for place in range(6)]
        repr(sorted(ones, reverse=True))
        dataclasses.asdict(dataclasses.replace(ones[0], x0=7))


async def _works(queue: asyncio.Queue[int], deep: int) -> int:
    if deep:
        return await _works(queue, deep - 1)
    got = await queue.get()
    await asyncio.sleep(0)
    return got


async def _all_work() -> None:
    queue: asyncio.Queue[int] = asyncio.Queue()
    tasks = [asyncio.create_task(_works(queue, number % 4)) for number in range(8)]
    for number in range(8):
        await queue.put(number)
    await asyncio.gather(*tasks)


def tasks() -> None:
    """Coroutines that wait for each other."""
    loop = asyncio.new_event_loop()
    try:
        loop.run_until_complete(_all_work())
    finally:
        loop.close()


def decimals() -> None:
    """Decimal numbers in Python."""
    context = _pydecimal.Context(prec=12)
    number = _pydecimal.Decimal("2.5")
    for _ in range(3):
        number = number.sqrt(context).ln(context) + number / 3
    str(number)


def database() -> None:
    """A database that calls Python back."""
    with sqlite3.connect(":memory:") as base:
        base.create_function("twice", 1, lambda number: sum((number, number)))
        base.execute("create table t (a integer)")
        base.executemany("insert into t values (?)", ((number,) for number in range(30)))
        base.execute("select twice(a) from t where twice(a) > 8").fetchall()
    base.close()


def copies() -> None:
    """Deep copies, and pickles written in Python."""
    copy.deepcopy([TREE, Exception("x"), [TREE]])
    pickler: Any = getattr(pickle, "_dumps")  # noqa: B009
    pickler([TREE, {"again": TREE}, (1, (2, (3,)))])


def _walked(node: Any) -> Iterator[Any]:
    if isinstance(node, dict):
        for value in node.values():
            yield from _walked(value)
    elif isinstance(node, list):
        for value in node:
            yield from _walked(value)
    else:
        yield node


def walks() -> None:
    """Generators that go on by way of themselves."""
    sum(len(str(value)) for value in _walked([TREE, [TREE]]))
    textwrap.fill(" ".join(str(value) for value in _walked(TREE)), 40)


_IMPORTED = (
    "http.server",
    "socketserver",
    "xmlrpc.client",
    "xmlrpc",
    "mailbox",
    "smtplib",
    "ftplib",
    "netrc",
    "sched",
    "poplib",
    "shelve",
    "tabnanny",
)
_SCRIPT = compile(f"import {', '.join(_IMPORTED)}", "script.py", "exec")


def imports() -> None:
    """Modules that import each other, run by `exec` as a script is."""
    known: dict[str, ModuleType] = {name: sys.modules.pop(name) for name in _IMPORTED if name in sys.modules}
    exec(_SCRIPT, {"__name__": "__main__"})
    sys.modules.update(known)


ALL: tuple[Callable[[], None], ...] = (
    argparse_options,
    json_both_ways,
    patterns,
    mails,
    documents,
    differences,
    tokens,
    tests,
    log_lines,
    records,
    tasks,
    decimals,
    database,
    copies,
    walks,
    imports,
)
