"""Watches this process for anything that goes online from Python, whichever library does it, by an audit hook.

Python tells its audit hooks (PEP 578) of every connection and every look-up of a name before it is made; an exception
raised there stops it. A hook cannot be taken away again, so each process has one, whose behaviour `install` sets.
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
# A library that tries again and again for ever must not fill the disk.
_MOST = 200


class _Guard:
    """The process's one guard."""

    def __init__(self) -> None:
        self.process = ""
        self.refuse = False
        self.sealed = False
        self._hooked = False
        self._recorded = 0
        self._lock = threading.Lock()

    def hook(self) -> None:
        """Begin to listen, once."""
        if not self._hooked:
            self._hooked = True
            sys.addaudithook(self._heard)

    def _heard(self, event: str, arguments: tuple[object, ...]) -> None:
        # Called for every file and import of the process: whatever is not of the network leaves at once.
        if event == "socket.__new__" and self.sealed:
            # The system is about to refuse it, so that no connection follows whose host could be named.
            host = _SOCKET if _of_the_internet(arguments) else None
        elif event in _BY_ADDRESS:
            host = _host_of(*arguments[:2])
        elif event in _BY_NAME:
            host = _text(arguments[0] if arguments else None)
        else:
            return
        if host is not None:
            self._met(host)

    def _met(self, host: str) -> None:
        outcome = Outcome.REFUSED if self.refuse else Outcome.ALLOWED
        with self._lock:
            self._recorded += 1
            number = self._recorded
        if number <= _MOST:
            who = _library(sys._getframe(2)) if number < _MOST else "further attempts of this run are not listed"
            # A full disk must not turn a refusal into a leave to pass.
            with contextlib.suppress(OSError):
                append(Entry(time=datetime.now(UTC), process=self.process, who=who, host=host, outcome=outcome))
        if self.refuse:
            told = tr("Priorcheck does not go online; the attempt to reach {host} was refused", host=host)
            raise OSError(errno.ENETUNREACH, told)


_GUARD = _Guard()
_STARTED = datetime.now(UTC)


def started() -> datetime:
    """When this process began: everything it did online is on record from then on."""
    return _STARTED


def install(process: str, *, refuse: bool) -> None:
    """Watch this process from now on, under this name in the record. With `refuse` attempts fail with OSError (ENETUNREACH).

    May be called again to change either.
    """
    _GUARD.process, _GUARD.refuse = process, refuse
    _GUARD.hook()


def seal_process() -> bool:
    """Have the system refuse internet sockets to this process and its children for good, native code included. Call it before threads
    are started. Return False where the system cannot (all but Linux)."""
    _GUARD.sealed = _GUARD.sealed or seal()
    return _GUARD.sealed


def refuses() -> bool:
    """Whether this process never goes online."""
    return _GUARD.refuse


def _host_of(opened: object = None, address: object = None) -> str | None:
    """The host that a socket of the internet is to reach; None for other sockets and for ones that are connected already."""
    family = getattr(getattr(opened, "family", None), "name", "")
    if family not in _ONLINE or not isinstance(address, tuple) or not address:
        return None
    return _text(address[0])


def _of_the_internet(arguments: tuple[object, ...]) -> bool:
    """Whether a new socket of a sealed process is one of the internet; -1 stands for the usual family."""
    return len(arguments) > 1 and arguments[1] in (AF_INET, AF_INET6, -1)


def _text(host: object) -> str:
    if isinstance(host, tuple):  # an address with its port
        host = host[0] if host else ""
    if isinstance(host, bytes | bytearray):
        return bytes(host).decode("utf-8", "replace")
    return str(host) if host else "this computer"


def _library(frame: FrameType | None) -> str:
    """The package outside the standard library that asked first, above all those it used for it."""
    found = "Priorcheck"
    while frame is not None:
        name = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        if name and name not in sys.stdlib_module_names and name not in ("app", "__main__"):
            found = name
        frame = frame.f_back
    return found
