"""How far a share of samples may be off, where some of them weigh nothing."""

from __future__ import annotations

import math

import pytest

from proftui_parsers import load_bytes
from proftui_parsers.measure import standard_error
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.recording import Choice


def test_the_error_of_processor_time_counts_no_samples_of_what_waited() -> None:
    samples = "P1;T1;a.py:busy:1 1000,0,0\n" * 9 + "P1;T1;a.py:idle:2 1000,1,0\n" * 90
    text = f"# austin: 3.7.0\n# mode: full\n{samples}" + "P1;T1;a.py:other:3 1000,0,0\n" * 7
    elapsed = load_bytes(text.encode(), "a.austin")
    assert elapsed.recording is not None
    keys = [measure.key for measure in elapsed.recording.measures]
    time = profile_of(elapsed.recording, Choice(measure=keys.index("cpu")))
    busy = time.names.index("busy")
    assert standard_error(time, time.tottime[busy]) == pytest.approx(math.sqrt(9 / 16 * 7 / 16 / 16))
    assert standard_error(elapsed, elapsed.tottime[busy]) == pytest.approx(
        math.sqrt(9 / 106 * 97 / 106 / 106)
    )
