"""The modules of one's own files are called as one would import them, and what told so is known."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.profiles import profile_of

from proftui.analysis.module_roots import DISK, INIT, PATH, ROOT, SHARED
from proftui.analysis.names import Names
from proftui.analysis.recorded_files import RecordedFiles, is_standard

SITE = "/usr/lib/python3.11/site-packages"


@pytest.mark.parametrize(
    ("program", "modules"),
    [
        ("run.py", {"/p/shop/__init__.py": ("shop", INIT), "/p/shop/text.py": ("shop.text", INIT)}),
        ("/p/run.py", {"/p/run.py": ("run", ROOT), "/p/shop/text.py": ("shop.text", ROOT)}),
        # What is below a package is of it, and so is what lies beside one.
        ("", {"/p/a/__init__.py": ("a", INIT), "/p/a/b/c.py": ("a.b.c", INIT), "/p/d/e.py": ("d.e", PATH)}),
        ("", {"/p/a/__init__.py": ("a", INIT), "/p/a/b/__init__.py": ("a.b", INIT)}),
        # Packages lie in src; but where modules lie in it, it is one.
        ("/p/run.py", {"/p/src/shop/text.py": ("shop.text", ROOT)}),
        ("/p/run.py", {"/p/src/text.py": ("src.text", ROOT), "/p/src/a/b.py": ("src.a.b", ROOT)}),
        # The folder of a script is no package, unless it was imported as one.
        ("job/run.py", {"job/run.py": ("run", ROOT), "job/helper.py": ("helper", ROOT)}),
        ("/p/job/run.py", {"/p/job/__init__.py": ("job", INIT), "/p/job/run.py": ("job.run", INIT)}),
        ("/shop/__main__.py", {"/shop/__main__.py": ("shop.__main__", PATH), "/shop/a.py": ("shop.a", PATH)}),
        # A project is called as its package.
        ("", {"/x/x/state/__init__.py": ("x.state", INIT), "/x/x/y/z.py": ("x.y.z", PATH)}),
        ("", {"/app/app/x.py": ("app.x", PATH), "/app/app/y/z.py": ("app.y.z", PATH)}),
        ("", {"/p/one/a.py": ("one.a", SHARED), "/p/two/a.py": ("two.a", SHARED)}),
        ("", {"C:\\P\\shop\\__init__.py": ("shop", INIT), "c:\\p\\Shop\\text.py": ("Shop.text", INIT)}),
        ("", {"../p/shop/__init__.py": ("shop", INIT), "../x/y.py": ("x.y", SHARED)}),
    ],
)  # fmt: skip
def test_a_module_is_called_as_one_would_import_it(program: str, modules: dict[str, tuple[str, str]]) -> None:
    files = RecordedFiles([*modules, program], program=lambda: [program] if program else [])
    assert {file: (files.module(file), files.package_from(file)) for file in modules} == modules
    assert all(files.package(file) == files.module(file).partition(".")[0] for file in modules)


def test_the_disk_is_asked_where_files_tell_nothing_and_never_of_a_script_s_folder(tmp_path: Path) -> None:
    for folder in ("shop", "shop/sub", "job"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").touch()
    (deep, script) = (str(tmp_path / name) for name in ("shop/sub/text.py", "job/run.py"))
    asked: list[str] = []

    def exists(path: str) -> bool:
        asked.append(path)
        return Path(path).exists()

    files = RecordedFiles([deep, script], program=lambda: [script], exists=exists)
    assert (files.module(deep), files.package_from(deep)) == ("shop.sub.text", DISK)
    assert (files.module(script), files.package_from(script)) == ("run", ROOT)
    assert [path.removeprefix(str(tmp_path)) for path in asked] == [
        "/shop/sub/__init__.py", "/shop/__init__.py", "/__init__.py",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("program", "file", "module"),
    [
        ("run.py", "/srv/app/shop/text.py", "shop.text"),
        ("tools/run.py", "/srv/app/shop/text.py", "shop.text"),
        ("tools/run.py", "/srv/app/tools/text.py", "text"),
        ("/srv/app/tools/run.py", "/srv/app/shop/text.py", "shop.text"),
        ("", "/srv/text.py", "text"),
    ],
)
def test_where_not_all_modules_are_recorded_those_of_one_folder_are_likely_of_a_package(
    program: str, file: str, module: str
) -> None:
    several = [program, file, file.replace("text", "index")]
    files = RecordedFiles(several, is_partial=True, program=lambda: several[:1])
    assert files.module(file) == module
    assert RecordedFiles(several, program=lambda: several[:1]).module(file) == "text"


def test_what_has_the_name_of_a_library_is_told_from_it() -> None:
    own = ["/p/run.py", "/p/core/io.py", "/p/web/io.py", "/p/re/x.py", "/p/io.py"]
    files = RecordedFiles([*own, "/usr/lib/python3.11/io.py", "/usr/lib/python3.11/re/_parser.py"])
    assert [files.module(file) for file in own] == ["run", "core.io", "web.io", "re.x (mine)", "io (mine)"]
    assert [files.package(file) for file in own] == ["run", "core", "web", "re (mine)", "io (mine)"]
    assert files.module("/usr/lib/python3.11/io.py") == "io"


@pytest.mark.parametrize(
    ("file", "module", "standard"),
    [
        ("/opt/python311.zip/json/decoder.py", "json.decoder", True),
        ("C:\\Python\\python311.zip\\json\\decoder.py", "json.decoder", True),
        ("/opt/pypy/lib-python/3/json/decoder.py", "json.decoder", True),
        ("/opt/pypy/lib-python/2.7/json/decoder.py", "json.decoder", True),
        ("/opt/pypy/lib_pypy/datetime.py", "datetime", True),
        ("/p/__pypackages__/3.9/lib/click/core.py", "click.core", False),
        (f"{SITE}/click-8.0-py3.9.egg/click/core.py", "click.core", False),
        ("/p/vendor/click-8.0-py3-none-any.whl/click/core.py", "click.core", False),
        ("/usr/local/bin/flask", "flask", False),
        ("../venv/bin/flask", "flask", False),
        ("C:\\venv\\Scripts\\flask.exe\\__main__.py", "flask", False),
    ],
)
def test_libraries_of_other_layouts_are_not_mine(file: str, module: str, standard: bool) -> None:
    names = Names(profile_of({(file, 1, "f"): (1, 1, 0.0, 0.0), ("/p/run.py", 1, "g"): (1, 1, 0.0, 0.0)}))
    assert (names.module(0), names.is_mine(0), is_standard(file)) == (module, False, standard)
    assert names.is_mine(1)


@pytest.mark.parametrize("file", ["/p/lib/a.py", "/p/zip/a.py", "/p/pypackages/a.py", "/p/bin/a.py", "bin"])
def test_what_only_looks_like_one_is_mine(file: str) -> None:
    assert RecordedFiles([file]).displayed(file).own


@pytest.mark.parametrize("folder", ["", "src/"])
def test_of_paths_that_were_cut_short_what_the_script_s_folder_or_its_src_has_is_one_s_own(
    folder: str,
) -> None:
    on_disk = {"run.py", f"{folder}shop/text.py"}
    names = ["run.py", "shop/text.py", "flask/app.py"]
    files = RecordedFiles(names, of_samples=True, program=lambda: ["run.py"], exists=on_disk.__contains__)
    assert [files.displayed(name).own for name in names] == [True, True, False]
