"""What stands for a file in the key of its functions, found for whole folders at once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.support.compared import profile_of

from proftui.analysis.compare.keys import Modules, module_key
from proftui.analysis.names import Names
from proftui.background.pieces import finished

FOLDERS = (
    "", "/", "/usr/lib", "/usr/lib/python3.11", "/usr/lib/python3.11/json", "/srv/app/src",
    "/srv/app/src/lib",
    "/srv/v/lib/python3.9/site-packages", "/srv/v/lib/python3.9/site-packages/lib/pkg", "/tmp/ipykernel_12",
    "/srv/app/bin/lib/python", "C:/app", "src", "./src", "/srv/app/a.py", "/srv/x.so.1", "/srv\\odd",
)  # fmt: skip
NAMES = (
    "x.py", "io.py", "__init__.py", "__main__.py", "12.py", "lib.py", "python3.py", "a-b.py", "é.py",
    "core.so",
    "core.so.py", "x.pyc", ".py", "<string>", "~", "?", "x.py\n", "a.b.py",
)  # fmt: skip
FILES = [f"{folder}/{name}" if folder else name for folder in FOLDERS for name in NAMES]


def names_of(files: list[str]) -> Names:
    return Names(profile_of({(file, 1, "f"): (1, 1.0) for file in files}))


@given(st.lists(st.sampled_from(FILES), min_size=1, max_size=12, unique=True), st.booleans())
def test_the_folder_says_what_the_file_would(files: list[str], whole: bool) -> None:
    modules = Modules(names_of(files), whole=whole)
    finished(modules.adding(files))
    alone = names_of(files)
    assert modules.known == {file: module_key(alone, file, whole=whole) for file in files}
