"""What is published: the wheel, the sdist that builds the same one, and what they say of themselves."""

from __future__ import annotations

import email
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.message import Message
from pathlib import Path

import pytest
from tests.support.architecture import ROOT

import proftui

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def built(folder: Path, to: Path) -> tuple[Path, ...]:
    """The sdist and the wheel of a checkout, or of an unpacked sdist."""
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(to)]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return next(to.glob("*.tar.gz")), next(to.glob("*.whl"))


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    return built(ROOT, tmp_path_factory.mktemp("dist"))


def metadata(wheel: Path) -> Message:
    (name,) = (name for name in zipfile.ZipFile(wheel).namelist() if name.endswith(".dist-info/METADATA"))
    return email.message_from_bytes(zipfile.ZipFile(wheel).read(name))


def test_a_wheel_installs_two_packages_only(files: tuple[Path, ...]) -> None:
    names = zipfile.ZipFile(files[1]).namelist()
    assert {name.split("/")[0].split("-")[0] for name in names} == {"proftui", "proftui_parsers"}
    tops = {name.split("/")[0] for name in names}
    assert len([top for top in tops if not top.endswith(".dist-info")]) == 2
    for needed in (
        "proftui/app/proftui.tcss",
        "proftui/demo/demo.stats",
        "proftui/demo/demo.lprof",
        "proftui/demo/demo.py",
    ):
        assert needed in names
    assert "proftui/py.typed" in names and "proftui_parsers/py.typed" in names


def test_an_sdist_builds_the_same_wheel(files: tuple[Path, ...], tmp_path: Path) -> None:
    with tarfile.open(files[0]) as packed:
        # An attribute, not an argument: Python 3.11.2 knows neither, and lets an attribute be.
        packed.extraction_filter = getattr(tarfile, "data_filter", None)
        packed.extractall(tmp_path)
    (unpacked,) = tmp_path.iterdir()
    _, wheel = built(unpacked, tmp_path / "dist")
    assert wheel.read_bytes() == files[1].read_bytes()


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="this is no checkout")
def test_an_sdist_has_what_a_checkout_has(files: tuple[Path, ...]) -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True)
    with tarfile.open(files[0]) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    missing = set(tracked.stdout.split("\n")) - {""} - names
    assert not missing and "PKG-INFO" in names
    tops = {name.split("/")[0] for name in names - {"PKG-INFO"}}
    assert tops == {name.split("/")[0] for name in tracked.stdout.split("\n") if name}
    assert not [name for name in names if "__pycache__" in name or "_cache/" in name or ".venv" in name]


def test_it_says_what_a_stranger_asks(files: tuple[Path, ...]) -> None:
    said = metadata(files[1])
    addresses = dict(line.split(", ") for line in said.get_all("Project-URL", []))
    assert set(addresses) == {"Homepage", "Documentation", "Source", "Changelog", "Issues"}
    assert all(address.startswith(addresses["Homepage"]) for address in addresses.values())
    assert (
        said["Author"] and said["License-Expression"] and said["Description-Content-Type"] == "text/markdown"
    )
    assert said["Version"] == PROJECT["version"] == proftui.__version__
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\n## {PROJECT['version']}" in changes


def test_no_formats_are_announced_but_those_of_other_packages(files: tuple[Path, ...]) -> None:
    wheel = zipfile.ZipFile(files[1])
    (name,) = (name for name in wheel.namelist() if name.endswith("/entry_points.txt"))
    assert wheel.read(name).decode().split() == ["[console_scripts]", "proftui", "=", "proftui.cli.main:main"]


def test_each_python_that_is_claimed_is_tried() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    oldest, *newer = [name.split(" :: ")[-1] for name in PROJECT["classifiers"] if "Python :: 3." in name]
    assert PROJECT["requires-python"] == f">={oldest}"
    assert f"for version in {' '.join(newer)}; do" in script
