import io, re, tokenize
def permutations(iterable):
    pool = tuple(iterable); n = len(pool); indices = list(range(n)); cycles = list(range(1, n + 1))[::-1]
    yield tuple(pool[i] for i in indices)
    while n:
        for i in reversed(range(n)):
            cycles[i] -= 1
            if cycles[i] == 0:
                indices[i:] = indices[i + 1:] + indices[i:i + 1]; cycles[i] = n - i
            else:
                j = cycles[i]; indices[i], indices[-j] = indices[-j], indices[i]
                yield tuple(pool[i] for i in indices); break
        else:
            return
def n_queens(n):
    cols = range(n)
    for vec in permutations(cols):
        if n == len({vec[i] + i for i in cols}) == len({vec[i] - i for i in cols}):
            yield vec
def main():
    len(list(n_queens(8)))
    src = "x = [i for i in range(10)]\n" * 40
    list(tokenize.generate_tokens(io.StringIO(src).readline))
    re.sub(r"(\d+)|(\w+)", lambda m: m.group(0)[::-1], src)
    for k in range(60): re.compile("a%db*(c|d)+[x-z]{2,3}" % k)
