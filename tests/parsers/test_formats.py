from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.support.architecture import modules

from proftui_parsers import FORMATS
from proftui_parsers.detect import ANY_JSON

EXPLORER = sorted(path for module, path in modules().items() if module.startswith("proftui."))
NAMES = {known.name for known in FORMATS} - {ANY_JSON} | {"seconds", "samples", "bytes"}


@pytest.mark.parametrize("path", EXPLORER, ids=lambda path: path.stem)
def test_the_explorer_asks_what_a_profile_has_not_what_it_is_called(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Compare):
            constants = [end.value for end in ast.walk(node) if isinstance(end, ast.Constant)]
            assert not NAMES.intersection(constants)
