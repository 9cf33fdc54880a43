"""The modules of one's own files are called as one would import them, and what told so is known."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.known_files import Known, files_of
from tests.support.profiles import profile_of

from proftui.analysis.module_roots import DISK, INIT, PATH, ROOT, SHARED, Where
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
    files = files_of([*modules, program], program)
    assert {file: (files.module(file), files.package_from(file)) for file in modules} == modules
    assert all(files.package(file) == files.module(file).partition(".")[0] for file in modules)


def test_the_disk_is_asked_where_files_tell_nothing_and_never_of_a_script_s_folder() -> None:
    deep, script = "/p/shop/sub/text.py", "/p/job/run.py"
    where = Known(script, [f"/p/{folder}/__init__.py" for folder in ("shop", "shop/sub", "job")])
    files = RecordedFiles([deep, script], where)
    assert (files.module(deep), files.package_from(deep)) == ("shop.sub.text", DISK)
    assert (files.module(script), files.package_from(script)) == ("run", ROOT)
    assert where.asked == ["/p/shop/sub/__init__.py", "/p/shop/__init__.py", "/p/__init__.py"]


def test_files_are_looked_for_as_recorded_and_beside_the_profile_but_not_very_many(tmp_path: Path) -> None:
    (tmp_path / "job.py").touch()
    where = Where(profile_of([("job.py", 1, "f")]).changed(paths=(str(tmp_path / "p.stats"),)))
    assert where.has("job.py") and where.has(str(tmp_path / "job.py")) and not where.has("other.py")
    assert not all(where.has("job.py") for _ in range(1000))


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
    deeper = file.replace("text", "core/num")
    where = Known(program)
    where.is_partial = True
    assert RecordedFiles(several, where).module(file) == module
    assert RecordedFiles([*several, deeper], where).module(deeper) == module.replace("text", "core.num")
    assert files_of(several, program).module(file) == "text"


@pytest.mark.parametrize("is_partial", [True, False])
@pytest.mark.parametrize(("on_disk", "module"), [("/srv/app/run.py", "text"), ("/srv/run.py", "app.text")])
def test_the_disk_tells_where_a_script_lies_that_was_run_by_its_name(
    is_partial: bool, on_disk: str, module: str
) -> None:
    where = Known("run.py", [on_disk])
    where.is_partial = is_partial
    files = RecordedFiles(["run.py", "/srv/app/text.py", "/srv/app/index.py"], where)
    assert (files.module("/srv/app/text.py"), files.package_from("/srv/app/text.py")) == (module, ROOT)


def test_what_a_script_imports_under_its_own_name_is_not_the_script() -> None:
    where = Known("main.py", ["/srv/main.py", "/srv/app/main.py"])
    files = RecordedFiles(["main.py", "/srv/app/main.py", "/srv/app/models.py"], where)
    assert files.module("/srv/app/models.py") == "app.models"


def test_what_has_the_name_of_a_library_is_told_from_it() -> None:
    own = ["/p/run.py", "/p/core/io.py", "/p/web/io.py", "/p/re/x.py", "/p/io.py"]
    files = files_of([*own, "/usr/lib/python3.11/io.py", "/usr/lib/python3.11/re/_parser.py"])
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
        ("D:\\w\\__pypackages__\\3.12\\Lib\\click\\core.py", "click.core", False),
        ("d:\\VENV\\LIB\\SITE-PACKAGES\\click\\core.py", "click.core", False),
        (f"{SITE}/click-8.0-py3.9.egg/click/core.py", "click.core", False),
        ("/p/vendor/click-8.0-py3-none-any.whl/click/core.py", "click.core", False),
        ("/usr/lib/pymodules/python2.7/gtk-2.0/gtk/__init__.py", "gtk", False),
        ("/usr/lib/python3.11/lib-dynload/_json.py", "_json", True),
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
    assert files_of([file]).displayed(file).own


@pytest.mark.parametrize("folder", ["", "src/"])
@pytest.mark.parametrize("program", ["run.py", "pytest", "pytest/__main__.py"])
def test_of_paths_that_were_cut_short_what_the_folder_or_its_src_has_is_one_s_own(
    folder: str, program: str
) -> None:
    where = Known(program, {"run.py", f"{folder}shop/text.py"})
    where.of_samples = True
    names = [program, "shop/text.py", "flask/app.py"]
    files = RecordedFiles(names, where)
    assert [files.displayed(name).own for name in names] == [True, True, False]


def test_of_more_files_than_any_program_has_paths_stay_as_recorded() -> None:
    own = [f"/p/shop/{number}.py" for number in range(20_001)]
    few, many = files_of([*own[:9], f"{SITE}/rich/text.py"]), files_of([*own, f"{SITE}/rich/text.py"])
    assert few.displayed(own[0]).path == "0.py"
    assert many.displayed(own[0]) == (own[0], True, None)
    assert not many.displayed(f"{SITE}/rich/text.py").own
    assert files_of(own[:9] * 3_000).displayed(own[0]).path == "0.py"
