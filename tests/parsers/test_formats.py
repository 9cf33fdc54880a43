from __future__ import annotations

import ast

from tests.support.architecture import modules, nodes

from proftui_parsers import FORMATS
from proftui_parsers.detect import ANY_JSON

EXPLORER = sorted(path for module, path in modules().items() if module.startswith("proftui."))
NAMES = {known.name for known in FORMATS} - {ANY_JSON} | {"speedscope", "seconds", "samples", "bytes"}


def test_the_explorer_asks_what_a_profile_has_not_what_it_is_called() -> None:
    for path in EXPLORER:
        for node in nodes(path):
            if isinstance(node, ast.Compare):
                constants = [end.value for end in ast.walk(node) if isinstance(end, ast.Constant)]
                assert not NAMES.intersection(constants), path
