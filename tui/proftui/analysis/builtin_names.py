"""What functions without Python code are called: pstats' labels, and short names."""

from __future__ import annotations

from proftui_parsers.entries import NO_PYTHON_FILES
from proftui_parsers.import_free import pattern

MODULE = "<module>"
"""What is recorded as the name of a module's own code."""
BUILT_IN = "built-in"
"""Location of built-ins, as displayed."""
KINDS = {
    "<GC>": "garbage collector",
    "<native>": "native code",
    "[await]": "waiting",
    "[out-of-context]": "waiting",
}
"""What names stand for that are no functions' own, as samplers write them."""
NO_FILE_RECORDED, THREAD = "(no file)", "thread"
"""What stands where others have a file."""
BUILT_IN_MODULE = "(built-in)"
"""Module and package of built-ins."""
EXEC = ("<built-in method builtins.exec>", "<built-in method exec>")
"""What runs code that it is given, as Python 3.4 and later record it, and as 3.3 and earlier do."""

_METHOD = pattern(r"<[a-z -]+ '([^']+)' of '([^']+)' (?:objects|object at 0x\w+)>")
_BOUND = pattern(r"<[a-z -]+ (\S+) of (\S+) object at 0x\w+>")
_ADDRESSED = pattern(r"<(?:function|bound method|cyfunction|class) (\S+)(?: at 0x\w+)?>")
_PLAIN = ("<built-in method ", "<built-in function ")
_MEMBER, _OF, _OBJECTS = "<method '", "' of '", "' objects>"


def is_builtin(file: str, line: int) -> bool:
    """Whether a function of this file and line has no Python code."""
    return file in NO_PYTHON_FILES or (not file and line == 0)


def pstats_label(file: str, line: int, name: str) -> str:
    """What pstats prints for a function."""
    if file == "~" and line == 0:
        return f"{{{name[1:-1]}}}" if name.startswith("<") and name.endswith(">") else name
    return f"{file}:{line}({name})"


def short_builtin(name: str) -> str:
    """The short form of a built-in's recorded name; names of unknown shape lose only their ``<>``."""
    if not name.startswith("<"):
        return name
    if name.startswith(_PLAIN) and name.endswith(">"):
        plain = name[name.index(" ", len("<built-in ")) + 1 : -1]
        if plain and " " not in plain:
            return _without_builtins(plain)
    if name.startswith(_MEMBER) and name.endswith(_OBJECTS):
        # By far the commonest of the next two: no pattern is needed for it.
        member, of, owner = name[len(_MEMBER) : -len(_OBJECTS)].partition(_OF)
        if member and owner and of and "'" not in member and "'" not in owner:
            return f"{owner.rpartition('.')[2]}.{member}"
    if method := _METHOD.fullmatch(name) or _BOUND.fullmatch(name):
        return f"{method[2].rpartition('.')[2]}.{method[1]}"
    if addressed := _ADDRESSED.fullmatch(name):
        return addressed[1]
    return name[1:-1] if len(name) > 2 and name.startswith("<") and name.endswith(">") else name


def _without_builtins(name: str) -> str:
    """A function's name without the module of built-ins before it."""
    head, dot, last = name.rpartition(".")
    for module in ("builtins", "__builtin__"):
        if dot and last and head.endswith(module):
            return head.removesuffix(module) + last
    return name
