"""Makes the system refuse internet sockets to this process for good, also to native code (Linux: a seccomp filter).

The guard (`app.network.guard`) only sees what Python code does. A sealed process and all its children can open local sockets only. The
window is not sealed: the browser that it starts for a link would be sealed as well.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import struct
import sys

AF_UNIX, AF_INET, AF_INET6, AF_NETLINK = 1, 2, 10, 16
"""Linux's numbers; the module `socket` stays out of the program (import contracts)."""
_PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 38, 22, 2
_LOAD, _EQUAL, _RETURN = 0x20, 0x15, 0x06
_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
"""Offsets in the kernel's `struct seccomp_data`, for little-endian machines."""
_IO_URING_SETUP = 425
_MACHINES = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198)}
"""Maps a machine to its audit number and the number of its system call `socket`."""


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def seal() -> bool:
    """Refuse every socket but local ones from now on. Return False where the system cannot; must run before threads are started."""
    if sys.platform != "linux" or platform.machine() not in _MACHINES:
        return False
    instructions = b"".join(_filter(*_MACHINES[platform.machine()]))
    program = _Program(len(instructions) // 8, instructions)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0):
        return False
    return not libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0)


def _filter(architecture: int, socket_call: int) -> tuple[bytes, ...]:
    """Build the filter's instructions. It refuses io_uring as well, which could open sockets without the system call."""
    return (
        _instruction(_LOAD, _ARCHITECTURE),
        _instruction(_EQUAL, architecture, 0, 7),
        _instruction(_LOAD, _NUMBER),
        _instruction(_EQUAL, _IO_URING_SETUP, 6, 0),
        _instruction(_EQUAL, socket_call, 0, 4),
        _instruction(_LOAD, _FIRST_ARGUMENT),
        _instruction(_EQUAL, AF_UNIX, 2, 0),
        _instruction(_EQUAL, AF_NETLINK, 1, 0),  # the system's own list of interfaces
        _instruction(_RETURN, _ERRNO | errno.ENETUNREACH),
        _instruction(_RETURN, _ALLOW),
        _instruction(_RETURN, _ERRNO | errno.ENOSYS),
    )


def _instruction(code: int, operand: int, if_equal: int = 0, if_not: int = 0) -> bytes:
    return struct.pack("HBBI", code, if_equal, if_not, operand)
