from __future__ import annotations

import importlib.metadata
import os
import pickle
import shutil
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.support.corpus import DATA, small

import proftui_parsers
from proftui_parsers import FORMATS, Format, Profile, ProfileError, load, load_bytes
from proftui_parsers.detect import ANY_JSON, sniff

PACKAGE = Path(proftui_parsers.__file__).parent


def test_content_decides_not_the_name(tmp_path: Path) -> None:
    for name, kind in (("cprofile-py3.11-julia.stats", "pstats"), ("lp5.1.0-julia.lprof", "lprof")):
        for ending in (".lprof", ".stats", ".txt", ""):
            file = tmp_path / f"x{ending}"
            file.write_bytes(small(name).read_bytes())
            assert load(str(file)).format == kind


def test_the_path_is_kept_as_it_was_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.stats").write_bytes(small("cprofile-py3.11-julia.stats").read_bytes())
    profile = load("./p.stats")
    assert (profile.path, profile.paths) == ("./p.stats", ("./p.stats",))


def appended(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"more")


def shortened(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def emptied(path: Path) -> None:
    os.truncate(path, 0)


@pytest.mark.parametrize("change", [appended, shortened, emptied])
@pytest.mark.parametrize("name", ["cprofile-py3.11-julia.stats", "lp5.1.0-julia.lprof"])
def test_a_file_that_changes_while_it_is_read(
    name: str, change: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / name
    shutil.copyfile(small(name), file)
    known = os.fstat

    def fstat(descriptor: int) -> os.stat_result:
        found = known(descriptor)
        change(file)
        return found

    monkeypatch.setattr(os, "fstat", fstat)
    with pytest.raises(ProfileError, match="changed while it was read: open it again"):
        load(str(file))


def gone(path: Path) -> None:
    path.unlink()


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def forbidden(path: Path) -> None:
    path.chmod(0)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (gone, "does not exist"),
        (a_folder, "is a folder, not a file"),
        (a_pipe, "is a pipe"),
        (emptied, "is empty"),
        (forbidden, "cannot be read: you have no permission"),
    ],
)
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
def test_a_file_that_becomes_something_else_before_it_is_open(
    change: Callable[[Path], None], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if change is forbidden and os.geteuid() == 0:
        pytest.skip("root may read everything")
    file = tmp_path / "p.stats"
    shutil.copyfile(small("cprofile-py3.11-julia.stats"), file)
    known = os.open

    def changed(path: str, flags: int) -> int:
        change(Path(path))
        return known(path, flags)

    monkeypatch.setattr(os, "open", changed)
    with pytest.raises(ProfileError, match=sentence):
        load(str(file))


def test_no_bytes_are_no_profile() -> None:
    with pytest.raises(ProfileError, match="is empty"):
        load_bytes(b"", "p.stats")


def test_bytes_need_no_name() -> None:
    profile = load_bytes(small("cprofile-py3.11-julia.stats").read_bytes())
    assert (profile.path, len(profile)) == ("", 13)


def test_of_what_is_no_profile_only_the_beginning_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    large = tmp_path / "disk.img"
    with large.open("wb") as file:
        file.truncate(900_000_000)
    tracemalloc.start()
    try:
        with pytest.raises(ProfileError, match="is not a profile that proftui reads"):
            load(str(large))
        assert tracemalloc.get_traced_memory()[1] < 4_000_000
    finally:
        tracemalloc.stop()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(closed=False, isatty=bool, buffer=Endless()))
    with pytest.raises(ProfileError, match="is text, not a profile"):
        load("-")


def name_of(known: Format) -> str:
    return known.name


class Endless:
    """Standard input of a program that never ends."""

    def __init__(self) -> None:
        self.given = 0

    def read(self, size: int) -> bytes:
        self.given += size
        assert self.given < 10_000_000
        return b"y\n" * (size // 2)


SMALL = {
    "pstats": "cprofile-py3.11-julia.stats",
    "lprof": "lp5.1.0-julia.lprof",
    "collapsed": "tachyon3.15.2-spin.collapsed.txt",
    "austin": "austin3.7.0-spin.austin",
    "mojo": "austin3.7.0-spin.mojo",
    "tachyon": "tachyon3.15.2-spin.bin",
    "tachyon-jsonl": "tachyon3.15.2-spin.jsonl",
    "importtime": "importtime3.11-json.txt",
    "flamegraph": "pyspy0.4.3-towers.svg",
    "printed": "lp5.1.0-julia.txt",
    "memray": "memray1.20.0-grow.csv",
    "pprof": "austin2pprof2.4.0-spin.pprof",
    "gperftools": "gperftools2.10-spin.prof",
    "perf": "perf6.1-spin.txt",
    "callgrind": "valgrind3.19-sums.callgrind.out",
}


@pytest.mark.parametrize("known", [known for known in FORMATS if known.name != ANY_JSON], ids=name_of)
def test_a_profile_has_the_name_of_the_format_that_read_it(known: Format) -> None:
    path = str(small(SMALL[known.name]))
    assert load(path).format == sniff(path) == known.name


def test_whatever_opens_is_listed(tmp_path: Path) -> None:
    (tmp_path / "long.folded").write_text(f"{';'.join(f'f{n}' for n in range(9_000))} 1\n", "utf-8")
    text = small("pyinstrument5.1.3-tiny.json").read_text("utf-8")
    (tmp_path / "blanks.json").write_text(" " * 9_000 + text, "utf-8-sig")
    (tmp_path / "powershell.json").write_text(text, "utf-16")
    opened = dict[str, str]()
    for path in (*DATA.rglob("*"), *tmp_path.iterdir()):
        with suppress(ProfileError):
            opened[str(path)] = load(path).format
    assert len(opened) > 50
    assert {path: sniff(path) for path in opened} == opened


# --- formats of other packages


def announce(monkeypatch: pytest.MonkeyPatch, *plugins: Callable[[], object]) -> None:
    points = [SimpleNamespace(name=f"plugin{number}", load=plugin) for number, plugin in enumerate(plugins)]
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda *, group: points)


def broken() -> object:
    raise ImportError("no such module")


def test_a_format_of_another_package_is_asked_when_ours_do_not_match(monkeypatch: pytest.MonkeyPatch) -> None:
    profile = load(str(small("lp5.1.0-julia.lprof")))

    def fails(head: bytes) -> bool:
        raise KeyError(head)

    def read(pieces: list[bytes], path: str, progress: object) -> Profile:
        assert (pieces, path) == ([b"MINE 1"], "p")
        return profile

    announce(
        monkeypatch,
        broken,
        lambda: SimpleNamespace(),
        lambda: Format("fails", fails, read),
        lambda: Format("mine", lambda head: head.startswith(b"MINE"), read),
    )
    assert load_bytes(b"MINE 1", "p") is profile
    with pytest.raises(ProfileError, match="is text"):
        load_bytes(b"YOURS 1", "p")


def test_packages_whose_formats_cannot_be_listed_do_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken_list(*, group: str) -> list[object]:
        raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")

    monkeypatch.setattr(importlib.metadata, "entry_points", broken_list)
    (tmp_path / "notes.txt").write_text("a text")
    with pytest.raises(ProfileError, match="is text, not a profile"):
        load(str(tmp_path / "notes.txt"))


@pytest.mark.parametrize("problem", [KeyError("x"), SystemExit(3)], ids=["error", "exit"])
def test_a_format_that_fails_is_named(problem: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(pieces: list[bytes], path: str, progress: object) -> Profile:
        raise problem

    announce(monkeypatch, lambda: Format("any", lambda head: True, read))
    with pytest.raises(ProfileError, match=f"the format plugin0 failed with {type(problem).__name__}"):
        load_bytes(b"MINE 1", "p")


@pytest.mark.parametrize("name", ["cprofile-py3.11-recurse.stats", "variant-no-subcalls.stats"])
def test_a_profile_can_be_handed_to_another_process(name: str) -> None:
    profile = load(str(small(name)))
    for _ in range(2):
        again = pickle.loads(pickle.dumps(profile))
        assert (again.warnings, again.names[:]) == (profile.warnings, profile.names[:])


def test_other_packages_are_not_even_looked_for_when_ours_match(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*, group: str) -> list[object]:
        raise AssertionError(group)

    monkeypatch.setattr(importlib.metadata, "entry_points", never)
    assert load(str(small("cprofile-py3.11-julia.stats"))).count


# --- what the package imports


def run(code: str) -> str:
    done = subprocess.run(
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r})\n{code}",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_nothing_outside_the_standard_library_is_imported() -> None:
    path = str(small("cprofile-py3.11-julia.stats"))
    out = run(
        "before = set(sys.modules)\n"
        "import proftui_parsers\n"
        f"assert proftui_parsers.load({path!r}).count == 13\n"
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before})\n"
    )
    assert set(out.split()) - sys.stdlib_module_names == {"proftui_parsers"}
    assert not {"pickle", "pstats", "profile", "cProfile"} & set(out.split())


HEAVY = {
    "typing",
    "dataclasses",
    "inspect",
    "enum",
    "re",
    "functools",
    "pathlib",
    "ast",
    "tempfile",
    "importlib",
    "json",
    "zlib",
    "gzip",
}
UNUSED = ("combine", "foreign", "pstats.sampled", "pstats.checks", "pstats.writing")


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("cprofile-py3.11-julia.stats", ("lprof", "stacks.", "json_walk")),
        ("lp5.1.0-julia.lprof", ("pstats", "stacks.", "json_walk")),
        ("pyspy0.4.3-asyncio.speedscope.json", ("lprof", "pstats")),
        ("tachyon3.15.2-spin.collapsed.txt", ("lprof", "pstats", "json_walk")),
    ],
)
def test_a_file_is_read_with_few_imports(name: str, others: tuple[str, ...]) -> None:
    out = run(
        "before = set(sys.modules)\n"
        "import proftui_parsers\n"
        f"assert proftui_parsers.load({str(small(name))!r}).count\n"
        "print(*set(sys.modules) - before)\n"
    )
    loaded = set(out.split())
    unused = tuple(f"proftui_parsers.{module}" for module in (*UNUSED, "compressed", *others))
    assert not loaded & HEAVY
    assert not [module for module in loaded if module.startswith(unused)]


def test_nothing_of_a_refused_file_is_imported_either() -> None:
    head = b"\x80\x05\x8c\x1cline_profiler._line_profiler\x8c\x09LineStats\x93)\x81"
    data = head + b"\x8c\x0bantigravity\x8c\x07geohash\x93)R."
    out = run(
        "import proftui_parsers\n"
        f"try: proftui_parsers.load_bytes({data!r}, 'p')\n"
        "except proftui_parsers.ProfileError as problem: print(problem)\n"
        "print(*sys.modules.keys() & {'antigravity'})\n"
    )
    assert out.startswith("is damaged at byte ") and "antigravity" not in out
