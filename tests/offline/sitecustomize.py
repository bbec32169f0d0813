"""Refuses the network to the tests, and to every Python that a test starts: `tests/conftest.py` puts this folder first in PYTHONPATH.

Python asks its audit hooks (PEP 578) before every connection, message and look-up of a name, whoever makes it: `connect_ex`,
`create_connection`, `sendto`, asyncio and libraries alike. Attempts are noted, since a program may swallow the refusal. Local sockets and
pipes are not the network.
"""

from __future__ import annotations

import errno
import os
import sys

NOTES, REACHABLE = "PRIORCHECK_TEST_ATTEMPTS", "PRIORCHECK_TEST_REACHABLE"
"""The file to which a child adds its attempts, one a line; and the hosts that may be reached all the same, with commas."""
_BY_ADDRESS = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg"})
_BY_NAME = frozenset({"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo"})
_MARK = "priorcheck_tests_offline"
_LISTENING = frozenset({None, "", b"", "0.0.0.0", "::"})
"""What a look-up of an own address to listen at asks for."""


def attempted(event: str, arguments: tuple[object, ...]) -> str | None:
    """The host that is asked for; None for what does not leave the computer."""
    if event in _BY_ADDRESS:
        name = getattr(getattr(arguments[0], "family", None), "name", "")
        address = arguments[1] if len(arguments) > 1 else None
        if name not in ("AF_INET", "AF_INET6") or not isinstance(address, tuple) or not address:
            return None
        return _text(address[0])
    if event in _BY_NAME:
        host = arguments[0] if arguments else None
        return None if host in _LISTENING else _text(host)
    return None


def _text(host: object) -> str:
    if isinstance(host, tuple):  # an address with its port
        host = host[0] if host else ""
    return bytes(host).decode("utf-8", "replace") if isinstance(host, bytes | bytearray) else str(host)


def _heard(event: str, arguments: tuple[object, ...]) -> None:
    if not event.startswith("socket."):
        return
    host = attempted(event, arguments)
    path = os.environ.get(NOTES)
    if host is None or not path or host in os.environ.get(REACHABLE, "").split(","):
        return
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.write(handle, f"{' '.join(sys.argv)[:200] or 'Python'}: {event} {host}\n".encode("utf-8", "replace"))
    os.close(handle)
    raise OSError(errno.ENETUNREACH, f"the tests have no network; {host} was refused")


def watch() -> None:
    """Begin to refuse, once; a hook stays for good. A process that pytest-xdist started refuses already."""
    if not hasattr(sys, _MARK):
        setattr(sys, _MARK, True)
        sys.addaudithook(_heard)


if os.environ.get(NOTES):
    watch()
