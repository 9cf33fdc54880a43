import threading, json
def make(n): return [bytearray(1000 + i) for i in range(n)]
def leaf(depth):
    if depth: return leaf(depth - 1)
    return make(50)
def worker(keep):
    keep.append(leaf(10)); keep.append(json.dumps(list(range(1000))))
keep = []
threads = [threading.Thread(target=worker, args=(keep,), name=f"w, \"{i}\"") for i in range(3)]
[t.start() for t in threads]; [t.join() for t in threads]
keep.append(make(500))
