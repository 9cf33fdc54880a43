"""What views and keys say is written once, in ``frame/messages.py``: tests take it from there."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.sentences import all_sentences, fixed_parts, pattern, pieces, strings, typed_again

from proftui import messages
from proftui_parsers.messages import ONE_THREAD

TESTS = Path(__file__).parent
SHORTEST = 20
"""Characters from which on a string is a sentence and no longer a word or two."""
KNOWN = {
    piece
    for _, text in strings(Path(messages.__file__).read_text(encoding="utf-8"))
    for part in fixed_parts(text)
    for piece in pieces(part, SHORTEST)
}
HELD_TO_THE_LETTER = {"cli/test_cli.py", "cli/test_cli_trees.py"}
"""What is printed is read by other programs: here every character of it is asserted."""
SAID_ALIKE = {
    "2 of these callers and callees",
    "functions that call each other in turn are one node, with their number",
    "some of its functions call each other in turn",
}
"""A sentence of the state row, an assertion's reason and why a test is skipped."""


def test_no_test_types_a_sentence_again() -> None:
    again = [
        f"{name}:{line}: {text}"
        for path in sorted(TESTS.rglob("*.py"))
        if (name := path.relative_to(TESTS).as_posix()) not in HELD_TO_THE_LETTER
        for line, text in typed_again(path.read_text(encoding="utf-8"), KNOWN, SHORTEST)
        if text not in SAID_ALIKE
    ]
    assert not again, "\n".join(again)


def test_one_command_prints_what_the_screen_and_the_readers_say() -> None:
    said = set(all_sentences())
    assert {messages.NO_CALLEES, messages.TAKES, messages.TAKE_HALF, ONE_THREAD} <= said
    retired = ("bottom-up", "nobody's", "take off", "take back", "take it back", "alone is", "could be told")
    assert not [text for text in said for word in retired if word in text]


def test_what_is_typed_again_is_seen() -> None:
    source = '"""the cat sat here"""\nx = f"{a} sat here now"\ny = "a cat sat h"\nz = "cat"\n'
    assert typed_again(source, pieces("the cat sat here", 8), 8) == [(2, " sat here now"), (3, "a cat sat h")]


def test_a_template_is_recognised_filled_in() -> None:
    match = re.fullmatch(pattern("{} (of {:,}) ?"), "f (of 1,234) ?")
    assert match and match.groups() == ("f", "1,234")
