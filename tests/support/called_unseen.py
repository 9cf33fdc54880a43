"""Programs in which Python itself calls functions, on lines that have not their names."""

from __future__ import annotations

UNSEEN_PROGRAMS = {
    "signals": """
import signal
import sys

seen = []

def work(n):
    return n + 1

def on_alarm(number, frame):
    seen.append(number)

def wait():
    total = 0
    while len(seen) < 3:
        total += work(total)
        total = total % 7
        total = total * 3
    return total

def by_lambda():
    seen.clear()
    signal.signal(signal.SIGALRM, lambda number, frame: seen.append(number))
    signal.setitimer(signal.ITIMER_REAL, 0.0002, 0.0002)
    total = 0
    while len(seen) < 3:
        total += 1
        work(total)
        total = total * 1
    signal.setitimer(signal.ITIMER_REAL, 0)

def by_name():
    seen.clear()
    signal.signal(signal.SIGALRM, on_alarm)
    signal.setitimer(signal.ITIMER_REAL, 0.0002, 0.0002)
    total = 0
    while len(seen) < 3:
        total += 1
    wait()
    on_alarm(1, None)
    signal.setitimer(signal.ITIMER_REAL, 0)

class Watch:
    def handle(self, number, frame):
        seen.append(number)
    def watch(self):
        seen.clear()
        signal.signal(signal.SIGALRM, self.handle)
        signal.setitimer(signal.ITIMER_REAL, 0.0002, 0.0002)
        total = 0
        while len(seen) < 3:
            total += 1
        signal.setitimer(signal.ITIMER_REAL, 0)

def raised():
    signal.signal(signal.SIGALRM, on_alarm)
    work(1)
    signal.raise_signal(signal.SIGALRM)
    work(2)

def tracer(frame, event, arg):
    return None

def traced():
    old = sys.gettrace()
    sys.settrace(tracer)
    work(1)
    work(2)
    sys.settrace(old)
    tracer(None, "call", None)

def main():
    before = signal.getsignal(signal.SIGALRM)
    try:
        by_lambda()
        by_name()
        Watch().watch()
        raised()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    traced()
""",
    "run by built-ins": """
import operator

def step(i):
    return i

def count(n):
    for i in range(n):
        yield step(i)

class P:
    @property
    def prop(self):
        return step(1)
    def plain(self):
        return 2
    def __getattr__(self, name):
        return step(name)
    def __str__(self):
        return "p"
    def __repr__(self):
        return "P()"
    def __len__(self):
        return 3
    def __bool__(self):
        return True
    def __contains__(self, x):
        return x == 1
    def __iter__(self):
        return iter([1])
    def __getitem__(self, k):
        return k
    def __format__(self, spec):
        return spec
    def __hash__(self):
        return 1
    def __eq__(self, other):
        return self is other
    def __lt__(self, other):
        return False
    def __int__(self):
        return 1
    def __index__(self):
        return 1
    def __float__(self):
        return 1.0
    def __abs__(self):
        return 1
    def __round__(self, n=0):
        return 1
    def __reversed__(self):
        return iter([1])
    def __next__(self):
        return 1
    def __call__(self, *a):
        return 1
    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)
    def __delattr__(self, name):
        object.__delattr__(self, name)
    def __dir__(self):
        return ["a"]
    def __bytes__(self):
        return b"a"
    def __add__(self, o):
        return self
    def __radd__(self, o):
        return self
    def __iadd__(self, o):
        return self
    def __neg__(self):
        return self
    def __matmul__(self, o):
        return self
    def __copy__(self):
        return self

def generators():
    g = count(5)
    next(g)
    x = 1
    next(g)
    step(2)
    h = sum(g)
    a = count(3)
    b = zip(a, count(2))
    c = list(b)
    d = sorted(count(2), key=step)
    e = map(step, [1, 2])
    f = next(e)
    i = filter(step, count(3))
    j = list(i)
    k = ",".join(str(q) for q in count(2))
    m = max(count(2))
    n = enumerate(count(2))
    next(n)
    o = set(count(2))
    return o, m, k, j, f, d, c, h, x

def attributes():
    a = P()
    a.prop
    getattr(a, "prop")
    a.plain()
    x = hasattr(a, "other")
    getattr(a, "plain")()
    y = getattr(a, "zip", None)
    z = operator.attrgetter("prop")(a)
    a.value = 1
    setattr(a, "value", 2)
    del a.value
    a.value = 3
    delattr(a, "value")
    vars(a)
    return x, y, z

def conversions():
    a = P()
    str(a)
    repr(a)
    len(a)
    bool(a)
    int(a)
    float(a)
    abs(a)
    round(a)
    dir(a)
    bytes(a)
    hash(a)
    f"{a}"
    f"{a!r:>3}"
    "{}".format(a)
    "%s" % a
    print(a, file=Sink())
    list(reversed(a))
    next(a)
    [0, 1][a]
    range(a)
    hex(a)
    "a".join([f"{a}"])
    return isinstance(a, P)

class Sink:
    def write(self, text):
        return len(text)

def operators():
    a = P()
    b = P()
    a + b
    a += b
    1 + a
    -a
    a @ b
    a in [b]
    1 in a
    a == b
    a < b
    a[0]
    if a:
        pass
    not a
    a and b
    x = {a: 1}
    x[a]
    a in x
    x.get(b)
    {a, b}
    sorted([a, b])
    max(a, b)
    [a].index(b) if a is b else 0
    for v in a:
        pass
    u, = a
    [*a]
    list(a)
    operator.add(a, b)
    operator.itemgetter(0)(a)
    import copy
    copy.copy(a)
    a(1)
    return a.__len__(), a.__call__()

def main():
    generators()
    attributes()
    conversions()
    operators()
""",
    "named on a line that never runs": """
never = False

def leaf(*args):
    return True

class Dropped:
    __del__ = leaf

def late(*args):
    return True

class Late:
    pass

setattr(Late, "__del__", late)

class Plain:
    def __del__(self):
        pass

class Key:
    def __hash__(self):
        return 3
    def __eq__(self, other):
        return False
    def __bool__(self):
        return True
    def __iter__(self):
        return iter((1, 2))

class Sized:
    def __len__(self):
        return 1

def set_display(k):
    if never: k.__hash__()
    return {k}

def dict_display(k, other):
    if never: k.__eq__(other)
    return {
        k: 1,
        other: 2,
    }

def hashed_dict(k):
    if never: k.__hash__()
    return {1: 2, k: 1}

def set_comprehension(k, other):
    if never: k.__hash__()
    return {
        x
        for x in (k, other)
    }

def dict_comprehension(k, other):
    if never: k.__eq__(other)
    return {
        x: 1
        for x in (k, other)
    }

def hashed_in_comprehension(k):
    if never: k.__hash__()
    return [{x} for x in (k,)]

def gone_over(k):
    if never: k.__iter__()
    return [
        x
        for x in k
    ]

def gone_over_later(k):
    if never: k.__iter__()
    return (x for x in k)

def condition(k):
    if never: k.__bool__()
    return [
        x
        for x in (1, 2)
        if x
        and k
    ]

def length(k):
    if never: k.__len__()
    return {x: 1 for x in (1, 2) if k}

def later_condition(k):
    if never: k.__bool__()
    return list(x for x in (1, 2) if k)

def several_lines(k):
    if never: k.__bool__()
    if (
        not never
        and k
    ):
        return (
            1
            if k
            else 2
        )

def bound_as_finalizer():
    d = Dropped()
    if never: leaf()
    d = None

def bound_later():
    d = Late()
    if never: late()
    d = None

def finalizer():
    d = Plain()
    if never: d.__del__()
    for d in (
        Plain(),
        Plain(),
    ):
        pass
    return [
        Plain()
        .__class__
    ]

def main():
    k, other = Key(), Key()
    set_display(k)
    dict_display(k, other)
    hashed_dict(k)
    set_comprehension(k, other)
    dict_comprehension(k, other)
    hashed_in_comprehension(k)
    gone_over(k)
    gone_over_later(k)
    condition(k)
    length(Sized())
    later_condition(k)
    several_lines(k)
    bound_as_finalizer()
    bound_later()
    finalizer()
""",
    "named on a line that never runs, before patterns": """
never = False

class Key:
    def __eq__(self, other):
        return False
    def __bool__(self):
        return True

def value(k):
    if never: k.__eq__(1)
    match k:
        case 4:
            return 0
        case 5 | 6:
            return 1

def guard(k):
    if never: k.__bool__()
    match 1:
        case 1 if k:
            return 1

def main():
    k = Key()
    value(k)
    guard(k)
""",
    "run when things go": """
import gc
import weakref

class D:
    def __init__(self, x=0):
        self.x = x
    def __del__(self):
        note(self.x)

def note(x):
    return x

def rebound():
    a = D(1)
    note(1)
    a = D(2)
    note(2)
    a = None
    D(3)
    b = [D(4)]
    b.clear()
    c = {1: D(5)}
    c.pop(1)
    c[1] = D(6)
    c[1] = 2
    for d in [D(7), D(8)]:
        pass
    e = D(9)
    e.x = D(10)
    e.x = 3
    f = D(11), D(12)
    del f
    g = D(13)
    g += 1 if isinstance(g, int) else other(g)

def other(g):
    return Add()

class Add:
    pass

D.__add__ = lambda self, other: 5

def called(x):
    x = None
    note(0)

def passed():
    called(D(1))
    note(2)
    with Held():
        h = D(3)
        note(3)
        h = 4
    try:
        h = D(5)
        raise ValueError(h)
    except ValueError as e:
        h = 0
        note(6)
    note(7)
    return D(8).x

class Held:
    def __enter__(self):
        self.d = D(9)
        return self
    def __exit__(self, *a):
        self.d = None

def kept(n):
    try:
        yield n
        yield n
    finally:
        note(n)

def generators():
    g = kept(1)
    next(g)
    g = 2
    note(1)
    h = kept(3)
    next(h)
    h = kept(4)
    next(h)
    for i in kept(5):
        break
    note(4)
    k = [kept(6)]
    next(k[0])
    k[0] = 1
    h.close()

def weak():
    a = D(1)
    r = weakref.ref(a, note)
    note(1)
    a = 2
    a = D(3)
    f = weakref.finalize(a, note, 4)
    a = 5
    b = D(6)
    weakref.finalize(b, lambda: note(7))
    b = 7

def collected():
    a = D(1)
    a.me = a
    a = None
    note(1)
    gc.collect()
    gc.callbacks.append(on_gc)
    gc.collect()
    on_gc(1, 2)
    gc.callbacks.remove(on_gc)

def on_gc(phase, info):
    return phase

def main():
    rebound()
    passed()
    generators()
    weak()
    collected()
""",
    "elsewhere consumed": """
import threading
import queue

def f(x):
    return x

def g(x):
    return x + 1

def odd(x):
    return x % 2

def lazies():
    a = map(f, [1, 2, 3])
    b = 1
    c = list(a)
    d = filter(odd, [1, 2])
    e = tuple(d)
    h = (f(x) for x in [1, 2])
    i = sum(h)
    f(1)
    j = (g(x) for x in c)
    k = consume(j)
    m = zip(map(g, c), map(f, c))
    n = dict(m)
    o = iter(lambda: f(0), 0)
    next(o, 1)
    p = (y for y in (f(z) for z in c))
    q = [*p]
    r = [lambda: f(1), lambda: g(2)]
    r[0]()
    s = {k: g for k in c}
    s[1](2)
    t = {**s}
    u = sorted(c, key=lambda v: f(v))
    v = max(c, key=f)
    w = consume(map(f, c))
    x = any(map(odd, c))
    (f(1) for _ in c)
    return e, i, k, n, q, t, u, v, w, x

def consume(it):
    total = 0
    for x in it:
        total += x
    return total

def threads():
    threading.Thread(target=f, args=(1,)).run()
    t = threading.Timer(0, g, (2,))
    t.run()
    f(2)

def conditional(x):
    h = f if x else g
    h(1)
    f(2)
    k = {"f": f, "g": g}
    k["g"](3)
    for m in (f, g):
        m(1)
    n = [f, g][x]
    n(1)
    o, p = f, g
    o(1)
    p(2)
    q = r = g
    q(1)
    def inner(x, fn=f):
        return fn(x) + h(x)
    inner(1)
    inner(2, g)
    inner(3, fn=lambda x: g(x))
    return inner

def unpacked():
    a, b = (f(x) for x in [1, 2])
    c, *d = map(g, [1, 2, 3])
    f(*map(g, [1]))
    print(*map(f, []), end="")
    e = [f(1), *map(g, [2])]
    {f(1): g(2)}
    x = f(1); y = g(2)
    try:
        f(g(3))
    except:
        pass
    else:
        g(4)
    finally:
        f(5)
    assert f(1), g(2)
    return f(1) if g(2) else f(3)

def yields():
    x = yield f(1)
    yield from map(g, [1, 2])
    yield from gen(2)
    y = gen(3)
    yield from y
    for z in gen(1):
        yield f(z)

def gen(n):
    for i in range(n):
        yield f(i)

def main():
    lazies()
    threads()
    conditional(0)
    conditional(1)
    unpacked()
    a = yields()
    next(a)
    f(1)
    a.send(1)
    list(a)
    b = gen(2)
    for x in b:
        g(x)
        next(b, None)
    q = queue.Queue()
    q.put(f)
    q.get()(1)
""",
}
