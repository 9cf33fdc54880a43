"""Programs whose calls are hard to find in their text; each is run, and no line may be blamed wrongly."""

from __future__ import annotations

PROGRAMS = {
    "straight": """
import json
import os.path

def parse(text):
    data = json.loads(text)
    rows = [scale(x) for x in data]
    return total(rows)

def scale(x):
    return x * 2

def total(rows):
    result = 0
    for row in rows:
        result += clip(row)
    return round(result)

def clip(x):
    return min(x, 10)

def main():
    text = json.dumps([1, 2, 3])
    path = os.path.join("a", "b")
    value = parse(text)
    report(path, value)

def report(path, value):
    name = os.path.basename(path)
    words = name.split("/")
    words.append(str(value))
    return " ".join(words)
""",
    "decorators": """
import functools

def timed(fn):
    @functools.wraps(fn)
    def wrapper(*args):
        return fn(*args)
    return wrapper

def swapped(fn):
    return plain

def plain(x=0):
    return x

@timed
def load(n):
    return plain(n)

@timed
def save(n):
    return n

@swapped
def odd(n):
    return n

def twice(n):
    load(n)
    odd(n)
    plain(n)
    return save(n)

class Counted:
    def __init__(self, fn):
        self.fn = fn
    def __call__(self, *args):
        return self.fn(*args)

@Counted
def slow(n):
    return n + 1

def main():
    twice(1)
    slow(2)
    @timed
    def inner(n):
        return slow(n)
    inner(3)
    @timed
    @timed
    def both(n):
        return n
    both(1)
    return plain(3)
""",
    "methods": """
class Base:
    def __init__(self, x=0):
        self.x = x
    def run(self):
        return self.step()
    def step(self):
        return 1
    def stop(self):
        return 0

class A(Base):
    def run(self):
        super().run()
        return self.step()
    go = run

class B(Base):
    def __init__(self, x):
        super().__init__(x)
        Base.__init__(self, x)
    def step(self):
        return self.x
    go = Base.stop

class C:
    @classmethod
    def make(cls):
        return cls()
    @staticmethod
    def st(x):
        return x

def main():
    for cls in (Base, B):
        cls(1)
    b = B(4)
    a = A()
    a.run()
    b.run()
    a.go()
    b.go()
    b.stop()
    getattr(a, "run")()
    C.make().st(1)
    f = a.step
    f()
    a.step()
    fns = [a.run, b.step]
    fns[0]()
    {"a": b.run}["a"]()
    return C.st(2), Base()
""",
    "async": """
import asyncio

async def leaf(n):
    return n

async def branch(n):
    x = leaf(n)
    await leaf(n)
    if n:
        await asyncio.sleep(0)
    y = await x
    return y

class Ctx:
    async def __aenter__(self):
        return await leaf(1)
    async def __aexit__(self, *a):
        await leaf(2)

async def counting(n):
    for i in range(n):
        yield await leaf(i)

async def top():
    await branch(1)
    async with Ctx():
        await branch(0)
    async for i in counting(2):
        await leaf(i)
    c = leaf(5)
    d = [i async for i in counting(1)]
    return await c

def main():
    loop = asyncio.new_event_loop()
    loop.run_until_complete(top())
    loop.close()
""",
    "generators": """
def count(n):
    i = 0
    while i < n:
        yield step(i)
        i += 1

def step(i):
    return i

def chain(n):
    yield from count(n)
    it = count(n)
    step(n)
    yield from it

def make(n):
    return count(n)

def main():
    it = count(3)
    step(1)
    for x in it:
        step(x)
    for x in count(2):
        pass
    list(count(2))
    next(count(1))
    a, b = count(2)
    c = chain(2)
    d = [*c]
    e = make(2)
    step(9)
    for y in e:
        pass
    1 in count(2)
    z = zip(count(2), d)
    f = dict(
        z)
    g = count(3)
    g.send(None)
    g.close()
    lazy = (step(y) for y in count(3))
    next(lazy)
    list(lazy)
    print(*count(2), file=Sink())
    return max(count(3))

class Sink:
    def write(self, text):
        return len(text)
""",
    "other names": """
import functools
import os

KNOWN = {}

def known(fn):
    KNOWN[fn.__name__] = fn
    return fn

@known
def saved(x):
    return x

def tick(x=0):
    return x

def tock(x=0):
    return x

class Base:
    def stop(self, x=0):
        return x
    def kept(self, x):
        return x
    @property
    def size(self):
        return 1
    def keys(self):
        return ["x"]
    def __getitem__(self, k):
        return k

class Other(Base):
    go = Base.stop
    __match_args__ = ("size",)
    @property
    def handler(self):
        return tick
    @property
    def width(self):
        return 1
    @property
    def height(self):
        return 1

def taken(x):
    return x

def registered():
    KNOWN[min(KNOWN)](1)
    return saved(2)

def built_in(x):
    for fn in (len, max):
        fn(x[0])
    return len(x)

def walked():
    it = os.walk(os.devnull)
    for x in it:
        tick(x)
    return list(it)

def stored():
    a = Other()
    a.go()
    a.stop()
    a.handler(1)
    tick(2)
    a.tock = tock
    a.tock(1)
    tock(2)
    getattr(a, "size")
    getattr(a, "kept")(1)
    a.kept(2)
    return a.size

def spread():
    a = Base()
    taken(**a)
    a.keys()
    {**a}
    return dict(a)

def matched(p):
    match p:
        case Other(2):
            p.size
        case Other(width=3):
            p.width
    p.height
    getattr(p, "hei" + "ght")
    return p.width

def local():
    run = tick
    run(1)
    tick(2)
    p = functools.partial(tock, 1)
    p()
    tock(2)
    return sorted([1, 2], key=tick)

def iterated():
    for x in map(tick, [1]):
        tock(x)
    for x in iter(tock, 0):
        pass
    n = lambda x: x
    n(1)
    list(map(n, [2]))
    return tick(1)

def inside():
    outer = lambda x: (lambda y: y)
    given = outer(1)
    list(map(lambda x: x, [1]))
    return given(2)

def main():
    registered()
    built_in([[1], 2])
    walked()
    stored()
    spread()
    matched(Other())
    local()
    iterated()
    inside()
""",
    "of the language": """
import gc
import signal
import weakref

never = False

class Key:
    def __hash__(self):
        return 3
    def __eq__(self, other):
        return False
    def __bool__(self):
        return True
    def __iter__(self):
        return iter((1, 2))
    def __del__(self):
        pass

class Meta(type):
    def __new__(mcls, name, bases, ns):
        return super().__new__(mcls, name, bases, ns)
    def __call__(cls, *args):
        return super().__call__(*args)

class Top(metaclass=Meta):
    pass

class Sub(Top):
    pass

def note(*args):
    return args

def shown(k):
    if never: k.__hash__()
    return {k}

def matched(k):
    if never: k.__eq__(1)
    match k:
        case 4:
            return 0

def guarded(k):
    if never: k.__bool__()
    return 1 if k else 2

def gone_over(k):
    if never: k.__iter__()
    return [
        x
        for x in k
    ]

def dropped():
    d = Key()
    if never: d.__del__()
    d = None

def made():
    Meta("C", (), {})
    class D(Top):
        pass
    D()
    return Top()

class Stop(Exception):
    def __init__(self):
        pass

def raised():
    Stop()
    try:
        raise Stop
    except Stop:
        pass

class Made:
    def __init__(self):
        pass

def from_table():
    {"a": Made}["a"]()
    return Made()

def weak():
    a = Top()
    r = weakref.ref(a, note)
    note(1)
    a = 2
    gc.callbacks.append(note)
    gc.collect()
    gc.callbacks.remove(note)
    return r

def on_alarm(number, frame):
    return note(number)

def interrupted():
    before = signal.signal(signal.SIGALRM, on_alarm)
    on_alarm(1, None)
    signal.raise_signal(signal.SIGALRM)
    total = 0
    signal.signal(signal.SIGALRM, before)
    return total

def main():
    k = Key()
    shown(k)
    matched(k)
    guarded(k)
    gone_over(k)
    dropped()
    made()
    raised()
    from_table()
    weak()
    interrupted()
""",
}
