"""Which functions wait: for other threads, processes, sockets, a time to pass. Known by recorded name."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress

from proftui_parsers.entries import NO_PYTHON_FILES
from proftui_parsers.profile import Profile

LEAST_WAIT = 20e-6
"""Seconds of a call, on average, from which on what can wait does: less takes a lock that is free, or a
socket that has something to read."""


def _functions(module: str, *names: str) -> list[str]:
    """As recorded by every Python: with its module, by 3.4 and before without, by 2 without kind."""
    texts = (f"<built-in method {module}.{{}}>", "<built-in method {}>", f"<{module}.{{}}>")
    return [text.format(name) for name in names for text in texts]


def _short(text: str) -> str:
    """As pyinstrument records it: ``sleep``, ``lock.acquire``."""
    if "'" not in text:
        return text[1:-1].rpartition(" ")[2].rpartition(".")[2]
    _, name, _, owner, _ = text.split("'")
    return f"{owner.rpartition('.')[2]}.{name}"


def _methods(*owners: str, names: tuple[str, ...]) -> list[str]:
    return [f"<method '{name}' of '{owner}' objects>" for owner in owners for name in names]


_LOCKS = ("_thread.lock", "thread.lock", "_thread.RLock", "_multiprocessing.SemLock")
_POLLS = ("select.poll", "select.epoll", "select.devpoll")
_RECEIVING = ("recv", "recv_into", "recvfrom", "recvfrom_into", "recvmsg", "recvmsg_into")
_CONNECTING = ("_accept", "accept", "connect", "connect_ex")

WAITING_IN_LOOPS = frozenset(
    (
        *_functions("select", "select"),
        *_functions("_overlapped", "GetQueuedCompletionStatus"),
        *_methods(*_POLLS, names=("poll",)),
        *_methods("select.kqueue", names=("control",)),
    )
)
"""Built-ins in which a loop of events waits for the next one."""
WAITING_FOR_THREADS = WAITING_IN_LOOPS.union(
    (
        *_methods(*_LOCKS, names=("acquire", "acquire_lock", "__enter__")),
        *_methods("_thread._ThreadHandle", names=("join",)),
        *_methods("_queue.SimpleQueue", names=("get",)),
    )
)
"""Built-ins in which a thread waits for what others do."""
WAITING = WAITING_FOR_THREADS.union(
    _functions("time", "sleep"),
    _functions("posix", "wait", "wait3", "wait4", "waitid", "waitpid"),
    _functions("nt", "waitpid"),
    _functions("_winapi", "WaitForSingleObject", "WaitForMultipleObjects", "WaitNamedPipe"),
    _functions("_signal", "pause", "sigwait", "sigwaitinfo", "sigtimedwait"),
    _functions("_socket", "getaddrinfo", "gethostbyname", "gethostbyaddr"),
    _functions("builtins", "input"),
    _functions("__builtin__", "raw_input"),
    _methods("_socket.socket", "_socket.SocketType", names=(*_RECEIVING, *_CONNECTING)),
    _methods("_ssl._SSLSocket", names=("read", "do_handshake")),
)
"""All built-ins that wait."""
_SHORT = frozenset(map(_short, WAITING))
"""The same as pyinstrument calls them."""
_OF_SYSTEM = frozenset(name.rpartition(".")[2] for name in _SHORT).union(
    ("clock_nanosleep", "nanosleep", "epoll_wait", "sem_wait", "sem_clockwait", "pthread_cond_timedwait")
)
"""What waits in the C library."""
_OF_A_CLOCK = ("", "time", "wall", "samples")
"""Keys of measures that waiting is in: none of it is in time on a processor, nor in bytes."""
_CALLING = {
    "select": "selectors.py",
    "wait": "threading.py",
    "_wait_for_tstate_lock": "threading.py",
    "accept": "socket.py",
    "readinto": "socket.py",
    "poll": "popen_fork.py",
    "_try_wait": "subprocess.py",
    "_worker": "thread.py",
}
"""Functions of the standard library that call such a built-in, which samplers of Python code do not see."""


def waits(profile: Profile, index: int) -> bool:
    """Whether a function waits, by its name and the time of its calls; without an entry that is not known."""
    file, name, calls = profile.files[index], profile.names[index], profile.ncalls
    if index >= profile.count:
        return False
    if calls is None or profile.measure.sampled:
        return profile.measure.key in _OF_A_CLOCK and waits_in_stacks(file, name)
    return name in WAITING and not profile.tottime[index] < LEAST_WAIT * calls[index]


def waiting_functions(profile: Profile) -> list[int]:
    """All functions that wait."""
    indices: Iterable[int] = range(profile.count)
    if profile.ncalls is not None and not profile.measure.sampled:
        # Few have such a name; to look at each function takes ten times as long.
        indices = compress(indices, map(WAITING.__contains__, profile.names))
    return [index for index in indices if waits(profile, index)]


def waits_in_stacks(file: str, name: str) -> bool:
    """Whether what is innermost in a stack waits there."""
    last, base = name.rpartition(".")[2], file.replace("\\", "/").rpartition("/")[2]
    if file in NO_PYTHON_FILES:
        return name in WAITING or name in _SHORT
    if base.startswith(("libc.", "libc-", "libpthread")):
        return last in _OF_SYSTEM
    return _CALLING.get(last) == base
