"""Programs in which metaclasses and the standard library call functions, on lines without their names."""

from __future__ import annotations

LIBRARY_PROGRAMS = {
    "classes made": """
import abc
import dataclasses
import enum
import typing

class Meta(type):
    def __new__(mcls, name, bases, ns, **kw):
        return super().__new__(mcls, name, bases, ns)
    def __init__(cls, name, bases, ns, **kw):
        super().__init__(name, bases, ns)
    def __call__(cls, *args, **kw):
        return super().__call__(*args, **kw)
    @classmethod
    def __prepare__(mcls, name, bases, **kw):
        return {}
    def __instancecheck__(cls, x):
        return True
    def __getitem__(cls, x):
        return cls
    def __getattr__(cls, name):
        return cls
    def __iter__(cls):
        return iter([1])
    def __len__(cls):
        return 2

class MetaMeta(type):
    def __call__(cls, *args, **kw):
        return super().__call__(*args, **kw)

class Other(type, metaclass=MetaMeta):
    def __new__(mcls, *args):
        return super().__new__(mcls, *args)

class Descriptor:
    def __set_name__(self, owner, name):
        self.name = name
    def __get__(self, obj, owner=None):
        return 1
    def __set__(self, obj, value):
        pass
    def __delete__(self, obj):
        pass

class Base:
    def __init_subclass__(cls, **kw):
        super().__init_subclass__()
    def __class_getitem__(cls, x):
        return cls

def deco(cls):
    return cls

def statements():
    class A(metaclass=Meta):
        pass
    a = A()
    class B(A, extra=1):
        d = Descriptor()
    b = B()
    b.d
    b.d = 1
    del b.d
    C = Meta("C", (), {})
    C()
    E = type("E", (A,), {})
    E()
    class F(Base):
        x = Descriptor()
    @deco
    class G(Base[int], metaclass=Meta):
        pass
    class H(metaclass=Other):
        pass
    isinstance(1, A)
    A[1]
    A.missing
    getattr(A, "missing")
    list(A)
    len(A)
    H()
    @dataclasses.dataclass(order=True)
    class I:
        x: int = 0
        y: list = dataclasses.field(default_factory=list)
        def __post_init__(self):
            pass
    i = I(1)
    I(2)
    i == I(3)
    i < I(4)
    repr(i)
    I(*[5])
    make = I
    make(6)
    @dataclasses.dataclass(frozen=True)
    class J:
        x: int = 0
    j = J(1)
    hash(j)
    {j: 1}
    {j}
    dataclasses.replace(j, x=2)
    dataclasses.asdict(j)
    dataclasses.astuple(i)
    class K(enum.Enum):
        A = 1
        B = 2
    K(1)
    K["A"]
    K.A
    [k for k in K]
    class L(abc.ABC):
        @abc.abstractmethod
        def f(self): ...
    class M(L):
        def f(self):
            return 1
    isinstance(M(), L)
    M().f()
    class N(typing.NamedTuple):
        x: int = 0
    n = N(1)
    n._replace(x=2)
    class O:
        def __new__(cls, x):
            return object.__new__(cls)
        def __init__(self, x):
            pass
    O(1)
    O.__new__(O, 2)
    o = list(map(O, [1]))
    return o

class Top(metaclass=Meta):
    pass

class Sub(Top, Base, metaclass=Meta):
    d = Descriptor()

def outside():
    Top()
    t = Sub()
    t.d
    t.d = 2
    getattr(t, "d")
    return Top(), Sub()

def main():
    statements()
    outside()
""",
    "functools": """
import atexit
import contextlib
import functools
import itertools
import operator
import re

def work(x=0, y=0):
    return x

def other(x=0):
    return x

@functools.lru_cache(maxsize=None)
def cached(x):
    return work(x)

@functools.lru_cache
def fib(n):
    return fib(n - 1) + fib(n - 2) if n > 1 else n

@functools.singledispatch
def kind(x):
    return work(x)

@kind.register(int)
def _(x):
    return other(x)

@functools.total_ordering
class T:
    def __init__(self, x):
        self.x = x
    def __eq__(self, o):
        return self.x == o.x
    def __lt__(self, o):
        return self.x < o.x
    @functools.cached_property
    def size(self):
        return work(self.x)
    @functools.lru_cache
    def heavy(self, n):
        return work(n)
    @functools.partialmethod
    def pm(self):
        return 1
    part = functools.partialmethod(heavy, 3)
    def __hash__(self):
        return hash(self.x)
    @staticmethod
    def key(x):
        return -x
    @classmethod
    def made(cls, x):
        return cls(x)

def partials():
    p = functools.partial(work, 1)
    p(2)
    work(3)
    q = functools.partial(p, 2)
    q()
    r = operator.methodcaller("heavy", 1)
    r(T(2))
    s = functools.reduce(lambda a, b: work(a, b), [1, 2, 3])
    t = functools.reduce(work, [1, 2, 3])
    u = list(itertools.starmap(work, [(1, 2)]))
    v = itertools.accumulate([1, 2, 3], work)
    w = 3
    list(v)
    x = itertools.groupby([1, 2], other)
    other(1)
    for k, g in x:
        pass
    y = itertools.takewhile(other, [1, 2])
    next(y)
    z = re.sub("a", lambda m: work("b"), "aaa")
    re.compile("b").sub(repl, "bb")
    return s, t, u, z

def repl(m):
    return "c"

def caches():
    cached(1)
    cached(2)
    cached.__wrapped__(3)
    fib(10)
    t = T(1)
    t.size
    t.size
    getattr(T(3), "size")
    t.heavy(1)
    t.heavy(1)
    t.part()
    t > T(2)
    t <= T(3)
    max(t, T(4))
    T.made(5)
    kind(1)
    kind("a")
    [1, 3, 2].sort(key=T.key)
    T.key(3)
    sorted([t, T(2)])
    min([3, 4], key=lambda n: other(n))
    other(4)

@contextlib.contextmanager
def managed(x):
    work(x)
    yield other
    work(x)

class Closes:
    def close(self):
        return work(1)
    def __enter__(self):
        return self
    def __exit__(self, *a):
        return False

def contexts():
    with managed(1) as o:
        o(2)
    m = managed(3)
    with m:
        work(4)
    with contextlib.closing(Closes()) as c, contextlib.suppress(ValueError):
        c.close()
        other(3)
    with contextlib.ExitStack() as stack:
        stack.enter_context(managed(5))
        stack.callback(work, 6)
        stack.push(lambda *a: other(7))
        work(8)
        other(9)
    c = Closes()
    with c:
        work(10)
        return work(11)

@managed(9)
def decorated():
    return work(12)

def main():
    partials()
    caches()
    contexts()
    decorated()
    work(13)
""",
    "awaiting": """
import asyncio
import contextlib

async def leaf(n):
    return n

class Await:
    def __await__(self):
        step(1)
        return iter([])
    
class Many:
    def __init__(self, n):
        self.n = n
    def __aiter__(self):
        return self
    async def __anext__(self):
        if self.n <= 0:
            raise StopAsyncIteration
        self.n -= 1
        return await leaf(self.n)
    async def __aenter__(self):
        return self
    async def __aexit__(self, *a):
        await leaf(3)

def step(n):
    return n

async def gen(n):
    try:
        for i in range(n):
            yield await leaf(i)
    finally:
        step(1)

@contextlib.asynccontextmanager
async def managed(n):
    step(n)
    yield n
    await leaf(n)

async def loops():
    async for x in Many(2):
        step(x)
    async for y in gen(2):
        step(y)
        await leaf(y)
    async for z in gen(3):
        break
    a = [q async for q in gen(2)]
    b = gen(2)
    await b.__anext__()
    await anext(b)
    await b.aclose()
    async with Many(1) as m, managed(2) as n:
        await leaf(4)
        step(5)
    c = Await()
    await c
    d = leaf(1)
    step(2)
    await d
    return a

async def tasks():
    t = asyncio.create_task(leaf(1))
    u = asyncio.ensure_future(leaf(2))
    await asyncio.gather(t, u, leaf(3))
    await asyncio.wait_for(leaf(4), 1)
    loop = asyncio.get_running_loop()
    loop.call_soon(step, 5)
    await asyncio.sleep(0)
    f = loop.create_future()
    f.add_done_callback(step)
    loop.call_soon(f.set_result, 3)
    await f
    step(6)
    async with asyncio.Lock():
        step(7)
    await asyncio.shield(leaf(8))

async def top():
    await loops()
    await tasks()

def by_hand():
    c = leaf(1)
    try:
        c.send(None)
    except StopIteration:
        pass
    d = leaf(2)
    d.close()
    e = loops_by_hand()
    next(e)
    e.send(1)
    try:
        e.throw(ValueError)
    except ValueError:
        step(1)

def loops_by_hand():
    x = yield step(1)
    yield from (step(i) for i in range(3))
    return x

def main():
    loop = asyncio.new_event_loop()
    loop.run_until_complete(top())
    loop.close()
    by_hand()
""",
    "import hooks": """
import sys
import importlib.abc
import importlib.util

def note(x):
    return x

class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        note(name)
        if name == "made_up_module":
            return importlib.util.spec_from_loader(name, Loader())
        return None

class Loader(importlib.abc.Loader):
    def create_module(self, spec):
        return None
    def exec_module(self, module):
        module.value = note(1)
        exec("def made():\\n    return 1\\nmade()", module.__dict__)

def loads():
    import made_up_module
    note(1)
    from made_up_module import made, value
    made()
    made_up_module.made()
    sys.modules.pop("made_up_module")
    m = __import__("made_up_module")
    importlib.import_module("made_up_module")
    sys.modules.pop("made_up_module")
    importlib.import_module("made_up_module")
    return m

def strings():
    exec("note(1)")
    eval("note(2)")
    c = compile("note(3)", "<made>", "exec")
    exec(c)
    ns = {}
    exec("def f(x):\\n return x", ns)
    ns["f"](1)
    f = ns["f"]
    f(2)
    note(4)
    g = eval("lambda x: x")
    g(1)

def main():
    f = Finder()
    sys.meta_path.insert(0, f)
    try:
        loads()
    finally:
        sys.meta_path.remove(f)
        sys.modules.pop("made_up_module", None)
    strings()
""",
}
