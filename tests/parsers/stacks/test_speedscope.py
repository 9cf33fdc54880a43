"""What producers of speedscope's files write that is not what they say."""

from __future__ import annotations

import json

from proftui_parsers import load_bytes


def of_pyspy(release: str, weight: float) -> bytes:
    thread = {
        "type": "sampled",
        "name": "MainThread",
        "unit": "seconds",
        "startValue": 0.0,
        "endValue": 0.01,
        "samples": [[0, 1], [0, 1], [0]],
        "weights": [weight] * 3,
    }
    frames = [{"name": name, "file": "/src/prog.py", "line": 3, "col": None} for name in ("main", "work")]
    made = {"exporter": f"py-spy@{release}", "profiles": [thread], "shared": {"frames": frames}}
    return json.dumps({"$schema": "https://www.speedscope.app/file-format-schema.json", **made}).encode()


def test_a_release_of_pyspy_that_calls_its_samples_seconds_is_read_as_samples() -> None:
    profile = load_bytes(of_pyspy("0.3.8", 1.0), "p.json")
    assert (profile.measure.unit, profile.total_time, list(profile.tottime)) == ("samples", 3, [1, 2])
    assert any("says seconds" in remark for remark in profile.warnings)


def test_other_releases_mean_seconds() -> None:
    profile = load_bytes(of_pyspy("0.3.9", 0.02), "p.json")
    assert (profile.measure.unit, profile.total_time) == ("s", 0.06)
    assert not any("says seconds" in remark for remark in profile.warnings)
