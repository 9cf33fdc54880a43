"""Flame graphs as SVG, drawn by the rules of inferno, of flamegraph.pl and of flameprof, from stacks."""

from __future__ import annotations

from collections.abc import Mapping
from xml.sax.saxutils import escape

HEAD = (
    '<?xml version="1.0" standalone="no"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">'
    '<svg version="1.1" width="1200" viewBox="0 0 1200 90" xmlns="http://www.w3.org/2000/svg">'
    "<!--Flame graph stack visualization. See https://github.com/brendangregg/FlameGraph-->"
)
NESTED_HEAD = (
    '<?xml version="1.0"?>\n<svg version="1.1">\n<style>\n    .func_g:hover { stroke:black; }\n</style>\n'
)
Box = tuple[tuple[str, ...], float, float]
"""The frames of a stack, where it begins, and what it weighs."""
KINDS = ("inferno", "percent", "tenths")
"""How exact places are: counts, four digits of a percent, a tenth of a pixel."""


def boxes(stacks: Mapping[tuple[str, ...], float]) -> list[Box]:
    """All boxes, those of one level in order; the first is of nothing, ``all``."""
    found: list[Box] = []
    totals: dict[tuple[str, ...], float] = {}
    for stack, weight in stacks.items():
        for end in range(len(stack) + 1):
            totals[stack[:end]] = totals.get(stack[:end], 0) + weight
    at: dict[tuple[str, ...], float] = {(): 0}
    for frames in sorted(totals):
        begin = at[frames[:-1]] if frames else 0
        found.append((frames, begin, totals[frames]))
        at[frames] = begin
        if frames:
            at[frames[:-1]] += totals[frames]
    return found


def drawn(
    stacks: Mapping[tuple[str, ...], float],
    kind: str = "inferno",
    *,
    hanging: bool = True,
    unit: str = "samples",
    factor: float = 1.0,
    titles: Mapping[str, str] = {},
) -> bytes:
    """A picture of stacks; ``titles``: by name, what stands instead of name and count."""
    made, whole = boxes(stacks), sum(stacks.values())
    deepest = max(len(frames) for frames, _, _ in made)
    parts = [HEAD, '<rect x="0" y="0" width="100%" height="99" fill="url(#background)"/>']
    for frames, begin, weight in made:
        level = len(frames) if hanging else deepest - len(frames)
        name = escape(frames[-1], {'"': "&quot;"}) if frames else "all"
        share = "100" if not frames else f"{100 * weight / whole:.2f}"
        title = titles.get(name, f"{name} ({weight * factor:,.0f} {unit}, {share}%)")
        place = _place(kind, begin, weight, whole)
        parts.append(
            f'<g><title>{title}</title><rect {place.format(y=36 + 16 * level)}/><text x="3"></text></g>'
        )
    return "\n".join([*parts, "</svg>"]).encode("utf-8", "surrogatepass")


def _place(kind: str, begin: float, weight: float, whole: float) -> str:
    if kind in ("inferno", "percent"):
        exact = f' fg:x="{begin:.0f}" fg:w="{weight:.0f}"' if kind == "inferno" else ""
        x, width = 100 * begin / whole, 100 * weight / whole
        return f'x="{x:.4f}%" y="{{y}}" width="{width:.4f}%" height="15" fill="rgb(1,2,3)"{exact}'
    x, end = (10 + 1180 * place / whole for place in (begin, begin + weight))
    return f'x="{x:.1f}" y="{{y}}" width="{end - x:.1f}" height="15.0" fill="rgb(1,2,3)" rx="2" ry="2" '


def nested(stacks: Mapping[tuple[str, ...], float], whole: float) -> bytes:
    """As flameprof draws stacks of ``file:line:name`` and seconds, and below it the same turned over."""
    made = [box for box in boxes(stacks) if box[0]]
    deepest = max(len(frames) for frames, _, _ in made)
    parts = [NESTED_HEAD]
    for frames, begin, weight in made:
        x, width = 1200 * begin / whole, max(1, 1200 * weight / whole - 1)
        title = f"{escape(frames[-1])} {weight / whole:.2%} (1 1 0.25 {weight!r})"
        for y in (24 * (deepest - len(frames)), 24 * (deepest + 1) + 24 * (len(frames) - 1)):
            parts.append(
                f'<svg class="func_g" x="{x!r}" y="{y}" width="{width!r}" height="23"><g>\n'
                f'    <title>{title}</title>\n    <rect height="100%" width="100%" rx="2" />\n</g></svg>'
            )
    return "\n".join([*parts, "</svg>\n"]).encode()


STACKS = {
    ("main (a.py:1)",): 7.0,
    ("main (a.py:1)", "f<g> (a.py:7)"): 120.0,
    ("main (a.py:1)", "f<g> (a.py:7)", "h (lib/b.py:3)"): 3000.0,
    ("main (a.py:1)", "z (a.py:9)"): 12.0,
    ("thread (7): w", "work (b.py:2)", "h (lib/b.py:3)"): 450.0,
}
SMALL = [
    *(drawn(STACKS, kind, hanging=hanging) for kind in KINDS for hanging in (True, False)),
    drawn(STACKS, unit="bytes", titles={"z (a.py:9)": "a title"}),
    nested({("~:0:<built-in>",): 0.5, ("a.py:1:main",): 1.0, ("a.py:1:main", "a.py:3:f"): 2.5e-05}, 1.500025),
]
WORDS = [
    *(
        b"<title>",
        b"</title>",
        b"<rect ",
        b"/>",
        b'x="',
        b'y="1"',
        b'width="1e-05"',
        b'fg:w="',
        b'fg:x="7"',
        b'"',
    ),
    *(
        b"&lt;",
        b"&#0;",
        b"&#x110000;",
        b"&#xd800;",
        b"&a;",
        b"<!ENTITY a SYSTEM '/etc/passwd'>",
        b"<![CDATA[",
    ),
    *(
        b" (1,234 samples, 5%)",
        b"all (9 samples, 100%)",
        b"; +1.20%)",
        b"%",
        b"9" * 20,
        b"-1",
        b"nan",
        b"e-99",
    ),
    *(
        b'<svg class="func_g" x="0" y="0" width="1"><g>',
        b"</svg>",
        b"thread (7): x",
        b'process 7:"x"',
        b"\xff",
    ),
]
