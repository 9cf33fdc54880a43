"""Flame graphs as SVG that are cut, wrong, huge, deep, or ask for what is outside."""

from __future__ import annotations

from benchmarks.flame_seeds import HEAD, KINDS, SMALL, STACKS, drawn
from tests.hostile.case import Case

TOO_MUCH = "asks for more memory than any recording of its size"
NONE = "has no stacks"


def box(
    title: str = "f (1 samples, 1%)", x: str = "0", y: str = "1", width: str = "1", more: str = ""
) -> str:
    """A box with these texts in it."""
    return f'<title>{title}</title><rect x="{x}" y="{y}" width="{width}"/>'


def picture(*boxes: str, head: str = HEAD) -> bytes:
    """A picture of these."""
    return f"{head}{''.join(boxes)}</svg>".encode("utf-8", "surrogateescape")


REFUSED = {
    "no boxes": (picture(), NONE),
    "no places": (picture("<title>f (1 samples, 1%)</title><rect />"), NONE),
    "places that are no numbers": (picture(box(x="nan"), box(y="inf"), box(x="1_0")), NONE),
    "counts of 25 digits": (picture(box(f"f ({'9' * 25} samples, 1%)")), NONE),
    "no counts": (picture(box("a title")), NONE),
    "counts of 5,000 digits": (picture(box(f"f ({'9' * 5000} samples, 1%)")), NONE),
    "no end": (picture(box())[:-6], "is cut off"),
    "a picture in it that does not end": (picture(box(), '<svg class="func_g" x="1">'), "is cut off"),
    "more boxes than letters": (
        picture(*(box(f"{n} (1 s, 1%)", y=f"{n}") for n in range(250_000))),
        TOO_MUCH,
    ),
}
OPENS = {
    "commas for a count": (picture(box("f (,,, samples, 1%)"), box("g (3 samples, 1%)")), 3),
    "places of 5,000 digits": (picture(box(x="9" * 5000)), 1),
    "places with huge exponents": (picture(box(x="1e99"), box(x="1e-4000", y="1e99")), 1),
    "no width": (picture(box("f (2 samples, 1%)", width="0"), box("g", width="0")), 2),
    "a child larger than its caller": (picture(box("f (2 samples, 1%)"), box("g (9 samples, 1%)", y="0")), 9),
    "boxes over each other": (picture(*[box("f (2 samples, 1%)")] * 50), 100),
    "all among others": (picture(box("all (2 samples, 1%)"), box("g (3 samples, 1%)", x="5")), 5),
    "nothing but all": (picture(box("all (2 samples, 100%)")), 2),
    "links": (picture(box("f (2 samples, 1%)").replace("<rect", '<a xlink:href="x">\n<rect')), 2),
    "brackets": (picture(box("f ( (( ) (2 samples, 1%)")), 2),
    "brackets without end": (picture(box(" (" * 100_000 + " (2 samples, 1%)")), 2),
    "names of 100 kB": (picture(box("n" * 100_000 + " (2 samples, 1%)")), 2),
    "blanks without end": (picture("<title></title>" + " " * 200_000, box("f (2 samples, 1%)")), 2),
    "digits without end": (picture(box("f (" + "1," * 100_000), box("g (2 samples, 1%)", x="3")), 8),
    "titles alone": (picture("<title>" * 50_000, box("f (2 samples, 1%)")), 2),
    "entities": (
        picture(
            box("&xxe;&lol9;&#0;&#xd800;&#9999999; (2 samples, 1%)"),
            head=f"<!DOCTYPE svg [<!ENTITY xxe SYSTEM 'file:///etc/passwd'>]>{HEAD}",
        ),
        2,
    ),
    "an escape": (picture(box("\x1b[2J\x9b2J&#27;[2J (2 samples, 1%)")), 2),
    "no UTF-8": (picture(box("\udcff\udcfe (2 samples, 1%)")), 2),
    "threads in threads": (
        picture(box("thread (1): a (2 samples, 1%)"), box('process 7:"x" (2 samples, 1%)', y="0")),
        2,
    ),
    "a stack of 20,000": (
        picture(*(box("f (2 samples, 1%)", y=f"{n}", width=f"{n + 1}") for n in range(20_000))),
        2,
    ),
}


def cases() -> list[Case]:
    found = [Case(f"a picture with {name}", data, refused=said) for name, (data, said) in REFUSED.items()]
    found += [
        Case(f"a picture with {name}", data, facts={"total_time": total} if "digits w" not in name else {})
        for name, (data, total) in OPENS.items()
    ]
    for kind in KINDS:
        data = drawn(STACKS, kind)
        for part in range(10):
            cut = len(HEAD) + (len(data) - len(HEAD)) * part // 10
            found.append(Case(f"a picture, {kind}, cut at {cut}", data[:cut], refused="is cut off"))
            found.append(
                Case(f"a picture, {kind}, that lacks {cut}", data[:cut] + data[cut + 40 :], either=True)
            )
    found += [Case(f"picture {n} twice", data + data, either=True) for n, data in enumerate(SMALL)]
    return found
