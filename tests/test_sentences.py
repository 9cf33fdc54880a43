"""What the program says is written once, in ``frame/messages.py``: tests take it from there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support.sentences import fixed_parts, pattern, strings, typed_again

from proftui.frame import messages

TESTS = Path(__file__).parent
SHORTEST = 20
"""Characters from which on a string is a sentence and no longer a word or two."""
SENTENCES = {
    part
    for _, text in strings(Path(messages.__file__).read_text(encoding="utf-8"))
    for part in fixed_parts(text)
    if len(part) >= SHORTEST
}
HELD_TO_THE_LETTER = {"cli/test_cli.py", "cli/test_cli_trees.py"}
"""What is printed is read by other programs: here every character of it is asserted."""
MODULES = sorted(
    name
    for path in TESTS.rglob("*.py")
    if not (name := path.relative_to(TESTS).as_posix()).startswith("data/") and name not in HELD_TO_THE_LETTER
)


@pytest.mark.parametrize("module", MODULES)
def test_no_test_types_a_sentence_again(module: str) -> None:
    if module != Path(__file__).name:
        assert typed_again((TESTS / module).read_text(encoding="utf-8"), SENTENCES, SHORTEST) == []


def test_what_is_typed_again_is_seen() -> None:
    source = '"""the cat sat here"""\nx = f"{a} sat here now"\ny = "the cat s"\nz = "cat"\n'
    assert typed_again(source, {"the cat sat here", "sat here"}, 8) == [
        (2, " sat here now"),
        (3, "the cat s"),
    ]


def test_a_template_is_recognised_filled_in() -> None:
    match = re.fullmatch(pattern("{} (of {:,}) ?"), "f (of 1,234) ?")
    assert match and match.groups() == ("f", "1,234")
