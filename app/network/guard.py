"""Detects and refuses network access from Python, whichever library attempts it, by an audit hook.

Python calls its audit hooks (PEP 578) before every connection and every look-up of a name; an exception raised there prevents it. A hook
cannot be removed, so each process has one, whose behaviour `install` sets.
"""

from __future__ import annotations

import contextlib
import errno
import sys
import threading
from datetime import UTC, datetime
from types import FrameType

from app.network.record import Entry, Outcome, append
from app.network.seal import AF_INET, AF_INET6, seal
from app.translation import tr

_BY_ADDRESS = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg"})
_BY_NAME = frozenset({"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo"})
_ONLINE = frozenset({"AF_INET", "AF_INET6"})
_SOCKET = "internet socket"
# A library that tries again for ever must not fill the disk.
_MAX_RECORDED = 200


class _Guard:
    """The process's only guard."""

    def __init__(self) -> None:
        self.process = ""
        self.refuse = False
        self.sealed = False
        self._hooked = False
        self._recorded = 0
        self._lock = threading.Lock()

    def hook(self) -> None:
        """Add the audit hook, once."""
        if not self._hooked:
            self._hooked = True
            sys.addaudithook(self._on_event)

    def _on_event(self, event: str, arguments: tuple[object, ...]) -> None:
        # Called for every file and import of the process, so other events return at once.
        if event == "socket.__new__" and self.sealed:
            # The system is about to refuse the socket, so no connection that names a host will follow.
            host = _SOCKET if _is_internet_socket(arguments) else None
        elif event in _BY_ADDRESS:
            host = _host_of(*arguments[:2])
        elif event in _BY_NAME:
            host = _text(arguments[0] if arguments else None)
        else:
            return
        if host is not None:
            self._handle_attempt(host)

    def _handle_attempt(self, host: str) -> None:
        outcome = Outcome.REFUSED if self.refuse else Outcome.ALLOWED
        with self._lock:
            self._recorded += 1
            number = self._recorded
        if number <= _MAX_RECORDED:
            caller = _library(sys._getframe(2)) if number < _MAX_RECORDED else "further attempts of this run are not listed"
            # A full disk must not turn a refusal into permission.
            with contextlib.suppress(OSError):
                append(Entry(time=datetime.now(UTC), process=self.process, who=caller, host=host, outcome=outcome))
        if self.refuse:
            message = tr("Priorcheck does not go online; the attempt to reach {host} was refused", host=host)
            raise OSError(errno.ENETUNREACH, message)


_GUARD = _Guard()
_STARTED = datetime.now(UTC)


def started() -> datetime:
    """The time when this process began, from which its network use is recorded."""
    return _STARTED


def install(process: str, *, refuse: bool) -> None:
    """Record network use from now on, under this name of the process. With `refuse`, attempts fail with OSError (ENETUNREACH).

    A second call changes either.
    """
    _GUARD.process, _GUARD.refuse = process, refuse
    _GUARD.hook()


def seal_process() -> bool:
    """Have the system refuse internet sockets to this process and its children for good, native code included. Call it before threads
    are started. Return False where the system cannot (all but Linux)."""
    _GUARD.sealed = _GUARD.sealed or seal()
    return _GUARD.sealed


def refuses() -> bool:
    """True where this process refuses network access."""
    return _GUARD.refuse


def _host_of(socket: object = None, address: object = None) -> str | None:
    """Return the host that an internet socket connects to; None for other sockets and for connected ones."""
    family = getattr(getattr(socket, "family", None), "name", "")
    if family not in _ONLINE or not isinstance(address, tuple) or not address:
        return None
    return _text(address[0])


def _is_internet_socket(arguments: tuple[object, ...]) -> bool:
    """True where the arguments of `socket.__new__` ask for an internet socket; -1 stands for the default family."""
    return len(arguments) > 1 and arguments[1] in (AF_INET, AF_INET6, -1)


def _text(host: object) -> str:
    if isinstance(host, tuple):  # an address with its port
        host = host[0] if host else ""
    if isinstance(host, bytes | bytearray):
        return bytes(host).decode("utf-8", "replace")
    return str(host) if host else "this computer"


def _library(frame: FrameType | None) -> str:
    """Return the outermost package on the stack that belongs neither to the standard library nor to the program."""
    package = "Priorcheck"
    while frame is not None:
        name = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        if name and name not in sys.stdlib_module_names and name not in ("app", "__main__"):
            package = name
        frame = frame.f_back
    return package
