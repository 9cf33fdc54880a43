"""Stand-ins for ``NamedTuple``, ``dataclass``, ``cached_property`` and ``re.compile`` that import nothing.

The standard ones bring ``typing``, ``inspect``, ``ast``, ``enum`` and ``re`` with them, which take as
long as reading a profile and drawing it. Type checkers see the standard ones. What is left out here:
frozen and kw_only are not enforced, and classes have no slots.
"""

from __future__ import annotations

TYPE_CHECKING = False
"""What ``typing`` calls so: type checkers take it for true."""

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import replace as replace
    from functools import cached_property as cached_property
    from re import compile as pattern
    from typing import NamedTuple as NamedTuple

    __all__ = ["NamedTuple", "cached_property", "dataclass", "field", "pattern", "replace"]
else:
    from _operator import itemgetter

    class field:
        """A default that is made anew for each value."""

        def __init__(self, *, default_factory):
            self.make = default_factory

    def _describe(cls):
        """Note the fields of a class and their defaults."""
        cls._fields = tuple(cls.__dict__.get("__annotations__", ()))  # noqa: RUF063 - inspect is what is avoided here
        cls._defaults = {name: cls.__dict__[name] for name in cls._fields if name in cls.__dict__}

    def _arguments(cls, values, named):
        """The values of all fields in order, from a call's arguments."""
        fields, defaults = cls._fields, cls._defaults
        if len(values) > len(fields):
            raise TypeError(f"{cls.__name__} takes {len(fields)} values, not {len(values)}")
        result = list(values)
        for name in fields[len(values) :]:
            if name in named:
                result.append(named.pop(name))
            elif name in defaults:
                value = defaults[name]
                result.append(value.make() if isinstance(value, field) else value)
            else:
                raise TypeError(f"{cls.__name__} lacks {name}")
        if named:
            raise TypeError(f"{cls.__name__} has no {', '.join(named)}, or has it twice")
        return result

    def _repr(self):
        pairs = (f"{name}={getattr(self, name)!r}" for name in self._fields)
        return f"{type(self).__name__}({', '.join(pairs)})"

    class NamedTuple(tuple):
        """As ``typing.NamedTuple``."""

        __slots__ = ()

        def __init_subclass__(cls):
            if "__annotations__" not in cls.__dict__:
                return
            _describe(cls)
            cls.__match_args__ = cls._fields
            given = tuple(cls._defaults.values())
            cls._tails = {len(cls._fields) - n: given[len(given) - n :] for n in range(len(given) + 1)}
            for position, name in enumerate(cls._fields):
                setattr(cls, name, property(itemgetter(position)))

        def __new__(cls, *values, **named):
            """From values in order or by name."""
            tail = None if named else cls._tails.get(len(values))
            if tail is None:
                return tuple.__new__(cls, _arguments(cls, values, named))
            return tuple.__new__(cls, values + tail if tail else values)

        def __getnewargs__(self):
            return tuple(self)

        __repr__ = _repr

        @classmethod
        def _make(cls, values):
            return cls(*values)

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def _replace(self, **changes):
            values = [changes.pop(name, value) for name, value in zip(self._fields, self, strict=True)]
            if changes:
                raise ValueError(f"no such fields: {', '.join(changes)}")
            return type(self)(*values)

    def dataclass(cls=None, /, *, frozen=False, slots=False, kw_only=False, eq=True, repr=True):
        """As ``dataclasses.dataclass``."""

        def made(cls):
            _describe(cls)
            if "__init__" not in cls.__dict__:
                cls.__init__ = _init
            if repr:
                cls.__repr__ = _repr
            if eq:
                cls.__eq__ = _eq
                cls.__hash__ = _hash if frozen else None
            return cls

        return made if cls is None else made(cls)

    def _init(self, *values, **named):
        cls = type(self)
        if named or len(values) != len(cls._fields):
            values = _arguments(cls, values, named)
        self.__dict__.update(zip(cls._fields, values, strict=True))

    def _values(value):
        return tuple([getattr(value, name) for name in value._fields])

    def _eq(self, other):
        return _values(self) == _values(other) if type(self) is type(other) else NotImplemented

    def _hash(self):
        return hash(_values(self))

    def replace(value, /, **changes):
        """The same with other values for some fields."""
        return type(value)(**{**dict(zip(value._fields, _values(value), strict=True)), **changes})

    class pattern:
        """As ``re.compile``, which is done when the pattern is first used."""

        def __init__(self, source, flags=0):
            self.source, self.flags = source, flags

        def __getattr__(self, name):
            import re

            compiled = re.compile(self.source, self.flags)
            for method in ("match", "fullmatch", "search", "finditer", "sub", "split", "findall"):
                setattr(self, method, getattr(compiled, method))
            return getattr(compiled, name)

    class cached_property:
        """As ``functools.cached_property``."""

        def __init__(self, make):
            self.make = make
            self.__doc__ = make.__doc__

        def __set_name__(self, owner, name):
            self.name = name

        def __get__(self, value, owner=None):
            if value is None:
                return self
            made = value.__dict__[self.name] = self.make(value)
            return made
