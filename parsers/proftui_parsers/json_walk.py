"""A walk through JSON in bounded memory: only what a format names is built, all else is skipped.

``json.loads`` builds a whole file at once, which takes many times its size, and stops at some depth. Here a
loop goes down along the keys that a reader asks for, and only elements of arrays, a window of them at a time,
are given to the scanner of the standard library.
"""

from __future__ import annotations

from array import array
from itertools import accumulate

from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from proftui_parsers.files import Progress

    Scan = Callable[[str, int], tuple[Any, int]]
    """Gives the value that begins at a place of a text, and where it ends."""
    Make = Callable[[list[Any], bool], list[int]]
    """Gives a number for each of some elements; and is told whether these are lists that are remembered."""

LARGEST = 16 << 20
"""Bytes of one element that is built at once."""
_WINDOW = 256 << 10
_SMALL = 4 << 10
MOST_BRACKETS = 200_000
"""Arrays and objects in an element that is built at once."""
_MOST_MEMBERS = 100_000
"""Keys of one object that is walked through."""
_BLANKS = b" \t\r\n"
_OF_LISTS = b"0123456789,[]" + _BLANKS
_MOST_LISTS, _ROOM = 100_000, 8 << 20
"""Lists that are remembered, and bytes of all of them; then they are forgotten."""
_NUMBERS = frozenset((int, float, type(None)))
_OF_WORDS = b"0123456789+-.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_QUOTE, _COLON, _COMMA, _OPEN_ARRAY, _CLOSE_ARRAY, _OPEN, _CLOSE = b'":,[]{}'
_DEEPER = b"[{"
_STEPS = {_OPEN_ARRAY: 1, _OPEN: 1, _CLOSE_ARRAY: -1, _CLOSE: -1}
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")


class NotJson(Exception):
    """What stands there is no JSON, or is not what was asked for; ``args[0]``: at which byte."""


class NotThisFormat(Exception):
    """The keys of a format stand in the file, but not where that format has them."""


class _Context(NamedTuple):
    """What the scanner of the standard library asks for."""

    strict: bool = False
    object_hook: None = None
    array_hook: None = None
    """From Python 3.15 on."""
    object_pairs_hook: None = None
    parse_float: Callable[[str], float] = float
    parse_int: Callable[[str], float] = int
    parse_constant: Callable[[str], float] = float
    memo: None = None


def _number(text: str) -> float:
    """A whole number; one of more digits than Python reads is as large as a float can be."""
    return int(text) if len(text) < 400 else float(text)


def _constant(text: str) -> float:
    """``NaN``, ``Infinity``, ``-Infinity``, which Python writes though JSON has none."""
    return float(text.replace("Infinity", "inf"))


def scanner(parse_int: Callable[[str], float] = int) -> Scan:
    """What reads one value; ``json`` brings ``re`` with it, which takes longer than to read a small file."""
    scan: Any
    try:
        from _json import make_scanner

        context: Any = _Context(parse_int=parse_int, parse_constant=_constant)
        scan = make_scanner(context)
    except (ImportError, AttributeError):
        # Another Python may have no such scanner, or one that asks for more.
        from json import JSONDecoder

        decoder: Any = JSONDecoder(parse_int=parse_int, parse_constant=_constant, strict=False)
        scan = decoder.scan_once
    return scan  # type: ignore[no-any-return] # it is a C object without a type


class JsonWalker:
    """A place in JSON text, which moves on with everything that is read."""

    def __init__(self, data: bytes | bytearray, progress: Progress | None = None) -> None:
        """``progress`` is told which share of the text is read."""
        self.data = data
        self.at = 3 if data[:3] == b"\xef\xbb\xbf" else 0
        # ``int`` itself is called from C, anything else costs most of the time.
        self._scan, self._scan_long = scanner(int), scanner(_number)
        self._size = _WINDOW
        self._has_long = False
        """Whether what was scanned last has a number of more digits than Python reads."""
        self._cut_text = -1
        """Where a text begins in which the last window ended that could not be scanned."""
        self._known: dict[bytes, int] = {}
        """Numbers of lists, by what stands between their brackets."""
        self._room = _ROOM
        self._progress = progress
        self._told = 0

    # Where it stands

    def peek(self) -> int:
        """The byte with which the next value, or the end of this one, begins."""
        data, at = self.data, self.at
        while data[at : at + 1] in (b" ", b"\t", b"\r", b"\n"):
            window = data[at : at + _SMALL]
            at += len(window) - len(window.lstrip(_BLANKS))
        self.at = at
        if at >= len(data):
            raise NotJson(at)
        return data[at]

    def is_object(self) -> bool:
        """Whether an object comes next."""
        return self.peek() == _OPEN

    def is_array(self) -> bool:
        """Whether an array comes next."""
        return self.peek() == _OPEN_ARRAY

    def _take(self, byte: int) -> None:
        if self.peek() != byte:
            raise NotJson(self.at)
        self.at += 1

    def _tell(self) -> None:
        if self._progress is not None and self.at - self._told > 4 * _WINDOW:
            self._told = self.at
            self._progress(self.at / len(self.data))

    # Down into what comes next

    def members(self) -> Iterator[str]:
        """The keys of an object, each when the walk stands before its value; what is not read is skipped."""
        self._take(_OPEN)
        if self.peek() == _CLOSE:
            self.at += 1
            return
        for _ in range(_MOST_MEMBERS):
            if self.peek() != _QUOTE:
                raise NotJson(self.at)
            key = self.value()
            self._take(_COLON)
            self.peek()
            before = self.at
            yield str(key)
            if self.at == before:
                self.skip()
            if self._is_last(_CLOSE):
                return
        raise NotJson(self.at)

    def elements(self) -> Iterator[int]:
        """The numbers of an array's elements, each when the walk stands before it."""
        if not self.enter():
            return
        number = 0
        while True:
            self.peek()
            before = self.at
            yield number
            if self.at == before:
                self.skip()
            self._tell()
            if self._is_last(_CLOSE_ARRAY):
                return
            number += 1

    def enter(self) -> bool:
        """Into an array, before its first element; whether it has one, else the walk stands behind it."""
        self._take(_OPEN_ARRAY)
        if self.peek() != _CLOSE_ARRAY:
            return True
        self.at += 1
        return False

    def _is_last(self, close: int) -> bool:
        """Step over a comma, or over the end."""
        byte = self.peek()
        self.at += 1
        if byte == close:
            return True
        if byte != _COMMA:
            raise NotJson(self.at - 1)
        return False

    # Whole values

    def value(self, largest: int = LARGEST) -> Any:
        """The next value, built; NotJson: there is none, or it is larger than ``largest`` bytes."""
        size = _SMALL
        self.peek()
        while True:
            window = self.data[self.at : self.at + size]
            if size > _WINDOW and window.count(b"[") + window.count(b"{") > MOST_BRACKETS:
                raise NotJson(self.at)
            is_all = self.at + size >= len(self.data)
            found = self._scanned(window, is_all)
            if found is None and self._has_long:
                found = self._scanned(window, is_all, self._scan_long)
            if found is not None:
                self.at += found[1]
                return found[0]
            if size >= largest or self.at + size >= len(self.data):
                raise NotJson(self.at)
            size *= 8

    def _scanned(
        self, window: bytes | bytearray, is_all: bool, scan: Scan | None = None
    ) -> tuple[Any, int] | None:
        """The value with which a window begins, and how many bytes it has; ``None``: it is cut."""
        text = window.decode("utf-8", "replace")
        try:
            made, end = (scan or self._scan)(text, 0)
        except (StopIteration, ValueError, RecursionError, SystemError) as fault:
            # All other faults are of classes of their own.
            self._has_long = type(fault) is ValueError
            return None
        if end == len(text) and not is_all and not isinstance(made, list | dict | str):
            # A number may go on behind the window.
            return None
        return made, end if len(text) == len(window) else len(text[:end].encode("utf-8", "replace"))

    def text(self) -> str:
        """The next value if it is text, else nothing."""
        made = self.value() if self.peek() == _QUOTE else None
        return made if isinstance(made, str) else ""

    def number(self) -> float | None:
        """The next value if it is a number; ``None``: it is something else, and not read."""
        if self.peek() not in b"-0123456789NI":
            return None
        made = self.value()
        return _as_float(made) if isinstance(made, int | float) else None

    def batches(self) -> Iterator[list[Any]]:
        """The elements of an array, a window of them at a time."""
        is_last = not self.enter()
        self._begin()
        while not is_last:
            made, is_last = self._batch(self._elements())
            self._tell()
            yield made
            # The next ones are not built beside these.
            del made

    def _begin(self) -> None:
        """Begin with a small window: there can be very many arrays that are short."""
        self._size, self._cut_text = min(self._size, _SMALL), -1

    def _batch(self, elements: bytes | bytearray) -> tuple[list[Any], bool]:
        """These elements, or the next one alone, and whether the array ends behind what is built."""
        found = self._scanned(b"[" + elements + b"]", True) if elements else None
        if found is not None and isinstance(found[0], list):
            # Where the array ends, what is behind it was in the window too.
            is_last = found[1] < len(elements) + 2
            self._pass(found[1] - 1 if is_last else len(elements) + 1)
            return found[0], is_last
        if elements and not self._has_long:
            self._cut_text = self._last_text(elements)
        # What cannot be told in a large window is not tried again with each of its elements.
        self._size = max(self._size // 8, _SMALL)
        return [self.value()], self._is_last(_CLOSE_ARRAY)

    def _elements(self) -> bytes | bytearray:
        """All elements that end in a window, without the comma behind them; empty: they cannot be told."""
        self.peek()
        window = self.data[self.at : self.at + self._size]
        close = {_OPEN_ARRAY: b"]", _OPEN: b"}", _QUOTE: b'"'}.get(window[0], b"")
        end = _last_comma(window, close)
        if end <= 0 or self._ends_in_text(self.at + end):
            return b""
        return window[:end] if window.count(b"[") + window.count(b"{") <= MOST_BRACKETS else b""

    def _pass(self, size: int) -> None:
        """Step over what was taken of a window; the next one is larger."""
        self.at += size
        self._size = min(8 * self._size, _WINDOW)

    def _last_text(self, elements: bytes | bytearray) -> int:
        """Where the text begins in which these elements end; -1: in none."""
        quotes = _unescaped(elements)
        return self.at + quotes.rfind(b'"') if quotes.count(b'"') % 2 else -1

    def _ends_in_text(self, end: int) -> bool:
        """Whether elements up to there end in the same text as those that could not be scanned."""
        return self.at <= self._cut_text < end and self.data.find(b'"', self._cut_text + 1, end) < 0

    def numbers(self, *, others: bool = False) -> array[float]:
        """An array of numbers, with NaN for ``null``; ``others``: for whatever else is there, too."""
        made = array("d")
        for batch in self.batches():
            if not (others or _NUMBERS.issuperset(map(type, batch))):
                raise NotJson(self.at)
            try:
                made.fromlist(batch)
            except (TypeError, OverflowError):
                made.extend(map(_as_float, batch))
            del batch
        return made

    # Lists of numbers, each built once however often it stands in a file

    def lists(self, make: Make) -> Iterator[list[int]]:
        """The numbers of an array's elements, a window of them at a time.

        ``make``, the same for all arrays, says them when the walk stands behind these elements. It is not
        asked again for a list of whole numbers that stands there as one before.
        """
        is_last = not self.enter()
        self._begin()
        while not is_last:
            elements = self._elements()
            known = self._known_lists(bytes(elements), make)
            if known is None:
                batch, is_last = self._batch(elements)
                found = make(batch, False)
            else:
                found, is_last = known
            self._tell()
            yield found

    def _known_lists(self, elements: bytes, make: Make) -> tuple[list[int], bool] | None:
        """As :meth:`lists`, of the elements of a window, and whether the array ends behind them.

        ``None``: something else than lists of whole numbers is among them.
        """
        size = len(elements) + 1
        end = elements.find(b"]]")
        if end >= 0:
            elements, size = elements[: end + 1], end + 2
        if not (elements.startswith(b"[") and elements.endswith(b"]")):
            return None
        texts, known = elements[1:-1].split(_between(elements)), self._known
        found: list[Any] = list(map(known.get, texts))
        others = [text for text, number in zip(texts, found, strict=True) if number is None]
        others = list(dict.fromkeys(others))
        lists = self._flat(others) if others else []
        if lists is None:
            return None
        self._pass(size)
        if others:
            made = dict(zip(others, make(lists, True), strict=True))
            found = [
                made[text] if number is None else number for text, number in zip(texts, found, strict=True)
            ]
            self._remember(made)
        return found, end >= 0

    def _flat(self, texts: list[bytes]) -> list[Any] | None:
        """The lists of whole numbers of which this is the inside; ``None``: of one it is not."""
        text, brackets = b"[[%s]]" % b"],[".join(texts), len(texts) + 1
        if text.translate(None, _OF_LISTS) or not text.count(b"[") == text.count(b"]") == brackets:
            return None
        scanned = self._scanned(text, True)
        return scanned[0] if scanned is not None and scanned[1] == len(text) else None

    def _remember(self, made: dict[bytes, int]) -> None:
        self._known.update(made)
        self._room -= sum(map(len, made))
        if self._room < 0 or len(self._known) > _MOST_LISTS:
            self._known, self._room = {}, _ROOM

    # Past what is not read

    def skip(self) -> None:
        """Past the next value, which is not built."""
        byte = self.peek()
        if byte == _QUOTE:
            self.at = self._string_end(self.at)
        elif byte in _DEEPER:
            self._skip_nested()
        else:
            start = self.at
            while part := self.data[self.at : self.at + _SMALL]:
                rest = len(part.lstrip(_OF_WORDS))
                self.at += len(part) - rest
                if rest:
                    break
            if self.at == start:
                raise NotJson(self.at)

    def _skip_nested(self) -> None:
        """Past an array or object: its brackets are counted, a window at a time, without those in texts."""
        data, depth, in_text, size = self.data, 0, False, _SMALL // 16
        while self.at < len(data):
            window = data[self.at : self.at + size]
            if _ends_in_escape(window):
                window = window[:-1]
            parts = _unescaped(window).split(b'"')
            brackets = b"".join(parts[in_text::2]).translate(None, _NO_BRACKETS)
            depths = list(accumulate(map(_STEPS.__getitem__, brackets), initial=depth))
            if 0 in depths[1:]:
                self.at += _place(parts, in_text, depths.index(0, 1))
                return
            depth = depths[-1]
            in_text ^= len(parts) % 2 == 0
            self.at += len(window)
            size = min(8 * size, _WINDOW)
            self._tell()
        raise NotJson(len(data))

    def _string_end(self, at: int) -> int:
        """Behind the text that begins with the quotation mark at ``at``."""
        data, here, size = self.data, at + 1, _SMALL // 16
        while window := data[here : here + size]:
            if _ends_in_escape(window):
                window = window[:-1]
            end = _unescaped(window).find(b'"')
            if end >= 0:
                return here + end + 1
            here += len(window)
            size = min(8 * size, _WINDOW)
        raise NotJson(len(data))


def _ends_in_escape(window: bytes | bytearray) -> bool:
    """Whether a window ends with a backslash that stands before something: that is to come with it."""
    return (len(window) - len(window.rstrip(b"\\"))) % 2 == 1 and len(window) > 1


def _unescaped(window: bytes | bytearray) -> bytes | bytearray:
    """The same, as long, in which quotation marks are only those with which texts begin and end."""
    return window.replace(b"\\\\", b"__").replace(b'\\"', b"__")


def _place(parts: Sequence[bytes | bytearray], in_text: bool, number: int) -> int:
    """Behind which byte the bracket of this number ends, of those that stand in no text."""
    at = 0
    for part in parts:
        if not in_text:
            for byte in part:
                at += 1
                number -= byte in _STEPS
                if not number:
                    return at
        else:
            at += len(part)
        in_text, at = not in_text, at + 1
    raise AssertionError


def _last_comma(window: bytes | bytearray, close: bytes) -> int:
    """Where the last comma stands that ends an element; elements of one array end alike."""
    if not close:
        return window.rfind(b",")
    end = window.rfind(close + b",")
    if end >= 0:
        return end + 1
    # With a blank or a new line between the two.
    comma = window.rfind(b",")
    while comma > 0:
        if window[:comma].rstrip(_BLANKS)[-1:] == close:
            return comma
        comma = window.rfind(b",", 0, comma) if comma > len(window) - _SMALL else -1
    return -1


def _between(elements: bytes) -> bytes:
    """What stands between the first list and the second one."""
    end = elements.find(b"]")
    between = elements[end : elements.find(b"[", end) + 1]
    return between if between.translate(None, _BLANKS) == b"],[" else b"],["


def _as_float(value: object) -> float:
    """A number that may be too large for a float; NaN: it is none."""
    try:
        return float(value) if isinstance(value, int | float) else float("nan")
    except OverflowError:
        return float("inf")
