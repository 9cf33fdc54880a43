"""Whether there is memory, and a limit on it while a file is read.

What reading asks for beyond what is free is refused, not swapped: the system would look for something to
end, on a machine that may have other work.
"""

from __future__ import annotations

_GROUP = "/sys/fs/cgroup/memory.max"
_GROUP_TAKES = "/sys/fs/cgroup/memory.stat"


def need(size: int) -> None:
    """See that so many bytes can be had; MemoryError if not."""
    # Not from malloc, which takes what was freed there as a hint to keep more.
    import mmap

    try:
        mmap.mmap(-1, size).close()
    except OSError:
        raise MemoryError from None


def limit() -> tuple[int, int] | None:
    """Take what is free from now on as all there is; the limits before, where it could be done."""
    free = available()
    if free is None:
        return None
    import resource

    try:
        before = resource.getrlimit(resource.RLIMIT_AS)
        own_size = (_figure("/proc/self/statm") or 0) * resource.getpagesize()
        wanted = own_size + free
        if before[0] != resource.RLIM_INFINITY:
            wanted = min(wanted, before[0])
        resource.setrlimit(resource.RLIMIT_AS, (wanted, before[1]))
    except (OSError, ValueError):
        return None
    return before


def lift(before: tuple[int, int] | None) -> None:
    """Put back the limit that :func:`limit` has returned."""
    if before is not None:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, before)


def available() -> int | None:
    """Bytes that can be had before the machine, or our share of it, has none left; ``None``: not known."""
    free = _figure("/proc/meminfo", b"MemAvailable:")
    if free is None:
        return None
    # What else a group has is mostly files that it has read, which give way.
    most, taken = _figure(_GROUP), _figure(_GROUP_TAKES, b"anon")
    if most is not None and taken is not None:
        return max(0, min(free << 10, most - taken))
    return free << 10


def _figure(path: str, name: bytes = b"") -> int | None:
    """The number behind a name in one of the system's files."""
    try:
        with open(path, "rb", buffering=0) as file:
            text = file.read(4096)
    except OSError:
        return None
    word = text.partition(name)[2].split(None, 1)[:1] if name else text.split(None, 1)[:1]
    return int(word[0]) if word and word[0].isdigit() else None
