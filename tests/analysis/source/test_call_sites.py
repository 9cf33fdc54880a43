"""What a function calls stands on the lines that call it, or is listed apart: nothing is missing."""

from __future__ import annotations

import re
import sysconfig
import textwrap
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpus import SHARED, dumped, index_of, small
from tests.support.profiles import FunctionKey, calling

import proftui
from proftui.analysis.calls import callees
from proftui.analysis.names import Names
from proftui.analysis.neighbours import Neighbour
from proftui.analysis.source.call_sites import (
    LARGEST_BLOCK,
    MOST_LINES_OF_ONE,
    CallSites,
    call_sites,
)
from proftui.analysis.source.sites import MOST_CALLEES
from proftui.analysis.source.source_text import block_end
from proftui_parsers import Profile, load, load_bytes

HERE = "app.py"
LEN = ("~", 0, "<built-in method builtins.len>")
SUM = ("~", 0, "<built-in method builtins.sum>")
APPEND = ("~", 0, "<method 'append' of 'list' objects>")
ENTER, LEAVE = ("lib.py", 5, "__enter__"), ("lib.py", 9, "__exit__")
LIB = ("lib.py", 1, "g")


def sites_of(
    profile: Profile,
    index: int,
    lines: Sequence[str],
    text_of: Callable[[str], Sequence[str]] = lambda file: (),
) -> CallSites:
    first = max(profile.linenos[index], 1)
    last = len(lines) if profile.names[index] == "<module>" else block_end(lines, first)
    found = call_sites(profile, Names(profile), index, lines, first, last, text_of=text_of)
    assert_complete(found, callees(profile, index))
    for number, sites in found.on_lines.items():
        assert first <= number <= last and sites
        assert all(number in site.lines for site in sites)
    return found


def assert_complete(found: CallSites, below: Iterable[Neighbour]) -> None:
    """Every callee is once on the lines or once elsewhere, with its own figures."""
    shown = [site.figures for site in found.sites] + list(found.elsewhere)
    assert Counter(shown) == Counter(below)
    assert all(site.callee == site.figures.function for site in found.sites)
    assert all(site in found.on_lines[line] for site in found.sites for line in site.lines)


def where(
    source: str, called: Sequence[FunctionKey], caller: FunctionKey | None = None, *more: FunctionKey
) -> list[list[int]]:
    """The lines of each of ``called``; an empty list for what is elsewhere."""
    lines = textwrap.dedent(source).strip("\n").split("\n")
    profile = calling(caller or (HERE, 1, "f"), called, more)
    lines_of = {site.callee: list(site.lines) for site in sites_of(profile, 0, lines).sites}
    return [lines_of.get([*profile_places(profile)].index(place), []) for place in called]


def profile_places(profile: Profile) -> list[FunctionKey]:
    return list(zip(profile.files, profile.linenos, profile.names, strict=True))


def here(line: int, name: str) -> FunctionKey:
    return (HERE, line, name)


SNIPPETS: Mapping[str, tuple[str, Sequence[FunctionKey], Sequence[list[int]]]] = {
    "a name": ("def f():\n    x = 1\n    g(x)", [LIB], [[3]]),
    "a method, a built-in": (
        "def f(x):\n    x.append(\n        len(x))",
        [APPEND, LEN],
        [[2], [3]],
    ),
    "on the line of the name": ("def f(x):\n    (x\n      .a()\n      .g())", [LIB], [[4]]),
    "below a dictionary that takes in another": ("def f(a):\n    return {**a, 1: g()}", [LIB], [[2]]),
    "twice": ("def f():\n    g()\n    1\n    return g() + g()", [LIB], [[2, 4]]),
    "two of one name": (
        "def f(a):\n    g()\n    a.g()",
        [LIB, ("x.py", 3, "g")],
        [[2, 3], [2, 3]],
    ),
    "a built-in has its name": (
        "def f(a):\n    sum(a)\n    a.sum()",
        [SUM, ("np.py", 3, "sum")],
        [[2], [2, 3]],
    ),
    "itself": ("def f():\n    return f()", [here(1, "f")], [[2]]),
    "not its own decorator or default": ("@g\ndef f(x=g()):\n    pass", [LIB], [[]]),
    "those of what it defines": (
        "def f():\n    @g\n    def h(x=len('')):\n        append()\n    return h",
        [LIB, LEN, APPEND],
        [[2], [3], []],
    ),
    "a function defined inside": (
        "def f(a):\n    def h():\n        h()\n    h()\n    a.h()",
        [here(2, "h"), ("x.py", 9, "h")],
        [[4, 5], [4, 5]],
    ),
    "not in a lambda": ("def f():\n    return lambda: g()", [LIB], [[]]),
    "a lambda by its name": (
        "def f():\n    h = lambda: 0\n    return h()",
        [here(2, "<lambda>")],
        [[3]],
    ),
    "a lambda without": ("def f():\n    return [\n        (lambda: 0)()]", [here(3, "<lambda>")], [[3]]),
    "another function's lambda": ("def f(key):\n    key()", [here(9, "<lambda>")], [[2]]),
    "a comprehension": (
        "def f(x):\n    return [\n        g(i)\n        for i in len(x)]",
        [here(2, "<listcomp>"), LEN, LIB],
        [[2], [4], []],
    ),
    "comprehensions of Python 3.12": ("def f(x):\n    return [\n        g(i) for i in x]", [LIB], [[3]]),
    "a generator is not inlined": (
        "def f(x):\n    return sum(\n        g(i) for i in x)",
        [LIB, SUM],
        [[], [2]],
    ),
    "for over a generator": (
        "def f(x):\n    for i in (\n        g(i) for i in x\n    ):\n        len(i)",
        [here(2, "<genexpr>"), LEN],
        [[2], [5]],
    ),
    "with": (
        "def f(a):\n    with a:\n        g()\n    with (a as b,\n          b):\n        pass",
        [LEAVE, ENTER, LIB],
        [[2, 4, 5], [2, 4, 5], [3]],
    ),
    "a class": (
        "def f():\n    class A(g()):\n        x = len('')\n    return A",
        [("~", 0, "<built-in method builtins.__build_class__>"), LIB, LEN, here(2, "A")],
        [[2], [2], [], [2]],
    ),
    "as": (
        "def f(x):\n    from lib import g as h\n    push = x.append\n    h()\n    push(1)",
        [LIB, APPEND],
        [[4, 5], [4, 5]],
    ),
    "imports": (
        "def f():\n    import a\n    from b import c",
        [
            ("<frozen importlib._bootstrap>", 1, "_find_and_load"),
            ("<frozen importlib._bootstrap>", 2, "_handle_fromlist"),
        ],
        [[2, 3], [3]],
    ),
    "a property": ("def f(x):\n    return x.g", [LIB], [[2]]),
    "a method that is handed on": ("def f(x):\n    x.g()\n    return x.append", [LIB, APPEND], [[2], []]),
    "a qualified name": ("def f(x):\n    x.g()", [("lib.py", 3, "A.g")], [[2]]),
    "in a string": (
        'def f(x):\n    return f"""\n    {g(x)}"""',
        [LIB],
        [[3]],
    ),
    "operators": ("def f(a):\n    return a + a", [("lib.py", 3, "__add__")], [[]]),
    "await": ("async def f():\n    await g()\n    async with h: pass", [LIB], [[2]]),
    "an instance": ("def f():\n    return Foo(1)", [("lib.py", 3, "__init__")], [[2]]),
    "an instance of either": ("def f():\n    return Foo(1), Bar()", [("lib.py", 3, "__init__")], [[2]]),
    "an instance on either line": (
        "def f():\n    Foo(1)\n    return Bar()",
        [("lib.py", 3, "__init__")],
        [[2, 3]],
    ),
    "an instance or an exception": (
        "def f():\n    x = Foo()\n    raise ValueError(x)",
        [("lib.py", 3, "__init__"), ("lib.py", 2, "__new__")],
        [[2, 3], [2, 3]],
    ),
    "two for one": (
        "def f():\n    return Foo()",
        [("lib.py", 3, "__init__"), ("lib.py", 9, "__init__")],
        [[2], [2]],
    ),
    "qualified instances": (
        "def f():\n    Foo()\n    a.Bar()",
        [("lib.py", 3, "Foo.__init__"), ("lib.py", 9, "Bar.__init__")],
        [[2], [3]],
    ),
    "another source": ("def h():\n    g()", [LIB], [[]]),
    "Python 2": ("def f():\n    g()\n    print 'x'", [LIB], [[]]),
    "a lone else": ("else:\n    g()", [LIB], [[]]),
    "no text": ("", [LIB], [[]]),
    "NUL": ("def f():\n    g('\0')", [LIB], [[]]),
    "an invalid escape": ("def f():\n    g('\\d', 1or 2)", [LIB], [[2]]),
}


@pytest.mark.parametrize("name", SNIPPETS)
def test_calls_stand_on_their_lines(name: str) -> None:
    source, called, expected = SNIPPETS[name]
    assert where(source, called) == list(expected)


def test_instances_of_classes_in_the_same_file() -> None:
    source = """
        def f():
            Foo()
            Bar(Baz())
            Bar()

        class Foo:
            '''A class.
        Not indented.'''

            def __init__(self):
                pass

        class Bar:
            def __init__(self, x=0):
                pass

        class Baz(Bar):
            pass
    """
    assert where(source, [here(10, "__init__"), here(14, "__init__")]) == [[2], [3, 4]]


def test_methods_in_this_file_are_properties_only_if_decorated() -> None:
    source = """
        def f(a):
            return a.x, a.y

        class A:
            @property
            def x(self): ...
            def y(self): ...
    """
    assert where(source, [here(5, "x"), here(7, "y")]) == [[2], []]


def test_expressions_are_found_in_the_middle_of_a_statement() -> None:
    source = """
        x = sorted(
            y,
            key=lambda v: (g(v),
                len(v)), other=append())
        if x: pass
        elif any([g(v) for v in
                x if len(v)]): append()
    """
    called = [LIB, LEN, ("x.py", 1, "append")]
    assert where(source, called, here(3, "<lambda>")) == [[3], [4], []]
    assert where(source, called, here(6, "<listcomp>")) == [[6], [7], []]
    assert where(source, called, here(6, "<setcomp>")) == [[], [], []]


def test_a_decorated_function_runs_as_the_wrapper_of_its_decorator() -> None:
    wrapper = ("lib.py", 7, "wrapper")
    predict = (HERE, 9, "predict")
    source = """
        def f(X, y):
            yhat = predict(X)
            return accuracy(y, yhat)
    """
    assert where(source, [predict, wrapper]) == [[2], [3]]
    two = source.replace("predict(X)", "predict(X) + other(y)")
    assert where(two, [predict, wrapper]) == [[2], [2, 3]]


def test_a_class_and_a_module_call_in_their_bodies() -> None:
    source = """
        g()
        class A(g()):
            y = len(z)
            @g
            def m(self): append()
    """
    called = [LIB, LEN, APPEND]
    assert where(source, called, here(2, "A")) == [[4], [3], []]
    # What nothing names may be on the lines that nothing else explains.
    assert where(source, called, here(1, "<module>")) == [[1, 2], [2], [2]]


def test_comprehensions_that_never_ran_are_no_call_sites_where_others_have_rows() -> None:
    source = "def f(x):\n    g()\n    return [g(i) for i in x]"
    assert where(source, [LIB]) == [[2, 3]]
    assert where(source, [LIB], None, here(90, "<listcomp>")) == [[2]]


MARKED = {
    "the only line": ("def f():\n    g()", "def g(): pass", False),
    "its text is not known": ("def f():\n    g()", "", True),
    "handed on here": ("def f():\n    g()\nx = g", "def g(): pass", True),
    "handed on there": ("def f():\n    g()", "def g(): pass\nx = g", True),
    "decorated": ("def f():\n    g()", "@known\ndef g(): pass", True),
    "a generator": ("def f():\n    for x in g(): pass", "def g(): yield", True),
    "awaited": ("async def f():\n    await g()", "async def g(): pass", False),
    "a property": ("def f(x):\n    x.g", "@property\ndef g(self): pass", False),
    "a property by its text": (
        "def f(x):\n    x.g\n    getattr(x, 'g')",
        "@property\ndef g(self): pass",
        True,
    ),
    "a property in a pattern": (
        "def f(x):\n    x.g\n    match x:\n        case A(g=1): pass",
        "@property\ndef g(self): pass",
        True,
    ),
    "not awaited": ("async def f():\n    x = g()\n    await x", "async def g(): pass", True),
    "on two lines": ("def f():\n    g()\n    g()", "def g(): pass", True),
}


@pytest.mark.parametrize("name", MARKED)
def test_what_other_lines_may_have_called_is_marked(name: str) -> None:
    source, there, expected = MARKED[name]
    profile = calling(here(1, "f"), [LIB])
    (site,) = sites_of(profile, 0, source.split("\n"), lambda file: there.split("\n") if there else ()).sites
    assert site.joint is expected


def test_a_caller_that_the_file_has_no_entry_for_has_its_lines() -> None:
    caller, key = here(1, "f"), (HERE, 5, "g")
    profile = load_bytes(dumped({key: (3, 3, 0.1, 0.1, {caller: (3, 3, 0.1, 0.1)})}), "made.stats")
    assert sites_of(profile, profile.names.index("f"), ["def f():", "    g()"]).sites[0].lines == (2,)


def test_the_heaviest_come_first() -> None:
    called = [("a.py", 1, "a"), ("b.py", 1, "b"), ("c.py", 1, "c"), ("d.py", 1, "d"), ("e.py", 1, "e")]
    lines = ["def f(x):", "    return c(), a()"]
    found = sites_of(calling(here(1, "f"), called), 0, lines)
    assert [site.callee for site in found.on_lines[2]] == [1, 3]
    assert [other.function for other in found.elsewhere] == [2, 4, 5]


def test_large_blocks_are_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "    pass" + " " * 992
    count = LARGEST_BLOCK // len(line + "\n")
    assert where("\n".join(["def f():", "    g()", *[line] * (count - 2)]), [LIB]) == [[2]]

    def never(*_: object, **__: object) -> None:
        raise AssertionError("parsed")

    monkeypatch.setattr("proftui.analysis.source.collector.ast.parse", never)
    assert where("\n".join(["def f():", "    g()", *[line] * (count + 1)]), [LIB]) == [[]]


def test_of_what_very_many_lines_call_nothing_is_told() -> None:
    lines = ["def f():", *["    g()"] * (MOST_LINES_OF_ONE + 1)]
    assert where("\n".join(lines), [LIB]) == [[]]
    assert where("\n".join(lines[:-1]), [LIB]) == [[*range(2, MOST_LINES_OF_ONE + 2)]]


def test_of_very_many_callees_the_heaviest_are_looked_for() -> None:
    called = [("lib.py", number, f"g{number}") for number in range(1, 2 * MOST_CALLEES)]
    lines = ["def f():", *[f"    g{number}()" for number in range(1, 2 * MOST_CALLEES)]]
    found = sites_of(calling(here(1, "f"), called), 0, lines)
    assert len(found.sites) == MOST_CALLEES and found.on_lines[2][0].callee == 1
    assert len(found.elsewhere) == len(called) - MOST_CALLEES


HOSTILE = {
    "brackets": "(" * 20_000,
    "signs": "-" * 60_000 + "1",
    "attributes": "a" + ".g" * 30_000,
    "calls": "g" + "()" * 30_000,
    "lambdas": "lambda:" * 9_000 + "0",
    "sums": "1+" * 30_000 + "1",
    "lists": "[" * 199 + "]" * 199,
    "digits": "9" * 60_000,
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("recorded", ["f", "<lambda>", "<genexpr>", "<module>"])
def test_nesting_of_any_depth_is_no_error(name: str, recorded: str) -> None:
    found: list[CallSites] = []
    lines = ["def f():", f"    x = {HOSTILE[name]}"] if recorded == "f" else [f"x = {HOSTILE[name]}"]

    def run() -> None:
        found.append(sites_of(calling(here(1, recorded), [LIB]), 0, lines))

    run()
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert len(found) == 2


@given(
    st.lists(st.text(alphabet="fg():=[]{}\"'#\\\t @,.0\0\ud800 \x0cdlambdeforin"), max_size=12),
    st.sampled_from(["f", "<module>", "<lambda>", "<listcomp>", "<genexpr>", "A.f", "", "."]),
    st.integers(-2, 14),
    st.integers(-2, 14),
)
def test_any_text_is_no_error(lines: list[str], name: str, first: int, last: int) -> None:
    profile = calling(here(1, name), [LIB, LEN, APPEND, ENTER, here(2, "__init__"), here(3, "<lambda>")])
    found = call_sites(profile, Names(profile), 0, lines, first, last)
    assert_complete(found, callees(profile, 0))


# --- real profiles

DEMO = Path(proftui.__file__).parent / "demo"


def text_of(path: Path) -> tuple[str, ...]:
    return tuple(re.split(r"\r\n|\r|\n", path.read_text("utf-8", "replace"))) if path.is_file() else ()


def source_beside(file: str, program: Path) -> tuple[str, ...]:
    """The text of a recorded file: the program's, or that of the library of the Python that runs."""
    name = re.split(r"[/\\]", file)[-1]
    if name == program.name:
        return text_of(program)
    tail = re.search(r"lib/python3\.(\d+)/(?!site-packages)(.*)", file)
    return text_of(Path(sysconfig.get_path("stdlib"), tail[2])) if tail else ()


def check_all(profile: Profile, program: Path) -> tuple[int, int, int]:
    """Every function of a profile; how many had text, and callees on lines and elsewhere."""
    files = {file: source_beside(file, program) for file in set(profile.files)}
    with_text = on_lines = elsewhere = 0
    for index in range(profile.count):
        found = sites_of(profile, index, files[profile.files[index]])
        if files[profile.files[index]] and profile.callees(index):
            with_text += 1
            on_lines += len(found.sites)
            elsewhere += len(found.elsewhere)
    return with_text, on_lines, elsewhere


REAL = (
    (DEMO / "demo.stats", DEMO / "demo.py"),
    *(
        (small(name), SHARED / "programs" / f"{program}.py")
        for name, program in (
            ("cprofile-py3.11-recurse.stats", "recurse"),
            ("cprofile-py3.15-recurse.stats", "recurse"),
            ("profile-module-py3.11-recurse.stats", "recurse"),
            ("cprofile-py2.7-recurse.stats", "recurse_py2"),
            ("yappi-recurse.pstat", "recurse"),
            ("cprofile-py3.11-julia.stats", "julia"),
            ("pyinstrument5.1.3-hillclimb.pstats", "hillclimb"),
        )
    ),
)


@pytest.mark.parametrize(("path", "program"), REAL, ids=lambda path: path.name)
def test_lines_and_the_rest_add_up_in_real_profiles(path: Path, program: Path) -> None:
    check_all(load(str(path)), program)


def demo_lines(name: str, line: int | None = None) -> dict[int, list[str]]:
    profile = load(str(DEMO / "demo.stats"))
    names = Names(profile)
    found = sites_of(
        profile,
        index_of(profile, name, line),
        text_of(DEMO / "demo.py"),
        lambda file: source_beside(file, DEMO),
    )
    assert not found.elsewhere
    return {n: [names.shown_name(site.callee) for site in sites] for n, sites in found.on_lines.items()}


def test_the_sample_program_is_matched_completely() -> None:
    assert demo_lines("summary") == {
        89: ["loads"],
        90: ["count_leaves"],
        92: ["closest"],
        93: ["price_of", "dict.get"],
    }
    assert demo_lines("<listcomp>", 28) == {30: ["misspell", "choice"], 31: ["randint"], 32: ["randint"]}
    main = demo_lines("main")
    assert main[98] == ["__init__"] and main[100] == ["summary"] and "similar_pairs" in main[102]
