"""Which functions wait: for other threads, processes, sockets, a time to pass. Known by recorded name."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui_parsers.profile import Profile

LEAST_WAIT = 20e-6
"""Seconds of a call, on average, from which on what can wait does: less takes a lock that is free, or a
socket that has something to read."""


def _functions(module: str, *names: str) -> list[str]:
    """As recorded by every Python: with its module, by 3.4 and before without, by 2 without kind."""
    texts = (f"<built-in method {module}.{{}}>", "<built-in method {}>", f"<{module}.{{}}>")
    return [text.format(name) for name in names for text in texts]


def _methods(*owners: str, names: tuple[str, ...]) -> list[str]:
    return [f"<method '{name}' of '{owner}' objects>" for owner in owners for name in names]


_LOCKS = ("_thread.lock", "thread.lock", "_thread.RLock", "_multiprocessing.SemLock")
_POLLS = ("select.poll", "select.epoll", "select.devpoll")
_RECEIVING = ("recv", "recv_into", "recvfrom", "recvfrom_into", "recvmsg", "recvmsg_into")
_CONNECTING = ("_accept", "accept", "connect", "connect_ex")

WAITING_FOR_THREADS = frozenset(
    (
        *_functions("select", "select"),
        *_methods(*_LOCKS, names=("acquire", "acquire_lock", "__enter__")),
        *_methods(*_POLLS, names=("poll",)),
        *_methods("select.kqueue", names=("control",)),
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
    _functions("_overlapped", "GetQueuedCompletionStatus"),
    _functions("_signal", "pause", "sigwait", "sigwaitinfo", "sigtimedwait"),
    _functions("_socket", "getaddrinfo", "gethostbyname", "gethostbyaddr"),
    _functions("builtins", "input"),
    _functions("__builtin__", "raw_input"),
    _methods("_socket.socket", "_socket.SocketType", names=(*_RECEIVING, *_CONNECTING)),
    _methods("_ssl._SSLSocket", names=("read", "do_handshake")),
)
"""All built-ins that wait."""


def waits(profile: Profile, index: int) -> bool:
    """Whether a function waits, by its name and the time of its calls; without an entry that is not known."""
    if profile.names[index] not in WAITING or index >= profile.count:
        return False
    calls = profile.ncalls
    return calls is None or not profile.tottime[index] < LEAST_WAIT * calls[index]
