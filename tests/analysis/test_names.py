"""Names, places and modules as a user knows them."""

from __future__ import annotations

import pstats
from math import nan
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.support.profiles import FunctionKey, profile_of

from proftui.analysis.names import Names

if TYPE_CHECKING:
    from proftui.analysis.function_texts import TextKind


def named(*places: FunctionKey) -> Names:
    return Names(profile_of(dict.fromkeys(places, (1, 1, nan, nan))))


@pytest.mark.parametrize(
    ("recorded", "shown"),
    [
        ("<built-in method builtins.compile>", "compile"),
        ("<built-in method _imp.create_dynamic>", "_imp.create_dynamic"),
        (
            "<built-in method numba.core.typeconv._typeconv.get_pointer>",
            "numba.core.typeconv._typeconv.get_pointer",
        ),
        ("<built-in method allocate_lock>", "allocate_lock"),
        ("<built-in method builtins.__build_class__>", "__build_class__"),
        ("<built-in method __new__ of type object at 0x7f3c2a>", "type.__new__"),
        ("<method 'append' of 'list' objects>", "list.append"),
        ("<method 'read' of '_io.BufferedReader' objects>", "BufferedReader.read"),
        ("<method 'acquire' of '_thread.lock' objects>", "lock.acquire"),
        ("<method 'sub' of 're.Pattern' objects>", "Pattern.sub"),
        ("<slot wrapper '__init__' of 'object' objects>", "object.__init__"),
        ("<function Random.seed at 0x7f3c2a>", "Random.seed"),
        ("<pandas._libs.lib.infer_dtype>", "pandas._libs.lib.infer_dtype"),
        ("<open>", "open"),
        ("exec", "exec"),
        ("<>", "<>"),
        ("<", "<"),
    ],
)
def test_built_ins_read_short(recorded: str, shown: str) -> None:
    names = named(("~", 0, recorded))
    assert names.shown_name(0) == shown
    assert names.location(0) == "built-in"
    assert (names.module(0), names.package(0)) == ("(built-in)", "built-in")
    assert names.is_builtin(0)
    assert not names.is_mine(0)


def test_names_of_python_functions_stay() -> None:
    names = named(("a.py", 1, "<module>"), ("a.py", 2, "<lambda>"), ("<string>", 1, "<open>"))
    assert [names.shown_name(i) for i in range(3)] == ["a", "<lambda>", "<open>"]


def test_the_profile_module_records_built_ins_without_a_file() -> None:
    names = named(("", 0, "exec"), ("", 1, "Generated"), ("profile", 0, "profiler"))
    assert names.is_builtin(0)
    assert names.label(0) == ":0(exec)"
    assert not names.is_builtin(1)
    assert names.package(1) == "(no file)"
    assert not any(names.is_mine(i) for i in range(3))


@pytest.mark.parametrize(
    ("file", "location", "module", "package"),
    [
        (
            "/u/lib/python3.11/site-packages/sklearn/utils/validation.py",
            "sklearn/utils/validation.py:7",
            "sklearn.utils.validation",
            "sklearn",
        ),
        ("/usr/lib/python3/dist-packages/yaml/__init__.py", "yaml/__init__.py:7", "yaml", "yaml"),
        ("/usr/lib/python3.11/json/decoder.py", "json/decoder.py:7", "json.decoder", "json"),
        ("/usr/lib64/python3.13t/inspect.py", "inspect.py:7", "inspect", "inspect"),
        ("C:\\P\\Lib\\site-packages\\np\\multiarray.py", "np\\multiarray.py:7", "np.multiarray", "np"),
        (
            "C:\\Python37\\lib\\encodings\\cp1252.py",
            "encodings\\cp1252.py:7",
            "encodings.cp1252",
            "encodings",
        ),
        ("<frozen importlib._bootstrap>", "importlib._bootstrap:7", "importlib._bootstrap", "importlib"),
        ("<string>", "<string>:7", "<string>", "<string>"),
        (
            "<attrs generated init a.b.C>",
            "<attrs generated init a.b.C>:7",
            "<attrs generated init a.b.C>",
            "<attrs generated init a.b.C>",
        ),
    ],
)
def test_library_code_is_shown_from_its_package_on(
    file: str, location: str, module: str, package: str
) -> None:
    names = named((file, 7, "f"), ("/home/me/run.py", 1, "g"))
    assert (names.location(0), names.module(0), names.package(0)) == (location, module, package)
    assert not names.is_mine(0)
    assert names.is_mine(1)


@pytest.mark.parametrize(
    ("files", "locations"),
    [
        (["/home/me/job/hillclimb.py"], ["hillclimb.py:1"]),
        (
            ["/p/run.py", "/p/app/core.py", "/p/app/web/core.py"],
            ["run.py:1", "app/core.py:1", "app/web/core.py:1"],
        ),
        (["/p/app/a.py", "/p/apple/b.py"], ["app/a.py:1", "apple/b.py:1"]),
        (["/tmp/a.py", "/home/b.py"], ["/tmp/a.py:1", "/home/b.py:1"]),
        (["E:\\proj\\src\\a.py", "e:/PROJ/src/x/b.py"], ["a.py:1", "x/b.py:1"]),
        (["C:\\proj\\lib\\mine.py", "C:\\proj\\run.py"], ["lib\\mine.py:1", "run.py:1"]),
        (["./x.py", ".\\y.py", "../z.py", "pkg/a.py"], ["x.py:1", "y.py:1", "../z.py:1", "pkg/a.py:1"]),
    ],
)
def test_own_files_are_shown_from_their_common_folder_on(files: list[str], locations: list[str]) -> None:
    names = named(*((file, 1, "f") for file in files), ("/usr/lib/python3.11/os.py", 1, "f"))
    assert [names.location(i) for i in range(len(files))] == locations
    assert all(names.is_mine(i) for i in range(len(files)))


@given(
    st.lists(
        st.tuples(
            st.text(max_size=12) | st.sampled_from(["~", ""]), st.integers(-1, 3), st.text(max_size=12)
        ),
        min_size=1,
        unique=True,
    )
)
@example([("\\", 0, ""), ("/", 1, "f"), ("..", 1, "f")])
@example([("//", 0, ""), ("C:\\\\", 0, "")])
def test_any_names_can_be_shown(places: list[FunctionKey]) -> None:
    names = named(*places)
    for index, place in enumerate(places):
        assert names.label(index) == pstats.func_std_string(place)  # type: ignore[attr-defined]
        assert names.location(index)
        assert names.location(index, with_dirs=False)
        assert names.package(index)
        assert isinstance(names.is_mine(index), bool)
    kinds: list[TextKind] = ["shown", "file", "func", "module"]
    for kind in kinds:
        assert [text.lower() for text in names.texts.column(kind)] == list(
            names.texts.column(kind, lowered=True)
        )
    every = range(len(places))
    assert list(map(names.texts.labels(), every)) == list(map(names.label, every))
    assert list(map(names.texts.labels(lowered=True), every)) == [
        names.label(index).lower() for index in every
    ]


PARTS = ("a", "b", "lib", "site-packages", "python3.11", "Lib", "json", "x.py", "", ".", "é", "<frozen os>")


@given(
    st.lists(
        st.tuples(st.sampled_from(("/", "/home/u/", "C:\\x\\", "", "./")), st.lists(st.sampled_from(PARTS)))
    )
)
def test_all_paths_at_once_are_those_of_each_function(files: list[tuple[str, list[str]]]) -> None:
    places = [(head + "/".join(parts), line, "f") for line, (head, parts) in enumerate(files)]
    names = Names(profile_of(dict.fromkeys(places, (1, 1, 0.0, 0.0))))
    assert list(names.texts.column("path")) == [names.path(index) for index in range(len(places))]


def test_names_of_a_million_files_take_no_memory_and_stay_what_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    places: list[FunctionKey] = [(f"/usr/lib/python3.11/m{n}.py", n, "f") for n in range(40)]
    places += [("~", 0, f"<built-in method builtins.f{n}>") for n in range(40)]

    def shown(names: Names) -> list[tuple[str, str, str]]:
        each = range(len(places))
        return [(names.module(index), names.location(index), names.shown_name(index)) for index in each]

    wanted = shown(named(*places))
    monkeypatch.setattr("proftui.analysis.recorded_files._MOST_NOTED", 3)
    names = named(*places)
    assert shown(names) == wanted
    assert shown(names) == wanted


@pytest.mark.parametrize(
    ("file", "shown", "location"),
    [
        ("/u/site-packages/pandas/io/common.py", "pandas.io.common", "pandas/io/common.py:1"),
        ("/u/site-packages/pandas/__init__.py", "pandas", "pandas/__init__.py:1"),
        ("/u/site-packages/black/__main__.py", "black.__main__", "black/__main__.py:1"),
        ("/home/me/hillclimb.py", "hillclimb", "hillclimb.py:1"),
        ("/home/me/app/__main__.py", "app.__main__", "app/__main__.py:1"),
        ("<frozen runpy>", "runpy", "runpy:1"),
        ("<string>", "<module>", "<string>:1"),
        ("<stdin>", "<module>", "<stdin>:1"),
        ("", "<module>", ":1"),
        # Of paths without folders.
        ("__init__.py", "<module>", "__init__.py:1"),
        ("<ipython-input-3-0f2a>", "cell 3", "cell 3, line 1"),
        ("/tmp/ipykernel_123/4567.py", "cell", "cell, line 1"),
        ("C:\\Temp\\ipykernel_12\\45.py", "cell", "cell, line 1"),
    ],
)
def test_the_code_of_a_module_is_called_as_the_module(file: str, shown: str, location: str) -> None:
    names = named((file, 1, "<module>"))
    assert (names.shown_name(0), names.location(0)) == (shown, location)
    assert list(names.texts.column("shown")) == [shown]
    assert names.is_mine(0) == ("/home/me" in file or "cell" in shown or file in ("__init__.py", "<stdin>"))


def test_cells_of_a_notebook_are_mine_and_no_folder_of_the_project() -> None:
    names = named(
        ("/home/me/job/a.py", 1, "f"), ("/tmp/ipykernel_1/2.py", 5, "g"), ("/home/me/job/b.py", 1, "h")
    )
    assert [names.location(i) for i in range(3)] == ["a.py:1", "cell, line 5", "b.py:1"]
    assert names.package(1) == "(notebook)"
    assert list(names.texts.column("path")) == ["a.py", "cell", "b.py"]
