"""Tab completes the name of a package as far as it is certain, and of nothing else."""

from __future__ import annotations

import pytest

from proftui.analysis.search.completion import candidates, completed

PACKAGES = ["trio", "numpy", "trioapp", "built-in", "(no file)", "Numeric"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pkg:nump", "pkg:numpy"),
        ("pkg:t", "pkg:trio"),
        ("pkg:trioa", "pkg:trioapp"),
        ("pkg:b", "pkg:built-in"),
        ("tottime>1ms !pkg:num", "tottime>1ms !pkg:num"),
        ("tottime>1ms !pkg:nump", "tottime>1ms !pkg:numpy"),
        ("pkg:(n", 'pkg:"(no file)"'),
        ('pkg:"(n', 'pkg:"(no file)"'),
        ("pkg:trio", "pkg:trio"),
        ("pkg:nosuch", "pkg:nosuch"),
        ("pkg:t json", "pkg:t json"),
        ("mypkg:t", "mypkg:t"),
        ("t", "t"),
        ("", ""),
    ],
)
def test_a_name_is_typed_as_far_as_it_is_certain(text: str, expected: str) -> None:
    assert completed(text, PACKAGES) == expected


def test_the_packages_that_may_be_meant_are_offered_in_their_order() -> None:
    assert candidates("pkg:", PACKAGES) == PACKAGES
    assert candidates("pkg:tri", PACKAGES) == ["trio", "trioapp"]
    assert candidates("pkg:NU", PACKAGES) == ["numpy", "Numeric"]
    assert candidates("pkg:trio", PACKAGES) == [], "that is one"
    assert candidates("trio", PACKAGES) == candidates("pkg:x", PACKAGES) == []
